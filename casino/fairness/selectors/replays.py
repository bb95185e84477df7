"""Replay a finished round from its stored cards, or from its shoe's revealed seed.

Running rounds are replayed in `casino.fairness.selectors.dealing`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import blackjack
from blackjack import fairness
from blackjack.actions import Action, IllegalAction
from blackjack.bets import BetError
from blackjack.cards import Card, CardError
from blackjack.deal import Deal, Draw
from blackjack.shoe import DealCards
from casino import models
from casino.fairness.selectors.dealing import BURN_NONCE, Dealt
from casino.fairness.selectors.exchanges import build_exchange, exchanges_by_nonce
from casino.fairness.selectors.played_bets import build_deal_bets
from casino.models import Bet, Decision, Round, SeedExchange, Shoe
from casino.refusals import ReplayDiffers
from wallet.money.values import SCALE_DIGITS

_NO_BLACKJACK = Card.parse("2C")
"""Replaces a hole card that was never shown. A card that made a blackjack would have been shown."""


def make_stored_draw(round_: Round) -> Draw:
    """Return a draw function over the stored cards of a completed round. Both raise `ReplayDiffers`."""
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


def redraw_cards(round_: Round, dealt: Sequence[Dealt]) -> DealCards:
    """Draw the cards of a round again from the revealed seed of its closed shoe.

    `dealt` is what each deal of the shoe took, up to and including the round's own.
    """
    shoe = round_.deal.shoe
    cards = rebuild_opened_shoe(shoe)
    *earlier, (entropy, nonce, _) = dealt
    if shoe.version.rules.finite_decks is not None:
        for entropy_before, number, count in earlier:
            cards = cards.begin(entropy_before, number).end(count)
    return cards.begin(entropy, nonce)


def recompute_deal_draws(shoe: Shoe, last: int) -> list[Dealt]:
    """Entropy, nonce and number of cards of a shoe's deals up to nonce `last`.

    Entropy is recomputed from the seats' seeds; the stored value is used only for a live deal without a
    complete exchange. Two queries, four at a live table.
    """
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
    return build_exchange(complete[-1]).entropy(shoe.cut) if complete else deal.entropy


def rebuild_opened_shoe(shoe: Shoe) -> blackjack.Shoe:
    """A closed shoe after the burn."""
    rules, aside = shoe.version.rules, rebuild_burned_cards(shoe)
    if aside is None:
        return blackjack.Shoe(_revealed(shoe), rules.finite_decks)
    return aside.end(rules.burn_cards)


def rebuild_burned_cards(shoe: Shoe) -> DealCards | None:
    """The burned cards of a closed shoe; None if its rules burn none."""
    if not shoe.burn_entropy:
        return None
    cards = blackjack.Shoe(_revealed(shoe), shoe.version.rules.finite_decks)
    return cards.begin(shoe.burn_entropy, BURN_NONCE)


def _revealed(shoe: Shoe) -> str:
    if shoe.server_seed is None:
        raise ValueError(f"the seed of shoe {shoe.public_id} is not revealed")
    return shoe.server_seed


@dataclass(frozen=True, slots=True)
class DealPlay:
    """Input for replaying a whole deal: the bets on all its boxes and the decisions of all its players."""

    stakes: list[blackjack.Bet]
    actions: list[str]


def load_live_deal_plays(rounds: Iterable[Round]) -> dict[int, DealPlay]:
    """Plays of the live tables' deals among these rounds, by deal id. Three queries; none without such rounds."""
    deals = {round_.deal_id for round_ in rounds if round_.place.is_live}
    if not deals:
        return {}
    in_them: defaultdict[int, list[Round]] = defaultdict(list)
    named = Round.objects.filter(deal__in=deals).only("deal", "boxes", "bettors")
    for round_ in named.prefetch_related("bets"):
        in_them[round_.deal_id].append(round_)
    actions: defaultdict[int, list[str]] = defaultdict(list)
    made = Decision.objects.filter(deal__in=deals).order_by("deal", "step")
    for deal, action in made.values_list("deal", "action"):
        actions[deal].append(action)
    return {deal: DealPlay(build_deal_bets(in_them[deal]), actions[deal]) for deal in deals}


def replay_round(
    round_: Round,
    bets: Iterable[Bet],
    actions: Sequence[str],
    draw: Draw,
    live_play: DealPlay | None = None,
) -> list[Deal]:
    """Replay the whole deal of a round; return the states after the deal and after each decision.

    `bets` and `actions` are those of a private deal's only round. A live table's deal uses `live_play`
    instead: load it with `load_live_deal_plays` to replay many rounds; if omitted, it is loaded here in three
    queries. Raises `ReplayDiffers` if the rules do not allow the bets or decisions.
    """
    if round_.place.is_live:
        play = live_play or load_live_deal_plays([round_])[round_.deal_id]
        stakes, actions = play.stakes, play.actions
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
