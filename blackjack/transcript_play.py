"""Replay of a deal of a transcript, without amounts that are hidden from the reader."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from blackjack import keys
from blackjack.actions import Action
from blackjack.bets import FIRST
from blackjack.deal import Deal
from blackjack.rules import Rules
from blackjack.shoe import DealCards
from blackjack.transcript import refund_document, settlement_document
from blackjack.transcript_parts import Bettor
from blackjack.transcript_reader import ListedDeal
from blackjack.view import AMOUNTS


def start_deal(deal: ListedDeal, rules: Rules, cards: DealCards) -> Deal:
    """Return the deal with its cards, before any decision. Raises BetError."""
    return Deal.start(rules, deal.bets, cards.draw)


def parse_decision(deal: Deal, text: str, places: int, unknown: Collection[Bettor]) -> Action:
    """Return the decision, without its amount if the bettor's amounts are hidden. Raises IllegalAction."""
    action = Action.parse(text, places)
    asked = deal.turn and (deal.turn.box, deal.turn.bettor)
    return replace(action, amount=None) if asked in unknown else action


def settle_deal(deal: Deal, places: int, unknown: Collection[Bettor]) -> dict[str, Any]:
    """Return the settlement of a completed deal in transcript form."""
    return hide_amounts(settlement_document(deal, places), unknown)


def refund_deal(deal: Deal, places: int, unknown: Collection[Bettor]) -> dict[str, Any]:
    """Return the settlement of a deal cancelled after its cards were dealt."""
    staked = {box.number: [part.staked for part in box.parts] for box in deal.boxes}
    return hide_amounts(refund_document(staked, places), unknown)


def refund_bets(listed: ListedDeal, places: int) -> dict[str, Any]:
    """Return the settlement of a deal cancelled before its first card."""
    staked = {bet.box: bet.stakes for bet in listed.bets}
    return hide_amounts(refund_document(staked, places), listed.unknown)


def hide_amounts(settlement: Mapping[str, Any], unknown: Collection[Bettor]) -> dict[str, Any]:
    """Return a settlement with null for every amount of these bettors."""
    boxes = [_hide_box(box, unknown) for box in settlement[keys.BOXES]]
    return {**settlement, keys.BOXES: boxes}


def _hide_box(box: Mapping[str, Any], unknown: Collection[Bettor]) -> dict[str, Any]:
    number = box[keys.BOX]
    first = {key: value for key, value in box.items() if key != "behind"}
    shown: dict[str, Any] = _without_amounts(first) if (number, FIRST) in unknown else first
    if "behind" in box:
        shown["behind"] = [
            _without_amounts(part) if (number, part["bettor"]) in unknown else part
            for part in box["behind"]
        ]
    return shown


def _without_amounts(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_amounts(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: None if key in AMOUNTS else _without_amounts(value[key]) for key in value}
