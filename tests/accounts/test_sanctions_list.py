"""The sanctions list: a possible person is refused until two people have decided."""

from datetime import date, timedelta
from pathlib import Path

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.gate.services.sanctions_decisions import decide_match, propose_match_decision
from accounts.gate.values.list_refusals import ListRefused
from accounts.gate.values.signed_lists import ListKind
from accounts.identity.services.corrections import PersonData, correct_person
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models.gate import (
    SanctionsDecision,
    SanctionsMatch,
    SanctionsProposal,
    SanctionsVerdict,
)
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_real_money, may_withdraw
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing
from tests.accounts.lists import Lists, set_up_lists
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.database
SAME = ("QDi.1", "ROJAS, Ana Maria", "1990-05-17")


@pytest.fixture
def sanctions(tmp_path: Path, settings: Settings, profile: ProfileChange) -> Lists:
    profile(sanctions_list=True, sanctions_max_age_hours=144)
    return set_up_lists(ListKind.SANCTIONS, tmp_path, settings)


@pytest.fixture
def ana() -> User:
    player = ana_confirmed()
    verify_identity(player, SeenDocument("seen"), acting_user=staff(Role.COMPLIANCE_ANALYST))
    return player


def proposed(*, same: bool) -> SanctionsProposal:
    """Return an analyst's proposal about the only match."""
    return propose_match_decision(
        SanctionsMatch.objects.get().pk,
        same=same,
        acting_user=staff(Role.COMPLIANCE_ANALYST),
        reason="compared the documents",
    )


def codes(player: User) -> tuple[str, str]:
    """Return the codes of playing and withdrawing."""
    play, withdraw = may_play_real_money(player), may_withdraw(player)
    return play.code if play else "", withdraw.code if withdraw else ""


@pytest.mark.parametrize(
    "entry",
    [
        SAME,
        ("A", "Ana María Rojas", "1990"),
        ("A", "maria rojas ana", ""),
        ("A", "AnaMaria Rojas", "1990-05-17"),
    ],
)
def test_a_possible_person_is_refused_until_two_people_decide(
    sanctions: Lists, ana: User, entry: tuple[str, ...]
) -> None:
    sanctions.load([entry, ("B", "Somebody Else", "1950")])
    assert codes(ana) == ("sanctions_match", "sanctions_match")
    proposal, manager = proposed(same=False), staff(Role.COMPLIANCE_MANAGER)
    assert codes(ana) == ("sanctions_match", "sanctions_match")
    decide_match(proposal.pk, approved=True, acting_user=manager, reason="another document")
    assert codes(ana) == ("", "")
    sanctions.load([entry])
    assert codes(ana) == ("", "")


@pytest.mark.parametrize(
    "entry",
    [("A", "Ana Rojas", ""), ("A", "Ana María Rojas", "1991"), ("A", "Luz Rojas", "1990-05-17")],
)
def test_others_are_not_matched(sanctions: Lists, ana: User, entry: tuple[str, ...]) -> None:
    sanctions.load([entry])
    assert codes(ana) == ("", "")


def test_the_same_person_stays_refused(sanctions: Lists, ana: User) -> None:
    sanctions.load([SAME])
    proposal, manager = proposed(same=True), staff(Role.COMPLIANCE_MANAGER)
    for _ in range(2):
        decide_match(proposal.pk, approved=True, acting_user=manager, reason="the same document")
    assert codes(ana) == ("sanctions_match", "sanctions_match")
    assert SanctionsDecision.objects.get().same
    with pytest.raises(ChangedMeanwhile):
        proposed(same=False)
    assert Event.objects.filter(kind="sanctions_decided").count() == 1


def test_a_refused_proposal_leaves_the_match_open(sanctions: Lists, ana: User) -> None:
    sanctions.load([SAME])
    first = proposed(same=False)
    assert proposed(same=False) == first
    with pytest.raises(ChangedMeanwhile):
        proposed(same=True)
    manager = staff(Role.COMPLIANCE_MANAGER)
    decide_match(first.pk, approved=False, acting_user=manager, reason="look again")
    assert codes(ana) == ("sanctions_match", "sanctions_match")
    assert not SanctionsDecision.objects.exists()
    assert proposed(same=True) != first


def test_who_proposed_does_not_decide(sanctions: Lists, ana: User) -> None:
    sanctions.load([SAME])
    match, manager = SanctionsMatch.objects.get(), staff(Role.COMPLIANCE_MANAGER)
    own = propose_match_decision(match.pk, same=False, acting_user=manager, reason="seen")
    with pytest.raises(AnotherPersonNeeded):
        decide_match(own.pk, approved=True, acting_user=manager, reason="seen")
    with pytest.raises(IntegrityError), transaction.atomic():
        SanctionsVerdict.objects.create(
            proposal=own, approved=True, decided_by=manager, reason="seen"
        )
    with pytest.raises(IntegrityError, match="two people"), transaction.atomic():
        SanctionsDecision.objects.create(match=match, same=False, decided_by=manager, reason="no")
    assert codes(ana) == ("sanctions_match", "sanctions_match")


def test_only_a_manager_decides_and_with_a_reason(sanctions: Lists, ana: User) -> None:
    sanctions.load([SAME])
    proposal = proposed(same=False)
    other = staff(Role.COMPLIANCE_ANALYST, "other")
    with pytest.raises(NotPermitted):
        decide_match(proposal.pk, approved=True, acting_user=other, reason="no")
    manager = staff(Role.COMPLIANCE_MANAGER)
    with pytest.raises(ReasonMissing):
        decide_match(proposal.pk, approved=True, acting_user=manager, reason=" ")
    assert not SanctionsDecision.objects.exists()


def test_a_person_who_comes_later_is_matched(sanctions: Lists) -> None:
    sanctions.load([SAME])
    ana_confirmed()
    assert SanctionsMatch.objects.count() == 1
    assert Event.objects.get(kind="sanctions_matched").severity == "alarm"


def test_a_corrected_name_is_matched_anew(sanctions: Lists, ana: User) -> None:
    sanctions.load([("A", "Ana Rosas", "1990-05-17")])
    correct_person(
        ana.pk,
        PersonData("Ana Rosas", date(1990, 5, 17), "CO"),
        acting_user=staff(Role.COMPLIANCE_ANALYST),
        reason="misread",
    )
    assert "Ana" not in SanctionsMatch.objects.get().player_name


def test_the_gate_closes_without_a_current_list(sanctions: Lists, ana: User) -> None:
    assert codes(ana) == ("sanctions_out_of_date", "")
    sanctions.load([])
    assert codes(ana) == ("", "")
    with time_machine.travel(timezone.now() + timedelta(days=7), tick=False):
        assert codes(ana) == ("sanctions_out_of_date", "")


@pytest.mark.parametrize("entry", [("A", "", "1990"), ("A", "Ana", "17/05/1990"), ("", "Ana", "")])
def test_odd_entries_refuse_the_list(sanctions: Lists, ana: User, entry: tuple[str, ...]) -> None:
    with pytest.raises(ListRefused) as refused:
        sanctions.load([SAME, entry])
    assert refused.value.code == "list_entry"
    assert not SanctionsMatch.objects.exists()


def test_staff_propose_and_decide_on_the_page(sanctions: Lists, ana: User) -> None:
    sanctions.load([SAME])
    match = SanctionsMatch.objects.get()
    page, sent = reverse("gate:matches"), {"verdict": "approve", "reason": "another document"}
    analyst, manager = (
        inside(staff(Role.COMPLIANCE_ANALYST)),
        inside(staff(Role.COMPLIANCE_MANAGER)),
    )
    assert "ROJAS, Ana Maria" in analyst.get(page).content.decode()
    assert analyst.post(reverse("gate:propose", args=[match.pk]), sent).status_code == 303
    decide = reverse("gate:decide", args=[SanctionsProposal.objects.get().pk])
    assert decide not in analyst.get(page).content.decode()
    assert codes(ana) == ("sanctions_match", "sanctions_match")
    assert decide in manager.get(page).content.decode()
    assert manager.post(decide, sent).status_code == 303
    assert codes(ana) == ("", "")
