"""Example rounds with chosen cards, played by the engine under the table's rules."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from blackjack.actions import Action
from blackjack.bets import Bet
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.hands import BEST, Hand, total_of
from blackjack.rules import HousePlay, Rules
from blackjack.strategy import STANDS, advise
from tables.words.help.telling import Purse

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_TO_DRAW = "TC 9D 8C 7D 6C 5D 4C 3D 2C TH"
"""Cards drawn by the dealer, unless an example says otherwise."""
_HOUSE: Final = MappingProxyType(
    {
        "decline": gettext_lazy("The house declines the offer for you."),
        "hit": gettext_lazy("The house hits for you and gets %(card)s: %(total)s."),
        "stand": gettext_lazy("The house stands for you on %(total)s."),
        "double": gettext_lazy(
            "The house doubles for you with another %(amount)s and gets %(card)s: %(total)s."
        ),
        "surrender": gettext_lazy("The house surrenders for you."),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Cards of a round for one box, or for one more `beside` it, separated by spaces, and the player's decisions.

    Decisions that the rules don't allow are skipped: offers are declined, and hands stand.
    """

    mine: str
    up: str
    second: str
    draws: str = ""
    then: str = ""
    actions: tuple[str, ...] = ()
    side_bet: str = ""
    beside: str = ""

    def deck(self, rules: Rules) -> tuple[Card, ...]:
        """Return all cards in the order in which these rules draw them."""
        pairs = [box.split() for box in (self.mine, self.beside) if box]
        opening = [*(pair[0] for pair in pairs), self.up, *(pair[1] for pair in pairs)]
        drawn = [*self.draws.split()]
        european = rules.hole_card == "not_dealt"
        middle = [*drawn, self.second] if european else [self.second, *drawn]
        return tuple(
            Card.parse(text) for text in (*opening, *middle, *self.then.split(), *_TO_DRAW.split())
        )


def describe_example(rules: Rules, purse: Purse, script: Script, words: str = "") -> str:
    """Return a script's round in sentences, with stakes and payouts; `words` come before the first decision."""
    states = play_script(rules, purse, script)
    decided = (
        sentence
        for before, after in itertools.pairwise(states)
        for sentence in _decision(before, after, purse)
    )
    between = [words] if words else []
    return " ".join(
        [*_describe_deal(states[0], purse), *between, *decided, *_end(states[-1], purse)]
    )


def describe_absence(rules: Rules, purse: Purse, script: Script, how: HousePlay, words: str) -> str:
    """Return a script's round in sentences, played by the house for an absent player; "" without a chart."""
    chart = STANDS if how == "stand" else purse.chart
    if chart is None:
        return ""
    states, decided = [start_example(rules, purse, script)], []
    while not states[-1].complete:
        action = advise(chart, states[-1], how)
        states.append(states[-1].play(action))
        decided.append(_by_house(states[-2], states[-1], action, purse))
    return " ".join([*_describe_deal(states[0], purse), words, *decided, *_end(states[-1], purse)])


def play_script(rules: Rules, purse: Purse, script: Script) -> list[Deal]:
    """Return the states of the round, from the deal to the end."""
    states = [start_example(rules, purse, script)]
    meant = [Action.parse(text) for text in script.actions]
    while not states[-1].complete:
        legal = states[-1].legal_actions
        if meant and meant[0].verb in legal:
            action = meant.pop(0)
        else:
            action = Action("decline" if "decline" in legal else "stand")
        states.append(states[-1].play(action))
    return states


def start_example(rules: Rules, purse: Purse, script: Script) -> Deal:
    """Return the round as dealt."""
    side_bets = {script.side_bet: purse.stake} if script.side_bet else {}
    bets = [Bet(1, purse.stake, side_bets)]
    if script.beside:
        bets.append(Bet(2, purse.stake))
    return Deal.start(rules, bets, script.deck(rules).__getitem__)


def format_cards(given: Sequence[Card]) -> str:
    """Format cards: "10♥ A♠"."""
    return " ".join(_card(card) for card in given)


def _card(card: Card) -> str:
    code = str(card)
    return f"{'10' if code[0] == 'T' else code[0]}{SUITS[code[1]]}"


def format_total(given: Sequence[Card]) -> str:
    """Format a hand's total: "17", "soft 17", "23, bust"."""
    value, soft = total_of(given)
    if value > BEST:
        return _("%(total)d, bust") % {"total": value}
    return _("soft %(total)d") % {"total": value} if soft else str(value)


def _describe_deal(start: Deal, purse: Purse) -> Iterator[str]:
    stake, up = purse.written(purse.stake), format_cards(start.dealer[:1])
    if len(start.boxes) == 1:
        own = format_cards(start.boxes[0].dealt)
        words = {"stake": stake, "cards": own, "up": up}
        yield _("You stake %(stake)s and get %(cards)s against %(up)s.") % words
        return
    yield _("You stake %(stake)s on each of two boxes; the dealer's card is %(up)s.") % {
        "stake": stake,
        "up": up,
    }
    for box in start.boxes:
        yield _of_box(
            box.number, _("You get %(cards)s.") % {"cards": format_cards(box.dealt)}, start
        )


def _of_box(number: int, sentence: str, deal: Deal) -> str:
    """Return the sentence, prefixed with its box if there are several."""
    if len(deal.boxes) == 1:
        return sentence
    return f"{_('Box %(n)d') % {'n': number}}: {sentence}"


def _decision(before: Deal, after: Deal, purse: Purse) -> Iterator[str]:
    number = before.in_turn[0].number
    for sentence in _describe_decision(before, after, purse):
        yield _of_box(number, sentence, after)


def _describe_decision(before: Deal, after: Deal, purse: Purse) -> Iterator[str]:
    """Yield a decision and its effect; declined offers are left out."""
    box, place = before.in_turn
    was = box
    now = next(one for one in after.boxes if one.number == box.number)
    added = purse.written(now.staked - was.staked)
    hand = now.hands[place]
    if len(now.hands) > len(was.hands):
        left, right = now.hands[place : place + 2]
        words = {
            "amount": added,
            "left": format_cards(left.cards),
            "right": format_cards(right.cards),
        }
        yield _("You split with another %(amount)s into %(left)s and %(right)s.") % words
    elif hand.added:
        yield _("You double with another %(amount)s and get %(card)s: %(total)s.") % {
            "amount": added,
            **_drawn_words(hand),
        }
    elif len(hand.cards) > len(was.hands[place].cards):
        yield _("You hit and get %(card)s: %(total)s.") % _drawn_words(hand)
    elif now.insurance > was.insurance:
        yield _("You take insurance for %(amount)s.") % {"amount": added}
    elif hand.end is not was.hands[place].end:
        yield _describe_end(hand)


def _by_house(before: Deal, after: Deal, action: Action, purse: Purse) -> str:
    """Return the house's decision in words, for a hand that is not split."""
    place = before.in_turn[1]
    was, now = before.boxes[0], after.boxes[0]
    hand = now.hands[place]
    words = {"amount": purse.written(now.staked - was.staked), **_drawn_words(hand)}
    return str(_HOUSE[action.verb]) % words


def _drawn_words(hand: Hand) -> dict[str, str]:
    return {"card": format_cards(hand.cards[-1:]), "total": format_total(hand.cards)}


def _describe_end(hand: Hand) -> str:
    name = hand.end.value if hand.end is not None else ""
    if name.startswith("surrendered"):
        return _("You surrender.")
    if name == "even_money":
        return _("You take even money.")
    return _("You stand on %(total)s.") % {"total": format_total(hand.cards)}


def _end(over: Deal, purse: Purse) -> Iterator[str]:
    yield _describe_hole_card(over)
    for box in over.boxes:
        yield _of_box(box.number, _result(over, box.number, purse), over)


def _describe_hole_card(over: Deal) -> str:
    if over.dealer_blackjack:
        return _("The dealer has %(cards)s, a blackjack.") % {"cards": format_cards(over.dealer)}
    if len(over.dealer) > 1:
        words = {"cards": format_cards(over.dealer), "total": format_total(over.dealer)}
        return _("The dealer has %(cards)s: %(total)s.") % words
    return _("Nothing depends on the dealer's second card, and it is not shown.")


def _result(over: Deal, seat: int, purse: Purse) -> str:
    staked, back = over.staked(seat), over.returned(seat) or 0
    amounts = {
        "staked": purse.written(staked),
        "back": purse.written(abs(back)),
        "net": purse.written(abs(back - staked)),
    }
    if back < 0:
        return _("You staked %(staked)s and owe %(back)s more: you lose %(net)s.") % amounts
    if back > staked:
        return _("You staked %(staked)s and get back %(back)s: you win %(net)s.") % amounts
    if back < staked:
        return _("You staked %(staked)s and get back %(back)s: you lose %(net)s.") % amounts
    return _("You staked %(staked)s and get it back: push.") % amounts
