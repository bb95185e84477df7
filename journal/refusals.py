"""Base class of refusals, and refusals shared by several apps."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from internals.texts import Text


class Refusal(Exception):
    """A refused request, which has changed nothing.

    `message` is for the person, `code` is stable and for programs, `field` is the form field
    concerned. `detail` is for logs only: tracebacks and `repr` contain it, pages never do. `retry_after` is the number
    of seconds after which the same request may be accepted; 0 if that is unknown.
    """

    code: str = "refused"
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
    field: str = ""
    retry_after: int = 0
    message: Text = _("This cannot be done.")
    transfer_key: UUID | None = None  # the refused transfer, if a call has several

    def __init__(
        self,
        message: Text | None = None,
        *,
        code: str = "",
        field: str = "",
        detail: str = "",
    ) -> None:
        super().__init__()
        self.message = self.message if message is None else message
        self.code = code or self.code
        self.field = field or self.field
        self.detail = detail
        if detail:
            self.add_note(detail)

    def __str__(self) -> str:
        """The message in the active language."""
        return str(self.message)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(code={self.code!r}, detail={self.detail!r})"


class AnotherPersonNeeded(Refusal):
    """The acting user is the proposer or the person concerned and may not decide."""

    code = "another_person_needed"
    status = HTTPStatus.FORBIDDEN
    message = _("Another person has to decide this.")


class ReasonMissing(Refusal):
    """A required reason is empty."""

    code = "reason_missing"
    field = "reason"
    message = _("Give a reason.")


class ChangedMeanwhile(Refusal):
    """The object was changed or decided since the page was shown."""

    code = "changed_meanwhile"
    status = HTTPStatus.CONFLICT
    message = _("This has changed in the meantime. Nothing was done. Check it again.")


class SentBefore(Refusal):
    """The form's idempotency key was used for another request."""

    code = "sent_before"
    status = HTTPStatus.CONFLICT
    message = _("This was already sent with other content. Nothing was changed.")


class NotAllowed(Refusal):
    """The account's state does not allow it; code and message depend on the state."""

    code = "not_allowed"
    status = HTTPStatus.FORBIDDEN
    message = _("You don't have access to this")


class NotSignedIn(Refusal):
    code = "not_signed_in"
    status = HTTPStatus.UNAUTHORIZED
    message = _("Please sign in to play.")


class NotFound(Refusal):
    """The object does not exist, or this person may not see it."""

    code = "not_found"
    status = HTTPStatus.NOT_FOUND
    message = _("You have no access to this.")


class WrongMethod(Refusal):
    """GET for a form's address, or POST for a page."""

    code = "wrong_method"
    status = HTTPStatus.METHOD_NOT_ALLOWED
    message = _("Use the form on the page")
