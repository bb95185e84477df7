"""Decryption of shoes' secrets: the only place that does it, and that notes who did.

A program that deals leaves no note: it decrypts a seed for every deal. Any other leaves an event before it gets the secret of a
shoe that is not over (INT2), on a connection of its own, so that no rollback takes the event back.
"""

import getpass
import os
import socket
from enum import StrEnum
from pathlib import Path
from typing import Final
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from casino.fairness.values.programs import name_foreign_program
from casino.fairness.values.sealing import SeedMisplaced, SeedUnsealable
from journal.models import EventKind
from journal.services.recording import record_apart
from journal.values.keyring import load_ciphers

# A shoe that the database does not know may be one that a visitor was shown and that is stored with the first bet.
_IS_OVER: Final = (
    "SELECT EXISTS (SELECT FROM casino_shoe WHERE public_id = %s AND server_seed IS NOT NULL)"
)


class SeedPurpose(StrEnum):
    """What a secret is decrypted for."""

    DEAL = "deal"
    REPLAY = "replay"
    REVEAL = "reveal"


def unseal_seed(shoe: UUID, token: bytes, purpose: SeedPurpose) -> str:
    """Decrypt a shoe's seed, or its remaining cards. Raises `SeedUnsealable`, `SeedMisplaced`.

    Raises DatabaseError if the decryption cannot be noted.
    """
    try:
        content = load_ciphers(Path(settings.SEED_KEY_FILE)).decrypt(token).decode("ascii")
    except (InvalidToken, ImproperlyConfigured, OSError, ValueError) as error:
        raise SeedUnsealable(str(shoe)) from error
    owner, _, secret = content.partition(":")
    if program := name_foreign_program():
        _note_read(owner, program, purpose)
    if owner != str(shoe):
        raise SeedMisplaced(str(shoe))
    return secret


def _note_read(shoe: str, program: str, purpose: SeedPurpose) -> None:
    data = {
        "program": program,
        "purpose": purpose.value,
        "system_user": getpass.getuser(),
        "host": socket.gethostname(),
        "process": os.getpid(),
    }
    kind, subject = EventKind.SEED_READ_OUTSIDE_DEALING, f"shoe {shoe}"
    record_apart(kind, subject=subject, data=data, unless=(_IS_OVER, shoe))
