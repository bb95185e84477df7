"""Property test: for any round, rules and currency, a void and its undoing restore everybody's money to the unit."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from accounts.models.users import User
from accounts.roles.values import Role
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.fairness import entropy, seat_seed
from blackjack.shoe import Shoe
from casino.models import Round, Treatment, Void
from casino.play.selectors.player_money import load_player_money
from casino.play.services.betting import place_bet
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.values.boxes import BoxInput
from casino.voids.selectors.voiding import (
    preview_collecting,
    preview_releasing,
    preview_undoing,
    preview_voids,
)
from casino.voids.values import compute_void_claim, keeps_result
from journal.refusals import Refusal
from loyalty.selectors.points import Points, load_points
from tables.models import Table
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.test_voiding import REASONS
from tests.exhaustive import slow_but
from tests.wallet.rates import approved
from wallet.ledger.models import HouseAccount
from wallet.ledger.selectors.funds import balance, house_balance
from wallet.ledger.selectors.round_debts import round_debt
from wallet.ledger.services import movements
from wallet.money.values import PLAY_MONEY, Money

pytestmark = pytest.mark.database
TABLES = ("ligalo", "atlantic_city", "casino_floor", "live", "friendly")
RATES = {
    "EUR": ("1.25", "1.3"),
    "DOP": ("0.016", "0.0163"),
    "VES": ("0.0271", "0.0268"),
    "COP": ("0.00024", "0.000251"),
}
STAKES = {"USD": "10", "EUR": "10", "DOP": "1000", "VES": "400", "COP": "40000", PLAY_MONEY: "10"}
FUNDS = {
    "USD": "500",
    "EUR": "500",
    "DOP": "30000",
    "VES": "20000",
    "COP": "2000000",
    PLAY_MONEY: "500",
}
TAXED = {
    "winnings_tax": "withheld",
    "winnings_tax_percent": "20",
    "winnings_tax_above": [f"0.0001 {currency}" for currency in ("USD", *RATES)],
}
DEALS: dict[str, scenes.Wanted | None] = {
    "any": None,
    "pair": scenes.pair,
    "ace": scenes.ace_up,
}
VERBS = ("split", "double", "insure", "surrender", "hit", "stand", "decline")
_numbers = count()
_seeds = count()  # each shoe needs its own


@dataclass(frozen=True)
class Stands:
    """State of a round's player and of the house; `worth` and `points` are net of debts."""

    worth: int
    net: int
    points: int
    result: int
    suspense: int
    tax: int


@dataclass(frozen=True)
class Scene:
    """The round to play, and the voids that follow."""

    table: str
    currency: str
    boxes: int
    side_bet: bool
    deal: str  # key in `DEALS`
    verbs: tuple[str, ...]
    treatments: tuple[Treatment, ...]
    release: str
    spent: int  # per cent of the balance spent before each step
    taxed: bool  # winnings, by 20 %


def scenes_at(table: str) -> st.SearchStrategy[Scene]:
    """Return a strategy for rounds at this table and their voids."""
    return st.builds(
        Scene,
        table=st.just(table),
        currency=st.sampled_from(["USD", *RATES]),
        boxes=st.integers(1, 2),
        side_bet=st.booleans(),
        deal=st.sampled_from(sorted(DEALS)),
        verbs=st.lists(st.sampled_from(VERBS), max_size=8).map(tuple),
        treatments=st.lists(st.sampled_from(list(Treatment)), min_size=2, max_size=3).map(tuple),
        release=st.sampled_from(["", "player", "house"]),
        spent=st.sampled_from([0, 0, 50, 100]),
        taxed=st.booleans(),
    )


def currency_at(scene: Scene, table: Table) -> str:
    """Return the wanted currency if the table takes it, else the table's first."""
    return scene.currency if scene.currency in table.currencies else table.currencies[0]


def played(scene: Scene, tables: dict[str, Table]) -> Round:
    """Return a new player's finished round, with as many of the wanted bets and actions as the table allows."""
    table = tables[scene.table]
    currency = currency_at(scene, table)
    player = scenes.new_player(f"p{next(_numbers)}@example.test", funds="0")
    money = Money.parse(FUNDS[currency], currency)
    if currency == PLAY_MONEY:
        movements.grant_play_money(player.pk, money, key=uuid4(), reason="to learn")
    else:
        movements.credit_deposit(player.pk, money, key=uuid4(), provider="demo")
    participant = scenes.sit(player, table, *seeds(scene, table))
    stake, side = STAKES[currency], {"player_pair": STAKES[currency]} if scene.side_bet else {}
    wanted = {n: BoxInput(stake, side) for n in range(1, scene.boxes + 1)}
    request = replace(scenes.bet_request(participant, boxes=wanted), currency=currency)
    try:
        round_ = place_bet(player, table, request)
    except Refusal:  # the table has one box, or not this side bet
        request = replace(request, boxes=scenes.on_box(stake))
        round_ = place_bet(player, table, request)
    for verb in scene.verbs:
        if (
            round_.status == Round.Status.IN_PROGRESS
            and verb in scenes.live_deal(round_).legal_actions
        ):
            try:
                round_ = scenes.play(round_, verb)
            except Refusal:
                continue
    return scenes.play_out(round_)


def seeds(scene: Scene, table: Table) -> tuple[str, ...]:
    """Return a seed whose first round matches the wanted deal; empty if any deal will do."""
    wanted, rules = DEALS[scene.deal], table.version.rules
    if wanted is None:
        return ()
    most = min(scene.boxes, rules.seats)
    boxes = {n: seat_seed(scenes.CLIENT_SEED, scenes.SALT) for n in range(1, most + 1)}
    burn, stakes = entropy({1: boxes[1]}, None), tuple(Bet(n, 1000) for n in boxes)
    for number in _seeds:
        seed = sha256(f"void {number}".encode()).hexdigest()
        shoe = Shoe(seed, rules.finite_decks).begin(burn, 0).end(rules.burn_cards)
        if wanted(Deal.start(rules, stakes, shoe.begin(entropy(boxes, None), 1).draw)):
            return (seed,)
    raise AssertionError


def stands(round_: Round) -> Stands:
    person, currency = round_.player_id, round_.currency
    player = User.objects.get(pk=round_.player_id)
    points = load_points(person)
    debt = round_debt(person, round_.public_id, currency)
    return Stands(
        worth=(balance(person, currency) - debt).units,
        net=load_player_money(player).net(currency).units,
        points=points.balance - points.debt,
        result=house_balance(HouseAccount.GAME_RESULT, currency).units,
        suspense=house_balance(HouseAccount.SUSPENSE, currency).units,
        tax=0 if currency == PLAY_MONEY else house_balance(HouseAccount.TAX, currency).units,
    )


def spend(round_: Round, share: int) -> int:
    """Hold this share of the balance for a withdrawal; real money only. Return the units held."""
    gone = balance(round_.player_id, round_.currency).units * share // 100
    if round_.currency == PLAY_MONEY or gone <= 0:
        return 0
    movements.hold_withdrawal(round_.player_id, Money(gone, round_.currency), key=uuid4())
    return gone


def voided_and_undone(round_: Round, treatment: Treatment, scene: Scene, manager: User) -> None:
    """Void the round, follow up, and undo: each step matches its preview, and everything is restored."""
    before = stands(round_)
    gone = spend(round_, scene.spent)
    claim, told = compute_void_claim(round_, treatment), preview_voids([round_], treatment)[0]
    made = decided.void(
        round_.pk, treatment, case=uuid4(), acting_user=manager, reason=REASONS[treatment].value
    )
    assert (told.balance_after, told.owed_after) == now(round_)
    assert told.points is not None
    assert told.points.after == load_points(round_.player_id)
    assert stands(round_) == Stands(
        worth=before.worth - gone + claim.due + claim.tax,
        net=before.net + claim.due,
        points=before.points if keeps_result(treatment, claim) else 0,
        result=before.result - claim.due - claim.suspended,
        suspense=before.suspense + claim.suspended,
        tax=before.tax - claim.tax,
    )
    gone += spend(round_, scene.spent)
    follow(made, scene, manager)
    gone += spend(round_, scene.spent)
    undone = preview_undoing([made])[0]
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert (undone.balance_after, undone.owed_after) == now(round_)
    assert stands(round_) == replace(before, worth=before.worth - gone)
    if round_.currency == PLAY_MONEY:
        assert round_debt(round_.player_id, round_.public_id, PLAY_MONEY) == Money(0, PLAY_MONEY)


def follow(made: Void, scene: Scene, manager: User) -> None:
    """End a suspension as the scene says, then collect what can be collected."""
    if made.suspended and scene.release == "player":
        told = preview_releasing([made], "player")[0]
        decided.release(made.pk, "player", case=uuid4(), acting_user=manager)
        assert (told.balance_after, told.owed_after) == now(made.round)
    elif made.suspended and scene.release == "house":
        decided.release(made.pk, "house", case=uuid4(), acting_user=manager)
    told = preview_collecting([made])[0]
    if not told.refusal:
        decided.collect(made.pk, case=uuid4(), acting_user=manager)
        assert (told.balance_after, told.owed_after) == now(made.round)


def now(round_: Round) -> tuple[Money, Money]:
    """Return the player's balance and debt for the round."""
    person, currency = round_.player_id, round_.currency
    return balance(person, currency), round_debt(person, round_.public_id, currency)


@pytest.mark.parametrize("name", slow_but(TABLES, "ligalo".__eq__))
def test_a_void_and_its_undoing_bring_everybody_back_to_the_unit(
    name: str, profile: Callable[..., None]
) -> None:
    manager = staff(Role.COMPLIANCE_MANAGER)
    tables = {name: scenes.table_of(name)}
    for currency, (rate, _) in RATES.items():
        approved(currency, rate, hours=3)
    seen: set[tuple[str, str]] = set()

    @settings(max_examples=10, suppress_health_check=list(HealthCheck))
    @given(scene=scenes_at(name))
    def holds(scene: Scene) -> None:
        profile(**(TAXED if scene.taxed else {"winnings_tax": "none"}))
        round_ = played(scene, tables)
        prize = (round_.returned or 0) - round_.staked
        taxes = scene.taxed and round_.currency != PLAY_MONEY and prize > 0
        assert (round_.tax > 0) == taxes
        if round_.currency in RATES:  # a new rate must not affect a finished round
            approved(
                round_.currency, RATES[round_.currency][len(seen) % 2], hours=2.9 - len(seen) / 100
            )
        expected = 0
        if round_.currency != PLAY_MONEY:
            hands = [hand for seat in (round_.result or {})["seats"] for hand in seat["hands"]]
            units = sum(hand["stake"] + hand["added"] for hand in hands)
            expected = round(units * round_.tasa_cambio) // 100
        assert load_points(round_.player_id) == Points(expected, 0)
        for treatment in scene.treatments:
            voided_and_undone(round_, treatment, scene, manager)
        assert load_points(round_.player_id) == Points(expected, 0)
        seen.add((scene.table, round_.currency))

    holds()
    assert {table for table, _ in seen} == {name}
    assert find_broken_play_lines() == []
