"""Shoes of a live table: sealed deals, an aborted exchange, a deal that was never dealt, bets of several players."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from blackjack.bets import Behind, Bet
from blackjack.canonical import json_digest, sha256_hex
from blackjack.deal import Deal
from blackjack.exchange import Exchange
from blackjack.fairness import salt_from_text, seal_seed, seat_seed
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.shoe import Shoe
from blackjack.transcript import (
    CANCELLED,
    DealFacts,
    ShoeFacts,
    bets_document,
    build_transcript,
    refund_document,
    settlement_document,
)
from blackjack.transcript_copies import build_copy
from tests.blackjack.shoes import log_of

SEED = sha256_hex("shoe vector 6")
RULES = replace(
    PRESETS["casino_floor"], decks=6, side_bets=PRESETS["live"].side_bets, player_cut=True
)
CUT = 100
SHOE = "7f1c-9a"
OWN = {1: {(1, 1), (3, 2)}, 2: {(1, 1), (3, 2)}, 3: {(1, 1), (3, 2)}, 4: {(1, 1)}}
"""By nonce: (box, bettor) of the player whose copy is made."""


def sealed(
    boxes: Collection[int],
    plain: Collection[int] = (),
    failed: Collection[int] = (),
    salt: str = "",
) -> Exchange:
    """Return an exchange in which `boxes` sealed their seeds and those in `failed` did not open them."""
    everyone = {*boxes, *plain}
    seeds = {box: seat_seed(f"p{box}", salt_from_text(f"{salt} {box}")) for box in everyone}
    return Exchange(
        seals={box: seal_seed(seeds[box]) for box in sorted(boxes)},
        plain=sorted(plain),
        openings={box: seeds[box] for box in sorted(everyone - {*failed})},
        failed=sorted(failed),
    )


def bets_of(rules: Rules) -> list[Bet]:
    """Return bets on boxes 1 to 3; box 3 has two bets behind."""
    return [
        Bet(1, 100_000, dict.fromkeys(rules.side_bets, 5_000)),
        Bet(2, 50_000),
        Bet(
            3,
            40_000,
            {"player_pair": 7_000},
            (Behind(20_000), Behind(60_000, "follow", "stay", "right")),
        ),
    ]


def played(
    rules: Rules, shoe: Shoe, nonce: int, exchange: Exchange, aborted: list[Exchange]
) -> tuple[DealFacts, Shoe]:
    """Play one deal; insurance and doubles name their amounts where that is allowed."""
    dealing = shoe.begin(exchange.entropy(CUT), nonce)
    bets = bets_of(rules)
    deal = Deal.start(rules, bets, dealing.draw)
    actions: list[str] = []
    while not deal.complete:
        verbs = [verb for verb in ("insure", "double", "split") if verb in deal.legal_actions]
        verb = verbs[0] if verbs else deal.legal_actions[-1]
        verb = "stand" if verb == "surrender" and "stand" in deal.legal_actions else verb
        amounts = deal.action_amounts(verb)
        actions.append(verb if amounts is None else f"{verb}:1")
        deal = deal.play(actions[-1] if amounts is None else f"{verb}:{10_000}")
    facts = DealFacts(
        nonce=nonce,
        seat_seeds=exchange.openings,
        bets=bets_document(bets),
        decisions=[(action, "player") for action in actions],
        settlement=settlement_document(deal),
        cards_drawn=deal.cards_drawn,
        cards=[str(card) for card in deal.cards],
        face_down=deal.face_down,
        seals=exchange.seals,
        plain=exchange.plain,
        aborted=aborted,
    )
    return facts, dealing.end(deal.cards_drawn)


def never_dealt(nonce: int) -> DealFacts:
    """Return a deal whose two exchanges both failed."""
    bets = [Bet(1, 100_000), Bet(3, 40_000)]
    return DealFacts(
        nonce=nonce,
        seat_seeds={},
        bets=bets_document(bets),
        decisions=[],
        settlement=refund_document({bet.box: bet.stakes for bet in bets}),
        cards_drawn=0,
        status=CANCELLED,
        aborted=[
            sealed([1, 3, 5], failed=[5], salt=f"{nonce} a"),
            sealed([1, 3], failed=[3], salt=f"{nonce} b"),
        ],
    )


def sealed_shoe(rules: Rules = RULES, last: str = "4") -> ShoeFacts:
    """Return four deals: after an aborted exchange; never dealt; of one box; regular, with seeds named `last`."""
    shoe = Shoe(SEED, rules.finite_decks)
    first = sealed([1], plain=[3], salt="1 b")
    shoe = shoe.begin(first.entropy(CUT), 0).end(rules.burn_cards)
    aborted = [sealed([1, 7], plain=[3], failed=[7], salt="1 a")]
    one, shoe = played(rules, shoe, 1, first, aborted)
    three, shoe = played(rules, shoe, 3, sealed([1], salt="3"), [])
    four, shoe = played(rules, shoe, 4, sealed([1, 3], salt=last), [])
    log = [{**line, "commitment": _commitment(), "hash": ""} for line in log_of(rules, SHOE)]
    return ShoeFacts(
        shoe=SHOE,
        server_seed=SEED,
        rules=rules,
        deals=[one, never_dealt(2), three, four],
        cut=CUT,
        log=_chained(log),
    )


def _commitment() -> str:
    return sha256_hex(SEED)


def _chained(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in lines:
        previous = found[-1]["hash"] if found else "0" * 64
        linked = {key: value for key, value in line.items() if key != "hash"} | {
            "previous": previous
        }
        found.append({**linked, "hash": json_digest(linked)})
    return found


def own_copy(rules: Rules = RULES) -> dict[str, Any]:
    """Return one player's copy of such a shoe."""
    return build_copy(build_transcript(sealed_shoe(rules)), OWN)
