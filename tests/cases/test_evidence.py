"""Evidence on case pages: charts of pairs with names, what a limit would change, and the way from figures to rounds."""

from collections.abc import Iterator
from dataclasses import replace
from math import nan

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from cases.selectors import case_page
from cases.selectors.rounds import check_seeds, find_case_rounds
from cases.words.costs import describe_costs
from cases.words.drawings import draw_evidence
from cases.words.findings import describe_figures, describe_thresholds, localize_numbers
from cases.words.graphs import draw_links
from cases.words.happenings import describe_happenings
from compliance.hands.selectors.proofs import ProofOutcome
from detection.models import AccountLink
from signals.catalogue import SIGNALS
from signals.columns import DealMark
from signals.costs import estimate_changes
from signals.evidence import Evidence
from signals.outcomes import Outcome, OutcomeStatus
from signals.pairs import PlayerPair, SharedBoxes, Side
from tests.accounts.staff import inside
from tests.cases.flagged import analyst, figures_of, opened, player
from tests.compliance.cases import finished
from tests.signals.counted import follow_count, make_history
from tests.signals.made import make_deals

NAMES = {"7": "Ana", "9": "Bea"}
NONE = "\N{EN DASH}"
database = pytest.mark.database


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Sentences and charts in English."""
    with translation.override("en"):
        yield


def outcome(signal: str, **figures: float) -> Outcome:
    return Outcome(OutcomeStatus.FLAGGED, 60, {**figures_of(signal), **figures})


def pair(boxes: SharedBoxes) -> PlayerPair:
    deals = make_deals(60, marks=np.full(60, int(DealMark.LIVE)))
    return PlayerPair(Side("7", 80, deals), Side("9", 60, deals), linked=True, boxes=boxes)


def drawn_by(signal: str, given: object, found: Outcome) -> Evidence:
    draw = SIGNALS[signal].draw
    assert draw is not None
    made: Evidence = draw(given, found)
    return made


def test_charts_of_pairs_name_the_players_and_list_every_figure() -> None:
    boxes = SharedBoxes(
        np.array([4, 5]),
        np.array([6, 7]),
        np.array([1.0, 2.0]),
        np.array([100_000, -50_000]),
        np.array([-90_000, 70_000]),
    )
    drawn = {
        signal: draw_evidence(drawn_by(signal, pair(boxes), outcome(signal)), NAMES)
        for signal in ("MA2", "COL1", "COL2")
    }
    assert [row[0] for row in drawn["MA2"].rows] == ["Ana", "Bea", "Together"]
    assert [row[1] for row in drawn["MA2"].rows] == ["80", "60", "60"]
    assert (drawn["COL2"].head, drawn["COL2"].rounds) == (("Ana (USD)", "Bea (USD)"), [4, 5])
    assert drawn["COL2"].rows == [("10", "-9"), ("-5", "7")]
    assert "Plays flat: Ana; joins: Bea" in drawn["COL1"].note
    assert [row[0] for row in drawn["COL1"].rows][:4] == ["≤ -3", "-2", "-1", "0"]
    # Every deal of the made columns has a count of 0, and both bet on all of them.
    assert [row[1] for row in drawn["COL1"].rows] == [NONE, NONE, NONE, "100", NONE, NONE, NONE]
    points = draw_evidence(drawn_by("LOY1", None, outcome("LOY1", rate=12.5, median=3)), {})
    assert [row[1] for row in points.rows] == ["12.50", "3"]


def test_what_a_limit_would_change_is_told_if_the_bets_cost_anything() -> None:
    lines = estimate_changes(make_history(follow_count, shoes=40, rounds=44))
    rows = describe_costs(lines)
    assert [one.change for one in rows][:3] == [
        "As it is",
        "Highest bet $40.00",
        "Highest bet $20.00",
    ]
    assert rows[-1].change == "Shoe cut at 50%"
    assert (rows[0].is_won, rows[0].cost[0]) == (False, "$")
    assert rows[2].is_won
    assert describe_costs([lines[0]._replace(cost=lines[2].cost)]) == []


def test_numbers_of_sentences_are_written_as_the_language_writes_them() -> None:
    with translation.override("es"):
        assert localize_numbers("ganó 31.42 USD (t = 0.5). v1.2.3 de 10.") == (
            "ganó 31,42 USD (t = 0,5). v1.2.3 de 10."
        )
        assert ("p", "0,00001") in [
            (name[:1], value) for name, value in describe_thresholds("NONE", {"p": 1e-5})
        ]
    assert "n = 0" in describe_figures("AML2", SIGNALS["AML2"].version, 0, {})
    assert "nan" in describe_figures("LOY1", 1, 3, {**figures_of("LOY1"), "z": None, "rate": nan})


@database
def test_a_graph_has_a_line_for_each_pair_and_names_both() -> None:
    ana, bea = player(), player("bea")
    links = [
        AccountLink(
            one=ana,
            other=bea,
            kind=kind,
            weight=weight,
            first_at=timezone.now(),
            last_at=timezone.now(),
        )
        for kind, weight in (("device", 40), ("phone", 50))
    ]
    drawn = draw_links(links, [ana.pk], {str(ana.pk): "Ana", str(bea.pk): "Bea"})
    assert drawn is not None
    assert len(drawn.lines) == 1
    first, second, shared, weight = drawn.rows[0]
    assert (first, second, weight) == ("Ana", "Bea", "90")
    assert "the same device" in shared
    assert "the same phone" in shared


@database
def test_figures_lead_to_their_rounds_each_verified_by_its_seed(client: Client) -> None:
    round_ = finished()
    case, nora = opened(round_.player, "BOT1", rounds=[round_.pk]), analyst()
    rows = find_case_rounds(case, [round_.player_id])
    assert list(rows) == [round_]
    assert check_seeds(rows)[round_.pk] is ProofOutcome.WAITS
    page = inside(nora).get(reverse("cases:case", args=[case.public_id])).content.decode()
    assert reverse("hands:hand", args=[round_.public_id]) in page
    assert reverse("hands:replay", args=[round_.public_id, 0]) in page
    assert "seed not revealed yet" in page


@database
def test_rounds_in_a_row_are_one_line_of_the_timeline() -> None:
    round_ = finished()
    case = opened(round_.player, "BOT1")
    rows = case_page.load_case_timeline(case, [round_.player_id])
    found = next(one for one in rows if one.what == "round")
    lines = describe_happenings([found, replace(found), replace(found)])
    assert [one.title for one in lines] == ["3 rounds"]
    assert "Round" in describe_happenings([found])[0].title
