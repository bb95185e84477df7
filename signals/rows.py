"""Rows that signals judge: what is left out, what counts as a unit, and the slice of a look."""

from dataclasses import replace

import numpy as np

from blackjack.rules import Rules
from signals.columns import DealMark, DecisionMark, Flags, History, Ints
from signals.definition import Unit


def keep_deals(history: History, kept: Flags) -> History:
    """Return the history with these deals only, and what belongs to them."""
    if kept.all():
        return history
    place = np.cumsum(kept) - 1
    of_kept = keep_decisions(history, kept[history.decisions.row])
    decisions = of_kept.decisions
    return replace(
        of_kept,
        deals=history.deals.take(kept),
        decisions=replace(decisions, row=place[decisions.row]),
    )


def keep_decisions(history: History, kept: Flags) -> History:
    """Return the history with these decisions only, and their deviations; all deals stay."""
    if kept.all():
        return history
    place = np.cumsum(kept) - 1
    deviations = history.deviations
    chosen = kept[deviations.row]
    chances = history.gain_chances
    of_place = np.cumsum(chosen) - 1
    chances = chances.take(chosen[chances.of])
    deviations = deviations.take(chosen)
    return replace(
        history,
        decisions=history.decisions.take(kept),
        deviations=replace(deviations, row=place[deviations.row]),
        gain_chances=replace(chances, of=of_place[chances.of]),
    )


def drop_play_money(history: History) -> History:
    """Return the history without rounds at play money: no signal about play reads them."""
    return keep_deals(history, real_deals(history))


def keep_counted(history: History) -> History:
    """Return the history with deals for money where a count may help: not from infinite decks or a shoe for each round."""
    helps = np.array([_has_count(rules) for rules in history.rules] or [False])
    return keep_deals(history, real_deals(history) & helps[history.deals.rules])


def keep_own_decisions(history: History, *barred: DealMark) -> History:
    """Return the history with the player's own decisions in their turn, without deals at play money or `barred`."""
    mask = 0
    for mark in barred:
        mask |= mark
    kept = keep_deals(history, real_deals(history) & (history.deals.marks & mask == 0))
    return keep_decisions(kept, own_decisions(kept))


def real_deals(history: History) -> Flags:
    """Mask of the deals that are not at play money."""
    return np.asarray(history.deals.marks & DealMark.PLAY_MONEY == 0)


def own_decisions(history: History) -> Flags:
    """Mask of the decisions that the player took in turn: neither the house's nor chosen early."""
    return np.asarray(history.decisions.marks & (DecisionMark.BY_HOUSE | DecisionMark.EARLY) == 0)


def _has_count(rules: Rules) -> bool:
    return rules.finite_decks is not None and rules.reshuffle != "every_round"


def unit_rows(history: History, unit: Unit) -> Ints:
    """Return the rows that count as units: of deals, of decisions, or of deviations. Empty for events."""
    real = real_deals(history)
    if unit is Unit.ROUNDS:
        return np.flatnonzero(real & history.deals.played)
    if unit is Unit.DEALS:
        return np.flatnonzero(real)
    if unit is Unit.DECISIONS:
        return np.flatnonzero(real[history.decisions.row] & own_decisions(history))
    if unit is Unit.DEVIATIONS:
        return np.arange(len(history.deviations))
    return np.zeros(0, np.int64)


def cut_units(history: History, unit: Unit, first: int, end: int) -> History:
    """Return the rows from unit `first` to unit `end` (not included), with all that lies between them.

    The slice of a look (`signals.looks`). A look that starts at unit 0 takes all before its first unit as well.
    """
    rows = unit_rows(history, unit)[first:end]
    if not len(rows):
        return keep_deals(history, np.zeros(len(history.deals), bool))
    if unit in {Unit.ROUNDS, Unit.DEALS}:
        return _cut_deals(history, 0 if first == 0 else int(rows[0]), int(rows[-1]) + 1)
    if unit is Unit.DEVIATIONS:
        rows = history.deviations.row[rows]
    begin, stop = 0 if first == 0 else int(rows[0]), int(rows[-1]) + 1
    places = np.arange(len(history.decisions))
    kept = keep_decisions(history, (places >= begin) & (places < stop))
    of = kept.decisions.row
    return _cut_deals(kept, 0 if first == 0 else int(of.min()), int(of.max()) + 1)


def _cut_deals(history: History, begin: int, stop: int) -> History:
    places = np.arange(len(history.deals))
    kept = keep_deals(history, (places >= begin) & (places < stop))
    at, ends = kept.deals.at, history.shoe_ends
    inside = (ends.at >= np.min(at)) & (ends.at <= np.max(at))
    return replace(kept, shoe_ends=ends.take(inside))
