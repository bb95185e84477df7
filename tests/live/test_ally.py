"""What the house could gain with an ally at the table, who knows the server seed and may spoil an exchange."""

import random

import pytest
from django.db import DatabaseError, connection, transaction

from blackjack import Shoe, fairness
from blackjack.canonical import sha256_hex
from blackjack.presets import PRESETS
from casino.fairness.selectors.exchanges import running_exchange
from casino.models import SeatSeal
from tests.live.scenes import Guest, a_live_table, rings

RULES = PRESETS["live"]
DEALS = 4000
NATURAL = 0.0475
"""The chance of a dealer's natural from eight decks."""


def entropy_of(chance: random.Random, boxes: tuple[int, ...]) -> str:
    """C of an exchange in which every seat has sealed a fresh seed: nobody can choose it any more."""
    seeds = {box: fairness.seat_seed("p", f"{chance.getrandbits(128):032x}") for box in boxes}
    seals = {box: fairness.seal_seed(seed) for box, seed in seeds.items()}
    return fairness.entropy(seeds, seals=fairness.seals_hash(seals))


def is_natural(server_seed: str, entropy: str, boxes: int) -> bool:
    """Whether the dealer's two cards make a natural."""
    draw = Shoe(server_seed, RULES.finite_decks).begin(entropy, 1).draw
    values = sorted(draw(number).value for number in (boxes, 2 * boxes + 1))
    return values == [1, 10]


def test_two_allies_get_two_tries_and_no_more() -> None:
    """Each ally may refuse to open once; then it is out of the deal, and the second abort cancels it."""
    chance = random.Random("allies")  # noqa: S311 - an example, not a secret
    got = aborted = 0
    for number in range(DEALS):
        seed = sha256_hex(f"shoe {number}")
        for seats in ((1, 2, 3), (1, 3)):
            if is_natural(seed, entropy_of(chance, seats), len(seats)):
                got += 1
                break
            aborted += 1

    tries = 1 - (1 - NATURAL) ** 2
    spread = (tries * (1 - tries) / DEALS) ** 0.5
    assert abs(got / DEALS - tries) < 4 * spread
    assert aborted > DEALS  # all of them in the transcript, and counted by table


@pytest.mark.database
def test_no_seal_is_added_to_a_list_that_was_shown() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    rings(place)
    exchange = running_exchange(place)
    assert exchange is not None

    late = SeatSeal(
        exchange=exchange, wager=exchange.seals.all()[0].wager, box=7, seal=sha256_hex("late")
    )
    with pytest.raises(DatabaseError, match="its hash is of another list"):
        committed(late)


def committed(row: SeatSeal) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        row.save()
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.database
def test_a_list_that_was_shown_is_not_changed() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    rings(place)
    exchange = running_exchange(place)
    assert exchange is not None

    exchange.seals_hash = sha256_hex("another list")
    with pytest.raises(DatabaseError, match="its list is fixed"), transaction.atomic():
        exchange.save(update_fields=["seals_hash"])
