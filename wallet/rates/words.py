"""Rates and their chart, in the reader's language."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext

from pages.charts import Plot, PlotShape, Series
from wallet.rates.models import Rate


def format_rate(rate: Decimal) -> str:
    """Return a rate with all its digits: "0.00025"."""
    plain = rate.normalize()
    decimals = max(0, -int(plain.as_tuple().exponent))
    return number_format(plain, decimals, use_l10n=True, force_grouping=True)


def rate_chart(rows: Sequence[Rate]) -> Plot | None:
    """Return a chart of these rates, which are in order of time; None for fewer than two."""
    if len(rows) < 2:  # noqa: PLR2004  two ends
        return None
    begin, end = rows[0].as_of.timestamp(), rows[-1].as_of.timestamp()
    currency = rows[0].currency_id
    return Plot(
        key="rates",
        title=gettext("US dollars for one %(currency)s") % {"currency": currency},
        places=tuple(f"{timezone.localtime(row.as_of):%Y-%m-%d %H:%M}" for row in rows),
        series=(Series(currency, tuple(row.rate for row in rows)),),
        written=format_rate,
        shape=PlotShape.STEPS,
        at=tuple((row.as_of.timestamp() - begin) / (end - begin) for row in rows),
    )
