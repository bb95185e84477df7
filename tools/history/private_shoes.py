"""Shoes of private tables, played by one player with the engine."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Final

from blackjack import fairness
from blackjack.actions import Action
from blackjack.bets import Bet
from blackjack.canonical import sha256_hex
from blackjack.cards import TEN
from blackjack.deal import Deal
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from blackjack.simulation.counting import hi_lo_count
from casino.values.situations import count_seen, describe_situation
from tools.history.manners import SOME, USUAL, Habits
from tools.history.shoe_rows import (
    MOST_SECONDS,
    JudgedDecisions,
    Seeds,
    ShoeRows,
    make_dice,
    situation_columns,
    sum_stakes_on_hands,
)
from wallet.money.values import SCALE_DIGITS

_PATIENCE: Final = 120.0  # maximum seconds of a round
_HARD: Final = range(12, 17)
_LONGER: Final = 1.5
_REGULARLY: Final = 0.04
_RAMP: Final = 4
_INSURES_FROM: Final = 3
_OF_LIVE_DEALS: Final = (None, None, None, None, False)
"""Columns of a round that only live deals fill (`tools.history.live_shoes`)."""


def play_one(
    made: ShoeRows, number: int, rules: Rules, stake: int, habits: Habits | None, seeds: Seeds
) -> None:
    """Play one more shoe from its own seeds, which also determine the player's dice."""
    PrivateShoe(made, number, rules, stake, make_dice(seeds.server), habits).play(seeds)


def play_shoes(rules: Rules, stake: int, count: int, seed: int = 1) -> ShoeRows:
    """Play shoes of one player; the dice choose boxes and decisions. Stakes are multiples of `stake`."""
    made = ShoeRows()
    for number in range(count):
        PrivateShoe(made, number, rules, stake, make_dice(f"{seed}:{number}")).play(
            common_seeds(number)
        )
    return made


def common_seeds(number: int) -> Seeds:
    """Return the seeds of a shoe to be copied; no copy has them as its own."""
    return Seeds(sha256_hex(f"bench {number}"), "bench")


class PrivateShoe:
    """Plays one shoe and collects its rows."""

    def __init__(
        self,
        made: ShoeRows,
        number: int,
        rules: Rules,
        stake: int,
        dice: random.Random,
        habits: Habits | None = None,
    ) -> None:
        self.made, self.number, self.rules, self.stake, self.dice = made, number, rules, stake, dice
        self.habits = habits
        self.manner = habits.manner if habits else USUAL
        self.clock = self._pause()
        self.lasts = 0.0  # seconds of the current round so far
        self.net = self.moves = self.nonce = self.least = 0
        self.broken = False
        self.running = self.left = 0  # the count of the shoe before the deal, and its cards
        self.luck = 0.0  # won on the boxes plus the cost of errors
        self.first = 0  # sum of first bets, for the expected return

    def play(self, seeds: Seeds) -> None:
        """Play all rounds of the shoe."""
        cut = self.rules.cuts[len(self.rules.cuts) // 2] if self.rules.cuts else None
        shoe, burn = Shoe(seeds.server, self.rules.finite_decks), ""
        if self.rules.burn_cards:
            burn = fairness.entropy({1: seeds.seat}, cut)
            shoe = shoe.begin(burn, 0).end(self.rules.burn_cards)
        for nonce in range(1, self.manner.rounds + 1):
            self.nonce, self.left = nonce, len(shoe.left)
            bets = list(self._bets())
            entropy = fairness.entropy({bet.box: seeds.seat for bet in bets}, cut)
            cards = shoe.begin(entropy, self.nonce)
            over = self._round(Deal.start(self.rules, bets, cards.draw), bets)
            shoe = cards.end(over.cards_drawn)
            self._count(over, len(shoe.left))
            if self.broken or must_close(self.rules, self.nonce, shoe.dealt):
                break
            if self.clock > MOST_SECONDS:
                break
        ends = (self.nonce, shoe.dealt, cut, burn, self._reason(shoe))
        money = (self.net, self.moves, self.least)
        self.made.shoe.append((self.number, *ends, *money, round(self.clock, 3)))

    def _pause(self) -> float:
        """Return the seconds before a round."""
        return 2 + self.dice.random() * 3 * self.manner.thinks

    def _count(self, over: Deal, left: int) -> None:
        """Count the cards of a finished deal. A shoe that ran empty took back all but these."""
        if self.broken or self.rules.finite_decks is None:
            return
        seen = hi_lo_count(over.cards)
        self.running = seen + (self.running if left == self.left - over.cards_drawn else 0)

    @property
    def _true_count(self) -> float:
        finite = self.rules.finite_decks is not None and self.left > 0
        return self.running * 52 / self.left if finite else 0.0

    def _think(self, state: Deal) -> None:
        """Add the seconds of a decision, within the round's maximum; people think longer about hard hands."""
        if self.manner.regular:
            wanted = self.manner.thinks * (1 + self.dice.gauss(0, _REGULARLY))
        else:
            box, place = state.in_turn
            hard = box.hands[place].total.value in _HARD
            wanted = 0.4 + self.dice.expovariate(1 / self.manner.thinks) * (_LONGER if hard else 1)
        self.lasts = round(self.lasts + min(wanted, (_PATIENCE - self.lasts) / 4), 3)

    def _reason(self, shoe: Shoe) -> str:
        if self.broken:
            return "malfunction"
        if not must_close(self.rules, self.nonce, shoe.dealt):
            return "player"
        return "every_round" if self.rules.reshuffle == "every_round" else "cut_card"

    def _bets(self) -> Iterator[Bet]:
        for seat in range(1, self.rules.seats_per_player + 1):
            if seat == 1 or self.dice.random() < self.manner.boxes:
                sides = [name for name in self.rules.side_bets if self.dice.random() < SOME]
                yield Bet(seat, self.stake * self._units(), dict.fromkeys(sides, self.stake))

    def _units(self) -> int:
        """Return the stake of a box in units."""
        if self.manner.counts:
            part = min(max(self._true_count - 1, 0.0), _RAMP) / _RAMP
            return 1 + round((self.manner.most - 1) * part)
        lost = -self.net // (4 * self.stake) if self.manner.chases and self.net < 0 else 0
        return min(self.dice.randint(1, self.manner.most) + lost, 4 * self.manner.most)

    def _round(self, state: Deal, bets: list[Bet]) -> Deal:
        """Play one round to its end, with every movement of money."""
        before, amount = self.net, sum(sum(bet.stakes) for bet in bets)
        began, self.lasts = round(self.clock, 3), 0.0
        self._move("bet", amount, None, 0)
        staked, doubled, step = amount, 0, 0
        costs: list[int] = []
        doubles: list[int] = []
        judged = JudgedDecisions()
        self.broken = self.habits is not None and self.dice.random() < self.habits.breaks
        while not state.complete and not (self.broken and step):
            action, situation, asked = self._chosen(state), describe_situation(state), self.lasts
            self._think(state)
            if self.habits:
                judged.add(action, self.habits.worths.cost(state, action))
            cost, state = state.cost(action), state.play(action)
            if cost:
                self._move("bet", cost, None, step + 1)
                costs.append(cost)
            if action.verb == "double":
                doubles.append(cost)
            staked, doubled = staked + cost, doubled + (cost if action.verb == "double" else 0)
            told = (action.text(SCALE_DIGITS), cost, state.state_hash)
            known = (asked, *situation_columns(situation, self.rules, self.running, self.left))
            self.made.decision.append(
                (self.number, self.nonce, step, *told, self.lasts, None, *known)
            )
            step += 1
        self.broken = not state.complete
        facts = state.public() if state.complete else _given_back(state.public())
        returned = sum(seat["returned"] for seat in facts["seats"])
        self._move("refund" if self.broken else "settle", staked, returned, step + 1)
        self._bet_rows(bets)
        money = (amount, staked, doubled, returned, before, self.net, sum_stakes_on_hands(facts))
        cards = [] if self.broken else [str(card) for card in state.cards]
        status = "cancelled" if self.broken else "completed"
        seen = (status, state.cards_drawn, cards, json.dumps(facts), state.state_hash)
        seats = [bet.box for bet in bets]
        found = (costs, doubles, step, judged.deviations, judged.cost, judged.insurance)
        count = (None, None) if self.rules.finite_decks is None else (self.running, self.left)
        times = (began, self.lasts, *_OF_LIVE_DEALS, *count)
        self.made.round.append((self.number, self.nonce, seats, *money, *seen, *found, *times))
        self.clock = began + self.lasts + self._pause()
        if self.habits and not self.broken:
            self.first += sum(bet.stake for bet in bets)
            self.luck += _won_on_boxes(state) + judged.cost
        return state

    def _chosen(self, state: Deal) -> Action:
        """Return a legal action: without habits any; else the best one, with occasional insurance and errors."""
        if self.manner.counts and (by_count := self._play_by_count(state)):
            return by_count
        if self.habits is None or self.dice.random() < self.manner.errs:
            return Action(self.dice.choice(state.legal_actions))
        if "insure" in state.legal_actions and self.dice.random() < self.manner.insures:
            return Action("insure")
        actions, worths = [Action(verb) for verb in state.legal_actions], self.habits.worths
        return min(actions, key=lambda action: worths.cost(state, action))

    def _play_by_count(self, state: Deal) -> Action | None:
        """Return what the count says of insurance and of 16 against a ten; None of anything else."""
        count = self.running + count_seen(state)
        true = count * 52 / max(self.left - state.cards_drawn, 1)
        if "insure" in state.legal_actions:
            return Action("insure" if true >= _INSURES_FROM else "decline")
        box, place = state.in_turn
        sixteen = box.hands[place].total == (16, False) and state.dealer[0].value == TEN
        if sixteen and "surrender" not in state.legal_actions:
            return Action("stand" if true >= 0 else "hit")
        return None

    def _bet_rows(self, bets: list[Bet]) -> None:
        for bet in bets:
            sides = json.dumps(dict(bet.side_bets))
            self.made.bet.append(
                (self.number, self.nonce, bet.box, bet.stake, sum(bet.stakes), sides, None)
            )

    def _move(self, kind: str, amount: int, received: int | None, place: int) -> None:
        """Add a transfer at the current time.

        One that changes the player's account gets a number and the net result so far.
        """
        own = -amount if received is None else received
        self.net += own
        self.least = min(self.least, self.net)
        self.moves += 1 if own else 0
        told = (self.moves, self.net) if own else (None, None)
        at = (self.number, self.nonce, place, self.lasts)
        settled = received if kind == "settle" else None
        self.made.movement.append((*at, kind, amount, settled, own, *told))


def _won_on_boxes(over: Deal) -> int:
    """Return the net result without insurance and side bets."""
    won = 0
    for seat in over.public()["seats"]:
        beside = [*seat["side_bets"].values(), *([seat["insurance"]] if seat["insurance"] else [])]
        won += seat["net"] - sum(bet["payout"] - bet["stake"] for bet in beside)
    return won


def _given_back(shown: dict[str, Any]) -> dict[str, Any]:
    """Return the stored state of a cancelled round, with its stakes returned."""
    seats = [{**seat, "returned": seat["staked"], "net": 0} for seat in shown["seats"]]
    return {**shown, "next": None, "seats": seats}
