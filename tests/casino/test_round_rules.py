"""A round's page keeps the rules it was played by, even after its table changes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from casino.models import Round
from tables.models import Table
from tables.services import versions
from tests.casino import scenes
from tests.tables.house import scheduled, with_mathematics

pytestmark = pytest.mark.database
OTHER = Rules.from_dict({"soft_17": "stand"}, PRESETS["ligalo"])
ENGLISH = {"Accept-Language": "en"}


def rules_page(round_: Round) -> str:
    client, address = scenes.signed_in(round_.player), f"/rounds/{round_.public_id}/"
    assert f"{address}rules/" in client.get(address, headers=ENGLISH).text
    assert f"{address}rules/" in client.get(f"{address}replay/", headers=ENGLISH).text
    answer = client.get(f"{address}rules/", headers=ENGLISH)
    assert answer.status_code == 200
    return answer.text.partition("<main")[2].partition("</main>")[0]


def test_a_rounds_rules_stay_when_its_table_plays_by_others() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    before = rules_page(round_)
    assert "Minimum bet on a box: " in before
    with_mathematics(OTHER)
    scheduled(round_.place.table, OTHER, timezone.now() + timedelta(days=3))
    versions.activate_due(timezone.now() + timedelta(days=4))
    Table.objects.update(min_bet_usd=50_000)
    assert Table.objects.get().version.rules == OTHER
    assert rules_page(round_) == before


def test_only_the_player_reads_the_rules_of_the_round() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    client = scenes.signed_in(scenes.new_player("bea@example.test"))
    assert client.get(f"/rounds/{round_.public_id}/rules/").status_code == 404
