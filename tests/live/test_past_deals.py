"""Pages of past deals of a live table: each player sees the own round, and a closed shoe can be verified."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.roles.values import Role
from blackjack.verification import verify
from casino.fairness.selectors.closed_shoes import share_token
from casino.fairness.services.shoes import close_shoe
from casino.models import (
    Shoe,
)
from compliance.shoes.selectors.shoe_proofs import prove_shoe
from tests.accounts.staff import inside, staff
from tests.live.scenes import (
    a_table_that_deals,
    dealt_to,
    played_out,
)
from tests.live.test_page import page_of, signed_in
from tests.live.test_turns import both_decide

pytestmark = pytest.mark.database


def test_results_and_history_show_the_own_round() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    played_out(place)
    client = signed_in(ana)
    page = page_of(client, place)
    assert "live-result" in page
    assert str(ana.round.public_id) in page
    assert str(luis.round.public_id) not in page
    for name, arguments in (
        ("history", []),
        ("round", [ana.round.public_id]),
        ("replay", [ana.round.public_id]),
        ("round_rules", [ana.round.public_id]),
        ("history_file", []),
    ):
        assert client.get(reverse(f"casino:{name}", args=arguments)).status_code == 200, name
    assert client.get(reverse("casino:round", args=[luis.round.public_id])).status_code == 404


def test_a_link_to_a_live_shoe_shows_each_reader_the_own_amounts_alone() -> None:
    """The transcript omits other players' stakes, and still verifies for everybody."""
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    played_out(place)
    shoe = ana.round.deal.shoe
    close_shoe(shoe, Shoe.CloseReason.CUT_CARD)
    address = reverse("casino:transcript", args=[share_token(shoe)])

    def stakes(client: Client) -> list[object]:
        text = client.get(address).text
        assert all(check.passed for check in verify(text))
        (deal,) = json.loads(text)["rounds"]
        return [bet["stake"] for bet in deal["bets"]]

    assert stakes(signed_in(ana)) == ["10", None]
    assert stakes(signed_in(luis)) == [None, "10"]
    assert stakes(Client()) == [None, None]
    assert stakes(inside(staff(Role.OPERATOR))) == [None, None]


def test_a_live_shoe_proves_for_compliance() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    played_out(place)
    shoe = ana.round.deal.shoe
    close_shoe(shoe, Shoe.CloseReason.CUT_CARD)
    found = prove_shoe(shoe)
    assert found.failed == []
    assert len(found.rounds) == 2
