"""Players at tables, with shoes whose cards are known."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from uuid import uuid4

from django.db import transaction
from django.test import Client

import blackjack
from accounts.models.users import User
from accounts.sign_up.services.demo import register_demo_player
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.fairness import entropy, seat_seed
from blackjack.presets import PRESETS, rules_from
from blackjack.rules import FIELDS, Rules
from casino.fairness.selectors.dealing import load_record, replay_deal, unseal_server_seed
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.fairness.services.shoes import announce_shoe, change_shoe
from casino.models import Decision, LogLine, Participant, Place, Round, Shoe
from casino.play.services.betting import BetRequest, place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.selectors.places import present_shoe
from casino.values.boxes import BoxInput
from tables.models import Table
from tables.selectors.house_tables import HOUSE_TABLES
from tests.fixtures.reading import Reader
from tests.tables.house import an_open_table
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

PASSWORD = "a-long-password-of-ana"
CLIENT_SEED = "ana"
SALT = "00112233445566778899aabbccddeeff"
Wanted = Callable[[Deal], bool]


def ligalo() -> Table:
    return an_open_table()


def new_player(email: str = "ana@example.test", funds: str = "1000") -> User:
    """Return a verified player with a balance in USD."""
    player = register_demo_player(email, PASSWORD, "Ana Rosario")
    if Money.parse(funds, "USD").units:
        credit_deposit(player.pk, Money.parse(funds, "USD"), key=uuid4(), provider="demo")
    return player


def table_of(preset: str, **changes: object) -> Table:
    """Return the house's table of a preset with changed rules or limits; `slug` opens another one."""
    slug = str(changes.pop("slug", ""))
    house = HOUSE_TABLES[preset.replace("_", "-")]
    rules = {name: value for name, value in changes.items() if name in FIELDS}
    limits = {name: value for name, value in changes.items() if name not in FIELDS}
    return an_open_table(
        replace(
            house,
            rules=rules_from({"preset": preset, **rules}),
            values={**house.values, **limits},
        ),
        slug,
    )


@cache
def seed_for(
    wanted: Wanted,
    rules: Rules = PRESETS["ligalo"],
    stakes: tuple[Bet, ...] = (Bet(1, 1000),),
    cut: int | None = None,
) -> str:
    """Return the first server seed whose first round, as dealt, matches `wanted`."""
    seeds = {stake.box: seat_seed(CLIENT_SEED, SALT) for stake in stakes}
    burn = entropy({min(seeds): seeds[min(seeds)]}, cut)
    for number in count():
        seed = hashlib.sha256(f"scene {number}".encode()).hexdigest()
        shoe = blackjack.Shoe(seed, rules.finite_decks).begin(burn, 0).end(rules.burn_cards)
        if wanted(Deal.start(rules, stakes, shoe.begin(entropy(seeds, cut), 1).draw)):
            return seed
    raise AssertionError


def sit(player: User, table: Table, *seeds: str) -> Participant:
    """Seat the player and announce two shoes: these seeds first, then random ones."""
    place = Place.objects.create(player=player, table=table)
    participant = Participant.objects.create(place=place, player=player, client_seed=CLIENT_SEED)
    with transaction.atomic():
        for seed in (*seeds, None, None)[:2]:
            announce_shoe(place, seed)
    return participant


def bet_request(
    participant: Participant, stake: str = "10", boxes: dict[int, BoxInput] | None = None
) -> BetRequest:
    """Return what the bet form would send now: one stake, or the input for several boxes."""
    shoe = present_shoe(participant.place)
    assert shoe is not None
    salt = "" if shoe.salt else SALT
    return BetRequest(shoe.public_id, shoe.rounds_dealt + 1, boxes or on_box(stake), salt)


def on_box(stake: str, side_bets: dict[str, str] | None = None) -> dict[int, BoxInput]:
    """Return the input for a bet on the first box."""
    return {1: BoxInput(stake, side_bets or {})}


def deal(wanted: Wanted, stake: str = "10", funds: str = "1000") -> Round:
    """Return a new player's first round, dealt to match `wanted`."""
    player, table = new_player(funds=funds), ligalo()
    participant = sit(player, table, seed_for(wanted))
    return place_bet(player, table, bet_request(participant, stake))


def play(round_: Round, *actions: str) -> Round:
    """Return the round after these decisions."""
    for action in actions:
        step = round_.decisions.count()
        round_ = make_decision(round_.player, DecisionRequest(round_.public_id, step, action))
    return round_


def signed_in(player: User) -> Client:
    client = Reader()
    client.force_login(player)
    return client


# predicates for a first deal


def ordinary(deal: Deal) -> bool:
    """True if hit, stand, double and surrender are offered, and nothing else."""
    return deal.legal_actions == ("hit", "stand", "double", "surrender")


def pair(deal: Deal) -> bool:
    """True if a split is offered: a pair, and no insurance to decide first."""
    return "split" in deal.legal_actions


def ace_up(deal: Deal) -> bool:
    """True if insurance is offered."""
    return "insure" in deal.legal_actions


def natural(deal: Deal) -> bool:
    """True if the deal ends the round with a win: a blackjack paid at once."""
    return deal.complete and (deal.returned(1) or 0) > deal.staked(1)


def everything(player: User) -> tuple[object, ...]:
    """Return everything that a refusal must leave unchanged."""
    shoes = Shoe.objects.filter(place__player=player).order_by("id")
    rounds = Round.objects.filter(player=player).order_by("id")
    return (
        balance(player.pk, "USD").units,
        Transfer.objects.count(),
        LogLine.objects.count(),
        list(shoes.values("status", "salt", "rounds_dealt", "cards_out", "server_seed")),
        list(rounds.values()),
        Decision.objects.filter(round__player=player).count(),
        list(Participant.objects.filter(player=player).values("client_seed", "last_bets")),
    )


def play_out(round_: Round) -> Round:
    """Play the round to its end without new money: decline insurance, stand on every hand."""
    while round_.status == Round.Status.IN_PROGRESS:
        declines = "decline" in live_deal(round_).legal_actions
        round_ = play(round_, "decline" if declines else "stand")
    return round_


def live_deal(round_: Round) -> Deal:
    """Return the running round, replayed to its current state."""
    return replay_deal(round_, load_record(round_))[-1]


def finished_shoe(rounds: int = 2) -> Shoe:
    """Return a closed shoe: its player changed it after this many rounds."""
    player, table = new_player(), ligalo()
    Table.objects.update(rounds_before_shoe_change=rounds)
    table.refresh_from_db()
    participant = sit(player, table, seed_for(ordinary), "7" * 64)
    for _ in range(rounds):
        play_out(place_bet(player, table, bet_request(participant)))
    shoe = present_shoe(participant.place)
    assert shoe is not None
    return change_shoe(player, table, shoe.public_id)


def secret_of(shoe: Shoe) -> str:
    return unseal_server_seed(shoe, SeedPurpose.REVEAL)
