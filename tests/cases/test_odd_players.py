"""Cases of players with odd histories: none, one round, voided ones; and merged duplicates."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.identity import Double, DoubleDecision
from accounts.models.users import User
from accounts.roles.values import Role
from cases.models import Case, CaseHold, CaseOrigin, CaseTopic
from cases.selectors.scores import load_current_flags, load_holding_flags
from cases.services.opening import CaseOpening, open_by_hand
from cases.services.scanning import open_cases
from cases.services.site_holds import hold_withdrawals
from casino.models import Treatment, VoidReason
from detection.models import Flag, LatestOutcome
from detection.services.judging import judge_due_players
from detection.services.voids import follow_voids
from detection.tasks import judge_players
from tests.accounts.staff import inside, staff
from tests.cases.flagged import analyst, flag, manager, player
from tests.casino import decided
from tests.compliance.cases import finished
from tests.detection.test_building import play_rounds
from tests.wallet.ledger import refused
from tests.wallet.paying_out import asked, state
from wallet.cash.refusals import HeldInCase
from wallet.cash.services import withdrawals

pytestmark = pytest.mark.database


def without_rounds() -> User:
    return player()


def with_one_round() -> User:
    return finished().player


def with_all_voided() -> User:
    last = play_rounds(2)
    judge_players()
    for one in last.player.rounds.all():
        decided.void(
            one.pk,
            Treatment.STAKES_BACK,
            case=uuid4(),
            acting_user=manager(),
            reason=VoidReason.DUPLICATE,
        )
    follow_voids()
    judge_due_players()
    return last.player


@pytest.mark.parametrize("make", [without_rounds, with_one_round, with_all_voided])
def test_the_pages_of_odd_players_are_whole(make: Callable[[], User]) -> None:
    person = make()
    judge_players()
    assert not Flag.objects.filter(player=person).exists()
    assert not LatestOutcome.objects.filter(player=person, status="error").exists()
    opening = CaseOpening(CaseTopic.FRAUD, (person.pk,), CaseOrigin.HAND)
    case = open_by_hand(opening, acting_user=analyst(), reason="a tip")
    client = inside(analyst())
    page = client.get(f"/staff/cases/{case.public_id}/")
    assert page.status_code == 200
    for signal in ("CC1", "EDGE", "BOT1", "BOT4", "MA1"):
        answer = client.get(f"/staff/cases/{case.public_id}/evidence/{signal}/")
        assert answer.status_code == 200, signal
    assert client.post(f"/staff/cases/{case.public_id}/file/").status_code == 200
    assert client.get(f"/staff/cases/{uuid4()}/evidence/CC1/").status_code == 404
    assert client.get(f"/staff/cases/{case.public_id}/evidence/NONE/").status_code == 404


def merge(newer: User, kept: User) -> None:
    pair = Double.objects.create(newer=newer, other=kept)
    DoubleDecision.objects.create(double=pair, same=True, reason="one face", decided_by=analyst())


def test_flags_of_a_merged_duplicate_count_for_the_account_that_is_kept() -> None:
    withdrawal, copy, third = asked(), player("copy"), player("third")
    flag(copy, "AML1")
    flag(third, "AML3")
    assert load_holding_flags(withdrawal.player_id) is None
    merge(copy, withdrawal.player)
    merge(third, copy)
    found = load_current_flags()[withdrawal.player_id]
    assert (found.score, found.players) == (100, (withdrawal.player_id, copy.pk, third.pk))
    with refused(HeldInCase):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=staff(Role.CASHIER))
    assert hold_withdrawals(timezone.now()) == 1
    assert state(withdrawal) == "held"
    assert open_cases(timezone.now()) == 0
    case = Case.objects.get()
    assert CaseHold.objects.get().case == case
    assert set(case.players.values_list("player", flat=True)) == {
        withdrawal.player_id,
        copy.pk,
        third.pk,
    }
    assert case.players.get(is_lead=True).player == withdrawal.player
    assert case.flags.count() == 2


def test_the_same_flag_on_both_accounts_counts_once_and_opens_one_case() -> None:
    ana, copy = player(), player("copy")
    merge(copy, ana)
    for one in (ana, copy):
        flag(one, "CC1")
    flag(copy, "EDGE")
    assert load_current_flags([ana.pk])[ana.pk].score == 60
    assert open_cases(timezone.now()) == 1
    assert open_cases(timezone.now()) == 0
    case = Case.objects.get()
    assert (case.score, case.flags.count(), case.players.count()) == (60, 3, 2)


def test_two_people_are_not_one_because_somebody_suspected_it() -> None:
    ana, other = player(), player("other")
    pair = Double.objects.create(newer=other, other=ana)
    DoubleDecision.objects.create(double=pair, same=False, reason="twins", decided_by=analyst())
    flag(other, "CC1")
    assert set(load_current_flags()) == {other.pk}
