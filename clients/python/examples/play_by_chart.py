"""Plays by the chart of the table's rules, then verifies the closed shoe with the `blackjack` library alone.

    PYTHONPATH=. python clients/python/examples/play_by_chart.py http://127.0.0.1:8000 ana@demo.ligalo ligalo --rounds 20

The password comes from LIGALO_PASSWORD. The library is the folder `blackjack` of the repository.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final
from uuid import UUID

from blackjack.verification import verify
from ligalo_client import Conflict, Ligalo, PrivateTable
from ligalo_client.models import Chart, Hand, ShoeChange

_TENS: Final = "TJQK"
_QUESTION: Final = "decline"
"""Offered with insurance and even money, which no chart advises, and with early surrender."""


def list_rows(hand: Hand) -> Iterator[str]:
    """Yield the rows of the chart for a hand, the more particular one first."""
    ranks = {"T" if card[0] in _TENS else card[0] for card in hand.cards}
    if len(hand.cards) == 2 and len(ranks) == 1:  # noqa: PLR2004  # a pair
        yield f"pair {ranks.pop()}"
    yield f"{'soft' if hand.soft else 'hard'} {hand.total}"


def list_advice(chart: Chart, hand: Hand, upcard: str) -> Iterator[str]:
    """Yield the actions of the chart, the best one first. A pair that cannot be split is played as its total."""
    column = chart.upcards.index("T" if upcard[0] in _TENS else upcard[0])
    for row in list_rows(hand):
        actions = chart.codes[chart.rows[row][column]]
        yield from actions
        if actions[-1] != "split":
            return


def choose_action(chart: Chart, table: PrivateTable) -> str:
    """Return the best action that is possible now."""
    felt = table.round.felt
    if felt.turn is None:
        return _QUESTION
    turn = felt.turn
    box = next(one for one in felt.boxes if one.box == turn.box)
    hand = next(one for one in box.hands if one.number == turn.hand)
    advice = list_advice(chart, hand, felt.dealer.cards[0])
    if _QUESTION in table.actions:
        return "surrender" if next(advice) == "surrender" in table.actions else _QUESTION
    return next((one for one in advice if one in table.actions), "stand")


def play_round(chart: Chart, table: PrivateTable) -> None:
    """Bet the table's minimum and play the round to its end."""
    terms = table.position.bet
    if terms is None:
        raise SystemExit(f"No bet is taken: {table.position.barred}")
    table.bet((terms.min_total or terms.limits.min_bet).amount)
    while table.is_playing:
        action = choose_action(chart, table)
        table.decide(action, table.actions[action].max_amount)


def is_shoe_right(casino: Ligalo, table: PrivateTable, shoe: UUID) -> bool:
    """Return whether a closed shoe is the one that was promised, with our salt in it."""
    transcript = casino.get_transcript(shoe).transcript.to_dict()
    wrong = [one for one in verify(transcript, table.commitments[shoe]) if not one.passed]
    seeds = [seed for one in transcript["rounds"] for seed in one.get("seat_seeds", {}).values()]
    salt = table.salts.get(shoe)  # None: an earlier program opened the shoe
    is_salted = salt is None or all(seed.endswith(f"-{salt}") for seed in seeds)
    for check in wrong:
        print(f"{check.subject}: {check.detail}")
    return not wrong and is_salted


def close_shoe(casino: Ligalo, table: PrivateTable) -> None:
    """Close the present shoe, if enough rounds of it were played; its seed is then revealed."""
    shoe = table.position.shoe.id
    try:
        casino.change_shoe(table.table, body=ShoeChange(shoe=shoe))
    except Conflict as refused:
        print(refused.detail)


def play(casino: Ligalo, slug: str, rounds: int) -> bool:
    """Play, close the shoe and verify; return whether everything was right."""
    table = casino.at(slug)
    chart = casino.get_chart(table.position.shoe.rules_hash)
    for number in range(1, rounds + 1):
        play_round(chart, table)
        print(f"{number}: {table.round.net and table.round.net.amount}")
    close_shoe(casino, table)
    closed = {one.id for one in casino.get_shoes(slug).closed} & table.commitments.keys()
    found = {shoe: is_shoe_right(casino, table, shoe) for shoe in closed}
    for shoe, right in found.items():
        print(f"shoe {shoe}: {'right' if right else 'WRONG'}")
    print(f"balance: {table.position.balance.amount} {table.position.balance.currency}")
    return all(found.values())


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 if all closed shoes are right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("email")
    parser.add_argument("table")
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args(arguments)
    with Ligalo(given.url) as casino:
        casino.sign_in(given.email, os.environ["LIGALO_PASSWORD"])
        return 0 if play(casino, given.table, given.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
