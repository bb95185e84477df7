"""Staff pages of the gate: lists and providers, loading a list, and what the gate says about a player."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.gate.selectors.terms import load_terms
from accounts.gate.services.asking import ask_check
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import ListLoad
from accounts.models.users import State, User
from accounts.roles.values import Role
from tests.accounts.lists import set_up_lists
from tests.accounts.people import demo
from tests.accounts.staff import inside, staff
from tests.accounts.test_exclusion_register import number_of
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.database


def test_staff_load_a_register_and_see_it(tmp_path: Path, settings: Settings) -> None:
    player, client = demo(), inside(staff(Role.COMPLIANCE_ANALYST))
    register = set_up_lists(ListKind.REGISTER, tmp_path, settings)
    file = SimpleUploadedFile("list.txt", register.write([register.entry(number_of(player))]))
    sent = client.post(reverse("gate:lists"), {"kind": "register", "file": file})
    assert sent.status_code == 303
    assert User.objects.get(pk=player.pk).state == State.OPERATOR_EXCLUDED
    load = ListLoad.objects.get()
    assert (load.acting_user and load.acting_user.email) == staff(Role.COMPLIANCE_ANALYST).email
    assert "trial authority" in client.get(reverse("gate:lists")).text


def test_a_refused_file_is_named_on_the_page(tmp_path: Path, settings: Settings) -> None:
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    set_up_lists(ListKind.REGISTER, tmp_path, settings)
    file = SimpleUploadedFile("list.txt", b"no list")
    sent = client.post(reverse("gate:lists"), {"kind": "register", "file": file})
    assert sent.status_code >= 400
    assert "list_unreadable" in sent.text
    assert not ListLoad.objects.filter(in_force_at__isnull=False).exists()


def test_staff_see_why_a_player_is_refused(profile: ProfileChange) -> None:
    profile(exclusion_register=True, location_checks="provider")
    player = demo()
    ask_check("location", player, "203.0.113.7", load_terms())
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    page = client.get(reverse("gate:player", args=[player.pk])).text
    assert "register_out_of_date" in page
    assert "203.0.113.7" in page
    assert timezone.now().strftime("%Y-%m-%d") in client.get(reverse("gate:lists")).text
