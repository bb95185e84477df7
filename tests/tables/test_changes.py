"""Changes of a table's values: by two persons, all or nothing."""

from dataclasses import replace
from datetime import time
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from accounts.roles.refusals import NotPermitted
from accounts.sign_up.services.demo import register_demo_player
from journal.models import Event
from journal.refusals import ChangedMeanwhile, ReasonMissing
from tables.models import MoneyKind, Table, TableChange
from tables.refusals import Misconfigured, NothingToChange
from tables.selectors.house_tables import LIGALO
from tables.services import changes, opening, versions
from tests.tables.house import an_open_table, manager, operator, play_by
from tests.tables.refusals import refused

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]


def proposed(table: Table, **values: Any) -> TableChange:
    return changes.propose_change(table.pk, values, reason="as players ask", acting_user=operator())


def test_a_change_counts_once_another_person_approved_it() -> None:
    table = an_open_table()
    change = proposed(table, max_bet_usd=600_000, opens="09:00", closes=time(23, 30))
    table.refresh_from_db()
    assert table.max_bet_usd == 500_000
    proposal = Event.objects.get(kind="table_change_proposed", data__reason="as players ask")
    assert proposal.data["before"] == {"max_bet_usd": 500_000, "opens": None, "closes": None}

    decision = changes.decide_change(change.pk, approved=True, reason="fine", acting_user=manager())

    table.refresh_from_db()
    assert (table.max_bet_usd, table.opens, table.closes) == (600_000, time(9), time(23, 30))
    decision.refresh_from_db()
    assert decision.before == {"max_bet_usd": 500_000, "opens": None, "closes": None}
    event = Event.objects.get(kind="table_change_decided")
    assert (event.actor_id, event.subject) == (manager().pk, "table ligalo")
    assert event.data["before"]["max_bet_usd"] == 500_000
    assert event.data["after"] == {
        "max_bet_usd": 600_000,
        "opens": "09:00:00",
        "closes": "23:30:00",
    }


def test_a_doubtful_round_limit_is_refused_until_it_is_meant() -> None:
    table = an_open_table()
    refusal = refused(Misconfigured, lambda: proposed(table, max_round_usd=900_000))
    assert [one.field for one in refusal.problems] == ["max_round_usd"]
    change = changes.propose_change(
        table.pk,
        {"max_round_usd": 900_000},
        reason="short of chips",
        acting_user=operator(),
        accepted=True,
    )
    changes.decide_change(change.pk, approved=True, reason="fine", acting_user=manager())
    assert Table.objects.get(pk=table.pk).max_round_usd == 900_000
    # the confirmed limit is not asked for again
    assert proposed(table, name="Another").values == {"name": "Another"}


def test_the_name_in_spanish_is_changed_like_every_value() -> None:
    table = an_open_table()
    change = proposed(table, name_es="Mesa chica")
    changes.decide_change(change.pk, approved=True, reason="fine", acting_user=manager())
    table.refresh_from_db()
    assert (table.name, table.name_es) == ("Lígalo", "Mesa chica")


def test_only_what_differs_is_proposed() -> None:
    table = an_open_table()
    assert proposed(table, max_bet_usd=600_000, step=1_000).values == {"max_bet_usd": 600_000}
    refused(NothingToChange, lambda: proposed(table, step=1_000, currencies=table.currencies))


def test_a_refused_change_changes_nothing() -> None:
    table = an_open_table()
    change = proposed(table, max_bet_usd=600_000)
    before = list(Table.objects.values())

    changes.decide_change(change.pk, approved=False, reason="too much", acting_user=manager())

    assert list(Table.objects.values()) == before


def test_a_superseded_change_is_not_approved() -> None:
    table = an_open_table()
    older, elsewhere = proposed(table, max_bet_usd=600_000, hints=True), proposed(table, step=500)
    newer = proposed(table, max_bet_usd=400_000)
    decided(newer, approved=True)

    refused(ChangedMeanwhile, lambda: decided(older, approved=True))
    decided(elsewhere, approved=True)
    decided(older, approved=False)

    table.refresh_from_db()
    assert (table.max_bet_usd, table.step, table.hints) == (400_000, 500, False)


def test_rights_and_reasons() -> None:
    table, boss = an_open_table(), manager()
    change = proposed(table, max_bet_usd=600_000)
    new = {"max_bet_usd": 700_000}

    refused(
        NotPermitted, lambda: changes.propose_change(table.pk, new, reason="x", acting_user=boss)
    )
    refused(
        ReasonMissing,
        lambda: changes.propose_change(table.pk, new, reason="", acting_user=operator()),
    )
    refused(
        NotPermitted,
        lambda: changes.decide_change(change.pk, approved=True, reason="x", acting_user=operator()),
    )
    refused(
        ReasonMissing,
        lambda: changes.decide_change(change.pk, approved=True, reason=" ", acting_user=boss),
    )


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({"max_bet_usd": "ten"}, ["max_bet_usd"]),
        ({"chips": [1]}, ["chips"]),
        ({"opens": "25:00"}, ["opens"]),
        ({"bet_formula": "odd"}, ["bet_formula"]),
        ({"version": 1, "status": "open"}, ["status", "version"]),
        ({"name": ""}, ["name"]),
        ({"min_bet_usd": 0, "hints": "perhaps"}, ["hints"]),
        ({"min_bet_usd": 999}, ["min_bet_usd"]),
    ],
)
def test_bad_values_are_refused_beside_their_field(
    values: dict[str, Any], fields: list[str]
) -> None:
    table = an_open_table()
    error = refused(Misconfigured, lambda: proposed(table, **values))
    assert sorted(one.field for one in error.problems) == fields


def test_an_impossible_change_is_refused_on_approval() -> None:
    table, boss = an_open_table(), manager()
    first = proposed(table, max_bet_usd=200_000)
    second = proposed(
        table, min_bet_usd=300_000, chips=[300_000, 400_000, 500_000, 600_000, 700_000]
    )
    changes.decide_change(first.pk, approved=True, reason="fine", acting_user=boss)

    error = refused(
        Misconfigured,
        lambda: changes.decide_change(second.pk, approved=True, reason="fine", acting_user=boss),
    )
    assert [one.field for one in error.problems] == ["max_bet_usd"]


def test_a_new_table_waits_closed_for_its_approval() -> None:
    family = an_open_table().version.rule_set_id
    values = {"name": "Second", **LIGALO.values}
    change = changes.propose_table("second", family, values, reason="more", acting_user=operator())
    table = change.table
    refused(
        ChangedMeanwhile, lambda: opening.open_table(table.pk, reason="now", acting_user=operator())
    )

    changes.decide_change(change.pk, approved=True, reason="fine", acting_user=manager())

    table.refresh_from_db()
    assert (table.status, table.max_bet_usd) == (Table.Status.CLOSED, 500_000)
    refused(
        Misconfigured,
        lambda: changes.propose_table("second", family, values, reason="x", acting_user=operator()),
    )
    refused(
        Misconfigured,
        lambda: changes.propose_table("a b", family, values, reason="x", acting_user=operator()),
    )


def a_proposed_table() -> TableChange:
    family = an_open_table().version.rule_set_id
    values = {"name": "Second", **LIGALO.values}
    return changes.propose_table("second", family, values, reason="more", acting_user=operator())


def decided(change: TableChange, *, approved: bool) -> None:
    changes.decide_change(change.pk, approved=approved, reason="why", acting_user=manager())
    change.table.refresh_from_db()


def test_a_refused_table_is_an_end_and_frees_its_address() -> None:
    change = a_proposed_table()
    later = proposed(change.table, max_bet_usd=400_000)

    decided(change, approved=False)

    table = change.table
    assert table.status == Table.Status.REFUSED
    refused(
        ChangedMeanwhile, lambda: opening.open_table(table.pk, reason="x", acting_user=operator())
    )
    refused(
        ChangedMeanwhile, lambda: opening.close_table(table.pk, reason="x", acting_user=operator())
    )
    refused(ChangedMeanwhile, lambda: proposed(table, max_bet_usd=300_000))
    refused(ChangedMeanwhile, lambda: decided(later, approved=True))
    with pytest.raises(DatabaseError, match="stays refused"), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(status="closed")
    assert a_proposed_table().table.pk != table.pk


def test_two_tables_never_have_one_address() -> None:
    first = a_proposed_table().table
    with pytest.raises(DatabaseError, match="table_address_once"), transaction.atomic():
        Table.objects.filter(slug="ligalo").update(slug=first.slug)


def test_a_correction_of_a_proposed_table_does_not_approve_the_table() -> None:
    change = a_proposed_table()
    correction = proposed(change.table, max_bet_usd=400_000)

    decided(correction, approved=True)
    change.table.refresh_from_db()
    assert (change.table.status, change.table.max_bet_usd) == ("proposed", 400_000)

    decided(change, approved=True)
    assert (change.table.status, change.table.max_bet_usd) == ("closed", 400_000)


def test_rules_need_not_fit_a_table_that_was_refused() -> None:
    change = a_proposed_table()
    Table.objects.filter(pk=change.table_id).update(step=1)
    rules = replace(LIGALO.rules, blackjack_pays="6:5")
    family = change.table.version.rule_set_id
    refused(Misconfigured, lambda: versions.create_draft(family, rules, acting_user=operator()))

    decided(change, approved=False)

    assert versions.create_draft(family, rules, acting_user=operator()).state == "draft"


@pytest.mark.parametrize("approved", [None, False])
def test_unapproved_tables_are_hidden(approved: bool | None) -> None:  # noqa: FBT001  # a test parameter
    change = a_proposed_table()
    if approved is not None:
        decided(change, approved=approved)
    player = Client()
    player.force_login(register_demo_player("ana@example.test", "a-long-password-of-ana", "Ana"))

    pages = ("/table/second/", "/help/second/", "/help/second/strategy/")
    assert [player.get(page).status_code for page in pages] == [404] * 3
    assert player.post("/table/second/bet/", {}).status_code == 404
    assert "/table/second/" not in player.get("/").text


def test_a_family_without_rules_in_force_has_no_tables() -> None:
    draft = versions.create_family("New", MoneyKind.REAL, LIGALO.rules, acting_user=operator())
    values = {"name": "Second", **LIGALO.values}

    error = refused(
        Misconfigured,
        lambda: changes.propose_table(
            "second", draft.rule_set_id, values, reason="x", acting_user=operator()
        ),
    )
    assert [one.field for one in error.problems] == ["rule_set"]


def test_a_change_outlives_new_rules() -> None:
    table = an_open_table()
    change = proposed(table, max_bet_usd=600_000)
    version = play_by(table, LIGALO.rules)

    changes.decide_change(change.pk, approved=True, reason="fine", acting_user=manager())

    table.refresh_from_db()
    assert (table.version, table.max_bet_usd) == (version, 600_000)
