"""Chain events and alterations in the background, and verify the chain."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db import connection, transaction

from journal.models import Check, EventKind, Link
from journal.services import heads
from journal.services.checking import Each, run_long_query, store_result
from journal.values.findings import Finding, make_finding

AT_ONCE: Final = 5_000
"""Records chained per transaction, and links verified per statement."""

_AGE: Final = "10 minutes"


def chain_records() -> int:
    """Chain all final records and write the chain's heads to files; return the number of records chained.

    Not inside a transaction. After a crash between the two steps, the next run writes the missing
    head. Nothing is chained while the files cannot be written.
    """
    heads.write_missing_heads()
    chained = 0
    while made := _chain_some():
        chained += made
        heads.write_missing_heads()
    return chained


def _chain_some() -> int:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SELECT public.journal_chain_records(%s)", [AT_ONCE])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def verify_chain(
    occasion: Check.Occasion,
    *,
    copy: Path | None = None,
    each: Each | None = None,
) -> Check:
    """Recompute every link, compare the heads with their files, and store the result.

    A mismatch raises an alarm. `copy` is a folder with an external copy of the files, which is
    compared as well. `each` is called with every finding.
    """
    last = Link.objects.order_by("-n").first()
    links = last.n if last else 0
    found = list(_found(links, copy))
    details = {"links": links, "head": bytes(last.hash).hex() if last else ""}
    check = Check(kind=Check.Kind.CHAIN, occasion=occasion)
    return store_result(check, found, alarm=EventKind.JOURNAL_BROKEN, details=details, each=each)


def _found(links: int, copy: Path | None) -> Iterator[Finding]:
    for after in range(0, links, AT_ONCE):
        to = min(after + AT_ONCE, links)
        for n, source, row, wrong in run_long_query(
            "SELECT * FROM public.journal_broken_links(%s, %s)", after, to
        ):
            yield make_finding(f"chain_{wrong}", source=source, row=row, n=n)
    for source, row, wrong in run_long_query(
        "SELECT * FROM public.journal_missed_records(%s::interval)", _AGE
    ):
        yield make_finding(f"chain_{wrong}", source=source, row=row)
    yield from heads.find_differences()
    if copy is not None:
        yield from heads.find_differences(copy)
