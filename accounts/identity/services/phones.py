"""A player's phone number."""

from django.db import transaction
from django.utils import timezone

from accounts.models.phones import PhoneNumber
from accounts.models.users import User
from accounts.values.phones import normalize_phone
from journal.models import EventKind
from journal.services.recording import record


@transaction.atomic
def set_phone(player: User, text: str) -> None:
    """Store the number, or delete it if `text` is blank. An unchanged one changes nothing. Raises PhoneRefused.

    The event does not contain the number, which can therefore be erased.
    """
    number = normalize_phone(text) if text.strip() else ""
    User.objects.select_for_update().get(pk=player.pk)
    present = PhoneNumber.objects.filter(player=player)
    if (present.values_list("number", flat=True).first() or "") == number:
        return
    present.delete()
    if number:
        PhoneNumber.objects.create(player=player, number=number, entered_at=timezone.now())
    data = {"removed": not number}
    record(EventKind.PHONE_CHANGED, actor=player.pk, subject=f"user {player.pk}", data=data)
