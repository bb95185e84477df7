"""Recall of a wrong rate by two people; no existing row changes."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from psycopg import Connection

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import ReasonMissing
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import at_once, funded, rows
from tests.wallet.rates import (
    approved,
    decided_at,
    enter,
    hours_ago,
    manager,
    nothing_entered,
    operator,
)
from tests.wallet.test_rates import refused_by_the_database
from wallet.cash.services import withdrawals
from wallet.exchange import services
from wallet.exchange.refusals import QuoteExpired
from wallet.ledger.selectors import funds
from wallet.ledger.selectors.reconciliation import record_line_queries
from wallet.ledger.selectors.slices import fill_query
from wallet.ledger.services import movements
from wallet.money.values import Money
from wallet.rates.models import Rate, RateRecall, RateRecallDecision
from wallet.rates.refusals import (
    NoRate,
    NotInEffect,
    RateOutdated,
    RatePending,
    RecallPending,
    StaleRate,
)
from wallet.rates.selectors import rates
from wallet.rates.services import recalls


def recalled(row: Rate) -> RateRecallDecision:
    """Recall a rate with two people."""
    asked = recalls.propose_recall(row.pk, operator(), reason="a slip")
    return recalls.decide_recall(
        asked.pk, approved=True, reason="seen at the bank", acting_user=manager()
    )


def both() -> User:
    """Return a person with both roles."""
    person_ = operator()
    person_.groups.add(*manager().groups.all())
    return person_


@pytest.mark.database
class TestTwoPeople:
    def test_the_rate_before_it_is_in_effect_again_and_an_earlier_one_can_be_entered(self) -> None:
        right = approved("EUR", "1.10", hours=5)
        wrong = approved("EUR", "11.0", hours=1)
        before = rows()["wallet_rate"], rows()["wallet_rate_decision"]

        recalled(wrong)

        assert rates.usable_rate("EUR").rate_id == right.pk
        assert rates.latest_rate("EUR").rate == Decimal("1.10")
        assert rates.latest_rates(["EUR"])["EUR"].rate_id == right.pk
        assert list(rates.recent_rates("EUR")) == [Decimal("1.10")]
        assert (rows()["wallet_rate"], rows()["wallet_rate_decision"]) == before
        newer = enter("EUR", "1.11", hours=3)  # older than the wrong rate, near the right one
        assert not newer.waits
        assert rates.usable_rate("EUR").rate_id == newer.row.pk

    def test_until_it_is_decided_nothing_new_is_valued_and_refused_it_counts_again(self) -> None:
        approved("EUR", "1.10", hours=5)
        row = approved("EUR", "1.12", hours=1)
        asked = recalls.propose_recall(row.pk, operator(), reason="looks odd")

        with pytest.raises(RatePending):
            rates.usable_rate("EUR")
        with pytest.raises(RatePending):
            rates.usable_rates("EUR")
        assert rates.latest_rate("EUR").rate == Decimal("1.12")
        recalls.decide_recall(asked.pk, approved=False, reason="it is right", acting_user=manager())
        assert rates.usable_rate("EUR").rate_id == row.pk
        assert recalls.propose_recall(row.pk, operator(), reason="look again").pk != asked.pk

    def test_without_a_rate_before_it_the_currency_has_none(self) -> None:
        recalled(approved("EUR", "11.0"))
        with pytest.raises(NoRate):
            rates.usable_rate("EUR")
        assert enter("EUR", "1.10", hours=3).waits

    def test_the_wrong_rate_is_no_yardstick_any_more(self) -> None:
        approved("EUR", "1.10", hours=5)
        recalled(approved("EUR", "2.00", hours=2))
        assert enter("EUR", "2.01", hours=1).waits

    def test_each_needs_its_right(self) -> None:
        row = approved("EUR", "1.10")
        with nothing_entered_by_right():
            recalls.propose_recall(row.pk, manager(), reason="x")
        asked = recalls.propose_recall(row.pk, operator(), reason="x")
        with nothing_entered_by_right():
            recalls.decide_recall(asked.pk, approved=True, reason="x", acting_user=operator())

    @pytest.mark.parametrize("reason", ["", "  "])
    def test_both_give_a_reason(self, reason: str) -> None:
        row = approved("EUR", "1.10")
        with nothing_entered(ReasonMissing):
            recalls.propose_recall(row.pk, operator(), reason=reason)
        asked = recalls.propose_recall(row.pk, operator(), reason="x")
        with nothing_entered(ReasonMissing):
            recalls.decide_recall(asked.pk, approved=True, reason=reason, acting_user=manager())

    def test_only_the_rate_in_effect_is_taken_out_and_asked_about_once_at_a_time(self) -> None:
        old = approved("EUR", "1.10", hours=5)
        present = approved("EUR", "1.12", hours=4)
        waiting = enter("EUR", "2.00", hours=3)
        for row in (old, waiting.row):
            with nothing_entered(NotInEffect):
                recalls.propose_recall(row.pk, operator(), reason="x")
        recalls.propose_recall(present.pk, operator(), reason="x")
        with nothing_entered(RecallPending):
            recalls.propose_recall(present.pk, operator(), reason="again")

    def test_one_that_a_later_rate_has_overtaken_can_only_be_refused(self) -> None:
        approved("EUR", "1.10", hours=5)
        asked = recalls.propose_recall(approved("EUR", "1.12", hours=4).pk, operator(), reason="x")
        later = approved("EUR", "1.11", hours=1)
        assert rates.usable_rate("EUR").rate_id == later.pk
        with nothing_entered(NotInEffect):
            recalls.decide_recall(asked.pk, approved=True, reason="x", acting_user=manager())
        recalls.decide_recall(asked.pk, approved=False, reason="overtaken", acting_user=manager())

    def test_the_database_enforces_it(self) -> None:
        old, row = approved("EUR", "1.10", hours=5), approved("EUR", "1.12")
        ask = "INSERT INTO wallet_rate_recall (rate_id, proposed_by_id, reason) VALUES (%s, %s, %s)"
        own, other = operator().pk, manager().pk
        assert refused_by_the_database(ask, old.pk, own, "x") == "LW106"
        assert refused_by_the_database(ask, row.pk, person().pk, "x") == "23000"
        assert refused_by_the_database(ask, row.pk, own, "") == "23514"
        asked = recalls.propose_recall(row.pk, operator(), reason="x").pk
        assert refused_by_the_database(ask, row.pk, other, "x") == "LW107"
        decide = (
            "INSERT INTO wallet_rate_recall_decision (proposal_id, approved, decided_by_id, reason)"
            " VALUES (%s, true, %s, %s)"
        )
        assert refused_by_the_database(decide, asked, own, "x") == "23000"
        assert refused_by_the_database(decide, asked, person().pk, "x") == "23000"
        assert refused_by_the_database(decide, asked, other, "") == "23514"

    def test_every_step_is_an_event_with_its_person(self) -> None:
        first = approved("EUR", "1.10", hours=5)
        row = approved("EUR", "1.12")
        recalled(row)
        asked, done = Event.objects.filter(kind__startswith="rate_recall").order_by("id")
        assert (asked.kind, asked.actor_id) == ("rate_recall_asked", operator().pk)
        assert (done.kind, done.actor_id) == ("rate_recalled", manager().pk)
        assert done.subject == f"rate {row.pk}"
        told = {name: done.data[name] for name in ("rate", "in_effect", "asked_by", "reason")}
        assert told == {
            "rate": "1.12",
            "in_effect": first.pk,
            "asked_by": operator().pk,
            "reason": "seen at the bank",
        }


def nothing_entered_by_right() -> Any:
    """Assert that the block raises NotPermitted and leaves nothing."""
    return nothing_entered(NotPermitted)  # type: ignore[arg-type]  # also a refusal


def test_a_rate_of_a_time_to_come_no_longer_stops_newer_ones(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    """The rate was entered while the server's clock was ahead: it is stale until then, and all others are outdated."""
    right, wrong = approved("EUR", "1.10", hours=5), approved("EUR", "1.12", hours=1)
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE wallet_rate DISABLE TRIGGER append_only")
        owner_connection.execute(
            "UPDATE wallet_rate SET as_of = %s WHERE id = %s", [hours_ago(-24 * 30), wrong.pk]
        )
        owner_connection.execute("ALTER TABLE wallet_rate ENABLE TRIGGER append_only")
    with pytest.raises(StaleRate):
        rates.usable_rate("EUR")
    with nothing_entered(RateOutdated):
        enter("EUR", "1.11", hours=0.5)

    recalled(wrong)

    assert rates.usable_rate("EUR").rate_id == right.pk
    assert not enter("EUR", "1.11", hours=0.5).waits


def test_uses_of_a_recalled_rate_stay_and_are_named(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    ana = funded(text="1000.00")
    first, wrong = approved("EUR", "1.10", hours=5), approved("EUR", "2.20", hours=1)
    made = [_exchanged(ana, owner_connection)]
    recalled(wrong)
    made.append(_exchanged(ana, owner_connection))
    last = approved("EUR", "1.12", hours=0.5)
    made.append(_exchanged(ana, owner_connection))
    assert [one["received_rate_id"] for one in made] == [wrong.pk, first.pk, last.pk]

    _recall_decided_at(owner_connection, 3)
    assert _broken(owner_connection) == []  # the exchange still came before the recall
    _moved(owner_connection, "wallet_rate_recall_decision", "xact", "3")
    (found,) = _broken(owner_connection)
    assert f"rates 0 and {wrong.pk} and" in found


def test_the_rate_before_it_does_not_count_while_the_wrong_one_is_in_effect(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    ana, first = funded(text="1000.00"), approved("EUR", "1.10", hours=5)
    offer = services.offer_exchange(ana, Money.parse("10", "USD"), "EUR")
    wrong = approved("EUR", "2.20", hours=1)
    movements.exchange_money(ana, offer.given, offer.received, key=uuid4(), details=offer.details)
    recalled(wrong)
    assert _broken(owner_connection) == []  # within the minute
    for row, hours in ((first, 5), (wrong, 2)):
        decided_at(owner_connection, row, hours)
    _recall_decided_at(owner_connection, -1)
    (found,) = _broken(owner_connection)
    assert f"rates 0 and {first.pk} and" in found


def _exchanged(ana: int, owner: Connection[Any]) -> Any:
    offer = services.offer_exchange(ana, Money.parse("10", "USD"), "EUR")
    services.confirm_exchange(ana, offer.sealed)
    assert _broken(owner) == []
    return offer.details


def _broken(owner: Connection[Any]) -> list[str]:
    """Return the broken rows of the exchange line, as the scheduled check finds them without the demo provider."""
    query = record_line_queries()[
        "exchanges are what the rates and spread of their time make of them"
    ]
    query = fill_query(query.replace(":invented", "false"))
    return [row[0] for row in owner.execute(query.encode()).fetchall()]


def _recall_decided_at(owner: Connection[Any], hours: float) -> None:
    _moved(owner, "wallet_rate_recall_decision", "decided_at", hours_ago(hours))


def _moved(owner: Connection[Any], table: str, column: str, value: object) -> None:
    with owner.transaction():
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        owner.execute(f"UPDATE {table} SET {column} = %s", [value])  # noqa: S608  fixed table names
        owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def test_a_withdrawal_asked_for_a_moment_ago_may_still_be_worth_what_it_was(
    committed_db: None, owner_connection: Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = person()
    movements.credit_deposit(ana.pk, Money.parse("500", "EUR"), key=uuid4(), provider="demo")
    checked()
    approved("EUR", "1.10", hours=5)
    wrong = approved("EUR", "1.14", hours=1)
    read = rates.latest_rate("EUR")
    recalled(wrong)
    monkeypatch.setattr(rates, "latest_rate", lambda _currency: read)
    euros = Money.parse("10", "EUR")
    asked = withdrawals.request_withdrawal(
        ana, euros, destination=account("Banco Uno"), key=uuid4(), proof=just_now()
    )
    assert asked.rate == wrong.rate
    _recall_decided_at(owner_connection, 1)
    with pytest.raises(Exception, match="is not worth"):
        withdrawals.request_withdrawal(
            ana, euros, destination=account("Banco Uno"), key=uuid4(), proof=just_now()
        )


def test_exchanges_at_the_moment_of_asking_are_made_before_it_or_not_at_all(
    committed_db: None,
) -> None:
    ana = funded(text="1000.00")
    approved("EUR", "1.10", hours=5)
    wrong = approved("EUR", "1.14", hours=1)
    offers = [
        services.offer_exchange(ana, Money.parse("10", "USD"), "EUR").sealed for _ in range(6)
    ]
    unused = services.offer_exchange(ana, Money.parse("10", "USD"), "EUR").sealed
    one, other = operator(), manager()

    def work(number: int) -> object:
        if number < len(offers):
            return services.confirm_exchange(ana, offers[number])
        asked = recalls.propose_recall(wrong.pk, one, reason="a slip")
        return recalls.decide_recall(asked.pk, approved=True, reason="seen", acting_user=other)

    answers = at_once(len(offers) + 1, work)

    assert isinstance(answers[-1], RateRecallDecision)
    made = sum(isinstance(answer, tuple) for answer in answers[:-1])
    refusals = {type(answer) for answer in answers[:-1] if not isinstance(answer, tuple)}
    assert refusals <= {RatePending, QuoteExpired}
    assert funds.balance(ana) == Money.parse(str(1000 - 10 * made), "USD")
    late = services.offer_exchange(ana, Money.parse("10", "USD"), "EUR")
    assert late.received_rate.rate == Decimal("1.10")
    with pytest.raises(QuoteExpired):
        services.confirm_exchange(ana, unused)


def test_asked_at_once_by_many_it_waits_once(committed_db: None) -> None:
    row = approved("EUR", "1.10")
    people = [staff(Role.OPERATOR, f"op{number}") for number in range(4)]
    answers = at_once(4, lambda n: recalls.propose_recall(row.pk, people[n], reason="x"))
    assert sum(isinstance(one, RateRecall) for one in answers) == 1
    assert sum(isinstance(one, RecallPending) for one in answers) == 3
