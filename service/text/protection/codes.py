"""What addresses, paths, code and codes look like: what has to be the same to the last character.

Characters of East Asia are part of an address where they begin behind one of its signs and what they are in ends at a
space, a quotation mark, a bracket or the end of the text: `https://zh.wikipedia.org/wiki/中国 `. Elsewhere they are the
words behind it, as in `https://a.cn/x里的内容`, and so they are where a sentence goes on or ends directly behind them.

Every repetition that could be tried from many places has a bound, so that no text takes more than linear time.
"""

from typing import Final

_DOMAINS = "com|org|net|edu|gov|info|io|dev|app|eu|de|at|ch|uk|us|cn|fr|es|it|nl|jp|ru|tv|COM|ORG|NET"
_FILES = (
    "py|js|ts|html?|css|json|ya?ml|toml|xml|csv|txt|md|pdf|docx?|xlsx?|pptx?|zip|gz|tar|png|jpe?g|gif|svg|mp[34]|"
    "exe|sh|log|cfg|ini|jsx|tsx|php|rb|rs|java|jar|cpp|hpp|sql|dll|iso|apk|bak|tmp|conf|rtf|epub|od[tsp]|tex|srt|vtt|"
    "rar|7z|bz2|xz|wav|ogg|flac|avi|mov|mkv|webm|webp|bmp|tiff?|ttf|ipynb"
)
_HIDDEN = (
    r"env|envrc|git(?:ignore|attributes|modules|keep|hub|lab)?|dockerignore|htaccess|htpasswd|ssh|npm(?:rc|ignore)|nvmrc|vscode|idea"
    r"|editorconfig|eslint(?:rc|ignore)|prettier(?:rc|ignore)|babelrc|stylelintrc|bash(?:rc|_profile|_history)|zshrc|profile|vimrc"
    r"|cache|config|local|aws|kube|docker|DS_Store|gradle|m2|cargo|venv"
)
_LETTER = r"[A-Za-z0-9_\u00c0-\u024f]"  # of what may stand in a Chinese sentence without a space before it
_IN_NAME = r"[\w\u00c0-\u024f-]"
_IN_PATH = r"[\w\u00c0-\u024f.@+-]"
_IN_URL = r"[^\s<>\"'`“”„«»‹›\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]"
_URL_END = r"(?<![.,;:!?)\]])"
_LABEL = r"[^\s<>\"'`“”„«»‹›/?#:@.,;!\u3000-\u303f\uff00-\uffef]"  # of a host, in any script

DATE: Final = r"(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.](?:\d{4}|\d\d))(?!\d|[-/.]\d)"
# One that is no part of a telephone number.
_DAY = (
    r"(?:(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])"
    r"|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d)(?!\d|[-/.]\d)"
)

_EDGE = r"(?=[\s\"'“”„‘’«»‹›<>()\[\]（）【】「」『』《》]|\Z)"
_CHARACTERS = r"[\u2e80-\u2fff\u3040-\u9fff\uac00-\ud7af]"
_BEHIND_HOST = (
    rf"(?:{_IN_URL}{{0,2000}}?(?:(?<=[/.=?&#_%+-]){_CHARACTERS}{{1,100}}{_IN_URL}{{0,500}}){{1,20}}{_EDGE}"
    # In the middle of what only an address has.
    rf"|{_IN_URL}{{0,2000}}?(?:(?<=[/=]){_CHARACTERS}{{1,40}}(?=[/?&#=][A-Za-z0-9]){_IN_URL}{{1,500}}){{1,5}}{_URL_END}"
    rf"|{_IN_URL}{{0,2000}}?\([^\s()<>\"'\u2e80-\uffff]{{1,200}}\)(?=[.,;:!?)\]]{{0,5}}(?!{_IN_URL}))"  # in brackets
    rf"|{_IN_URL}{{0,2000}}{_URL_END})"
)
_HOST = rf"(?:{_LABEL}{{1,63}}\.){{0,8}}(?:{_CHARACTERS}{{1,63}}(?=[/:?#]|{_EDGE})|{_IN_URL})"
_URL: Final = (
    rf"(?<!{_LETTER})(?:(?i:[a-z][a-z0-9+.-]{{0,20}}://{_HOST}|www\.{_IN_URL})"
    rf"|(?:mailto|tel):{_IN_URL}){_BEHIND_HOST}"
)
_MAIL: Final = (
    rf"(?<!{_LETTER})[A-Za-z0-9_.+%\u00c0-\u024f-]{{1,64}}@{_LETTER}{_IN_NAME}{{0,62}}"
    rf"(?:\.[A-Za-z0-9\u00c0-\u024f-]{{1,63}}){{1,8}}"
)
# Of a file or a repository on another computer.
_REMOTE: Final = r"(?<![\w.@-])[A-Za-z0-9_][\w.-]{0,63}@[A-Za-z0-9][\w.-]{0,100}:[\w./~-]{0,300}[\w/](?!\w)"
_MAIL_OF_SOMEBODY = rf"(?<=[}}%>])@{_LETTER}{_IN_NAME}{{0,62}}(?:\.[A-Za-z0-9\u00c0-\u024f-]{{1,63}}){{1,8}}"  # {name}
_ADDRESSES: Final = (rf"<(?:{_URL}|{_MAIL})>", _URL, _REMOTE, _MAIL, _MAIL_OF_SOMEBODY)
_PATHS: Final = (
    rf"(?<![\w/.])(?:[A-Za-z]:)?(?:[\\/][\w\u4e00-\u9fff.@$~+-]{{1,100}}){{1,20}}\.(?i:{_FILES})\b",
    rf"(?:\$[A-Za-z_]\w{{0,60}}|\$\{{\w{{1,60}}\}})(?:/{_IN_PATH}{{1,255}}){{1,64}}/?(?<!\.)",
    rf"(?<![\w/.])(?:(?:~(?:[a-z_]\w{{0,30}})?|\.{{1,2}})"
    rf"(?:/{_IN_PATH}{{1,255}}){{1,64}}|(?:/{_IN_PATH}{{1,255}}){{2,64}})/?(?<!\.)",
    r"(?<![\w/.<\[{:)*-])/(?!(?:he|she|her|him|his|or|and|no|not|the|they|them|us)\b)[a-z][\w.-]{1,60}/?(?<![.-])(?![\w/])",
    r"(?<!\w)[A-Za-z]:(?:\\|/(?!/))(?:Program Files(?: \(x86\))?)?[\w\u00c0-\u024f\\/.@$~+-]{1,300}(?<!\.)",
    r"(?<![\w\\])\\\\[\w.-]{1,60}(?:\\[\w.$-]{1,255}){1,64}(?<!\.)|%[A-Za-z_]\w{1,60}%(?:\\[\w.-]{1,255}){1,64}(?<!\.)",
)
_FILES_AND_HOSTS: Final = (
    rf"(?<![\w.-]){_LETTER}{_IN_NAME}{{0,62}}(?:\.[\w-]{{1,63}}){{0,6}}?\.(?:(?:{_DOMAINS})\b(?::\d{{2,5}}\b)?"
    rf"(?:/{_BEHIND_HOST})?|(?i:{_FILES})\b)(?!\.?{_LETTER})",
    rf"(?<![\w./-])(?:[\w-]{{1,60}}/){{1,10}}{_LETTER}{_IN_NAME}{{0,62}}\.(?i:{_FILES})\b(?:#[\w-]{{1,60}})?(?!\.?{_LETTER})",
    rf"\blocalhost:\d{{2,5}}\b(?:/{_BEHIND_HOST})?",
    # In Chinese: in quotation marks, behind what no name ends with, and in a folder.
    rf"(?<=[：:、“「]|\.[a-z]{{2,4}}[和与及或])[\u4e00-\u9fff][\w\u4e00-\u9fff-]{{0,20}}\.(?i:{_FILES})\b",
    rf"(?<=[“「『《])[\w\u4e00-\u9fff（）()_-]{{1,60}}\.(?i:{_FILES})(?=[”」』》])",
    # Of a hidden file or a kind of files.
    rf"(?<![\w.…/\\*)\]-])\.(?:(?:{_HIDDEN})(?:[.-][\w-]{{1,30}}){{0,3}}|(?:tar\.)?(?:{_FILES}|com|org|net|edu|gov|info|io|dev|NET))(?![\w/]|\.\w)",
)

_ENDING = r"(?i:s|t|m|d|re|ve|ll)\b"
# Of Markdown and reStructuredText: as many backticks behind it as before it. One alone is an apostrophe, too.
QUOTED: Final = (
    r"(?<!`)(?P<fence>`{3,20})(?!`).{1,2000}?(?<!`)(?P=fence)(?!`)",
    r"(?<!`)``(?!`)[^\n]{1,500}?(?<!`)``(?!`)",
    rf"(?<!`|{_LETTER})`(?:(?! )[^`\n]{{1,300}}(?<! )| [^`\n]{{1,300}} )`(?:__?(?![\w]))?(?!`|{_LETTER})",
    # At a word on one side, where that has no apostrophe there.
    rf"(?<!`|{_LETTER})`(?! )[^`\n]{{1,300}}(?<! )`(?=[A-Za-z])(?!{_ENDING})",
    rf"(?<=[a-z]{{3}})`(?! |{_ENDING})[^`\n]{{1,300}}(?<! )`(?!`|{_LETTER})",
)

# A word directly before brackets is a function where there is nothing in them, a number, a string or several names;
# with one name, only where either looks like code: word(s) and a(n) are none.
_START_OF_CALL = r"(?<![\w\u00c0-\u024f$])(?=[\w$.]{1,200}\()(?![A-Za-z]{1,20}\(0\d{1,5}\) ?\d)"
_FUNCTION = r"[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_]\w{0,60}){0,8}"
_NAME = r"[$&*]?[A-Za-z_]\w{0,60}(?:(?:\.|::|->)\w{1,60}|\[\w{1,20}\]){0,5}(?:\([^()\s]{0,80}\))?"
_VALUE = r"(?:-?\d{1,20}(?:\.\d{1,20})?|\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|True|False|None|true|false|null)"
_KEY = r"(?:[A-Za-z_]\w{0,60} ?= ?)?"
_ARGUMENT = rf"{_KEY}(?:{_VALUE}|{_NAME})"
_LIKE_CODE = r"(?=[\w.]{0,60}(?:_|[a-z][A-Z]|\$|\.[A-Za-z_]))"
_CODE: Final = (
    rf"{_START_OF_CALL}(?:{_FUNCTION}\((?:{_KEY}{_VALUE}|{_ARGUMENT}(?:, ?{_ARGUMENT}){{1,20}}|{_LIKE_CODE}{_NAME})?\)"
    rf"|{_LIKE_CODE}{_FUNCTION}\({_ARGUMENT}\))",
    r"\b[A-Za-z_][\w.]{0,60}\[[A-Za-z_]\w{0,20}\]",
    r"(?<![\w=.+*/-])[A-Za-z_][\w.\[\]-]{0,60}=(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'"  # key=value
    r"|(?=[\w./$+-])[\w./:$+*%&=?@\u00b2\u00b3-]{1,200}(?<![.,;:!?]))",
    r"\b[A-Za-z_]\w{0,60}(?:::~?[A-Za-z_][\w-]{0,60}){1,8}(?:\(\))?",
)
_WORDS_OF_CODE: Final = (
    r"(?<![\w.@-])[a-z_]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){2,10}(?![\w-]|\.\w)",  # os.path.join
    r"\b[A-Za-z][A-Za-z0-9]{0,60}_[A-Za-z0-9_]+\b|\b_[A-Za-z0-9_]+\b",
    r"\b[A-Z]{1,4}(?:&(?:amp;|#38;)?[A-Z]{1,4}){1,3}(?![\w&])",  # R&D
    r"(?<![\w$£¥€])--?[A-Za-z][\w-]{0,60}(?:=\S{1,100})?(?<![.,;:!?])(?=[\s.,;:!?)]|$)",  # an option of a program
    # A colour, a user, a tag, a number of something; in an entity, it stands for a character.
    r"(?<!\w)(?!(?<=&)#(?:\d{1,7}|x[0-9A-Fa-f]{1,6});)"
    r"(?:#[0-9A-Fa-f]{3,8}\b(?![-/]\w)|#(?=[A-Z/-]{0,20}\d)[A-Z0-9]{1,30}(?:[-/][A-Z0-9]{1,30}){1,5}\b|@\w{1,60}@(?!\w)|@[\p{L}_][\w-]{0,60}(?:\.[a-z\d_]{1,30}){0,3}|#[\p{L}_][\w-]{0,60}|#\d{1,12}\b)",
)

# A word that is not written out, as f***.
_MASKED: Final = r"(?<![\w*])(?:[A-Za-z]\*{3,10}|[A-Za-z]{1,2}\*{1,10}[a-z]{1,3})(?![\w*])"

_KEY_NAME: Final = (
    r"(?:F\d{1,2}|Enter|Return|Tab|Esc|Escape|Del|Delete|Ins|Insert|Home|End|PageUp|PageDown|PgUp|PgDn|Space|Backspace"
    r"|Up|Down|Left|Right|Plus|Minus|Click|[A-Z0-9])"
)
_SIZE: Final = r"(?:X{0,4}[SL]|\dX[SL]|M)"
_HOLD: Final = (
    r"(?:Ctrl|CTRL|Control|Strg|Alt|ALT|AltGr|Shift|SHIFT|Cmd|CMD|Command|Option|Opt|Win|Windows|Super|Meta|Fn)"
)
_TYPE: Final = r"(?:[A-Z][a-z]\w{0,40}|int|string|boolean)"
_NAMES: Final = (
    # Of keys that are held together.
    rf"(?<![A-Za-z0-9_]){_HOLD}(?: ?\+ ?{_HOLD}){{0,3}}(?: ?\+ ?|-){_KEY_NAME}(?![A-Za-z0-9_+])"
    r"|[\u2318\u2325\u21e7\u2303]{1,4}[A-Z0-9](?![A-Za-z0-9_])|(?<![A-Za-z0-9_])Esc(?![A-Za-z0-9_'’])",
    # What opens something, with a sign that no word has.
    r"(?<=(?:\b(?i:pass(?:word|code|phrase)|pin|kennwort|passwort): ?|(?:密码|口令)[：:] ?))"
    r"(?=\S{0,60}[\d_!#$%^&*+=@?-]\S)\S{3,64}(?<![.,;:])(?=\s|\Z)",
    r"(?<![A-Za-z0-9_+#.-])(?:[CFJ]#|[Cg]\+\+|Notepad\+\+)(?![A-Za-z0-9_+#])",
    rf"(?<![\w<])[A-Z][A-Za-z]{{1,40}}<{_TYPE}(?:, ?{_TYPE}){{0,4}}>",
    r"(?<=\b(?:BIC|SWIFT)(?: ?: ?| ))[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9_])",
    r"(?<=\b(?i:flight|train|bus|tram|line|route|ferry) )[A-Z]{1,3} ?\d{1,4}(?![A-Za-z0-9_-])"
    r"|(?<=\()[A-Z]{2,3} \d{2,4}(?=\))",
    r"\[(?:#\d{1,12}|[A-Z]{2,10}-\d{1,8})\]",  # of a ticket
    # What a change begins with.
    r"(?m:^)(?:feat|fix|docs|style|refactor|perf|test|build|ci|chore|revert)(?:\([\w./, -]{1,40}\)!?|!):",
    r"(?<!\w)[QH][1-4](?:[ /-]?(?:FY ?)?(?:(?:19|20)\d\d|['’]\d\d))?(?![\w'’-]|[.,]\d)",  # part of a year
    r"(?<![\w-])[A-Z]{4,20}\d{1,4}(?![\w-]|[.,]\d)",  # of a voucher
    r"(?<![\w/.])(?!(?:AND|YES|HE|SHE|ON|IN|OR)/)[A-Z]{1,4}(?:/[A-Z]{1,4}){1,3}(?![\w/'’])|(?<![\w/.])(?:n/a|y/n|c/o)(?![\w/])",
    # Of clothes.
    rf"(?<![\w/'’-]){_SIZE}(?:(?: ?[/|] ?|, ){_SIZE}){{1,9}}(?![\w/'’-])",
    rf"(?<=\b[Ss]ize ){_SIZE}(?![\w'’-])|(?<=\b[Ss]ize: ){_SIZE}(?![\w'’-])",
    r"(?<![\w-])[A-Za-z]{1,4}\d{1,4}-\d{2,6}[A-Za-z]{0,3}(?![\w-])",  # of a product
    # Of a line of work on a program.
    r"(?<![\w./-])(?:(?:feature|feat|bugfix|hotfix|release|origin|upstream)/|(?:fix|chore|docs|refactor)/(?=\w{0,30}[\d-]))"
    r"[A-Za-z0-9][\w-]{0,60}(?:[./]\w[\w-]{0,60}){0,5}(?![\w/])",
    r"(?<!\w)f/\d{1,2}(?:\.\d)?(?![\w./])|(?<!\w)(?i:arxiv|doi): ?\d[\w./-]{1,60}\w",
    # Letters and digits in turn, as in a password.
    r"(?<![\w.-])(?=[A-Za-z\d]{6,64}(?:&\w|(?![\w-])))(?=[A-Za-z]{0,20}\d)(?=[A-Za-z\d]{0,20}[a-z])"
    r"(?:[A-Za-z]{1,20}\d{1,9}|\d{1,9}[A-Za-z]{1,20}\d{1,9})(?:[A-Za-z]{1,20}\d{1,9}){1,12}[A-Za-z]{0,20}(?:&\w{1,20})?",
)
# In Chinese, a space or a stop has to say where the name of somebody or of a topic ends.
_CHINESE_NAMES: Final = (
    r"#\d{2,4}#(?!\w)",
    r"#(?=[^#\n]{0,80}[\u4e00-\u9fff])[^#\s，。！？：；、]{1,20}(?: [^#\s，。！？：；、]{1,20}){0,3}#(?!\w)",
    r"[@#](?=[\u4e00-\u9fff])[\w\u4e00-\u9fff-]{1,20}(?=[\s:：，,。！!？?]|\Z)",
)

_PLATE: Final = (  # of a car in China
    r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z][·•・]?(?=[A-Z0-9]{0,5}\d)[A-HJ-NP-Z0-9]{5,6}"
    r"(?![A-Za-z0-9])"
)
_HEX, _OCTET = r"[0-9A-Fa-f]", r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_GROUPS_OF_IPV6 = rf"(?:{_HEX}{{1,4}}(?::{_HEX}{{1,4}}){{0,6}})?"
_NUMBERS: Final = (
    # Of a meeting or a card, in groups.
    r"(?<![\w.,-])(?<!\d )[1-9]\d{2,3}(?= \d{3,4} \d{4}| \d{4} \d{1,4}(?!\d))(?: \d{3,4}){1,5}(?: \d{1,4})?"
    r"(?![\w-]|[.,:]\d)",
    r"\d{1,3}°[ ]?\d{1,2}['’′][ ]?(?:\d{1,2}(?:[.,]\d{1,6})?(?:\"|”|″|''|′′)[ ]?)?[NSEWO](?![\w'’])",  # of a place
    # Of somebody who may use a service.
    r"(?<![\w-])(?=[\w-]{16,128}(?![\w-]))(?=[A-Za-z_-]{1,60}\d)(?=[\w-]{0,60}\d[A-Za-z_]{1,30}\d)"
    r"[A-Za-z\d_]{1,60}(?:-[A-Za-z\d_]{1,60}){1,8}",
    rf"(?<![\w-]){_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}(?![\w-])",  # a UUID
    rf"(?<![\w:-])(?:{_HEX}{{2}}[:-]){{5}}{_HEX}{{2}}(?![\w:-])",  # of a network card
    rf"(?<![\w:])(?<!\w\.)(?:(?:{_HEX}{{1,4}}:){{7}}{_HEX}{{1,4}}|(?=[0-9A-Fa-f:]{{0,40}}?\d){_GROUPS_OF_IPV6}::"
    rf"{_GROUPS_OF_IPV6})(?:/\d{{1,3}})?(?!\w|:[\w:])|\[{_HEX}{{0,4}}:[0-9A-Fa-f:.]{{1,40}}\](?::\d{{1,5}}\b)?",
    rf"(?<![\w.]){_OCTET}(?:\.{_OCTET}){{3}}(?::\d{{1,5}})?(?:/\d{{1,2}})?(?!\w|\.\d)",
    r"(?<!\w)(?:IBAN:? )?[A-Z]{2}\d\d(?: ?[A-Z]{4})?(?: ?(?=[A-Z0-9]{0,3}\d)[A-Z0-9]{4}){2,7}"  # of a bank account
    r"(?: ?(?=[A-Z]{0,2}\d)[A-Z0-9]{1,3})?(?!\w)",
    rf"(?:(?<![\w+])(?<!\d[-./:,])(?!{DATE})(?:\+\d|\(\+?\d{{1,5}}\)|0\d{{1,5}}[ /-])"  # of a telephone
    rf"|(?<=[A-Za-z_])(?<!\bU)(?:\+\d|\([0+]\d{{1,5}}\)))(?:(?! {_DAY})[\d ()/.-]){{4,20}}\d"
    r"(?![\d\ufe0f\u20e3]|:\d)",
    rf"(?<![\w.,-])(?!{DATE})(?=[\d-]{{9,25}}[Xx]?(?![\w-]))\d{{1,7}}(?:-\d{{1,7}}){{2,5}}(?:-[Xx])?(?![\w-])",
    r"(?:(?<!\w)v\d+(?:\.\d+)+|(?<![\w.])(?!\d{1,3}(?:\.\d{3})+(?![\d.])|\d\d?\.\d\d?\.\d{4}(?!\d|\.\d))\d+(?:\.\d+){2,})"
    r"(?:[-+]?[A-Za-z][\w.+-]{0,30}(?<![.+-]))?(?!\w)",  # a version
    r"(?<![\w/])\d{2,3}/\d{3,4}/\d{4,5}(?![\w/])",  # of a tax office
    rf"\b0[xX]{_HEX}{{1,32}}\b",
    r"(?<![\w-])(?<!\d[:.,])(?!\d{4}-\d\d-\d\dT\d\d:)(?=[\w-]{0,40}?\d[\w-]{0,40}?\d[\w-]{0,40}?\d)(?=[0-9-]{0,40}[A-Z])"
    r"[A-Z0-9]+(?:-[A-Z0-9]+)*\b",
    r"\b(?=[0-9a-f]{0,63}[a-f])(?=[0-9a-f]{0,63}\d)[0-9a-f]{7,64}\b",
    r"(?<![\w.,/&@-])[A-Z]{1,11}(?:-[A-Z][A-Za-z]{0,5})?-\d{1,4}[A-Za-z]?(?![\w/]|[.,]\d|-\d)",  # COVID-19, UTF-8
)

CODES: Final = "|".join(
    (
        *QUOTED, *_ADDRESSES, *_PATHS, *_NAMES, *_CODE, *_FILES_AND_HOSTS, _MASKED, *_CHINESE_NAMES, *_WORDS_OF_CODE,
        *_NUMBERS, _PLATE
    )
)  # fmt: skip

# Behind a number, an underscore or a sign that something else begins with, as 12:30https://a.cn and -www.example.com.
_BEHIND_SIGN = r"(?<=(?<![\w+.=/%-])\d[\d.:,]{0,20}|_|%(?:\d\$|\(\w{1,20}\))?[sd]|(?<![\w=/:.&?#%+-])[-:/])"
TOUCHING: Final = (
    rf"{_BEHIND_SIGN}(?:(?i:(?:https?|ftp)://{_HOST}|www\.{_IN_URL})|(?:mailto|tel):{_IN_URL}){_BEHIND_HOST}"
    rf"|{_BEHIND_SIGN}{_MAIL}|(?<=[A-Za-z])mailto:(?=[\w.+%-]{{1,64}}@){_IN_URL}{_BEHIND_HOST}"
)
