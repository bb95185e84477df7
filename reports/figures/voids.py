"""Report 8: voids of the period, follow-ups, and current debts of players."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from pages.names import choose_name
from reports.selectors.fact_tables import day_parameters
from reports.selectors.period_query import Answer, query_rows
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.ledger.models import Cause
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money

MOST: Final = 500
_BATCH: Final = 1000

# Voids and their later steps as one list.
_ACTS: Final = """
    WITH act AS (
        SELECT at, 'void' AS act, id AS act_id, round_id, "case", reason, treatment, due, paid, owed, collected,
               suspended, -due - suspended AS house, acting_user_id
        FROM casino_void WHERE at >= %(since)s AND at < %(until)s
        UNION ALL
        SELECT step.at, step.kind, step.id, void.round_id, step."case", void.reason, void.treatment,
               step.due, step.paid, step.owed, step.collected, -step.released,
               step.released - step.due, step.acting_user_id
        FROM casino_voidstep AS step JOIN casino_void AS void ON void.id = step.void_id
        WHERE step.at >= %(since)s AND step.at < %(until)s
    ), chosen AS (
        SELECT act.*, round.public_id, round.number AS round_number, round.player_id, round.currency, round.tasa_cambio,
               round.staked_usd, place.table_id, person.email,
               round(house * round.tasa_cambio)::bigint AS house_usd
        FROM act JOIN casino_round AS round ON round.id = act.round_id
             JOIN casino_place AS place ON place.id = round.place_id
             JOIN accounts_user AS person ON person.id = round.player_id
        WHERE round.currency <> 'PLY' AND person.is_test_account = %(test)s
          AND (%(country)s::text IS NULL OR person.country = %(country)s)
          AND (%(table)s::bigint IS NULL OR place.table_id = %(table)s)
          AND (%(version)s::bigint IS NULL OR round.version_id = %(version)s)
          AND (%(currency)s::text IS NULL OR round.currency = %(currency)s)
    )
"""
_LINES: Final = f"""
    {_ACTS}
    SELECT chosen.*, tables.name, tables.name_es, staff.full_name AS by
    FROM chosen JOIN tables_table AS tables ON tables.id = table_id
         JOIN accounts_user AS staff ON staff.id = acting_user_id
    WHERE %(at)s::timestamptz IS NULL OR (at, act, act_id) < (%(at)s, %(act)s, %(act_id)s)
    ORDER BY at DESC, act DESC, act_id DESC LIMIT %(most)s
"""  # noqa: S608 - written above
_SUMS: Final = f"""
    {_ACTS}
    SELECT act, reason, count(*) AS acts, sum(house_usd)::bigint AS house_usd,
           sum(round(owed * tasa_cambio))::bigint AS owed_usd
    FROM chosen GROUP BY act, reason ORDER BY act, acts DESC, reason
"""  # noqa: S608 - written above
_DAYS: Final = f"""
    {_ACTS}
    SELECT %(day_before)s::date + width_bucket(at, %(starts)s::timestamptz[]) AS day, count(*) FILTER (WHERE act = 'void') AS voided,
           sum(house_usd)::bigint AS house_usd
    FROM chosen GROUP BY day ORDER BY day
"""  # noqa: S608 - written above
_OWING: Final = """
    FROM wallet_receivable AS owed JOIN accounts_user AS person ON person.id = owed.player_id
         LEFT JOIN casino_round AS round ON round.public_id = owed.round_id AND cause = 'round'
         LEFT JOIN wallet_deposit AS deposit ON deposit.reference = owed.round_id AND cause = 'deposit'
         CROSS JOIN LATERAL (SELECT coalesce(round.tasa_cambio, deposit.rate) AS at_rate) AS valued
    WHERE owed.currency_id <> %(play)s AND person.is_test_account = %(test)s
      AND (%(country)s::text IS NULL OR person.country = %(country)s)
      AND (%(currency)s::text IS NULL OR owed.currency_id = %(currency)s)
"""
_OWED: Final = f"""
    SELECT owed.player_id, person.email, owed.round_id, owed.cause, deposit.id AS deposit, round.number AS round_number,
           owed.currency_id AS currency, owed.amount, round(owed.amount * at_rate)::bigint AS usd
    {_OWING}
      AND (%(after)s::bigint IS NULL OR (owed.player_id, owed.round_id) > (%(after)s, %(after_round)s::uuid))
    ORDER BY {{order}} LIMIT %(most)s
"""
_DEBTORS: Final = f"""
    SELECT count(*) AS debts, count(DISTINCT owed.player_id) AS debtors,
           coalesce(sum(round(owed.amount * at_rate)), 0)::bigint AS usd
    {_OWING}
"""


@dataclass(frozen=True, slots=True)
class ActLine:
    """A void or a follow-up: `act` is "void" or a `VoidStep.Kind`.

    `due` is owed to the player (negative: by the player), of which the available balance was paid and the rest became debt.
    """

    number: int
    at: datetime
    act: str
    round: UUID
    round_number: str
    case: UUID
    reason: str
    treatment: str
    player_id: int
    email: str
    table: str
    by: str
    due: Money
    owed: Money
    collected: Money
    suspended: Money
    house_usd: Money


@dataclass(frozen=True, slots=True)
class ActSum:
    """Acts of one kind and reason: net result for the house, and new debts of players."""

    act: str
    reason: str
    acts: int
    house_usd: Money
    owed_usd: Money


@dataclass(frozen=True, slots=True)
class DayOfVoids:
    """Number of rounds voided on a day, and the house's net result of the day's acts."""

    day: date
    voided: int
    house_usd: Money


@dataclass(frozen=True, slots=True)
class PlayerDebt:
    """A player's debt for one cause, now; in dollars at the rate of the round or deposit.

    `cause_id` is the reference of the round, whose number is `round_number`, or of the `deposit`.
    """

    player_id: int
    email: str
    cause: Cause
    cause_id: UUID
    round_number: str | None
    deposit: int | None
    amount: Money
    usd: Money


@dataclass(frozen=True, slots=True)
class VoidFigures:
    """Voids and follow-ups, latest first; debts by size, with their total and number of debtors."""

    sums: tuple[ActSum, ...]
    days: tuple[DayOfVoids, ...]
    lines: tuple[ActLine, ...]
    owed: tuple[PlayerDebt, ...]
    debts: int
    debtors: int
    owed_usd: Money

    @property
    def acts(self) -> int:
        """Number of voids and follow-ups."""
        return sum(one.acts for one in self.sums)

    @property
    def voided(self) -> int:
        """Number of rounds voided."""
        return sum(one.acts for one in self.sums if one.act == "void")

    @property
    def house_usd(self) -> Money:
        """The house's net result."""
        return sum((one.house_usd for one in self.sums), Money.zero(BASE_CURRENCY))


def load_figures(period: Period, chosen: Filters, most: int = MOST) -> VoidFigures:
    """Return the voids and debts of report 8. Five queries; sums cover all acts, `lines` and `owed` at most `most`."""
    given = _query_arguments(period, chosen, most)
    (owing,) = query_rows(_DEBTORS, given)
    return VoidFigures(
        sums=tuple(_sum(one) for one in query_rows(_SUMS, given)),
        days=tuple(
            DayOfVoids(one["day"], one["voided"], Money(one["house_usd"], BASE_CURRENCY))
            for one in query_rows(_DAYS, given | day_parameters(period))
        ),
        lines=tuple(_line(one) for one in query_rows(_LINES, given)),
        owed=tuple(
            _read_debt(one)
            for one in query_rows(
                _OWED.format(order="usd DESC, owed.player_id, owed.round_id"), given
            )
        ),
        debts=owing["debts"],
        debtors=owing["debtors"],
        owed_usd=Money(owing["usd"], BASE_CURRENCY),
    )


def iterate_acts(period: Period, chosen: Filters) -> Iterator[ActLine]:
    """Yield every void and follow-up of the period, latest first, in batches."""
    given, more = _query_arguments(period, chosen, _BATCH), True
    while more:
        found = [_line(one) for one in query_rows(_LINES, given)]
        yield from found
        more = len(found) == _BATCH
        if found:
            last = found[-1]
            given |= {"at": last.at, "act": last.act, "act_id": last.number}


def iterate_debts(period: Period, chosen: Filters) -> Iterator[PlayerDebt]:
    """Yield every current debt, player by player, in batches."""
    given, more = _query_arguments(period, chosen, _BATCH), True
    while more:
        found = [
            _read_debt(one)
            for one in query_rows(_OWED.format(order="owed.player_id, owed.round_id"), given)
        ]
        yield from found
        more = len(found) == _BATCH
        if found:
            given |= {"after": found[-1].player_id, "after_round": found[-1].cause_id}


def _query_arguments(period: Period, chosen: Filters, most: int) -> dict[str, Any]:
    return {
        "since": period.since,
        "until": period.until,
        "table": chosen.table,
        "version": chosen.version,
        "currency": chosen.currency,
        "country": chosen.country,
        "test": chosen.test,
        "most": most,
        "play": PLAY_MONEY,
        "at": None,
        "act": "",
        "act_id": 0,
        "after": None,
        "after_round": None,
    }


def _sum(one: Answer) -> ActSum:
    return ActSum(
        one["act"],
        one["reason"],
        one["acts"],
        Money(one["house_usd"], BASE_CURRENCY),
        Money(one["owed_usd"], BASE_CURRENCY),
    )


def _line(one: Answer) -> ActLine:
    def money(name: str) -> Money:
        return Money(one[name], one["currency"])

    return ActLine(
        number=one["act_id"],
        at=one["at"],
        act=one["act"],
        round=one["public_id"],
        round_number=one["round_number"],
        case=one["case"],
        reason=one["reason"],
        treatment=one["treatment"],
        player_id=one["player_id"],
        email=one["email"],
        table=choose_name(one["name"], one["name_es"]),
        by=one["by"],
        due=money("due"),
        owed=money("owed"),
        collected=money("collected"),
        suspended=money("suspended"),
        house_usd=Money(one["house_usd"], BASE_CURRENCY),
    )


def _read_debt(one: Answer) -> PlayerDebt:
    return PlayerDebt(
        player_id=one["player_id"],
        email=one["email"],
        cause=Cause(one["cause"]),
        cause_id=one["round_id"],
        round_number=one["round_number"],
        deposit=one["deposit"],
        amount=Money(one["amount"], one["currency"]),
        usd=Money(one["usd"], BASE_CURRENCY),
    )
