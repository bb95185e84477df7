"""Rates, their chart and their queues in the reader's language."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from pages.charts import Chart, Series, Shape
from wallet.rates.models import Rate, RateMaxAge, Spread
from wallet.rates.selectors import rates


def format_rate(rate: Decimal) -> str:
    """Return every digit of a rate: "0.00025"."""
    plain = rate.normalize()
    decimals = max(0, -int(plain.as_tuple().exponent))
    return number_format(plain, decimals, use_l10n=True, force_grouping=True)


def rate_chart(rows: Sequence[Rate]) -> Chart | None:
    """Draw rates that are in order of time; a line needs two of them."""
    if len(rows) < 2:  # noqa: PLR2004  two ends
        return None
    begin, end = rows[0].as_of.timestamp(), rows[-1].as_of.timestamp()
    currency = rows[0].currency_id
    return Chart(
        key="rates",
        title=gettext("US dollars for one %(currency)s") % {"currency": currency},
        places=tuple(f"{timezone.localtime(row.as_of):%Y-%m-%d %H:%M}" for row in rows),
        series=(Series(currency, tuple(row.rate for row in rows)),),
        written=format_rate,
        shape=Shape.STEPS,
        at=tuple((row.as_of.timestamp() - begin) / (end - begin) for row in rows),
    )


def rate_queues() -> tuple[Queue, ...]:
    """Rates, their recalls, and the rules about them."""
    see, page, rules = Right.VIEW_RATES, "rates:waiting", "rates:rules"
    return (
        Queue(gettext_lazy("Rates"), see, rates.pending_rates(), page),
        Queue(gettext_lazy("Rates to take out of effect"), see, rates.pending_recalls(), page),
        Queue(gettext_lazy("Maximum ages of rates"), see, undecided_proposals(RateMaxAge), rules),
        Queue(gettext_lazy("Spreads"), see, undecided_proposals(Spread), rules),
    )
