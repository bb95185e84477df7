"""Figures of case pages computed again from raw rows: plain SQL, numpy and scipy, and nothing of the library `signals`.

The rounds behind a flag are found again in the raw rows too, and counts from the cards: a flag that left some out would differ.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from math import exp, log, sqrt
from typing import Any, Final

import numpy as np
import pytest
from django.db import connection
from scipy import stats

from blackjack.strategy import ROWS, UPCARDS
from cases.models import Case
from detection.models import Flag

_USD: Final = 10_000
# Cards of `casino_deal.cards` begin with their rank.
_ROUNDS: Final = """
    WITH counted AS (
        SELECT id, shoe_id, nonce, coalesce(sum(weight) OVER before, 0)::int AS running, coalesce(sum(cards) OVER before, 0)::int AS gone
        FROM (SELECT deal.id, deal.shoe_id, deal.nonce, count(*) AS cards, sum(
                  CASE WHEN left(card, 1) IN ('T', 'J', 'Q', 'K', 'A') THEN -1 WHEN left(card, 1) <= '6' THEN 1 ELSE 0 END) AS weight
              FROM casino_deal AS deal, unnest(deal.cards) AS card
              WHERE deal.shoe_id IN (SELECT own.shoe_id FROM casino_round JOIN casino_deal AS own ON own.id = deal_id
                                     WHERE player_id = %(player)s)
              GROUP BY 1, 2, 3) AS deals
        WINDOW before AS (PARTITION BY shoe_id ORDER BY nonce ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    )
    SELECT round.id, counted.shoe_id, counted.nonce, bets.stake * round.amount_usd::float8 / round.amount, counted.running,
        (version.rules_json ->> 'decks')::int * 52 - coalesce((version.rules_json ->> 'burn_cards')::int, 0) - counted.gone,
        round.version_id
    FROM casino_round AS round
        JOIN counted ON counted.id = round.deal_id
        JOIN tables_rulesetversion AS version ON version.id = round.version_id
        JOIN (SELECT round_id, sum(stake) AS stake FROM casino_bet GROUP BY 1) AS bets ON bets.round_id = round.id
    WHERE round.player_id = %(player)s AND round.status = 'completed' AND round.currency <> 'PLY'
        AND NOT EXISTS (SELECT FROM casino_void AS void WHERE void.round_id = round.id AND void.undone_at IS NULL)
    ORDER BY round.started_at, round.id
"""
_TIMES: Final = """
    SELECT extract(epoch FROM made.made_at - made.asked_at)::float8, made.spot, round.id
    FROM casino_decision AS made JOIN casino_round AS round ON round.id = made.round_id
    WHERE round.player_id = %(player)s AND round.status = 'completed' AND round.currency <> 'PLY'
        AND NOT made.by_house AND NOT made.early AND made.asked_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM casino_void AS void WHERE void.round_id = round.id AND void.undone_at IS NULL)
    ORDER BY made.made_at, made.id
"""
_TOGETHER: Final = """
    WITH rounds AS (
        SELECT round.player_id, round.deal_id, place.player_id IS NULL AS live
        FROM casino_round AS round JOIN casino_place AS place ON place.id = round.place_id
        WHERE round.player_id IN (%(player)s, %(other)s) AND round.status = 'completed' AND round.currency <> 'PLY'
            AND round.started_at >= %(since)s
            AND NOT EXISTS (SELECT FROM casino_void AS void WHERE void.round_id = round.id AND void.undone_at IS NULL)
    )
    SELECT (SELECT count(*) FROM rounds AS one JOIN rounds AS two USING (deal_id)
            WHERE one.player_id = %(player)s AND two.player_id = %(other)s AND one.live),
        (SELECT count(*) FROM rounds WHERE player_id = %(player)s), (SELECT count(*) FROM rounds WHERE player_id = %(other)s)
"""
_WEEKS_SUMS: Final = """
    SELECT (SELECT coalesce(sum(amount_usd), 0) FROM wallet_deposit AS paid WHERE paid.player_id = %(player)s
                AND paid.state NOT IN ('failed', 'refused')
                AND paid.created_at BETWEEN out.created_at - interval '7 days' AND out.created_at),
        (SELECT sum(amount_usd) FROM wallet_withdrawal AS paid WHERE paid.player_id = %(player)s AND paid.state <> 'refused'
                AND paid.created_at BETWEEN out.created_at - interval '7 days' AND out.created_at),
        (SELECT coalesce(sum(staked_usd), 0) FROM casino_round AS round WHERE round.player_id = %(player)s
                AND round.status = 'completed' AND round.currency <> 'PLY'
                AND round.started_at BETWEEN out.created_at - interval '7 days' AND out.created_at
                AND NOT EXISTS (SELECT FROM casino_void AS void WHERE void.round_id = round.id AND void.undone_at IS NULL))
    FROM wallet_withdrawal AS out
    WHERE out.player_id = %(player)s AND out.state <> 'refused' AND out.created_at >= %(since)s
    ORDER BY out.created_at
"""
Figures = dict[str, float]


def _fetch(sql: str, **values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _rounds_of(flag: Flag) -> list[tuple[Any, ...]]:
    """Return the rounds that the flag should name: as many as it counts, from the first that it names on."""
    rows = _fetch(_ROUNDS, player=flag.player_id)
    first = next(place for place, row in enumerate(rows) if row[0] in set(flag.rounds))
    chosen = rows[first : first + flag.n]
    assert {row[0] for row in chosen} == set(flag.rounds)
    return chosen


def compute_cc1(flag: Flag) -> Figures:
    """Correlate bet and true count, and their changes between consecutive deals of a shoe."""
    rows = _rounds_of(flag)
    by_deal = {
        (shoe, nonce): (stake, 52 * count / left)
        for _id, shoe, nonce, stake, count, left, _version in rows
    }
    level = stats.spearmanr(*zip(*by_deal.values(), strict=True)).statistic
    steps = [
        (stake - by_deal[shoe, nonce - 1][0], count - by_deal[shoe, nonce - 1][1])
        for (shoe, nonce), (stake, count) in by_deal.items()
        if (shoe, nonce - 1) in by_deal
    ]
    diff = stats.spearmanr(*zip(*steps, strict=True)).statistic
    t = diff * sqrt((len(steps) - 2) / (1 - diff**2))
    return {"n": len(rows), "level": level, "diff": diff, "t": t, "pairs": len(steps)}


def _load_worth() -> tuple[float, float]:
    """Return the result of a round at a count of 0 and its change for each true count, from the stored effects of removal."""
    ((stored,),) = _fetch("SELECT result::text FROM tables_mathematics WHERE result ? 'by_value'")
    effects = json.loads(stored)
    removed = dict(zip("A23456789T", effects["by_value"], strict=True))
    share = {rank: 4 / 13 if rank == "T" else 1 / 13 for rank in removed}
    weight = {rank: -1 if rank in "AT" else 1 if rank <= "6" else 0 for rank in removed}
    along = sum(share[rank] * weight[rank] * removed[rank] for rank in removed)
    spread = sum(share[rank] * weight[rank] ** 2 for rank in removed)
    return effects["rtp"] - 1, (effects["cards"] - 1) / 52 * along / spread


def compute_edge(flag: Flag) -> Figures:
    """Add up what the bets gain by the count, and what they cost the house in 100 rounds. One table: nothing is sat out."""
    rows = _rounds_of(flag)
    assert len({row[6] for row in rows}) == 1
    base, slope = _load_worth()
    stakes = [row[3] / _USD for row in rows]
    counts = [52 * row[4] / row[5] for row in rows]
    mean = sum(stakes) / len(stakes)
    gain = sum((stake - mean) * slope * count for stake, count in zip(stakes, counts, strict=True))
    cost = sum(stake * (base + slope * count) for stake, count in zip(stakes, counts, strict=True))
    return {"n": len(rows), "gain": gain, "cost": 100 * cost / len(rows)}


def _class_of(spot: int) -> str:
    """Return the class in which a decision's time is compared: the row of the chart says the hand."""
    if spot < 0:
        return "insurance"
    kind, _blank, total = ROWS[spot // len(UPCARDS)].partition(" ")
    if kind != "hard":
        return kind
    return "17 and more" if int(total) >= 17 else "12 to 16" if int(total) >= 12 else "11 and less"


def compute_bot1(flag: Flag) -> Figures:
    """Pool the standard deviation of ln t within classes of decisions."""
    rows = [
        (time, spot)
        for time, spot, _round in _fetch(_TIMES, player=flag.player_id)
        if 0 <= time < 60
    ]
    logs: dict[str, list[float]] = {}
    for time, spot in rows[: flag.n]:
        logs.setdefault(_class_of(spot), []).append(log(max(time, 0.001)))
    several = [one for one in logs.values() if len(one) > 1]
    squares = sum(float(np.var(one)) * len(one) for one in several)
    deviation = sqrt(squares / sum(len(one) - 1 for one in several))
    median = exp(float(np.median([one for found in logs.values() for one in found])))
    return {"n": len(rows[: flag.n]), "deviation": deviation, "median": median}


def compute_ma2(flag: Flag) -> Figures:
    """Divide the deals of both by the fewer rounds of either."""
    since = flag.raised_at - timedelta(days=90)
    ((together, own, others),) = _fetch(
        _TOGETHER, player=flag.player_id, other=flag.other_id, since=since
    )
    return {"n": together, "share": together / min(own, others)}


def compute_aml1(flag: Flag) -> Figures:
    """Divide wagers by deposits in the 7 days before each withdrawal of at least 80 % of the deposits; the lowest counts."""
    since = flag.raised_at - timedelta(days=30)
    rows = _fetch(_WEEKS_SUMS, player=flag.player_id, since=since)
    most = [one for one in rows if one[0] > 0 and one[1] >= 0.8 * float(one[0])]
    deposited, withdrawn, wagered = min(most, key=lambda one: one[2] / one[0])
    named = {"deposited": deposited, "withdrawn": withdrawn, "wagered": wagered}
    return {
        "n": len(rows),
        "ratio": float(wagered / deposited),
        **{name: float(value) / _USD for name, value in named.items()},
    }


COMPUTED: Final[
    Mapping[str, tuple[Callable[[Flag], Figures], Callable[[Figures], Sequence[str]]]]
] = {
    "CC1": (
        compute_cc1,
        lambda one: [
            f"Over {one['n']} rounds the bet rose with the count: correlation {one['level']:.2f}",
            f"from one round to the next {one['diff']:.2f} (t = {one['t']:.1f})",
        ],
    ),
    "EDGE": (
        compute_edge,
        lambda one: [
            f"Over {one['n']} deals the bets were placed so that they gained {one['gain']:.2f} USD",
            f"cost the house {one['cost']:.2f} USD in 100 rounds",
        ],
    ),
    "BOT1": (
        compute_bot1,
        lambda one: [
            f"Over {one['n']} decisions think times stayed around {one['median']:.2f} s",
            f"their standard deviation is {100 * one['deviation']:.0f}%",
        ],
    ),
    "MA2": (
        compute_ma2,
        lambda one: [f"played {one['n']} deals together: {100 * one['share']:.0f}% of the rounds"],
    ),
    "AML1": (
        compute_aml1,
        lambda one: [
            f"{one['deposited']:.0f} USD were deposited, {one['wagered']:.0f} USD wagered and {one['withdrawn']:.0f} USD",
        ],
    ),
}
"""For each signal, its figures from raw rows, and what a case page says with them."""


def compare_case(case: Case, page: str) -> list[str]:
    """Compare the current flags of a case, as stored and as its page says them, with raw rows. Return the signals compared."""
    compared = []
    current = Flag.objects.filter(case_flags__case=case, state=Flag.State.CURRENT)
    for flag in current.order_by("pk"):
        if flag.signal not in COMPUTED:
            continue
        compute, say = COMPUTED[flag.signal]
        figures = compute(flag)
        assert figures.pop("n") == flag.n, (flag.signal, flag.player_id)
        # think times are differences of seconds since 1970: a tenth of a microsecond is lost in them
        stored = {name: flag.figures[name] for name in figures}
        assert figures == pytest.approx(stored, rel=1e-5), (flag.signal, flag.player_id)
        for words in say({"n": flag.n, **figures}):
            assert words in page, (case.number, words)
        compared.append(flag.signal)
    return compared
