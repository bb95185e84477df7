"""Adding up what no day has closed, piece by piece, before a file is written: so its page says how far that is."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reports.exports.services.claims import tell
from reports.models import Export
from reports.selectors.period_query import Kept, Piece, answered, keep, last_closed


@contextmanager
def added_up(export: Export, pieces: Sequence[Piece]) -> Iterator[None]:
    """Keep the answers to all pieces, for what is asked within. Raises LostClaim.

    They stay in the database, so no process holds a day of a large house, and batches that are read one after another agree.
    """
    last = last_closed()
    export.answered.all().delete()  # of a worker that was killed
    if not pieces:
        yield
        return
    tell(export, pieces=len(pieces))
    try:
        for done, piece in enumerate(pieces, 1):
            keep(export.pk, piece)
            tell(export, pieces_done=done)
        kept = frozenset((fact.name, part) for fact, part in pieces)
        with answered(Kept(export.pk, last, kept)):
            yield
    finally:
        export.answered.all().delete()
