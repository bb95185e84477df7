"""Studies of rule changes, limits and counters: requested once, computed by the worker, with their uncertainty."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from accounts.models.users import User
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from journal.models import Event
from tables.models import Mathematics, MoneyKind, RuleSetVersion, Table
from tables.selectors.house_tables import LIGALO as HOUSE
from tables.services import mathematics, studies, versions
from tables.services.founding import ensure_rule_set
from tables.values import questions
from tables.words.studies import StudyLimit, load_study
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.tables.pages import olga, opened, sent
from tests.tables.refusals import everything

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
LIGALO = PRESETS["ligalo"]
CHANGED = Rules.from_dict({"soft_17": "stand", "max_splits": 1, "burn_cards": 3}, LIGALO)


def a_draft(rules: Rules = CHANGED) -> RuleSetVersion:
    family = an_open_table().version.rule_set_id
    return versions.create_draft(family, rules, acting_user=operator())


def done(rules: Rules, question: questions.Question, result: dict[str, float]) -> None:
    """Store the answer to a question as if a worker had computed it."""
    row = mathematics.request_mathematics(rules, question)
    model = with_mathematics(rules)
    model.pk, model.digest, model.question, model.result = row.pk, row.digest, question, result
    model.chart = None
    model.save(force_update=True)


def test_each_change_is_asked_for_alone_and_only_where_it_moves_the_return() -> None:
    draft = a_draft()
    studies.request_studies(draft, acting_user=operator())
    asked = {row.digest for row in Mathematics.objects.filter(question__isnull=True)}

    assert asked == {
        LIGALO.digest,
        CHANGED.digest,
        replace(LIGALO, soft_17="stand").digest,
        replace(LIGALO, max_splits=1).digest,
    }
    with_mathematics(LIGALO, rtp=0.995)
    with_mathematics(replace(LIGALO, soft_17="stand"), rtp=0.9975)
    found = {one.difference.name: one for one in load_study(draft).switches}
    assert found["soft_17"].worth == pytest.approx(0.0025)
    assert (found["max_splits"].worth, found["max_splits"].moves) == (None, True)
    assert (found["burn_cards"].worth, found["burn_cards"].moves) == (None, False)
    with_mathematics(CHANGED)
    for language, told in (
        ("en", "+0.250 percentage points"),
        ("es", "+0,250 puntos porcentuales"),
    ):
        assert told in opened(olga(language), "version", draft.pk)


def test_a_hole_card_changes_with_its_peek() -> None:
    rules = replace(LIGALO, hole_card="not_dealt", peek="never")
    draft = a_draft(rules)
    studies.request_studies(draft, acting_user=operator())

    assert Mathematics.objects.filter(question__isnull=True).count() == 3
    assert Mathematics.objects.filter(digest=replace(LIGALO, peek="never").digest).exists()


@pytest.mark.slow
def test_changes_marked_as_neutral_do_not_move_the_return() -> None:
    from blackjack.analysis.result import analyse  # noqa: PLC0415  # numpy, for this test alone

    others = Rules.from_dict(
        {
            **dict.fromkeys(("seats", "seats_per_player", "bettors_per_seat"), 3),
            **dict.fromkeys(("player_cut", "double_for_less", "even_money"), True),
            "penetration": 0.5,
            "reshuffle": "every_round",
            "burn_cards": 9,
            "show_hole_card": "when_needed",
            "turn_seconds": 9,
            "betting_seconds": 9,
            "intermission_seconds": 9,
            "on_turn_timeout": "hit_or_stand",
            "on_absence": "stand",
            "resume_seconds": 9,
            "side_bets": PRESETS["live"].to_dict()["side_bets"],
        },
        LIGALO,
    )
    changed = {name for name, value in others.to_dict().items() if value != LIGALO.to_dict()[name]}

    assert changed == studies.WITHOUT_EFFECT
    assert analyse(others).rtp == analyse(LIGALO).rtp


def test_a_limit_below_eight_bets_shows_its_cost() -> None:
    draft = a_draft()
    table = Table.objects.get()
    assert table.max_round_usd < 8 * table.max_bet_usd
    asked = questions.round_limit_question(table.max_round_usd, table.max_bet_usd)
    assert load_study(draft).limits == [StudyLimit(table, None)]
    done(CHANGED, asked, {"cost": 0.00042})
    assert load_study(draft).limits == [StudyLimit(table, 0.00042)]

    Table.objects.update(max_round_usd=8 * table.max_bet_usd)
    assert load_study(draft).limits == []


def test_counting_results_show_their_error() -> None:
    draft = a_draft()
    for part in questions.counter_questions(8, 20)[:4]:
        done(CHANGED, part, {"per_round": 0.01, "error": 0.004, "average_bet": 2, "rounds": 100})
    found = {one.highest: one for one in load_study(draft).counters}

    assert found.keys() == {8, 500}
    assert found[500].won is None
    won = found[8].won
    assert won is not None
    assert (won.average_bet, won.rounds) == (2, 400)
    assert won.per_round == pytest.approx(0.01)
    assert won.error == pytest.approx(0.002)
    assert found[8].margin == pytest.approx(0.004)
    Table.objects.update(max_bet_ratio=4)
    assert [one.highest for one in load_study(draft).counters] == [4]


def test_counting_needs_a_shoe_of_several_rounds() -> None:
    draft = a_draft(replace(LIGALO, reshuffle="every_round"))

    assert load_study(draft).counters == []
    assert not load_study(draft).countable


def test_the_page_asks_shows_progress_and_cancels() -> None:
    draft = a_draft()
    with_mathematics(CHANGED)
    sent(olga(), "figures", draft.pk, do="study")
    waiting = Mathematics.objects.filter(state="waiting").count()
    assert waiting == 3 + 1 + 2 * questions.PARTS
    shown = opened(olga(), "figures", draft.pk)
    assert "Cancel the computation" in shown
    assert "pending" in shown

    sent(olga(), "figures", draft.pk, do="cancel")
    assert Mathematics.objects.filter(state="cancelled").count() == waiting - 1
    assert Mathematics.objects.get(digest=LIGALO.digest).state == "waiting"
    assert "Cancel the computation" not in opened(olga(), "figures", draft.pk)
    acts = Event.objects.filter(kind__in=["computation_asked", "computation_cancelled"])
    told = [(one.kind, one.actor_id, one.data) for one in acts.order_by("pk")]
    by = (User.objects.get(email=operator().email).pk, {"version": draft.pk})
    assert told == [("computation_asked", *by), ("computation_cancelled", *by)]


def test_shared_computations_are_not_cancelled() -> None:
    draft, other = a_draft(), a_draft(replace(CHANGED, max_splits=2))
    elsewhere = ensure_rule_set("Another", MoneyKind.REAL, CHANGED, operator(), manager())
    for version in (draft, other):
        studies.request_studies(version, acting_user=operator())
    both = replace(LIGALO, soft_17="stand")
    of_one = replace(LIGALO, max_splits=1)

    studies.cancel_studies(draft, acting_user=operator())

    states = dict(Mathematics.objects.values_list("digest", "state"))
    assert states[LIGALO.digest] == "waiting"  # in force
    assert states[elsewhere.rules_hash] == "waiting"  # in force for another family
    assert states[other.rules_hash] == "waiting"
    assert states[both.digest] == "waiting"
    assert states[of_one.digest] == "cancelled"


def test_the_mathematics_in_force_cannot_be_cancelled() -> None:
    version = an_open_table().version
    studies.request_studies(version, acting_user=operator())
    # studies of limits and counters can be cancelled
    assert "It goes on in any case" not in opened(olga(), "figures", version.pk)

    sent(olga(), "figures", version.pk, do="cancel")

    assert Mathematics.objects.get(digest=LIGALO.digest).state == "waiting"
    assert "It goes on in any case" in opened(olga(), "figures", version.pk)


def test_a_counter_who_may_always_leave_does_so_as_soon_as_can_be() -> None:
    draft = a_draft()
    Table.objects.update(rounds_before_shoe_change=0)

    studies.request_studies(draft, acting_user=operator())

    asked = Mathematics.objects.filter(question__kind="counter")
    assert {row.question["changes_after"] for row in asked} == {1}  # type: ignore[index]  # filtered


@pytest.mark.slow
def test_answers_in_earnest() -> None:
    told: list[float] = []
    limit = questions.round_limit_question(
        HOUSE.values["max_round_usd"], HOUSE.values["max_bet_usd"]
    )
    assert Fraction(limit["bets"]) == 4
    cost = questions.compute_answer(LIGALO, limit, told.append)["cost"]
    assert 0 < cost < 0.01
    assert told[-1] == 1

    part = {**questions.counter_questions(8, 20)[0], "rounds": 4_000}
    won = questions.compute_answer(LIGALO, part, told.append)
    other = questions.compute_answer(LIGALO, {**part, "part": 1}, told.append)
    assert won == questions.compute_answer(LIGALO, part, told.append)
    assert won["per_round"] != other["per_round"]
    assert won["error"] > 0
    assert won["average_bet"] > 1


@pytest.mark.parametrize(
    "act", [studies.request_studies, studies.request_analysis, studies.cancel_studies]
)
def test_a_study_without_its_event_is_rolled_back(
    act: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = a_draft()
    if act is studies.cancel_studies:
        studies.request_studies(draft, acting_user=operator())
    before = list(Mathematics.objects.order_by("pk").values())

    def full(*_kind: object, **_what: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(studies, "record", full)
    with pytest.raises(OSError, match="no space left"):
        act(draft, acting_user=operator())

    assert list(Mathematics.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(
    "act", [studies.request_studies, studies.request_analysis, studies.cancel_studies]
)
def test_an_unstarted_study_records_no_event(
    act: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = a_draft()
    before = everything()

    def broken(*_asked: object) -> None:
        raise ArithmeticError("no sum")

    called = "cancel_computations" if act is studies.cancel_studies else "request_mathematics"
    monkeypatch.setattr(mathematics, called, broken)
    with pytest.raises(ArithmeticError):
        act(draft, acting_user=operator())

    assert everything() == before
