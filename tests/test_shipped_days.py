"""Days of the week and months, through a real server with the models that come with it: each is there, or is told."""

import httpx
import pytest

from tests.shipped import answer_to, request_for, streamed_answer_to


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("It's Wednesday.", "Mittwoch"),
        ("They eat fish on Fridays.", "Freitag"),
        ("We don't have class on Wednesday afternoons.", "Mittwoch"),
        ("My birthday is on March 22.", "22. März"),
        ("He returned from Holland in June.", "Juni"),
        ("It's already November, but it hasn't snowed yet.", "November"),
        ("On Mondays, he's always at home.", "Montag"),
        ("See you Fri!", "Fr!"),
        ("Next Wed we meet.", "Mi"),
        ("Opening hours: Mon–Thu 8:00–18:00, Fri 8:00–16:00", "Mo–Do 8:00–18:00, Fr 8:00–16:00"),
        ("Mon | Tue | Wed | Thu | Fri | Sat | Sun", "Mo | Di | Mi | Do | Fr | Sa | So"),
    ],
)
def test_it_is_named_and_a_stream_says_so_too(shipped_client: httpx.Client, text: str, part: str) -> None:
    body = request_for(text)
    found = str(answer_to(shipped_client, body)["translatedText"])
    assert found.count(part) == 1, found
    assert streamed_answer_to(shipped_client, body)["translatedText"] == found


def test_one_that_is_lost_is_told(shipped_client: httpx.Client) -> None:
    warnings = answer_to(shipped_client, request_for("The meeting moved to 3:15 p.m. on Thursday"))["warnings"]
    assert [warning["values"]["missing"] for warning in warnings] == [["Thursday"]]


def test_a_wish_is_no_month(shipped_client: httpx.Client) -> None:
    assert "warnings" not in answer_to(shipped_client, request_for("May I come in?"))
