"""A void takes its round out of what is judged, and its undoing brings it back."""

from uuid import uuid4

import pytest

from accounts.models.users import User
from accounts.roles.values import Role
from casino.models import Treatment, VoidReason
from detection.models import DuePlayer, PlayerDay
from detection.selectors.units import load_units, total_units
from detection.services.building import build_columns
from detection.services.judging import judge_due_players
from detection.services.voids import follow_voids
from signals.definition import Unit
from tests.accounts.staff import staff
from tests.casino import decided
from tests.detection.test_building import history_of, play_rounds

pytestmark = pytest.mark.database


def units(player: User) -> dict[Unit, int]:
    return total_units(load_units(player.pk))


def test_a_void_and_its_undoing_change_the_figures_and_make_the_player_due() -> None:
    manager, last = staff(Role.COMPLIANCE_MANAGER), play_rounds(3)
    build_columns()
    judge_due_players()
    before, packed = units(last.player), bytes(PlayerDay.objects.get().columns)

    void = decided.void(
        last.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=manager,
        reason=VoidReason.DUPLICATE,
    )
    assert follow_voids() == 1
    due = DuePlayer.objects.get()
    assert (due.player_id, due.again) == (last.player_id, True)
    assert last.pk not in history_of(last.player_id).deals.round.tolist()
    assert units(last.player)[Unit.ROUNDS] == before[Unit.ROUNDS] - 1
    assert units(last.player)[Unit.DECISIONS] == len(history_of(last.player_id).decisions)
    judge_due_players()
    assert follow_voids() == 0

    decided.undo(void.pk, case=uuid4(), acting_user=manager)
    assert follow_voids() == 1
    assert last.pk in history_of(last.player_id).deals.round.tolist()
    assert units(last.player) == before
    assert bytes(PlayerDay.objects.get().columns) == packed
