"""The account statement in tests: its addresses, its lines and its file."""

import csv
from typing import Any, Final

from django.test import Client
from django.urls import reverse

from tests.wallet.ledger import funded

STATEMENT: Final = reverse("wallet:statement")
FILE: Final = reverse("wallet:statement_file")


def paid_in(count: int, name: str = "ana") -> int:
    """Credit this many deposits of 1.00; return the player."""
    for _ in range(count):
        ana = funded(name, "1.00")
    return ana


def file(page: Client, **chosen: str) -> list[list[str]]:
    """Return the rows of the statement's file."""
    answer: Any = page.get(FILE, chosen)
    sent = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.reader(sent.splitlines()))
