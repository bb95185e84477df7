"""Columns of finished rounds, their decisions, and the deals that their players sat out between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template
from typing import Any, Final

import numpy as np

from accounts.visits.words import APP_SIGN
from blackjack.actions import VERBS as ALL_VERBS
from casino.models.rounds import DECIDED_AFTER
from detection.selectors.binary_rows import read_columns
from detection.values.packing import Batch
from signals.columns import VERBS, DealMark, DecisionMark
from wallet.money.values import PLAY_MONEY

UNKNOWN_COUNT: Final = -32768
"""Count of a deal or decision from before counts were stored."""

UNKNOWN_SPOT: Final = -2

_DEALS: Final = {
    "player": "int8",
    "round": "int8",
    "deal": "int8",
    "at": "timestamptz",
    "ended": "timestamptz",
    "table": "int4",
    "version": "int4",
    "shoe": "int8",
    "nonce": "int4",
    "running": "int2",
    "left": "int2",
    "stake": "int8",
    "staked": "int8",
    "returned": "int8",
    "marks": "int2",
}
_ROUNDS_SQL: Final = Template("""
    SELECT r.player_id::int8, r.id::int8, r.deal_id::int8, r.started_at, r.finished_at, p.table_id::int4, r.version_id::int4,
        d.shoe_id::int8, d.nonce::int4, coalesce(d.running_count, $unknown)::int2, coalesce(d.cards_left, -1)::int2,
        CASE WHEN r.currency = '$play' THEN b.stake WHEN b.stake = r.amount THEN r.amount_usd
             ELSE round(b.stake * r.tasa_cambio) END::int8,
        CASE WHEN r.currency = '$play' THEN r.staked ELSE r.staked_usd END::int8,
        CASE WHEN r.currency = '$play' THEN r.returned ELSE r.returned_usd END::int8,
        (CASE WHEN p.player_id IS NULL THEN $live ELSE 0 END + CASE WHEN o.agent LIKE '$app%%' THEN $by_app ELSE 0 END
         + CASE WHEN h.round_id IS NOT NULL THEN $hinted ELSE 0 END
         + CASE WHEN r.currency = '$play' THEN $play_money ELSE 0 END)::int2
    FROM casino_round AS r
        JOIN casino_deal AS d ON d.id = r.deal_id
        JOIN casino_place AS p ON p.id = r.place_id
        JOIN (SELECT round_id, sum(stake) AS stake FROM casino_bet AS r WHERE $rows GROUP BY 1) AS b ON b.round_id = r.id
        LEFT JOIN casino_origin AS o ON o.id = r.origin_id
        LEFT JOIN (SELECT DISTINCT round_id FROM casino_hint AS r WHERE $rows) AS h ON h.round_id = r.id
    WHERE $rounds AND r.status = 'completed'
""")
_DECISIONS: Final = {
    "round": "int8",
    "decision": "int8",
    "at": "timestamptz",
    "asked": "timestamptz",
    "action": "int2",
    "spot": "int2",
    "legal": "int2",
    "running": "int2",
    "left": "int2",
    "marks": "int2",
}
_DECISIONS_SQL: Final = Template("""
    SELECT r.round_id::int8, r.id::int8, r.made_at, coalesce(r.asked_at, '-infinity'), (CASE $verbs ELSE -1 END)::int2,
        coalesce(r.spot, $no_spot)::int2, coalesce(r.legal, 0)::int2, coalesce(r.running_count, $unknown)::int2,
        coalesce(r.cards_left, -1)::int2,
        (CASE WHEN r.by_house THEN $by_house ELSE 0 END + CASE WHEN r.early THEN $early ELSE 0 END)::int2
    FROM casino_decision AS r
    WHERE $rows AND r.made_at >= to_timestamp(%s)
""")
# Between a round at a live table and the same player's round before it, if both are of one shoe.
_SAT_OUT_SQL: Final = Template("""
    SELECT r.player_id::int8, 0::int8, d.id::int8, coalesce(t.at, r.started_at), coalesce(t.at, r.started_at), p.table_id::int4,
        r.version_id::int4, d.shoe_id::int8, d.nonce::int4, coalesce(d.running_count, $unknown)::int2,
        coalesce(d.cards_left, -1)::int2, 0::int8, 0::int8, 0::int8,
        ($live + CASE WHEN r.currency = '$play' THEN $play_money ELSE 0 END)::int2
    FROM casino_round AS r
        JOIN casino_place AS p ON p.id = r.place_id AND p.player_id IS NULL
        JOIN casino_deal AS own ON own.id = r.deal_id
        JOIN LATERAL (
            SELECT earlier.shoe_id, earlier.nonce
            FROM casino_round AS one JOIN casino_deal AS earlier ON earlier.id = one.deal_id
            WHERE one.participant_id = r.participant_id AND one.id < r.id ORDER BY one.id DESC LIMIT 1
        ) AS last ON last.shoe_id = own.shoe_id
        JOIN casino_deal AS d ON d.shoe_id = own.shoe_id AND d.nonce > last.nonce AND d.nonce < own.nonce
            AND d.status = 'completed'
        LEFT JOIN LATERAL (SELECT min(started_at) AS at FROM casino_round WHERE deal_id = d.id) AS t ON true
    WHERE $rounds AND r.status = 'completed'
""")
# Before a player's first round in a shoe at a live table: deals since the round before that the player watched, in this
# shoe, in the rest of the shoe of that round, and in shoes between.
_WATCHED_SQL: Final = Template("""
    SELECT r.player_id::int8, 0::int8, d.id::int8, t.at, t.at, p.table_id::int4, s.version_id::int4, d.shoe_id::int8,
        d.nonce::int4, coalesce(d.running_count, $unknown)::int2, coalesce(d.cards_left, -1)::int2, 0::int8, 0::int8, 0::int8,
        ($live + CASE WHEN r.currency = '$play' THEN $play_money ELSE 0 END)::int2
    FROM casino_round AS r
        JOIN casino_place AS p ON p.id = r.place_id AND p.player_id IS NULL
        JOIN casino_deal AS own ON own.id = r.deal_id
        JOIN casino_participant AS me ON me.id = r.participant_id
        LEFT JOIN LATERAL (
            SELECT earlier.id, earlier.shoe_id, one.started_at
            FROM casino_round AS one JOIN casino_deal AS earlier ON earlier.id = one.deal_id
            WHERE one.participant_id = r.participant_id AND one.id < r.id ORDER BY one.id DESC LIMIT 1
        ) AS last ON true
        JOIN LATERAL (
            SELECT begun_at, ended_at FROM casino_tablewatch
            WHERE participant_id = r.participant_id AND ended_at > coalesce(last.started_at, '-infinity')
            UNION ALL SELECT me.seen_since, me.seen_at
        ) AS w ON w.begun_at < r.started_at
        JOIN casino_shoe AS s ON s.place_id = r.place_id AND s.opened_at <= w.ended_at
            AND coalesce(s.closed_at, 'infinity') >= w.begun_at
        JOIN casino_deal AS d ON d.shoe_id = s.id AND d.id > coalesce(last.id, 0) AND d.id < own.id AND d.status = 'completed'
        JOIN LATERAL (SELECT min(started_at) AS at FROM casino_round WHERE deal_id = d.id) AS t
            ON t.at BETWEEN w.begun_at AND w.ended_at
    WHERE $rounds AND r.status = 'completed' AND last.shoe_id IS DISTINCT FROM own.shoe_id
""")
_NAMED: Final = {
    "unknown": UNKNOWN_COUNT,
    "no_spot": UNKNOWN_SPOT,
    "app": APP_SIGN,
    "play": PLAY_MONEY,
    "live": int(DealMark.LIVE),
    "by_app": int(DealMark.APP),
    "hinted": int(DealMark.HINTED),
    "play_money": int(DealMark.PLAY_MONEY),
    "by_house": int(DecisionMark.BY_HOUSE),
    "early": int(DecisionMark.EARLY),
    "verbs": " ".join(f"WHEN r.action LIKE '{one}%%' THEN {n}" for n, one in enumerate(VERBS)),
}


@dataclass(frozen=True, slots=True)
class RoundRange:
    """Rounds with ids above `after`, up to `until`."""

    after: int
    until: int

    @property
    def rounds(self) -> str:
        """Condition on the rounds."""
        return "r.id > %s AND r.id <= %s"

    @property
    def rows(self) -> str:
        """Condition on the rows of rounds."""
        return "r.round_id > %s AND r.round_id <= %s"

    @property
    def values(self) -> list[Any]:
        return [self.after, self.until]


@dataclass(frozen=True, slots=True)
class ChosenRounds:
    """Rounds by id."""

    ids: Sequence[int]

    @property
    def rounds(self) -> str:
        """Condition on the rounds."""
        return "r.id = ANY(%s)"

    @property
    def rows(self) -> str:
        """Condition on the rows of rounds."""
        return "r.round_id = ANY(%s)"

    @property
    def values(self) -> list[Any]:
        return [list(self.ids)]


Chosen = RoundRange | ChosenRounds


def read_rounds(chosen: Chosen) -> tuple[Batch, Batch]:
    """Return the deals of the completed rounds, with those sat out before them, and their decisions.

    Deals are ordered by player and time. `row` of a decision is its deal; `player` is in the deals only.
    """
    played = read_columns(_write(_ROUNDS_SQL, chosen), chosen.values * 3, _DEALS)
    away = read_columns(_write(_SAT_OUT_SQL, chosen), chosen.values, _DEALS)
    watched = read_columns(_write(_WATCHED_SQL, chosen), chosen.values, _DEALS)
    deals = {name: np.concatenate([played[name], away[name], watched[name]]) for name in _DEALS}
    order = np.lexsort((deals["nonce"], deals["at"], deals["player"]))
    deals = {name: column[order] for name, column in deals.items()}
    if not len(order):
        return deals, _no_decisions()
    return deals, _read_decisions(chosen, deals)


def _write(sql: Template, chosen: Chosen) -> str:
    return sql.substitute(_NAMED, rounds=chosen.rounds, rows=chosen.rows)


def _read_decisions(chosen: Chosen, deals: Batch) -> Batch:
    since = float(deals["at"].min()) - DECIDED_AFTER.total_seconds()
    found = read_columns(_write(_DECISIONS_SQL, chosen), [*chosen.values, since], _DECISIONS)
    by_round = np.argsort(deals["round"], kind="stable")
    ids = deals["round"][by_round]
    places = np.minimum(np.searchsorted(ids, found["round"]), len(ids) - 1)
    kept = ids[places] == found["round"]  # decisions of rounds that are not completed are left out
    rows = by_round[places[kept]]
    found = {name: column[kept] for name, column in found.items()}
    order = np.lexsort((found["decision"], rows))
    made = {name: column[order] for name, column in found.items()}
    made["row"] = rows[order]
    made["think"] = np.maximum(made["at"] - made["asked"], 0)
    return made


def _no_decisions() -> Batch:
    empty = {name: np.zeros(0, np.int64) for name in (*_DECISIONS, "row")}
    return {**empty, "think": np.zeros(0)}


_BITS: Final = np.array([ALL_VERBS.index(verb) for verb in VERBS])


def is_legal(legal: Any, verb: int) -> Any:
    """Mask of the decisions in which a verb, by its number in `signals.columns.VERBS`, was legal."""
    return (legal >> _BITS[verb]) & 1 > 0
