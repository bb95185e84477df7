"""Adding up what no day has closed, piece by piece, before a file is written: so its page says how far that is."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reports.exports.services.claims import report_progress
from reports.models import Export
from reports.selectors.period_query import Kept, Piece, keep_answers, last_closed, with_kept_answers


@contextmanager
def add_up_pieces(export: Export, pieces: Sequence[Piece]) -> Iterator[None]:
    """Keep the answers to all pieces, for what is asked within. Raises LostClaim.

    They stay in the database, so no process holds a day of a large house, and batches that are read one after another agree.
    """
    last = last_closed()
    export.answered.all().delete()  # of a worker that was killed
    if not pieces:
        yield
        return
    report_progress(export, pieces=len(pieces))
    try:
        for done, piece in enumerate(pieces, 1):
            keep_answers(export.pk, piece)
            report_progress(export, pieces_done=done)
        kept = frozenset((fact.name, part) for fact, part in pieces)
        with with_kept_answers(Kept(export.pk, last, kept)):
            yield
    finally:
        export.answered.all().delete()
