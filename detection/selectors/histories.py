"""Deals and decisions of players for the signals, read from packed days.

Voided rounds are left out here, so that a void and its undoing change what is judged at the next judgement.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from detection.selectors.rules import advise_decisions, load_rules, make_worths
from detection.selectors.shoe_ends import load_shoe_ends
from detection.values.packing import Batch, unpack
from signals.columns import Deals, Decisions, History


def start_history(player_id: int) -> History:
    """Return a history without rows."""
    return History(str(player_id), worth_of=make_worths())


def build_history(
    player_id: int, columns: Sequence[bytes], voided: Sequence[int], *, undecided: int = 0
) -> History:
    """Return deals and decisions of packed days as a history in time order, without the voided rounds.

    Decisions of the first `undecided` days are left out.
    """
    deals, decisions = unpack(columns, undecided=undecided)
    deals, decisions = _in_order(deals, decisions, voided)
    versions, places = np.unique(deals["version"], return_inverse=True)
    advised = advise_decisions(decisions, deals["version"][decisions["row"]])
    made = {name: decisions[name] for name in ("row", "spot", "action", "running", "left", "marks")}
    dealt = {name: column for name, column in deals.items() if name != "version"}
    floats = {"at": dealt.pop("at"), "ended": dealt.pop("ended")}
    return History(
        str(player_id),
        rules=tuple(load_rules(version) for version in versions.tolist()),
        deals=Deals(**floats, **_wide(dealt), rules=places.astype(np.int64)),
        decisions=Decisions(
            at=decisions["at"],
            think=decisions["think"].astype(np.float64),
            advised=advised,
            **_wide(made),
        ),
        worth_of=make_worths(),
    )


def add_shoe_ends(history: History) -> History:
    """Return the history with the chances to change private shoes. One query if there are any such shoes."""
    return replace(history, shoe_ends=load_shoe_ends(history.deals))


def _wide(columns: Batch) -> dict[str, Any]:
    return {name: column.astype(np.int64) for name, column in columns.items()}


def _in_order(deals: Batch, decisions: Batch, voided: Sequence[int]) -> tuple[Batch, Batch]:
    order = np.lexsort((deals["nonce"], deals["shoe"], deals["at"]))
    if voided:
        order = order[~np.isin(deals["round"][order], list(voided))]
    place = np.full(len(deals["at"]), -1, np.int64)
    place[order] = np.arange(len(order))
    rows = place[decisions["row"]]
    by_time = np.lexsort((decisions["decision"], rows))
    by_time = by_time[rows[by_time] >= 0]
    made = {name: column[by_time] for name, column in decisions.items()}
    return {name: column[order] for name, column in deals.items()}, {**made, "row": rows[by_time]}
