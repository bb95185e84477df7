"""Replays a finished round from its stored cards, or from its shoe's revealed seed.

Nothing of a running round is in here; that is played again by `casino.fairness.selectors.dealing`, as far as its player sees.
"""

from collections.abc import Iterable, Sequence

import blackjack
from blackjack.actions import Action, IllegalAction
from blackjack.bets import BetError
from blackjack.cards import Card, CardError
from blackjack.deal import Deal, Draw
from blackjack.shoe import DealCards
from casino.fairness.selectors.dealing import BURN_NONCE, Dealt, entropy_of
from casino.models import Bet, Round, Shoe
from casino.refusals import ReplayDiffers
from wallet.money.values import SCALE_DIGITS

_NO_BLACKJACK = Card.parse("2C")
"""Stands for a hole card that was never shown: had it made a blackjack, it would have been."""


def stored_cards(round_: Round) -> Draw:
    """The stored cards of a completed round, by number."""
    try:
        cards = [Card.parse(code) for code in round_.cards or []]
    except CardError as error:
        raise ReplayDiffers(str(round_.public_id)) from error
    if len(cards) < (round_.cards_drawn or 0):
        cards.insert(2 * len(round_.seats) + 1, _NO_BLACKJACK)

    def draw(number: int) -> Card:
        if number >= len(cards):
            raise ReplayDiffers(str(round_.public_id))
        return cards[number]

    return draw


def drawn_from_seed(round_: Round, earlier: Iterable[Dealt]) -> DealCards:
    """The cards of a round of a closed shoe, drawn from the revealed seed.

    `earlier` is what every earlier round of the shoe took.
    """
    shoe = round_.shoe
    cards = opened_cards(shoe)
    if shoe.version.rules.finite_decks is not None:
        for seat_seed, seats, nonce, count in earlier:
            cards = cards.begin(entropy_of(shoe, seat_seed, seats), nonce).end(count)
    entropy = entropy_of(shoe, round_.seat_seed, round_.seats)
    return cards.begin(entropy, round_.nonce)


def opened_cards(shoe: Shoe) -> blackjack.Shoe:
    """A closed shoe as it was opened, after the burn."""
    rules, aside = shoe.version.rules, cards_aside(shoe)
    if aside is None:
        return blackjack.Shoe(_revealed(shoe), rules.finite_decks)
    return aside.end(rules.burn_cards)


def cards_aside(shoe: Shoe) -> DealCards | None:
    """The burned cards of a closed shoe; None if its rules burn none."""
    if not shoe.burn_entropy:
        return None
    cards = blackjack.Shoe(_revealed(shoe), shoe.version.rules.finite_decks)
    return cards.begin(shoe.burn_entropy, BURN_NONCE)


def _revealed(shoe: Shoe) -> str:
    if shoe.server_seed is None:
        raise ValueError(f"the seed of shoe {shoe.public_id} is not revealed")
    return shoe.server_seed


def replay_round(
    round_: Round, bets: Iterable[Bet], actions: Sequence[str], draw: Draw
) -> list[Deal]:
    """The states after the deal and after each decision. Raises `ReplayDiffers` if the rules do not allow them."""
    stakes = [blackjack.Bet(bet.seat, bet.stake, bet.side_bets) for bet in bets]
    try:
        state = Deal.start(round_.version.rules, stakes, draw)
        states = [state]
        for action in actions:
            state = state.play(Action.parse(action, SCALE_DIGITS))
            states.append(state)
    except (BetError, IllegalAction) as error:
        raise ReplayDiffers(str(round_.public_id)) from error
    return states
