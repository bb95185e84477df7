"""The course of a deal: what follows a decision, up to the next one or to the end.

Every function takes a deal and returns another; whether a decision is legal has been asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blackjack import dealer, legality, settlement
from blackjack.actions import Action, Turn
from blackjack.bets import FIRST
from blackjack.hands import End, Hand, Wager

if TYPE_CHECKING:
    from blackjack.bets import Box
    from blackjack.deal import Deal


def after(deal: Deal, action: Action) -> Deal:
    """Return the deal after a legal action of the box whose turn it is."""
    box, place = deal.in_turn
    drawn, changed = _MOVES[action.verb](deal, box, place, action)
    boxes = tuple(changed if other is box else other for other in deal.boxes)
    moved = deal.with_boxes(boxes, deal.cards_drawn + drawn)
    return ask_in_play(moved) if deal.phase == "play" else ask_before_peek(moved)


def ask_before_peek(deal: Deal) -> Deal:
    """Ask the next box that has an offer before the peek; then the dealer looks, and play begins."""
    upcard = deal.dealer[0]
    for box in deal.boxes:
        for part in box.parts:
            legal = legality.before_peek(deal.rules, upcard, part)
            if legal:
                return deal.asking(Turn(box.number, 1, "before_peek", part.bettor), legal)
    if deal.face_down is None or not dealer.peeks(deal.rules, upcard):
        return ask_in_play(deal)
    if dealer.is_blackjack(deal.rules, (upcard, deal.draw(deal.face_down))):
        return finish(deal)
    return ask_in_play(replace(deal, blackjack_possible=False))


def ask_in_play(deal: Deal) -> Deal:
    """Ask the next hand that may do anything; when there is none, finish."""
    for box in deal.boxes:
        for place, hand in enumerate(box.hands):
            legal = legality.in_play(deal.rules, deal.dealer[0], box, hand)
            if legal:
                return deal.asking(Turn(box.number, place + 1, "play"), legal)
    return finish(deal)


def finish(deal: Deal) -> Deal:
    """Show or draw the second card if it is due, draw the dealer's others, and end the deal."""
    over = replace(deal, turn=None, legal_actions=())
    needed = _needs_second_card(deal)
    if deal.face_down is not None:
        if not needed and deal.rules.show_hole_card == "when_needed":
            return over
        shown = (*deal.dealer, deal.draw(deal.face_down))
        over = replace(over, dealer=shown, face_down=None)
    elif needed:
        over = _with_dealer_card(over)
    if needed and not over.dealer_blackjack and _has_plain_hand(over):
        return _with_further_cards(over)
    return over


def _with_dealer_card(deal: Deal) -> Deal:
    card = deal.draw(deal.cards_drawn)
    return replace(deal, dealer=(*deal.dealer, card), cards_drawn=deal.cards_drawn + 1)


def _with_further_cards(deal: Deal) -> Deal:
    cards, drawn = deal.dealer, deal.cards_drawn
    while dealer.draws(deal.rules, cards):
        cards, drawn = (*cards, deal.draw(drawn)), drawn + 1
    return replace(deal, dealer=cards, cards_drawn=drawn)


def _needs_second_card(deal: Deal) -> bool:
    return any(_part_needs_second_card(deal, part) for box in deal.boxes for part in box.parts)


def _part_needs_second_card(deal: Deal, box: Box) -> bool:
    """Tell whether an insurance, a bet on the dealer's cards or a hand of one bettor's part of a box depends on it."""
    possible = deal.blackjack_possible
    if (box.insurance and possible) or "dealer_pair" in box.side_bets:
        return True
    return any(
        settlement.waits_for_dealer(deal.rules, box, place, blackjack_possible=possible)
        for place in range(len(box.hands))
    )


def _has_plain_hand(deal: Deal) -> bool:
    return any(settlement.is_plain(deal.rules, hand) for box in deal.boxes for hand in box.hands)


_Move = Callable[["Deal", "Box", int, "Action"], tuple[int, "Box"]]
"""Gives the number of cards that an action of a box's hand draws, and the box after it."""


def _with_hands(box: Box, place: int, *hands: Hand) -> Box:
    return box.with_hands((*box.hands[:place], *hands, *box.hands[place + 1 :]))


def _ended(box: Box, place: int, end: End) -> Box:
    return _with_hands(box, place, box.hands[place].ended(end))


def _hit(deal: Deal, box: Box, place: int, _: Action) -> tuple[int, Box]:
    card = deal.draw(deal.cards_drawn)
    return 1, _with_hands(box, place, box.hands[place].with_card(card))


def _stand(_: Deal, box: Box, place: int, __: Action) -> tuple[int, Box]:
    return 0, _ended(box, place, End.STOOD)


def _double(deal: Deal, box: Box, place: int, action: Action) -> tuple[int, Box]:
    hand = box.hands[place]
    cards = (*hand.cards, deal.draw(deal.cards_drawn))
    added, behind = deal.cost(action), _doubled_behind(hand, deal.costs_behind(action))
    doubled = Hand(cards, hand.stake, added, hand.from_split, End.DOUBLED, behind)
    return 1, _with_hands(box, place, doubled)


def _doubled_behind(hand: Hand, added: Mapping[int, int]) -> tuple[Wager | None, ...]:
    return tuple(
        wager and Wager(wager.stake, added.get(bettor, 0))
        for bettor, wager in enumerate(hand.behind, FIRST + 1)
    )


def _split(deal: Deal, box: Box, place: int, action: Action) -> tuple[int, Box]:
    hand = box.hands[place]
    sides = _split_behind(box, hand, deal.costs_behind(action))
    left, right = (
        Hand((card, deal.draw(deal.cards_drawn + k)), hand.stake, from_split=True, behind=side)
        for k, (card, side) in enumerate(zip(hand.cards, sides, strict=True))
    )
    return 2, _with_hands(box, place, left, right)


_Wagers = tuple[Wager | None, ...]


def _split_behind(box: Box, hand: Hand, follows: Mapping[int, int]) -> tuple[_Wagers, _Wagers]:
    """Return the wagers on the left and on the right hand; who puts in money is on both."""
    left: list[Wager | None] = []
    right: list[Wager | None] = []
    pairs = zip(box.followers, hand.behind, strict=True)
    for bettor, (follower, wager) in enumerate(pairs, FIRST + 1):
        both, goes_right = bettor in follows, follower.choice == "right"
        left.append(wager if both or not goes_right else None)
        right.append(wager if both or goes_right else None)
    return tuple(left), tuple(right)


def _surrender(deal: Deal, box: Box, place: int, _: Action) -> tuple[int, Box]:
    end = End.SURRENDERED if deal.phase == "play" else End.SURRENDERED_EARLY
    return 0, replace(_ended(box, place, end), answered=True)


def _insure(deal: Deal, box: Box, _: int, action: Action) -> tuple[int, Box]:
    return 0, _answered(deal, box, insurance=deal.cost(action))


def _even_money(deal: Deal, box: Box, place: int, _: Action) -> tuple[int, Box]:
    if _bettor(deal) != FIRST:
        return 0, _answered(deal, box, even_money=True)
    return 0, _answered(deal, _ended(box, place, End.EVEN_MONEY))


def _decline(deal: Deal, box: Box, _: int, __: Action) -> tuple[int, Box]:
    return 0, _answered(deal, box)


def _bettor(deal: Deal) -> int:
    return FIRST if deal.turn is None else deal.turn.bettor


def _answered(deal: Deal, box: Box, **more: Any) -> Box:
    """Return the box after the one answer before the peek of the bettor whose turn it is."""
    bettor = _bettor(deal)
    if bettor == FIRST:
        return replace(box, answered=True, **more)
    followers = list(box.followers)
    place = bettor - FIRST - 1
    followers[place] = replace(followers[place], answered=True, **more)
    return replace(box, followers=tuple(followers))


_MOVES: dict[str, _Move] = {
    "hit": _hit,
    "stand": _stand,
    "double": _double,
    "split": _split,
    "surrender": _surrender,
    "insure": _insure,
    "even_money": _even_money,
    "decline": _decline,
}
