"""Checks that reports of money say what the entries say."""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal

from casino.models import Round
from loyalty.models.redemption import Redemption
from reports.figures import cash, exchange, liabilities
from reports.values.filters import Filters
from reports.values.period import Period, day_of, start_of
from tests.reports.houses import (
    DAY,
    STAKES,
    Leg,
)
from wallet.cash.models import DepositStep, WithdrawalStep
from wallet.money.values import Money
from wallet.rates.models import Rate


def rate_at(currency: str, end: datetime) -> Decimal:
    """Return the rate in effect just before `end`; all rates of these days were approved by then."""
    if currency == "USD":
        return Decimal(1)
    known = Rate.objects.filter(currency=currency, as_of__lt=end, decision__decided_at__lt=end)
    found = known.order_by("as_of", "id").last()
    assert found is not None
    return found.rate


def rounded(worth: Decimal) -> int:
    return int(worth.to_integral_value(ROUND_HALF_UP))


def check_liabilities(period: Period, chosen: Filters, every: list[Leg]) -> None:
    """Report 3."""
    found = liabilities.load_figures(period, chosen)
    owed = {line.currency: line for line in found.lines}
    held: defaultdict[tuple[str, str], int] = defaultdict(int)
    for leg in every:
        if leg.at < period.until:
            held[leg.currency, leg.place] += leg.amount
    worth = 0
    for currency in STAKES:
        line = owed.get(currency)
        told = (
            (
                *(line.balances, line.open_stakes, line.withdrawals, line.suspense),
                *(-line.receivable, line.tax),
            )
            if line
            else [Money.zero(currency)] * 6
        )
        places = ("player", "in_play", "withdrawal_pending", "suspense", "receivable", "tax")
        assert [money.units for money in told] == [held[currency, place] for place in places]
        owing = sum(held[currency, place] for place in places[:4])
        if owing:
            worth += rounded(owing * rate_at(currency, min(period.until, datetime.now(UTC))))
    assert abs(found.usd.units - worth) <= len(STAKES)  # each currency is rounded once


def check_cash(period: Period, chosen: Filters, inside: list[Leg]) -> None:
    """Report 4: units, dollars, by day, and counts."""
    paid: Counter[tuple[object, ...]] = Counter()
    worth: Counter[tuple[object, ...]] = Counter()
    times: Counter[tuple[object, ...]] = Counter()
    rated: Counter[tuple[object, ...]] = Counter()
    stored = stored_worths()
    for leg in inside:
        undone = ""
        if leg.kind in _OF_PLAYERS and leg.place == "player":
            sign = 1
        elif leg.kind == "pay_out" and leg.place == "bank":
            sign = -1
        elif leg.kind == "reverse" and leg.place in cash.UNDONE:
            sign, undone = -1, leg.place
        else:
            continue
        end = min(period.until, start_of(day_of(leg.at) + DAY))
        usd = stored.get(leg.told.pk)
        for day in (None, day_of(leg.at)):
            key = day, leg.kind, undone, leg.currency
            paid[key] += sign * leg.amount
            times[key] += 1
            rated[key] += usd is None
            worth[key] += (
                sign * rounded(leg.amount * rate_at(leg.currency, end))
                if usd is None
                else sign * (usd if leg.amount > 0 else -usd)
            )
    found = cash.load_figures(period, chosen)
    lines = {
        (one.day, one.kind, one.undone, one.currency): one for one in (*found.lines, *found.days)
    }
    assert {key: one.amount.units for key, one in lines.items()} == dict(paid)
    assert {key: one.transfers for key, one in lines.items()} == dict(times)
    for key, one in lines.items():
        assert abs(one.usd.units - worth[key]) <= rated[key], (key, period)


_OF_PLAYERS = {"deposit", "withdraw", "cancel_withdrawal", "bonus", "adjust", "redeem"}


def stored_worths() -> dict[int, int]:
    """Return the dollar values stored with desk deposits, withdrawals and redemptions, by transfer."""
    of_deposits = DepositStep.objects.filter(transfer__isnull=False)
    of_withdrawals = WithdrawalStep.objects.filter(transfer__isnull=False)
    found = dict(of_deposits.values_list("transfer", "deposit__amount_usd"))
    for one in Redemption.objects.all():
        found[one.transfer_id] = rounded(one.amount * one.rate)
    return found | dict(of_withdrawals.values_list("transfer", "withdrawal__amount_usd"))


def check_exchange(period: Period, chosen: Filters, inside: list[Leg]) -> None:
    """Report 5."""
    given: Counter[str] = Counter()
    received: Counter[str] = Counter()
    worth, spread, counted, acts = Decimal(0), Decimal(0), 0, 0
    for leg in inside:
        if leg.told.kind == "exchange" and leg.place == "player":
            is_given = leg.currency == leg.told.currency_id
            units = -leg.amount if is_given else leg.amount  # negative for a reversed exchange
            (given if is_given else received)[leg.currency] += units
            usd = units * Decimal(leg.told.details["given_rate" if is_given else "received_rate"])
            worth += usd if is_given else 0
            spread += usd if is_given else -usd
            counted += is_given and (-1 if leg.kind == "reverse" else 1)
            acts += is_given
    found = exchange.load_figures(period, chosen)
    told_given: Counter[str] = Counter()
    told_received: Counter[str] = Counter()
    for pair in found.pairs:
        told_given[pair.given.currency] += pair.given.units
        told_received[pair.received.currency] += pair.received.units
    assert (told_given, told_received) == (given, received)
    assert sum(pair.exchanges for pair in found.pairs) == counted
    assert abs(found.spread.units - spread) <= acts
    assert abs(found.given_usd.units - worth) <= acts
    assert sum(day.spread.units for day in found.days) == found.spread.units


def check_rates(period: Period, chosen: Filters, inside: list[Leg], completed: list[Round]) -> None:
    """Report 5: the rate rows used by exchanges, and those with the rates of rounds."""
    used: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for leg in inside:
        if leg.told.kind == "exchange" and leg.place == "player" and leg.currency != "USD":
            side = "given" if leg.currency == leg.told.currency_id else "received"
            counted = -1 if leg.kind == "reverse" else 1
            used[leg.told.details[f"{side}_rate_id"]][0] += counted
    for one in completed:
        if one.currency != "USD":
            used[Rate.objects.get(currency=one.currency, rate=one.tasa_cambio).pk][1] += 1
    rows = Rate.objects.in_bulk(used)
    found = exchange.load_figures(period, chosen).used
    assert {
        (one.currency, one.rate, one.source, one.as_of): [one.exchanges, one.rounds]
        for one in found
    } == {(row.currency_id, row.rate, row.source, row.as_of): used[pk] for pk, row in rows.items()}
    assert len(found) == len(used)
