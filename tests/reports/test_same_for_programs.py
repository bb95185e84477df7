"""Files of a house with data: those for programs are equal in every language, and PDFs break no amount."""

import io

import pypdf
import pytest
import time_machine
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone, translation

from accounts.models.users import User
from accounts.roles.values import Role
from reports.catalogue.registry import SOURCES
from reports.exports.services import files
from reports.files import Format, write_sheet
from reports.words.cells import file_text
from tests.accounts.staff import staff
from tests.fixtures.prepared import Prepared
from tests.reports.test_ties import lived
from wallet.money.values import Money

pytestmark = pytest.mark.committed


@pytest.fixture
def reader(prepared: Prepared) -> User:
    """Return a member of staff with every role, in a house with three days of data."""
    prepared(lived, 1)
    everybody = staff(Role.COMPLIANCE_MANAGER, "marta")
    for role in Role:
        everybody.groups.add(*staff(role, f"of_{role.value}").groups.all())
    return everybody


def data(name: str, reader: User, language: str) -> bytes:
    """Return the file, rolling back the event of its download, which would appear in the next file."""
    file, params = io.BytesIO(), QueryDict("period=days" if name.startswith("report-") else "")
    with translation.override(language), transaction.atomic():
        assert files.write_file_at_once(
            SOURCES[name], params, Format.DATA, file, acting_user=reader
        )
        transaction.set_rollback(True)
    return file.getvalue()


@pytest.mark.slow
def test_every_file_for_programs_has_the_same_bytes_in_every_language(reader: User) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        differ = [name for name in SOURCES if data(name, reader, "en") != data(name, reader, "es")]
    assert differ == []


@pytest.mark.slow
def test_the_report_of_voids_breaks_no_amount_on_paper(reader: User) -> None:
    source = SOURCES["report-voids"]
    assert source.paper
    with translation.override("en"):
        sheet = source.paper(QueryDict("period=days"), reader)
        amounts = {
            file_text(value).replace("\N{NO-BREAK SPACE}", " ")
            for section in sheet.sections
            for row in section.rows
            for column in section.columns
            if isinstance(value := column.value(row), Money)
        }
        file = io.BytesIO()
        write_sheet(sheet, file, Format.PDF)
    pages = pypdf.PdfReader(file).pages
    text = "\n".join(page.extract_text() for page in pages).replace("\N{NO-BREAK SPACE}", " ")
    assert len(amounts) > 3
    assert [one for one in sorted(amounts) if one not in text] == []
