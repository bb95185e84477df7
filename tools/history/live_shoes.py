"""Shoes of live tables as rows for `tools.history.round_rows`: several players in a deal, sealed seeds, bets behind, time-outs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from blackjack import fairness
from blackjack.actions import Action
from blackjack.bets import FIRST, Behind, Bet
from blackjack.canonical import sha256_hex
from blackjack.choices import BY_WORD
from blackjack.deal import Deal, Draw
from blackjack.exchange import Exchange
from blackjack.shoe import Shoe, must_close
from blackjack.simulation.counting import hi_lo_count
from casino.values.situations import describe_situation
from tools.history.manners import SOME, USUAL, Habits, PlayManner
from tools.history.shoe_rows import (
    MOST_SECONDS,
    JudgedDecisions,
    ShoeRows,
    make_dice,
    situation_columns,
    sum_stakes_on_hands,
)
from wallet.money.values import SCALE_DIGITS

if TYPE_CHECKING:
    import random

    from blackjack.rules import Rules

_BETS: Final = 0.85
"""Share of the deals in which a seated player bets; the first one always does."""
JOINS_FROM: Final = 1
"""True count from which the partner of a team bets."""
DECK: Final = 52
_FOLLOWS: Final = 0.12
"""Share of the bets with another one behind a neighbour's box, where the rules allow it."""
_TIMES_OUT: Final = 0.02
_BETTING: Final = (8.0, 16.0)
"""Least and most seconds from one deal to the next."""
_DEFAULT_TURN: Final = 20


@dataclass(frozen=True)
class LiveSeat:
    """A player's box at a live table, their client seed, and the number of their rows."""

    number: int
    box: int
    client_seed: str


@dataclass
class _Player:
    """A seated player's money within the shoe, relative to its beginning."""

    seat: LiveSeat
    net: int = 0
    moves: int = 0
    least: int = 0


@dataclass
class _Hand:
    """What a player has in a deal: bets by box with the number of the bettor, and everything that follows."""

    player: _Player
    seed: str
    before: int
    bets: dict[int, tuple[int, Bet | Behind]] = field(default_factory=dict)
    costs: list[int] = field(default_factory=list)
    doubles: list[int] = field(default_factory=list)
    decisions: int = 0
    timed_out: bool = False
    judged: JudgedDecisions = field(default_factory=JudgedDecisions)

    @property
    def bettors(self) -> dict[int, int]:
        """The player's bettor number on each box, ascending."""
        return {box: bettor for box, (bettor, _bet) in sorted(self.bets.items())}

    @property
    def amount(self) -> int:
        """All first stakes."""
        return sum(_stakes(bet) for _bettor, bet in self.bets.values())


def _stakes(bet: Bet | Behind) -> int:
    return bet.stake + (sum(bet.side_bets.values()) if isinstance(bet, Bet) else 0)


def play_live(
    made: ShoeRows,
    seats: Sequence[LiveSeat],
    rules: Rules,
    stake: int,
    habits: Habits | PlayManner,
    server_seed: str,
) -> None:
    """Play one more shoe of a live table from its seed, which also determines the players' dice.

    With a manner instead of habits decisions are random, and only who bets how much is as it says.
    """
    _LiveShoe(made, seats, rules, stake, habits, server_seed).play()


def play_live_shoes(
    rules: Rules, stake: int, count: int, players: int, seed: int, manner: PlayManner = USUAL
) -> ShoeRows:
    """Play shoes at random, whose size and swings represent those of a table with as many players."""
    made = ShoeRows()
    for n in range(count):
        seats = [LiveSeat(n * players + box, box + 1, f"player-{box}") for box in range(players)]
        play_live(made, seats, rules, stake, manner, sha256_hex(f"live {seed}:{n}"))
    return made


class _LiveShoe:
    """Plays the deals of a shoe and collects every player's rows."""

    def __init__(
        self,
        made: ShoeRows,
        seats: Sequence[LiveSeat],
        rules: Rules,
        stake: int,
        habits: Habits | PlayManner,
        server_seed: str,
    ) -> None:
        self.made, self.rules, self.stake = made, rules, stake
        self.worths = habits.worths if isinstance(habits, Habits) else None
        self.manner = habits.manner if isinstance(habits, Habits) else habits
        self.players = [_Player(seat) for seat in seats]
        self.server_seed, self.dice = server_seed, make_dice(server_seed)
        self.clock = self.dice.uniform(*_BETTING)
        self.running = 0  # the count of the shoe before the deal

    def play(self) -> None:
        """Play until the cut card, or until the players have had enough."""
        cut = self.rules.cuts[len(self.rules.cuts) // 2] if self.rules.cuts else None
        shoe, burn = Shoe(self.server_seed, self.rules.finite_decks), ""
        for nonce in range(1, self.manner.rounds + 1):
            deal = _LiveDeal(self, nonce, self._choose_bettors(len(shoe.left)))
            entropy = deal.exchange.entropy(cut)
            if nonce == 1 and self.rules.burn_cards:
                burn = entropy
                shoe = shoe.begin(burn, 0).end(self.rules.burn_cards)
            cards = shoe.begin(entropy, nonce)
            deal.left = len(shoe.left)
            over = deal.play(cards.draw, entropy)
            shoe = cards.end(over.cards_drawn)
            kept = self.running if len(shoe.left) == deal.left - over.cards_drawn else 0
            self.running = kept + hi_lo_count(over.cards)
            self.clock += deal.lasts + self.dice.uniform(*_BETTING)
            if must_close(self.rules, nonce, shoe.dealt) or self.clock > MOST_SECONDS:
                break
        ends = (nonce, shoe.dealt, cut, burn, self._reason(nonce, shoe))
        for one in self.players:
            money = (one.net, one.moves, one.least)
            self.made.shoe.append((one.seat.number, *ends, *money, round(self.clock, 3)))

    def _choose_bettors(self, left: int) -> list[_Player]:
        """Return who bets in the next deal: the first player, and of the others most, or a team's at good counts."""
        first, *others = self.players
        if self.manner.team:
            return [first, *others] if self.running * DECK >= JOINS_FROM * left else [first]
        return [first, *(one for one in others if self.dice.random() < _BETS)]

    def choose_units(self, player: _Player) -> int:
        """Return the stake of a player's own box in units."""
        if not self.manner.team:
            return self.dice.randint(1, self.manner.most)
        return 1 if player is self.players[0] else self.manner.most

    def _reason(self, nonce: int, shoe: Shoe) -> str:
        if not must_close(self.rules, nonce, shoe.dealt):
            return "table_closed"
        return "every_round" if self.rules.reshuffle == "every_round" else "cut_card"


class _LiveDeal:
    """One deal: who bets, with which seeds, and every decision."""

    def __init__(self, shoe: _LiveShoe, nonce: int, bettors: Sequence[_Player]) -> None:
        self.shoe, self.nonce, self.dice, self.made = shoe, nonce, shoe.dice, shoe.made
        self.lasts, self.step, self.left = 0.0, 0, 0
        self.hands = [_Hand(player, self._seed(player), player.net) for player in bettors]
        self.bets = _place_bets(self.hands, shoe)
        self.by_bettor = {
            (box, bettor): hand for hand in self.hands for box, bettor in hand.bettors.items()
        }
        seeds = {hand.player.seat.box: hand.seed for hand in self.hands}
        seals = {box: fairness.seal_seed(seed) for box, seed in seeds.items()}
        self.exchange = Exchange(seals=seals, openings=seeds)

    def _seed(self, player: _Player) -> str:
        salt = f"{self.dice.getrandbits(128):032x}"
        return fairness.seat_seed(player.seat.client_seed, salt)

    def play(self, draw: Draw, entropy: str) -> Deal:
        """Play the deal to its end and write its rows."""
        for hand in self.hands:
            self._move(hand, "bet", hand.amount, None, 0)
        state = Deal.start(self.shoe.rules, self.bets, draw)
        while not state.complete:
            state = self._decide(state)
        for hand in self.hands:
            self._settle(hand, state, entropy)
        return state

    def _decide(self, state: Deal) -> Deal:
        """Play the decision of the bettor in turn, with the money of bettors behind."""
        if state.turn is None:
            raise LookupError("nobody has a turn")
        box, _hand, phase, bettor = state.turn
        hand, late, worths = self.by_bettor[box, bettor], False, self.shoe.worths
        action = self._choose(state, bettor)
        if phase == "play" and self.dice.random() < _TIMES_OUT:
            action, late = Action("stand"), True
            hand.timed_out = True
        self._wait(late=late)
        if worths and bettor == FIRST and not late:
            hand.judged.add(action, worths.cost(state, action))
        cost, behind = state.cost(action), state.costs_behind(action)
        known = situation_columns(
            describe_situation(state), self.shoe.rules, self.shoe.running, self.left
        )
        state = state.play(action)
        row = (action.text(SCALE_DIGITS), cost, state.state_hash, self.lasts, late, None, *known)
        self.made.decision.append((hand.player.seat.number, self.nonce, self.step, *row))
        hand.decisions += 0 if late else 1
        self._pay(hand, action, cost)
        for follower, amount in behind.items():
            self._follow(self.by_bettor[box, follower], action, amount)
        self.step += 1
        return state

    def _choose(self, state: Deal, bettor: int) -> Action:
        """Return the best action, with occasional errors; bettors behind decline what they are asked."""
        legal = [Action(verb) for verb in state.legal_actions]
        if bettor != FIRST:
            return Action("decline") if "decline" in state.legal_actions else legal[-1]
        worths = self.shoe.worths
        if worths is None or self.dice.random() < self.shoe.manner.errs:
            return self.dice.choice(legal)
        return min(legal, key=lambda action: worths.cost(state, action))

    def _wait(self, *, late: bool) -> None:
        """Add the seconds of a decision: all of them where the player's time ran out."""
        most = self.shoe.rules.turn_seconds or _DEFAULT_TURN
        wanted = 0.5 + self.dice.expovariate(1 / self.shoe.manner.thinks)
        self.lasts = round(self.lasts + (most + 1 if late else min(wanted, most - 1)), 3)

    def _pay(self, hand: _Hand, action: Action, amount: int) -> None:
        """Take new money for a decision."""
        if amount:
            self._move(hand, "bet", amount, None, self.step + 1)
            hand.costs.append(amount)
        if action.verb == "double":
            hand.doubles.append(amount)

    def _follow(self, hand: _Hand, action: Action, amount: int) -> None:
        """Take the new money of a bettor behind."""
        self._pay(hand, action, amount)
        number = hand.player.seat.number
        self.made.follower.append((number, self.nonce, self.step, amount))

    def _settle(self, hand: _Hand, over: Deal, entropy: str) -> None:
        """Pay a player and write the rows of the round."""
        number, facts = hand.player.seat.number, over.public_for(hand.bettors)
        staked = hand.amount + sum(hand.costs)
        returned = sum(seat["returned"] for seat in facts["seats"])
        self._move(hand, "settle", staked, returned, self.step + 1)
        money = (hand.amount, staked, sum(hand.doubles), returned, hand.before, hand.player.net)
        seen = (over.cards_drawn, [str(card) for card in over.cards], json.dumps(facts))
        judged = (hand.decisions, hand.judged.deviations, hand.judged.cost, hand.judged.insurance)
        shared = ([bet.box for bet in self.bets], entropy, hand.seed, hand.timed_out)
        infinite = self.shoe.rules.finite_decks is None
        self.made.round.append(
            (
                *(number, self.nonce, [*hand.bettors], *money, sum_stakes_on_hands(facts)),
                *("completed", *seen, over.state_hash, hand.costs, hand.doubles, *judged),
                *(round(self.shoe.clock, 3), self.lasts, [*hand.bettors.values()], *shared),
                *((None, None) if infinite else (self.shoe.running, self.left)),
            )
        )
        seat = hand.player.seat
        self.made.seal.append((number, self.nonce, seat.box, self.exchange.seals[seat.box]))
        for box, (_bettor, bet) in sorted(hand.bets.items()):
            self.made.bet.append((number, self.nonce, box, bet.stake, _stakes(bet), *_told(bet)))

    def _move(self, hand: _Hand, kind: str, amount: int, received: int | None, place: int) -> None:
        """Add a transfer of a player at the current time."""
        own, player = -amount if received is None else received, hand.player
        player.net += own
        player.least = min(player.least, player.net)
        player.moves += 1 if own else 0
        told = (player.moves, player.net) if own else (None, None)
        at = (player.seat.number, self.nonce, place, self.lasts)
        self.made.movement.append((*at, kind, amount, received, own, *told))


def _told(bet: Bet | Behind) -> tuple[str, str | None]:
    """Return the side bets and the choices of a bet as JSON."""
    if isinstance(bet, Bet):
        return json.dumps(dict(bet.side_bets)), None
    return "{}", json.dumps(bet.choices.document())


def _place_bets(hands: Sequence[_Hand], shoe: _LiveShoe) -> list[Bet]:
    """Place every player's own bet and some behind; return the bets of the deal by box."""
    own: dict[int, Bet] = {}
    rules, stake, dice = shoe.rules, shoe.stake, shoe.dice
    for hand in hands:
        sides = (
            [] if shoe.manner.team else [one for one in rules.side_bets if dice.random() < SOME / 2]
        )
        units = stake * shoe.choose_units(hand.player)
        bet = Bet(hand.player.seat.box, units, dict.fromkeys(sides, stake))
        hand.bets[bet.box] = (FIRST, bet)
        own[bet.box] = bet
    behind = {} if shoe.manner.team else _place_behind(hands, rules, stake, dice)
    return [
        Bet(box, bet.stake, bet.side_bets, tuple(behind.get(box, ())))
        for box, bet in sorted(own.items())
    ]


def _place_behind(
    hands: Sequence[_Hand], rules: Rules, stake: int, dice: random.Random
) -> Mapping[int, Sequence[Behind]]:
    """Let some players bet behind the next player's box; return these bets by box."""
    placed: dict[int, list[Behind]] = {}
    for hand, other in zip(hands, (*hands[1:], *hands[:1]), strict=True):
        box = other.player.seat.box
        if rules.bettors_per_seat == 1 or hand is other or dice.random() >= _FOLLOWS:
            continue
        bet = Behind(stake, *BY_WORD[dice.choice(("follow", "left"))])
        placed.setdefault(box, []).append(bet)
        hand.bets[box] = (FIRST + len(placed[box]), bet)
    return placed
