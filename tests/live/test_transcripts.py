"""The transcript of a live table's shoe verifies in every player's copy."""

import json
from collections.abc import Callable

import pytest

from blackjack.choices import Choices
from blackjack.verification import verify
from casino.fairness.selectors.transcripts import transcript_text
from casino.models import Deal
from tests.live.scenes import Guest, a_live_table, closed_shoe, played_out, rings, time_passes

pytestmark = pytest.mark.database


def deal_with_followers(ana: Guest, luis: Guest) -> None:
    ana.bets({3: "10"})
    luis.bets({5: "10", 3: "20"}, {3: Choices()})
    rings(ana.place)
    ana.opens()
    luis.opens()
    played_out(ana.place)
    assert time_passes(ana.place)


def failed_exchange(ana: Guest, luis: Guest) -> None:
    ana.bets({3: "10"})
    luis.bets({5: "10"})
    rings(ana.place)
    ana.opens()
    assert time_passes(ana.place)
    assert time_passes(ana.place)


@pytest.mark.parametrize(
    "acts",
    [
        (deal_with_followers,),
        (deal_with_followers, deal_with_followers),
        (failed_exchange, deal_with_followers),
        (deal_with_followers, failed_exchange),
    ],
    ids=["one deal", "two deals", "after a failed exchange", "before a failed exchange"],
)
def test_every_copy_verifies(acts: tuple[Callable[[Guest, Guest], None], ...]) -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(3), Guest(place, "luis").sits(5)
    for act in acts:
        luis.participant.__class__.objects.update(deals_to_miss=0)
        act(ana, luis)
    shoe = closed_shoe(ana.place)

    for text in (
        transcript_text(shoe),
        transcript_text(shoe, ana.player.pk),
        transcript_text(shoe, luis.player.pk),
    ):
        assert [check for check in verify(text) if not check.passed] == []
    assert Deal.objects.filter(shoe=shoe).count() == shoe.rounds_dealt


def test_a_copy_hides_the_amounts_of_others() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(3), Guest(place, "luis").sits(5)
    deal_with_followers(ana, luis)
    shoe = closed_shoe(ana.place)

    document = json.loads(transcript_text(shoe, ana.player.pk))

    (dealt,) = [one for one in document["rounds"] if one["nonce"] == 1]
    stakes = {bet["seat"]: bet["stake"] for bet in dealt["bets"]}
    assert stakes == {3: "10.00", 5: None} or (stakes[5] is None and stakes[3] is not None)
