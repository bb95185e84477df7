"""What decisions cost is found after the round, from its facts, and added up once a day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from blackjack.actions import Action
from casino.errors import ReplayDiffers
from casino.models import Round
from reports.figures import performance
from reports.filters import Filters
from reports.models import ClosedDay, DayOfDecisions, JudgedRound, Part
from reports.period import Period
from reports.services import judging
from tables.mathematics import ask, compute_due
from tables.models import Mathematics
from tests.casino import scenes
from tests.reports.days import all_earlier, close_all, today

pytestmark = pytest.mark.committed
DAY = timedelta(days=1)


def judge_all() -> int:
    done = 0
    while many := judging.judge_due(timezone.now(), 100):
        done += many
    return done


def closed_round(*actions: str) -> Round:
    """A round of yesterday, its day closed."""
    round_ = scenes.play(scenes.deal(scenes.ordinary), *actions)
    round_ = scenes.play_out(round_)
    User.objects.update(is_test_account=False)
    all_earlier(DAY)
    close_all()
    return round_


def test_a_round_is_judged_as_the_library_judges_it() -> None:
    round_ = scenes.deal(scenes.ordinary)
    state = scenes.live_play(round_)
    costs = {
        verb: judging.worths_of(state.rules).cost(state, Action(verb))
        for verb in ("stand", "surrender")
    }
    assert max(costs.values()) > 0
    worst = max(costs, key=lambda verb: costs[verb])
    scenes.play(round_, worst)
    all_earlier(DAY)
    close_all()

    assert judge_all() == 1
    (judged,) = JudgedRound.objects.all()
    assert (judged.decisions, judged.deviations) == (1, 1)
    assert judged.cost_usd == pytest.approx(costs[worst])
    assert judge_all() == 0


def test_a_day_is_added_up_when_all_of_it_is_judged() -> None:
    closed_round()
    assert judging.close(today() - DAY) is False
    assert judging.judge_due(timezone.now(), 1) == 1
    assert not DayOfDecisions.objects.exists()
    assert judging.judge_due(timezone.now(), 1) == 0

    (day,) = DayOfDecisions.objects.all()
    assert (day.day, day.judged, day.bets_usd) == (today() - DAY, 1, 100_000)
    assert judging.close(today() - DAY) is False
    assert ClosedDay.objects.filter(part=Part.DECISIONS).count() == 1


def refuses(*_facts: object) -> None:
    raise ReplayDiffers("1")


def test_a_round_that_cannot_be_played_again_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed_round()
    monkeypatch.setattr(judging, "judged", refuses)
    judge_all()

    (judged,) = JudgedRound.objects.all()
    assert judged.cost_usd is None
    assert DayOfDecisions.objects.get().judged == 0


def test_performance_is_theory_beside_what_was() -> None:
    round_ = closed_round()
    judge_all()
    ask(round_.version.rules)
    assert compute_due(timezone.now(), round_.rules_hash)
    result = Mathematics.objects.get(digest=round_.rules_hash).result or {}

    (found,) = performance.figures(Period.last_days(3, today()), Filters()).versions
    assert found.theory is not None
    assert found.compared is not None
    assert found.decisions is not None
    assert found.compared.theory == found.theory.rtp == result["rtp"]
    assert found.compared.error == pytest.approx(result["standard_deviation"])
    net = (round_.returned or 0) - round_.staked
    assert found.compared.actual == 1 + net / 100_000
    assert found.compared.z == pytest.approx(
        (1 + net / 100_000 - result["rtp"]) / result["standard_deviation"]
    )
    assert found.decisions.rtp == pytest.approx(result["rtp"] - found.decisions.cost)
    assert found.played.rounds == found.decisions.judged == 1


def test_without_mathematics_there_is_no_theory() -> None:
    closed_round()
    Mathematics.objects.all().delete()

    (found,) = performance.figures(Period.last_days(3, today()), Filters()).versions
    assert (found.theory, found.compared, found.decisions) == (None, None, None)
    assert found.played.rounds == 1
