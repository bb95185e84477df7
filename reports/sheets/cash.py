"""Report 4: deposits, withdrawals, corrections, and payments for points."""

from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from reports.figures import cash
from reports.figures.cash import CashFigures, CashLine
from reports.sheets.parts import FLOWS, Body, build_day_chart
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from wallet.ledger.models import HouseAccount, TransferKind


def _movement_text(row: CashLine) -> str:
    if not row.undone:
        return str(TransferKind(row.kind).label)
    return _("%(movement)s of %(account)s") % {
        "movement": TransferKind.REVERSE.label,
        "account": HouseAccount(row.undone).label,
    }


_COLUMNS: tuple[Column[CashLine], ...] = (
    Column("kind", gettext_lazy("Movement"), _movement_text),
    Column("currency", gettext_lazy("Currency"), lambda row: row.currency),
    Column("movements", gettext_lazy("Movements"), lambda row: row.transfers, numeric=True),
    Column("amount", gettext_lazy("Players got"), lambda row: row.amount, money=True),
    Column("usd", gettext_lazy("In USD"), lambda row: row.usd, money=True),
)
_DAYS: tuple[Column[CashLine], ...] = (
    Column("day", gettext_lazy("Day"), lambda row: row.day),
    *_COLUMNS,
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 4: movements by kind and currency, and by day."""
    found = cash.load_figures(period, chosen)
    paid_in, paid_out = found.usd(TransferKind.DEPOSIT), -found.usd(TransferKind.PAY_OUT)
    figures = [
        Figure(_("Deposits"), paid_in, _count_text(found, TransferKind.DEPOSIT)),
        Figure(_("Withdrawals paid"), paid_out, _count_text(found, TransferKind.PAY_OUT)),
        Figure(_("Net cash"), paid_in - paid_out, _("deposits less withdrawals paid")),
        Figure(
            _("Withdrawals requested"),
            -found.usd(TransferKind.WITHDRAW),
            _count_text(found, TransferKind.WITHDRAW),
        ),
        Figure(
            _("Adjustments"),
            found.usd(TransferKind.ADJUST),
            _count_text(found, TransferKind.ADJUST),
        ),
        Figure(_("Bonuses"), found.usd(TransferKind.BONUS), _count_text(found, TransferKind.BONUS)),
        Figure(
            _("Points redeemed"),
            found.usd(TransferKind.REDEEM),
            _count_text(found, TransferKind.REDEEM),
        ),
    ]
    chart = build_day_chart(
        "cash",
        _("Deposits and withdrawals paid by day, in USD"),
        period,
        _by_day(found),
        [(_("Deposits"), lambda pair: pair[0]), (_("Withdrawals paid"), lambda pair: pair[1])],
        FLOWS,
    )
    notes = [
        _(
            "In dollars at the rate stored with each movement. Amounts that left the players are negative."
        )
    ]
    return Body(
        figures,
        [
            SheetSection(_("By movement and currency"), _COLUMNS, found.lines, charts=(chart,)),
            SheetSection(_("By day"), _DAYS, found.days),
        ],
        notes,
    )


def _count_text(found: CashFigures, kind: TransferKind) -> str:
    count = sum(line.transfers for line in found.lines if line.kind == kind and not line.undone)
    return _("movements: %(count)s") % {"count": count}


def _by_day(found: CashFigures) -> dict[date, tuple[Decimal, Decimal]]:
    days: dict[date, tuple[Decimal, Decimal]] = {}
    for line in found.days:
        if (
            line.day is None
            or line.undone
            or line.kind not in {TransferKind.DEPOSIT, TransferKind.PAY_OUT}
        ):
            continue
        paid_in, paid_out = days.get(line.day, (Decimal(0), Decimal(0)))
        if line.kind == TransferKind.DEPOSIT:
            paid_in += line.usd.decimal
        else:
            paid_out -= line.usd.decimal
        days[line.day] = paid_in, paid_out
    return days
