"""Refusals about service keys."""

from collections.abc import Sequence
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class InvalidKey(Refusal):
    """Unknown or mistyped key, or one of another installation."""

    code = "invalid_key"
    status = HTTPStatus.UNAUTHORIZED
    message = _("This service key is not valid.")


class KeyMissing(InvalidKey):
    code = "key_missing"
    message = _("Send a service key: “Authorization: Bearer lgl_…”.")


class KeyExpired(InvalidKey):
    code = "key_expired"
    message = _("This service key has expired.")


class KeyRevoked(InvalidKey):
    code = "key_revoked"
    message = _("This service key was revoked.")


class NetworkNotAllowed(InvalidKey):
    code = "network_not_allowed"
    message = _("This service key is not valid from your network.")


class ScopeMissing(Refusal):
    """The key does not have the scope that the operation needs."""

    code = "scope_missing"
    status = HTTPStatus.FORBIDDEN

    def __init__(self, scope: str) -> None:
        super().__init__(
            _("This needs a service key with the scope %(scope)s.") % {"scope": scope},
            detail=scope,
        )


class OwnerNotPermitted(Refusal):
    """The person responsible for the key left, or lost the right that the scope needs."""

    code = "owner_not_permitted"
    status = HTTPStatus.FORBIDDEN
    message = _("The person responsible for this key may not do this any more.")


class KeyEnded(Refusal):
    """The key was revoked, has expired, or was rotated already."""

    code = "key_ended"
    status = HTTPStatus.CONFLICT
    message = _("This key has ended or already has a successor. Check its present state.")


class NetworksMissing(Refusal):
    """A scope of the key needs a list of networks."""

    code = "networks_missing"
    field = "networks"

    def __init__(self, scopes: Sequence[str]) -> None:
        super().__init__(
            _("Enter the networks of the system. These scopes need them: %(scopes)s.")
            % {"scopes": ", ".join(scopes)}
        )


class OwnerIsMaker(Refusal):
    code = "owner_is_maker"
    field = "owner"
    message = _("Choose another person: nobody makes a key in their own name.")


class ScopeBeyondOwner(Refusal):
    """The owner's roles do not have the rights of these scopes."""

    code = "scope_beyond_owner"
    field = "scopes"

    def __init__(self, scopes: Sequence[str]) -> None:
        super().__init__(
            _("The responsible person may not do this themselves: %(scopes)s.")
            % {"scopes": ", ".join(scopes)}
        )
