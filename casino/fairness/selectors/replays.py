"""Replay a finished round from its stored cards, or from its shoe's revealed seed.

Running rounds are replayed in `casino.fairness.selectors.dealing`.
"""

from collections.abc import Iterable, Sequence

import blackjack
from blackjack import fairness
from blackjack.actions import Action, IllegalAction
from blackjack.bets import BetError
from blackjack.cards import Card, CardError
from blackjack.deal import Deal, Draw
from blackjack.shoe import DealCards
from casino import models
from casino.fairness.selectors.dealing import BURN_NONCE, Dealt
from casino.fairness.selectors.exchanges import exchange_of, exchanges_by_nonce
from casino.fairness.selectors.played_bets import bets_of_deal
from casino.models import Bet, Decision, Round, SeedExchange, Shoe
from casino.refusals import ReplayDiffers
from wallet.money.values import SCALE_DIGITS

_NO_BLACKJACK = Card.parse("2C")
"""Stands for a hole card that was never shown: had it made a blackjack, it would have been."""


def stored_cards(round_: Round) -> Draw:
    """The stored cards of a completed round, by number."""
    try:
        cards = [Card.parse(code) for code in round_.deal.cards or []]
    except CardError as error:
        raise ReplayDiffers(str(round_.public_id)) from error
    if len(cards) < (round_.deal.cards_drawn or 0):
        cards.insert(2 * len(round_.deal.boxes) + 1, _NO_BLACKJACK)

    def draw(number: int) -> Card:
        if number >= len(cards):
            raise ReplayDiffers(str(round_.public_id))
        return cards[number]

    return draw


def drawn_from_seed(round_: Round, dealt: Sequence[Dealt]) -> DealCards:
    """The cards of a round of a closed shoe, drawn from the revealed seed.

    `dealt` is what the deals of its shoe took, up to its own.
    """
    shoe = round_.deal.shoe
    cards = opened_cards(shoe)
    *earlier, (entropy, nonce, _) = dealt
    if shoe.version.rules.finite_decks is not None:
        for entropy_before, number, count in earlier:
            cards = cards.begin(entropy_before, number).end(count)
    return cards.begin(entropy, nonce)


def dealt_by_seeds(shoe: Shoe, last: int) -> list[Dealt]:
    """What the deals of a shoe took, to number `last`. Their entropy is computed from the seats' seeds, not taken as stored. Two queries."""
    deals = shoe.deals.filter(nonce__lte=last).order_by("nonce").prefetch_related("rounds")
    exchanges = exchanges_by_nonce(shoe)
    return [
        (_entropy(shoe, deal, exchanges.get(deal.nonce, [])), deal.nonce, deal.cards_drawn or 0)
        for deal in deals
    ]


def _entropy(shoe: Shoe, deal: models.Deal, exchanges: list[SeedExchange]) -> str:
    if not shoe.place.is_live:
        seeds = {box: round_.seat_seed for round_ in deal.rounds.all() for box in round_.boxes}
        return fairness.entropy(seeds, shoe.cut)
    complete = [one for one in exchanges if one.status == SeedExchange.Status.COMPLETE]
    return exchange_of(complete[-1]).entropy(shoe.cut) if complete else deal.entropy


def opened_cards(shoe: Shoe) -> blackjack.Shoe:
    """A closed shoe after the burn."""
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


def _stakes_of_all(round_: Round) -> list[blackjack.Bet]:
    return bets_of_deal(Round.objects.filter(deal=round_.deal_id).prefetch_related("bets"))


def _actions_of_all(round_: Round) -> list[str]:
    made = Decision.objects.filter(deal=round_.deal_id).order_by("step")
    return list(made.values_list("action", flat=True))


def replay_round(
    round_: Round, bets: Iterable[Bet], actions: Sequence[str], draw: Draw
) -> list[Deal]:
    """The states after the deal and after each decision of the whole deal. Raises `ReplayDiffers` if the rules do not allow them.

    `bets` and `actions` are those of a private deal's one round; of a live table's deal all are read here, in three queries.
    """
    if round_.place.is_live:
        stakes, actions = _stakes_of_all(round_), _actions_of_all(round_)
    else:
        stakes = [blackjack.Bet(bet.box, bet.stake, bet.side_bets) for bet in bets]
    try:
        state = Deal.start(round_.version.rules, stakes, draw)
        states = [state]
        for action in actions:
            state = state.play(Action.parse(action, SCALE_DIGITS))
            states.append(state)
    except (BetError, IllegalAction) as error:
        raise ReplayDiffers(str(round_.public_id)) from error
    return states
