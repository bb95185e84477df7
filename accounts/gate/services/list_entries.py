"""Entries of lists as rows, for COPY, and their deletion in batches."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, Final

from django.db import connection

from accounts.gate.values.list_refusals import ListEntryWrong
from accounts.gate.values.signed_lists import ListKind, read_entries
from accounts.values.name_similarity import sort_letters

COPIES: Final[Mapping[ListKind, str]] = {
    ListKind.REGISTER: "COPY accounts_registerentry (load_id, country, digest) FROM STDIN",
    ListKind.SANCTIONS: "COPY accounts_sanctionsentry (load_id, reference, name, birth, letters) FROM STDIN",
}
_TABLES: Final[Mapping[ListKind, str]] = {
    ListKind.REGISTER: "accounts_registerentry",
    ListKind.SANCTIONS: "accounts_sanctionsentry",
}
_DELETED: Final = 100_000  # rows of one statement
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_BIRTH: Final = re.compile(r"(?:[0-9]{4}(?:-[0-9]{2}-[0-9]{2})?)?")
_LONGEST: Final = (60, 300)  # reference and name


def read_rows(kind: ListKind, file: BinaryIO, load: int) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a verified list. Raises ListEntryWrong, ListRefused."""
    parse = _PARSERS[kind]
    for cells in read_entries(file):
        try:
            yield load, *parse(cells)
        except ValueError as error:
            raise ListEntryWrong from error


def delete_entries(kind: ListKind, load: int) -> None:
    """Delete the entries of a load that is not in force."""
    table = _TABLES[kind]
    with connection.cursor() as cursor:
        while True:
            cursor.execute(
                f"DELETE FROM {table} WHERE ctid = ANY (ARRAY("  # noqa: S608 - a constant
                f"SELECT ctid FROM {table} WHERE load_id = %s LIMIT {_DELETED}))",
                [load],
            )
            if cursor.rowcount < _DELETED:
                return


def _parse_register(cells: list[str]) -> tuple[object, ...]:
    country, digest = cells
    if not (_COUNTRY.fullmatch(country) and _DIGEST.fullmatch(digest)):
        raise ValueError
    return country, bytes.fromhex(digest)


def _parse_sanctions(cells: list[str]) -> tuple[object, ...]:
    reference, name, birth = (cell.strip() for cell in cells)
    too_long = len(reference) > _LONGEST[0] or len(name) > _LONGEST[1]
    if not (reference and name and _BIRTH.fullmatch(birth)) or too_long:
        raise ValueError
    return reference, name, birth, sort_letters(name)


_PARSERS: Final[Mapping[ListKind, Callable[[list[str]], tuple[object, ...]]]] = {
    ListKind.REGISTER: _parse_register,
    ListKind.SANCTIONS: _parse_sanctions,
}
