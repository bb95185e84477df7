"""Why something about an account of staff is refused: a stable code, and a sentence for who asked."""

from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountError


class StaffingRefused(AccountError):
    """Nothing has changed."""

    code = "staffing_refused"
    message = _("This cannot be done.")


class NotAPerson(StaffingRefused):
    """A shared account."""

    code = "not_a_person"
    message = _(
        "An account is one person's: give first and last name, and an address that is not a function's."
    )


class AddressTaken(StaffingRefused):
    """Another account, a player's perhaps, has the address."""

    code = "address_taken"
    message = _("Another account has this address.")


class RolesTogether(StaffingRefused):
    """No role, or some that one person must not have at once."""

    code = "roles_together"
    message = _(
        "One person has one role; only analyst and cashier may be the same one. Otherwise who proposes could approve."
    )


class OneselfRefused(StaffingRefused):
    """One's own roles or account."""

    code = "oneself"
    message = _("Another administrator does this: it is your own account.")


class SecondPersonNeeded(StaffingRefused):
    """Who proposed it, or whom it is about, decides."""

    code = "second_person"
    message = _("Another person decides this, who neither proposed it nor is concerned.")


class ApproverTooNew(StaffingRefused):
    """An account that is younger than a week."""

    code = "approver_too_new"
    message = _("Whoever approves this has had their account for at least seven days.")


class DecidedAlready(StaffingRefused):
    """Two who decide at once, or a form that was sent twice."""

    code = "decided_already"
    message = _("This was decided already.")


class AccountChanged(StaffingRefused):
    """Whoever is to be promoted is not as they were when it was proposed: the proposer may have taken the account over."""

    code = "account_changed"
    message = _(
        "The account has changed since this was proposed: its e-mail address, its second factor, or all its sessions were ended. Refuse this proposal; it can be proposed again."
    )


class ByPagesOnly(StaffingRefused):
    """A command at the server that would make more than the first two administrators, or a manager."""

    code = "by_pages_only"
    message = _(
        "The first two administrators are made by this command. Make everybody else on the pages, where another person approves managers and administrators."
    )


class NothingChanged(StaffingRefused):
    """It is so already, or the account is closed for good."""

    code = "nothing_changed"
    message = _("It is so already, or the account is closed. Look at how it stands now.")


class ReviewOutdated(StaffingRefused):
    """Somebody's roles have changed since the page was drawn."""

    code = "review_outdated"
    message = _("Something has changed since this page was shown. Look at it again.")


class LinkOver(StaffingRefused):
    """An invitation that was used, replaced, or is too old."""

    code = "link_over"
    message = _("This invitation is over or was used already. Ask for another one.")
