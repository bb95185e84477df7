"""Shoes as the engine plays them, to be written many times over by `benchmarks.play_fill`."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from blackjack import fairness
from blackjack.actions import Action
from blackjack.bets import Bet
from blackjack.canonical import sha256_hex
from blackjack.round import Round
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from wallet.money import SCALE_DIGITS

Row = tuple[Any, ...]
MOST_ROUNDS: Final = 20  # of a shoe that no rule ends: its player changes it
ROUND_SECONDS: Final = 20
_ENDS: Final = 12  # seconds after its deal
_SOME: Final = 0.3


@dataclass
class Shoes:
    """The rows of `benchmarks.play_fill`'s tables: what every copy of a shoe has in common."""

    shoe: list[Row] = field(default_factory=list)
    round: list[Row] = field(default_factory=list)
    bet: list[Row] = field(default_factory=list)
    decision: list[Row] = field(default_factory=list)
    movement: list[Row] = field(default_factory=list)

    @property
    def rounds(self) -> float:
        """How many rounds a shoe has, on average."""
        return len(self.round) / len(self.shoe)


def played(rules: Rules, stake: int, count: int, seed: int = 1) -> Shoes:
    """So many shoes of one player, whose dice say on how many boxes and what is decided; stakes are multiples of `stake`."""
    made = Shoes()
    for number in range(count):
        dice = random.Random(f"{seed}:{number}")  # noqa: S311 - players in any order, no secret
        _Player(made, number, rules, stake, dice).play()
    return made


class _Player:
    """Plays one shoe, and writes it down."""

    def __init__(
        self, made: Shoes, number: int, rules: Rules, stake: int, dice: random.Random
    ) -> None:
        self.made, self.number, self.rules, self.stake, self.dice = made, number, rules, stake, dice
        self.net = self.moves = self.nonce = 0

    def play(self) -> None:
        """All its rounds."""
        cut = self.rules.cuts[len(self.rules.cuts) // 2] if self.rules.cuts else None
        shoe = Shoe(sha256_hex(f"bench {self.number}"), self.rules.finite_decks)
        shoe = shoe.begin(fairness.entropy({1: "bench"}, cut), 0).end(self.rules.burn_cards)
        for self.nonce in range(1, MOST_ROUNDS + 1):
            bets = list(self._bets())
            entropy = fairness.entropy({bet.seat: "bench" for bet in bets}, cut)
            cards = shoe.begin(entropy, self.nonce)
            over = self._round(Round.start(self.rules, bets, cards.draw), bets)
            shoe = cards.end(over.cards_drawn)
            if must_close(self.rules, self.nonce, shoe.dealt):
                break
        self.made.shoe.append(
            (self.number, self.nonce, shoe.dealt, cut, self._reason(shoe), self.net, self.moves)
        )

    def _reason(self, shoe: Shoe) -> str:
        if not must_close(self.rules, self.nonce, shoe.dealt):
            return "player"
        return "every_round" if self.rules.reshuffle == "every_round" else "cut_card"

    def _bets(self) -> Iterator[Bet]:
        for seat in range(1, self.rules.seats_per_player + 1):
            if seat == 1 or self.dice.random() < _SOME:
                sides = [name for name in self.rules.side_bets if self.dice.random() < _SOME]
                yield Bet(
                    seat, self.stake * self.dice.randint(1, 5), dict.fromkeys(sides, self.stake)
                )

    def _round(self, state: Round, bets: list[Bet]) -> Round:
        """Play one to its end, with every movement of money."""
        before, amount = self.net, sum(sum(bet.stakes) for bet in bets)
        self._move("bet", amount, None, 0)
        staked, doubled, step = amount, 0, 0
        while not state.complete:
            action = Action(self.dice.choice(state.legal_actions))
            cost, state = state.cost(action), state.play(action)
            if cost:
                self._move("bet", cost, None, step + 1)
            staked, doubled = staked + cost, doubled + (cost if action.verb == "double" else 0)
            told = (action.text(SCALE_DIGITS), cost, state.state_hash)
            self.made.decision.append((self.number, self.nonce, step, *told))
            step += 1
        returned = sum(seat["returned"] for seat in state.public()["seats"])
        self._move("settle", staked, returned, step + 1)
        self._bet_rows(bets)
        money = (amount, staked, doubled, returned, before, self.net)
        cards = [str(card) for card in state.cards]
        facts = (state.cards_drawn, cards, json.dumps(state.public()), state.state_hash)
        seats = [bet.seat for bet in bets]
        self.made.round.append((self.number, self.nonce, seats, *money, *facts))
        return state

    def _bet_rows(self, bets: list[Bet]) -> None:
        for bet in bets:
            sides = json.dumps(dict(bet.side_bets))
            self.made.bet.append(
                (self.number, self.nonce, bet.seat, bet.stake, sum(bet.stakes), sides)
            )

    def _move(self, kind: str, amount: int, received: int | None, place: int) -> None:
        """A transfer: the player's own movement has a number and what has come of all so far, where there is one."""
        own = -amount if received is None else received
        self.net += own
        self.moves += 1 if own else 0
        told = (self.moves, self.net) if own else (None, None)
        seconds = self.nonce * ROUND_SECONDS + (_ENDS if kind == "settle" else place / 4)
        at = (self.number, self.nonce, place, seconds)
        self.made.movement.append((*at, kind, amount, received, own, *told))
