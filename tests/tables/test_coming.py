"""Notice to players of scheduled rules: when they take effect and what differs."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tables.models import RuleSetVersion, Table
from tables.selectors.house_tables import HOUSE_TABLES
from tables.selectors.scheduled import scheduled_versions_subquery
from tables.services import versions
from tables.words.coming import build_coming_rules, coming_rules
from tables.words.help.worth import format_percent
from tables.words.rule_differences import find_player_differences
from tests.fixtures.reading import read_in
from tests.tables.house import (
    an_open_table,
    manager,
    operator,
    scheduled as scheduled_by,
    with_mathematics,
)

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
OLD = PRESETS["ligalo"]
SOFT = Rules.from_dict({"soft_17": "stand"}, PRESETS["ligalo"])
PAGES = ("/", "/help/ligalo/")


def scheduled() -> RuleSetVersion:
    family = an_open_table().version.rule_set_id
    draft = versions.create_draft(family, SOFT, acting_user=operator())
    versions.propose_version(draft.pk, reason="players ask", acting_user=operator())
    with_mathematics(OLD, rtp=0.9751)
    with_mathematics(SOFT, rtp=0.9773)
    versions.approve_version(draft.pk, reason="checked", acting_user=manager())
    at = timezone.now() + timedelta(days=3)
    return versions.schedule_version(draft.pk, at, acting_user=operator())


def test_nothing_is_announced_without_a_schedule(django_assert_num_queries: Any) -> None:
    an_open_table()
    with django_assert_num_queries(1):
        assert coming_rules() == []
    for page in PAGES:
        assert "has new rules" not in Client().get(page).content.decode()


def test_lobby_and_rules_announce_time_and_changes() -> None:
    step = scheduled().steps.get(to_state="scheduled")
    client = Client()
    read_in(client, "en")
    for page in PAGES:
        text = client.get(page).content.decode()
        assert f"{step.effective_at:%H:%M} UTC on, Lígalo has new rules" in text, page
        assert "Soft 17: stands (S17) (now: draws (H17))" in text, page
        assert "ends after the round in play" in text, page
        with override("en"):
            assert f"RTP: {format_percent(0.9773)} (now: {format_percent(0.9751)})" in text, page


def test_announcements_are_for_open_tables_of_the_rule_set() -> None:
    scheduled()
    other = an_open_table(HOUSE_TABLES["live"])
    assert [one.table for one in coming_rules()] == ["Lígalo"]
    assert coming_rules(other.slug) == []
    Table.objects.filter(slug="ligalo").update(status=Table.Status.CLOSED)
    assert coming_rules() == []
    assert [one.table for one in coming_rules("ligalo")] == ["Lígalo"]


def test_announcements_are_ordered_by_time() -> None:
    table, now = an_open_table(), timezone.now()
    eight, six = now + timedelta(days=8), now + timedelta(days=6)
    scheduled_by(table, SOFT, eight)
    scheduled_by(table, Rules.from_dict({"decks": 8}, PRESETS["ligalo"]), six)
    with_mathematics(OLD, rtp=0.9751)
    with_mathematics(SOFT, rtp=0.9773)

    told = coming_rules(table.slug)
    assert [one.at for one in told] == [six, eight]
    rows = Table.objects.filter(pk=table.pk).values(
        coming=scheduled_versions_subquery("version__rule_set")
    )
    assert build_coming_rules(table, rows.get()["coming"]) == told
    assert [one.rtp_before == format_percent(0.9751) for one in told] == [True, True]
    assert told[1].rtp_after == format_percent(0.9773)


def test_the_announcement_ends_when_the_rules_apply() -> None:
    version = scheduled()
    versions.activate_due(timezone.now() + timedelta(days=4))
    version.refresh_from_db()

    assert version.state == "active"
    assert coming_rules() == []


SHARED = Rules.from_dict(
    {"seats": 5, "bettors_per_seat": 1, "turn_seconds": 20, "betting_seconds": 30}, PRESETS["live"]
)


def test_changes_of_shared_tables_are_not_announced_at_private_ones() -> None:
    live = an_open_table(HOUSE_TABLES["live"])
    scheduled_by(live, SHARED, timezone.now() + timedelta(days=3))
    assert coming_rules() == []
    rows = Table.objects.annotate(to_come=scheduled_versions_subquery("version__rule_set")).get(
        pk=live.pk
    )
    assert build_coming_rules(live, rows.to_come) == []

    fewer = Rules.from_dict({**SHARED.to_dict(), "soft_17": "hit"})
    assert [one.name for one in find_player_differences(live.version.rules, fewer)] == ["soft_17"]


def test_another_number_of_own_boxes_is_one() -> None:
    floor = PRESETS["casino_floor"]
    less = Rules.from_dict({"seats": 3, "seats_per_player": 3}, floor)
    assert {one.name for one in find_player_differences(floor, less)} == {
        "seats",
        "seats_per_player",
    }
