"""Letters about a version of the profile that changes limits, ages, taxes or waits: to those whom it holds, once."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.roles.values import Role
from compliance.messages.services import profile_announcements
from compliance.models import ProfileAnnouncement
from compliance.players.services import letters
from compliance.profiles.services.changes import ProfileRequest, decide_profile, propose_profile
from compliance.tasks import announce_rules
from journal.models import Event
from profiles.models import ProfileVersion
from tests.accounts.people import demo
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database


def approved(country: str = "", **changes: str) -> ProfileVersion:
    """Return an approved version: the tests' profile with other lines."""
    text = Path(settings.FIRST_PROFILE).read_text(encoding="utf-8")
    for name, value in changes.items():
        lines = [one for one in text.splitlines() if not one.startswith(f"{name} =")]
        at = lines.index("[protection]") + 1
        lines.insert(at, f'{name} = {{ value = {value}, status = "choice" }}')
        text = "\n".join(lines)
    wanted = ProfileRequest(text.encode(), country=country)
    version = propose_profile(wanted, reason="a rule", acting_user=staff(Role.OPERATOR))
    manager = staff(Role.COMPLIANCE_MANAGER)
    decide_profile(version.pk, approved=True, reason="read", acting_user=manager)
    return version


def told() -> set[str]:
    return set(Letter.objects.filter(kind="profile").values_list("player__email", flat=True))


def test_a_change_of_waits_is_told_by_mail_and_on_the_site() -> None:
    player = demo()
    User.objects.filter(pk=player.pk).update(language="en")
    version = approved(limit_loosening_hours="168")
    announce_rules()
    assert player.email in told()
    letters.mail_letters(timezone.now())
    found = next(one for one in mail.outbox if one.to == [player.email])
    assert "A looser own limit waits for: 168 hours (before: 24 hours)" in found.body
    client = scenes.signed_in(player)
    read_in(client, "en")
    letter = Letter.objects.get(player=player, kind="profile")
    assert letter.about == str(version.pk)
    assert "before: 24 hours" in client.get(f"/messages/account/{letter.pk}/").text
    assert Event.objects.get(kind="profile_told").data["players_told"] == len(told())


def test_each_player_is_told_once_and_who_may_not_play_is_not() -> None:
    out = scenes.new_player("out@example.test")
    User.objects.filter(pk=out.pk).update(state=State.CLOSED)
    approved(time_out_longest_days="14")
    for _ in range(2):
        announce_rules()
    players = User.objects.filter(is_staff=False, is_guest=False, state__in=["active", "pending"])
    assert told() == set(players.values_list("email", flat=True))
    assert Letter.objects.count() == players.count()


def test_what_players_do_not_see_is_not_told() -> None:
    approved(harm_markers="true", links_checked_hours="12")
    announce_rules()
    assert not ProfileAnnouncement.objects.exists()
    assert not Letter.objects.exists()


def test_a_country_s_version_is_told_to_those_who_live_there() -> None:
    abroad = scenes.new_player("abroad@example.test")
    User.objects.filter(pk=abroad.pk).update(country="GB")
    approved("GB", time_out_longest_days="42")
    announce_rules()
    assert told() == {"abroad@example.test"}


def test_letters_are_written_in_batches_that_can_be_resumed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = {scenes.new_player(f"p{n}@example.test").email for n in range(5)}
    monkeypatch.setattr(profile_announcements, "SLICE", 2)
    approved(time_out_longest_days="14")
    assert profile_announcements.begin_profile_announcements(timezone.now()) == 1
    assert profile_announcements.begin_profile_announcements(timezone.now()) == 0
    assert profile_announcements.continue_profile_announcements() == 2
    assert ProfileAnnouncement.objects.get().done_at is None
    announce_rules()
    assert people <= told()
    assert ProfileAnnouncement.objects.get().done_at
