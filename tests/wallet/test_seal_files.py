"""Seal files outside the database: torn, lost, unwritable, copied."""

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from journal.models import Event
from tests.wallet.ledger import funded
from tests.wallet.seals import TAMPERED, Owner, aged, lines, seal_all, unguarded
from wallet.ledger.models import Seal
from wallet.ledger.services import seal_files
from wallet.ledger.services.seals import seal_ledger

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("files")]
spoils = pytest.mark.breaks_the_ledger("that is what is tested")


@pytest.mark.committed
def test_a_torn_line_is_rewritten_and_missing_lines_are_reported(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    funded()
    seal_all()
    (path,) = files.glob("*.txt")
    whole, written_before = path.read_text(), lines()
    path.write_text(whole[:-20])
    assert lines() == written_before[:-1]

    funded("luis", "5")
    seal_all()
    assert len(lines()) > len(written_before)
    assert path.read_text().startswith(whole)
    assert seal_files.find_differences() == []

    path.unlink()
    assert seal_files.find_differences() == []
    monkeypatch.setattr(seal_files, "WRITTEN_WITHIN", -seal_files.WRITTEN_WITHIN)
    assert len(seal_files.find_differences()) == Seal.objects.count()


@spoils
def test_files_that_are_lost_are_not_written_from_the_database(
    owner_connection: Owner, files: Path
) -> None:
    for name in "abc":
        funded(name)
        seal_all()
    unguarded(owner_connection, TAMPERED["one unit of one entry"].format(entry="seq IS NULL"))
    unguarded(
        owner_connection,
        "UPDATE wallet_seal SET hash = (public.wallet_hash_block(from_xact, to_xact, previous)).hash",
    )
    aged(owner_connection)
    for path in files.iterdir():
        path.unlink()
    lost = Seal.objects.count()

    assert seal_ledger() == 0
    assert lines() == []
    funded("d")
    seal_all()

    assert len(lines()) == Seal.objects.count() - lost >= 1
    assert [said.partition(":")[0] for said in seal_files.find_differences()] == [
        f"block {number}" for number in range(1, lost + 1)
    ]


def test_one_block_whose_writer_died_is_written_however_late(
    owner_connection: Owner, files: Path
) -> None:
    funded()
    seal_all()
    aged(owner_connection)
    for path in files.iterdir():
        path.unlink()
    seal_files.append_seals(list(Seal.objects.order_by("-number")[1:]))
    last = Seal.objects.latest("number")
    assert last.number not in seal_files.written_blocks()

    seal_ledger()

    assert last.number in seal_files.written_blocks()
    assert seal_files.find_differences() == []


@pytest.mark.committed
def test_while_the_files_cannot_be_written_nothing_more_is_sealed(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    funded()
    seal_all()
    sealed = Seal.objects.count()

    def full(*_args: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(seal_files, "append_seals", full)
        for name in "abc":
            funded(name)
            with pytest.raises(OSError, match="No space"):
                seal_all()

    assert Seal.objects.count() == sealed + 1
    seal_all()
    assert len(lines()) == Seal.objects.count() > sealed + 1


def test_refilling_lost_seals_records_an_event(owner_connection: Owner, files: Path) -> None:
    for name in "abc":
        funded(name)
        seal_all()
    aged(owner_connection)
    for path in files.iterdir():
        path.unlink()
    assert len(seal_files.find_differences()) == Seal.objects.count() > 2
    told = StringIO()

    call_command("refill_seals", stdout=told)

    assert told.getvalue().startswith("block 1: written anew\n")
    assert seal_files.find_differences() == []
    assert {path.name[10:] for path in files.iterdir()} == {"-refilled.txt"}
    event = Event.objects.get(kind="seals_refilled")
    assert event.data["blocks"] == Seal.objects.count()
    call_command("refill_seals", stdout=told)
    assert told.getvalue().endswith("0 blocks were in no file.\n")
    funded("d")
    seal_all()
    assert seal_files.find_differences() == []
    assert len(lines()) == Seal.objects.count()


@pytest.mark.committed
def test_a_copy_from_elsewhere_is_compared_as_far_as_it_goes(files: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in "abc":
        funded(name)
        seal_all()
    shutil.copytree(files, copy)
    funded("d")
    seal_all()
    assert seal_files.find_differences(copy) == []
    (path,) = copy.iterdir()
    first, second, *rest = path.read_text().splitlines(keepends=True)
    number, digest, said = first.split(" ", 2)
    path.write_text("".join([f"{number} {digest[::-1]} {said}", *rest]))

    told = seal_files.find_differences(copy)

    assert told[0].startswith(f"{copy}: {path.name} says '1 ")
    assert told[1:] == [f"block {n}: in no file of {copy} as the database has it" for n in (1, 2)]
    assert second.startswith("2 ")


def test_the_last_block_is_found_behind_lines_that_are_not_ours(files: Path) -> None:
    files.mkdir()
    ours = [f"{number} {'ab' * 32} 2 2026-01-01T00:00:00+00:00\n" for number in range(1, 40)]
    (files / "2026-01-01.txt").write_text("".join(ours[:20]))
    (files / "2025-12-31.txt").write_text("".join(ours[20:30]) + "scribbled\n")
    assert seal_files.last_written_block() == 30
    (files / "2025-12-31.txt").write_text("".join(ours[20:39]) + ours[38][:50])
    assert seal_files.last_written_block() == 39
    for path in files.iterdir():
        path.write_text("")
    assert seal_files.last_written_block() == 0
