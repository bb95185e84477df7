"""A hand step by step: the table after the deal, and after each decision, from stored facts."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from casino.absence_words import action_said
from casino.errors import NotFound
from compliance.hands.facts import HandFacts
from compliance.hands.felt import Felt, felt_of
from wallet.money import Money


@dataclass(frozen=True, slots=True)
class Step:
    """One moment: what had been decided last and what lay on the table, with the money so far. `last` is the number of steps."""

    number: int
    last: int
    happened: str
    by_house: bool
    felt: Felt
    staked: Money
    returned: Money | None
    matches: bool


def step_of(hand: HandFacts, number: int) -> Step:
    """The moment with this number, from 0. Raises `NotFound` where the hand has no such moment."""
    if not 0 <= number < len(hand.states):
        raise NotFound
    facts = hand.states[number].public()
    made = hand.decisions[number - 1] if number else None
    returned = [seat["returned"] for seat in facts["seats"]]
    known = hand.states[number].complete and None not in returned
    return Step(
        number=number,
        last=len(hand.states) - 1,
        happened=_("The deal") if made is None else action_said(made.action),
        by_house=made is not None and made.by_house,
        felt=felt_of(hand.round, facts),
        staked=hand.round.money(sum(seat["staked"] for seat in facts["seats"])),
        returned=hand.round.money(sum(returned)) if known else None,
        matches=_matches(hand, number),
    )


def _matches(hand: HandFacts, number: int) -> bool:
    """Whether the moment is what was stored when it was seen: each decision kept a hash of the table after it."""
    own = hand.states[number].state_hash
    if number:
        return own == hand.decisions[number - 1].state_hash
    return bool(hand.decisions) or own == hand.round.state_hash
