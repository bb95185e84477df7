"""A currency's rates over time as a chart."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from pages.charts import Chart, Series, Shape
from wallet.formatting import format_rate
from wallet.rate_models import Rate


def chart_of(rows: Sequence[Rate]) -> Chart | None:
    """Draw rates that are in order of time; a line needs two of them."""
    if len(rows) < 2:  # noqa: PLR2004  two ends
        return None
    begin, end = rows[0].as_of.timestamp(), rows[-1].as_of.timestamp()
    currency = rows[0].currency_id
    return Chart(
        key="rates",
        title=_("US dollars for one %(currency)s") % {"currency": currency},
        places=tuple(f"{timezone.localtime(row.as_of):%Y-%m-%d %H:%M}" for row in rows),
        series=(Series(currency, tuple(row.rate for row in rows)),),
        written=format_rate,
        shape=Shape.STEPS,
        at=tuple((row.as_of.timestamp() - begin) / (end - begin) for row in rows),
    )
