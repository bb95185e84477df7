"""A player who was away while the house decided gets one notice for each round."""

import pytest
from django.utils import timezone

from accounts.models.users import State, User
from casino.live.values.seating import AWAY_AFTER
from casino.models import Clock, Notice, Participant
from casino.notices.words import describe_unseen_notices
from tests.live.scenes import Guest, a_table_that_deals, clock_of, dealt_to, played_out
from tests.live.test_turns import pair_first

pytestmark = pytest.mark.database


def a_turn() -> list[Guest]:
    """Return two guests in a deal that has reached its turns."""
    place, guests = a_table_that_deals(pair_first, {"ana": 1, "luis": 2})
    dealt_to(*guests)
    if clock_of(place).phase == Clock.Phase.ANSWERS:
        pytest.fail("the deal asks before the peek")
    return guests


def test_an_absent_player_is_notified_once_and_a_late_one_is_not() -> None:
    ana, luis = a_turn()
    gone = timezone.now() - 2 * AWAY_AFTER
    Participant.objects.filter(player=ana.player).update(seen_at=gone)

    played_out(ana.place)

    (notice,) = Notice.objects.all()
    assert (notice.player, notice.round, notice.kind) == (ana.player, ana.round, Notice.Kind.PLAYED)
    (told,) = describe_unseen_notices(ana.player)
    assert told.round == ana.round.public_id
    assert luis.round.interrupted


def test_a_player_who_decided_before_leaving_is_not_notified() -> None:
    ana, luis = a_turn()
    ana.decides("stand")
    luis.decides("stand")

    assert not Notice.objects.exists()


def test_a_player_excluded_during_a_deal_is_notified() -> None:
    ana, luis = a_turn()
    User.objects.filter(pk=ana.player.pk).update(state=State.SELF_EXCLUDED)

    played_out(ana.place)

    assert [one.player for one in Notice.objects.all()] == [ana.player]
    assert luis.round.interrupted
