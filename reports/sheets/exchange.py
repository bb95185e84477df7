"""Report 5: exchanges between currencies."""

from datetime import date

from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from pages.moments import in_zone_lazy
from reports.figures import exchange
from reports.figures.exchange import CurrencyPair, DayOfSpread, UsedRate
from reports.sheets.parts import FLOWS, Body, build_day_chart, to_share
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection

_PAIRS: tuple[Column[CurrencyPair], ...] = (
    Column("given_currency", gettext_lazy("Given"), lambda row: row.given.currency),
    Column("received_currency", gettext_lazy("Received"), lambda row: row.received.currency),
    Column("exchanges", gettext_lazy("Exchanges"), lambda row: row.exchanges, numeric=True),
    Column("given", gettext_lazy("Players gave"), lambda row: row.given, money=True),
    Column("received", gettext_lazy("Players received"), lambda row: row.received, money=True),
    Column("given_usd", gettext_lazy("Given, in USD"), lambda row: row.given_usd, money=True),
    Column(
        "received_usd", gettext_lazy("Received, in USD"), lambda row: row.received_usd, money=True
    ),
    Column("spread", gettext_lazy("Earned"), lambda row: row.spread, money=True),
    Column(
        "least_price",
        gettext_lazy("Lowest price"),
        lambda row: row.least_price.normalize(),
        numeric=True,
    ),
    Column(
        "greatest_price",
        gettext_lazy("Highest price"),
        lambda row: row.greatest_price.normalize(),
        numeric=True,
    ),
)
_DAYS: tuple[Column[DayOfSpread], ...] = (
    Column("day", gettext_lazy("Day"), lambda row: row.day),
    Column("exchanges", gettext_lazy("Exchanges"), lambda row: row.exchanges, numeric=True),
    Column("given_usd", gettext_lazy("Given, in USD"), lambda row: row.given_usd, money=True),
    Column("spread", gettext_lazy("Earned"), lambda row: row.spread, money=True),
)
_USED: tuple[Column[UsedRate], ...] = (
    Column("currency", gettext_lazy("Currency"), lambda row: row.currency),
    Column("rate", gettext_lazy("Rate to USD"), lambda row: row.rate.normalize(), numeric=True),
    Column("source", gettext_lazy("Source"), lambda row: row.source),
    Column("as_of", in_zone_lazy(gettext_lazy("Time ({zone})")), lambda row: row.as_of),
    Column("exchanges", gettext_lazy("Exchanges"), lambda row: row.exchanges, numeric=True),
    Column("rounds", gettext_lazy("Rounds"), lambda row: row.rounds, numeric=True),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 5: exchanges by currency pair, rates used, and the spread earned."""
    found = exchange.load_figures(period, chosen)
    part = found.spread.units / found.given_usd.units if found.given_usd else None
    figures = [
        Figure(_("Exchanged"), found.given_usd),
        Figure(_("Earned by the spread"), found.spread),
        Figure(_("Of what was exchanged"), to_share(part)),
        Figure(_("Exchanges"), sum(pair.exchanges for pair in found.pairs)),
    ]
    drawn: dict[date, DayOfSpread] = {row.day: row for row in found.days}
    chart = build_day_chart(
        "spread",
        _("Earned by day, in USD"),
        period,
        drawn,
        [(_("Earned"), lambda row: row.spread.decimal)],
        FLOWS,
    )
    notes = [
        _("A price is what players received for one unit of what they gave."),
        _("Rates used are those of exchanges and of completed rounds; the dollar is 1."),
    ]
    return Body(
        figures,
        [
            SheetSection(_("By currencies"), _PAIRS, found.pairs, charts=(chart,)),
            SheetSection(_("By day"), _DAYS, found.days),
            SheetSection(_("Rates used"), _USED, found.used),
        ],
        notes,
    )
