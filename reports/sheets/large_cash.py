"""Report 14: large deposits and withdrawals."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from pages.moments import in_zone_lazy
from reports.figures import large_cash
from reports.figures.large_cash import LargeDay, LargeMovement
from reports.sheets.parts import Body, count_chart, player_column
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from reports.words.cells import cell_text

_KINDS: Final[Mapping[str, Promise]] = {
    "deposit": gettext_lazy("Deposit"),
    "withdrawal": gettext_lazy("Withdrawal"),
}
_SINGLE: tuple[Column[LargeMovement], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Credited or paid ({zone})")), lambda row: row.at),
    Column(
        "kind", gettext_lazy("Movement"), lambda row: _KINDS[row.kind], code=lambda row: row.kind
    ),
    Column("number", gettext_lazy("Number"), lambda row: row.number),
    player_column(),
    Column("amount", gettext_lazy("Amount"), lambda row: row.amount, money=True),
    Column("usd", gettext_lazy("In USD"), lambda row: row.usd, money=True),
)
_DAYS: tuple[Column[LargeDay], ...] = (
    Column("day", gettext_lazy("Day"), lambda row: row.day),
    Column(
        "kind", gettext_lazy("Movement"), lambda row: _KINDS[row.kind], code=lambda row: row.kind
    ),
    player_column(),
    Column("movements", gettext_lazy("Movements"), lambda row: row.movements, numeric=True),
    Column("usd", gettext_lazy("In USD"), lambda row: row.usd, money=True),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 14, largest first."""
    found = large_cash.load_figures(period, chosen)
    figures = [
        *(
            Figure(_("%(movement)s, large from") % {"movement": words}, found.single_from[kind])
            for kind, words in _KINDS.items()
        ),
        Figure(_("Single movements"), len(found.single)),
        Figure(_("Sums of a day"), len(found.days)),
        Figure(_("From the reporting threshold on"), len(found.reported)),
    ]
    chart = count_chart(
        "large_cash",
        _("Large movements by day"),
        period,
        {
            str(words): [one.at for one in found.single if one.kind == kind]
            for kind, words in _KINDS.items()
        },
    )
    return Body(
        figures,
        [
            SheetSection(_("Single movements"), _SINGLE, found.single, charts=(chart,)),
            SheetSection(_("Sums of a player's day"), _DAYS, found.days),
            SheetSection(_("From the reporting threshold on"), _SINGLE, found.reported),
        ],
        [
            _(
                "Credited deposits and paid withdrawals, at the rates stored with them. A sum of a day is large from %(deposits)s of deposits or %(withdrawals)s of withdrawals. A deposit that was reversed later is included."
            )
            % {
                "deposits": cell_text(found.day_from["deposit"]),
                "withdrawals": cell_text(found.day_from["withdrawal"]),
            },
            _(
                "The reporting threshold is that of the profile, and of the player's country if it has one of its own. An amount in another currency is compared in dollars, at the rates of that moment."
            ),
        ],
    )
