"""Rounds on chosen cards, played by the engine under the table's own rules and told in sentences."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from blackjack.actions import Action
from blackjack.bets import Bet
from blackjack.cards import Card
from blackjack.hands import BEST, Hand, total_of
from blackjack.round import Round
from blackjack.rules import Rules
from tables.help.telling import Purse

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_TO_DRAW = "TC 9D 8C 7D 6C 5D 4C 3D 2C TH"
"""What the dealer draws, as far as an example does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """The cards of a round for one box, apart by spaces, and what its player means to do.

    What the rules do not allow in its place is not done: offers are declined, and hands stand.
    """

    mine: str
    up: str
    second: str
    draws: str = ""
    then: str = ""
    actions: tuple[str, ...] = ()
    side_bet: str = ""

    def deck(self, rules: Rules) -> tuple[Card, ...]:
        """All cards in the order in which these rules draw them."""
        first, other = self.mine.split()
        opening = [first, self.up, other]
        drawn = [*self.draws.split()]
        european = rules.hole_card == "not_dealt"
        middle = [*drawn, self.second] if european else [self.second, *drawn]
        return tuple(
            Card.parse(text) for text in (*opening, *middle, *self.then.split(), *_TO_DRAW.split())
        )


def told(rules: Rules, purse: Purse, script: Script) -> str:
    """The round of a script in sentences, with what was staked and what came back."""
    states = played(rules, purse, script)
    return " ".join([*_story(states, purse), *_end(states[-1], purse)])


def played(rules: Rules, purse: Purse, script: Script) -> list[Round]:
    """The states of the round, from the deal to the end."""
    side_bets = {script.side_bet: purse.stake} if script.side_bet else {}
    bet = Bet(1, purse.stake, side_bets)
    states = [Round.start(rules, [bet], script.deck(rules).__getitem__)]
    meant = [Action.parse(text) for text in script.actions]
    while not states[-1].complete:
        legal = states[-1].legal_actions
        if meant and meant[0].verb in legal:
            action = meant.pop(0)
        else:
            action = Action("decline" if "decline" in legal else "stand")
        states.append(states[-1].play(action))
    return states


def cards(given: Sequence[Card]) -> str:
    """Cards as they are drawn: "10♥ A♠"."""
    return " ".join(_card(card) for card in given)


def _card(card: Card) -> str:
    code = str(card)
    return f"{'10' if code[0] == 'T' else code[0]}{SUITS[code[1]]}"


def total(given: Sequence[Card]) -> str:
    """What cards are worth: "17", "soft 17", "23, bust"."""
    value, soft = total_of(given)
    if value > BEST:
        return _("%(total)d, bust") % {"total": value}
    return _("soft %(total)d") % {"total": value} if soft else str(value)


def _story(states: list[Round], purse: Purse) -> Iterator[str]:
    start = states[0]
    yield _("You stake %(stake)s and get %(cards)s against %(up)s.") % {
        "stake": purse.written(purse.stake),
        "cards": cards(start.seats[0].dealt),
        "up": cards(start.dealer[:1]),
    }
    for before, after in itertools.pairwise(states):
        yield from _decision(before, after, purse)


def _decision(before: Round, after: Round, purse: Purse) -> Iterator[str]:
    """What was decided, told by what it changed; that an offer was declined goes without saying."""
    _seat, place = before.in_turn
    was, now = before.seats[0], after.seats[0]
    added = purse.written(now.staked - was.staked)
    hand = now.hands[place]
    if len(now.hands) > len(was.hands):
        left, right = now.hands[place : place + 2]
        words = {"amount": added, "left": cards(left.cards), "right": cards(right.cards)}
        yield _("You split with another %(amount)s into %(left)s and %(right)s.") % words
    elif hand.added:
        yield _("You double with another %(amount)s and get %(card)s: %(total)s.") % {
            "amount": added,
            **_drawn(hand),
        }
    elif len(hand.cards) > len(was.hands[place].cards):
        yield _("You hit and get %(card)s: %(total)s.") % _drawn(hand)
    elif now.insurance > was.insurance:
        yield _("You insure for %(amount)s.") % {"amount": added}
    elif hand.end is not was.hands[place].end:
        yield _ended(hand)


def _drawn(hand: Hand) -> dict[str, str]:
    return {"card": cards(hand.cards[-1:]), "total": total(hand.cards)}


def _ended(hand: Hand) -> str:
    name = hand.end.value if hand.end is not None else ""
    if name.startswith("surrendered"):
        return _("You surrender.")
    if name == "even_money":
        return _("You take even money.")
    return _("You stand on %(total)s.") % {"total": total(hand.cards)}


def _end(over: Round, purse: Purse) -> Iterator[str]:
    if over.dealer_blackjack:
        yield _("The dealer has %(cards)s, a blackjack.") % {"cards": cards(over.dealer)}
    elif len(over.dealer) > 1:
        words = {"cards": cards(over.dealer), "total": total(over.dealer)}
        yield _("The dealer has %(cards)s: %(total)s.") % words
    else:
        yield _("Nothing depends on the dealer's second card, and it is not shown.")
    staked, back = over.staked(1), over.returned(1) or 0
    amounts = {
        "staked": purse.written(staked),
        "back": purse.written(abs(back)),
        "net": purse.written(abs(back - staked)),
    }
    if back < 0:
        yield _("You staked %(staked)s and owe %(back)s more: you lose %(net)s.") % amounts
    elif back > staked:
        yield _("You staked %(staked)s and get back %(back)s: you win %(net)s.") % amounts
    elif back < staked:
        yield _("You staked %(staked)s and get back %(back)s: you lose %(net)s.") % amounts
    else:
        yield _("You staked %(staked)s and get it back: nobody wins.") % amounts
