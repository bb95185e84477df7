"""The player's page of points: figures, redemption, and refusals that keep the input."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models.users import State, User
from loyalty.models.points import PointsEntry
from loyalty.selectors.points import Points, load_points
from loyalty.selectors.tiers import find_tier_set_in_force
from loyalty.services import points as point_services, tier_refresh
from loyalty.services.redeeming import redeem_points
from loyalty.values import new_tier
from loyalty.values.new_tier import NewTier
from tests.casino import scenes
from tests.fixtures.reading import read_in
from tests.loyalty.test_points import earned
from tests.loyalty.test_tiers import TWO, in_force
from tests.wallet.ledger import funded, rows, usd
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database
PAGE = "/points/"


def at_the_page(points: str = "500", name: str = "ana") -> tuple[User, Client]:
    person = User.objects.get(pk=funded(name))
    User.objects.filter(pk=person.pk).update(display_currency="USD")
    if points != "0":
        earned(person.pk, points)
    client = scenes.signed_in(person)
    read_in(client, "en")
    return person, client


def words(text: str) -> str:
    """Return the text of a page without tags."""
    plain = re.sub(r"<[^>]+>", " ", text).replace("&nbsp;", " ").replace("\N{NO-BREAK SPACE}", " ")
    return re.sub(r"\s+", " ", plain)


def offered(client: Client, **sent: Any) -> dict[str, str]:
    """Return the fields of the confirmation form."""
    answer = client.post(
        f"{PAGE}redeem/", {"points": "300", "currency": "USD", "key": uuid4(), **sent}
    )
    assert answer.status_code == 200, words(answer.text)
    form = answer.text.partition("/points/redeem/confirm/")[2].partition("</form>")[0]
    return dict(re.findall(r'name="(key|points|currency|shown)"\s+value="([^"]*)"', form))


def test_the_page_shows_points_worth_and_next_tier() -> None:
    in_force()
    ana, client = at_the_page("420.5")
    named = PointsEntry.objects.get(player=ana).round_id  # not a stored round, so it has no number
    page = words(client.get(PAGE).text)
    for told in (
        "Points 420.50",
        "Worth today in USD $4.20",
        "Your tier: One",
        "You earned 420.50 points in the last 30 days.",
        "The next tier, Two, begins at 500.00 points.",
        "Whole points, from 100 to 420.",
        f"Earned in round {named} $420.50 \N{MULTIPLICATION SIGN} 1.00 +420.50 420.50",
    ):
        assert told in page, page


def test_a_reached_tier_is_announced_before_the_next() -> None:
    in_force([*TWO, NewTier("Three", 100_000, 300, 150)])
    _ana, client = at_the_page("620.5")
    page = words(client.get(PAGE).text)
    due = page.index("You have the points for Two. It starts tonight")
    assert page.index("Your tier: One") < due
    assert due < page.index("The next tier, Three, begins at 1,000.00 points.")
    tier_refresh.refresh_tiers()
    page = words(client.get(PAGE).text)
    assert "It starts tonight" not in page
    assert "The next tier, Three, begins at 1,000.00 points." in page


def test_an_offer_is_shown_alone() -> None:
    _ana, client = at_the_page()
    text = client.post(f"{PAGE}redeem/", {"points": "300", "currency": "USD", "key": uuid4()}).text
    assert words(text).count("Redeem points") == 0
    folded = text.partition('<details class="fold">')[2].partition("</details>")[0]
    assert "Another amount or currency" in folded
    assert text.count('action="/points/redeem/"') == folded.count('action="/points/redeem/"') == 1


def test_points_are_redeemed_as_shown_and_once() -> None:
    ana, client = at_the_page()
    sent = offered(client)
    assert sent["shown"] == "30000"
    for _ in range(2):
        answer = client.post(f"{PAGE}redeem/confirm/", sent)
        assert answer.status_code == 303
        assert answer["Location"] == PAGE
    assert (balance(ana.pk), load_points(ana.pk)) == (usd("103.00"), Points(20_000, 0))
    page = words(client.get(PAGE).text)
    assert "300 points became $3.00." in page
    assert "Redeemed → $3.00 -300.00 200.00" in page.replace("\N{MINUS SIGN}", "-")


def test_an_offer_moves_nothing() -> None:
    _ana, client = at_the_page()
    before = rows()
    offered(client)
    assert rows() == before


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"points": "501"}, "You do not have so many points."),
        ({"points": "99"}, "You need 100 points to redeem."),
        ({"points": "1.5"}, "1.5"),
        ({"points": "many"}, "many"),
        ({"currency": "EUR"}, "EUR"),
    ],
)
def test_an_invalid_amount_is_explained_at_its_field(sent: dict[str, str], told: str) -> None:
    _ana, client = at_the_page()
    before = rows()
    answer = client.post(
        f"{PAGE}redeem/", {"points": "300", "currency": "USD", "key": uuid4(), **sent}
    )
    assert answer.status_code == 422
    assert told in answer.text
    assert f'value="{sent.get("points", "300")}"' in answer.text
    assert "/points/redeem/confirm/" not in answer.text
    assert rows() == before


def test_an_offer_with_another_worth_is_shown_again() -> None:
    ana, client = at_the_page()
    sent = offered(client)
    in_force([new_tier.NewTier("One", 0, 100, 90)])
    tier_refresh.refresh_tier(ana.pk)
    before = rows()
    answer = client.post(f"{PAGE}redeem/confirm/", sent)
    assert answer.status_code == 409
    assert "$2.70" in words(answer.text)
    assert rows() == before


def test_another_amount_under_the_key_of_the_first_is_refused() -> None:
    _ana, client = at_the_page()
    sent = offered(client)
    client.post(f"{PAGE}redeem/confirm/", sent)
    before = rows()
    answer = client.post(f"{PAGE}redeem/confirm/", {**sent, "points": "100", "shown": "10000"})
    assert answer.status_code == 409
    assert rows() == before


@pytest.mark.parametrize("sent", [{"shown": ""}, {"key": "x"}, {"points": ""}])
def test_a_confirmation_that_lacks_something_moves_nothing(sent: dict[str, str]) -> None:
    _ana, client = at_the_page()
    whole = offered(client)
    before = rows()
    assert client.post(f"{PAGE}redeem/confirm/", {**whole, **sent}).status_code == 422
    assert rows() == before


def test_barred_players_get_the_reason_and_no_form() -> None:
    ana, client = at_the_page()
    sent = offered(client)
    User.objects.filter(pk=ana.pk).update(state=State.SUSPENDED)
    page = client.get(PAGE).text
    assert "Your account is suspended." in page
    assert 'name="points"' not in page
    before = rows()
    assert client.post(f"{PAGE}redeem/confirm/", sent).status_code == 403
    assert rows() == before


@pytest.mark.parametrize("state", ["suspended", "self_excluded", "operator_excluded"])
def test_excluded_players_are_not_invited_to_play(state: str) -> None:
    in_force()
    ana, client = at_the_page("420.5")
    playing = words(client.get(PAGE).text)
    assert "The next tier" in playing
    assert "stop counting toward your tier" in playing
    User.objects.filter(pk=ana.pk).update(state=state)
    page = words(client.get(PAGE).text)
    assert "You earned 420.50 points" in page
    for calling in ("The next tier", "older than that", "for another 30 days", "more lead"):
        assert calling not in page


def test_a_debt_is_named_and_repaid_first() -> None:
    ana, client = at_the_page()
    round_id = PointsEntry.objects.get(player=ana.pk).round_id
    assert round_id is not None
    redeem_points(ana, 500, "USD", key=uuid4())
    point_services.reverse_points(ana.pk, round_id, uuid4())
    page = words(client.get(PAGE).text)
    assert "Points that you owe 500.00" in page
    assert "You can redeem points again once what you owe is repaid." in page


def test_a_page_is_its_players_alone() -> None:
    ana, _client = at_the_page()
    redeem_points(ana, 300, "USD", key=uuid4())
    _ben, client = at_the_page("0", "ben")
    page = words(client.get(PAGE).text)
    assert "Points 0.00" in page
    assert "Redeemed" not in page
    assert Client().get(PAGE).status_code == 302
    assert Client().post(f"{PAGE}redeem/confirm/", {}).status_code == 302


def test_the_page_says_when_the_tier_changed_and_with_how_many_points() -> None:
    in_force()
    ana, client = at_the_page("499")
    tier_refresh.refresh_tier(ana.pk)
    earned(ana.pk, "1")
    tier_refresh.refresh_tier(ana.pk)
    in_force()  # the same tiers again: nobody changes tier
    tier_refresh.refresh_tier(ana.pk)

    page = client.get(PAGE)
    assert [(one.tier.name, one.points) for one in page.context["changes"]] == [
        ("Two", 50_000),
        ("One", 49_900),
    ]
    assert "Two, with 500.00 points gathered" in words(page.text)
    _ben, other = at_the_page("10", "ben")
    assert "When your tier changed" not in words(other.get(PAGE).text)


def test_without_points_no_next_step_is_shown() -> None:
    told = "All of these points count for the tier"
    _ana, client = at_the_page("0")
    assert told not in words(client.get(PAGE).text)
    _ben, client = at_the_page("10", "ben")
    assert told in words(client.get(PAGE).text)


def test_the_number_of_queries_does_not_depend_on_how_long_the_history_is(
    django_assert_max_num_queries: Any,
) -> None:
    ana, client = at_the_page()
    for _ in range(40):
        earned(ana.pk, "1")
    redeem_points(ana, 200, "USD", key=uuid4())
    client.get(PAGE)
    with django_assert_max_num_queries(21):
        client.get(PAGE)


def test_tiers_that_are_approved_for_later_are_announced() -> None:
    now = find_tier_set_in_force()
    same: dict[str, Any] = {"window_days": now.window_days, "redeem_from": now.redeem_from}
    in_force(effective_at=timezone.now() + timedelta(days=3), **same)
    _ana, client = at_the_page()
    page = words(client.get(PAGE).text)
    assert "there are other tiers: One from 0.00 on" in page
    assert "count for them" not in page


@pytest.mark.parametrize(
    "terms", [{"window_days": 7, "redeem_from": 100}, {"window_days": 365, "redeem_from": 2000}]
)
def test_other_terms_of_tiers_to_come_are_announced_with_them(terms: dict[str, Any]) -> None:
    in_force(effective_at=timezone.now() + timedelta(days=3), **terms)
    _ana, client = at_the_page()
    told = "Points of the last {window_days} days count for them; the minimum to redeem is {redeem_from:,}."
    assert told.format(**terms) in words(client.get(PAGE).text)
