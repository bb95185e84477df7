"""Mail outbox: pages store mails, and a worker sends them, with retries while the mail server is down.

Pages respond without waiting, and a mail is stored in the transaction of its subject.
"""

import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from smtplib import SMTPException, SMTPServerDisconnected
from typing import Any, Final

from cryptography.fernet import InvalidToken, MultiFernet
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from accounts.models.letters import Letter
from accounts.models.mail import Mail
from journal.models import EventKind
from journal.services.recording import record
from journal.services.waking import wake_worker
from journal.values.keyring import load_ciphers
from restores.services.gate import require_open

TASK: Final = "accounts.tasks.send_mails"
BATCH: Final = 50
KEPT_FOR: Final = timedelta(days=3)  # older mails are given up: their links have expired
FIRST_RETRY: Final = timedelta(seconds=30)
LONGEST_RETRY: Final = timedelta(minutes=30)
"""Maximum pause between retries. A mail that has waited longer indicates that the mail server is down."""

_LOG = logging.getLogger(__name__)
_FIELDS: Final = ("subject", "body", "from_email", "to", "reply_to")


class LetterMail(EmailMessage):
    """Mail of a player's letter; sending it marks the letter as mailed."""

    letter_id: int


class Outbox(BaseEmailBackend):
    """Django mail backend that stores messages in the caller's transaction and wakes the worker on commit."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the messages encrypted. Raises ValueError for attachments, alternatives, cc or bcc."""
        with transaction.atomic():
            Mail.objects.bulk_create(
                [
                    Mail(sealed=_sealed(one), letter_id=getattr(one, "letter_id", None))
                    for one in email_messages
                ]
            )
            wake_worker(TASK)
        return len(email_messages)


def mail_connection() -> Any:
    """Return the connection of the backend that delivers mails (`MAIL_DELIVERY`)."""
    return get_connection(settings.MAIL_DELIVERY)


def send_due(now: datetime) -> int:
    """Send due mails, up to `BATCH`, longest due first, each in its own transaction. Return how many were sent.

    Raises ClosedAfterRestore. Safe to run concurrently. If the mail server does not answer, the rest waits for the next run.
    """
    require_open()
    due = Mail.objects.filter(given_up_at__isnull=True, next_at__lte=now).order_by("next_at", "pk")
    sent = 0
    for pk in list(due.values_list("pk", flat=True)[:BATCH]):
        try:
            sent += _send(pk, now)
        except (SMTPException, OSError) as error:
            _LOG.warning("mail %d could not be sent: %s", pk, type(error).__name__)
            _failed(pk, now)
            if _is_down(error):
                break
        except (InvalidToken, ValueError):  # only this mail is affected
            _LOG.exception("mail %d cannot be read", pk)
            _failed(pk, now)
    return sent


@transaction.atomic
def _send(pk: int, now: datetime) -> bool:
    """Send one mail and delete it; delivery is at least once, if the worker is killed in between."""
    found = Mail.objects.select_for_update(skip_locked=True)
    row = found.filter(pk=pk, given_up_at__isnull=True, next_at__lte=now).first()
    if row is None or row.sealed is None:
        return False
    message = EmailMessage(
        **json.loads(_cipher().decrypt(bytes(row.sealed))), connection=mail_connection()
    )
    message.send()
    row.delete()
    if row.letter_id is not None:
        Letter.objects.filter(pk=row.letter_id).update(mailed_at=now)
    return True


@transaction.atomic
def _failed(pk: int, now: datetime) -> None:
    row = Mail.objects.select_for_update().filter(pk=pk, given_up_at__isnull=True).first()
    if row is None:
        return
    row.tried += 1
    row.next_at = now + min(FIRST_RETRY * 2 ** (row.tried - 1), LONGEST_RETRY)
    if now - row.at > KEPT_FOR:
        row.sealed, row.given_up_at = None, now
        record(EventKind.MAIL_GIVEN_UP, subject=f"mail {pk}", data={"tried": row.tried})
    row.save()


def _is_down(error: Exception) -> bool:
    """True if the mail server failed, not this mail."""
    return isinstance(error, SMTPServerDisconnected) or not isinstance(error, SMTPException)


def _sealed(message: EmailMessage) -> bytes:
    if message.attachments or getattr(message, "alternatives", None) or message.cc or message.bcc:
        raise ValueError("a mail of this house is plain text for its recipients alone")
    told = {name: getattr(message, name) for name in _FIELDS}
    told["headers"] = message.extra_headers
    return _cipher().encrypt(json.dumps(told, default=str).encode())


def _cipher() -> MultiFernet:
    return load_ciphers(Path(settings.IDENTITY_KEY_FILE))
