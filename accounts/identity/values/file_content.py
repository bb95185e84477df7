"""File type detection by content: a picture or a safe PDF."""

import re
import struct
from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal

JPEG, PNG, PDF = "image/jpeg", "image/png", "application/pdf"
ENDINGS: Final[Mapping[str, str]] = {JPEG: "jpg", PNG: "png", PDF: "pdf"}
_LEAST_SIDE, _MOST_SIDE = 100, 20_000
_MOST_PIXELS: Final = 40_000_000
_MOST_PACKED: Final = (
    1040  # times: more is beyond what deflate can do, so the picture is not in the file
)
_CHANNELS: Final[Mapping[int, int]] = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # channels per PNG colour type
# Active content that a PDF reader might execute, and encryption. Each action carries its type as a name, so the triggers
# (/OpenAction, /AA) are allowed: scanners use them to set the first page. Short names such as /JS occur by chance in large
# photographs and do nothing without one of these.
_ACTIVE: Final = (
    b"/JavaScript",
    b"/Rendition",
    b"/Launch",
    b"/SubmitForm",
    b"/ImportData",
    b"/GoToE",
    b"/GoToR",
    b"/EmbeddedFile",
    b"/RichMedia",
    b"/Encrypt",
)
# XFA forms keep their scripts in XML, under none of these names. Match the whole name: three letters also occur by chance.
_XFA: Final = re.compile(rb"/XFA(?=[\x00\t\n\f\r ()<>\[\]{}/%])")
_PACKED: Final = b"/ObjStm"  # compressed objects, whose names cannot be searched
_CODED: Final = re.compile(rb"#([0-9A-Fa-f]{2})")  # hex escape in a name
_NO_SIZE: Final = frozenset({0xC4, 0xC8, 0xCC})  # markers C0 to CF that are no frame header
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})


class UnknownFile(Refusal):
    """Not JPEG, PNG or PDF by content, whatever the file name."""

    code = "unknown_file"
    field = "file"
    message = _(
        "This is not a JPEG, PNG or PDF file. Take a photo, or save it in one of these formats."
    )


class DamagedFile(Refusal):
    """The file starts like a known format but is malformed."""

    code = "damaged_file"
    field = "file"
    message = _("This file is incomplete. Send it again, or take another photo.")


class ActiveFile(Refusal):
    """PDF with active content or a password."""

    code = "active_file"
    field = "file"
    message = _("This PDF has a password or contains programs. Send a photograph instead.")


class PackedFile(Refusal):
    """A PDF with compressed object streams, which cannot be inspected."""

    code = "packed_file"
    field = "file"
    message = _("We can't open this PDF. Send a photo, or save it as an image.")


class ImplausiblePictureSize(Refusal):
    """Picture too small to be legible, or larger than any camera's."""

    code = "odd_picture"
    field = "file"
    message = _(
        "This picture is too small or too large. The maximum is 40 megapixels. Take another one."
    )


def detect_media_type(content: bytes) -> str:
    """Return the media type of the content. Raises UnknownFile, DamagedFile, ActiveFile, PackedFile, ImplausiblePictureSize."""
    for start, kind, verify in _FORMATS:
        if content.startswith(start):
            verify(content)
            return kind
    raise UnknownFile


def _jpeg(content: bytes) -> None:
    try:
        height, width = _frame(content)
    except (struct.error, IndexError) as error:
        raise DamagedFile from error
    if b"\xff\xd9" not in content[-65536:]:
        raise DamagedFile
    _see_size(width, height)


def _frame(content: bytes) -> tuple[int, int]:
    """Return height and width of a JPEG, from the first frame header."""
    at = 2
    while True:
        marker = content[at + 1]
        if content[at] != 0xFF or marker in (0xD9, 0xDA):  # noqa: PLR2004  no marker; end of image, or scan before the frame header
            raise DamagedFile
        if marker == 0xFF or marker in _ALONE:  # noqa: PLR2004  padding
            at += 1 if marker == 0xFF else 2  # noqa: PLR2004  as above
            continue
        if 0xC0 <= marker <= 0xCF and marker not in _NO_SIZE:  # noqa: PLR2004  frame headers
            height, width = struct.unpack_from(">HH", content, at + 5)
            return height, width
        at += 2 + struct.unpack_from(">H", content, at + 2)[0]


def _png(content: bytes) -> None:
    if content[12:16] != b"IHDR" or b"IEND" not in content[-64:]:
        raise DamagedFile
    try:
        width, height, depth, colours = struct.unpack_from(">IIBB", content, 16)
    except struct.error as error:
        raise DamagedFile from error
    _see_size(width, height)
    bits = width * depth * _CHANNELS.get(colours, 0)
    if not bits or height * bits // 8 > len(content) * _MOST_PACKED:
        raise DamagedFile


def _pdf(content: bytes) -> None:
    if b"%%EOF" not in content[-2048:]:
        raise DamagedFile
    plain = _CODED.sub(lambda found: bytes.fromhex(found[1].decode()), content)
    if any(word in plain for word in _ACTIVE) or _XFA.search(plain):
        raise ActiveFile
    if _PACKED in plain:
        raise PackedFile


def _see_size(width: int, height: int) -> None:
    small, large = sorted((width, height))
    if small < _LEAST_SIDE or large > _MOST_SIDE or width * height > _MOST_PIXELS:
        raise ImplausiblePictureSize


_FORMATS: Final[tuple[tuple[bytes, str, Callable[[bytes], None]], ...]] = (
    (b"\xff\xd8\xff", JPEG, _jpeg),
    (b"\x89PNG\r\n\x1a\n", PNG, _png),
    (b"%PDF-", PDF, _pdf),
)
