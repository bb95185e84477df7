"""Transcript of a closed shoe: one JSON document, enough to verify every card and payout.

`build_transcript` creates it from stored facts; `transcript_reader.read_transcript` parses it and rejects
anything else. The download is canonical JSON. Version 2 is written if a deal is sealed, a bet
behind has choices that one word cannot express, or a restore lost the shoe's later deals. Optional
keys are `rest` (the cards never dealt), `log` (the shoe's announcing and opening lines of the
public log), `incomplete` and `digest` (hex SHA-256 of the canonical JSON of all other keys).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from blackjack import keys
from blackjack.amounts import MONEY_PLACES, decimal_text
from blackjack.bets import FIRST, Bet
from blackjack.canonical import canonical_json, json_digest
from blackjack.deal import Deal
from blackjack.exchange import Exchange
from blackjack.fairness import commitment, entropy
from blackjack.rules import Rules
from blackjack.shoe import Shoe
from blackjack.view import with_decimals

VERSION = 1
SEALED_VERSION = 2
VERSIONS = (VERSION, SEALED_VERSION)
RESTORE = "restore"
COMPLETED, CANCELLED = "completed", "cancelled"
PLAYER, HOUSE = "player", "house"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFacts:
    """Stored facts of one final deal.

    `bets` come from `bets_document`, `decisions` are (action, `PLAYER` or `HOUSE`), `settlement`
    comes from `settlement_document` or `refund_document`. `cards` are those of `Deal.cards`. A card
    that stayed `face_down` is computed from the shoe, and so are the `cards_drawn` of a cancelled
    deal, which has no `cards`.

    A deal of a live table has its `seals` and `plain` seats, and earlier exchanges that were
    `aborted`. A deal cancelled because its last exchange was aborted too has no seat seeds, seals
    or plain seats.
    """

    nonce: int
    seat_seeds: Mapping[int, str]
    bets: Sequence[Mapping[str, Any]]
    decisions: Sequence[tuple[str, str]]
    settlement: Mapping[str, Any]
    cards_drawn: int
    cards: Sequence[str] = ()
    face_down: int | None = None
    status: str = COMPLETED
    seals: Mapping[int, str] = field(default_factory=dict)
    plain: Sequence[int] = ()
    aborted: Sequence[Exchange] = ()

    @property
    def exchange(self) -> Exchange:
        """The seat seeds of the deal, with their seals."""
        return Exchange(seals=self.seals, plain=self.plain, openings=self.seat_seeds)

    @property
    def is_sealed(self) -> bool:
        """True if the deal had an exchange of seals, opened or not."""
        return self.exchange.is_sealed or bool(self.aborted)

    @property
    def has_newer_choices(self) -> bool:
        """True if a bet behind has choices that the short key cannot express."""
        return any("choice" not in one for bet in self.bets for one in bet.get("behind", ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeFacts:
    """Stored facts of a closed shoe: `deals` by ascending nonce, `log` its lines of the public log, if any.

    `opener` is the box whose bet opened the shoe, by default the lowest of the first deal.
    `incomplete` is True if a restore from a backup lost the later deals.
    """

    shoe: str
    server_seed: str
    rules: Rules
    deals: Sequence[DealFacts]
    cut: int | None = None
    log: Sequence[Mapping[str, Any]] = ()
    opener: int | None = None
    incomplete: bool = False

    @property
    def dealt(self) -> list[DealFacts]:
        return [deal for deal in self.deals if deal.seat_seeds]

    @property
    def version(self) -> int:
        newer = self.incomplete or any(
            deal.is_sealed or deal.has_newer_choices for deal in self.deals
        )
        return SEALED_VERSION if newer else VERSION


def bets_document(bets: Iterable[Bet], places: int = MONEY_PLACES) -> list[dict[str, Any]]:
    """Return bets, in units of 10^-`places`, in transcript form: by box, stakes as decimal text."""
    return [_bet_document(bet, places) for bet in sorted(bets, key=lambda bet: bet.box)]


def _bet_document(bet: Bet, places: int) -> dict[str, Any]:
    found: dict[str, Any] = {keys.BOX: bet.box, "stake": decimal_text(bet.stake, places)}
    if bet.side_bets:
        side_bets = sorted(bet.side_bets.items())
        found["side_bets"] = {name: decimal_text(stake, places) for name, stake in side_bets}
    if bet.behind:
        found["behind"] = [
            {"stake": decimal_text(follower.stake, places), **follower.choices.document()}
            for follower in bet.behind
        ]
    return found


def settlement_document(deal: Deal, places: int = MONEY_PLACES) -> dict[str, Any]:
    """Return the settlement of a completed deal: dealer and boxes as in the conformance output."""
    shown = with_decimals(deal.public(), places)
    return {"dealer": shown["dealer"], keys.BOXES: shown[keys.BOXES]}


def refund_document(
    staked: Mapping[int, Sequence[int]], places: int = MONEY_PLACES
) -> dict[str, Any]:
    """Return the settlement of a cancelled deal: each bettor of a box, in order, gets `staked` back."""
    return {keys.BOXES: [_refund(box, units, places) for box, units in sorted(staked.items())]}


def _refund(box: int, staked: Sequence[int], places: int) -> dict[str, Any]:
    amounts = [decimal_text(units, places) for units in staked]
    parts = [{"staked": amount, "returned": amount, "net": "0"} for amount in amounts]
    found: dict[str, Any] = {keys.BOX: box, **parts[0]}
    if len(parts) > 1:
        found["behind"] = [
            {"bettor": bettor, **part} for bettor, part in enumerate(parts[1:], FIRST + 1)
        ]
    return found


def build_transcript(facts: ShoeFacts) -> dict[str, Any]:
    """Return the transcript of a closed shoe, with `rest`, if it has one, and `digest`."""
    shoe = Shoe(facts.server_seed, facts.rules.finite_decks)
    deals: list[dict[str, Any]] = []
    if facts.dealt and facts.rules.burn_cards:
        burn, shoe = _burn(facts, shoe)
        deals.append(burn)
    for played in facts.deals:
        listed, shoe = _deal(played, shoe, facts.cut)
        deals.append(listed)
    found = {**_head(facts), keys.DEALS: deals}
    if facts.dealt and shoe.decks is not None and not facts.incomplete:
        mixed, nonce = facts.dealt[-1].exchange.entropy(facts.cut), facts.deals[-1].nonce + 1
        cards = [str(card) for card in shoe.rest(mixed, nonce)]
        found["rest"] = {"nonce": nonce, "entropy": mixed, "cards": cards}
    return {**found, "digest": json_digest(found)}


def format_transcript(document: Mapping[str, Any]) -> str:
    """Return the document as downloaded: canonical JSON without a line end."""
    return canonical_json(document)


def _head(facts: ShoeFacts) -> dict[str, Any]:
    head: dict[str, Any] = {
        "version": facts.version,
        "shoe": facts.shoe,
        "decks": facts.rules.decks,
        "reshuffle": facts.rules.reshuffle,
        "cut": facts.cut,
        "commitment": commitment(facts.server_seed),
        "server_seed": facts.server_seed,
        "rules": facts.rules.to_dict(),
    }
    if facts.log:
        head["log"] = [dict(line) for line in facts.log]
    if facts.incomplete:
        head["incomplete"] = RESTORE
    return head


def _burn(facts: ShoeFacts, shoe: Shoe) -> tuple[dict[str, Any], Shoe]:
    mixed = _burn_entropy(facts)
    dealing, count = shoe.begin(mixed, 0), facts.rules.burn_cards
    cards = [str(card) for card in dealing.first(count)]
    return {"nonce": 0, "entropy": mixed, "cards": cards}, dealing.end(count)


def _burn_entropy(facts: ShoeFacts) -> str:
    """Return C of the burned cards: from the opener's seed alone, or that of the first deal if it was sealed."""
    first = facts.dealt[0]
    if first.exchange.is_sealed:
        return first.exchange.entropy(facts.cut)
    box = min(first.seat_seeds) if facts.opener is None else facts.opener
    return entropy({box: first.seat_seeds[box]}, facts.cut)


def _deal(played: DealFacts, shoe: Shoe, cut: int | None) -> tuple[dict[str, Any], Shoe]:
    if not played.seat_seeds:
        return _deal_document(played, []), shoe
    dealing = shoe.begin(played.exchange.entropy(cut), played.nonce)
    drawn = [str(card) for card in dealing.first(played.cards_drawn)]
    cards = list(played.cards)
    if played.status == CANCELLED:
        cards = drawn
    elif played.face_down is not None:
        cards.insert(played.face_down, drawn[played.face_down])
    return _deal_document(played, cards), dealing.end(played.cards_drawn)


def _deal_document(played: DealFacts, cards: list[str]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "nonce": played.nonce,
        "seat_seeds": {str(box): seed for box, seed in played.seat_seeds.items()},
        "status": played.status,
        "cards": cards,
        "bets": [dict(bet) for bet in played.bets],
        "decisions": [{"action": action, "by": by} for action, by in played.decisions],
        "settlement": dict(played.settlement),
    }
    if played.is_sealed:
        listed = played.exchange.document()
        document |= {"seals": listed["seals"], "plain": listed["plain"]}
        document["aborted"] = [exchange.document() for exchange in played.aborted]
    return document
