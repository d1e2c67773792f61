"""What everyday English has beside its words, through the shipped model: ordinals, kings, wars, short names, rates."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.shipped import answer_to

Ask = Callable[[str], dict[str, Any]]


@pytest.fixture
def ask(shipped_client: httpx.Client) -> Ask:
    """Into German."""
    return lambda text: answer_to(shipped_client, {"q": text, "source": "en", "target": "de"})


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("World War I was terrible.", ("erste Weltkrieg",)),
        ("My grandfather fought in World War I.", ("ersten Weltkrieg",)),
        ("Elizabeth I was born in 1533.", ("Elizabeth I", "1533")),
        ("Our office is on the 2nd floor.", (" 2. ",)),
        ('"Where are you?" asked Tom.', ('?"',)),
        ("A – B", ("A – B",)),
        ("Do you smoke? Yes/No", ("Ja/Nein",)),
        ("I landed at JFK.", ("JFK",)),
        ("The CEO called the FDA.", ("CEO", "FDA")),
        ("Chicago, IL 60601", ("IL 60601",)),
        ("If a > b and b > c, then a > c.", ("a > b", "b > c", "a > c")),
        ("ISBN 978-3-16-148410-0", ("ISBN 978-3-16-148410-0",)),
        ("16 GB RAM, 512 GB SSD", ("RAM", "SSD")),
        ("No. 7 on the list", ("Nr. 7",)),
        ("Mr. O'Neill met Tom.", ("O'Neill",)),
        ("00:00 to 06:00 UTC", ("06:00 UTC",)),
        ("from $5 to $10 per hour", ("$5", "$10 pro Stunde")),
        ("about 1,000 sq ft", ("1,000 sq ft",)),
        ("He is 6' 2\" tall.", ("6' 2\"",)),
        ("Use the -v option.", (" -v",)),
        ("Size: XL", (" XL",)),
        ("localhost:8080/admin", ("localhost:8080/admin",)),
        ("Preheat oven to 200C/400F.", ("200C/400F",)),
        ("Chill for 2 hrs or overnight.", ("2 h",)),
        ("Delivery in approx. 45 mins.", ("45 min",)),
        ("1.1 Scope\n1.2 Terms", ("1.1 ", "\n1.2 ")),
        ("Caesar died in 44 BC.", ("44 v. Chr.",)),
        ("Late fee: 1.5% per month", ("1.5 % pro Monat",)),
        ("Zone:\nI. Overview\nII. Details", ("\nI. ", "\nII. ")),
        ("at 12 midnight", ("24:00",)),
        ("3 ½ inches", ("3 ½ Zoll",)),
    ],
)
def test_it_is_there(ask: Ask, text: str, kept: tuple[str, ...]) -> None:
    translation = ask(text)["translatedText"]
    assert [part for part in kept if part not in translation] == []


@pytest.mark.parametrize("text", ["Take the 1st left.", "He scored in the 89th minute."])
def test_what_an_ordinal_counts_is_told_if_it_is_lost(ask: Ask, text: str) -> None:
    answer = ask(text)
    assert answer["translatedText"].endswith(tuple("123456789.")) == bool(answer.get("warnings"))
