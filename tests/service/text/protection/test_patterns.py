"""Codes, addresses and placeholders are found whole, and what only resembles one is left alone."""

import pytest

from service.text.marks import MarkedText
from service.text.options import TranslationOptions
from service.text.protection.protect import is_suspect, protected_spans


def found(text: str) -> list[str]:
    language = "zh" if "\u3400" <= text[0] <= "\u9fff" else "en"
    return [span.target for span in protected_spans(MarkedText(text), TranslationOptions(), language)]


@pytest.mark.parametrize(
    "code",
    [
        "550e8400-e29b-41d4-a716-446655440000",
        "550E8400-E29B-41D4-A716-446655440000",
        "DE89 3704 0044 0532 0130 00",
        "GB82 WEST 1234 5698 7654 32",
        "DE89370400440532013000",
        "192.168.1.100",
        "192.168.1.100:8080",
        "10.0.0.0/8",
        "2001:db8::1",
        "::1",
        "fe80::1ff:fe23:4567:890a/64",
        "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
        "[2001:db8::1]:443",
        "00:1A:2b:3C:4D:5e",
        "00-1a-2b-3c-4d-5e",
        "978-3-16-148410-0",
        "0-306-40615-X",
        "555-123-4567",
        "01-23-45-67-89",
        "HTTPS://EXAMPLE.COM/PATH",
        "Https://Example.com/a?b=1",
        "WWW.EXAMPLE.COM",
        "https://müller.de/größe",
        "tom@müller.de",
        "TOM.O@EXAMPLE.COM",
        "jörg@example.org",
        "example.com:8080/x",
        "localhost:3000",
        "MyClass::method",
        "std::vector",
        "crate::Foo::new()",
        "$HOME/.bashrc",
        "${HOME}/x",
        "./a.sh",
        "../b/c",
        "~/x/y.txt",
        "~root/x",
        "/usr/bin/env",
        r"C:\Users\x",
        r"C:\\Users\\x",
        r"C:\Program Files (x86)\Jörg\a.exe",
        "C:/Users/x",
        r"\\server\share\x",
        r"%APPDATA%\x\y.ini",
        "foo()",
        "os.path.join()",
        "$(PATH)",
        "foo(bar, baz)",
        "alert(1)",
        "range(1, 10)",
        'print("hello there")',
        "f('x')",
        "open(name, mode='w')",
        "get_user(id)",
        "getUser(id)",
        "console.log(x)",
        "len(my_list)",
        "max(len(a), b.size())",
        "arr[i]",
        "1.2.3",
        "v2.4",
        "1.2.100",
        "2.13.0+cu121",
        "1.2.3-beta.1",
        "1.0.0rc1",
        "a1b2c3d4e5f6",
        "3f2a9c1",
        "#1a2b3c",
        "#FFF",
        "#00ff00",
        "0xDEADbeef",
        "README.MD",
        "data.CSV",
        "IMG_1234.JPG",
        "main.rs",
        "a.tar.gz",
        "Übersicht-größe.pdf",
        "<%= foo %>",
        "<% if x %>",
        "<?php echo 1 ?>",
        "{{{raw}}}",
        "[[/link]]",
        "2024-01-02 12:30",
        "2024-03-05 10:20:30",
        "2024-03-05T10:20:30Z",
        "2024-03-05T10:20:30.123+02:00",
        "01/02/2024 12:30",
        "05/10/15",
        "``x``",
        "``pip install a`b``",
        "```code` here```",
        "`the docs <https://a.b>`_",
        "MY_VAR=1",
        "#A-12345/B",
        "COVID-19",
        "SARS-CoV-2",
        "UTF-8",
        "F-16",
        "/tmp",
        "/home",
        "java.util.logging.ConsoleHandler",
        "os.path.join",
        "git@github.com:a/b.git",
        "user@host:/path",
        "@:common.ok",
        "@.lower:(a.b)",
        "[% name %]",
        "*|FNAME|*",
        "::name::",
        "%%name%%",
        "<<name>>",
        "@name@",
        "555-1234",
        "10-20",
        "10–20",
        "9:00-17:00",
        "70-90%",
        "29%-75%",
        "1990–95",
    ],
)
@pytest.mark.parametrize("sentence", ["The one is {} here", "Take {}.", "It is ({}), or not", "我们用{}来做"])
def test_a_code_is_found_whole(code: str, sentence: str) -> None:
    text = sentence.replace("{}", code)
    assert found(text) == [code]
    assert is_suspect(text, "en")


@pytest.mark.parametrize("url", ["https://例え.jp/", "https://例え.jp", "http://www.例子.com/a"])
def test_a_host_may_be_in_any_script(url: str) -> None:
    assert found(f"Go to {url} now") == [url]
    assert found(f"请看 {url}。") == [url]


def test_a_path_in_another_script_is_found_with_its_host() -> None:
    assert "".join(found("Go to https://例え.jp/パス now")) == "https://例え.jp/パス"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Size: %dMB", ["%d"]),
        ("Size: %.2fKB of %5.1fGB", ["%.2f", "%5.1f"]),
        ("%sRead more%s", ["%s", "%s"]),
        ("Click %shere%s to go on.", ["%s", "%s"]),
        ("Read %1$smore%2$s.", ["%1$s", "%2$s"]),
        ("%1$dx, %02dh and %-5dpx", ["%1$d", "%02d", "%-5d"]),
        ("It took %ds, %dms or %ldKB.", ["%d", "%d", "%ld"]),
        ("%dpx wide, the %dth of %d", ["%d", "%d", "%d"]),
        ("%@says %@.", ["%@", "%@"]),
        ("%ss left", ["%s"]),
        ("%(size)dMB of %(all)s", ["%(size)d", "%(all)s"]),
        ("我有%dMB和%1$s个", ["%d", "%1$s"]),
        ("{0}% of {{all}}%, ${n} % here", ["{0}%", "{{all}}%", "${n} %"]),
        ("{a} % {b}, {0}%s and {0}%{1}", ["{a}", "{b}", "{0}", "%s", "{0}", "%{1}"]),
        ("已完成{percent}%", ["{percent}%"]),
    ],
)
def test_a_placeholder_of_printf_may_touch_a_word(text: str, parts: list[str]) -> None:
    assert found(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "I am 100% sure, 5% discount, 50 % of them.",
        "It is 100%cotton, 20%off and 5%discount.",
        "The %age of it, a %discount and the %share.",
        "Take the file(s) and a(n) apple, he(she) or item(s).",
        "The colour(color) of Berlin(Germany) is note(a).",
        "The score was 13-21-3 and 6-4-3 at 10:20:30.",
        "See chapter 3: the end. Then:: no.",
        "and/or, he/she, km/h. A ratio of 1:2:3.",
        "It is 5/month, or ~five.",
        "He /she and his /her, fore-/background or a/b.",
        "I don't know the Top-10, nor Apollo-11.",
        "The US is big.It is true. Mr.Smith left.",
        "NOTE: AB12 THIS MUST STOP NOW",
        "A decade, a facade; 12:30, 1.5 and 2.0.",
    ],
)
def test_what_only_resembles_one_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Call 030 123456 1️⃣ now", ["030 123456", "1️⃣"]),
        ("Call 0800 123 4567 12:30", ["0800 123 4567"]),
        ("On 2024-01-02 0800 123 4567", ["2024-01-02", "0800 123 4567"]),
        ("Call 01 23 45 67 89, 030/123456 or +44 20 7946 0958", ["01 23 45 67 89", "030/123456", "+44 20 7946 0958"]),
        ("It was 12.05.2024 or 2.200.112", ["12.05.2024", "2.200.112"]),
        ("Between 2024-01-02 and 2024-01-03 12:30", ["2024-01-02", "2024-01-03 12:30"]),
        ("Look at https://a.b/2024-01-02T10:20:30Z/x", ["https://a.b/2024-01-02T10:20:30Z/x"]),
    ],
)
def test_a_telephone_is_no_date_and_takes_nothing_from_its_neighbours(text: str, parts: list[str]) -> None:
    assert found(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Use ``a`` to get it. See `b` and the `dog and `c`.", ["``a``", "`b`", "`", "`c`"]),
        ("```` ```a``` ```` and ``` b ```", ["```` ```a``` ````", "``` b ```"]),
    ],
)
def test_words_between_two_codes_are_no_code(text: str, parts: list[str]) -> None:
    assert found(text) == parts


def test_a_backtick_in_a_word_is_shown_as_the_apostrophe_that_it_stands_for() -> None:
    spans = protected_spans(MarkedText("I don`t know the dog´s name"), TranslationOptions(), "en")
    assert [(span.target, span.sign) for span in spans] == [("", "'"), ("", "'")]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("请看 https://zh.wikipedia.org/wiki/中国 。", "https://zh.wikipedia.org/wiki/中国"),
        ("请看（https://zh.wikipedia.org/wiki/中国）。", "https://zh.wikipedia.org/wiki/中国"),
        ("请看 zh.wikipedia.org/wiki/中国/历史 吧", "zh.wikipedia.org/wiki/中国/历史"),
        ("请看“https://a.cn/搜索?词=中国&x=1”。", "https://a.cn/搜索?词=中国&x=1"),
        ("请看https://例子.测试/路径", "https://例子.测试/路径"),
        ("请看 https://例子.测试 吧", "https://例子.测试"),
        ("请看https://a.cn/x里的内容。", "https://a.cn/x"),
        ("请看https://a.cn/x里的内容", "https://a.cn/x"),
        ("请看https://a.cn里的", "https://a.cn"),
        ("请看https://a.cn/中国。", "https://a.cn/"),
        ("请访问（https://example.com/a_(b)）看看。", "https://example.com/a_(b)"),
        ("请看《https://example.com/a》。", "https://example.com/a"),
        ("See zh.wikipedia.org/wiki/a_(b), it is", "zh.wikipedia.org/wiki/a_(b)"),
        ("See (http://a.b/c_(d)).", "http://a.b/c_(d)"),
        ("See http://a.b/c_(d)_e?x=(1) now", "http://a.b/c_(d)_e?x=(1)"),
        ("See (http://a.b/c).", "http://a.b/c"),
    ],
)
def test_an_address_has_characters_and_brackets_that_belong_to_it(text: str, url: str) -> None:
    assert found(text) == [url]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Look at 12:30https://a.cn/x or __x__https://a.cn", ["12:30", "https://a.cn/x", "__x__", "https://a.cn"]),
        ("Look: -www.a.cn/x, :https://a.cn, /user@a.cn", ["www.a.cn/x", "https://a.cn", "user@a.cn"]),
        ("Write %1$shttps://a.cn or meetmailto:a@a.cn", ["%1$s", "https://a.cn", "mailto:a@a.cn"]),
        ("Write to {name}@example.com now", ["{name}", "@example.com"]),
        (
            "See &quot;https://a.cn/b&quot; or https://a.cn/c&nbsp;now",
            ["&quot;", "https://a.cn/b", "&quot;", "https://a.cn/c", "&nbsp;"],
        ),
        ("See https://a.cn/?a=1&amp;b=2 now", ["https://a.cn/?a=1&amp;b=2"]),
        ("Press __x__1\ufe0f\u20e3 now", ["__x__", "1\ufe0f\u20e3"]),
        ("Open a$HOME/bin or irc.gnome.org#gnucash", ["$HOME/bin", "irc.gnome.org", "#gnucash"]),
        ("See ...v1.2.3 or ...2001:db8::1: now", ["v1.2.3", "2001:db8::1"]),
        ("Hello%sWorld, Hello%dworld", ["%s", "%d"]),
        ("Call+49 30 1234567 or Tel(030) 1234567", ["+49 30 1234567", "(030) 1234567"]),
        ("Run `npm install`now, or run`npm install`.", ["`npm install`", "`npm install`"]),
    ],
)
def test_a_part_is_found_whatever_is_directly_before_it(text: str, parts: list[str]) -> None:
    assert found(text) == parts


def test_a_telephone_number_ends_before_a_date() -> None:
    assert found("Call +49 30 1234567 2024-05-01 or +49 30 1234567 1.5.2024") == [
        "+49 30 1234567", "2024-05-01", "+49 30 1234567", "1.5.2024",
    ]  # fmt: skip
