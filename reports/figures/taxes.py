"""Report 18: tax on bets and on winnings, computed by the profile, beside what was withheld.

The base of the tax on bets is what was staked in rounds that ended on the day, by the profile at the end of the day. A prize
is the net win of one round, or of one session, by the profile at the moment when it was paid (`casino.values.prizes`).
Rounds that a void took back, and cancelled ones, are no bets and no prizes; a void that left the result as it was changes
nothing. So a later void gives its tax back in a report made later, as it does in the ledger.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from django.utils import timezone

from casino.values.prizes import PER_SESSION, WITHHELD, compute_prize_tax, find_tax_threshold
from profiles.selectors.in_force import known_versions, profile_in_force
from profiles.values.fields import ProfileValues
from reports.selectors.fact_tables import day_parameters
from reports.selectors.period_query import query_rows
from reports.values.filters import Filters
from reports.values.period import DAY, MOMENT, Period, start_of
from wallet.money.values import MINOR_DIGITS, PLAY_MONEY, Money

_WHOLE: Final = 100  # percent
_FILTER: Final = f"""
    round.status = 'completed' AND round.currency <> '{PLAY_MONEY}'
    AND person.is_test_account = %(test)s
    AND (%(country)s::text IS NULL OR person.country = %(country)s)
    AND (%(currency)s::text IS NULL OR round.currency = %(currency)s)
"""
_PLAYED: Final = f"""
    WITH played AS (
        SELECT round.*, person.email,
               %(day_before)s::date + width_bucket(round.finished_at, %(starts)s::timestamptz[]) AS day,
               EXISTS (SELECT FROM casino_void WHERE round_id = round.id AND undone_at IS NULL
                       AND (due <> 0 OR suspended <> 0)) AS taken_back,
               round.tax - coalesce((
                   SELECT sum(void.tax + coalesce((
                       SELECT sum(step.tax) FROM casino_voidstep AS step WHERE step.void_id = void.id), 0))
                   FROM casino_void AS void WHERE void.round_id = round.id), 0)::bigint AS withheld
        FROM casino_round AS round JOIN accounts_user AS person ON person.id = round.player_id
        WHERE round.finished_at >= %(since)s AND round.finished_at < %(until)s AND {_FILTER}
    )
"""  # noqa: S608  # a constant
_BETS: Final = f"""{_PLAYED}
    SELECT day, currency, count(*) AS rounds, sum(staked)::bigint AS staked
    FROM played WHERE NOT taken_back GROUP BY day, currency ORDER BY day, currency
"""  # noqa: S608  # built from constants
_WINS: Final = f"""{_PLAYED}
    SELECT currency, number, player_id, email, finished_at, withheld,
           CASE WHEN taken_back THEN 0 ELSE returned - staked END AS won
    FROM played
    WHERE withheld <> 0 OR NOT taken_back AND returned - staked > (%(lowest)s::jsonb ->> currency)::bigint
    ORDER BY finished_at, id
"""  # noqa: S608  # built from constants
# All rounds of the sessions of the period's rounds: a session belongs to the day on which its last round ended.
_SESSIONS: Final = f"""{_PLAYED}, begun AS (
        SELECT DISTINCT played.player_id, played.currency, visit.begun_at AS since
        FROM played CROSS JOIN LATERAL (
            SELECT begun_at FROM accounts_visit
            WHERE player_id = played.player_id AND begun_at <= played.started_at
            ORDER BY begun_at DESC LIMIT 1) AS visit
    ), ended AS (
        SELECT begun.*, (SELECT min(begun_at) FROM accounts_visit
                         WHERE player_id = begun.player_id AND begun_at > begun.since) AS until
        FROM begun
    )
    SELECT ended.currency, '' AS number, ended.player_id, person.email, max(round.finished_at) AS finished_at,
           sum(CASE WHEN EXISTS (SELECT FROM casino_void WHERE round_id = round.id AND undone_at IS NULL
                                 AND (due <> 0 OR suspended <> 0))
                    THEN 0 ELSE round.returned - round.staked END)::bigint AS won,
           sum(round.tax - coalesce((
               SELECT sum(void.tax + coalesce((
                   SELECT sum(step.tax) FROM casino_voidstep AS step WHERE step.void_id = void.id), 0))
               FROM casino_void AS void WHERE void.round_id = round.id), 0))::bigint AS withheld
    FROM ended
         JOIN casino_round AS round
         ON round.player_id = ended.player_id AND round.currency = ended.currency
            AND round.started_at >= ended.since AND round.started_at < coalesce(ended.until, 'infinity')
         JOIN accounts_user AS person ON person.id = ended.player_id
    WHERE round.status = 'completed'
    GROUP BY ended.currency, ended.player_id, person.email, ended.since
    HAVING max(round.finished_at) >= %(since)s AND max(round.finished_at) < %(until)s
    ORDER BY 5, 3
"""  # noqa: S608  # built from constants


@dataclass(frozen=True, slots=True)
class TaxedBets:
    """Stakes of a day in one currency, and the operator's tax on them."""

    day: date
    rounds: int
    staked: Money
    percent: Decimal

    @property
    def tax(self) -> Money:
        return compute_bet_tax(self.staked, self.percent)


@dataclass(frozen=True, slots=True)
class TaxedWin:
    """A prize above its threshold with the tax on it, and what was withheld; `number` is "" for a session.

    `form` is to be filled in, or "". Also what was withheld from no such prize: then there is a difference.
    """

    at: datetime
    number: str
    player_id: int
    email: str
    won: Money
    percent: Decimal
    tax: Money
    withheld: Money
    is_to_withhold: bool
    form: str

    @property
    def difference(self) -> Money:
        """What is withheld beyond the tax that is to be withheld."""
        return self.withheld - self.tax if self.is_to_withhold else self.withheld


@dataclass(frozen=True, slots=True)
class TaxFigures:
    """Bets by day and currency, and prizes by time."""

    bets: tuple[TaxedBets, ...]
    wins: tuple[TaxedWin, ...]


def compute_bet_tax(base: Money, percent: Decimal) -> Money:
    """Return the tax on the stakes of a day, rounded half up to the ledger's smallest unit."""
    units = (base.units * percent / _WHOLE).quantize(Decimal(1), ROUND_HALF_UP)
    return Money(int(units), base.currency)


def load_figures(period: Period, chosen: Filters) -> TaxFigures:
    """Return report 18. Two queries, three if a profile of the period taxes sessions."""
    given = {
        "since": period.since,
        "until": period.until,
        "test": chosen.test,
        "country": chosen.country,
        "currency": chosen.currency,
        **day_parameters(period),
    }
    by_day = {day: profile_in_force(at=_end_of(day)) for day in period.days}
    bets = tuple(_bets(query_rows(_BETS, given), by_day))
    return TaxFigures(bets, tuple(_wins(given, _terms_in(period, by_day.values()))))


def _end_of(day: date) -> datetime:
    """Return the end of a day, or now on a day that has not ended."""
    return min(start_of(day + DAY) - MOMENT, timezone.now())


def _terms_in(period: Period, by_day: Iterable[ProfileValues]) -> list[ProfileValues]:
    """Return the profiles that were in force at some moment of a period."""
    begun = (one.in_force_from for one in known_versions() if not one.country)
    moments = [period.since, *(at for at in begun if period.since <= at < period.until)]
    now = timezone.now()
    return [*(profile_in_force(at=min(at, now)) for at in moments), *by_day]


def _bets(rows: list[dict[str, Any]], terms: Mapping[date, ProfileValues]) -> Iterator[TaxedBets]:
    for one in rows:
        staked, percent = Money(one["staked"], one["currency"]), terms[one["day"]].bet_tax_percent
        yield TaxedBets(one["day"], one["rounds"], staked, percent)


def _wins(given: Mapping[str, Any], terms: list[ProfileValues]) -> Iterator[TaxedWin]:
    """Yield prizes that are taxed, or from which something was withheld: rounds, or sessions where those are taxed."""
    rows = query_rows(_WINS, {**given, "lowest": json.dumps(_lowest(terms))})
    if any(one.winnings_tax_per == PER_SESSION for one in terms):
        rounds = [one for one in rows if not _is_per_session(one)]
        sessions = [one for one in query_rows(_SESSIONS, given) if _is_per_session(one)]
        rows = sorted([*rounds, *sessions], key=lambda one: one["finished_at"])
    for one in rows:
        win = _read_win(one)
        if win.tax or win.withheld:
            yield win


def _is_per_session(row: Mapping[str, Any]) -> bool:
    return profile_in_force(at=row["finished_at"]).winnings_tax_per == PER_SESSION


def _lowest(terms: Iterable[ProfileValues]) -> dict[str, int]:
    """Return the lowest threshold of each currency in units: prizes that are not above it are not read."""
    lowest: dict[str, int] = {}
    for one in terms:
        for currency in MINOR_DIGITS:
            if (units := find_tax_threshold(currency, one)) is not None:
                lowest[currency] = min(units, lowest.get(currency, units))
    return lowest


def _read_win(row: Mapping[str, Any]) -> TaxedWin:
    currency, terms = row["currency"], profile_in_force(at=row["finished_at"])
    return TaxedWin(
        at=row["finished_at"],
        number=row["number"],
        player_id=row["player_id"],
        email=row["email"],
        won=Money(row["won"], currency),
        percent=terms.winnings_tax_percent,
        tax=Money(compute_prize_tax(row["won"], currency, terms), currency),
        withheld=Money(row["withheld"], currency),
        is_to_withhold=terms.winnings_tax == WITHHELD,
        form=terms.winnings_tax_form,
    )
