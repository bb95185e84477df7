"""The fairness panel of a place's shoes."""

from dataclasses import dataclass
from datetime import datetime

from blackjack.deal import Deal
from casino.fairness.selectors.closed_shoes import share_token
from casino.models import Participant, Shoe


@dataclass(frozen=True, slots=True)
class ClosedShoe:
    """A closed shoe of the player's own."""

    id: str
    closed_at: datetime
    rounds: int
    token: str


@dataclass(frozen=True, slots=True)
class FairnessView:
    """Fairness facts shown at every table: commitment, client seed, nonce, penetration."""

    commitment: str
    client_seed: str
    nonce: int
    cards_dealt: int
    cards_total: int | None
    cut_card_at: int | None


@dataclass(frozen=True, slots=True)
class FairnessPanel:
    """Content of the opened fairness panel."""

    shoe_id: str
    announced_at: datetime
    next_commitment: str
    next_announced_at: datetime | None
    client_seed: str
    salt: str | None
    salt_at: datetime | None
    cut: int | None
    running: bool
    rounds_before_change: int
    can_change: bool
    closed_shoes: list[ClosedShoe]
    slug: str


def fairness_view(participant: Participant, present: Shoe, running: Deal | None) -> FairnessView:
    """Fairness facts of the present shoe for a participant."""
    rules = present.version.rules
    return FairnessView(
        commitment=present.commitment,
        client_seed=participant.client_seed,
        nonce=present.rounds_dealt,
        cards_dealt=present.cards_out + (running.cards_drawn if running else 0),
        cards_total=rules.shoe_size,
        cut_card_at=rules.cut_card if rules.reshuffle == "at_penetration" else None,
    )


def fairness_panel(
    participant: Participant, shoes: list[Shoe], closed: list[Shoe], *, running: bool
) -> FairnessPanel:
    """Panel of a participant's place: the present and next shoe, and the last closed ones."""
    present, following = shoes[0], shoes[1] if len(shoes) > 1 else None
    table = participant.table
    wait, slug = table.rounds_before_shoe_change, table.slug
    return FairnessPanel(
        shoe_id=str(present.public_id),
        announced_at=present.announced_at,
        next_commitment=following.commitment if following else "",
        next_announced_at=following.announced_at if following else None,
        client_seed=participant.client_seed,
        salt=present.salt,
        salt_at=present.salt_at,
        cut=present.cut,
        running=running,
        rounds_before_change=max(0, wait - present.rounds_dealt),
        can_change=not running and present.rounds_dealt >= wait,
        closed_shoes=[closed_shoe(shoe) for shoe in closed],
        slug=slug,
    )


def closed_shoe(shoe: Shoe) -> ClosedShoe:
    """A closed shoe with a signed token for its links, which only its player can share."""
    return ClosedShoe(
        id=str(shoe.public_id),
        closed_at=shoe.closed_at or shoe.announced_at,
        rounds=shoe.rounds_dealt,
        token=share_token(shoe),
    )
