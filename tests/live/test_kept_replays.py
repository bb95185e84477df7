"""A process keeps the replays of running deals: they save drawing the cards again, and change nothing else."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from blackjack.deal import Deal
from casino.fairness.selectors import dealing
from casino.fairness.selectors.dealing import DealRecord
from casino.fairness.selectors.kept_replays import drawn_by_one
from casino.live.selectors.running import LiveDeal
from casino.live.selectors.table_state import load_table
from casino.models import Place, Round
from casino.refusals import ReplayDiffers, SeedMismatch
from tests.live.scenes import a_table_that_deals, dealt_to
from tests.live.test_turns import both_decide

pytestmark = pytest.mark.database


def a_deal_with_a_decision() -> Place:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    ana.decides("stand")
    return place


def shown(place: Place) -> LiveDeal:
    live = load_table(place).live
    assert live is not None
    return live


def test_a_kept_replay_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    place = a_deal_with_a_decision()
    before = shown(place)

    def start(*_given: object) -> Deal:
        raise AssertionError("the deal was drawn again")

    monkeypatch.setattr(Deal, "start", start)

    assert shown(place).state == before.state
    assert shown(place).step == 1


def known(place: Place) -> tuple[Round, DealRecord]:
    """A round of the deal and its record, once its replay is kept."""
    round_ = shown(place).running.rounds[0]
    return round_, dealing.load_record(round_)


def test_another_decision_is_still_noticed() -> None:
    round_, record = known(a_deal_with_a_decision())

    with pytest.raises(ReplayDiffers):
        dealing.replay_deal(round_, replace(record, actions=["hit"]))


def test_another_bet_is_still_noticed() -> None:
    round_, record = known(a_deal_with_a_decision())
    first, *others = record.stakes

    with pytest.raises(ReplayDiffers):
        dealing.replay_deal(
            round_, replace(record, stakes=[replace(first, stake=2 * first.stake), *others])
        )


def test_other_cards_are_still_noticed() -> None:
    round_, record = known(a_deal_with_a_decision())
    round_.deal.entropy = "0" * 64

    with pytest.raises(ReplayDiffers):
        dealing.replay_deal(round_, record)


def test_the_seed_is_checked_each_time() -> None:
    round_, record = known(a_deal_with_a_decision())
    round_.deal.shoe.commitment = "0" * 64

    with pytest.raises(SeedMismatch):
        dealing.replay_deal(round_, record)


def test_an_older_record_is_replayed_from_its_first_card() -> None:
    place = a_deal_with_a_decision()
    round_, record = known(place)
    assert len(dealing.replay_deal(round_, record)) == 1 + len(record.actions)

    states, alarm = dealing.replay_deal_partially(round_, replace(record, actions=[]))

    assert isinstance(alarm, ReplayDiffers)  # the hash is that of the newest state
    assert len(states) == 1


def test_threads_draw_the_same_cards() -> None:
    place = a_deal_with_a_decision()
    shoe = shown(place).running.rounds[0].deal.shoe
    alone = dealing.load_shoe_before(shoe, 1).begin("0" * 64, 1).first(300)
    draw = drawn_by_one(dealing.load_shoe_before(shoe, 1).begin("0" * 64, 1).draw)
    with ThreadPoolExecutor(8) as threads:
        drawn = list(threads.map(lambda _thread: tuple(map(draw, range(300))), range(8)))

    assert set(drawn) == {alone}
