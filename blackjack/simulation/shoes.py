"""Play of whole shoes, from the seed to the cut card.

Shoe number n, from 0, has the server seed SHA-256("<seed>:<n>"). Its cards are drawn as in any
shoe, with the seat seeds "seat-1", "seat-2" … and, if the rules have a cut, a cut in the middle.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, partial

from blackjack.actions import Action
from blackjack.bets import FIRST, Bet, smallest_unit
from blackjack.canonical import sha256_hex
from blackjack.deal import Deal
from blackjack.fairness import entropy
from blackjack.rules import Rules
from blackjack.shoe import DealCards, Shoe, must_close
from blackjack.simulation.counting import CountingStrategy, hi_lo_count, true_count
from blackjack.simulation.playing import ChartPlayer
from blackjack.simulation.tally import Tally, TallyRow
from blackjack.strategy import Chart

ENDLESS = 100
"""Rounds after which a shoe that no rule closes is changed."""

COUNTER = 1
"""Box of the card counter."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan of a simulation: rules, seed, chart, number of boxes that bet, and the counting of box 1, if any."""

    rules: Rules
    seed: str
    chart: Chart
    boxes: int = 1
    counting: CountingStrategy | None = None

    @property
    def stake(self) -> int:
        """Whole units of a bet of one: the minimum on which every payout is exact."""
        return smallest_unit(self.rules)


class Dealing:
    """Play of a plan's shoes; no state is carried from one shoe to the next."""

    def __init__(self, plan: Plan) -> None:
        rules = plan.rules
        self.plan, self.rules = plan, rules
        self.player = ChartPlayer(plan.chart)
        cut = rules.cuts[len(rules.cuts) // 2] if rules.cuts else None
        seeds = {box: f"seat-{box}" for box in range(1, plan.boxes + 1)}
        self.entropy, self.opening = entropy(seeds, cut), entropy({1: seeds[1]}, cut)
        self.endless = rules.reshuffle == "when_empty" or rules.shoe_size is None
        self.closes = cache(partial(must_close, rules, 1))
        self.unit = plan.stake
        self.flat = tuple(Bet(box, self.unit) for box in seeds)

    def tally(self, numbers: range, limit: int) -> Tally:
        """Play the shoes with these numbers, at most `limit` rounds in all, and return their totals."""
        tally = Tally()
        shoes: Counter[TallyRow] = Counter()
        rows: Counter[TallyRow] = Counter()
        for number in numbers:
            if tally.rounds == limit:
                break
            shoe = self.play(number, limit - tally.rounds, tally)
            rows.update(shoe)
            shoes[TallyRow(*map(sum, zip(*shoe, strict=True)))] += 1
        tally.by_round.add(rows)
        tally.by_shoe.add(shoes)
        return tally

    def play(self, number: int, limit: int, tally: Tally) -> list[TallyRow]:
        """Play one shoe, at most `limit` rounds of it, add it to `tally`, and return its rounds."""
        shoe = self.open_shoe(number)
        watched = CountedShoe(self.plan.counting, shoe) if self.plan.counting else None
        rows: list[TallyRow] = []
        while len(rows) < limit and not (rows and self._is_over(len(rows), shoe, watched)):
            cards = shoe.begin(self.entropy, len(rows) + 1)
            deal, row = self._play_deal(cards, watched, tally)
            rows.append(row)
            shoe = cards.end(deal.cards_drawn)
            tally.cards += deal.cards_drawn
            if watched:
                watched.count_deal(deal, shoe)
        tally.shoes += 1
        tally.rounds += len(rows)
        return rows

    def open_shoe(self, number: int) -> Shoe:
        """Return the shoe with this number, its cards burned."""
        fresh = Shoe(sha256_hex(f"{self.plan.seed}:{number}"), self.rules.finite_decks)
        burned = self.rules.burn_cards
        return fresh.begin(self.opening, 0).end(burned) if burned else fresh

    def _is_over(self, rounds: int, shoe: Shoe, watched: CountedShoe | None) -> bool:
        if self.closes(shoe.dealt) or (self.endless and rounds >= ENDLESS):
            return True
        return watched is not None and watched.leaves(rounds)

    def _play_deal(
        self, cards: DealCards, watched: CountedShoe | None, tally: Tally
    ) -> tuple[Deal, TallyRow]:
        units = watched.bet() if watched else 1
        bets = (Bet(COUNTER, self.unit * units), *self.flat[1:]) if units > 1 else self.flat
        deal = Deal.start(self.rules, bets, cards.draw)
        while deal.turn is not None:
            deal = deal.play(self._decision(deal, watched))
        return deal, self._row(deal, units, watched, tally)

    def _decision(self, deal: Deal, watched: CountedShoe | None) -> Action:
        if (
            watched
            and "insure" in deal.legal_actions
            and deal.in_turn[0].number == COUNTER
            and watched.insures(deal)
        ):
            return Action("insure")
        return self.player.decide(deal)

    def _row(self, deal: Deal, units: int, watched: CountedShoe | None, tally: Tally) -> TallyRow:
        net = staked = won = put_in = 0
        for box in deal.boxes:
            paid_in = deal.staked(box.number, FIRST)
            gained = (deal.returned(box.number, FIRST) or 0) - paid_in
            if watched and box.number == COUNTER:
                won, put_in = gained, paid_in
                gained, paid_in = gained // units, paid_in // units
                tally.counts[watched.true_count, gained] += 1
            tally.hands[gained, paid_in] += 1
            net, staked = net + gained, staked + paid_in
            for place in range(len(box.hands)):
                tally.outcomes[deal.result(box, place).outcome or ""] += 1
        return TallyRow(1, len(deal.boxes), net, staked, units if watched else 0, won, put_in)


class CountedShoe:
    """A shoe as the counter sees it: the running count of open cards, and the number of unseen cards.

    A card that was burned or stayed face down is not seen.
    """

    def __init__(self, counting: CountingStrategy, shoe: Shoe) -> None:
        self.counting, self.running = counting, 0
        self._infinite, self._in_shoe, self._unseen = shoe.decks is None, len(shoe.left), shoe.dealt
        self.true_count = 0

    @property
    def unseen(self) -> int | None:
        """Number of cards not seen yet, None for infinite decks."""
        return None if self._infinite else self._in_shoe + self._unseen

    def bet(self) -> int:
        """Return the bet on the next round, in units."""
        return self.counting.bet(self.true_count)

    def leaves(self, rounds: int) -> bool:
        """Return whether the counter changes the shoe."""
        return self.counting.leaves(rounds, self.true_count)

    def insures(self, deal: Deal) -> bool:
        """Return whether the counter insures, counting the cards on the table."""
        seen = [*deal.dealer, *(card for box in deal.boxes for card in box.dealt)]
        unseen = None if self.unseen is None else self.unseen - len(seen)
        return self.counting.insures(true_count(self.running + hi_lo_count(seen), unseen))

    def count_deal(self, deal: Deal, shoe: Shoe) -> None:
        """Count the cards of a finished deal; `shoe` is what it left."""
        seen, left = deal.cards, len(shoe.left)
        if self._infinite:
            return
        if left == self._in_shoe - deal.cards_drawn:
            self.running += hi_lo_count(seen)
        else:
            # The shoe ran empty and took back all but this round's cards.
            self.running, self._unseen = hi_lo_count(seen), 0
        self._unseen += deal.cards_drawn - len(seen)
        self._in_shoe = left
        self.true_count = true_count(self.running, self.unseen)
