"""State transitions of a deal: applying an action, and advancing to the next decision or the end.

Functions take a deal and return another. The caller checks legality.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from blackjack import dealer, legality, settlement
from blackjack.actions import Action, Turn
from blackjack.bets import FIRST, Box
from blackjack.hands import Hand, HandEnd, WagerBehind
from blackjack.state import DealState

State = TypeVar("State", bound=DealState)


def apply_action(deal: State, action: Action) -> State:
    """Apply a legal action of the box whose turn it is."""
    box, place = deal.in_turn
    drawn, changed = _MOVES[action.verb](deal, box, place, action)
    boxes = tuple(changed if other is box else other for other in deal.boxes)
    moved = deal.with_boxes(boxes, deal.cards_drawn + drawn)
    return advance_in_play(moved) if deal.phase == "play" else advance_before_peek(moved)


def advance_before_peek(deal: State) -> State:
    """Advance to the next box with an offer before the peek; after the last one the dealer peeks and play begins."""
    upcard = deal.dealer[0]
    for box in deal.boxes:
        for part in box.parts:
            legal = legality.legal_before_peek(deal.rules, upcard, part)
            if legal:
                return deal.with_turn(Turn(box.number, 1, "before_peek", part.bettor), legal)
    if deal.face_down is None or not dealer.peeks(deal.rules, upcard):
        return advance_in_play(deal)
    if dealer.is_blackjack(deal.rules, (upcard, deal.draw(deal.face_down))):
        return finish_deal(deal)
    return advance_in_play(replace(deal, blackjack_possible=False))


def advance_in_play(deal: State) -> State:
    """Advance to the next hand with a legal action; finish the deal after the last one."""
    for box in deal.boxes:
        for place, hand in enumerate(box.hands):
            legal = legality.legal_in_play(deal.rules, deal.dealer[0], box, hand)
            if legal:
                return deal.with_turn(Turn(box.number, place + 1, "play"), legal)
    return finish_deal(deal)


def finish_deal(deal: State) -> State:
    """End the deal: show or draw the dealer's second card if it is due, and draw further cards if a hand needs them."""
    over = replace(deal, turn=None, legal_actions=())
    needed = _needs_second_card(deal)
    if deal.face_down is not None:
        if not needed and deal.rules.show_hole_card == "when_needed":
            return over
        shown = (*deal.dealer, deal.draw(deal.face_down))
        over = replace(over, dealer=shown, face_down=None)
    elif needed:
        over = _draw_second_card(over)
    if needed and not over.dealer_blackjack and _has_plain_hand(over):
        return _draw_further_cards(over)
    return over


def _draw_second_card(deal: State) -> State:
    card = deal.draw(deal.cards_drawn)
    return replace(deal, dealer=(*deal.dealer, card), cards_drawn=deal.cards_drawn + 1)


def _draw_further_cards(deal: State) -> State:
    cards, drawn = deal.dealer, deal.cards_drawn
    while dealer.draws(deal.rules, cards):
        cards, drawn = (*cards, deal.draw(drawn)), drawn + 1
    return replace(deal, dealer=cards, cards_drawn=drawn)


def _needs_second_card(deal: DealState) -> bool:
    return any(_part_needs_second_card(deal, part) for box in deal.boxes for part in box.parts)


def _part_needs_second_card(deal: DealState, box: Box) -> bool:
    """Return whether insurance, a bet on the dealer's cards, or a hand of this part of a box depends on it."""
    possible = deal.blackjack_possible
    if (box.insurance and possible) or "dealer_pair" in box.side_bets:
        return True
    return any(
        settlement.waits_for_dealer(deal.rules, box, place, blackjack_possible=possible)
        for place in range(len(box.hands))
    )


def _has_plain_hand(deal: DealState) -> bool:
    return any(settlement.is_plain(deal.rules, hand) for box in deal.boxes for hand in box.hands)


_Move = Callable[[DealState, Box, int, Action], tuple[int, Box]]
"""Returns the number of cards drawn by an action with a box's hand, and the box after it."""


def _replace_hand(box: Box, place: int, *hands: Hand) -> Box:
    return box.with_hands((*box.hands[:place], *hands, *box.hands[place + 1 :]))


def _end_hand(box: Box, place: int, end: HandEnd) -> Box:
    return _replace_hand(box, place, box.hands[place].with_end(end))


def _hit(deal: DealState, box: Box, place: int, _: Action) -> tuple[int, Box]:
    card = deal.draw(deal.cards_drawn)
    return 1, _replace_hand(box, place, box.hands[place].with_card(card))


def _stand(_: DealState, box: Box, place: int, __: Action) -> tuple[int, Box]:
    return 0, _end_hand(box, place, HandEnd.STOOD)


def _double(deal: DealState, box: Box, place: int, action: Action) -> tuple[int, Box]:
    hand = box.hands[place]
    cards = (*hand.cards, deal.draw(deal.cards_drawn))
    added, behind = deal.cost(action), _double_wagers(hand, deal.costs_behind(action))
    doubled = Hand(cards, hand.stake, added, hand.from_split, HandEnd.DOUBLED, behind)
    return 1, _replace_hand(box, place, doubled)


def _double_wagers(hand: Hand, added: Mapping[int, int]) -> tuple[WagerBehind | None, ...]:
    return tuple(
        wager and WagerBehind(wager.stake, added.get(bettor, 0))
        for bettor, wager in enumerate(hand.behind, FIRST + 1)
    )


def _split_hand(deal: DealState, box: Box, place: int, action: Action) -> tuple[int, Box]:
    hand = box.hands[place]
    sides = _split_wagers(box, hand, deal.costs_behind(action))
    left, right = (
        Hand((card, deal.draw(deal.cards_drawn + k)), hand.stake, from_split=True, behind=side)
        for k, (card, side) in enumerate(zip(hand.cards, sides, strict=True))
    )
    return 2, _replace_hand(box, place, left, right)


_Wagers = tuple[WagerBehind | None, ...]


def _split_wagers(box: Box, hand: Hand, follows: Mapping[int, int]) -> tuple[_Wagers, _Wagers]:
    """Return the wagers on the left and the right hand; a bettor who adds money is on both."""
    left: list[WagerBehind | None] = []
    right: list[WagerBehind | None] = []
    pairs = zip(box.followers, hand.behind, strict=True)
    for bettor, (follower, wager) in enumerate(pairs, FIRST + 1):
        both, goes_right = bettor in follows, follower.choices.staying_side == "right"
        left.append(wager if both or not goes_right else None)
        right.append(wager if both or goes_right else None)
    return tuple(left), tuple(right)


def _surrender(deal: DealState, box: Box, place: int, _: Action) -> tuple[int, Box]:
    end = HandEnd.SURRENDERED if deal.phase == "play" else HandEnd.SURRENDERED_EARLY
    return 0, replace(_end_hand(box, place, end), answered=True)


def _insure(deal: DealState, box: Box, _: int, action: Action) -> tuple[int, Box]:
    return 0, _record_answer(deal, box, insurance=deal.cost(action))


def _even_money(deal: DealState, box: Box, place: int, _: Action) -> tuple[int, Box]:
    if _bettor(deal) != FIRST:
        return 0, _record_answer(deal, box, even_money=True)
    return 0, _record_answer(deal, _end_hand(box, place, HandEnd.EVEN_MONEY))


def _decline(deal: DealState, box: Box, _: int, __: Action) -> tuple[int, Box]:
    return 0, _record_answer(deal, box)


def _bettor(deal: DealState) -> int:
    return FIRST if deal.turn is None else deal.turn.bettor


def _record_answer(deal: DealState, box: Box, **more: Any) -> Box:
    """Record the answer, before the peek, of the bettor whose turn it is."""
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
    "split": _split_hand,
    "surrender": _surrender,
    "insure": _insure,
    "even_money": _even_money,
    "decline": _decline,
}
