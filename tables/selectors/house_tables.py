"""Tables of a new house: presets with the limits of their sources (docs/tables.md), five private and three live."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from accounts.values.currencies import PLAY_MONEY
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from profiles.values.fields import ProfileValues
from tables.models import MoneyKind, Table
from tables.values.conformity import fit_rules

ONE: Final = 10_000  # units of 10^-4
DIME: Final = ONE // 10


@dataclass(frozen=True, slots=True)
class HouseTable:
    """A table of a new house; its rule set has the same names, or `family` and `family_es`."""

    slug: str
    name: str
    money: MoneyKind
    rules: Rules
    values: Mapping[str, Any]
    kind: Table.Kind = Table.Kind.PRIVATE
    family: str = ""
    family_es: str = ""
    name_es: str = ""

    @property
    def family_names(self) -> tuple[str, str]:
        """Name of the rule set, and its Spanish one or ""."""
        return (self.family, self.family_es) if self.family else (self.name, self.name_es)

    def as_live(self, slug: str, name: str, name_es: str = "") -> "HouseTable":
        """Return a live table with the same rules and limits."""
        live = replace(self, slug=slug, name=name, name_es=name_es, kind=Table.Kind.LIVE)
        return replace(live, family=self.name, family_es=self.name_es)

    def as_allowed(self, profile: ProfileValues) -> "HouseTable":
        """Return the table with the nearest rules that a profile allows; for play money with those of `LIGALO` if it asks so."""
        if self.money == MoneyKind.REAL:
            return replace(self, rules=fit_rules(self.rules, profile))
        if not profile.free_play_equals_real or self.values.get("is_laboratory"):
            return self
        return replace(self, rules=fit_rules(PRESETS["ligalo"], profile))

    def as_laboratory(self) -> "HouseTable":
        """Return a laboratory table with the same rules and limits, but with play money and without limits of pace."""
        values = {**self.values, **_FULL_SPEED, "currencies": [PLAY_MONEY], "is_laboratory": True}
        return replace(
            self,
            slug=f"laboratory-{self.slug}",
            name=f"Laboratory: {self.name}",
            name_es=f"Laboratorio: {self.name_es or self.name}",
            money=MoneyKind.PLAY,
            values=values,
            family=f"Laboratory: {self.name}",
        )


_FULL_SPEED: Final = {
    "hands_per_minute": 1_000_000,
    "hands_per_day": 1_000_000,
    "rounds_before_shoe_change": 0,
}
_PACE: Final = {"hands_per_minute": 60, "hands_per_day": 5_000}


def _chips(*worth: int) -> list[int]:
    return [chip * DIME for chip in worth]


LIGALO: Final = HouseTable(
    "ligalo",
    "Lígalo",
    MoneyKind.REAL,
    PRESETS["ligalo"],
    {
        "min_bet_usd": DIME,
        "max_bet_usd": 50 * ONE,
        "max_round_usd": 200 * ONE,
        "step": DIME,
        "chips": _chips(1, 5, 10, 50, 250),
        **_PACE,
    },
)
ATLANTIC_CITY: Final = HouseTable(
    "atlantic-city",
    "Atlantic City",
    MoneyKind.REAL,
    PRESETS["atlantic_city"],
    {
        "min_bet_usd": ONE,
        "max_bet_usd": 200 * ONE,
        "max_round_usd": 8_000
        * ONE,  # five boxes of four doubled hands, so every split and double fits
        "step": ONE,
        "chips": _chips(10, 50, 250, 500, 1_000),
        **_PACE,
    },
)
CASINO_FLOOR: Final = HouseTable(
    "casino-floor",
    "Casino Floor",
    MoneyKind.REAL,
    PRESETS["casino_floor"],
    {
        "min_bet_usd": ONE,
        "max_bet_usd": 100 * ONE,
        "min_player": 5 * ONE,  # in the source the minimum is per player, the maximum per box
        "max_round_usd": 5_600 * ONE,  # as above, for seven boxes
        "step": ONE,
        "chips": _chips(10, 20, 50, 250, 1_000),
        **_PACE,
    },
    name_es="Sala de casino",
)
LIVE: Final = HouseTable(
    "live",
    "Live",
    MoneyKind.REAL,
    PRESETS["live"],
    {
        "min_bet_usd": ONE,
        "max_bet_usd": 100 * ONE,
        "max_round_usd": 400 * ONE,
        "min_side": ONE,
        "max_side": 20 * ONE,
        "step": ONE // 2,
        "chips": _chips(10, 20, 50, 250, 1_000),
        **_PACE,
    },
    name_es="Estudio",
)
FRIENDLY: Final = HouseTable(
    "friendly",
    "Friendly",
    MoneyKind.PLAY,
    PRESETS["friendly"],
    {
        "min_bet_usd": 2 * ONE,
        "max_bet_usd": 10_000 * ONE,
        "max_round_usd": 80_000 * ONE,
        "step": 2 * ONE,
        "chips": _chips(20, 100, 200, 1_000, 5_000),
        "currencies": [PLAY_MONEY],
        **_PACE,
    },
    name_es="Amistosa",
)
HOUSE_TABLES: Final[Mapping[str, HouseTable]] = MappingProxyType(
    {table.slug: table for table in (LIGALO, ATLANTIC_CITY, CASINO_FLOOR, LIVE, FRIENDLY)}
)
LIVE_TABLES: Final[Mapping[str, HouseTable]] = MappingProxyType(
    {
        table.slug: table
        for table in (
            CASINO_FLOOR.as_live("caribe", "Caribbean", "Caribe"),
            LIVE.as_live("malecon", "Malecón"),
            FRIENDLY.as_live("amigos", "Friends", "Amigos"),
        )
    }
)
"""Three live tables with the rules of private ones."""
LABORATORY_TABLES: Final[Mapping[str, HouseTable]] = MappingProxyType(
    {table.slug: table for table in (one.as_laboratory() for one in HOUSE_TABLES.values())}
)
"""A laboratory table for each preset."""
