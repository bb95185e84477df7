"""Refusal of everything that stays closed after a restore."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ClosedAfterRestore(Refusal):
    """The database was restored or lost writes, and two people have not yet released the installation."""

    code = "closed_after_restore"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _(
        "We have restored our records and are checking them. Play, payments, messages and files are closed until we have finished. Your money is safe."
    )


class NothingToPrepare(Refusal):
    """No restore waits for `after_restore`."""

    code = "no_restore"
    status = HTTPStatus.CONFLICT
    message = _("No restore has been found: the installation is open.")


class NotPrepared(Refusal):
    """A release needs `after_restore` first."""

    code = "restore_not_prepared"
    status = HTTPStatus.CONFLICT
    message = _("Run after_restore on the server first.")


class ReleaseProposed(Refusal):
    """A release of this restore already waits for a decision, or was approved."""

    code = "release_proposed"
    status = HTTPStatus.CONFLICT
    message = _("The release has been proposed already.")
