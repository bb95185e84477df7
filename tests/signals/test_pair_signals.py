"""MA1, MA2, COL1, COL2: linked accounts, pairs and teams."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from django.utils import translation

from signals.catalogue import SIGNALS
from signals.columns import DAY, UNITS, DealMark, Deals
from signals.judging import judge_signal
from signals.links import Group
from signals.outcomes import Outcome, OutcomeStatus
from signals.pairs import BoxResults, PlayerPair, SharedBoxes, Side, find_shared_boxes
from signals.traces import Links, Shared
from tests.signals.made import START, make_live_deals

FLAT = 10 * UNITS


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def judge(signal: str, given: Any, **thresholds: float) -> Outcome:
    return judge_signal(SIGNALS[signal], given, thresholds)


def group(members: int, *links: tuple[int, int, int]) -> Group:
    columns = np.array(links, np.int64).reshape(-1, 3)
    names = tuple(f"player {number}" for number in range(members))
    return Group(names, Links(columns[:, 0], columns[:, 1], columns[:, 2]))


# linked accounts


def test_a_group_is_flagged_by_one_strong_link() -> None:
    found = judge("MA1", group(3, (0, 1, Shared.METHOD), (1, 2, Shared.NETWORK)))
    assert found.status is OutcomeStatus.FLAGGED
    assert (found.n, found.figures["pairs"], found.figures["method"]) == (3, 1, 1)
    assert "3 accounts are linked" in SIGNALS["MA1"].sentence(found)


def test_weak_links_and_single_accounts() -> None:
    assert (
        judge("MA1", group(2, (0, 1, Shared.DEVICE | Shared.NETWORK))).status is OutcomeStatus.BELOW
    )
    assert judge("MA1", group(1)).status is OutcomeStatus.BELOW
    assert judge("MA1", group(0)).status is OutcomeStatus.TOO_FEW
    assert judge("MA1", group(2)).status is OutcomeStatus.BELOW
    assert judge("MA1", group(2, (0, 1, Shared.METHOD)), sum=100).status is OutcomeStatus.BELOW


def test_the_graph_shows_at_most_forty_accounts() -> None:
    star = group(100, *((0, other, int(Shared.METHOD)) for other in range(1, 100)))
    draw = SIGNALS["MA1"].draw
    assert draw is not None
    graph = draw(star, judge("MA1", star))
    assert (len(graph.nodes), len(graph.edges), graph.left_out) == (40, 39, 60)
    assert graph.nodes[0].player == "player 0"


# always together


def together(shared: int, alone: int = 0, *, linked: bool = True) -> PlayerPair:
    deals = make_live_deals(shared)
    return PlayerPair(Side("a", shared + alone, deals), Side("b", shared + 500, deals), linked)


@pytest.mark.parametrize(
    ("shared", "alone", "status"),
    [
        (49, 0, OutcomeStatus.TOO_FEW),
        (50, 0, OutcomeStatus.FLAGGED),
        (50, 49, OutcomeStatus.FLAGGED),
        (50, 50, OutcomeStatus.BELOW),
        (0, 0, OutcomeStatus.TOO_FEW),
    ],
)
def test_share_of_the_fewer_rounds(shared: int, alone: int, status: OutcomeStatus) -> None:
    assert judge("MA2", together(shared, alone)).status is status


def test_friends_at_one_table_are_not_linked() -> None:
    found = judge("MA2", together(400, linked=False))
    assert (found.status, found.reason) == (OutcomeStatus.NOT_APPLICABLE, "not_linked")


def test_deals_at_play_money_are_not_shared() -> None:
    deals = make_live_deals(80, marks=np.full(80, int(DealMark.LIVE | DealMark.PLAY_MONEY)))
    assert judge("MA2", PlayerPair(Side("a", 80, deals), Side("b", 80, deals), linked=True)).n == 0


# teams


def table(seed: int, shoes: int, deals: int = 24) -> Deals:
    """Deals at a live table: in each shoe the count walks, and decks run out."""
    random = np.random.default_rng(seed)
    rows = shoes * deals
    steps = random.choice([-3, -2, -1, 0, 1, 2, 3], size=(shoes, deals))
    running = np.concatenate([np.zeros((shoes, 1), int), np.cumsum(steps, axis=1)[:, :-1]], axis=1)
    left = np.tile(312 - 10 * np.arange(deals), shoes)
    return make_live_deals(
        rows,
        shoe=np.repeat(np.arange(shoes), deals),
        nonce=np.tile(np.arange(deals), shoes),
        running=running.ravel(),
        left=left,
    )


def sit_out(deals: Deals, joined: np.ndarray) -> Deals:
    stake = np.where(joined, 50 * UNITS, 0)
    return replace(
        deals, stake=stake, staked=stake, round=np.where(joined, deals.round + 10_000, 0)
    )


def pair_of(flat: Deals, partner: Deals, *, linked: bool = False) -> PlayerPair:
    return PlayerPair(
        Side("flat", int(flat.played.sum()), flat),
        Side("partner", int(partner.played.sum()), partner),
        linked,
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_team_is_found_in_either_order(seed: int) -> None:
    seen = table(seed, 40)
    pair = pair_of(seen, sit_out(seen, seen.true_count >= 1))
    found = judge("COL1", pair)
    assert found.status is OutcomeStatus.FLAGGED
    assert (found.figures["good"], found.figures["bad"]) == (1.0, 0.0)
    assert judge("COL1", replace_sides(pair)).figures == found.figures
    assert set(found.rounds.tolist()) <= set(pair.other.deals.round.tolist())
    assert "true count of +1 or more" in SIGNALS["COL1"].sentence(found)


def test_a_drawing_keeps_the_roles_of_its_judgement_when_rows_have_gone() -> None:
    """Both play flat, and the partner's shares are no longer exactly those of the judgement."""
    seen = table(2, 80)
    noise = np.random.default_rng(3).random(len(seen)) < 0.05
    pair = pair_of(seen, sit_out(seen, (seen.true_count >= 1) ^ noise))
    found = judge("COL1", pair)
    less = Side("partner", pair.other.rounds, pair.other.deals.take(np.arange(len(seen)) > 100))
    now = PlayerPair(pair.one, less, linked=False)
    draw: Any = SIGNALS["COL1"].draw
    for drawn in (draw(now, found), draw(replace_sides(now), found)):
        assert [player for _words, player in drawn.roles] == ["flat", "partner"]
        shares = [bar.value for bar in drawn.bars]
        assert max(shares[:3]) < 50 < min(shares[-2:])


def replace_sides(pair: PlayerPair) -> PlayerPair:
    return PlayerPair(pair.other, pair.one, pair.linked)


def test_a_partner_who_was_called_to_the_shoe_has_seen_no_deal_before() -> None:
    seen = table(1, 40)
    joined = seen.true_count >= 1
    partner = sit_out(seen, joined).take(joined)
    assert judge("COL1", pair_of(seen, partner)).status is OutcomeStatus.FLAGGED


def test_an_imperfect_team_is_found() -> None:
    seen = table(2, 80)
    noise = np.random.default_rng(3).random(len(seen)) < 0.15
    partner = sit_out(seen, (seen.true_count >= 1) ^ noise)
    assert judge("COL1", pair_of(seen, partner)).status is OutcomeStatus.FLAGGED


def test_friends_who_come_late_or_leave_early_are_below() -> None:
    flagged = 0
    for seed in range(200):
        seen = table(seed, 40)
        random = np.random.default_rng(1000 + seed)
        bounds = np.sort(random.integers(0, 25, (40, 2)), axis=1)
        place = np.arange(24)[None, :]
        joined = (place >= bounds[:, :1]) & (place < np.maximum(bounds[:, 1:], bounds[:, :1] + 8))
        found = judge("COL1", pair_of(seen, sit_out(seen, joined.ravel())))
        flagged += found.status is OutcomeStatus.FLAGGED
    assert flagged == 0


def test_friends_who_never_sit_out_are_below() -> None:
    seen = table(4, 40)
    pair = pair_of(seen, sit_out(seen, np.ones(len(seen), bool)))
    found = judge("COL1", pair)
    assert (found.status, found.figures["z"]) == (OutcomeStatus.BELOW, 0.0)


def test_nobody_flat_is_not_applicable() -> None:
    seen = table(5, 40)
    stake = np.random.default_rng(6).integers(1, 20, len(seen)) * FLAT
    varied = replace(seen, stake=stake)
    partner = sit_out(seen, seen.true_count >= 1)
    partner = replace(partner, stake=np.where(partner.stake > 0, stake, 0))
    assert judge("COL1", pair_of(varied, partner)).reason == "nobody_flat"


def test_few_deals_and_mostly_elsewhere() -> None:
    seen = table(7, 40)
    partner = sit_out(seen, seen.true_count >= 1)
    elsewhere = pair_of(seen, partner)
    many = int(partner.played.sum()) * 3
    apart = PlayerPair(replace(elsewhere.one, rounds=many), replace(elsewhere.other, rounds=many))
    assert judge("COL1", apart).status is OutcomeStatus.BELOW
    short = table(7, 4)
    few = pair_of(short, sit_out(short, short.true_count >= 1))
    assert judge("COL1", few).status is OutcomeStatus.TOO_FEW


# one box


def boxes(rows: int, net: float, other: float, days: float = 1.0) -> SharedBoxes:
    numbers = np.arange(rows, dtype=np.int64)
    return SharedBoxes(
        numbers + 1,
        numbers + 1001,
        START + numbers.astype(float) * days * DAY,
        np.full(rows, round(net * UNITS), np.int64),
        np.full(rows, round(other * UNITS), np.int64),
    )


@pytest.mark.parametrize(
    ("shared", "linked", "status"),
    [
        (boxes(10, -30, 30), True, OutcomeStatus.FLAGGED),
        (boxes(10, -30, 30), False, OutcomeStatus.NOT_APPLICABLE),
        (boxes(10, -25, 25), True, OutcomeStatus.BELOW),
        (boxes(10, -300, -300), True, OutcomeStatus.BELOW),
        (boxes(20, -30, 0, days=10.0), True, OutcomeStatus.BELOW),
        (boxes(0, 0, 0), True, OutcomeStatus.TOO_FEW),
    ],
)
def test_net_between_two_bettors_of_a_box(
    shared: SharedBoxes, linked: object, status: OutcomeStatus
) -> None:
    found = judge("COL2", PlayerPair(Side("a", 10), Side("b", 10), bool(linked), shared))
    assert found.status is status


def test_the_thirty_days_that_show_most() -> None:
    quiet, loud = boxes(40, 0, 0), boxes(10, 80, -10)
    shared = SharedBoxes(
        np.concatenate([quiet.round, loud.round + 100]),
        np.concatenate([quiet.other_round, loud.other_round + 100]),
        np.concatenate([quiet.at, loud.at + 100 * DAY]),
        np.concatenate([quiet.net, loud.net]),
        np.concatenate([quiet.other_net, loud.other_net]),
    )
    found = judge("COL2", PlayerPair(Side("a", 10), Side("b", 10), linked=True, boxes=shared))
    assert (found.n, found.figures["between"], found.figures["net"]) == (10, 900, 800)
    assert len(found.rounds) == 20


def test_shared_boxes_are_those_of_one_deal() -> None:
    def of(*rows: tuple[int, int, int]) -> BoxResults:
        deal, box, net = (np.array(column, np.int64) for column in zip(*rows, strict=True))
        return BoxResults(deal, box, deal * 10 + box, START - deal.astype(float), net)

    one = of((-7, 1, 100), (-7, 2, -50), (3, 1, 10), (5, 1, 20))
    other = of((-7, 2, 70), (3, 2, 5), (5, 1, -20), (6, 1, 1))
    found = find_shared_boxes(one, other)
    assert list(zip(found.net.tolist(), found.other_net.tolist(), strict=True)) == [
        (20, -20),
        (-50, 70),
    ]
    assert found.round.tolist() == [51, -68]
    assert len(find_shared_boxes(one, BoxResults.empty())) == 0


@pytest.mark.parametrize("signal", ["MA2", "COL1", "COL2"])
def test_empty_pairs(signal: str) -> None:
    pair = PlayerPair(Side("a", 0), Side("b", 0), linked=True)
    found = judge(signal, pair)
    assert found.status is OutcomeStatus.TOO_FEW
    draw = SIGNALS[signal].draw
    assert draw is not None
    assert draw(pair, found) is not None
