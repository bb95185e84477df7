"""Columns of rounds from before they were stored with the round: computed by replaying the rounds."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from blackjack.cards import Card
from blackjack.simulation.counting import hi_lo_count
from casino.fairness.selectors.replays import load_live_deal_plays, make_stored_draw, replay_round
from casino.models import Deal, Round
from casino.refusals import ReplayDiffers
from casino.values.situations import describe_situation
from detection.selectors.finished_rounds import UNKNOWN_COUNT, UNKNOWN_SPOT
from detection.values.packing import Batch

AT_ONCE: Final = 1_000
NO_COUNT_LEFT: Final = 52


def complete_columns(deals: Batch, decisions: Batch) -> tuple[Batch, Batch]:
    """Fill in counts, cells and legal actions that rounds were stored without. Others are returned as they are."""
    missing = deals["running"] == UNKNOWN_COUNT
    if not len(missing):
        return deals, decisions
    if missing.any():
        _fill_counts(deals, missing)
    lacks = (decisions["spot"] == UNKNOWN_SPOT) | (decisions["running"] == UNKNOWN_COUNT)
    if lacks.any():
        _fill_decisions(deals, decisions, np.flatnonzero(lacks))
    return deals, decisions


def _fill_counts(deals: Batch, missing: Any) -> None:
    counts = _counts_of_shoes(np.unique(deals["shoe"][missing]).tolist())
    for row in np.flatnonzero(missing).tolist():
        found = counts.get((int(deals["shoe"][row]), int(deals["nonce"][row])))
        if found is not None:
            deals["running"][row], deals["left"][row] = found


def _counts_of_shoes(shoes: list[int]) -> dict[tuple[int, int], tuple[int, int]]:
    """Count and number of cards left before each deal of these shoes, by shoe and nonce."""
    rows = Deal.objects.filter(shoe__in=shoes).order_by("shoe", "nonce")
    found: dict[tuple[int, int], tuple[int, int]] = {}
    shoe, running, left = 0, 0, 0
    for deal in rows.select_related("shoe__version"):
        rules = deal.shoe.version.rules
        if deal.shoe_id != shoe:
            shoe, running = deal.shoe_id, 0
            left = 52 * (rules.finite_decks or 1) - (
                rules.burn_cards if deal.shoe.burn_entropy else 0
            )
        found[shoe, deal.nonce] = (running, left)
        if rules.finite_decks is not None:
            running += hi_lo_count(Card.parse(code) for code in deal.cards or [])
            left -= deal.cards_drawn or 0
    return found


def _fill_decisions(deals: Batch, decisions: Batch, lacking: Any) -> None:
    rows = decisions["row"][lacking]
    of_round = defaultdict(list)
    for place, row in zip(lacking.tolist(), rows.tolist(), strict=True):
        of_round[int(deals["round"][row])].append(place)
    ids = sorted(of_round)
    for begin in range(0, len(ids), AT_ONCE):
        _replay(deals, decisions, ids[begin : begin + AT_ONCE], of_round)


def _replay(deals: Batch, decisions: Batch, ids: list[int], of_round: dict[int, list[int]]) -> None:
    rounds = Round.objects.filter(pk__in=ids).select_related("deal__shoe", "version", "place")
    known = list(rounds.prefetch_related("bets", "decisions"))
    plays = load_live_deal_plays(known)
    steps = {one.pk: one.step for round_ in known for one in round_.decisions.all()}
    for round_ in known:
        made = sorted(round_.decisions.all(), key=lambda one: one.step)
        actions = [one.action for one in made]
        try:
            states = replay_round(
                round_,
                round_.bets.all(),
                actions,
                make_stored_draw(round_),
                plays.get(round_.deal_id),
            )
        except ReplayDiffers:
            continue  # reported by the recount; its decisions stay without a cell
        _fill(deals, decisions, states, of_round[round_.pk], steps)


def _fill(
    deals: Batch,
    decisions: Batch,
    states: list[Any],
    places: Iterable[int],
    steps: dict[int, int],
) -> None:
    for place in places:
        state = states[steps[int(decisions["decision"][place])]]
        found, row = describe_situation(state), int(decisions["row"][place])
        finite = state.rules.finite_decks is not None
        decisions["spot"][place], decisions["legal"][place] = found.spot, found.legal
        decisions["running"][place] = deals["running"][row] + (found.seen if finite else 0)
        decisions["left"][place] = deals["left"][row] - (found.drawn if finite else 0)
