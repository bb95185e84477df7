"""Refusals about staff accounts."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NotPersonalAccount(Refusal):
    """Shared account: the name or address is not a person's."""

    code = "not_a_person"
    message = _(
        "Each account belongs to one person: enter first and last name, and a personal email address."
    )


class AddressTaken(Refusal):
    """The address belongs to another account, possibly a player's."""

    code = "address_taken"
    message = _("Another account has this address.")


class RolesNotCombinable(Refusal):
    """No role, or roles that one person must not combine."""

    code = "roles_together"
    message = _(
        "Each person has one role; only analyst and cashier can be combined. Otherwise somebody could approve their own proposal."
    )


class OwnAccountRefused(Refusal):
    """Change of one's own roles or account."""

    code = "oneself"
    status = HTTPStatus.FORBIDDEN
    message = _("This is your own account: another administrator has to do this.")


class ApproverTooNew(Refusal):
    """The approver's account is younger than a week."""

    code = "approver_too_new"
    status = HTTPStatus.FORBIDDEN
    message = _("Only somebody whose account is at least seven days old can approve this.")


class AccountChanged(Refusal):
    """The account has changed since the proposal: the proposer may have taken it over."""

    code = "account_changed"
    status = HTTPStatus.CONFLICT
    message = _(
        "The account has changed since this was proposed: its email address, its second factor, or all its sessions were ended. Refuse this proposal; it can be proposed again."
    )


class CommandRefused(Refusal):
    """Command that would create a manager, or more than the first two administrators."""

    code = "by_pages_only"
    message = _(
        "This command creates the first two administrators. Create everybody else in the back office, where another person approves managers and administrators."
    )


class NothingChanged(Refusal):
    """No change, or the account is closed."""

    code = "nothing_changed"
    status = HTTPStatus.CONFLICT
    message = _("This is already the case, or the account is closed. Check its present state.")


class ReviewOutdated(Refusal):
    """Roles or accounts have changed since the page was rendered."""

    code = "review_outdated"
    status = HTTPStatus.CONFLICT
    message = _("Something has changed since this page was shown. Check it again.")


class InvitationInvalid(Refusal):
    """Invitation that was used, replaced, or has expired."""

    code = "link_over"
    status = HTTPStatus.GONE
    message = _("This invitation is over or was used already. Ask for another one.")
