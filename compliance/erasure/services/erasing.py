"""The end of a person's data: live rows are emptied, and the key is destroyed after the commit.

What history, events, ledger and texts hold about the person is encrypted under that key, and stays as it is: unreadable.
"""

from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models.gate import GateAnswer, RegisterNumber
from accounts.models.mail import Mail
from accounts.models.phones import PhoneNumber
from accounts.models.users import ERASED_AT, User
from compliance.erasure.services.destroying import destroy_key
from compliance.models import ErasedPerson, Erasure
from journal.models import EventKind
from journal.services.recording import declare_acting_user, record

_ROWS: Final = (EmailAddress, Authenticator)
_ROWS_OF_PLAYER: Final = (PhoneNumber, RegisterNumber, GateAnswer)


def erase_person(
    player: User, decision: str, *, erasure: Erasure | None = None, actor: int | None = None
) -> ErasedPerson:
    """Erase a locked player, in the caller's transaction. The caller has looked for obstacles.

    `decision` says what decided it, as the list of destroyed keys has it.
    """
    made = ErasedPerson.objects.create(player=player, erasure=erasure, decision=decision)
    made.refresh_from_db(fields=["at"])
    declare_acting_user(actor)
    _delete_rows(player)
    _empty_account(player, made)
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.accounts_forget_person(%s)", [player.pk])
    record(
        EventKind.PERSON_ERASED,
        actor=actor,
        subject=f"user {player.pk}",
        data={"decision": decision},
    )
    transaction.on_commit(lambda: destroy_key(made))
    return made


def tell_player(player: User) -> None:
    """Store the mail that says so; the outbox keeps it encrypted until it is sent, and deletes it then."""
    with translation.override(player.language):
        subject = _("Your personal data has been erased")
        text = render_to_string(
            "compliance/erasure/email/erased_message.txt", {"email": settings.OPERATOR_EMAIL}
        )
    EmailMessage(subject, text, None, [player.email]).send()


def _delete_rows(player: User) -> None:
    Mail.objects.filter(letter__player=player).delete()
    for model in _ROWS:
        model.objects.filter(user=player).delete()
    for model in _ROWS_OF_PLAYER:
        model.objects.filter(player=player).delete()


def _empty_account(player: User, made: ErasedPerson) -> None:
    player.erased_at = made.at
    player.email = f"{player.pk}{ERASED_AT}"
    player.full_name = player.address = ""
    player.birth_date = player.screen_name = None
    player.document_until = None
    player.set_unusable_password()
    player.sessions_ended += 1
    player.save(
        update_fields=[
            *("erased_at", "email", "full_name", "address", "birth_date", "screen_name"),
            *("document_until", "password", "password_set_at", "sessions_ended"),
        ]
    )
