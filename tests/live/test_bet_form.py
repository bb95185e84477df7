"""The form of a bet at a live table: changed, taken back, with side bets and choices of a bet behind."""

import re

import pytest

from blackjack.choices import Choices
from casino.live.selectors.table_state import load_table
from casino.live.services.betting import withdraw_wager
from casino.live.words.table_view import view_table
from casino.models import (
    Place,
    Wager,
)
from tests.live.scenes import (
    Guest,
    a_live_table,
)
from tests.live.test_page import attribute, fields_of, page_of, refused, send, signed_in
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database


def test_a_bet_is_changed_and_withdrawn_before_the_bell() -> None:
    place = a_live_table()
    ana, _luis = Guest(place, "ana").sits(2), Guest(place, "luis").sits(4)
    client = signed_in(ana)
    for number, stake in enumerate(("10", "25"), 1):
        form = fields_of(page_of(client, place), "bet")
        assert form["attempt"] == str(number)
        assert (
            send(client, place, "bet", **{**form, "stake-2": stake, "seal": f"{number:064x}"})[0]
            == 200
        )
    assert balance(ana.player.pk, "USD").text == "975.00"
    page = page_of(client, place)
    assert 'id="withdraw-bet"' in page
    assert send(client, place, "withdraw")[0] == 200
    assert balance(ana.player.pk, "USD").text == "1000.00"
    assert 'id="withdraw-bet"' not in page_of(client, place)


def test_a_bet_that_is_returned_concerns_its_boxes_alone() -> None:
    """The page requests its own part depending on the token (static/js/live/page.js)."""
    place = a_live_table()
    *guests, _eva = [Guest(place, n).sits(box) for box, n in enumerate(("ana", "luis", "eva"), 1)]
    parts = [_token(place)]
    for guest, box in zip(guests, (1, 2), strict=True):
        guest.bets({box: "10"})
        parts.append(_token(place))
    withdraw_wager(guests[0].player, place)
    parts.append(_token(place))
    assert [bet for *_others, bet, _led, _closed in parts] == ["", "1", "1,2", "2"]
    assert len({(*others, led, closed) for *others, _bet, led, closed in parts}) == 1


def _token(place: Place) -> list[str]:
    return view_table(load_table(place)).token.split(".")


def test_a_bet_behind_has_choices_of_its_own() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(3)
    client = signed_in(luis)
    assert "split-1" not in page_of(client, place)
    ana.bets({1: "10"})
    page = page_of(client, place)
    assert "split-1" in page
    form = fields_of(page, "bet")
    choices = {"split-1": "right", "double-1": "stay", "fallback-1": "right"}
    status, parts = send(client, place, "bet", **{**form, "stake-1": "5", **choices})
    assert status == 200, refused(parts)
    assert attribute(parts, "data-behind") == "1"
    (bet,) = Wager.objects.get(participant__player=luis.player).bets.all()
    assert bet.choices == Choices("right", "stay", "right")._asdict()


def test_the_form_of_a_placed_bet_has_its_side_bets() -> None:
    place = a_live_table()
    ana, _luis = Guest(place, "ana").sits(2), Guest(place, "luis").sits(4)
    client = signed_in(ana)
    bet = {**fields_of(page_of(client, place), "bet"), "stake-2": "10", "seal": f"{1:064x}"}

    status, parts = send(client, place, "bet", **bet, **{"side-2-21+3": "2"})

    assert status == 200
    assert "data-is-placed" in parts
    assert value_of(parts, "side-2-21+3") == "2,00"
    assert value_of(parts, "side-2-top_3") == ""


def test_the_form_of_a_bet_behind_has_its_choices() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis")
    ana.bets({1: "10"})
    luis.bets({1: "5"}, {1: Choices("right", "stay", "right")})

    page = page_of(signed_in(luis), place)

    assert re.findall(r'<option value="(\w+)" selected', page) == ["right", "stay", "right"]
    assert value_of(page, "stake-1") == "5,00"


def value_of(page: str, field: str) -> str:
    """Return what a field of the page has."""
    found = re.search(rf'<input id="{re.escape(field)}"[^>]*? value="([^"]*)"', page)
    assert found is not None, field
    return found[1]
