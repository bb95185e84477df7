"""A follower's choices for a bet behind: on a split, on a double, and when funds are short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, get_args

SplitChoice = Literal["follow", "left", "right"]
DoubleChoice = Literal["follow", "stay"]
Side = Literal["left", "right"]

KEYS: Final = ("split", "double", "fallback")


class Choices(NamedTuple):
    """A follower's choices.

    `split`: follow every split, or stay on the left or the right hand. `double`: follow every
    double, or stay. `fallback` is the hand that keeps the bet when a follower of splits adds no
    money to one.
    """

    split: SplitChoice = "follow"
    double: DoubleChoice = "follow"
    fallback: Side = "left"

    @property
    def are_known(self) -> bool:
        kinds = (SplitChoice, DoubleChoice, Side)
        return all(word in get_args(kind) for word, kind in zip(self, kinds, strict=True))

    @property
    def staying_side(self) -> Side:
        """The hand that keeps the bet after a split, if it is not on both."""
        return self.fallback if self.split == "follow" else self.split

    def follows(self, verb: str) -> bool:
        """Return whether the bettor adds money on a "double" or "split"."""
        return (self.double if verb == "double" else self.split) == "follow"

    def document(self) -> dict[str, str]:
        """Return the choices as JSON: the short key "choice" where it suffices."""
        for word, choices in BY_WORD.items():
            if self[:2] == choices[:2] and self.staying_side == choices.staying_side:
                return {"choice": word}
        return dict(zip(KEYS, self, strict=True))


BY_WORD: Final[Mapping[str, Choices]] = {
    "follow": Choices(),
    "left": Choices("left", "stay", "left"),
    "right": Choices("right", "stay", "right"),
}
"""Choices in one word: follow splits and doubles, or stay on one hand and add nothing."""


def choices_from(given: Mapping[str, Any]) -> Choices:
    """Return the choices of a JSON object: `choice` in one word, or separate keys with defaults for missing ones.

    Unknown words are accepted; `Choices.are_known` is False for these.
    """
    if "choice" in given:
        word = given["choice"]
        known = BY_WORD.get(word) if isinstance(word, str) else None
        return Choices(split=word) if known is None else known
    return Choices(**{key: given[key] for key in KEYS if key in given})
