"""Points redeemed for money: exact worth, once, from the points there are; refusals change nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from accounts.models.users import State, User
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import NotAllowed, SentBefore
from loyalty import refusals as errors
from loyalty.models.points import PointsEntry
from loyalty.models.redemption import Redemption
from loyalty.selectors.points import Points, load_points
from loyalty.selectors.redemption import price_offer, redeemable_currencies
from loyalty.services import points as point_services
from loyalty.services.redeeming import redeem_points
from loyalty.services.tier_refresh import refresh_tiers
from loyalty.values.new_tier import NewTier
from loyalty.values.worth import PointsWorth, calculate_worth
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import staff
from tests.loyalty.test_points import earned, kinds
from tests.loyalty.test_tiers import in_force
from tests.wallet.ledger import ask, call, funded, refused_by_sql, rows, usd
from tests.wallet.rates import approved
from wallet.ledger import refusals as wallet
from wallet.ledger.models import Entry as Leg, Transfer
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services import movements as ledger
from wallet.money.values import Money
from wallet.rates import refusals

pytestmark = pytest.mark.database


def someone(points: str = "500", name: str = "ana") -> User:
    """Return a verified player with 100.00 USD and this many points."""
    person = User.objects.get(pk=funded(name))
    earned(person.pk, points)
    return person


@contextmanager
def refused(error: type[Exception]) -> Iterator[None]:
    """Assert that the block raises `error` and changes no row of money or points."""
    before = rows()
    with pytest.raises(error), transaction.atomic():
        yield
    assert rows() == before


def test_points_are_paid_at_the_tiers_rate_and_gone() -> None:
    ana = someone()
    made = redeem_points(ana, 300, "USD", key=uuid4())
    assert balance(ana.pk) == usd("103.00")
    assert load_points(ana.pk) == Points(20_000, 0)
    assert kinds(ana.pk) == [("earned", 50_000), ("redeemed", -30_000)]
    assert (made.points, made.amount, made.redemption) == (300, 30_000, 100)
    assert made.rate == Decimal(1)
    legs = Leg.objects.filter(transfer=made.transfer).order_by("amount")
    assert [(leg.account.house_code, leg.amount) for leg in legs.select_related("account")] == [
        ("loyalty", -30_000),
        (None, 30_000),
    ]
    event = Event.objects.get(kind="points_redeemed")
    assert (event.actor_id, event.subject) == (ana.pk, f"player {ana.pk}")
    assert event.data["points"] == 300
    assert event.data["amount"] == "3.00 USD"


def test_the_tier_that_counts_is_the_players() -> None:
    in_force([NewTier("One", 0, 100, 100), NewTier("Two", 50_000, 200, 150)])
    ana = someone()
    refresh_tiers()
    redeem_points(ana, 200, "USD", key=uuid4())
    assert balance(ana.pk) == usd("103.00")


def test_a_held_currency_is_paid_at_its_rate_and_what_is_left_over_stays_points() -> None:
    in_force([NewTier("One", 0, 100, 33)])
    approved("EUR", "1.13")
    ana = someone()
    ledger.credit_deposit(ana.pk, Money.parse("1", "EUR"), key=uuid4(), provider="demo")
    # 101 points at 0.0033 USD are 0.3333 USD or 0.29495… EUR; 0.29 EUR costs 100 points
    found = price_offer(ana, 101, "EUR")
    assert (found.points, found.money) == (100, Money.parse("0.29", "EUR"))
    redeem_points(ana, 101, "EUR", key=uuid4())
    assert balance(ana.pk, "EUR") == Money.parse("1.29", "EUR")
    assert load_points(ana.pk) == Points(40_000, 0)


@pytest.mark.parametrize(
    ("asked", "redemption", "currency", "rate", "found"),
    [
        (100, 100, "USD", "1", PointsWorth(100, usd("1.00"))),
        (3, 50, "USD", "1", PointsWorth(2, usd("0.01"))),
        (1, 50, "USD", "1", PointsWorth(0, usd("0"))),
        (100, 0, "USD", "1", PointsWorth(0, usd("0"))),
        (100, 125, "COP", "0.00025", PointsWorth(100, Money.parse("5000", "COP"))),
        (7, 100, "VES", "0.0271", PointsWorth(7, Money.parse("2.58", "VES"))),
    ],
)
def test_worth_is_rounded_down_to_the_coin_for_as_few_points_as_are_worth_it(
    asked: int, redemption: int, currency: str, rate: str, found: PointsWorth
) -> None:
    assert calculate_worth(asked, redemption, currency, Decimal(rate)) == found


def test_the_same_form_redeems_once_and_other_content_under_its_key_is_refused() -> None:
    ana, key = someone(), uuid4()
    first = redeem_points(ana, 300, "USD", key=key)
    assert redeem_points(ana, 300, "USD", key=key) == first
    for asked, currency in ((200, "USD"), (300, "EUR")):
        with refused(SentBefore):
            redeem_points(ana, asked, currency, key=key)
    assert Redemption.objects.count() == 1
    ben = someone(name="ben")
    assert redeem_points(ben, 300, "USD", key=key).player_id == ben.pk  # keys are per player


@pytest.mark.parametrize(
    ("asked", "currency", "error"),
    [
        (501, "USD", errors.TooFewPoints),
        (99, "USD", errors.BelowLeastPoints),
        (0, "USD", errors.BelowLeastPoints),
        (-100, "USD", errors.BelowLeastPoints),
        (200, "EUR", errors.CurrencyNotHeld),
        (200, "PLY", errors.CurrencyNotHeld),
        (200, "XXX", errors.CurrencyNotHeld),
    ],
)
def test_more_points_than_the_balance_are_not_redeemed(
    asked: int, currency: str, error: type[Exception]
) -> None:
    ana = someone()
    ledger.grant_play_money(ana.pk, Money.parse("5", "PLY"), key=uuid4(), reason="tests")
    assert redeemable_currencies(ana.pk) == ["USD"]
    with refused(error):
        redeem_points(ana, asked, currency, key=uuid4())


def test_a_currency_without_a_usable_rate_is_not_paid() -> None:
    ana = someone()
    ledger.credit_deposit(ana.pk, Money.parse("1", "EUR"), key=uuid4(), provider="demo")
    with refused(refusals.NoRate):
        redeem_points(ana, 200, "EUR", key=uuid4())


def test_points_worth_less_than_a_coin_are_kept() -> None:
    in_force([NewTier("One", 0, 100, 0)])
    ana = someone()
    with refused(errors.WorthNothing):
        redeem_points(ana, 200, "USD", key=uuid4())


def test_the_least_that_is_redeemed_is_that_of_the_tiers_in_force() -> None:
    in_force(redeem_from=250)
    ana = someone()
    with refused(errors.BelowLeastPoints):
        redeem_points(ana, 249, "USD", key=uuid4())
    redeem_points(ana, 250, "USD", key=uuid4())


@pytest.mark.parametrize(
    "state",
    [state for state in State if state != State.ACTIVE],
)
def test_redeeming_needs_eligibility_for_real_money(state: State) -> None:
    ana = someone()
    User.objects.filter(pk=ana.pk).update(state=state)
    with refused(NotAllowed):
        redeem_points(ana, 200, "USD", key=uuid4())


@pytest.mark.parametrize("who", [ana_confirmed, lambda: staff(Role.OPERATOR)])
def test_neither_the_unverified_nor_staff_redeem(who: Callable[[], User]) -> None:
    person = who()
    earned(person.pk, "500")
    with refused(NotAllowed):
        redeem_points(person, 200, "USD", key=uuid4())


def test_points_that_are_owed_are_repaid_before_any_are_redeemed() -> None:
    ana = someone()
    spent_round = PointsEntry.objects.get(player=ana.pk).round_id
    assert spent_round is not None
    redeem_points(ana, 400, "USD", key=uuid4())
    assert point_services.reverse_points(
        ana.pk, spent_round, uuid4()
    ) == point_services.PointsChange(-50_000, 40_000)
    assert load_points(ana.pk) == Points(0, 40_000)
    with refused(errors.PointsDebtFirst):
        redeem_points(ana, 200, "USD", key=uuid4())
    earned(ana.pk, "650")
    assert load_points(ana.pk) == Points(25_000, 0)
    redeem_points(ana, 250, "USD", key=uuid4())
    assert balance(ana.pk) == usd("106.50")


def test_later_points_repay_first_what_is_owed_and_an_undoing_leaves_nothing_owed() -> None:
    ana = someone("1000")
    first = PointsEntry.objects.get(player=ana.pk).round_id
    assert first is not None
    redeem_points(ana, 700, "USD", key=uuid4())
    assert point_services.reverse_points(ana.pk, first, uuid4()) == point_services.PointsChange(
        -100_000, 70_000
    )
    assert load_points(ana.pk) == Points(0, 70_000)
    earned(ana.pk, "300")
    assert load_points(ana.pk) == Points(0, 40_000)
    assert point_services.restore_points(ana.pk, first, uuid4()) == point_services.PointsChange(
        100_000, -40_000
    )
    assert load_points(ana.pk) == Points(60_000, 0)
    assert kinds(ana.pk) == [
        ("earned", 100_000),
        ("redeemed", -70_000),
        ("debt", 70_000),
        ("reversed", -100_000),
        ("earned", 30_000),
        ("repaid", -30_000),
        ("restored", 100_000),
        ("repaid", -40_000),
    ]


def test_a_redemption_pays_the_offer_or_nothing() -> None:
    ana = someone()
    with refused(errors.WorthChanged):
        redeem_points(ana, 200, "USD", key=uuid4(), shown=usd("2.01"))
    redeem_points(ana, 200, "USD", key=uuid4(), shown=usd("2.00"))


def asked_of_sql(person: int, asked: int, units: int, *, kind: str = "redeem") -> None:
    """Call the database function directly, without the service."""

    answer = call(kind, person, units)
    ask(
        "SELECT loyalty_redeem_points(%(key)s, %(person)s, %(asked)s, %(transfer)s, NULL)",
        {"key": uuid4(), "person": person, "asked": asked, "transfer": answer["transfer"]},
    )


@pytest.mark.parametrize(
    ("asked", "units", "kind", "state"),
    [
        (200, 20_001, "redeem", "LP001"),
        (200, 19_900, "redeem", "LP001"),
        (200, 20_000, "bonus", "23000"),
        (501, 50_100, "redeem", "LP002"),
        (99, 9_900, "redeem", "LP002"),
    ],
)
def test_the_database_recomputes_the_worth(asked: int, units: int, kind: str, state: str) -> None:

    ana = someone()
    with refused_by_sql(state):
        asked_of_sql(ana.pk, asked, units, kind=kind)


def test_a_redemption_is_not_reversed() -> None:
    ana = someone()
    made = redeem_points(ana, 200, "USD", key=uuid4())
    with refused(wallet.NotReversible):
        ledger.reverse_transfer(made.transfer_id, key=uuid4(), reason="wrong")


def test_a_transfer_pays_for_points_once() -> None:
    ana = someone()
    made = redeem_points(ana, 200, "USD", key=uuid4())
    assert isinstance(made.key, UUID)
    assert Transfer.objects.filter(kind="redeem").count() == 1
    assert timedelta(0) == made.at - made.transfer.created_at
