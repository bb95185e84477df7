"""What part of the house a report is about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Filters:
    """None: all of them. `country` is an ISO 3166-1 code. Test accounts are counted alone, or not at all."""

    table: int | None = None
    version: int | None = None
    currency: str | None = None
    segment: str | None = None
    country: str | None = None
    test: bool = False

    def of_players(self) -> "Filters":
        """Return the filters on players alone: country and test accounts."""
        return Filters(country=self.country, test=self.test)

    def of_rounds(self, way: str = "") -> dict[str, object]:
        """The same as conditions on rounds, or on what leads to them by `way`; of segments a round says nothing."""
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
