"""One player's copy of a transcript, with null for the amounts of all others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from blackjack import keys
from blackjack.bets import FIRST
from blackjack.canonical import json_digest
from blackjack.shoe import Shoe
from blackjack.transcript import SEALED_VERSION
from blackjack.transcript_parts import Bettor
from blackjack.transcript_play import hide_amounts, parse_decision, start_deal
from blackjack.transcript_reader import ListedDeal, Transcript, read_transcript


def build_copy(
    document: Mapping[str, Any], own: Mapping[int, Collection[Bettor]]
) -> dict[str, Any]:
    """Return one player's copy of a complete transcript; `own` maps a nonce to the player's (box, bettor) pairs.

    Raises MalformedError if it is no transcript, BetError or IllegalAction for bets or decisions
    that are not legal.
    """
    read = read_transcript(document)
    listed = list(document[keys.DEALS])
    start = len(listed) - len(read.deals)
    shoe = Shoe(read.raw["server_seed"], read.rules.finite_decks)
    if read.burned is not None:
        shoe = shoe.begin(read.burned.entropy, 0).end(len(read.burned.cards))
    for place, deal in enumerate(read.deals, start):
        others = _others(deal, own.get(deal.nonce, ()))
        listed[place], shoe = _hide_deal(read, deal, listed[place], others, shoe)
    copied = {**document, "version": SEALED_VERSION, keys.DEALS: listed}
    copied.pop("digest", None)
    return {**copied, "digest": json_digest(copied)}


def _others(deal: ListedDeal, own: Collection[Bettor]) -> set[Bettor]:
    bettors = {
        (bet.box, bettor)
        for bet in deal.bets
        for bettor in range(FIRST, FIRST + 1 + len(bet.behind))
    }
    return bettors - {*own}


def _hide_deal(
    read: Transcript,
    deal: ListedDeal,
    listed: Mapping[str, Any],
    others: Collection[Bettor],
    shoe: Shoe,
) -> tuple[dict[str, Any], Shoe]:
    hidden = {
        **listed,
        "bets": [_hide_bet(bet, others) for bet in listed["bets"]],
        "settlement": hide_amounts(listed["settlement"], others),
    }
    if not deal.exchange.openings:
        return hidden, shoe
    cards = shoe.begin(deal.exchange.entropy(read.raw["cut"]), deal.nonce)
    after = cards.end(len(deal.cards))
    if deal.decisions:
        playing = start_deal(deal, read.rules, cards)
        hidden["decisions"] = []
        for text, decision in zip(deal.decisions, listed["decisions"], strict=True):
            action = parse_decision(playing, text, read.places, others)
            hidden["decisions"].append({**decision, "action": action.text(read.places)})
            playing = playing.play(parse_decision(playing, text, read.places, ()))
    return hidden, after


def _hide_bet(bet: Mapping[str, Any], others: Collection[Bettor]) -> dict[str, Any]:
    box = bet[keys.BOX]
    hidden = dict(bet)
    if (box, FIRST) in others:
        hidden["stake"] = None
        if "side_bets" in bet:
            hidden["side_bets"] = dict.fromkeys(bet["side_bets"])
    if "behind" in bet:
        hidden["behind"] = [
            {**one, "stake": None} if (box, bettor) in others else one
            for bettor, one in enumerate(bet["behind"], FIRST + 1)
        ]
    return hidden
