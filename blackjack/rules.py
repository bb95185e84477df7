"""`Rules`: every option of the game as one immutable, validated value."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import lru_cache
from math import floor
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from blackjack.canonical import canonical_json, sha256_hex
from blackjack.cards import CARDS
from blackjack.fields import FIELDS
from blackjack.strict_json import MalformedError, load_json, read_object

__all__ = ["FIELDS", "HousePlay", "Rules", "RulesError", "UnknownFieldError"]

HousePlay = Literal["stand", "basic_strategy", "hit_or_stand"]


class RulesError(ValueError):
    """A value that a field does not allow: `field`, `value`, and `allowed` in words."""

    code: ClassVar[str] = "invalid_rules"

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {_brief(value)} is not allowed; allowed is {allowed}")
        self.field, self.value, self.allowed = field, value, allowed


def _brief(value: object) -> str:
    try:
        return reprlib.repr(value)
    except ValueError:
        return "a number of thousands of digits"  # Python limits the conversion of int to str.


class UnknownFieldError(RulesError):
    code: ClassVar[str] = "unknown_field"

    def __init__(self, field: str) -> None:
        super().__init__("field", field, "one of " + ", ".join(FIELDS))
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one table as an immutable value.

    `FIELDS` defines what each field may hold and means; any other value raises RulesError on
    construction. Fields not given have the values of the house's own game, Lígalo blackjack.
    `dataclasses.replace` changes some of them, `to_json` and `from_json` convert to and from text,
    and `digest` identifies the value permanently.
    """

    decks: int | Literal["infinite"] = 6
    penetration: float = 0.75
    reshuffle: Literal["at_penetration", "every_round", "when_empty"] = "at_penetration"
    burn_cards: int = 0
    hole_card: Literal["dealt", "not_dealt"] = "dealt"
    peek: Literal["ace_and_ten", "ace", "never"] = "ace_and_ten"
    dealer_blackjack_takes: Literal["all_bets", "all_but_doubles", "original_bet"] = "all_bets"
    soft_17: Literal["hit", "stand"] = "hit"
    naturals: bool = True
    blackjack_pays: str = "3:2"
    double_on: Literal["any", "9-11", "10-11", "never"] = "any"
    double_after_split: bool = True
    double_for_less: bool = False
    split_by: Literal["value", "rank"] = "value"
    max_splits: int = 3
    max_ace_splits: int = 3
    hit_split_aces: bool = True
    double_split_aces: bool = True
    split_tens_natural: bool = False
    surrender_after_split: bool = False
    surrender: Literal["none", "late", "early_vs_non_ace", "early"] = "late"
    insurance: Literal["none", "half", "up_to_half"] = "half"
    even_money: bool = False
    auto_stand_21: bool = True
    charlie: int | None = None
    max_cards: int | None = None
    inverted: bool = False
    seats: int = 1
    seats_per_player: int = 1
    bettors_per_seat: int = 1
    side_bets: Mapping[str, Mapping[str, int]] = field(default_factory=dict, hash=False)
    player_cut: bool = False
    show_hole_card: Literal["always", "when_needed"] = "always"
    turn_seconds: int | None = None
    betting_seconds: int | None = None
    intermission_seconds: int | None = None
    on_turn_timeout: HousePlay = "stand"
    on_absence: HousePlay = "basic_strategy"
    resume_seconds: int | None = 300

    def __post_init__(self) -> None:
        """Validate every field, and copy the side bets so that the caller cannot change them."""
        for name, item in FIELDS.items():
            value = getattr(self, name)
            if not item.allowed.accepts(value):
                raise RulesError(name, value, item.allowed.text)
        if self.hole_card == "not_dealt" and self.peek != "never":
            raise RulesError("peek", self.peek, "'never' where hole_card is 'not_dealt'")
        tables = {
            name: MappingProxyType(dict(paytable)) for name, paytable in self.side_bets.items()
        }
        object.__setattr__(self, "side_bets", MappingProxyType(tables))

    @classmethod
    def from_dict(cls, given: Mapping[str, Any], base: Rules | None = None) -> Rules:
        """Return `base` (by default Lígalo blackjack) with the fields `given`. Raises UnknownFieldError, RulesError."""
        for name in given:
            _check_known(name)
        return replace(base, **given) if base is not None else cls(**given)

    def to_dict(self) -> dict[str, Any]:
        """Return every field, ready for JSON."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        values["side_bets"] = {name: dict(paytable) for name, paytable in self.side_bets.items()}
        return values

    @classmethod
    def from_json(cls, text: str | bytes) -> Rules:
        """Parse rules from JSON: one object with every field, in any order.

        Raises RulesError for the field "rules" if the text is anything else (invalid JSON, a
        missing or duplicate key, NaN), UnknownFieldError for an unknown key, and RulesError for the
        field whose value is not allowed.
        """
        try:
            given = load_json(text)
            for name in given if isinstance(given, dict) else ():
                _check_known(name)
            return cls(**read_object(given, "rules", FIELDS))
        except MalformedError as error:
            raise RulesError("rules", text, f"a JSON object of all fields ({error})") from error

    def to_json(self) -> str:
        """Return every field as canonical JSON: keys sorted, no spaces; equal rules give the same text."""
        return canonical_json(self.to_dict())

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[dict[str, Any]]]:
        """Pickle the plain fields; unpickling validates them again."""
        return Rules.from_dict, (self.to_dict(),)

    @property
    def digest(self) -> str:
        """Stable hash of the rule set: the hex SHA-256 of the UTF-8 bytes of `to_json()`.

        Equal rules have the same digest in every process and Python version, different rules have
        different ones. (`hash()` is valid within one process only.)
        """
        return _digest(self)

    @property
    def natural_odds(self) -> tuple[int, int]:
        """`blackjack_pays` as numerator and denominator."""
        numerator, _, denominator = self.blackjack_pays.partition(":")
        return int(numerator), int(denominator)

    @property
    def boxes_per_player(self) -> int:
        """Maximum number of boxes of one player in a round: `seats_per_player`, but at most `seats`."""
        return min(self.seats, self.seats_per_player)

    @property
    def finite_decks(self) -> int | None:
        """Number of decks as `Shoe` takes it, None for infinite decks."""
        return None if self.decks == "infinite" else self.decks

    @property
    def shoe_size(self) -> int | None:
        """Number of cards in a full shoe, None for infinite decks."""
        return None if self.decks == "infinite" else self.decks * len(CARDS)

    @property
    def cut_card(self) -> int | None:
        """Number of cards dealt before the cut card: floor(cards x penetration), None for infinite decks."""
        if self.shoe_size is None:
            return None
        # The text gives the decimal as written: 100 x 0.29 is 29, not 28.999….
        return floor(self.shoe_size * Fraction(str(self.penetration)))

    @property
    def cuts(self) -> range:
        """Cuts that the opener of a shoe may choose; empty if shoes are not cut."""
        if not self.player_cut or self.shoe_size is None:
            return range(0)
        return range(len(CARDS), self.shoe_size - len(CARDS) + 1)


def _check_known(name: str) -> None:
    if name not in FIELDS:
        raise UnknownFieldError(name)


@lru_cache(maxsize=256)
def _digest(rules: Rules) -> str:
    return sha256_hex(rules.to_json())
