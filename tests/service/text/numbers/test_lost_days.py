"""A day of the week or a month that a translation does not name is told; one that it says otherwise, and a word that is
none, are not."""

import pytest

from service.text.numbers.lost_days import day_spans, lost_days, names_day
from service.text.spans import Kind, Span

EN_DE = ("en", "de")
ZH_EN = ("zh", "en")


@pytest.mark.parametrize(
    ("source", "target", "languages", "lost"),
    [
        ("We meet on Thursday.", "Wir treffen uns am Samstag.", EN_DE, ("Thursday",)),
        ("We meet on Thursday.", "Wir treffen uns.", EN_DE, ("Thursday",)),
        ("from Monday to Saturday", "bis Samstag", EN_DE, ("Monday",)),
        ("I hate mondays.", "Ich hasse Monde.", EN_DE, ("mondays",)),
        ("CLOSED ON FRIDAYS", "GESCHLOSSEN", EN_DE, ("FRIDAYS",)),
        ("in March", "im Mai", EN_DE, ("March",)),
        ("on May 5th", "am fünften", EN_DE, ("May",)),
        ("29 March", "am 29.", EN_DE, ("March",)),
        ("Due Mar. 3", "Fällig 3", EN_DE, ("Mar",)),
        ("Jan - Mar", "Januar - Markt", EN_DE, ("Mar",)),
        ("our June sale", "unser Juniorverkauf in Juwelen", EN_DE, ()),
        ("May and June", "Juni", EN_DE, ()),  # it may be a name, or a wish
        ("我们星期二见。", "See you on Thursday.", ZH_EN, ("星期二",)),
        ("每周一开会。", "A meeting every week.", ZH_EN, ("周一",)),
        ("礼拜天不上班。", "No work.", ZH_EN, ("礼拜天",)),
        ("星期六到6月1日", "Sundays June 1", ZH_EN, ("星期六",)),
        ("星期一至星期五", "Friday", ZH_EN, ("星期一",)),
        ("十二月很冷。", "October is cold.", ZH_EN, ("十二月",)),
    ],
)
def test_it_is_told(source: str, target: str, languages: tuple[str, str], lost: tuple[str, ...]) -> None:
    assert lost_days(source, target, languages) == lost


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("on Mondays", "montags", EN_DE),
        ("on Monday morning", "am Montagmorgen", EN_DE),
        ("on Saturday", "am Sonnabend", EN_DE),
        ("every Sunday", "sonntägliche Ausflüge", EN_DE),
        ("Good Friday", "Karfreitag", EN_DE),
        ("on Saturday and Sunday", "am Wochenende", EN_DE),
        ("Monday to Friday", "werktags, jeden Wochentag", EN_DE),
        ("on February 27th", "am 27.2.", EN_DE),
        ("on December 7, 1941", "am 7.12.1941", EN_DE),
        ("5 January", "5. Jan.", EN_DE),
        ("Tuesday, 5 May", "Di, 5. Mai", EN_DE),
        ("She finished in March.", "Sie war in March fertig.", EN_DE),  # not translated, but to be read
        ("May I come in?", "Darf ich reinkommen?", EN_DE),
        ("MAY I COME IN?", "DARF ICH REINKOMMEN?", EN_DE),
        ("March 5 miles!", "Marschiert 5 Meilen!", EN_DE),
        ("They march in step.", "Sie gehen im Gleichschritt.", EN_DE),
        ("an august assembly", "eine erhabene Versammlung", EN_DE),
        ("The sun sat low, and we wed.", "Die Sonne stand tief.", EN_DE),
        ("Write to may@monday.com", "Schreiben Sie", EN_DE),
        ("我一周一次", "once a week", ZH_EN),
        ("每星期一次", "once a week", ZH_EN),
        ("每星期六个小时", "six hours a week", ZH_EN),
        ("他这个星期一直很忙", "He was busy this week.", ZH_EN),
        ("每周五天", "five days a week", ZH_EN),
        ("下一月", "next month", ZH_EN),
        ("本周天气", "this week's weather", ZH_EN),
        ("周日见", "See you on Sunday.", ZH_EN),
        ("十一月", "November", ZH_EN),
        ("on Monday", "lundi", ("en", "fr")),
        ("lundi", "Dienstag", ("fr", "de")),
    ],
)
def test_what_is_said_otherwise_or_is_none_is_not_told(source: str, target: str, languages: tuple[str, str]) -> None:
    assert lost_days(source, target, languages) == ()


def test_it_is_known_whether_a_text_names_any() -> None:
    assert names_day("See you on Sunday.", "en-US")
    assert names_day("十月见。", "zh")
    assert not names_day("The wedding of Mary and Jan.", "en")
    assert not names_day("Sonntag", "de")


@pytest.mark.parametrize(
    ("text", "lost", "languages", "expected"),
    [
        ("We eat fish on Fridays.", ("Fridays",), EN_DE, [Span(15, 22, Kind.DAY, "Freitag")]),
        ("OPEN FRIDAY", ("FRIDAY",), EN_DE, [Span(5, 11, Kind.DAY, "FREITAG")]),
        ("He came in March.", ("March",), EN_DE, [Span(11, 16, Kind.MONTH, "März")]),
        ("He came on March 22nd.", ("March",), EN_DE, [Span(11, 21, Kind.DAY, "22. März")]),
        ("He came in March 2020.", ("March",), EN_DE, [Span(11, 21, Kind.MONTH, "März 2020")]),
        ("星期二见", ("星期二",), ZH_EN, [Span(0, 3, Kind.DAY, "Tuesday")]),
        ("on Monday", (), EN_DE, []),
        ("on Monday", ("Monday",), ("en", "fr"), []),
    ],
)
def test_it_can_be_kept(text: str, lost: tuple[str, ...], languages: tuple[str, str], expected: list[Span]) -> None:
    source, target = languages
    assert [*day_spans(text, lost, target, source)] == expected
