"""Sum the open parts of a period one by one before an export, with progress."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reports.exports.services.claims import report_progress
from reports.models import Export
from reports.selectors.period_query import (
    Piece,
    StoredPieces,
    find_last_closed,
    store_piece,
    use_stored_pieces,
)


@contextmanager
def add_up_pieces(export: Export, pieces: Sequence[Piece]) -> Iterator[None]:
    """Sum all pieces, with progress, and keep the results for the queries within. Raises ExportClaimLost.

    The results are in the database: no process holds a large day in memory, and successive batches agree.
    """
    last = find_last_closed()
    export.answered.all().delete()  # left over from a killed worker
    if not pieces:
        yield
        return
    report_progress(export, pieces=len(pieces))
    try:
        for done, piece in enumerate(pieces, 1):
            store_piece(export.pk, piece)
            report_progress(export, pieces_done=done)
        kept = frozenset((fact.name, part) for fact, part in pieces)
        with use_stored_pieces(StoredPieces(export.pk, last, kept)):
            yield
    finally:
        export.answered.all().delete()
