"""Detection of the type of an uploaded file by its content alone."""

import struct

import pytest

from accounts.identity import refusals
from accounts.identity.values.file_content import (
    ActiveFile,
    DamagedFile,
    ImplausiblePictureSize,
    PackedFile,
    UnknownFile,
    detect_media_type,
)
from tests.accounts.papers import PDF, picture


def claiming(width: int, height: int) -> bytes:
    """Return a PNG of 112 bytes whose header claims this size."""
    small = picture("PNG", (100, 100))
    head = small[:16] + struct.pack(">II", width, height) + small[24:33]
    return head + b"\0" * (112 - len(head) - 12) + small[-12:]


@pytest.mark.parametrize(
    ("content", "found"),
    [(picture(), "image/jpeg"), (picture("PNG"), "image/png"), (PDF, "application/pdf")],
)
def test_the_content_decides_the_media_type(content: bytes, found: str) -> None:
    assert detect_media_type(content) == found


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", UnknownFile),
        (b"<html><script>alert(1)</script>", UnknownFile),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", UnknownFile),
        (picture("GIF"), UnknownFile),
        (b"MZ" + b"\0" * 500, UnknownFile),
        (picture()[:200], DamagedFile),
        (picture()[:-2], DamagedFile),
        (b"\xff\xd8\xff", DamagedFile),
        (b"\xff\xd8\xff\xe0\x00\x02" + b"\xff" * 99, DamagedFile),
        (picture("PNG")[:-20], DamagedFile),
        (b"\x89PNG\r\n\x1a\n", DamagedFile),
        (PDF[:30], DamagedFile),
        (PDF.replace(b"/Catalog", b"/JavaScript (app.alert(1))"), ActiveFile),
        (PDF.replace(b"trailer", b"trailer << /Encrypt 5 0 R >>"), ActiveFile),
        (PDF.replace(b"/Catalog", b"/OpenAction << /S /J#61vaScript /J#53 (x) >>"), ActiveFile),
        (PDF.replace(b"/Catalog", b"/AA << /O << /S /#4caunch >> >>"), ActiveFile),
        (PDF.replace(b"/Catalog", b"/Catalog /AcroForm << /XFA 5 0 R >>"), ActiveFile),
        (
            PDF.replace(b"/Catalog", b"/Catalog /AcroForm<</Fields[]/#58F#41[(t) 5 0 R]>>"),
            ActiveFile,
        ),
        (PDF.replace(b"/Catalog", b"/ObjStm /N 3"), PackedFile),
        (picture(size=(60, 400)), ImplausiblePictureSize),
        (picture("PNG", (3, 3)), ImplausiblePictureSize),
        (claiming(10_000, 12_000), ImplausiblePictureSize),
        (claiming(8_001, 5_000), ImplausiblePictureSize),
        (claiming(8_000, 5_000), DamagedFile),  # 112 bytes cannot hold it
    ],
)
def test_unreadable_files_are_refused(content: bytes, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        detect_media_type(content)


def test_the_scan_of_a_phone_is_taken() -> None:
    """It has an empty form and an opening page, and its image data contains /JS, /AA and /XFA by chance."""
    scan = PDF.replace(b"/Catalog", b"/Catalog /AcroForm << /Fields [] >> /OpenAction [3 0 R /Fit]")
    scan = scan.replace(
        b"trailer", b"stream\n\xff\xd8/JS\x07/AA#\xff/XFA\x93/XFAb\nendstream\ntrailer"
    )
    assert detect_media_type(scan) == "application/pdf"


def test_refusals_say_different_things() -> None:
    told = {
        str(one.message) for one in (UnknownFile, DamagedFile, ActiveFile, ImplausiblePictureSize)
    }
    assert len(told) == 4
    assert {one.field for one in (UnknownFile, refusals.FileTooLarge)} == {"file"}
