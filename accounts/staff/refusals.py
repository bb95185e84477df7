"""Refusals about staff accounts."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NotPersonalAccount(Refusal):
    """Shared account: the name or address is not a person's."""

    code = "not_a_person"
    message = _(
        "An account is one person's: give first and last name, and an address that is not a function's."
    )


class AddressTaken(Refusal):
    """The address belongs to another account, possibly a player's."""

    code = "address_taken"
    message = _("Another account has this address.")


class RolesNotCombinable(Refusal):
    """No role, or roles that one person must not combine."""

    code = "roles_together"
    message = _(
        "One person has one role; only analyst and cashier may be the same one. Otherwise who proposes could approve."
    )


class OwnAccountRefused(Refusal):
    """Change of one's own roles or account."""

    code = "oneself"
    status = HTTPStatus.FORBIDDEN
    message = _("Another administrator does this: it is your own account.")


class ApproverTooNew(Refusal):
    """The approver's account is younger than a week."""

    code = "approver_too_new"
    status = HTTPStatus.FORBIDDEN
    message = _("Whoever approves this has had their account for at least seven days.")


class AccountChanged(Refusal):
    """The account has changed since the proposal: the proposer may have taken it over."""

    code = "account_changed"
    status = HTTPStatus.CONFLICT
    message = _(
        "The account has changed since this was proposed: its e-mail address, its second factor, or all its sessions were ended. Refuse this proposal; it can be proposed again."
    )


class CommandRefused(Refusal):
    """Command that would create a manager, or more than the first two administrators."""

    code = "by_pages_only"
    message = _(
        "The first two administrators are made by this command. Make everybody else on the pages, where another person approves managers and administrators."
    )


class NothingChanged(Refusal):
    """No change, or the account is closed."""

    code = "nothing_changed"
    status = HTTPStatus.CONFLICT
    message = _("It is so already, or the account is closed. Look at how it stands now.")


class ReviewOutdated(Refusal):
    """Roles or accounts have changed since the page was rendered."""

    code = "review_outdated"
    status = HTTPStatus.CONFLICT
    message = _("Something has changed since this page was shown. Look at it again.")


class InvitationInvalid(Refusal):
    """Invitation that was used, replaced, or has expired."""

    code = "link_over"
    status = HTTPStatus.GONE
    message = _("This invitation is over or was used already. Ask for another one.")
