"""Helpers for exports: sample deposits, and files requested and made."""

import csv
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from accounts.models.users import User
from reports.catalogue.registry import SOURCES
from reports.exports.services import files
from reports.files import Format
from reports.models import Export
from tests.wallet.cash import intent

DEPOSITS = SOURCES["deposits"]


def some_deposits(count: int = 3) -> None:
    for n in range(count):
        intent(f"{n + 1}.00")


def asked(acting_user: User, form: Format = Format.DATA, params: str = "") -> Export:
    return files.request_file(DEPOSITS, QueryDict(params), form, acting_user=acting_user)


def made(acting_user: User, form: Format = Format.DATA, params: str = "") -> Export:
    export = asked(acting_user, form, params)
    assert files.make_next_file(timezone.now(), SOURCES)
    export.refresh_from_db()
    return export


def amounts(export: Export) -> list[str]:
    lines = csv.DictReader(
        line for line in export.path.read_text().splitlines() if not line.startswith("#")
    )
    return [line["amount"] for line in lines]


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)
