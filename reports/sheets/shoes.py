"""Report 15: each closed shoe."""

from collections.abc import Iterable
from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy

from casino.models import Shoe
from pages.lists import Column
from pages.moments import in_zone_lazy
from pages.page_links import PageLink
from reports.figures import fairness, shoes
from reports.figures.shoes import ShoeLine
from reports.sheets.parts import COUNTS, Body, build_day_chart, cut_note
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection

_COLUMNS: tuple[Column[ShoeLine], ...] = (
    Column("closed", in_zone_lazy(gettext_lazy("Closed ({zone})")), lambda row: row.closed_at),
    Column(
        "shoe",
        gettext_lazy("Shoe"),
        lambda row: str(row.public_id),
        link=lambda row: PageLink("shoes:shoe", (row.public_id,)),
    ),
    Column("table", gettext_lazy("Table"), lambda row: row.table),
    Column("version", gettext_lazy("Rules"), lambda row: row.version),
    Column(
        "player",
        gettext_lazy("Player"),
        lambda row: row.email or None,
        link=lambda row: PageLink("players:player", (row.player_id,)) if row.email else None,
        player=lambda row: row.player_id,
    ),
    Column("opened", in_zone_lazy(gettext_lazy("Opened ({zone})")), lambda row: row.opened_at),
    Column(
        "reason",
        gettext_lazy("Closed because"),
        lambda row: Shoe.CloseReason(row.close_reason).label if row.close_reason else None,
        code=lambda row: row.close_reason,
    ),
    Column("deals", gettext_lazy("Deals"), lambda row: row.deals, numeric=True),
    Column("cards", gettext_lazy("Cards dealt"), lambda row: row.cards, numeric=True),
    Column("rounds", gettext_lazy("Rounds"), lambda row: row.rounds, numeric=True),
    Column("staked", gettext_lazy("Staked, in USD"), lambda row: row.staked, money=True),
    Column("paid", gettext_lazy("Paid, in USD"), lambda row: row.returned, money=True),
    Column("ggr", gettext_lazy("GGR"), lambda row: row.won, money=True),
    Column("verified", gettext_lazy("Verified"), lambda row: row.is_verified),
)


def build(period: Period, chosen: Filters, most: int = shoes.MOST) -> Body:
    """Build report 15 with the newest shoes."""
    count, lines = shoes.count_shoes(period, chosen), shoes.load_shoes(period, chosen, most)
    return _body(period, chosen, count, lines, cut_note(count, lines))


def build_whole(period: Period, chosen: Filters) -> Body:
    """Build report 15 with all shoes, read while the file is written."""
    count = shoes.count_shoes(period, chosen)
    return _body(period, chosen, count, shoes.iterate_shoes(period, chosen))


def _body(
    period: Period, chosen: Filters, count: int, lines: Iterable[ShoeLine], note: str = ""
) -> Body:
    chart = build_day_chart(
        "closed_shoes",
        _("Shoes closed by day"),
        period,
        dict(fairness.load_figures(period, chosen).days),
        [(_("Shoes closed"), lambda day: Decimal(day.closed + day.lost))],
        COUNTS,
    )
    return Body(
        [Figure(_("Shoes closed"), count)],
        [SheetSection(_("Shoes"), _COLUMNS, lines, note=note, count=count, charts=(chart,))],
        [
            _(
                "Rounds and amounts of a shoe are those of completed rounds with real money, with any currency at its stored rate; voids are not in these figures. A shoe of a live table has no player."
            )
        ],
    )
