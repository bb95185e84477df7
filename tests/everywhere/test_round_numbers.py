"""Rounds are named by their number everywhere; their reference, a UUID, is for addresses and programs."""

import csv
import io
import json
import re
from typing import Any, Final

import pytest
from django.db import transaction
from django.http import QueryDict
from django.urls import reverse
from django.utils import translation

from accounts.models.users import User
from accounts.roles.values import Role
from casino.models import Round
from journal.models import EventKind
from journal.services.recording import record
from reports.catalogue.registry import SOURCES
from reports.exports.services import files
from reports.files import Format
from tests.accounts.staff import staff
from tests.everywhere.house import House
from tests.everywhere.marked import texts
from tests.everywhere.pages import once
from tests.fixtures.prepared import Prepared
from tests.reports.test_ties import lived

pytestmark = pytest.mark.committed

NUMBERED: Final = {"wallet:statement", "loyalty:points", "events:list", "casino:history"}
"""Pages that certainly name a round."""
OWN_PAGE: Final = {"casino:round", "hands:hand"}
"""Pages that show a round's reference beside its number, as transcripts and the public log contain it."""
OF_ROUNDS: Final = {"large", "voids", "interrupted", "events"}
REFERENCE: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def rounds() -> dict[str, str]:
    return {str(one.public_id): one.number for one in Round.objects.all()}


def told_of(round_: Round) -> None:
    """Record events that name a round in each of the three ways."""
    record(EventKind.ROUND_WAITS, subject=f"round {round_.public_id}")
    record(EventKind.ROUND_FROZEN, subject=str(round_.public_id))
    record(
        EventKind.VOID_FAILED, subject="void V-000001 hand 1", data={"hand": str(round_.public_id)}
    )


@pytest.mark.slow
def test_no_page_shows_the_reference_of_a_round(house: House) -> None:
    for one in Round.objects.all():
        told_of(one)
    known, wrong, numbered = rounds(), dict[str, set[str]](), set[str]()
    clients = {who: house.client(who, "en") for who in (*house.people, "stranger")}
    for visit in once(house):
        answer = clients[visit.who].get(visit.path)
        if answer.status_code == 200:
            shown = " ".join(texts(answer.text))
            if any(number in shown for number in known.values()):
                numbered.add(visit.name)
            if set(REFERENCE.findall(shown)) & set(known) and visit.name not in OWN_PAGE:
                wrong.setdefault(visit.name, set()).add(visit.path)
    assert wrong == {}
    assert numbered >= NUMBERED


def test_files_of_a_player_name_rounds_by_number(house: House) -> None:
    known, client = rounds(), house.client("player", "en")
    for params in ({}, {"sheet": ""}):
        answer: Any = client.get(reverse("wallet:statement_file"), params)
        text = b"".join(answer.streaming_content).decode()
        assert not set(REFERENCE.findall(text)) & set(known)
        assert any(number in text for number in known.values())
    copy: Any = client.post(reverse("own_data:copy"))
    data = json.loads(b"".join(copy.streaming_content))
    named = [
        (one["round"], one["round_number"])
        for rows in data.values()
        if isinstance(rows, list)
        for one in rows
        if one.get("round") in known
    ]
    assert named
    assert [pair for pair in named if known[pair[0]] != pair[1]] == []


@pytest.fixture
def reader(prepared: Prepared) -> User:
    """Return a user with every role, in a house with three days of play."""
    prepared(lived, 1)
    everybody = staff(Role.COMPLIANCE_MANAGER, "marta")
    for role in Role:
        everybody.groups.add(*staff(role, f"of_{role.value}").groups.all())
    return everybody


def cells(name: str, form: Format, reader: User) -> list[str]:
    """Return the cells of a file; no event of the download is kept."""
    file, params = io.BytesIO(), QueryDict("period=days" if name.startswith("report-") else "")
    with translation.override("en"), transaction.atomic():
        assert files.write_file_at_once(SOURCES[name], params, form, file, acting_user=reader)
        transaction.set_rollback(True)
    lines = csv.reader(io.StringIO(file.getvalue().decode("utf-8-sig")))
    return [cell for line in lines for cell in line]


@pytest.mark.slow
def test_no_file_of_staff_names_a_round_by_its_reference(reader: User) -> None:
    """Exceptions: the code of an event's subject, which programs compare with the chain, and the list of hands."""
    told_of(Round.objects.earliest("pk"))
    known = rounds()
    codes = {f"round {one}" for one in known} | set(known)
    for form in (Format.CSV, Format.DATA):
        named = {name: cells(name, form, reader) for name in SOURCES if name != "hands"}
        wrong = {
            (name, cell)
            for name, found in named.items()
            for cell in found
            if set(REFERENCE.findall(cell)) & set(known)
            and not (form == Format.DATA and name.endswith("events") and cell in codes)
        }
        assert wrong == set()
        for name in OF_ROUNDS:
            text = "\n".join(named[f"report-{name}"])
            assert any(number in text for number in known.values()), (form, name)
