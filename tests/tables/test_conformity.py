"""Tables and versions that contradict the profile in force: what opens, what is refused, what closes."""

from dataclasses import replace
from datetime import timedelta
from math import inf
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.roles.values import Role
from blackjack.presets import PRESETS
from journal.models import Event
from profiles.selectors import in_force
from profiles.values.stated import SourceStatus, StatedValue
from tables.models import RuleSetVersion, Switching, Table, VersionState
from tables.refusals import ProfileContradicted
from tables.selectors.conformity import load_contradictions
from tables.selectors.house_tables import ATLANTIC_CITY, FRIENDLY, LIGALO, LIVE_TABLES, HouseTable
from tables.services import opening, versions
from tables.services.founding import ensure_table, open_laboratory_tables
from tables.tasks import activate_rules
from tests.accounts.staff import inside, staff
from tests.fixtures.profiles import ProfileChange, founded_version
from tests.tables.house import an_open_table, manager, operator, scheduled, with_mathematics
from tests.tables.refusals import refused

pytestmark = pytest.mark.database

CASES: list[tuple[str, HouseTable, dict[str, Any], dict[str, Any]]] = [
    ("absent_play", LIGALO, {"absent_play": "hit_or_stand"}, {}),
    ("split_loses_original_only", LIVE_TABLES["malecon"], {"split_loses_original_only": True}, {}),
    ("live_decision_seconds", LIVE_TABLES["malecon"], {"live_decision_seconds": 16}, {}),
    ("live_betting_seconds", LIVE_TABLES["malecon"], {"live_betting_seconds": 16}, {}),
    ("lowest_rtp_percent", LIGALO, {"lowest_rtp_percent": "93.5"}, {}),
    (
        "lowest_rtp_percent",
        LIVE_TABLES["malecon"],
        {"lowest_rtp_percent": "85"},
        {"side_bets": {"top_3": {"rtp": 0.84999}}},
    ),
    ("free_play_equals_real", FRIENDLY, {"free_play_equals_real": True}, {}),
]


def closed(house: HouseTable) -> Table:
    return ensure_table(house, operator(), manager())


def opened(table: Table) -> Table:
    return opening.open_table(table.pk, reason="good morning", acting_user=operator())


@pytest.mark.parametrize(("field", "house", "values", "result"), CASES)
def test_a_table_that_contradicts_the_profile_does_not_open(
    profile: ProfileChange,
    field: str,
    house: HouseTable,
    values: dict[str, Any],
    result: dict[str, Any],
) -> None:
    table = closed(house)
    with_mathematics(house.rules, **result)
    profile(**values)
    error = refused(ProfileContradicted, lambda: opened(table))
    assert (error.code, error.field, error.names) == ("profile_contradicted", field, (field,))


@pytest.mark.parametrize(("field", "house", "values", "result"), CASES)
def test_one_that_is_open_closes_and_staff_see_why(
    profile: ProfileChange,
    field: str,
    house: HouseTable,
    values: dict[str, Any],
    result: dict[str, Any],
) -> None:
    table = an_open_table(house)
    with_mathematics(house.rules, **result)
    activate_rules()
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    profile(**values)
    activate_rules()
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    event = Event.objects.get(kind="table_closed")
    assert (event.actor_id, event.data["profile_fields"]) == (None, [field])
    assert Switching.objects.get(table=table).acting_user is None
    for page in (reverse("tables:table", args=[table.pk]), reverse("tables:overview")):
        text = inside(operator()).get(page).content.decode()
        assert str(load_contradictions([table])[table.pk][0].asked) in text
        assert "against the profile" in text or "does not allow these rules" in text
    activate_rules()
    assert Event.objects.filter(kind="table_closed").count() == 1


def test_a_coming_version_closes_it_before_it_is_in_force() -> None:
    table, now = an_open_table(), timezone.now()
    stands = (StatedValue("stand", SourceStatus.CHOICE),)
    first = founded_version()
    coming = replace(
        first,
        pk=first.pk + 1,
        digest="coming",
        in_force_from=now + timedelta(seconds=10),
        values={**first.values, "absent_play": stands},
    )
    in_force.keep_versions((coming, first), seconds=inf)
    assert opening.close_contradicting_tables(now - timedelta(seconds=10)) == 0
    assert opening.close_contradicting_tables(now) == 1
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_one_that_waits_for_its_mathematics_closes_once_its_returns_are_known(
    profile: ProfileChange,
) -> None:
    table = opened(closed(LIGALO))
    profile(lowest_rtp_percent="95")
    with_mathematics(LIGALO.rules)
    assert opening.open_ready_tables() == 0
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    event = Event.objects.get(kind="table_closed")
    assert event.data["profile_fields"] == ["lowest_rtp_percent"]
    page = inside(staff(Role.AUDITOR)).get(reverse("events:event", args=[event.pk]))
    assert "Lowest theoretical return of any bet" in page.content.decode()


def a_draft(table: Table, **changes: Any) -> RuleSetVersion:
    rules = replace(table.version.rules, **changes)
    return versions.create_draft(table.version.rule_set_id, rules, acting_user=operator())


def test_a_proposal_that_contradicts_is_refused_with_the_field(profile: ProfileChange) -> None:
    draft = a_draft(an_open_table(), decks=8)
    profile(absent_play="hit_or_stand")
    error = refused(
        ProfileContradicted,
        lambda: versions.propose_version(draft.pk, reason="more", acting_user=operator()),
    )
    assert error.field == "absent_play"


def test_so_is_one_whose_returns_are_known(profile: ProfileChange) -> None:
    draft = a_draft(an_open_table(), decks=8)
    with_mathematics(draft.rules)
    profile(lowest_rtp_percent="94")

    def propose() -> RuleSetVersion:
        return versions.propose_version(draft.pk, reason="more", acting_user=operator())

    error = refused(ProfileContradicted, propose)
    assert [(one.bet, one.found) for one in error.contradictions] == [("insurance", "93.0000")]
    profile(lowest_rtp_percent="93")
    assert propose().state == VersionState.PROPOSED


def test_an_approval_judges_the_returns_that_the_proposal_did_not_know(
    profile: ProfileChange,
) -> None:
    draft = a_draft(an_open_table(), decks=8)
    profile(lowest_rtp_percent="94")
    versions.propose_version(draft.pk, reason="more", acting_user=operator())
    with_mathematics(draft.rules)
    error = refused(
        ProfileContradicted,
        lambda: versions.approve_version(draft.pk, reason="yes", acting_user=manager()),
    )
    assert error.field == "lowest_rtp_percent"


def test_a_scheduled_version_waits_while_it_contradicts(profile: ProfileChange) -> None:
    table = an_open_table()
    rules = replace(LIGALO.rules, decks=8)
    with_mathematics(rules)
    version = scheduled(table, rules)
    profile(absent_play="hit_or_stand")
    assert versions.activate_due(timezone.now()) == 0
    version.refresh_from_db()
    assert version.state == VersionState.SCHEDULED
    event = Event.objects.get(kind="table_rules_wait")
    assert event.data["profile_fields"] == ["absent_play"]


def test_free_play_opens_with_the_rules_of_a_real_money_table(profile: ProfileChange) -> None:
    profile(free_play_equals_real=True)
    an_open_table()
    twin = closed(FRIENDLY)
    assert twin.version.rules == LIGALO.rules
    with_mathematics(LIGALO.rules)
    assert opened(twin).status == Table.Status.OPEN


def test_laboratory_tables_are_no_free_play(profile: ProfileChange) -> None:
    profile(free_play_equals_real=True, absent_play="stand", lowest_rtp_percent="99.9")
    tables = open_laboratory_tables(operator(), manager())
    assert {one.version.rules for one in tables} == set(PRESETS.values())
    assert not load_contradictions(tables)


def test_a_rule_set_gets_a_draft_that_the_profile_allows(profile: ProfileChange) -> None:
    table = an_open_table()
    family = table.version.rule_set_id
    profile(absent_play="hit_or_stand")
    page = inside(operator())
    shown = page.get(reverse("tables:family", args=[family])).content.decode()
    assert 'name="fit"' in shown
    page.post(reverse("tables:draft", args=[family]), {"fit": "yes"})
    draft = RuleSetVersion.objects.get(state=VersionState.DRAFT)
    assert draft.rules == replace(LIGALO.rules, on_absence="hit_or_stand")
    proposed = versions.propose_version(draft.pk, reason="the law", acting_user=operator())
    assert proposed.state == VersionState.PROPOSED


def test_a_new_rule_set_begins_with_a_preset_as_the_profile_requires(
    profile: ProfileChange,
) -> None:
    profile(absent_play="hit_or_stand")
    sent = {"name": "Ours", "money": "real", "base": "fit-ligalo"}
    inside(operator()).post(reverse("tables:new_family"), sent)
    draft = RuleSetVersion.objects.get(rule_set__name="Ours")
    assert draft.rules == replace(LIGALO.rules, on_absence="hit_or_stand")
    refused_base = {**sent, "name": "Other", "base": "fit-atlantic_city"}
    inside(operator()).post(reverse("tables:new_family"), refused_base)
    assert not RuleSetVersion.objects.filter(rule_set__name="Other").exists()
    assert ATLANTIC_CITY.rules.on_absence == "hit_or_stand"
