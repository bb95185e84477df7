"""Filters of reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Filters:
    """None: no filter. `country` is an ISO 3166-1 code. Test accounts are counted alone, or not at all."""

    table: int | None = None
    version: int | None = None
    currency: str | None = None
    segment: str | None = None
    country: str | None = None
    test: bool = False

    def of_players(self) -> "Filters":
        """Only the filters on players: country and test accounts."""
        return Filters(country=self.country, test=self.test)

    def of_rounds(self, way: str = "") -> dict[str, object]:
        """As conditions on rounds, or on a relation `way` to rounds; segments cannot be filtered."""
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
