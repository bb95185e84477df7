"""Report 18: tax on bets and on winnings."""

from collections.abc import Iterable
from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from pages.moments import in_zone_lazy
from reports.figures import taxes
from reports.figures.taxes import TaxedBets, TaxedWin
from reports.sheets.parts import Body, count_chart, player_column
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, Share, SheetSection
from wallet.money.values import Money

_BETS: tuple[Column[TaxedBets], ...] = (
    Column("day", gettext_lazy("Day"), lambda row: row.day),
    Column("currency", gettext_lazy("Currency"), lambda row: row.staked.currency),
    Column("rounds", gettext_lazy("Rounds"), lambda row: row.rounds, numeric=True),
    Column("staked", gettext_lazy("Staked"), lambda row: row.staked, money=True),
    Column("rate", gettext_lazy("Rate"), lambda row: _share(row.percent), numeric=True),
    Column("tax", gettext_lazy("Tax"), lambda row: row.tax, money=True),
)
_WINS: tuple[Column[TaxedWin], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Ended ({zone})")), lambda row: row.at),
    Column("round", gettext_lazy("Round"), lambda row: row.number),
    player_column(),
    Column("prize", gettext_lazy("Prize"), lambda row: row.won, money=True),
    Column("rate", gettext_lazy("Rate"), lambda row: _share(row.percent), numeric=True),
    Column("tax", gettext_lazy("Tax"), lambda row: row.tax, money=True),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 18, by day and by time."""
    found = taxes.load_figures(period, chosen)
    figures = [
        *(Figure(_("Tax on bets"), one) for one in _sums(row.tax for row in found.bets)),
        *(Figure(_("Tax on winnings"), one) for one in _sums(row.tax for row in found.wins)),
        Figure(_("Taxed prizes"), len(found.wins)),
    ]
    chart = count_chart(
        "taxed_prizes",
        _("Taxed prizes"),
        period,
        {_("Taxed prizes"): [row.at for row in found.wins]},
    )
    return Body(
        figures,
        [
            SheetSection(_("Bets"), _BETS, found.bets),
            SheetSection(_("Taxed prizes"), _WINS, found.wins, charts=(chart,)),
        ],
        [
            _(
                "Rates and thresholds are those of the profile in force at the end of each day. The tax on bets is owed by the operator and is not taken from players. A prize is what a round returned less what was staked in it; above the threshold of its currency all of it is taxed. Void and cancelled rounds are left out. Nothing is withheld by the system: what the profile calls withheld is computed here only."
            )
        ],
    )


def _share(percent: Decimal) -> Share:
    return Share(percent / 100)


def _sums(amounts: Iterable[Money]) -> list[Money]:
    """Add amounts up by currency; without any, none."""
    sums: dict[str, Money] = {}
    for one in amounts:
        sums[one.currency] = sums.get(one.currency, Money.zero(one.currency)) + one
    return [sums[currency] for currency in sorted(sums)]
