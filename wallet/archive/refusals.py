"""Refusals by the archive."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ArchiveMissing(Refusal):
    """A file of the archive is not in its folder."""

    code = "archive_missing"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("These movements are in the archive, and a file of the archive is missing.")


class ArchiveAltered(Refusal):
    """A file of the archive is not the one that was written."""

    code = "archive_altered"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("These movements are in the archive, and a file of the archive was altered.")


class NotArchivable(Refusal):
    """The partition does not exist, is in the archive already, or is not old enough."""

    code = "not_archivable"
    message = _("This month cannot be archived: it is unknown, archived or not old enough.")


class DecisionsStay(Refusal):
    """A month of decisions is copied to the archive; replays read it from the database."""

    code = "decisions_stay"
    message = _("Months of decisions are copied to the archive and stay in the database.")


class AlreadyDetached(Refusal):
    """The month is detached, or a proposal to detach it was made."""

    code = "already_detached"
    message = _("This month is detached already, or its proposal is waiting.")


class OlderMonthFirst(Refusal):
    """An older month of the table is still in the database."""

    code = "older_month_first"
    message = _("Detach the older months first.")
