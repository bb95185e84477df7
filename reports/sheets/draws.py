"""The tests of random numbers as a table of report 12, with a picture."""

from decimal import Decimal
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from pages.charts import Plot, Series
from pages.lists import Column
from reports.draws.selectors.tested import LONGEST, DrawsTested, run_draw_tests
from reports.draws.services.watching import UNLIKELY_CHANCE
from reports.draws.values.likelihood import FEWEST, DrawTest, expected_parts
from reports.draws.values.sums import PARTS
from reports.models import ClosedPart
from reports.selectors.names import load_table_names
from reports.selectors.period_query import find_last_closed
from reports.sheets.parts import SHARES
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import SheetSection
from reports.words.cells import cell_text
from reports.words.draws import TESTS, format_chance, name_verdict

_FIGURES: Final = 4  # digits of a share on the picture


def build_section(period: Period, chosen: Filters) -> tuple[SheetSection, list[str]]:
    """Return the table of tests over the closed days of a period, and its notes. Three queries."""
    found = _load(period, chosen)
    number = max(sum(len(one.tests) for one in found), 1)
    columns = _columns(load_table_names(), UNLIKELY_CHANCE / number)
    chart = (_chart(found[0]),) if found and found[0].tests else ()
    notes = [
        _(
            "Random numbers: the draws of all shoes closed on these days, recomputed from their revealed seeds, play money and test accounts included. Each number is the chance that fair draws are as far off; with many tests, some are small. An alarm is raised below %(limit)s divided by the number of tests. Up to %(days)s days, and not under %(draws)s draws."
        )
        % {
            "limit": f"{UNLIKELY_CHANCE:.0e}",
            "days": cell_text(LONGEST),
            "draws": cell_text(FEWEST),
        }
    ]
    return SheetSection(_("Random numbers, tested"), columns, found, charts=chart), notes


def _load(period: Period, chosen: Filters) -> list[DrawsTested]:
    last = find_last_closed(ClosedPart.DRAWS)
    if last is None:
        return []
    return run_draw_tests(period.first, min(period.last, last), chosen.table)


def _columns(names: dict[int, str], smallest: float) -> tuple[Column[DrawsTested], ...]:
    return (
        Column("of", gettext_lazy("Draws of"), lambda row: _name(row, names)),
        Column("shoes", gettext_lazy("Shoes"), lambda row: row.sums.shoes, numeric=True),
        Column("draws", gettext_lazy("Draws"), lambda row: row.sums.draws, numeric=True),
        *(_test_column(test, words) for test, words in TESTS.items()),
        Column("verdict", gettext_lazy("Verdict"), lambda row: name_verdict(row.tests, smallest)),
    )


def _test_column(test: DrawTest, words: Promise) -> Column[DrawsTested]:
    return Column(
        test.value,
        words,
        lambda row: next((format_chance(one) for one in row.tests if one.test == test), None),
        numeric=True,
    )


def _name(row: DrawsTested, names: dict[int, str]) -> str:
    if row.table is not None:
        return names[row.table]
    return _("library %(version)s") % {"version": row.library} if row.library else _("all tables")


def _chart(tested: DrawsTested) -> Plot:
    """Return the share of draws by part of the cards left, against the expected one."""
    sums, draws = tested.sums, tested.sums.draws
    expected, _covariance = expected_parts(sums)
    return Plot(
        key="draws",
        title=_("Share of draws by sixteenth of the cards left"),
        places=tuple(str(part + 1) for part in range(PARTS)),
        series=(
            Series(_("Expected"), tuple(_share(float(one), draws) for one in expected)),
            Series(_("Drawn"), tuple(_share(float(one), draws) for one in sums.parts)),
        ),
        written=SHARES.written,
    )


def _share(number: float, draws: int) -> Decimal:
    return Decimal(f"{number / draws:.{_FIGURES + 2}f}")
