"""Players at a live table, for tests."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from types import MappingProxyType
from uuid import uuid4

from django.db import transaction

import blackjack
from accounts.models.users import User
from blackjack import fairness
from blackjack.choices import Choices
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino import models
from casino.fairness.selectors.exchanges import running_exchange
from casino.fairness.services.seeds import cut_from_form
from casino.fairness.services.shoes import announce_ahead, announce_shoe, close_shoe
from casino.live.selectors.running import LiveDeal, load_live_deal
from casino.live.selectors.time import database_now
from casino.live.services.betting import place_wager
from casino.live.services.exchange import open_seal
from casino.live.services.moving import move_table
from casino.live.services.participants import join_table
from casino.live.services.seats import take_seat
from casino.live.services.tables import open_live_place
from casino.live.services.turns import decide_turn
from casino.live.services.wager_acceptance import WagerRequest
from casino.models import Clock, Participant, Place, Round, Shoe, Wager
from casino.play.services.decisions import DecisionRequest
from casino.selectors.places import present_shoe
from casino.services.locks import lock_clock
from casino.values.boxes import BoxInput
from tables.models import Table
from tests.casino import scenes
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

AGO = timedelta(seconds=10)
"""Longer than any grace period."""


def a_live_table(preset: str = "live", server_seed: str = "", **changes: object) -> Place:
    """Return the place of a new live table with this preset; `server_seed` is its first shoe's."""
    table = scenes.table_of(preset, **changes)
    Table.objects.filter(pk=table.pk).update(kind=Table.Kind.LIVE)
    table.refresh_from_db()
    if server_seed:
        with transaction.atomic():
            announce_shoe(Place.objects.create(player=None, table=table), server_seed)
    place = open_live_place(table)
    announce_ahead(place)
    return place


def a_table_that_deals(
    wanted: scenes.Wanted,
    boxes: Mapping[str, int],
    preset: str = "live",
    known: Mapping[str, User] = MappingProxyType({}),
    **changes: object,
) -> tuple[Place, list["Guest"]]:
    """Return a live table and a seated guest for each name; the first deal to all of them is as `wanted`.

    Guests in `known` keep their accounts; the others are new players.
    """
    rules = PRESETS[preset]
    seeds = {box: seed_of(name, 1) for name, box in boxes.items()}
    seals = {box: fairness.seal_seed(seed) for box, seed in seeds.items()}
    cut = cut_from_form(rules, None)
    mixed = fairness.entropy(seeds, cut, seals=fairness.seals_hash(seals))
    bets = [blackjack.Bet(box, 100_000) for box in sorted(seeds)]
    for number in count():
        server_seed = hashlib.sha256(f"live {number}".encode()).hexdigest()
        shoe = blackjack.Shoe(server_seed, rules.finite_decks)
        if rules.burn_cards:
            shoe = shoe.begin(mixed, 0).end(rules.burn_cards)
        if wanted(Deal.start(rules, bets, shoe.begin(mixed, 1).draw)):
            break
    place = a_live_table(preset, server_seed, **changes)
    return place, [
        Guest(place, name, known=known.get(name)).sits(box) for name, box in boxes.items()
    ]


def is_asked(deal: Deal) -> bool:
    """Return whether the deal goes on after its first cards."""
    return not deal.complete


def salt_of(name: str, n: int) -> str:
    """Return the salt that a guest adds to the client seed for bet number `n`."""
    return hashlib.sha256(f"{name} {n}".encode()).hexdigest()[:32]


def seed_of(name: str, n: int) -> str:
    """Return the seat seed that a guest makes for bet number `n`."""
    return fairness.seat_seed(name, salt_of(name, n))


@dataclass
class Guest:
    """A player at a live table, with the seat seed of the latest bet."""

    place: Place
    name: str
    funds: str = "1000"
    known: User | None = None
    player: User = field(init=False)
    seed: str = field(init=False, default="")
    made: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.player = self.known or scenes.new_player(f"{self.name}@example.test", self.funds)
        participant = join_table(self.player, self.place, database_now())
        participant.client_seed = self.name
        participant.save(update_fields=["client_seed"])

    @property
    def participant(self) -> Participant:
        return Participant.objects.get(place=self.place, player=self.player)

    def sits(self, *boxes: int) -> "Guest":
        """Take these boxes; return the guest."""
        for box in boxes:
            take_seat(self.player, self.place, box)
        return self

    def request(
        self, boxes: Mapping[int, str], behind: Mapping[int, Choices] | None = None
    ) -> WagerRequest:
        """Return the request of a sealed bet on these boxes, with a new seat seed."""
        shoe = present_shoe(self.place)
        assert shoe is not None
        attempt = Wager.objects.filter(
            participant__player=self.player, shoe=shoe, nonce=shoe.rounds_dealt + 1
        ).count()
        self.made += 1
        self.seed = seed_of(self.name, self.made)
        return WagerRequest(
            shoe=shoe.public_id,
            commitment=shoe.commitment,
            nonce=shoe.rounds_dealt + 1,
            attempt=attempt + 1,
            boxes={box: BoxInput(stake) for box, stake in boxes.items()},
            behind=behind or {},
            seal=fairness.seal_seed(self.seed),
        )

    def bets(self, boxes: Mapping[int, str], behind: Mapping[int, Choices] | None = None) -> Wager:
        """Place a sealed bet for the next deal."""
        return place_wager(self.player, self.place, self.request(boxes, behind))

    def opens(self) -> None:
        """Open the seal in the running exchange."""
        exchange = running_exchange(self.place)
        assert exchange is not None
        open_seal(self.player, self.place, exchange.seals_hash, self.seed)

    @property
    def round(self) -> Round:
        """The player's newest round."""
        return Round.objects.filter(player=self.player, place=self.place).latest("pk")

    def decides(self, action: str) -> Round:
        """Decide at the present step."""
        step = self.round.deal.decisions.count()
        return decide_turn(self.player, DecisionRequest(self.round.public_id, step, action))


def rings(place: Place) -> None:
    """End the betting time, unless it has ended because everybody was ready."""
    if clock_of(place).phase == Clock.Phase.BETTING:
        assert time_passes(place)


def time_passes(place: Place) -> bool:
    """Move the table after its deadline and the grace period for decisions; return whether it moved."""
    now = database_now()
    Clock.objects.filter(place=place).update(deadline=now - AGO)
    return move_table(place.pk, now)


def end_phase(place: Place) -> None:
    """Let the present phase's time run out; a dealer moves the table."""
    Clock.objects.filter(place=place).update(deadline=database_now() - AGO)


def closed_shoe(place: Place) -> Shoe:
    """Close the place's shoe between two deals, and return it."""
    with transaction.atomic():
        clock = lock_clock(place.pk)
        shoe = Shoe.objects.select_related("version").get(place=place, status="dealing")
        shoe.place = clock.place
        close_shoe(shoe, Shoe.CloseReason.AGE)
    return shoe


def clock_of(place: Place) -> Clock:
    return Clock.objects.get(place=place)


def running(place: Place) -> LiveDeal:
    return load_live_deal(lock_clock(place.pk))


def dealt_to(*guests: Guest) -> models.Deal:
    """Deal to these guests, each betting 10 on each of their seats."""
    place = guests[0].place
    for guest in guests:
        boxes = guest.participant.seats.values_list("box", flat=True)
        guest.bets(dict.fromkeys(boxes, "10"))
    rings(place)
    for guest in guests:
        guest.opens()
    return models.Deal.objects.filter(place=place).latest("pk")


def played_out(place: Place) -> None:
    """Play the deal to its end with the house's decisions only."""
    while clock_of(place).phase in {Clock.Phase.ANSWERS, Clock.Phase.TURNS}:
        assert time_passes(place)


def funded(player: User, amount: str, currency: str) -> None:
    credit_deposit(player.pk, Money.parse(amount, currency), key=uuid4(), provider="demo")
