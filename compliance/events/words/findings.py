"""What the feed of rates and the recomputation of rounds find, in words for staff."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from journal.words.findings import Tell, told_as

TOLD: Final[Mapping[str, Tell]] = {
    "feed_unreachable": told_as(_("%(host)s did not answer (%(error)s)")),
    "feed_too_large": told_as(_("the file has more than %(bytes)s bytes")),
    "feed_too_slow": told_as(_("the file was not complete after %(seconds)s seconds")),
    "feed_unreadable": told_as(_("this is no file of rates (%(error)s)")),
    "feed_without_day": told_as(_("the file has no day")),
    "feed_day_unreadable": told_as(_("the day %(day)s can't be read (%(error)s)")),
    "feed_rate_not_positive": told_as(_("a rate is not above zero")),
    "feed_without_dollar": told_as(_("the file has no US dollar")),
    "feed_rate_refused": told_as(_("the rate was refused (%(why)s)")),
    "hole_card_not_shown": told_as(_("the rules need a hole card that was never shown")),
    "card_missing": told_as(_("the rules draw more cards than were drawn")),
    "card_left_over": told_as(_("a card was drawn that the rules do not draw")),
    "decision_missing": told_as(_("a decision is missing")),
    "decision_not_offered": told_as(_("the rules did not offer this decision: %(verb)s")),
    "decision_left_over": told_as(_("there is a decision after the end of the round")),
    "result_differs": told_as(_("recomputed ≠ stored: %(where)s")),
    "recount_failed": told_as(_("the round could not be recomputed (%(error)s)")),
}
