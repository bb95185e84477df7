"""Signed lists for tests."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from django.utils import timezone
from pytest_django import Settings

from accounts.gate.services.lists import load_list
from accounts.gate.values.signed_lists import ListKind
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.gate import ListLoad
from accounts.restrictions.services.listed_players import apply_whole_register
from tools.lists.writing import DELIVERED, Authority, make_authority, make_header, save_authority


@dataclass
class Lists:
    """An authority whose keys this installation has, and the serial of its next list."""

    kind: ListKind
    authority: Authority
    serial: int = 0

    def write(self, entries: Iterable[Iterable[str]], day: date | None = None) -> bytes:
        """Return the next list with these entries."""
        rows = list(entries)
        self.serial += 1
        day = day or timezone.now().date()
        header = make_header(self.authority, self.kind, self.serial, day, len(rows))
        return b"".join(self.authority.sign(header, rows))

    def load(self, entries: Iterable[Iterable[str]], **given: Any) -> ListLoad:
        """Load the next list and apply it."""
        return self.load_bytes(self.write(entries, **given))

    def load_bytes(self, content: bytes) -> ListLoad:
        """Load a list and apply it."""
        load = load_list(self.kind, io.BytesIO(content))
        apply_whole_register()
        return load

    def entry(self, number: DocumentNumber) -> tuple[str, str]:
        """Return the register's entry of a number."""
        return self.authority.digest_entry(number.country, number.normal)


def set_up_lists(kind: ListKind, folder: Path, settings: Settings) -> Lists:
    """Give this installation the keys of a new authority."""
    authority = make_authority(kind)
    save_authority(authority, folder / kind.value)
    keys = folder / kind.value / DELIVERED
    if kind is ListKind.REGISTER:
        settings.EXCLUSION_REGISTER_KEY_FILE = keys
    else:
        settings.SANCTIONS_LIST_KEY_FILE = keys
    return Lists(kind, authority)
