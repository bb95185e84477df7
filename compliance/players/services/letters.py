"""Mail letters to players, end restrictions, and execute factor resets, when due."""

from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Case, F, When
from django.template.loader import render_to_string
from django.utils import translation

from accounts.mail.services import LetterMail
from accounts.models.letters import Letter
from accounts.models.mail import Mail
from accounts.recovery import selectors as resets, services as recovery
from accounts.restrictions.selectors import active_restrictions
from accounts.restrictions.services import restrictions
from casino.services.isolation import run_isolated
from compliance.messages.selectors import letter_subjects
from compliance.messages.words.letters import build_letter_context, letter_subject

BATCH: Final = 100


def mail_letters(now: datetime) -> int:
    """Write a batch of letters into the outbox, each in its own transaction. Return how many; safe to run concurrently."""
    waiting = Letter.objects.filter(mailed_at__isnull=True, waiting_mail__isnull=True)
    waiting = waiting.filter(player__erased_at__isnull=True)
    bulk = (Letter.Kind.RULES, Letter.Kind.PROFILE)
    many = Case(When(kind__in=bulk, then=1), default=0)  # bulk letters go last
    first = waiting.order_by(many, F("tried_at").asc(nulls_first=True), "id")  # failed ones last
    found = list(first.values_list("pk", flat=True)[:BATCH])
    return sum(_mail_apart(pk, now) for pk in found)


def end_restrictions(now: datetime) -> int:
    """End a batch of due restrictions, each in its own transaction. Return how many."""
    found = list(
        active_restrictions.find_due_restrictions(now).values_list("pk", flat=True)[:BATCH]
    )
    return sum(
        run_isolated(
            f"restriction {pk} could not be ended", partial(restrictions.end_restriction, pk, now)
        )
        for pk in found
    )


def reset_factors(now: datetime) -> int:
    """Remove the second factors of a batch of due resets, each in its own transaction. Return how many."""
    found = list(resets.due_resets(now).values_list("pk", flat=True)[:BATCH])
    return sum(
        run_isolated(
            f"reset {pk} of second steps failed", partial(recovery.carry_out_reset, pk, now)
        )
        for pk in found
    )


def _mail_apart(pk: int, now: datetime) -> bool:
    def failed(_error: Exception) -> None:
        Letter.objects.filter(pk=pk, mailed_at__isnull=True).update(tried_at=now)

    return run_isolated(f"letter {pk} could not be mailed", partial(_mail, pk, now), failed)


@transaction.atomic
def _mail(pk: int, now: datetime) -> bool:
    """Write the mail of one letter into the outbox, once; the outbox delivers it with retries."""
    letters = Letter.objects.select_for_update(of=("self",), skip_locked=True)
    letter = (
        letters.select_related("player", "restriction")
        .filter(pk=pk, mailed_at__isnull=True)
        .first()
    )
    # Check again under the lock: another worker may have written the mail since the first query.
    if letter is None or Mail.objects.filter(letter=letter).exists():
        return False
    _send(letter)
    if not Mail.objects.filter(letter=letter).exists():  # sent directly, without an outbox
        letter.mailed_at = now
        letter.save(update_fields=["mailed_at"])
    return True


def _send(letter: Letter) -> None:
    about = letter_subjects.load_letter_subjects([letter]).get(letter.pk)
    with translation.override(letter.player.language):
        subject = letter_subject(letter, about)
        context = build_letter_context(letter, about)
        message = render_to_string("compliance/players/email/letter_message.txt", context)
        mail = LetterMail(subject, message, None, [letter.player.email])
        mail.letter_id = letter.pk
        mail.send()
