"""Refusals by the archive of daily reports."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ReportMissing(Refusal):
    """A file of the archive is not in its folder."""

    code = "archived_report_missing"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("This report's file is missing from the archive. An alarm was raised.")


class ReportAltered(Refusal):
    """A file of the archive, or its recorded SHA-256, is not the one that was written."""

    code = "archived_report_altered"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _(
        "This report was altered after it was written, and is not shown. An alarm was raised."
    )


class OwnDay(Refusal):
    """The person corrected money or proposed a void on this day."""

    code = "own_day"
    message = _(
        "You corrected amounts, voided or cancelled on this day: another person reviews it."
    )


class ReviewWaits(Refusal):
    """The day has a review that waits for its second person, or is signed off."""

    code = "review_waits"
    message = _("This day is signed off already, or its review is waiting.")
