"""Mail that invites a staff user to set a password."""

from collections.abc import Callable

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.staff.selectors.invitations import create_invitation_key


def invitation_path(user: User) -> str:
    """Return the path of the current invitation."""
    return reverse("account_invitation", args=[create_invitation_key(user)])


def send_invitation(user: User, absolute: Callable[[str], str]) -> None:
    """Send the link to the user's address, in the user's language; `absolute` makes a path a full URL."""
    with translation.override(user.language):
        words = {"name": user.get_short_name(), "link": absolute(invitation_path(user))}
        text = render_to_string("accounts/email/invitation.txt", words)
        subject = _("Lígalo: your staff account")
        send_mail(subject, text, None, [user.email])
