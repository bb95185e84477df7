"""The operator's day in words: zone, and start hour unless midnight."""

from datetime import date

from django.utils.translation import gettext as _

from journal.selectors.gaming_days import GamingDayRule, find_rule
from pages.moments import place_name


def describe_days(first: date, last: date) -> str:
    """Return how the days begin: "UTC", "Caracas, days from 06:00"; both if it changes in between."""
    rules = {(one.zone, one.start_hour): one for one in (find_rule(first), find_rule(last))}
    return "; ".join(_in_words(one) for one in rules.values())


def _in_words(rule: GamingDayRule) -> str:
    zone = place_name(rule.zone)
    if not rule.start_hour:
        return zone
    return _("%(zone)s, days from %(hour)s") % {"zone": zone, "hour": f"{rule.start_hour:02d}:00"}
