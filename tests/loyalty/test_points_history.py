"""The history of a player's points: pages, descriptions of entries, and no COUNT or OFFSET."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from loyalty.services.redeeming import redeem_points
from loyalty.values.new_tier import NewTier
from tests.loyalty.test_points import earned
from tests.loyalty.test_points_page import PAGE, at_the_page, words
from tests.loyalty.test_tiers import in_force

pytestmark = pytest.mark.database


def followed(text: str, way: str) -> str:
    """Return the link to older ("next") or newer ("prev") entries, or an empty string."""
    found = re.findall(rf'href="([^"]*)"\s+rel="{way}"', text)
    return found[0].replace("&amp;", "&") if found else ""


def test_the_history_has_pages_that_lead_forth_and_back_and_stay_where_they_are() -> None:
    ana, client = at_the_page()
    for _ in range(60):
        earned(ana.pk, "1")
    pages = [client.get(PAGE)]
    while older := followed(pages[-1].text, "next"):
        pages.append(client.get(older))
    seen = [[entry.seq for entry in page.context["history"]] for page in pages]
    assert seen == [[*range(61, 36, -1)], [*range(36, 11, -1)], [*range(11, 0, -1)]]
    assert followed(pages[0].text, "prev") == ""

    earned(ana.pk, "1")
    back = client.get(followed(pages[2].text, "prev"))
    assert [entry.seq for entry in back.context["history"]] == seen[1]
    assert "#history" in followed(back.text, "prev")
    first = client.get(followed(back.text, "prev"))
    assert [entry.seq for entry in first.context["history"]] == seen[0]
    newest = client.get(followed(first.text, "prev"))
    assert [entry.seq for entry in newest.context["history"]] == [62]


def test_an_entry_says_what_its_points_are_for() -> None:
    ana, client = at_the_page("0")
    in_force([NewTier("One", 0, 125, 5)])
    named = earned(ana.pk, "200.0079")
    redeem_points(ana, 200, "USD", key=uuid4())
    page = words(client.get(PAGE).text)
    assert f"Earned in round {named} $200.0079 \N{MULTIPLICATION SIGN} 1.25 +250.00" in page
    assert page.count(" \N{MULTIPLICATION SIGN} ") == 1


@pytest.mark.parametrize(
    "odd", ["before=1", "after=99", "before=x", "after=-1", f"before={10**30}"]
)
def test_an_odd_number_in_the_address_shows_the_newest(odd: str) -> None:
    _ana, client = at_the_page()
    assert [entry.seq for entry in client.get(f"{PAGE}?{odd}").context["history"]] == [1]


def test_the_history_is_looked_through_by_kind_page_after_page() -> None:
    ana, client = at_the_page()
    for _ in range(30):
        earned(ana.pk, "1")
    redeem_points(ana, 200, "USD", key=uuid4())

    page = client.get(f"{PAGE}?kind=redeemed")
    assert [entry.kind for entry in page.context["history"]] == ["redeemed"]
    page = client.get(f"{PAGE}?kind=earned")
    page = client.get(followed(page.text, "next"))
    assert [entry.kind for entry in page.context["history"]] == ["earned"] * 6
    assert "None of your points moved like this." in client.get(f"{PAGE}?kind=debt").text
    odd = client.get(f"{PAGE}?kind=x")
    assert {entry.kind for entry in odd.context["history"]} == {"earned", "redeemed"}


def test_the_pages_of_the_history_beside_an_offer_are_those_of_the_page() -> None:
    ana, client = at_the_page()
    for _ in range(30):
        earned(ana.pk, "1")
    sent = {"points": "300", "currency": "USD", "key": uuid4()}
    answer = client.post(f"{PAGE}redeem/", sent)
    address = followed(answer.text, "next")
    assert client.get(address).status_code == 200
    assert address.startswith(f"{PAGE}?")


def test_nothing_is_counted_however_long_the_history_is() -> None:
    ana, client = at_the_page()
    for _ in range(30):
        earned(ana.pk, "1")
    with CaptureQueriesContext(connection) as asked:
        client.get(PAGE)
    of_entries = [one["sql"] for one in asked if 'FROM "loyalty_entry"' in one["sql"]]
    assert of_entries
    assert not [sql for sql in of_entries if "COUNT(" in sql or "OFFSET" in sql]
