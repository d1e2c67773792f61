"""Language codes on the wire, and their names.

Inside, a language is the code that the bundles use (`zh`). On the wire Chinese has two forms, `zh-Hans` and
`zh-Hant`; any of them, any regional form such as `en-GB`, and the codes of three letters are accepted in any case.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from service.text.detect import Detection

SIMPLIFIED: Final = "zh-Hans"
TRADITIONAL: Final = "zh-Hant"
TRADITIONAL_REGIONS: Final = frozenset({"tw", "hk", "mo"})
_CHINESE_SCRIPTS: Final = frozenset({"hans", "hant", "hani"})
OTHER_ALIASES: Final = {"in": "id", "iw": "he", "nb": "no", "pb": "pt"}
# ISO 639-3, as in NLLB's eng_Latn, and the codes of ISO 639-2 that libraries use.
THREE_LETTERS: Final = {
    "ara": "ar", "arb": "ar", "bul": "bg", "cat": "ca", "ces": "cs", "chi": "zh", "cmn": "zh", "cze": "cs",
    "dan": "da", "deu": "de", "dut": "nl", "ell": "el", "eng": "en", "est": "et", "fas": "fa", "fin": "fi",
    "fra": "fr", "fre": "fr", "ger": "de", "gre": "el", "heb": "he", "hin": "hi", "hun": "hu", "ind": "id",
    "ita": "it", "jpn": "ja", "kor": "ko", "lav": "lv", "lit": "lt", "lvs": "lv", "nld": "nl", "nob": "no",
    "nor": "no", "per": "fa", "pes": "fa", "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru",
    "slk": "sk", "slo": "sk", "slv": "sl", "spa": "es", "swe": "sv", "tha": "th", "tur": "tr", "ukr": "uk",
    "vie": "vi", "zho": "zh",
}  # fmt: skip
NAMES: Final = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish",
    "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian",
    "sv": "Swedish", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese",
    SIMPLIFIED: "Chinese", TRADITIONAL: "Chinese (traditional)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Language:
    """One language as users name it, and the code that bundles know it by."""

    wire: str
    code: str

    @property
    def name(self) -> str:
        """In English; the code where no name is known."""
        return NAMES.get(self.wire, self.wire)

    def __str__(self) -> str:
        return f"{self.name} ({self.wire})"


def language_of(code: str) -> Language:
    """The language behind a bundle's own code."""
    return Language(SIMPLIFIED, code) if code == "zh" else Language(code, code)


def taken_for(source: Language, detection: Detection | None) -> str:
    """What an error about a language has to add where it was detected: it may be another one."""
    if detection is None:
        return ""
    sureness = f"with a confidence of {detection.confidence:g} of 100"
    return f"; the text was taken for {source} {sureness}: give its source language if it is another one"


def unavailable(target: Language, source: Language, detection: Detection | None, where: str = "") -> str:
    """What to say where nothing translates from one language to another."""
    return f"{target} is not available as a target language from {source}{where}{taken_for(source, detection)}"


def find_language(text: str, known: Collection[str]) -> Language | None:
    """The language that a user means by `text`, if its code is among `known`."""
    tag = text.lower().replace("_", "-")
    if tag not in known:
        tag = _with_two_letters(tag)
    if _is_traditional(tag):
        return Language(TRADITIONAL, "zh") if "zh" in known else None
    if _is_other_chinese(tag):
        return language_of(tag) if tag in known else None
    language = tag.partition("-")[0]
    for code in (tag, OTHER_ALIASES.get(tag, tag), language, OTHER_ALIASES.get(language, language)):
        if code in known:
            return language_of(code)
    return None


def _with_two_letters(tag: str) -> str:
    """The tag with a language's short code in place of its long one, as `zh-hant` for `zho-hant`."""
    language, dash, rest = tag.partition("-")
    return f"{THREE_LETTERS.get(language, language)}{dash}{rest}"


def _is_traditional(tag: str) -> bool:
    """Whether a tag names the script, or a region where it is the usual one, as in zh-Hant-TW and zh-HK."""
    language, *parts = tag.split("-")
    is_usual = "hans" not in parts and not TRADITIONAL_REGIONS.isdisjoint(parts)
    return tag == "zt" or (language == "zh" and ("hant" in parts or is_usual))


def _is_other_chinese(tag: str) -> bool:
    """Whether a tag names another Chinese language, as in zh-yue, or a script that no model reads, as in zh-Latn."""
    language, *parts = tag.split("-")
    others = (part for part in parts[:1] if len(part) == 3 and part.isalpha() and part != "cmn")
    scripts = (part for part in parts if len(part) == 4 and part.isalpha() and part not in _CHINESE_SCRIPTS)
    return language == "zh" and any((*others, *scripts))


def by_name(languages: Iterable[Language]) -> list[Language]:
    """Sorted as a person looks for them: English first, the others by name."""
    return sorted(languages, key=lambda language: (language.code != "en", language.name))
