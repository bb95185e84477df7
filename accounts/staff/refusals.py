"""Refusals about accounts of staff."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NotAPerson(Refusal):
    """A shared account."""

    code = "not_a_person"
    message = _(
        "An account is one person's: give first and last name, and an address that is not a function's."
    )


class AddressTaken(Refusal):
    """Another account, a player's perhaps, has the address."""

    code = "address_taken"
    message = _("Another account has this address.")


class RolesTogether(Refusal):
    """No role, or some that one person must not have at once."""

    code = "roles_together"
    message = _(
        "One person has one role; only analyst and cashier may be the same one. Otherwise who proposes could approve."
    )


class OneselfRefused(Refusal):
    """One's own roles or account."""

    code = "oneself"
    status = HTTPStatus.FORBIDDEN
    message = _("Another administrator does this: it is your own account.")


class ApproverTooNew(Refusal):
    """An account that is younger than a week."""

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


class ByPagesOnly(Refusal):
    """A command at the server that would make more than the first two administrators, or a manager."""

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
    """Somebody's roles have changed since the page was drawn."""

    code = "review_outdated"
    status = HTTPStatus.CONFLICT
    message = _("Something has changed since this page was shown. Look at it again.")


class LinkOver(Refusal):
    """An invitation that was used, replaced, or is too old."""

    code = "link_over"
    status = HTTPStatus.GONE
    message = _("This invitation is over or was used already. Ask for another one.")
