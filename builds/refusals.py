"""Refusals of builds that two people have not accepted."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ClosedByBuild(Refusal):
    """A process started with software that two people have not accepted."""

    code = "closed_by_build"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _(
        "We are checking our software. Play is closed until we have finished. Your money is safe, and you can withdraw it."
    )


class AcceptanceProposed(Refusal):
    """An acceptance of this build already waits for a decision."""

    code = "acceptance_proposed"
    status = HTTPStatus.CONFLICT
    message = _("The acceptance of this build has been proposed already.")


class AlreadyInForce(Refusal):
    """The build is in force."""

    code = "build_in_force"
    status = HTTPStatus.CONFLICT
    message = _("This build is in force already.")
