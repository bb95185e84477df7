"""Event texts in the reader's language: states, kinds, roles, reasons, column names."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils.translation import override

from accounts.models.restrictions import Restriction
from accounts.models.users import State, VerificationMethod
from accounts.roles.values import Role
from accounts.values.reasons import OwnReason
from compliance.events.selectors.round_numbers import read_round_numbers
from compliance.events.words import columns
from compliance.events.words.labels import LABELS
from compliance.events.words.sentences import EventText, describe_change, describe_event
from compliance.events.words.subjects import round_context
from compliance.events.words.tables import NAMES, find_model
from compliance.events.words.values import COLUMNS, PAGES
from compliance.models import CaseKind, CaseReason
from journal.models import Alteration, Event, EventKind, Operation, Severity
from journal.words.remedies import REMEDIES
from limits import values as limits
from limits.values import CashLimitKind
from reports.catalogue.registry import SOURCES
from tables.models import MoneyKind, Table, VersionState
from wallet.cash.models import CorrectionKind, WithdrawalState
from wallet.money.values import Money
from wallet.money.words import format_money


def event(kind: EventKind, data: Mapping[str, Any], subject: str = "") -> Event:
    return Event(kind=kind.value, severity=kind.severity.value, subject=subject, data=dict(data))


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        (
            EventKind.ACCOUNT_STATE_CHANGED,
            {"from": "pending", "to": "active", "reason": "email address confirmed"},
            [State.PENDING.label, State.ACTIVE.label, OwnReason.CONFIRMED.label],
        ),
        (
            EventKind.TABLE_OPENED,
            {"before": "opening", "after": "open", "reason": "its mathematics are ready"},
            [Table.Status.OPENING.label, Table.Status.OPEN.label, OwnReason.COMPUTED.label],
        ),
        (
            EventKind.TABLE_RULES_APPROVED,
            {
                "before": "proposed",
                "after": "approved",
                "reason": "the house begins with these rules",
            },
            [VersionState.PROPOSED.label, VersionState.APPROVED.label, OwnReason.FOUNDED.label],
        ),
        (
            EventKind.STAFF_ROLES_CHANGED,
            {"before": {"roles": ["cashier"]}, "after": {"roles": ["auditor", "operator"]}},
            [Role.CASHIER.label, f"{Role.AUDITOR.label} · {Role.OPERATOR.label}", LABELS["roles"]],
        ),
        (EventKind.EXPORT_MADE, {"source": "hands"}, [SOURCES["hands"].title]),
        (EventKind.CORRECTION_REFUSED, {"kind": "adjust"}, [CorrectionKind.ADJUST.label]),
        (EventKind.WITHDRAWAL_HELD, {"state": "held"}, [WithdrawalState.HELD.label]),
        (
            EventKind.VOID_PROPOSED,
            {"kind": "void", "reason": "collusion"},
            [CaseKind.VOID.label, CaseReason.COLLUSION.label],
        ),
        (EventKind.IDENTITY_VERIFIED, {"method": "demo"}, [VerificationMethod("demo").label]),
        (EventKind.CASH_LIMIT_DECIDED, {"name": "deposit_day"}, [CashLimitKind.DEPOSIT_DAY.label]),
        (
            EventKind.LIFTING_PROPOSED,
            {"kind": "suspended", "restriction": 3},
            [Restriction.Kind("suspended").label, LABELS["restriction"]],
        ),
        (
            EventKind.LIMIT_ASKED,
            {"kind": "loss", "period": "7d", "before": "100.0000 USD", "after": "none"},
            [
                limits.LimitKind.LOSS.label,
                limits.LimitPeriod.WEEK.label,
                "US$\N{NO-BREAK SPACE}100,00",
            ],
        ),
        (EventKind.LIMIT_SET, {"kind": "time", "after": "9000 s"}, ["2 h 30 min"]),
        (EventKind.PLAYER_VIEWED, {"page": "profile"}, [LABELS["page"], PAGES["profile"]]),
        (EventKind.PLAY_REFUSED, {"code": "suspended"}, [State.SUSPENDED.label]),
        (EventKind.CONFIGURATION_ALTERED, {"operation": "update"}, [Operation("update").label]),
    ],
)
def test_event_data_is_shown_in_the_readers_language(
    kind: EventKind, data: Mapping[str, Any], said: list[Any]
) -> None:
    with override("es"):
        brief = describe_event(event(kind, data)).brief
        for words in said:
            assert str(words) in brief


@pytest.mark.parametrize(
    ("kept", "spanish"),
    [
        ("5.00 USD", "US$\N{NO-BREAK SPACE}5,00"),
        ("-1234.5050 VES", "\N{MINUS SIGN}Bs.\N{NO-BREAK SPACE}1.234,5050"),
        ("0.9 XXX", "0.9 XXX"),
        ("5.00001 USD", "5.00001 USD"),
        ("5.00 USD and more", "5.00 USD and more"),
    ],
)
def test_an_amount_is_written_as_everywhere_else(kept: str, spanish: str) -> None:
    with override("es"):
        told = describe_event(
            event(EventKind.DEPOSIT_CREDITED, {"amount": kept, "before": kept, "after": "1.00 EUR"})
        )
        assert told.facts[0].value == spanish
        assert told.changes[0].before == spanish


def test_dollars_that_are_kept_without_their_name_are_amounts_too() -> None:
    with override("es"):
        told = describe_event(event(EventKind.LARGE_BET, {"usd": "1500.00", "from_usd": "1000"}))
        odd = describe_event(event(EventKind.LARGE_BET, {"usd": "much"}))
    values = [one.value.replace("\N{NO-BREAK SPACE}", " ") for one in told.facts]
    assert values == ["US$ 1.500,00", "US$ 1.000,00"]
    assert odd.facts[0].value == "much"


def test_an_unknown_value_is_shown_unchanged() -> None:
    told = describe_event(
        event(EventKind.ACCOUNT_STATE_CHANGED, {"from": "asleep", "to": "active"})
    )
    assert told.changes[0].before == "asleep"
    with override("en"):
        told = describe_event(
            event(EventKind.TABLE_RULES_APPROVED, {"accepted": ["hand", "side:no_more"]})
        )
    assert told.facts[0].value == "Hand · side:no_more"


def test_a_changed_row_has_words_for_its_columns_and_its_choices() -> None:
    table = Alteration(
        table_name="tables_table",
        before={"status": "opening", "hints": False},
        after={"status": "open", "hints": True},
    )
    family = Alteration(table_name="tables_ruleset", before=None, after={"money": "play"})
    with override("es"):
        status, hints = describe_change(table)
        assert status.before == str(Table.Status.OPENING.label)
        assert status.after == str(Table.Status.OPEN.label)
        assert (hints.before, hints.after) == ("no", "sí")
        (money,) = describe_change(family)
        assert (money.name, money.after) == (str(COLUMNS["money"]), str(MoneyKind.PLAY.label))


def test_every_column_with_a_history_has_words() -> None:
    silent = []
    with override("es"):
        for table in NAMES:
            model = find_model(table)
            assert model
            for field in model._meta.concrete_fields:
                spoken = str(field.verbose_name) != field.name.replace("_", " ")
                if not spoken and field.column not in COLUMNS:
                    silent.append(f"{table}.{field.column}")
    assert silent == []


def test_lists_describe_the_subject_of_an_event() -> None:
    about = next(one for one in columns.COLUMNS if one.key == "subject")
    with override("es"):
        assert about.value(event(EventKind.LOGGED_IN, {}, "user 12")) == "persona 12"
        assert about.value(event(EventKind.RATE_FEED_FAILED, {}, "a feed")) == "a feed"


def test_numbers_are_formatted_in_the_readers_language() -> None:
    sums = {"owed": "0.00 USD", "moved": "-10.00 USD", "suspended": "0.00 USD"}
    with override("es"):
        void = describe_event(event(EventKind.VOID_PROPOSED, {"sums": [sums]})).brief
        rate = describe_event(
            event(EventKind.RATE_ENTERED, {"rate": "0.016", "source": "1.0"})
        ).brief
        far = describe_event(event(EventKind.RETURN_UNLIKELY, {"z": -4.25, "one_in": 1e-07})).brief
    assert "Owed" not in void
    assert "Suspended" not in void
    assert "0,016" in rate
    assert "1.0" in rate
    assert "-4,25" in far.replace("\N{MINUS SIGN}", "-")
    assert "0,0000001" in far


ODD = {
    "amount": "5.00 USD",
    "player": 12,
    "sums": [{"owed": "0.00 USD", "hands": 1}],
    "nested": {"a": [1, {"b": None}]},
    "tiers": [["Bronze", 0, 100, 5, 100], ["x", None]],
    "before": {"tiers": [["Bronze", 0, 100, 5, 100]], "window_days": 30},
    "after": {"tiers": [["Silver", 100000, 125, 10, 150]], "window_days": 365},
    "approved": True,
    "reason": "demo",
}


RAW = re.compile(r"[{}\[\]]|None")


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_kind_is_a_sentence_with_names_and_numbers_and_never_raw_data(language: str) -> None:
    with override(language):
        amount = format_money(Money.parse("5", "USD"))
        told = {kind: describe_event(event(kind, ODD, "deposit D-000012")) for kind in EventKind}
    assert [
        kind
        for kind, one in told.items()
        if not one.headline.startswith(f"{one.sentence}: ")
        or kind.value in one.headline
        or "D-000012" not in one.headline
        or amount not in one.headline
        or RAW.search(" ".join(texts_of(one)))
    ] == []


def texts_of(told: EventText) -> list[str]:
    changed = [text for one in told.changes for text in (one.before, one.after)]
    return [told.headline, *(one.value for one in told.facts), *changed]


@pytest.mark.parametrize(
    ("kind", "subject", "data", "said"),
    [
        (
            EventKind.DEPOSIT_CREDITED,
            "deposit D-000102",
            {"amount": "60.00 USD", "player": 10, "provider": "manual", "transfer": 7844},
            "A deposit was credited: deposit D-000102, player 10, $60.00",
        ),
        (
            EventKind.RATE_APPROVED,
            "rate 4",
            {"rate": "1.162790697674", "currency": "EUR", "source": "demo"},
            "An exchange rate was approved: rate 4, EUR, 1.162791, demo",
        ),
        (
            EventKind.DISPUTE_OPENED,
            "dispute c621ee8f-e0f7-548c-bc67-baab2a96e142",
            {"about": "money", "number": "Q-000005", "player": 15},
            "A player opened a dispute: dispute Q-000005, player 15, A deposit, a withdrawal or an exchange",
        ),
        (
            EventKind.CASE_OPENED,
            "case c621ee8f-e0f7-548c-bc67-baab2a96e142",
            {"number": "K-000005", "player": 15},
            "A case was opened: case K-000005, player 15",
        ),
        (
            EventKind.TABLE_CHANGE_DECIDED,
            "table ligalo",
            {"approved": False, "proposed_by": 3},
            "A change of a table was decided: table ligalo, refused",
        ),
        (
            EventKind.REALITY_CHECK_CHOSEN,
            "user 7",
            {"minutes": 30, "minutes_before": 60},
            "A player chose how often the reality check comes: person 7, minutes: 30",
        ),
        (EventKind.PLATFORM_WAS_DOWN, "platform", {}, "The platform was down"),
    ],
)
def test_headlines(kind: EventKind, subject: str, data: Mapping[str, Any], said: str) -> None:
    with override("en"):
        told = describe_event(
            row := event(kind, data, subject), round_context(read_round_numbers(row))
        ).headline
    assert told.replace("\N{NO-BREAK SPACE}", " ") == said


def test_tiers_are_described_with_their_benefits() -> None:
    with override("en"):
        (tiers, days) = describe_event(
            event(EventKind.TIERS_PROPOSED, {"before": ODD["before"], "after": ODD["after"]})
        ).changes
    assert tiers.after.replace("\N{NO-BREAK SPACE}", " ") == (
        "Silver from 1,000.00 points (1.25 times the points, 100 points are worth $0.10, 1.50 times the withdrawal limits)"
    )
    assert (days.before, days.after) == ("30", "365")


def test_most_kinds_are_routine() -> None:
    """A mark on every line would say nothing."""
    counted = Counter(kind.severity for kind in EventKind)
    assert counted[Severity.INFO] > counted[Severity.NOTICE] > 0
    assert {kind for kind in EventKind if kind.severity is Severity.ALARM} == set(REMEDIES)
