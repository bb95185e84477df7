"""Cost of decisions: computed from the facts of a finished round, and summed once a day."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models.users import User
from blackjack.actions import Action
from blackjack.analysis.effects import Effects
from blackjack.presets import PRESETS
from casino.models import Round
from casino.refusals import ReplayDiffers
from casino.selectors.places import find_shoe_rounds
from reports.figures import performance
from reports.models import ClosedDay, ClosedPart, DayOfDecisions, DayOfStakes, JudgedRound
from reports.services import judging, luck
from reports.services.checking import check_reports
from reports.values.filters import Filters
from reports.values.period import Period
from reports.words.findings import failed_check_text
from tables.models import Mathematics
from tables.services.mathematics import compute_due, request_mathematics
from tables.values.questions import effects_question, question_digest
from tests.casino import scenes
from tests.reports.conftest import RETURN
from tests.reports.days import all_earlier, close_all, today

pytestmark = pytest.mark.database
DAY = timedelta(days=1)


def judge_all() -> int:
    done = 0
    while many := judging.judge_rounds(timezone.now(), 100):
        done += many
    return done


def closed_round(*actions: str) -> Round:
    """Return a round of yesterday, a closed day."""
    round_ = scenes.play(scenes.deal(scenes.ordinary), *actions)
    round_ = scenes.play_out(round_)
    User.objects.update(is_test_account=False)
    all_earlier(DAY)
    close_all()
    return round_


@pytest.mark.committed
def test_a_round_is_judged_as_the_library_judges_it() -> None:
    round_ = scenes.deal(scenes.ordinary)
    state = scenes.live_deal(round_)
    costs = {
        verb: judging.load_worths(state.rules).cost(state, Action(verb))
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


def test_a_round_in_progress_is_not_judged() -> None:
    round_ = scenes.deal(scenes.ordinary)
    row = JudgedRound(round=round_, day=today(), decisions=0, deviations=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        JudgedRound.objects.bulk_create([row], ignore_conflicts=True)
    scenes.play_out(round_)
    JudgedRound.objects.bulk_create([row], ignore_conflicts=True)


@pytest.mark.committed
def test_a_day_is_added_up_when_all_of_it_is_judged() -> None:
    closed_round()
    assert judging.close_judged_day(today() - DAY) is False
    assert judging.judge_rounds(timezone.now(), 1) == 1
    assert not DayOfDecisions.objects.exists()
    assert judging.judge_rounds(timezone.now(), 1) == 0

    (day,) = DayOfDecisions.objects.all()
    assert (day.day, day.judged, day.bets_usd) == (today() - DAY, 1, 100_000)
    assert judging.close_judged_day(today() - DAY) is False
    assert ClosedDay.objects.filter(part=ClosedPart.DECISIONS).count() == 1


def refuses(*_facts: object) -> None:
    raise ReplayDiffers("1")


@pytest.mark.committed
def test_an_unplayable_round_delays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed_round()
    monkeypatch.setattr(judging, "judge_round", refuses)
    judge_all()

    (judged,) = JudgedRound.objects.all()
    assert judged.cost_usd is None
    assert DayOfDecisions.objects.get().judged == 0


@pytest.mark.committed
def test_performance_is_best_play_as_played_and_actual() -> None:
    round_ = closed_round()
    judge_all()
    request_mathematics(round_.version.rules)
    assert compute_due(timezone.now(), round_.deal.rules_hash)
    result = Mathematics.objects.get(digest=round_.deal.rules_hash).result or {}

    (found,) = performance.load_figures(Period.last_days(3, today()), Filters()).versions
    assert found.theory is not None
    assert found.measured is not None
    assert found.decisions is not None
    assert found.theory.rtp == result["rtp"]
    net = (round_.returned or 0) - round_.staked
    assert found.actual == found.measured.actual == 1 + net / 100_000
    assert found.measured.played == pytest.approx(RETURN - found.decisions.cost)
    assert found.played.rounds == found.decisions.judged == found.measured.rounds == 1
    assert abs(found.measured.z) == 1
    assert found.measured.weight == pytest.approx(1)


@pytest.mark.committed
def test_without_mathematics_there_is_no_best_play() -> None:
    closed_round()
    Mathematics.objects.all().delete()

    (found,) = performance.load_figures(Period.last_days(3, today()), Filters()).versions
    assert (found.theory, found.measured, found.decisions) == (None, None, None)
    assert found.played.rounds == 1


@pytest.mark.committed
@pytest.mark.slow
@pytest.mark.usefixtures("real_effects")
def test_the_effects_of_removal_are_computed_once_and_stored() -> None:
    """Cards seen in earlier rounds of the shoe change the expected return of the next."""
    shoe = scenes.finished_shoe(2)
    User.objects.update(is_test_account=False)
    all_earlier(DAY)
    close_all()
    judge_all()

    rules = shoe.version.rules
    row = Mathematics.objects.get(digest=question_digest(rules, effects_question()))
    assert row.state == Mathematics.State.DONE
    known = Effects.from_dict(row.result or {})
    assert luck.load_or_compute_effects(rules) == known
    first, second = find_shoe_rounds(shoe).order_by("deal__nonce")
    gone = luck.load_gone_cards([first, second])
    assert gone[first.pk] == (0,) * 10
    seen = [luck.card_value_index(card) for card in first.deal.cards or []]
    assert list(gone[second.pk]) == [seen.count(value) for value in range(10)]
    for round_ in (first, second):
        judged = JudgedRound.objects.get(round=round_)
        expected = (known.expectation(gone[round_.pk]) - 1) * 100_000 - (judged.cost_usd or 0)
        assert judged.net_usd is not None
        assert judged.luck_usd == pytest.approx(judged.net_usd - expected)


@pytest.mark.committed
@pytest.mark.usefixtures("stored_effects")
def test_the_check_counts_rounds_without_luck_that_should_have_it() -> None:
    round_ = closed_round()
    rules = round_.version.rules
    assert luck.load_or_compute_effects(rules)
    false = JudgedRound(round=round_, day=today() - DAY, decisions=0, deviations=0)
    false.save(force_insert=True)
    judge_all()
    assert ClosedDay.objects.filter(part=ClosedPart.DECISIONS).exists()
    assert check_reports() == []  # no finding: the effects were computed after the round

    stored = Mathematics.objects.filter(digest=question_digest(rules, effects_question()))
    stored.update(
        asked_at=timezone.now() - 3 * DAY,
        started_at=timezone.now() - 3 * DAY,
        finished_at=timezone.now() - 3 * DAY,
    )
    (broken,) = check_reports()
    assert (broken.line, broken.rows) == ("rounds_have_luck", 1)
    assert failed_check_text(broken)[1].endswith("judged without luck: 1")


@pytest.mark.committed
def test_insurance_is_judged_by_the_cards_that_were_seen() -> None:
    round_ = scenes.play_out(scenes.play(scenes.deal(scenes.ace_up), "insure"))
    User.objects.update(is_test_account=False)
    all_earlier(DAY)
    close_all()
    judge_all()

    (row,) = DayOfStakes.objects.all()
    dealt = (round_.deal.cards or [])[:3]
    tens = 6 * 16 - sum(card[0] in "TJQK" for card in dealt)
    won = (round_.result or {})["dealer"]["blackjack"]
    assert (row.name, row.weight, row.bets) == ("insurance", 50_000, 1)
    assert row.chance == round(10_000 * tens / (312 - 3))
    assert row.multiples == (3 if won else 0)
    judged = JudgedRound.objects.get()
    assert judged.net_usd == sum(
        hand["payout"] - hand["stake"] - hand["added"]
        for hand in (round_.result or {})["seats"][0]["hands"]
    )


def test_a_shoe_that_ran_empty_goes_on_without_that_rounds_cards() -> None:
    rules = replace(PRESETS["friendly"], burn_cards=0)
    most = [*["AS"] * 25, *["KS"] * 25]
    dealt = [(1, most, 50), (2, ["5S", "TS"], 4), (3, ["9S"], 1)]
    found = luck._seen_cards(rules, dealt)
    assert found[1] == (0,) * 10
    assert (found[2][0], found[2][9]) == (25, 25)
    assert found[3] == (0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
