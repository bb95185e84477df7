"""Advantage of a house with allies at the table that know the server seed and spoil exchanges."""

import json
import random
from collections import Counter

import pytest
from django.db import DatabaseError, connection, transaction

from blackjack import Shoe, fairness
from blackjack.canonical import sha256_hex
from blackjack.presets import PRESETS
from casino.fairness.selectors.dealing import unseal_server_seed
from casino.fairness.selectors.exchanges import running_exchange
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.live.services.exchange import store_fresh_seal
from casino.models import Deal, Participant, Place, SeatSeal, SeedExchange
from casino.selectors.places import present_shoe
from tests.live.scenes import (
    Guest,
    a_live_table,
    closed_shoe,
    played_out,
    rings,
    seed_of,
    time_passes,
)

RULES = PRESETS["live"]
DEALS = 4000
TRIED = 12
"""Deals played through the services."""
NATURAL = 0.0475
"""Probability of a dealer's natural from eight decks."""


def entropy_of(chance: random.Random, boxes: tuple[int, ...]) -> str:
    """Return C of an exchange in which every seat has sealed a fresh seed that nobody can choose."""
    seeds = {box: fairness.seat_seed("p", f"{chance.getrandbits(128):032x}") for box in boxes}
    seals = {box: fairness.seal_seed(seed) for box, seed in seeds.items()}
    return fairness.entropy(seeds, seals=fairness.seals_hash(seals))


def is_natural(server_seed: str, entropy: str, boxes: int) -> bool:
    """Return whether the dealer's two cards are a natural."""
    draw = Shoe(server_seed, RULES.finite_decks).begin(entropy, 1).draw
    values = sorted(draw(number).value for number in (boxes, 2 * boxes + 1))
    return values == [1, 10]


def test_two_allies_get_two_tries_and_no_more() -> None:
    """An ally that does not open is out of the deal; the second aborted exchange cancels the deal."""
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
    assert aborted > DEALS  # every abort is in the transcript and counted by table


@pytest.mark.database
def test_a_house_with_two_allies_sees_two_draws_of_a_deal_and_each_abort_is_on_record() -> None:
    """The house knows the server seed and both allies' seeds.

    It therefore sees every deal before the last opening and can drop those that it does not like.
    """
    place = a_live_table(server_seed=sha256_hex("a house with allies"))
    allies = [Guest(place, "ally").sits(1), Guest(place, "other-ally").sits(2)]
    honest = Guest(place, "honest").sits(3)
    shoe = present_shoe(place)
    assert shoe is not None
    secret = unseal_server_seed(shoe, SeedPurpose.REVEAL)
    liked = []
    for _deal in range(TRIED):
        # stands for new allies in each deal
        Participant.objects.update(deals_to_miss=0, watches_until=None)
        for box, one in enumerate((*allies, honest), 1):
            one.bets({box: "10"})
        rings(place)
        liked.append(spoiled_deal(place, secret, [*allies], honest))
        played_out(place)

    exchanges = SeedExchange.objects.filter(place=place)
    tried = Counter(exchanges.values_list("nonce", flat=True))
    assert set(tried.values()) == {1, 2}
    aborted = Counter(exchanges.filter(status="aborted").values_list("nonce", flat=True))
    cancelled = Deal.objects.filter(place=place, status="cancelled")
    assert {nonce for nonce, times in aborted.items() if times == 2} == set(
        cancelled.values_list("nonce", flat=True)
    )
    assert liked.count(False) == cancelled.count() > 0
    assert True in liked
    told = json.loads(transcript_text(closed_shoe(place), honest.player.pk))
    listed = {deal["nonce"]: len(deal.get("aborted", [])) for deal in told["rounds"]}
    assert {nonce: times for nonce, times in listed.items() if times} == dict(aborted)


def spoiled_deal(place: Place, secret: str, allies: list[Guest], honest: Guest) -> bool:
    """Play one deal for such a house; return whether it got a deal that it likes.

    The first of the allies opens last, and only a deal that the house likes.
    """
    last, *others = allies
    for one in (honest, *others):
        one.opens()
    if is_liked(place, secret, [*allies, honest]):
        last.opens()
        return True
    assert time_passes(place)
    if not others:
        return False
    for one in (honest, *others):
        seal_anew(one)
    return spoiled_deal(place, secret, others, honest)


def seal_anew(guest: Guest) -> None:
    guest.made += 1
    guest.seed = seed_of(guest.name, guest.made)
    store_fresh_seal(guest.player, guest.place, fairness.seal_seed(guest.seed))


def is_liked(place: Place, secret: str, seated: list[Guest]) -> bool:
    """Return a property that half of all deals have: the parity of a hash of server seed and entropy."""
    exchange = running_exchange(place)
    assert exchange is not None
    boxes = dict(exchange.seals.values_list("wager__participant__player", "box"))
    seeds = {boxes[one.player.pk]: one.seed for one in seated}
    entropy = fairness.entropy(seeds, seals=exchange.seals_hash)
    return int(sha256_hex(secret + entropy), 16) % 2 == 1


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
