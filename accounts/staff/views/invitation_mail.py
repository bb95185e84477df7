"""The message that invites a member of staff to set a password."""

from collections.abc import Callable

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.staff.selectors.invitations import key_of


def invitation_path(user: User) -> str:
    """The path of the newest invitation."""
    return reverse("account_invitation", args=[key_of(user)])


def send_invitation(user: User, absolute: Callable[[str], str]) -> None:
    """Send the link to the own address, in the own language."""
    with translation.override(user.language):
        words = {"name": user.get_short_name(), "link": absolute(invitation_path(user))}
        text = render_to_string("accounts/email/invitation.txt", words)
        subject = _("Lígalo: your staff account")
        send_mail(subject, text, None, [user.email])
