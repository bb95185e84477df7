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
    Column(
        "round",
        gettext_lazy("Round"),
        lambda row: row.number or _("session"),
        code=lambda row: row.number,
    ),
    player_column(),
    Column("prize", gettext_lazy("Prize"), lambda row: row.won, money=True),
    Column("rate", gettext_lazy("Rate"), lambda row: _share(row.percent), numeric=True),
    Column("tax", gettext_lazy("Tax"), lambda row: row.tax, money=True),
    Column("withheld", gettext_lazy("Withheld"), lambda row: row.withheld, money=True),
    Column("difference", gettext_lazy("Difference"), lambda row: row.difference, money=True),
    Column("form", gettext_lazy("Form"), lambda row: row.form),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 18, by day and by time."""
    found = taxes.load_figures(period, chosen)
    figures = [
        *(Figure(_("Tax on bets"), one) for one in _sums(row.tax for row in found.bets)),
        *(Figure(_("Tax on winnings"), one) for one in _sums(row.tax for row in found.wins)),
        *(Figure(_("Withheld"), one) for one in _sums(row.withheld for row in found.wins)),
        Figure(_("Taxed prizes"), len(found.wins)),
        Figure(_("Prizes with a difference"), sum(1 for row in found.wins if row.difference)),
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
                "The tax on bets is owed by the operator and is not taken from players; its rate is that of the profile at the end of the day. A prize is what a round returned less what was staked in it, or the sum of a session where sessions are taxed. Above the threshold of its currency all of it is taxed, by the profile at the moment of the payment. Rounds that a void took back and cancelled rounds are left out."
            ),
            _(
                "A difference is what was withheld beyond the tax, or too little. Where the profile withholds nothing, the prizes are those to report, with the form that the profile names."
            ),
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
