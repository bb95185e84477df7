"""Hand-made inputs of signals."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from signals.columns import DAY, HOUR, UNITS, Columns, DealMark, Deals, Payments, Visits
from signals.traces import Shared, Traces, digest_value

START = 1_760_000_000.0 - 1_760_000_000.0 % DAY
"""Midnight UTC."""


def make_deals(rows: int, **given: Any) -> Deals:
    """Deals of real money, one a minute from `START` on, 10 USD each, lost. `given` columns replace these."""
    numbers = np.arange(1, rows + 1, dtype=np.int64)
    columns: dict[str, Any] = {one.name: np.zeros(rows, np.int64) for one in fields(Deals)}
    columns |= {"round": numbers, "deal": numbers, "nonce": numbers, "left": numbers * 0 + 260}
    columns["at"] = START + 60.0 * np.arange(rows)
    columns["ended"] = columns["at"] + 30
    columns |= {"stake": np.full(rows, 10 * UNITS), "staked": np.full(rows, 10 * UNITS)}
    columns |= {name: np.asarray(value) for name, value in given.items()}
    return Deals(**columns)


def make_live_deals(rows: int, **given: Any) -> Deals:
    """The same at a live table."""
    return make_deals(rows, **{"marks": np.full(rows, int(DealMark.LIVE)), **given})


def make_payments(
    *rows: tuple[float, float] | tuple[float, float, str] | tuple[float, float, str, bool],
) -> Payments:
    """Payments as (hours after `START`, USD, method, paid)."""
    full = [(*row, *("card", True)[len(row) - 2 :]) for row in rows]
    return Payments(
        np.array([START + HOUR * row[0] for row in full], float),
        np.array([round(row[1] * UNITS) for row in full], np.int64),
        np.array([row[2] for row in full], np.str_),
        np.array([row[3] for row in full], np.bool_),
    )


def make_visits(*rows: tuple[float, str]) -> Visits:
    """Visits of an hour as (hours after `START`, country)."""
    begun = np.array([START + HOUR * hours for hours, _ in rows], float)
    text = np.array(["x"] * len(rows), np.str_)
    countries = np.array([country for _, country in rows], np.str_)
    return Visits(begun, begun + HOUR, text, countries, text, text)


def make_traces(*rows: tuple[int, Shared, str] | tuple[int, Shared, str, float]) -> Traces:
    """Traces as (account, kind, value, minutes after `START`), visits of five minutes."""
    begun = np.array([START + 60 * (row[3] if len(row) > 3 else 0) for row in rows], float)
    return Traces(
        np.array([row[0] for row in rows], np.int64),
        np.array([int(row[1]) for row in rows], np.int64),
        np.array([digest_value(row[2]) for row in rows], np.int64),
        begun,
        begun + 300,
    )


def concatenate(parts: Sequence[Columns]) -> Any:
    """Join columns of one class."""
    first = parts[0]
    return type(first)(
        **{
            one.name: np.concatenate([getattr(part, one.name) for part in parts])
            for one in fields(first)
        }
    )
