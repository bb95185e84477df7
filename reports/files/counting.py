"""Counter for rows written to a file."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

Row = TypeVar("Row")
EVERY: Final = 500


class TooLong(Exception):
    """There are more rows than the format can hold."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class Counted:
    """Counter of the rows of all sections; reports progress every `EVERY` rows."""

    def __init__(self, told: Callable[[int], None], most: int | None = None) -> None:
        self.told, self.most, self.rows = told, most, 0

    def each(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield the same rows, counted. Raises TooLong at the first row too many."""
        for row in rows:
            if self.rows == self.most:
                raise TooLong(self.most)
            self.rows += 1
            if self.rows % EVERY == 0:
                self.told(self.rows)
            yield row
