"""Life of a rules version through the back-office pages, by two persons."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.roles.values import Role
from blackjack.bets import Bet
from blackjack.extremes import maximum_exposure
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tables.models import Mathematics, RuleSet, RuleSetVersion, Table
from tables.services import mathematics, versions
from tables.words import versions as version_words
from tests.accounts.staff import inside, staff
from tests.exhaustive import slow_but_every
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.tables.pages import marta, olga, opened, sent
from tests.tables.refusals import everything
from tests.tables.test_rule_fields import typed

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]
LIGALO = PRESETS["ligalo"]
SOFT = Rules.from_dict({"soft_17": "stand"}, LIGALO)


def a_draft(rules: Rules = LIGALO) -> RuleSetVersion:
    family = an_open_table().version.rule_set_id
    return versions.create_draft(family, rules, acting_user=operator())


def a_proposal(rules: Rules = SOFT) -> RuleSetVersion:
    return versions.propose_version(a_draft(rules).pk, reason="players ask", acting_user=operator())


def test_two_persons_bring_new_rules_into_force() -> None:
    table = an_open_table()
    family = table.version.rule_set_id
    address = sent(olga(), "draft", family)
    draft = RuleSetVersion.objects.get(rule_set=family, number=2)
    assert address == reverse("tables:edit", args=[draft.pk])

    sent(olga(), "edit", draft.pk, data=typed(LIGALO, soft_17="stand").dict())
    draft.refresh_from_db()
    assert draft.rules == SOFT
    shown = opened(olga(), "version", draft.pk)
    assert "draws (H17)" in shown
    assert "stands (S17)" in shown

    sent(olga(), "step", draft.pk, "propose", reason="players ask")
    with_mathematics(SOFT)
    sent(marta(), "step", draft.pk, "approve", reason="checked", at_once="on")
    sent(olga(), "step", draft.pk, "schedule", effective_at="", reason="a fault")

    draft.refresh_from_db()
    table.refresh_from_db()
    assert draft.state == "active"
    assert table.version == draft
    assert [step.acting_user.pk for step in draft.steps.all() if step.acting_user] == [
        *[operator().pk] * 3,
        manager().pk,
        *[operator().pk] * 2,
    ]


def test_a_step_is_shown_before_it_is_taken() -> None:
    version = a_proposal()
    with_mathematics(SOFT)
    before = everything()
    shown = opened(marta(), "step", version.pk, "approve")

    assert "Changes" in shown
    assert "stands (S17)" in shown
    assert "97.600" in shown
    assert everything() == before


def test_the_page_refuses_approval_by_the_proposer() -> None:
    version = a_proposal()
    with_mathematics(SOFT)
    both = staff(Role.OPERATOR, "olga")
    both.groups.add(*manager().groups.all())
    before = everything()

    page = sent(inside(both), "step", version.pk, "approve", status=403, reason="mine")

    assert "You worked on this version: another person has to decide." in page
    assert everything() == before


def test_an_approval_waits_for_the_mathematics() -> None:
    version = a_proposal()
    before = everything()
    page = sent(marta(), "step", version.pk, "approve", status=422, reason="quick")

    assert "are not ready yet" in page
    assert everything() == before


def test_unusual_returns_are_accepted_one_by_one() -> None:
    version = a_proposal()
    with_mathematics(SOFT, rtp=1.002, insurance={"rtp": 0.7})
    shown = opened(marta(), "step", version.pk, "approve")
    assert "Hand: 100.200" in shown
    before = everything()
    sent(marta(), "step", version.pk, "approve", status=422, reason="all right", accepted=["hand"])
    assert everything() == before

    sent(marta(), "step", version.pk, "approve", reason="ok", accepted=["hand", "insurance"])

    version.refresh_from_db()
    assert version.state == "approved"
    assert "accepted:" in opened(olga(), "version", version.pk)


def test_a_version_is_scheduled_and_taken_off_again() -> None:
    version = a_proposal()
    with_mathematics(SOFT)
    versions.approve_version(version.pk, reason="checked", acting_user=manager())
    past = (timezone.now() - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    before = everything()
    sent(olga(), "step", version.pk, "schedule", status=422, effective_at=past)
    assert everything() == before

    sent(olga(), "step", version.pk, "schedule", effective_at="2031-05-06T07:08")
    assert "6 May 2031, 07:08" in opened(olga(), "overview")
    sent(olga(), "step", version.pk, "unschedule", reason="not yet")

    version.refresh_from_db()
    assert version.state == "approved"


def test_a_step_that_is_past_leads_back_or_keeps_what_was_typed() -> None:
    version = a_proposal()
    before = everything()
    answer = olga().get(reverse("tables:step", args=[version.pk, "propose"]))
    page = sent(olga(), "step", version.pk, "propose", status=409, reason="again")

    assert answer.headers["Location"] == reverse("tables:version", args=[version.pk])
    assert "has changed in the meantime" in page
    assert 'value="again"' in page
    assert everything() == before


def test_input_for_a_draft_already_proposed_is_kept() -> None:
    version, mine = a_proposal(), typed(LIGALO, decks="7")
    before = everything()
    answer = olga().get(reverse("tables:edit", args=[version.pk]))
    page = sent(olga(), "edit", version.pk, status=409, data=mine.dict())

    assert answer.headers["Location"] == reverse("tables:version", args=[version.pk])
    assert "has changed in the meantime" in page
    assert '<option value="7" selected>' in page.split('name="decks"')[1].split("</select>")[0]
    assert everything() == before


def test_a_draft_that_somebody_else_edited_is_not_overwritten() -> None:
    draft = a_draft()
    mine = typed(LIGALO, decks="8")
    versions.edit_draft(draft.pk, SOFT, seen=LIGALO.digest, acting_user=operator("omar"))
    before = everything()

    page = sent(olga(), "edit", draft.pk, status=409, data=mine.dict())

    assert "has changed in the meantime" in page
    assert everything() == before


def test_unpayable_rules_are_refused_at_their_field() -> None:
    draft = a_draft()
    before = everything()

    page = sent(
        olga(), "edit", draft.pk, status=422, data=typed(LIGALO, blackjack_pays="7:6").dict()
    )

    assert "could not pay this exactly" in page.split('id="id_blackjack_pays"')[1][:600]
    assert everything() == before


def test_inverted_rules_are_refused_for_real_money() -> None:
    draft = a_draft()
    before = everything()
    page = sent(olga(), "edit", draft.pk, status=422, data=typed(LIGALO, inverted="yes").dict())

    assert "for play money only" in page.split('id="id_inverted"')[1][:600]
    assert everything() == before


def test_a_new_rule_set_begins_with_a_preset() -> None:
    sent(olga(), "new_family", name="Night", money="play", base="friendly")
    family = RuleSet.objects.get(name="Night")
    assert family.versions.get().rules == PRESETS["friendly"]

    before = everything()
    page = sent(olga(), "new_family", status=422, name="night", money="real", base="live")
    assert "of this name already" in page
    assert everything() == before


def test_mathematics_are_asked_for_followed_and_cancelled() -> None:
    draft = a_draft(SOFT)
    sent(olga(), "figures", draft.pk, do="ask")
    assert Mathematics.objects.get(digest=SOFT.digest).state == "waiting"
    shown = opened(marta(), "figures", draft.pk)
    assert 'hx-trigger="every 2s"' in shown

    sent(olga(), "figures", draft.pk, do="cancel")
    assert Mathematics.objects.get(digest=SOFT.digest).state == "cancelled"
    assert "hx-trigger" not in opened(marta(), "figures", draft.pk)
    with_mathematics(SOFT, rtp=0.99512)
    assert "99.512" in opened(marta(), "figures", draft.pk)
    sent(marta(), "figures", draft.pk, do="ask", status=403)
    sent(olga(), "figures", draft.pk, do="dance", status=400)


def test_mathematics_in_earnest_are_shown_with_their_chart() -> None:
    mathematics.request_mathematics(LIGALO)
    version = an_open_table().version
    from blackjack.analysis.result import analyse  # noqa: PLC0415  # numpy, for this test alone

    found = analyse(LIGALO)
    with_mathematics(LIGALO, **found.to_dict())
    Mathematics.objects.filter(digest=LIGALO.digest).update(chart=found.chart.to_dict())
    shown = opened(olga(), "version", version.pk)

    assert "Standard deviation" in shown
    assert "strategy__table" in shown
    assert "400.00" in shown  # eight bets of 50


ROLES = {
    Role.OPERATOR: {"overview", "family", "version", "figures", "edit", "new_family", "propose"},
    Role.COMPLIANCE_MANAGER: {"overview", "family", "version", "figures", "refuse"},
    Role.COMPLIANCE_ANALYST: {"overview", "family", "version", "figures"},
    Role.AUDITOR: {"overview", "family", "version", "figures"},
    Role.CASHIER: set[str](),
    Role.ADMINISTRATOR: set[str](),
}


@pytest.mark.parametrize("role", slow_but_every(3, ROLES))
def test_each_role_opens_its_pages_and_no_other(role: Role) -> None:
    draft = a_draft()
    client = inside(staff(role, f"a {role.value}".replace(" ", "-")))
    pages = {
        "overview": reverse("tables:overview"),
        "family": reverse("tables:family", args=[draft.rule_set_id]),
        "version": reverse("tables:version", args=[draft.pk]),
        "figures": reverse("tables:figures", args=[draft.pk]),
        "edit": reverse("tables:edit", args=[draft.pk]),
        "new_family": reverse("tables:new_family"),
        "propose": reverse("tables:step", args=[draft.pk, "propose"]),
    }
    if role == Role.COMPLIANCE_MANAGER:
        pages["refuse"] = reverse("tables:step", args=[draft.pk, "refuse"])
    open_to = {name for name, address in pages.items() if client.get(address).status_code == 200}

    assert open_to == ROLES[role]
    before = everything()
    if role != Role.OPERATOR:
        for name, data in (("edit", typed(LIGALO, decks="8").dict()), ("propose", {"reason": "x"})):
            assert client.post(pages[name], data).status_code == 403
        draft_of = reverse("tables:draft", args=[draft.rule_set_id])
        assert client.post(draft_of).status_code == 403
        assert everything() == before


@pytest.mark.empty
def test_the_way_in_is_the_back_offices_own() -> None:
    assert Client().get(reverse("tables:overview")).status_code == 302
    assert Table.objects.count() == 0


def test_the_most_that_can_be_won_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    version, asked = an_open_table().version, list[int]()
    version_words._most.cache_clear()

    def counted(rules: Rules, bet: Bet, *limit: int) -> int:
        asked.append(bet.box)
        return maximum_exposure(rules, bet, *limit)

    monkeypatch.setattr(version_words, "maximum_exposure", counted)
    first = version_words.list_extremes(version)
    assert asked == 2 * list(range(1, version.rules.seats + 1))

    assert [version_words.list_extremes(version) for _ in range(2)] == [first, first]
    assert len(asked) == 2 * version.rules.seats
    Table.objects.update(max_bet_usd=400_000)
    assert version_words.list_extremes(version)[0].seat < first[0].seat
