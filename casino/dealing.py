"""Where cards come from: the one module that opens a shoe's seed.

A card is computed when it is dealt and never stored before it is shown: a live round is its shoe's seed, its nonce, its bets
and its decisions, played again through the library.
"""

from blackjack import fairness
from blackjack.actions import Action, IllegalAction
from blackjack.bets import Bet as Stake
from blackjack.round import Draw
from blackjack.round import Round as Play
from blackjack.shoe import Shoe as Cards
from casino.errors import ReplayDiffers, SeedMismatch
from casino.models import Round, Shoe
from casino.sealing import Unsealable, unseal
from wallet.money import SCALE_DIGITS

BURN_NONCE = 0


def server_seed_of(shoe: Shoe) -> str:
    """The secret of an open shoe, checked against what was published. Raises `SeedMismatch`."""
    try:
        server_seed = unseal(shoe.public_id, bytes(shoe.sealed_seed))
    except Unsealable as error:
        raise SeedMismatch(str(shoe.public_id)) from error
    if fairness.commitment(server_seed) != shoe.commitment:
        raise SeedMismatch(str(shoe.public_id))
    return server_seed


def entropy_of(shoe: Shoe, seat_seed: str, seat: int = 1) -> str:
    """What the player mixes in: the C of a round with this one seat."""
    return fairness.entropy({seat: seat_seed}, shoe.cut)


def cards_before(shoe: Shoe, nonce: int) -> Cards:
    """The shoe as it stood when round `nonce` began: burned cards and all earlier rounds taken out."""
    dealt: list[tuple[str, int, int]] = []
    if shoe.burn_entropy:
        dealt.append((shoe.burn_entropy, BURN_NONCE, shoe.version.rules.burn_cards))
    earlier = shoe.rounds.filter(nonce__lt=nonce).order_by("nonce")
    dealt += [
        (entropy_of(shoe, seat_seed), number, count or 0)
        for seat_seed, number, count in earlier.values_list("seat_seed", "nonce", "cards_drawn")
    ]
    return Cards.replayed(server_seed_of(shoe), shoe.version.rules.finite_decks, dealt)


def drawn_for(shoe: Shoe, nonce: int, entropy: str) -> Draw:
    """The k-th card of round `nonce`, for any k asked."""
    return cards_before(shoe, nonce).begin(entropy, nonce).draw


def actions_of(round_: Round) -> list[str]:
    """What has been decided so far, in order."""
    return list(round_.decisions.order_by("step").values_list("action", flat=True))


def plays(round_: Round, actions: list[str]) -> list[Play]:
    """The running round after the deal and after each decision, rebuilt and checked against what its player last saw.

    Raises `ReplayDiffers`.
    """
    shoe = round_.shoe
    draw = drawn_for(shoe, round_.nonce, entropy_of(shoe, round_.seat_seed))
    stakes = [Stake(bet.seat, bet.stake, bet.side_bets) for bet in round_.bets.all()]
    states = [Play.start(shoe.version.rules, stakes, draw)]
    try:
        for action in actions:
            states.append(states[-1].play(Action.parse(action, SCALE_DIGITS)))
    except IllegalAction as error:
        raise ReplayDiffers(str(round_.public_id)) from error
    if states[-1].state_hash != round_.state_hash:
        raise ReplayDiffers(str(round_.public_id))
    return states
