"""Own limits and the answers before the peek."""

import pytest

from blackjack.choices import Choices
from casino.live.services.answers import AnswerRequest, give_answers
from casino.models import Answer, Place
from limits.values import LimitKind
from tests.casino.frozen import cancel_by_two
from tests.limits.own_limits import USD, limited
from tests.live.scenes import (
    Guest,
    a_table_that_deals,
    dealt_to,
    rings,
    time_passes,
)
from tests.live.test_answers import NAMES, all_insure
from tests.live.test_own_limits import KINDS, alone, refusal_of, refused_alone, seated, used

pytestmark = pytest.mark.database


def three(preset: str = "live") -> tuple[Place, list[Guest]]:
    """Return a table and three players who are all offered insurance."""
    return a_table_that_deals(all_insure, NAMES, preset)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kept_answer_counts_once_before_and_after_it_is_played(kind: LimitKind) -> None:
    place, guests = three()
    ana = guests[0]
    participant = alone(ana.player)
    dealt_to(*guests)
    limited(ana.player, kind, 19)
    give_answers(ana.player, AnswerRequest(ana.round.public_id, {1: "insure"}))
    assert Answer.objects.get().state == Answer.State.KEPT

    assert used(ana.player) == (15, 15)
    assert refused_alone(participant, "5").code == f"own_{kind.value}_limit"

    assert time_passes(place)
    assert Answer.objects.get().state == Answer.State.PLAYED
    assert ana.round.staked == 15 * USD
    assert used(ana.player)[0] == 15


def test_the_answers_of_a_cancelled_deal_do_not_count() -> None:
    _, guests = three()
    ana = guests[0]
    dealt_to(*guests)
    give_answers(ana.player, AnswerRequest(ana.round.public_id, {1: "insure"}))

    cancel_by_two(ana.round)

    assert Answer.objects.get().state == Answer.State.DROPPED
    assert used(ana.player) == (0, 0)


def test_the_answers_of_one_form_pass_no_limit_together() -> None:
    place, guests = three("casino_floor")
    ana, luis, eva = guests
    luis.bets({2: "10"})
    ana.bets({1: "10", 2: "10"}, {2: Choices()})
    eva.bets({3: "10"})
    rings(place)
    for guest in guests:
        guest.opens()
    limited(ana.player, LimitKind.WAGER, 29)

    both = AnswerRequest(ana.round.public_id, {1: "insure", 2: "insure"})
    refusal = refusal_of(ana.player, lambda: give_answers(ana.player, both))
    assert refusal.code == "own_wager_limit"

    give_answers(ana.player, AnswerRequest(ana.round.public_id, {1: "insure", 2: "decline"}))
    assert used(ana.player) == (25, 25)


def test_an_answer_counts_the_open_bet_at_another_table() -> None:
    _, guests = three()
    ana = guests[0]
    elsewhere = seated("again", ana.player, "atlantic_city")
    dealt_to(*guests)
    limited(ana.player, LimitKind.LOSS, 24)
    elsewhere.bets({1: "10"})

    insure = AnswerRequest(ana.round.public_id, {1: "insure"})
    refusal = refusal_of(ana.player, lambda: give_answers(ana.player, insure))
    assert refusal.code == "own_loss_limit"
