"""Staff pages of a live deal: the other rounds of the deal, and a void of one player's round alone."""

import pytest

from accounts.roles.values import Role
from blackjack.choices import Choices
from casino.models import Round, Shoe
from tests.compliance.hands import looks, page_of, page_of_shoe, shown
from tests.live.scenes import (
    Guest,
    a_live_table,
    played_out,
    rings,
    running,
    time_passes,
)

pytestmark = pytest.mark.database


@pytest.fixture
def guests() -> list[Guest]:
    """Ana on boxes 1 and 2, Luis on 5 and behind 1, Eva on 3, in a running deal."""
    place = a_live_table("casino_floor", seats_per_player=2)
    ana = Guest(place, "ana").sits(1, 2)
    luis, eva = Guest(place, "luis").sits(5), Guest(place, "eva").sits(3)
    ana.bets({1: "10", 2: "10"})
    luis.bets({5: "20", 1: "30"}, {1: Choices()})
    eva.bets({3: "40"})
    rings(place)
    for guest in (ana, luis, eva):
        guest.opens()
    return [ana, luis, eva]


def over(guests: list[Guest]) -> list[Round]:
    """Play the deal out and return its rounds."""
    played_out(guests[0].place)
    return [guest.round for guest in guests]


def test_a_hand_lists_the_rounds_of_the_others_in_its_deal(guests: list[Guest]) -> None:
    ana, luis, eva = over(guests)

    text = looks().get(page_of(ana)).text

    assert "deal 1 · box 1, 2" in text
    assert "deal 1 · box 5 · behind box 1" in text
    for other in (luis, eva):
        assert f'href="{page_of(other)}"' in text
    assert f'href="{page_of(ana)}"' not in text


def test_a_running_hand_shows_its_own_boxes_alone(guests: list[Guest]) -> None:
    facts = running(guests[0].place).state.public()
    by_box = {seat["seat"]: set(seat["hands"][0]["cards"]) for seat in facts["seats"]}

    text = looks().get(page_of(guests[2].round)).text

    assert shown(text) - {"??"} == by_box[3] | set(facts["dealer"]["cards"]) - {"??"}
    assert f'href="{page_of(guests[0].round)}"' in text


def test_a_shoe_lists_every_seat_of_its_deals_and_those_never_dealt(guests: list[Guest]) -> None:
    rounds, place = over(guests), guests[0].place
    assert time_passes(place)
    guests[2].bets({3: "10"})
    rings(place)
    assert time_passes(place)  # nobody opens: the deal has no seats left
    shoe = Shoe.objects.get(place=place, status="dealing")

    text = looks().get(page_of_shoe(shoe)).text

    for one in rounds:
        assert f'href="{page_of(one)}"' in text
    assert "deal 1 · box 3" in text
    assert "<dt>Deals</dt><dd>2</dd>" in text
    assert "Deals cancelled before their first card, seeds not opened</dt><dd>1</dd>" in text


def test_the_form_of_a_void_takes_one_player_s_round_and_names_the_others(
    guests: list[Guest],
) -> None:
    ana, luis, eva = over(guests)
    analyst = looks(Role.COMPLIANCE_ANALYST)

    page = analyst.get(f"/staff/voids/new/?round={ana.number}")

    lines = page.context["preview"].lines
    assert [line.round for line in lines] == [ana]
    assert lines[0].co_seated == [luis, eva]
    assert f'href="{page_of(luis)}"' in page.text
