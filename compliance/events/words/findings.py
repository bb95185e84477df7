"""Findings of the rate feed and of recounts, for staff."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from journal.words.findings import Tell, format_finding

TOLD: Final[Mapping[str, Tell]] = {
    "feed_unreachable": format_finding(_("%(host)s did not answer (%(error)s)")),
    "feed_too_large": format_finding(_("the file has more than %(bytes)s bytes")),
    "feed_too_slow": format_finding(_("the file was not complete after %(seconds)s seconds")),
    "feed_unreadable": format_finding(_("this is no file of rates (%(error)s)")),
    "feed_without_day": format_finding(_("the file has no day")),
    "feed_day_unreadable": format_finding(_("the day %(day)s can't be read (%(error)s)")),
    "feed_rate_not_positive": format_finding(_("a rate is not above zero")),
    "feed_without_dollar": format_finding(_("the file has no US dollar")),
    "feed_rate_refused": format_finding(_("the rate was refused (%(why)s)")),
    "hole_card_not_shown": format_finding(_("the rules need a hole card that was never shown")),
    "card_missing": format_finding(_("the rules draw more cards than were drawn")),
    "card_left_over": format_finding(_("a card was drawn that the rules do not draw")),
    "decision_missing": format_finding(_("a decision is missing")),
    "decision_not_offered": format_finding(_("the rules did not offer this decision: %(verb)s")),
    "decision_left_over": format_finding(_("there is a decision after the end of the round")),
    "result_differs": format_finding(_("recomputed ≠ stored: %(where)s")),
    "recount_failed": format_finding(_("the round could not be recomputed (%(error)s)")),
}
