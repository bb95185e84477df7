"""Counter for rows written to a file."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

Row = TypeVar("Row")
PROGRESS_INTERVAL: Final = 500


class TooManyRows(Exception):
    """There are more rows than the format can hold."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class RowCounter:
    """Counter of the rows of all sections; reports progress every `PROGRESS_INTERVAL` rows."""

    def __init__(self, on_progress: Callable[[int], None], most: int | None = None) -> None:
        self.on_progress, self.most, self.rows = on_progress, most, 0

    def count(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield the same rows, counted. Raises TooManyRows at the first row too many."""
        for row in rows:
            if self.rows == self.most:
                raise TooManyRows(self.most)
            self.rows += 1
            if self.rows % PROGRESS_INTERVAL == 0:
                self.on_progress(self.rows)
            yield row
