"""What is asked about cash: limits in force, open withdrawals, what a player has and is owed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_DOWN, Decimal
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet, Subquery, Sum
from django.utils import timezone

from wallet import selectors
from wallet.cash.models import (
    CHARGED_BACK,
    MAY_BE_HELD,
    OPEN_WITHDRAWALS,
    CashLimit,
    Correction,
    Deposit,
    DepositState,
    DepositStep,
    LedgerCheck,
    LedgerCheckBegun,
    LimitName,
    ProviderEvent,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.errors import NoRate
from wallet.money import BASE_CURRENCY, MINOR_DIGITS, PLAY_MONEY, SCALE_DIGITS, Money, amount_usd

DAY: Final = timedelta(hours=24)
CHECK_TAKES_AT_MOST: Final = timedelta(hours=1)
"""A reconciliation without a result by then was killed; the scheduled one is ended before."""

RAISED: Final = (LimitName.WITHDRAWAL_MOST, LimitName.WITHDRAWAL_DAY)
"""What a tier may raise: limits that protect the house alone. Who has to agree to a withdrawal, no tier says."""

Limits = Mapping[tuple[str, str], Money]
_WHOLE: Final = 100
_DEAD: Final = (
    DepositState.REFUSED,
    DepositState.FAILED,
    DepositState.EXPIRED,
    WithdrawalState.REFUSED,
)


@dataclass(frozen=True, slots=True)
class Holding:
    """One line of the bank page: what a player has in a currency, and what is held of it."""

    currency: str
    available: Money
    in_play: Money
    withdrawing: Money

    @property
    def is_play_money(self) -> bool:
        """Whether it is money that is worth nothing."""
        return self.currency == PLAY_MONEY


@dataclass(frozen=True, slots=True)
class Total:
    """All balances in one currency. `as_of` is the time of the oldest rate used; None: none was."""

    money: Money
    as_of: datetime | None
    left_out: tuple[str, ...]


class Closed(StrEnum):
    """Why no money may leave the house, or one player's account."""

    BROKEN = "broken"  # the latest check of the ledger failed, or died
    UNCHECKED = "unchecked"  # there was none yet, or none for too long, or the clock was set back


def closed(player_id: int | None = None) -> Closed | None:
    """Return why withdrawals are closed to everybody, or to this player, or None.

    None where the latest check is young, none died since, and it passed or what it found is about other players.
    """
    latest = latest_check()
    if latest is None:
        return Closed.UNCHECKED
    failed = not latest.passed and (latest.players is None or player_id in latest.players)
    if failed or unfinished_checks().filter(at__gt=latest.at).exists():
        return Closed.BROKEN
    young = abs(timezone.now() - latest.at) < timedelta(hours=settings.LEDGER_CHECK_HOURS)
    return None if young else Closed.UNCHECKED


def latest_check() -> LedgerCheck | None:
    """Return the last result of a check, by its transaction: its number is whatever its writer says."""
    return LedgerCheck.objects.order_by("-xact", "-id").first()


def unfinished_checks() -> QuerySet[LedgerCheckBegun]:
    """Return the runs of the reconciliation that were begun and died: they tell nothing any more."""
    return LedgerCheckBegun.objects.filter(
        result__isnull=True, at__lt=timezone.now() - CHECK_TAKES_AT_MOST
    ).order_by("pk")


def players_closed() -> int:
    """Return for how many players alone the latest check closes withdrawals."""
    latest = latest_check()
    return len(latest.players or ()) if latest else 0


def withdrawals_open(player_id: int | None = None) -> bool:
    """Whether money may leave the house, or this player's account."""
    return closed(player_id) is None


def limits() -> Limits:
    """Return every limit in force, by name and currency. One query."""
    rows = (
        CashLimit.objects.filter(decision__approved=True)
        .order_by("name", "currency", "-id")
        .distinct("name", "currency")
    )
    return {(row.name, row.currency_id): Money(row.units, row.currency_id) for row in rows}


def limit(name: LimitName, currency: str = BASE_CURRENCY) -> Money:
    """Return one limit in force; the migration makes one of every kind."""
    return limits()[name.value, currency]


def limits_of(player_id: int) -> Limits:
    """Return every limit as it holds for a player: the tier may raise the largest withdrawal and those of 24 hours. Two queries."""
    factor = _withdrawal_factor(player_id)
    return {
        (name, currency): raised(units, factor) if name in RAISED else units
        for (name, currency), units in limits().items()
    }


def _withdrawal_factor(player_id: int) -> int:
    """How many hundredths of the house's limits a player may withdraw; what raises them answers (`loyalty/sql/withdrawing.sql`)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.wallet_withdrawal_factor(%s)", [player_id])
        return int(cursor.fetchall()[0][0])


def raised(limit: Money, hundredths: int) -> Money:
    """Return so many hundredths of a limit, rounded down."""
    return Money(limit.units * hundredths // _WHOLE, limit.currency)


def minor_unit(currency: str) -> int:
    """Return how many units of the ledger the smallest coin of a currency is."""
    return int(10 ** (SCALE_DIGITS - MINOR_DIGITS[currency]))


def payable(money: Money) -> Money:
    """Return what of `money` can be handed over; the dust below stays with the player."""
    return money.whole


def missing_to_coin(money: Money) -> Money:
    """Return what `money` lacks to whole coins; zero where it is whole."""
    return Money(-money.units % minor_unit(money.currency), money.currency)


def holdings(player_id: int) -> list[Holding]:
    """Return what a player has, the base currency first. Three queries."""
    parts = (
        selectors.balances(player_id),
        selectors.in_play(player_id),
        selectors.withdrawing(player_id),
    )
    found = [{money.currency: money for money in part} for part in parts]
    codes = {BASE_CURRENCY}.union(*found)
    ordered = sorted(codes, key=lambda code: list(MINOR_DIGITS).index(code))
    return [
        Holding(code, *(part.get(code, Money.zero(code)) for part in found)) for code in ordered
    ]


def total(balances: Iterable[Money], currency: str) -> Total:
    """Return real balances in one currency at the latest rates, down to its minor unit.

    What has no rate, or no rate in which to say it, is named in `left_out`. One query per currency.
    """
    units, left_out, times = Decimal(0), [], []
    try:
        target = selectors.rate(currency)
    except NoRate:
        return total(balances, BASE_CURRENCY)
    for money in balances:
        if money.currency == PLAY_MONEY or not money:
            continue
        if money.currency == currency:
            units += money.units
            continue
        try:
            quote = selectors.rate(money.currency)
        except NoRate:
            left_out.append(money.currency)
            continue
        units += Decimal(money.units) * quote.rate / target.rate
        times += [one.as_of for one in (quote, target) if one.currency != BASE_CURRENCY]
    whole = int(units.to_integral_value(rounding=ROUND_DOWN))
    return Total(payable(Money(whole, currency)), min(times, default=None), tuple(left_out))


def usd(money: Money) -> tuple[Money, Decimal]:
    """Return the worth of `money` and the rate used. Raises NoRate."""
    quote = selectors.rate(money.currency)
    return amount_usd(money, quote.rate), quote.rate


def moved_since(
    model: type[Deposit] | type[Withdrawal],
    player_id: int,
    since: datetime,
    *,
    provider: str | None = None,
) -> Money:
    """Return the worth in USD of what a player has asked to move, without what came to nothing."""
    rows = model.objects.filter(player_id=player_id, created_at__gt=since)
    if provider is not None:
        rows = rows.filter(provider=provider)
    found = rows.exclude(state__in=_DEAD).aggregate(worth=Sum("amount_usd"))
    return Money(int(found["worth"] or 0), BASE_CURRENCY)


def withdrawn_lately(player_id: int) -> Money:
    """Return the worth in USD of what counts towards the withdrawals of 24 hours."""
    return moved_since(Withdrawal, player_id, timezone.now() - DAY)


def deposits(player_id: int | None = None) -> QuerySet[Deposit]:
    """Return deposits, newest first."""
    rows = Deposit.objects.select_related("player").order_by("-id")
    return rows if player_id is None else rows.filter(player_id=player_id)


def withdrawals(player_id: int | None = None) -> QuerySet[Withdrawal]:
    """Return withdrawals, newest first."""
    rows = Withdrawal.objects.select_related("player").order_by("-id")
    return rows if player_id is None else rows.filter(player_id=player_id)


def holdable(player_id: int) -> QuerySet[Withdrawal]:
    """Return the withdrawals of a player that can be held, oldest first."""
    return Withdrawal.objects.filter(player=player_id, state__in=MAY_BE_HELD).order_by("id")


def charged_back() -> QuerySet[Deposit]:
    """Return credited deposits that failed after all and that nobody has proposed to reverse since, oldest first."""
    return _charged_back(Correction.objects.all())


def charge_back_of(player_id: int) -> ProviderEvent | None:
    """Return the callback that charged a deposit of this player back, while it is not decided whether to reverse it."""
    open_ = _charged_back(Correction.objects.filter(decision__isnull=False)).filter(
        player=player_id
    )
    rows = ProviderEvent.objects.filter(deposit__in=open_, outcome=CHARGED_BACK)
    return rows.order_by("-pk").first()


def _charged_back(answers: QuerySet[Correction]) -> QuerySet[Deposit]:
    """Credited deposits with a charge-back that none of these corrections came after."""
    said = ProviderEvent.objects.filter(deposit=OuterRef("pk"), outcome=CHARGED_BACK)
    credited = DepositStep.objects.filter(deposit=OuterRef("pk"), to_state=DepositState.CREDITED)
    rows = (
        deposits()
        .filter(Exists(said), state=DepositState.CREDITED)
        .annotate(
            charged_back_at=Subquery(said.order_by("-pk").values("received_at")[:1]),
            credit=Subquery(credited.values("transfer")[:1]),
        )
    )
    later = answers.filter(original=OuterRef("credit"), proposed_at__gt=OuterRef("charged_back_at"))
    return rows.filter(~Exists(later)).order_by("pk")


def withdrawals_under_way(players: Iterable[int]) -> QuerySet[Withdrawal]:
    """Return the withdrawals of these players that have not ended, oldest first."""
    rows = Withdrawal.objects.filter(player__in=players, state__in=OPEN_WITHDRAWALS)
    return rows.select_related("player").order_by("id")


def destinations(player_id: int) -> set[str]:
    """The digests of where the player has asked to be paid so far, refused or not: what is not among them is new payment data. One query."""
    rows = Withdrawal.objects.filter(player_id=player_id).order_by()
    return set(rows.values_list("destination_digest", flat=True).distinct())


def latest_cash(player_id: int, count: int = 10) -> list[Deposit | Withdrawal]:
    """Return a player's latest deposits and withdrawals together, newest first. Two queries."""
    found: list[Deposit | Withdrawal] = [
        *deposits(player_id)[:count],
        *withdrawals(player_id)[:count],
    ]
    return sorted(found, key=lambda one: one.created_at, reverse=True)[:count]


def receipts(transfers: Iterable[int]) -> Mapping[int, tuple[str, UUID, str]]:
    """Return kind, reference and number of the receipt behind each transfer. Two queries."""
    wanted, found = list(transfers), {}
    for step in DepositStep.objects.filter(transfer_id__in=wanted).select_related("deposit"):
        found[step.transfer_id] = ("deposit", step.deposit.reference, step.deposit.number)
    for one in WithdrawalStep.objects.filter(transfer_id__in=wanted).select_related("withdrawal"):
        found[one.transfer_id] = ("withdrawal", one.withdrawal.reference, one.withdrawal.number)
    return {transfer: receipt for transfer, receipt in found.items() if transfer is not None}


def waiting_sums() -> Mapping[str, Money]:
    """Return what waits to be paid out to everybody, by currency."""
    sums: defaultdict[str, int] = defaultdict(int)
    rows = Withdrawal.objects.filter(state__in=OPEN_WITHDRAWALS)
    for currency, units in rows.values_list("currency_id").annotate(held=Sum("units")):
        sums[currency] += int(units)
    return {code: Money(units, code) for code, units in sorted(sums.items())}
