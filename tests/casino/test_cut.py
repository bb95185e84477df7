"""The player's cut of the shoe: mixed into every card of it, starting with the burned one."""

from dataclasses import replace

import pytest

import blackjack
from blackjack.fairness import entropy, seat_seed
from casino.models import Participant, Round, Shoe
from casino.play.services.betting import BetRequest, place_bet
from casino.refusals import Conflict, SeedRefused
from casino.values.boxes import BoxInput
from tests.casino import scenes

pytestmark = pytest.mark.database

SEED = "7" * 64
FIELD = "/table/casino-floor/"


def seated(preset: str = "casino_floor") -> Participant:
    return scenes.sit(scenes.new_player(), scenes.table_of(preset), SEED)


def cut_at(participant: Participant, cut: int | None) -> BetRequest:
    boxes = {2: BoxInput("10"), 5: BoxInput("10")}
    return replace(scenes.bet_request(participant, boxes=boxes), cut=cut)


def bet(participant: Participant, request: BetRequest) -> Round:
    return place_bet(participant.player, participant.table, request)


@pytest.mark.parametrize(("cut", "kept"), [(52, 52), (364, 364), (100, 100), (None, 208)])
def test_the_cut_is_in_the_seed_of_the_burned_card_and_of_every_round(
    cut: int | None, kept: int
) -> None:
    participant = seated()
    rounds = [scenes.play_out(bet(participant, cut_at(participant, cut)))]
    rounds.append(scenes.play_out(bet(participant, cut_at(participant, None))))

    own = seat_seed(scenes.CLIENT_SEED, scenes.SALT)
    mixed = entropy({2: own, 5: own}, kept)
    # Only the seed of the lowest box burns.
    shoe = blackjack.Shoe(SEED, 8).begin(f"{own}.{kept}", 0).end(1)
    for round_ in rounds:
        dealing = shoe.begin(mixed, round_.deal.nonce)
        assert round_.deal.cards == [
            str(card) for card in dealing.first(round_.deal.cards_drawn or 0)
        ]
        shoe = dealing.end(round_.deal.cards_drawn or 0)
    assert Shoe.objects.get(status="dealing").cut == kept


@pytest.mark.parametrize("cut", [51, 365, 0, -1])
def test_a_cut_outside_the_shoe_is_refused_at_its_field(cut: int) -> None:
    participant = seated()
    before = scenes.everything(participant.player)

    with pytest.raises(SeedRefused) as caught:
        bet(participant, cut_at(participant, cut))

    assert (caught.value.code, caught.value.field) == ("invalid_cut", "cut")
    assert scenes.everything(participant.player) == before


def test_a_table_without_a_cut_refuses_one() -> None:
    participant = seated("atlantic_city")
    before = scenes.everything(participant.player)

    with pytest.raises(SeedRefused):
        bet(participant, cut_at(participant, 100))
    assert scenes.everything(participant.player) == before


def test_a_shoe_is_cut_once() -> None:
    participant = seated()
    request = cut_at(participant, 100)
    first = bet(participant, request)
    before = scenes.everything(participant.player)

    assert bet(participant, request) == first
    with pytest.raises(Conflict):
        bet(participant, replace(request, cut=101))
    assert scenes.everything(participant.player) == before
    scenes.play_out(first)
    before = scenes.everything(participant.player)
    with pytest.raises(Conflict):
        bet(participant, cut_at(participant, 100))
    assert scenes.everything(participant.player) == before


def test_the_page_offers_the_cut_of_a_new_shoe_and_shows_it_afterwards() -> None:
    participant = seated()
    client = scenes.signed_in(participant.player)
    page = client.get(FIELD)
    assert '<input id="cut"' in page.text
    request = scenes.bet_request(participant)
    form = {"shoe": request.shoe, "nonce": 1, "salt": scenes.SALT, "stake-3": "10", "cut": "x"}

    refused = client.post(FIELD + "bet/", form, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert refused.context["page"].bet_form.cut.wrong
    assert client.post(FIELD + "bet/", {**form, "cut": "60"}).status_code == 303

    page = client.get(FIELD)
    assert '<input id="cut"' not in page.text
    assert client.get(FIELD + "fairness/").context["panel"].cut == 60
    assert Round.objects.get().boxes == [3]
