"""Visits and rounds keep the versions of the profile that judged them."""

import csv

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.roles.values import Role
from accounts.visits.services.visits import start_visit
from api.resources.history import load_round_record
from api.serializers.history import PlayedRoundSerializer
from casino.history.words.round_file import stream_csv_rows
from casino.models import Round
from compliance.hands.words.columns import COLUMNS
from compliance.own_data.selectors.rows import describe_round
from profiles.selectors import in_force
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.profiles import FIRST, ProfileChange

pytestmark = pytest.mark.database


def test_a_round_keeps_the_versions_that_judged_its_bet(profile: ProfileChange) -> None:
    country = scenes.new_player("elsewhere@example.test").country
    profile(country, minimum_age=19)
    stored = Round.objects.get(pk=scenes.deal(scenes.ordinary).pk)
    known = in_force.profile_in_force(country)
    assert (stored.profile_id, stored.country_profile_id) == (FIRST, known.country_version)
    assert known.country_version not in (FIRST, None)


def test_what_judged_a_round_is_fixed() -> None:
    round_ = scenes.deal(scenes.ordinary)
    with pytest.raises(DatabaseError), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(country_profile_id=FIRST)
    round_.refresh_from_db()
    assert round_.country_profile_id is None


def test_a_visit_keeps_the_versions_in_force(profile: ProfileChange) -> None:
    player = scenes.new_player()
    profile(player.country, minimum_age=19)
    visit, _ = start_visit(player, "k" * 32, "203.0.113.9", "a browser")
    assert visit.profile_id == FIRST
    assert visit.country_profile_id == in_force.profile_in_force(player.country).country_version


def test_the_profile_costs_one_statement_in_fifteen_seconds_and_none_otherwise() -> None:
    in_force.forget_versions()
    in_force._values.cache_clear()
    with CaptureQueriesContext(connection) as first:
        in_force.profile_in_force("ES")
    with CaptureQueriesContext(connection) as later:
        in_force.profile_in_force("ES")
        in_force.profile_in_force()
    assert (len(first), len(later)) == (
        2,
        0,
    )  # the versions, and the values of one that is new to the process
    in_force.forget_versions()
    with CaptureQueriesContext(connection) as again:
        in_force.profile_in_force("ES")
    assert len(again) == 1


def test_staff_player_and_api_see_the_versions_of_a_round(profile: ProfileChange) -> None:
    country = scenes.new_player("elsewhere@example.test").country
    profile(country, minimum_age=19)
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    number = in_force.profile_in_force(country).country_version
    assert number is not None
    page = inside(staff(Role.AUDITOR)).get(reverse("hands:hand", args=[round_.public_id]))
    text = " ".join(page.content.decode().split())
    assert reverse("profiles:version", args=[FIRST]) in text
    assert f"{country}, version {number}" in text

    lines = list(stream_csv_rows(Round.objects.filter(pk=round_.pk)))
    named = dict(zip(*csv.reader(line.removeprefix("\ufeff") for line in lines), strict=True))
    assert named["version of the profile"] == str(FIRST)
    assert named["version of the country's profile"] == str(number)

    own = describe_round(Round.objects.select_related("place__table", "deal__shoe").get())
    assert (own["profile_version"], own["country_profile_version"]) == (FIRST, number)

    columns = {one.key: one.value(round_) for one in COLUMNS}
    assert (columns["profile"], columns["country_profile"]) == (FIRST, number)

    record = load_round_record(round_.player, round_.public_id)
    seen = PlayedRoundSerializer(record).data
    assert (seen["profile_version"], seen["country_profile_version"]) == (FIRST, number)
