"""A player's lifetime totals: closed days plus later rounds, unchanged by the closing of a day."""

from datetime import timedelta

import pytest

from accounts.models.users import User
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from reports.figures import players
from reports.results.selectors import lifetime
from reports.values.filters import Filters
from reports.values.period import Period, day_of
from tests.casino import scenes
from tests.fixtures.profiles import ProfileChange
from tests.reports.days import all_earlier, close_all

DAY = timedelta(days=1)
pytestmark = pytest.mark.database


def played(player: User, stake: str) -> None:
    table = scenes.ligalo()
    participant = Participant.objects.filter(player=player).first() or scenes.sit(player, table)
    scenes.play_out(place_bet(player, table, scenes.bet_request(participant, stake)))


@pytest.mark.slow
@pytest.mark.committed
def test_lifetime_figures_cover_open_and_closed_days(profile: ProfileChange) -> None:
    profile(shoe_max_age_seconds=10**8)  # one shoe for all its days
    ana, berta = (scenes.new_player(f"{name}@example.test") for name in ("ana", "berta"))
    played(ana, "10")
    played(berta, "50")
    all_earlier(40 * DAY, sealed=False)
    played(ana, "20")
    all_earlier(DAY)
    played(ana, "30")
    before = lifetime.load_lifetime_sums(ana.pk)
    close_all()
    after = lifetime.load_lifetime_sums(ana.pk)
    rounds = Round.objects.filter(player=ana)
    assert after == before
    assert (after.rounds, after.hands) == (3, 3)
    assert after.staked.units == sum(one.staked_usd for one in rounds)
    assert after.returned.units == sum(one.returned_usd or 0 for one in rounds)
    today = day_of(rounds.latest("pk").started_at)
    whole = players.load_figures(Period.last_days(60, today), Filters(test=True))
    assert [one.sums for one in whole.lines if one.player_id == ana.pk] == [after]


def test_lifetime_figures_start_at_zero() -> None:
    assert lifetime.load_lifetime_sums(scenes.new_player("zoe@example.test").pk).rounds == 0
