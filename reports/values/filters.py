"""Filters of reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a report; None means no filter. `country` is an ISO 3166-1 alpha-2 code.

    `test` selects test accounts only, else none.
    """

    table: int | None = None
    version: int | None = None
    currency: str | None = None
    segment: str | None = None
    country: str | None = None
    test: bool = False

    def of_players(self) -> "Filters":
        """Return only the filters on players: country and test accounts."""
        return Filters(country=self.country, test=self.test)

    def of_rounds(self, way: str = "") -> dict[str, object]:
        """Return lookups for rounds, or for a relation to rounds with prefix `way`; the segment is ignored."""
        chosen = {
            "place__table": self.table,
            "version": self.version,
            "currency": self.currency,
            "player__country": self.country,
        }
        asked = {name: value for name, value in chosen.items() if value is not None}
        return {
            way + name: value
            for name, value in {**asked, "player__is_test_account": self.test}.items()
        }
