"""`manage.py verify_events` reports on the chain and the configured rows, and fails naming each difference."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from compliance.events.words.tables import NAMES
from journal.models import Check, EventKind, Link
from journal.services import heads
from journal.services.checking import MOST_FINDINGS
from journal.services.recording import record
from tests.journal.chains import chain_all
from tests.journal.test_chain import Owner, some, unguarded
from tests.journal.test_rows import past_the_triggers

pytestmark = pytest.mark.committed


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    """Activate the site's default language: commands print English regardless."""
    with translation.override("es"):
        yield


def test_the_command_says_what_holds_and_fails_where_something_does_not(
    owner_connection: Owner, tmp_path: Path
) -> None:
    some()
    chain_all()
    out = StringIO()
    call_command("verify_events", stdout=out)
    assert f"{Link.objects.count()} links hold." in out.getvalue()
    call_command("verify_events", "--heads", str(heads.heads_folder()), stdout=out)
    with pytest.raises(CommandError, match="no line of a head"):
        call_command("verify_events", "--heads", str(tmp_path / "nothing"))


def test_every_failure_is_listed(owner_connection: Owner) -> None:
    many = MOST_FINDINGS + 20
    for n in range(many):
        record(EventKind.ROUND_CANCELLED, subject=f"round {n}")
    chain_all()
    unguarded(
        owner_connection,
        "DELETE FROM journal_event WHERE subject = 'round 3'",
        "UPDATE journal_event SET subject = 'another' WHERE subject LIKE 'round %'",
    )
    past_the_triggers(
        owner_connection,
        "auth_group",
        "UPDATE auth_group SET name = 'boss' WHERE name = 'operator'",
    )
    out = StringIO()
    with pytest.raises(CommandError, match="Not everything holds"):
        call_command("verify_events", stdout=out)

    said = out.getvalue()
    assert said.count("is gone") == 1
    assert said.count("not as it was chained") == many - 1
    assert "DIFFERS auth_group" in said
    assert len(Check.objects.get(kind=Check.Kind.CHAIN).findings) == MOST_FINDINGS + 1


def test_the_command_names_it_too(owner_connection: Owner) -> None:
    out = StringIO()
    call_command("verify_events", stdout=out)
    assert f"The rows of {len(NAMES)} tables are what their history says." in out.getvalue()
    past_the_triggers(
        owner_connection,
        "auth_group",
        "UPDATE auth_group SET name = 'boss' WHERE name = 'operator'",
    )
    with pytest.raises(CommandError, match="Not everything holds"):
        call_command("verify_events", stdout=out)
    assert "Configured rows do not match their history." in out.getvalue()
    assert "DIFFERS auth_group" in out.getvalue()
