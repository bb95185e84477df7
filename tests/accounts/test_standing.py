"""Account page of a player: status, missing steps, restrictions; no text written for staff."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.identity.services import document_uploads
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.profile.words import describe_account
from accounts.protection.services.exclusion import start_self_exclusion
from accounts.restrictions.services.restrictions import RestrictionRequest, impose_restriction
from accounts.roles.values import Role
from tests.accounts.papers import picture
from tests.accounts.people import ana_confirmed, ana_signs_up
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database


def page(player: User) -> str:
    client = Client()
    client.force_login(player)
    read_in(client, "en")
    return client.get(reverse("accounts:account")).text


def missing(player: User) -> list[str]:
    return [one.words for one in describe_account(player).missing]


def test_a_new_player_reads_what_is_missing() -> None:
    player = ana_signs_up(language="en")
    text = page(player)
    assert "Pending" in text
    for words in ("Confirm your email address.", "Send us a photograph of your document."):
        assert words in text


def test_missing_steps_disappear_when_done() -> None:
    player = ana_confirmed(language="en")
    assert len(missing(player)) == 1
    document_uploads.store_upload(player, "front", picture())
    (waits,) = describe_account(player).missing
    assert waits.page is None  # waiting for staff
    verify_identity(player, SeenDocument("passport seen"))
    assert missing(player) == []
    assert "you can play for real money" in page(player)


def test_a_restriction_is_read_with_the_words_to_the_player_and_not_with_those_of_staff() -> None:
    player = ana_confirmed(language="en")
    measure = RestrictionRequest(
        Restriction.Kind.SUSPENDED, "smells of three stolen cards", words="Please send a bill."
    )
    impose_restriction(player.pk, measure, key=uuid4(), acting_user=staff(Role.COMPLIANCE_MANAGER))
    player.refresh_from_db()
    text = page(player)
    assert "Suspended" in text
    assert "Please send a bill." in text
    assert "stolen" not in text
    assert staff(Role.COMPLIANCE_MANAGER).full_name not in text


def test_a_permanent_self_exclusion_cannot_be_lifted() -> None:
    player = ana_confirmed(language="en")
    start_self_exclusion(player, None, key=uuid4())
    text = page(player)
    assert "with no end date" in text
    assert "until it is lifted" not in text
    other = ana_confirmed(email="bea@example.com", language="en")
    measure = RestrictionRequest(Restriction.Kind.SUSPENDED, "a stolen card")
    impose_restriction(other.pk, measure, key=uuid4(), acting_user=staff(Role.COMPLIANCE_MANAGER))
    assert "until it is lifted" in page(other)


def test_players_read_only_their_own_account() -> None:
    ana_confirmed(email="bea@example.com", full_name="Bea Luna")
    assert "Bea Luna" not in page(ana_confirmed())
    answer = inside(staff(Role.AUDITOR)).get(reverse("accounts:account"))
    assert answer.status_code == 403
