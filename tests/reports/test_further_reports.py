"""Reports 13 to 17 and the games of report 2, each compared with its raw rows; empty ones say so."""

import io
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db.models import Sum
from django.urls import reverse
from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.restrictions.services.restrictions import (
    RestrictionRequest,
    decide_lifting,
    impose_restriction,
    propose_lifting,
)
from accounts.roles.values import Role
from cases.models import Case, CaseOutcome, CaseTopic
from cases.services import work
from casino.fairness.services.shoes import change_shoe
from casino.models import Round, Shoe
from casino.selectors.places import present_shoe
from journal.models import Event, EventKind
from limits.models import Limit
from limits.services.players import LimitRequest, set_house_limit
from limits.values import LimitKind, LimitPeriod
from reports.catalogue.report_sheets import build_archived_sheet
from reports.catalogue.reports import BY_NAME
from reports.figures import (
    account_days,
    exclusions,
    large_cash,
    performance,
    shoes,
    suspicious,
)
from reports.files import Format, write_sheet
from reports.values.filters import Filters
from reports.values.period import DAY, Period
from tables.models import Table
from tests.accounts.staff import inside, staff
from tests.cases.flagged import officer
from tests.cases.test_holds import held
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.reports.days import REAL, played, today, usd, week
from tests.wallet.rates import approved
from tests.wallet.test_desk_list import recorded
from wallet.cash.services.large_cash import record_large_cash
from wallet.ledger.models import Entry
from wallet.ledger.services.movements import credit_deposit, grant_bonus
from wallet.money.values import Money

pytestmark = pytest.mark.database


def real(player: User) -> User:
    User.objects.filter(pk=player.pk).update(is_test_account=False)
    return player


def csv_of(name: str) -> str:
    file = io.BytesIO()
    write_sheet(build_archived_sheet(BY_NAME[name], today()), file, Format.DATA)
    return file.getvalue().decode()


NAMES = ("exclusions", "large-cash", "shoes", "account-days", "suspicious")


@pytest.mark.parametrize("name", NAMES)
def test_a_report_without_rows_says_so(name: str) -> None:
    assert "No activity" in csv_of(name)


def test_restrictions_limits_and_liftings_are_listed() -> None:
    ana, analyst = real(scenes.new_player()), staff(Role.COMPLIANCE_ANALYST)
    measure = RestrictionRequest(Restriction.Kind.SUSPENDED, "three stolen cards")
    impose_restriction(ana.pk, measure, key=uuid4(), acting_user=analyst)
    row = Restriction.objects.get()
    lifting = propose_lifting(
        row.pk, acting_user=staff(Role.COMPLIANCE_ANALYST, "bea"), reason="sorry"
    )
    decide_lifting(
        lifting.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="seen"
    )
    wanted = LimitRequest(LimitKind.WAGER, LimitPeriod.DAY, 500_000)
    set_house_limit(ana.pk, wanted, reason="at risk", key=uuid4(), acting_user=analyst)

    found = exclusions.load_figures(week(), REAL)

    assert list(found.imposed) == list(Restriction.objects.all())
    assert [one.proposal.restriction for one in found.lifted] == [row]
    assert list(found.limits) == list(Limit.objects.all())
    assert not found.expired.exists()
    assert exclusions.load_figures(week(), Filters(test=True)).imposed.count() == 0
    assert exclusions.load_figures(Period.day(today() - DAY), REAL).imposed.count() == 0
    written = csv_of("exclusions")
    assert ana.email in written
    assert "suspended" in written
    assert analyst.full_name in written


def test_large_cash_is_listed_singly_and_in_sum_and_told_once(
    profile: Callable[..., None],
) -> None:
    profile(large_deposit_usd=100, large_deposits_day_usd=100)
    large = recorded("100.00")
    for amount in ("60.00", "60.00"):
        recorded(amount, name="luis")
    recorded("99.99", name="eva")
    User.objects.update(is_test_account=False)

    found = large_cash.load_figures(week(), REAL)

    assert [(one.number, one.usd) for one in found.single] == [(large.number, usd("100.00"))]
    assert {(one.email, one.movements, one.usd) for one in found.days} == {
        (large.player.email, 1, usd("100.00")),
        (User.objects.get(email__startswith="luis").email, 2, usd("120.00")),
    }
    assert record_large_cash(timezone.now()) == 3
    assert record_large_cash(timezone.now()) == 0
    (event,) = Event.objects.filter(kind=EventKind.LARGE_DEPOSIT)
    assert event.subject == f"deposit {large.reference}"
    assert Event.objects.filter(kind=EventKind.LARGE_DEPOSITS_OF_A_DAY).count() == 2


def test_movements_from_the_reporting_threshold_on_are_listed_and_told_once(
    profile: Callable[..., None],
) -> None:
    approved("EUR", "1.25", hours=2)
    large = recorded("100.00")
    User.objects.filter(pk=large.player_id).update(is_test_account=False)
    for stated, is_reported in (
        (["100 USD"], True),
        (["100.01 USD"], False),
        (["80 EUR"], True),
        (["80.01 EUR"], False),
        (["1 ANG"], False),  # without a rate
        (["1 ANG", "50 USD"], True),
    ):
        profile(reporting_threshold=stated)
        found = large_cash.load_figures(week(), REAL).reported
        assert [one.number for one in found] == [large.number] * is_reported, stated
    profile(large.player.country, reporting_threshold=["20 USD"])
    assert record_large_cash(timezone.now()) == 1
    assert record_large_cash(timezone.now()) == 0
    told = Event.objects.get(kind=EventKind.REPORTABLE_CASH)
    assert told.subject == f"deposit {large.reference}"
    assert told.data == {"player": large.player_id, "amount": "100.00 USD", "usd": "100.00"}


def test_a_shoe_has_the_sums_of_its_rounds() -> None:
    played("ana@example.test")
    player = User.objects.get(email="ana@example.test")
    place = player.participations.get().place
    present = present_shoe(place)
    assert present is not None
    Table.objects.update(rounds_before_shoe_change=1)
    change_shoe(player, scenes.ligalo(), present.public_id)

    (line,) = shoes.load_shoes(week(), REAL)

    rounds = Round.objects.filter(deal__shoe=present)
    sums = rounds.aggregate(staked=Sum("staked_usd"), returned=Sum("returned_usd"))
    assert (line.staked.units, line.returned.units) == (sums["staked"], sums["returned"])
    assert (line.public_id, line.deals, line.rounds) == (present.public_id, 1, rounds.count())
    assert line.close_reason == Shoe.CloseReason.PLAYER
    assert line.is_verified
    assert list(shoes.iterate_shoes(week(), REAL)) == [line]
    assert shoes.count_shoes(week(), REAL) == 1
    assert shoes.count_shoes(week(), Filters(test=True)) == 0
    assert str(present.public_id) in csv_of("shoes")


def test_an_account_day_goes_from_opening_to_closing_by_its_movements() -> None:
    played("ana@example.test")
    ana = User.objects.get(email="ana@example.test")
    grant_bonus(ana.pk, usd("5"), key=uuid4(), reason="tests")
    credit_deposit(ana.pk, Money.parse("20", "EUR"), key=uuid4(), provider="demo")

    found = account_days.load_figures(week(), REAL)

    assert (found.count, found.players) == (2, 1)
    lines = {one.opening.currency: one for one in found.lines}
    line = lines["USD"]
    entries = Entry.objects.filter(account__player=ana, currency="USD")
    assert line.opening == usd("0")
    assert line.closing.units == entries.aggregate(sum=Sum("amount"))["sum"]
    assert line.transfers == entries.count()
    moved = sum((*line.movements.values(), line.other), usd("0"))
    assert line.opening + moved == line.closing
    assert line.movements["deposits"] == usd("1000")
    assert line.movements["bonuses"] == usd("5")
    assert line.movements["staked"] == usd("-10")
    assert lines["EUR"].closing == Money.parse("20", "EUR")
    assert list(account_days.iterate_days(week(), REAL)) == list(found.lines)
    assert "ana@example.test" in csv_of("account-days")


def test_cases_of_suspicious_activity_are_listed_for_those_who_may_see_them() -> None:
    withdrawal, lena = held("AML1", "AML3"), officer()
    case = Case.objects.get(kind=CaseTopic.LAUNDERING)
    User.objects.filter(pk=withdrawal.player_id).update(is_test_account=False)
    work.assign_case(case.public_id, assignee=lena.pk, acting_user=lena)
    work.decide_case(case.public_id, outcome=CaseOutcome.CONFIRMED, acting_user=lena, reason="seen")

    found = suspicious.load_figures(week(), REAL)

    assert [(one.pk, one.email) for one in found.opened] == [  # type: ignore[attr-defined]  # annotated by the query
        (case.pk, withdrawal.player.email)
    ]
    assert [step.case for step in found.decided] == [case]
    assert [hold.withdrawal for hold in found.holds] == [withdrawal]
    assert found.confirmed == 1
    assert case.number in csv_of("suspicious")
    address = reverse("reports:report", args=["suspicious"])
    assert case.number in inside(lena).get(address, {"period": "today"}).content.decode()
    for role in (Role.AUDITOR, Role.OPERATOR, Role.COMPLIANCE_ANALYST):
        assert inside(staff(role)).get(address).status_code == 403


def test_report_2_has_the_amounts_of_cancelled_wagers_and_since_when_a_game_is_available() -> None:
    played("berta@example.test")
    round_ = scenes.deal(scenes.ordinary)
    real(round_.player)
    cancel_by_two(round_)

    (line,) = performance.load_figures(week(), REAL).versions

    assert line.withdrawn.cancelled == usd("10")
    assert line.withdrawn.voided == usd("0")
    steps = line.available_at
    assert steps is not None
    assert steps <= timezone.now()
    assert line.rules_hash in csv_of("performance")
