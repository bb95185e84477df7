"""Rates: who may enter and approve them, when they take effect, and what a pending rate blocks."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from psycopg import Connection

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_player
from journal.models import Event, EventKind
from journal.refusals import ChangedMeanwhile, ReasonMissing
from tests.accounts.staff import staff
from tests.wallet.ledger import at_once, rows
from tests.wallet.rates import (
    approved,
    decided_at,
    enter,
    hours_ago,
    limit_set,
    manager,
    nothing_entered,
    offered,
    operator,
    spread_set,
)
from wallet.rates.models import Rate, RateDecision
from wallet.rates.refusals import (
    NoRate,
    RateInFuture,
    RateOutdated,
    RatePending,
    RateRefused,
    StaleRate,
)
from wallet.rates.selectors import rates
from wallet.rates.services import rate_entry
from wallet.rates.values import OfferedRate


def refused_by_the_database(statement: str, *values: str | int | None) -> str:
    with (
        pytest.raises(DatabaseError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, values)
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    return cause.sqlstate or ""


@pytest.mark.database
class TestTheSecondPerson:
    def test_a_first_rate_waits_and_counts_only_when_another_person_approves(self) -> None:
        entered = enter("EUR", "1.10")
        assert entered.waits
        with pytest.raises(NoRate):
            rates.latest_rate("EUR")
        with pytest.raises(RatePending):
            rates.usable_rate("EUR")

        rate_entry.decide_rate(
            entered.row.pk, approved=True, reason="as published", acting_user=manager()
        )

        assert rates.latest_rate("EUR").rate == Decimal("1.10")
        assert rates.usable_rate("EUR").rate_id == entered.row.pk

    @pytest.mark.parametrize(
        ("rate", "waits"),
        [("1.155", False), ("1.155000000001", True), ("1.045", False), ("1.044999999999", True)],
    )
    def test_five_per_cent_from_the_last_is_the_edge(self, rate: str, *, waits: bool) -> None:
        approved("EUR", "1.10", hours=2)
        assert enter("EUR", rate).waits is waits
        assert rates.latest_rate("EUR").rate == Decimal("1.10" if waits else rate)

    def test_small_steps_within_a_day_do_not_add_up_unseen(self) -> None:
        approved("EUR", "1.00", hours=5)
        assert not enter("EUR", "1.04", hours=4).waits
        assert enter("EUR", "1.06", hours=3).waits

    def test_while_a_rate_waits_the_last_one_stays_but_nothing_new_is_valued(self) -> None:
        approved("EUR", "1.10", hours=2)
        waiting = enter("EUR", "2.00")
        assert rates.latest_rate("EUR").rate == Decimal("1.10")
        with pytest.raises(RatePending):
            rates.usable_rate("EUR")
        approved("COP", "0.00025")
        assert rates.usable_rate("COP").rate == Decimal("0.00025")
        rate_entry.decide_rate(
            waiting.row.pk, approved=False, reason="a typing error", acting_user=manager()
        )
        assert rates.usable_rate("EUR").rate == Decimal("1.10")

    def test_a_later_good_rate_overtakes_one_that_waits(self) -> None:
        approved("EUR", "1.10", hours=3)
        typo = enter("EUR", "11.0", hours=2)
        approved("EUR", "1.11", hours=1)
        assert rates.usable_rate("EUR").rate == Decimal("1.11")
        assert list(rates.pending_rates("EUR")) == []
        with nothing_entered(ChangedMeanwhile):
            rate_entry.decide_rate(
                typo.row.pk, approved=True, reason="too late", acting_user=manager()
            )

    def test_the_database_enforces_it(self) -> None:
        entered = enter("EUR", "1.10")
        before = rows()
        insert = (
            "INSERT INTO wallet_rate_decision (proposal_id, approved, decided_by_id, reason)"
            " VALUES (%s, %s, %s, %s)"
        )
        pk, own = entered.row.pk, operator().pk
        assert refused_by_the_database(insert, pk, "true", own, "mine") == "23000"
        assert refused_by_the_database(insert, pk, "true", None, "") == "LW105"
        assert refused_by_the_database(insert, pk, "false", None, "") == "23514"
        assert refused_by_the_database(insert, pk, "true", manager().pk, "") == "23514"
        assert rows() == before

    def test_a_decision_is_made_once(self) -> None:
        row = approved("EUR", "1.10")
        with nothing_entered(ChangedMeanwhile):
            rate_entry.decide_rate(
                row.pk, approved=False, reason="changed my mind", acting_user=manager()
            )

    @pytest.mark.parametrize("reason", ["", "  "])
    def test_a_decision_has_a_reason(self, reason: str) -> None:
        entered = enter("EUR", "1.10")
        with nothing_entered(ReasonMissing):
            rate_entry.decide_rate(
                entered.row.pk, approved=True, reason=reason, acting_user=manager()
            )


@pytest.mark.database
class TestWhatIsNoRate:
    @pytest.mark.parametrize("currency", ["USD", "PLY", "XXX"])
    def test_unknown_currencies_are_refused(self, currency: str) -> None:
        with nothing_entered(RateRefused):
            enter(currency, "1.10")

    @pytest.mark.parametrize("rate", ["0", "-1", "NaN", "Infinity", "1e9", "1.0000000000001"])
    def test_invalid_rates_are_refused(self, rate: str) -> None:
        with nothing_entered(RateRefused):
            enter("EUR", rate)

    def test_a_rate_of_tomorrow_is_refused(self) -> None:
        with nothing_entered(RateInFuture):
            enter("EUR", "1.10", hours=-24)

    def test_a_rate_older_than_the_present_one_is_refused(self) -> None:
        approved("EUR", "1.10", hours=2)
        with nothing_entered(RateOutdated):
            enter("EUR", "1.10", hours=3)

    def test_a_slip_is_corrected_within_the_same_minute(self) -> None:
        at = hours_ago(1).replace(second=0, microsecond=0)
        approved("EUR", "1.10", hours=2)
        slip, right = (OfferedRate("EUR", Decimal(rate), "test", at) for rate in ("1.12", "1.11"))
        rate_entry.enter_rate(slip, operator())
        entered = rate_entry.enter_rate(right, operator())

        assert not entered.waits
        assert rates.latest_rate("EUR").rate == Decimal("1.11")
        with nothing_entered(RateOutdated):  # the same again, as in a form sent twice
            rate_entry.enter_rate(right, operator())
        with nothing_entered(RateOutdated):  # the feed does not restore the old rate
            rate_entry.enter_rate(slip, None)

    def test_a_far_correction_of_the_same_minute_waits_and_takes_effect_by_a_second_person(
        self,
    ) -> None:
        at = hours_ago(1).replace(second=0, microsecond=0)
        approved("EUR", "1.10", hours=2)
        older = rate_entry.enter_rate(OfferedRate("EUR", Decimal("1.50"), "test", at), operator())
        rate_entry.enter_rate(OfferedRate("EUR", Decimal("1.11"), "test", at), operator())
        entered = rate_entry.enter_rate(OfferedRate("EUR", Decimal("1.60"), "test", at), operator())

        assert [row.pk for row in rates.pending_rates("EUR")] == [entered.row.pk]
        with pytest.raises(ChangedMeanwhile):
            rate_entry.decide_rate(
                older.row.pk, approved=True, reason="late", acting_user=manager()
            )
        rate_entry.decide_rate(entered.row.pk, approved=True, reason="seen", acting_user=manager())
        assert rates.latest_rate("EUR").rate == Decimal("1.60")

    @pytest.mark.parametrize("role", [role for role in Role if role is not Role.OPERATOR])
    def test_only_an_operator_enters(self, role: Role) -> None:
        person, before = staff(role), rows()
        with pytest.raises(NotPermitted):
            rate_entry.enter_rate(offered("EUR", "1.10"), person)
        assert rows() == before

    @pytest.mark.parametrize("role", [role for role in Role if role is not Role.COMPLIANCE_MANAGER])
    def test_only_a_manager_decides(self, role: Role) -> None:
        entered, person = enter("EUR", "1.10"), staff(role, "other")
        before = rows()
        with pytest.raises(NotPermitted):
            rate_entry.decide_rate(
                entered.row.pk, approved=True, reason="please", acting_user=person
            )
        assert rows() == before

    def test_a_player_enters_none(self) -> None:
        player = register_demo_player("ana@example.test", "a long password", "Ana")
        with pytest.raises(NotPermitted):
            rate_entry.enter_rate(offered("EUR", "1.10"), player)


@pytest.mark.database
class TestAge:
    def test_an_old_rate_values_nothing_new(self) -> None:
        approved("EUR", "1.10", hours=95)
        assert rates.usable_rate("EUR").rate == Decimal("1.10")
        limit_set("EUR", 94)
        with pytest.raises(StaleRate) as refusal:
            rates.usable_rate("EUR")
        assert refusal.value.code == "stale_rate"
        assert rates.latest_rate("EUR").rate == Decimal("1.10")

    @pytest.mark.parametrize(("ahead", "code"), [(50, "usable"), (70, "stale_rate")])
    def test_a_rate_of_a_time_to_come_is_not_fresh(
        self, monkeypatch: pytest.MonkeyPatch, ahead: int, code: str
    ) -> None:
        """The rate was entered while the clock was ahead; after the clock is corrected it would seem fresh for too long."""
        row, back = approved("EUR", "1.10", hours=0), timedelta(seconds=ahead)
        monkeypatch.setattr("wallet.rates.selectors.rates.timezone.now", lambda: row.as_of - back)

        assert [one.code for one in rates.rate_statuses() if one.currency == "EUR"] == [code]

    def test_the_spread_of_a_pair_goes_before_that_of_all(self) -> None:
        spread_set(("USD", "EUR"), "0.02", "costs")
        spread_set(None, "0.005", "a campaign")
        assert rates.spread_for("USD", "EUR").share == Decimal("0.02")
        assert rates.spread_for("EUR", "USD").share == Decimal("0.005")

    def test_rates_of_the_last_minute_are_remembered(self) -> None:
        approved("EUR", "1.10", hours=2)
        approved("EUR", "1.11", hours=1)
        assert list(rates.recent_rates("EUR")) == [Decimal("1.11"), Decimal("1.10")]
        assert list(rates.recent_rates("EUR", seconds=0)) == [Decimal("1.11")]


@pytest.mark.database
def test_every_step_records_an_event() -> None:
    approved("EUR", "1.10", hours=2)
    refused = enter("EUR", "9.99")
    rate_entry.decide_rate(
        refused.row.pk, approved=False, reason="a typing error", acting_user=manager()
    )
    told = list(Event.objects.filter(kind__startswith="rate_").order_by("id"))
    assert [event.kind for event in told] == [
        "rate_entered",
        "rate_approved",
        "rate_entered",
        "rate_refused",
    ]
    assert told[3].data["before"] == "1.100000000000"
    assert told[3].data["reason"] == "a typing error"
    assert (told[3].actor_id, told[3].data["entered_by"]) == (manager().pk, operator().pk)


@pytest.mark.database
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE wallet_rate SET rate = 2",
        "DELETE FROM wallet_rate",
        "UPDATE wallet_rate_decision SET approved = false",
        "DELETE FROM wallet_rate_decision",
        "UPDATE wallet_rate_max_age SET max_age_hours = 700",
        "DELETE FROM wallet_spread",
        "TRUNCATE wallet_spread",
    ],
)
def test_no_row_is_ever_changed(statement: str) -> None:
    approved("EUR", "1.10")
    assert refused_by_the_database(statement) == "42501"


def test_the_rate_of_24_hours_ago_is_the_one_in_effect_then(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    first = approved("EUR", "1.00", hours=60)
    second = approved("EUR", "1.04", hours=50)
    decided_at(owner_connection, first, 59)
    decided_at(owner_connection, second, 49)
    assert not enter("EUR", "1.08", hours=3).waits  # within 5 % of 1.04, though not of 1.00
    assert enter("EUR", "1.10", hours=2).waits  # within 5 % of 1.08, not of 1.04


def test_concurrent_approvals_decide_once(committed_db: None) -> None:
    entered = enter("EUR", "1.10")
    person = manager()
    answers = at_once(
        4,
        lambda _n: rate_entry.decide_rate(
            entered.row.pk, approved=True, reason="seen", acting_user=person
        ),
    )
    assert {answer.pk for answer in answers} == {entered.row.pk}
    assert RateDecision.objects.get().approved
    assert Event.objects.filter(kind=EventKind.RATE_APPROVED).count() == 1


def test_steps_sent_at_once_do_not_slip_past_each_other(committed_db: None) -> None:
    """Each step alone is within 5 % of the earlier rate; together they are not."""
    approved("EUR", "1.00", hours=9)
    person = operator()
    now = timezone.now()

    def step(n: int) -> object:
        rate = Decimal("1.05") if n % 2 else Decimal("0.95")
        when = now - timedelta(hours=1, seconds=-n)
        return rate_entry.enter_rate(OfferedRate("EUR", rate, "test", when), person).waits

    answers = at_once(6, step)
    passed = list(rates.rates_in_effect("EUR").values_list("rate", flat=True))
    assert len(answers) == 6
    for older, newer in zip(passed[1:], passed, strict=False):
        assert abs(newer - older) * 20 <= older
    assert Rate.objects.count() == 1 + sum(isinstance(answer, bool) for answer in answers)
