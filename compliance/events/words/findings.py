"""Findings of the rate feed and of recounts, for staff."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from journal.words.findings import FindingFormatter, build_formatter

FINDING_FORMATTERS: Final[Mapping[str, FindingFormatter]] = {
    "feed_unreachable": build_formatter(_("%(host)s did not answer (%(error)s)")),
    "feed_too_large": build_formatter(_("the file has more than %(bytes)s bytes")),
    "feed_too_slow": build_formatter(_("the file was not complete after %(seconds)s seconds")),
    "feed_unreadable": build_formatter(_("this is not a file of rates (%(error)s)")),
    "feed_without_day": build_formatter(_("the file has no day")),
    "feed_day_unreadable": build_formatter(_("the day %(day)s can't be read (%(error)s)")),
    "feed_rate_not_positive": build_formatter(_("a rate is not above zero")),
    "feed_without_dollar": build_formatter(_("the file has no US dollar")),
    "feed_rate_refused": build_formatter(_("the rate was refused (%(why)s)")),
    "hole_card_not_shown": build_formatter(_("the rules need a hole card that was never shown")),
    "card_missing": build_formatter(_("the rules draw more cards than were drawn")),
    "card_left_over": build_formatter(_("a card was drawn that the rules do not draw")),
    "decision_missing": build_formatter(_("a decision is missing")),
    "decision_not_offered": build_formatter(_("the rules did not offer this decision: %(verb)s")),
    "decision_left_over": build_formatter(_("there is a decision after the end of the round")),
    "result_differs": build_formatter(_("recomputed ≠ stored: %(where)s")),
    "recount_failed": build_formatter(_("the round could not be recomputed (%(error)s)")),
}
