"""Preview figures in the rules editor: the library's values, one preview per session, nothing saved."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from journal.refusals import ChangedMeanwhile
from tables.models import Mathematics, RuleSetVersion
from tables.refusals import Misconfigured
from tables.services import mathematics, previews, studies, versions
from tables.words.previews import load_preview
from tests.tables.house import an_open_table, operator, with_mathematics
from tests.tables.pages import olga, opened, sent
from tests.tables.refusals import everything, refused
from tests.tables.test_rule_fields import typed

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
LIGALO, ATLANTIC = PRESETS["ligalo"], PRESETS["atlantic_city"]
STANDS = replace(LIGALO, soft_17="stand")
BOTH = replace(STANDS, blackjack_pays="6:5")
HTMX = {"HX-Request": "true"}


def a_draft(rules: Rules = LIGALO) -> RuleSetVersion:
    family = an_open_table().version.rule_set_id
    return versions.create_draft(family, rules, acting_user=operator())


def compute(rules: Rules) -> dict[str, Any]:
    """Compute the mathematics with the library, and store them as a worker does."""
    from blackjack.analysis.result import analyse  # noqa: PLC0415  # numpy, for these tests alone

    found = analyse(rules)
    row = with_mathematics(rules)
    row.result, row.chart = found.to_dict(), found.chart.to_dict()
    row.save()
    return row.result


def ask(client: Client, draft: RuleSetVersion, data: Any, status: int = 200) -> str:
    """Return the preview panel for the typed values."""
    answer = client.post(reverse("tables:preview", args=[draft.pk]), data, headers=HTMX)
    assert answer.status_code == status, answer.status_code
    return answer.content.decode()


def unfinished() -> set[str]:
    waiting = [Mathematics.State.WAITING, Mathematics.State.RUNNING]
    return set(Mathematics.objects.filter(state__in=waiting).values_list("digest", flat=True))


def test_typing_asks_for_the_figures_of_both_and_of_each_change_and_saves_nothing() -> None:
    draft, before = a_draft(), everything()

    page = ask(olga(), draft, typed(LIGALO, soft_17="stand", blackjack_pays="6:5", decks="8"))

    alone = [replace(LIGALO, **one) for one in ({"decks": 8}, {"blackjack_pays": "6:5"})]
    wanted = {LIGALO, STANDS, replace(BOTH, decks=8), *alone}
    assert unfinished() == {one.digest for one in wanted}
    assert "<progress" in page
    assert everything() == before
    draft.refresh_from_db()
    assert draft.rules == LIGALO


@pytest.mark.parametrize("rules", [BOTH, ATLANTIC], ids=["two changes", "atlantic city"])
def test_the_figures_are_the_librarys(rules: Rules) -> None:
    draft, computed, present = a_draft(), compute(rules), compute(LIGALO)
    for one in studies.list_analyses(rules, LIGALO):
        with_mathematics(one, rtp=0.9) if one not in (rules, LIGALO) else None

    shown = load_preview(draft, rules)
    page = ask(olga(), draft, typed(rules))

    assert shown.is_complete
    assert shown.hand is not None
    assert shown.hand.value.rtp == computed["rtp"]
    assert shown.hand.difference == computed["rtp"] - present["rtp"]
    assert shown.deviation == computed["standard_deviation"]
    others = {one.value.bet: one.value.rtp for one in shown.others}
    sides = {f"side:{name}": one["rtp"] for name, one in computed["side_bets"].items()}
    assert others == {"insurance": computed["insurance"]["rtp"], **sides}
    for told in (f"{100 * computed['rtp']:.3f}", f"{computed['standard_deviation']:.4f}"):
        assert told in page
    assert "strategy__cell--changed" in page
    assert "<progress" not in page


def test_each_change_is_worth_what_it_is_worth_alone() -> None:
    draft = a_draft()
    with_mathematics(LIGALO, rtp=0.995)
    with_mathematics(replace(BOTH, burn_cards=3), rtp=0.99)
    with_mathematics(STANDS, rtp=0.9975)

    found = load_preview(draft, replace(BOTH, burn_cards=3)).changes

    known = {one.difference.name: (one.moves, one.worth) for one in found}
    assert known == {
        "soft_17": (True, pytest.approx(0.0025)),
        "blackjack_pays": (True, None),
        "burn_cards": (False, 0.0),
    }


def test_the_next_preview_of_a_session_cancels_what_nothing_else_needs() -> None:
    draft, client = a_draft(), olga()
    with_mathematics(LIGALO)
    needed = replace(LIGALO, decks=8)
    other = versions.create_draft(draft.rule_set_id, needed, acting_user=operator())
    ask(client, draft, typed(STANDS))
    ask(client, draft, typed(needed))
    assert unfinished() == {needed.digest}

    ask(client, draft, typed(BOTH))
    assert unfinished() == {
        BOTH.digest,
        STANDS.digest,
        replace(LIGALO, blackjack_pays="6:5").digest,
        other.rules_hash,
    }


def test_another_session_keeps_its_own_preview() -> None:
    draft = a_draft()
    with_mathematics(LIGALO)
    ask(olga(), draft, typed(STANDS))
    ask(olga(), draft, typed(replace(LIGALO, decks=8)))
    assert unfinished() == {STANDS.digest, replace(LIGALO, decks=8).digest}


def test_reloading_a_preview_requests_nothing() -> None:
    draft, client = a_draft(), olga()
    ask(client, draft, typed(STANDS))
    address = reverse("tables:preview", args=[draft.pk])
    Mathematics.objects.filter(digest=STANDS.digest).delete()
    before = list(Mathematics.objects.values())

    assert client.get(address, {"rules": LIGALO.digest}, headers=HTMX).status_code == 200
    assert client.get(address, {"rules": STANDS.digest}, headers=HTMX).status_code == 404
    assert client.get(address).headers["Location"] == reverse("tables:edit", args=[draft.pk])
    assert list(Mathematics.objects.values()) == before


def test_a_failed_computation_is_named_and_not_tried_by_itself() -> None:
    draft, client = a_draft(), olga()
    with_mathematics(LIGALO)
    ask(client, draft, typed(STANDS))
    now = timezone.now()
    failed = {"state": Mathematics.State.FAILED, "error": "no sum", "finished_at": now}
    Mathematics.objects.filter(digest=STANDS.digest).update(**failed)
    address = reverse("tables:preview", args=[draft.pk])

    page = client.get(address, {"rules": STANDS.digest}, headers=HTMX).text

    assert "no sum" in page
    assert "Compute</button>" in page
    assert unfinished() == set()


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("blackjack_pays", "three", "Two whole numbers from 1 on"),
        ("penetration", "2", "Share of the shoe"),
        ("inverted", "yes", "Results are inverted"),
    ],
)
def test_an_invalid_field_is_named_and_nothing_requested(field: str, value: str, told: str) -> None:
    draft, before = a_draft(), everything()
    page = ask(olga(), draft, typed(LIGALO, **{field: value}), status=422)

    assert "Correct these fields first" in page
    assert told in page.split("hx-swap-oob")[0]
    assert f'href="#id_{field}"' in page
    assert Mathematics.objects.count() == 0
    assert everything() == before


def test_previews_need_a_playable_draft() -> None:
    draft = a_draft(STANDS)
    inverted = replace(LIGALO, inverted=True)
    error = refused(
        Misconfigured, lambda: previews.request_preview(draft, inverted, acting_user=operator())
    )
    assert error.code == "misconfigured"
    assert [one.field for one in error.problems] == ["inverted"]

    present = an_open_table().version
    error = refused(
        ChangedMeanwhile,
        lambda: previews.request_preview(present, STANDS, acting_user=operator()),
    )
    assert error.code == ChangedMeanwhile.code
    assert Mathematics.objects.count() == 0


def test_a_version_proposed_by_now_is_refused_in_the_panel() -> None:
    draft = a_draft(STANDS)
    versions.propose_version(draft.pk, reason="players ask", acting_user=operator())
    rows = list(Mathematics.objects.values())

    page = ask(olga(), draft, typed(BOTH), status=409)

    assert "has changed in the meantime" in page
    assert list(Mathematics.objects.values()) == rows


def test_without_scripts_the_editor_comes_back_with_what_was_typed_and_its_figures() -> None:
    draft, client = a_draft(), olga()
    with_mathematics(LIGALO)
    assert "formaction" in opened(client, "edit", draft.pk)
    data = typed(LIGALO, soft_17="stand")
    assert "<progress" in sent(client, "preview", draft.pk, data=data.dict(), status=200)
    with_mathematics(STANDS, rtp=0.98765)

    page = sent(client, "preview", draft.pk, data=data.dict(), status=200)

    assert "98.765" in page
    assert '<option value="stand" selected>' in page
    draft.refresh_from_db()
    assert draft.rules == LIGALO


def test_a_saved_draft_is_computed_without_being_asked_for() -> None:
    draft = a_draft()
    with_mathematics(LIGALO, rtp=0.995)
    sent(olga(), "edit", draft.pk, data=typed(LIGALO, soft_17="stand").dict())
    assert unfinished() == {STANDS.digest}
    with_mathematics(STANDS, rtp=0.9975)

    page = opened(olga(), "version", draft.pk)

    assert "+0.250 percentage points" in page
    assert "against version 1 in force (99.500" in page


def test_a_worker_takes_analyses_before_studies() -> None:
    an_open_table()
    mathematics.request_mathematics(LIGALO, {"kind": "effects"})
    mathematics.request_mathematics(STANDS)
    taken = mathematics._claim(timezone.now(), None)
    assert taken is not None
    assert taken.digest == STANDS.digest
