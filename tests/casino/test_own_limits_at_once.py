"""Own limits with concurrent requests: together they never exceed a limit."""

from functools import partial
from uuid import uuid4

import pytest

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.protection.services.exclusion import start_time_out
from blackjack.deal import Deal
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.services.locks import lock_place_of_any_round
from journal.refusals import NotAllowed
from limits.refusals import LimitReached
from limits.values import LimitKind
from tests.casino import scenes
from tests.casino.test_at_once import together
from tests.casino.test_closing_at_once import Work, one_before_the_other
from tests.casino.test_limits import boxes_of
from tests.limits.own_limits import limited
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.committed


def other_pair(deal: Deal) -> bool:
    """Match a pair against a dealer's 5: the second shoe needs a seed of its own."""
    return scenes.pair(deal) and deal.public()["dealer"]["cards"][0][0] == "5"


def two_places(player: User) -> tuple[Participant, Participant]:
    live = scenes.table_of("atlantic_city")
    return (
        scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.pair)),
        scenes.sit(player, live, scenes.seed_for(other_pair, live.version.rules)),
    )


def bet(participant: Participant) -> Round:
    request = scenes.bet_request(participant, boxes=boxes_of("10"))
    return place_bet(participant.player, participant.table, request)


def split(round_: Round) -> Round:
    return make_decision(round_.player, DecisionRequest(round_.public_id, 0, "split"))


@pytest.mark.parametrize("kind", [LimitKind.WAGER, LimitKind.LOSS])
def test_of_concurrent_bets_at_two_tables_one_is_accepted(kind: LimitKind) -> None:
    player = scenes.new_player()
    first, second = two_places(player)
    limited(player, kind, 15)
    made, refusal = one_before_the_other(partial(bet, first), partial(bet, second))
    assert isinstance(made, Round)
    assert isinstance(refusal, LimitReached)
    assert Round.objects.count() == 1


def test_of_concurrent_splits_at_two_tables_one_is_accepted() -> None:
    player = scenes.new_player()
    rounds = [bet(participant) for participant in two_places(player)]
    limited(player, LimitKind.LOSS, 35)
    made, refusal = one_before_the_other(*(partial(split, one) for one in rounds))
    assert isinstance(made, Round)
    assert isinstance(refusal, LimitReached)
    assert sum(Round.objects.values_list("staked", flat=True)) == 300_000


def test_of_a_concurrent_bet_and_split_one_is_accepted() -> None:
    player = scenes.new_player()
    first, second = two_places(player)
    round_ = bet(first)
    limited(player, LimitKind.WAGER, 25)
    made, refusal = one_before_the_other(partial(bet, second), partial(split, round_))
    assert isinstance(made, Round)
    assert isinstance(refusal, LimitReached)


def test_a_split_obeys_the_lower_limit_that_was_set_while_it_waited() -> None:
    player = scenes.new_player()
    round_ = bet(two_places(player)[0])
    limited(player, LimitKind.WAGER, 100)
    set_, refusal = one_before_the_other(
        partial(limited, player, LimitKind.WAGER, 15), partial(split, round_)
    )
    assert set_
    assert isinstance(refusal, LimitReached)


def refused_for_a_break(first: Work, round_: Round) -> None:
    before = balance(round_.player_id)
    left, refusal = one_before_the_other(first, partial(split, round_))
    assert isinstance(left, Restriction)
    assert isinstance(refusal, NotAllowed)
    assert refusal.code == "self_excluded"
    assert (balance(round_.player_id), round_.decisions.count()) == (before, 0)


def test_a_waiting_split_sees_a_new_break() -> None:
    player = scenes.new_player()
    round_ = bet(two_places(player)[0])
    limited(player, LimitKind.WAGER, 100)
    refused_for_a_break(partial(start_time_out, player, 1, key=uuid4()), round_)


def test_a_split_that_waited_for_its_place_sees_the_break_too_without_own_limits() -> None:
    player = scenes.new_player()
    round_ = bet(two_places(player)[0])

    def leave_while_the_place_is_held() -> Restriction:
        lock_place_of_any_round(round_.pk)
        return start_time_out(player, 1, key=uuid4())

    refused_for_a_break(leave_while_the_place_is_held, round_)


def test_bets_decisions_and_limits_at_once_end_without_a_deadlock() -> None:
    player = scenes.new_player()
    first, second = two_places(player)
    limited(player, LimitKind.LOSS, 100)
    round_ = bet(first)
    ends = together(
        [
            partial(split, round_),
            partial(bet, second),
            partial(limited, player, LimitKind.LOSS, 80),
            partial(limited, player, LimitKind.WAGER, 80),
        ]
    )
    assert ends == {"ok": 4}
