"""Only the kinds of documents that the profile accepts are offered, taken and verified."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.identity.refusals import DocumentNotAccepted
from accounts.identity.selectors.document_numbers import find_document_kind, has_number
from accounts.identity.services.details import enter_details
from accounts.identity.services.number_entry import correct_number
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models.identity import DocumentKind, IdentityNumber
from accounts.models.users import User
from accounts.roles.values import Role
from journal.refusals import ChangedMeanwhile
from profiles.values.fields import FIELDS
from profiles.values.kinds import SomeOf
from tests.accounts.people import ana_confirmed, ana_opens, details, details_form, number
from tests.accounts.staff import inside, staff
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.database
EMAIL = "ana@example.com"


def test_the_kinds_are_those_of_the_profile() -> None:
    kind = FIELDS["documents_accepted"].kind
    assert isinstance(kind, SomeOf)
    assert tuple(DocumentKind.values) == kind.words


@pytest.mark.parametrize("kind", ["passport", "other", ""])
def test_another_kind_is_not_taken(profile: ProfileChange, kind: str) -> None:
    profile(documents_accepted=["national_id"])
    player = ana_opens()
    with pytest.raises(DocumentNotAccepted) as refused:
        enter_details(player, details(kind=kind))
    assert refused.value.code == "document_not_accepted"
    assert not has_number(player)
    assert not User.objects.get(pk=player.pk).full_name
    clerk = staff(Role.COMPLIANCE_ANALYST)
    with pytest.raises(DocumentNotAccepted):
        correct_number(player.pk, number(EMAIL), kind=kind, acting_user=clerk, reason="seen")
    assert not IdentityNumber.objects.filter(player=player).exists()


def test_the_page_offers_and_takes_only_accepted_kinds(profile: ProfileChange) -> None:
    profile(documents_accepted=["national_id", "residence_permit"])
    player, client = ana_opens(), Client()
    client.force_login(player)
    page = client.get(reverse("accounts:identity")).text
    assert 'value="residence_permit"' in page
    assert 'value="passport"' not in page
    form = details_form(details(kind="passport"))
    assert client.post(reverse("accounts:give_details"), form).status_code == 422
    assert not has_number(player)
    form["document_kind"] = "residence_permit"
    assert client.post(reverse("accounts:give_details"), form).status_code == 303
    assert find_document_kind(player) == "residence_permit"


def test_a_document_that_is_accepted_no_more_is_not_verified(profile: ProfileChange) -> None:
    player, clerk = ana_confirmed(kind="passport"), staff(Role.COMPLIANCE_ANALYST)
    profile(documents_accepted=["national_id"])
    with pytest.raises(DocumentNotAccepted):
        verify_identity(player, SeenDocument("seen"), acting_user=clerk)
    assert not User.objects.get(pk=player.pk).is_verified
    answer = inside(clerk).get(reverse("players:verify", args=[player.pk]))
    assert answer.headers["Location"] == reverse("players:number", args=[player.pk])


def test_staff_state_the_kind_of_an_older_number(profile: ProfileChange) -> None:
    player, clerk = ana_confirmed(kind=""), staff(Role.COMPLIANCE_ANALYST)
    verify_identity(player, SeenDocument("seen"), acting_user=clerk)
    profile(documents_accepted=["national_id"])
    page, client = reverse("players:number", args=[player.pk]), inside(clerk)
    sent = {
        "document_kind": "national_id",
        "document_country": "CO",
        "document_number": number(EMAIL).normal,
        "reason": "seen",
        "key": str(uuid4()),
    }
    assert client.post(page, sent).status_code == 303
    assert find_document_kind(player) == "national_id"
    assert User.objects.get(pk=player.pk).is_verified
    with pytest.raises(ChangedMeanwhile):
        correct_number(
            player.pk, number(EMAIL), kind="national_id", acting_user=clerk, reason="again"
        )
