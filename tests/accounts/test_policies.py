"""Terms and policies: versions by two people, refused texts, publication, and acceptance by players."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models.policies import PolicyDecision, PolicyKind, PolicyVersion
from accounts.models.users import Consent, User
from accounts.policies.refusals import (
    AcceptanceMissing,
    HeadingMissing,
    MarkupRefused,
    PlaceholdersDiffer,
    PlaceholderUnknown,
    PolicyInThePast,
    PolicyOvertaken,
    PolicyRefused,
    PolicyUnchanged,
    TextsUnlike,
    TranslationMissing,
)
from accounts.policies.selectors.values import load_values
from accounts.policies.selectors.versions import versions_in_force
from accounts.policies.services.acceptance import ReadingPlace, accept_policies
from accounts.policies.services.proposals import PolicyDraft, decide_policy, propose_policy
from accounts.policies.services.texts import check_texts
from accounts.policies.values.differences import TextChange, find_changes
from accounts.policies.values.texts import PLACEHOLDERS, find_placeholders
from accounts.policies.words import render_policy
from accounts.restrictions.selectors.eligibility import may_play_play_money, may_play_real_money
from accounts.roles.values import Role
from approvals.refusals import ProposalSuperseded
from casino.play.services.betting import place_bet
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, NotAllowed, Refusal
from tests.accounts.people import PASSWORD, demo, log_in
from tests.accounts.policies import approve, approved_version, draft, proposed_version
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from wallet.cash.services.deposits import begin_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database
HERE = ReadingPlace("en", "192.0.2.7")


def refusal_of(user: User) -> str | None:
    reason = may_play_real_money(user)
    return reason.code if reason else None


@pytest.mark.parametrize("kind", PolicyKind)
def test_the_first_version_of_each_policy_is_in_force_and_valid(kind: PolicyKind) -> None:
    version = versions_in_force()[kind]
    assert (version.number, version.matters, version.decision.approved) == (1, False, True)
    check_texts(version.text_en, version.text_es)
    assert len(render_policy(version, "en")) == len(render_policy(version, "es"))


def test_every_placeholder_has_a_value_and_is_used() -> None:
    assert set(load_values()) == PLACEHOLDERS
    assert all(load_values().values())
    used = [find_placeholders(one.text_en) for one in versions_in_force().values()]
    assert set().union(*used) == PLACEHOLDERS


@pytest.mark.parametrize(
    ("english", "spanish", "refusal"),
    [
        ("## Title\n\nText", "", TranslationMissing),
        ("", "## Título\n\nTexto", TranslationMissing),
        ("Text", "## Título\n\nTexto", HeadingMissing),
        ("## Title\n\n<b>Text</b>", "## Título\n\nTexto", MarkupRefused),
        ("## Title\n\n&lt;b", "## Título\n\nTexto", MarkupRefused),
        ("## Title\n### More", "## Título\n\nTexto", MarkupRefused),
        ("## Title\n\n{nobody}", "## Título\n\n{nobody}", PlaceholderUnknown),
        ("## Title\n\n{operator", "## Título\n\n{operator}", PlaceholderUnknown),
        ("## Title\n\n{operator}", "## Título\n\nTexto", PlaceholdersDiffer),
        ("## Title\n\nText\n## More", "## Título\n\nTexto", TextsUnlike),
    ],
)
def test_a_text_that_cannot_be_used_is_refused(
    english: str, spanish: str, refusal: type[PolicyRefused]
) -> None:
    text = PolicyDraft(
        PolicyKind.TERMS, english, spanish, matters=True, effective_at=timezone.now()
    )
    with pytest.raises(refusal) as caught:
        propose_policy(text, reason="why", acting_user=staff(Role.OPERATOR))
    assert caught.value.code == refusal.code
    assert PolicyVersion.objects.count() == len(PolicyKind)


def test_a_version_is_in_force_from_its_time_and_only_by_two_people() -> None:
    later = timezone.now() + timedelta(days=1)
    version = proposed_version(effective_at=later)
    with pytest.raises(AnotherPersonNeeded):
        decide_policy(
            version.pk, approved=True, reason="", acting_user=both(version.proposed_by_id)
        )
    assert not PolicyDecision.objects.filter(pk=version.pk).exists()
    approve(version)
    assert version.decision.in_force_at == later
    assert versions_in_force()[PolicyKind.TERMS].number == 1
    kinds = set(Event.objects.values_list("kind", flat=True))
    assert {EventKind.POLICY_PROPOSED, EventKind.POLICY_APPROVED} <= kinds


def both(pk: object) -> User:
    """Return the operator with the manager's role too."""
    user = User.objects.get(pk=str(pk))
    user.groups.add(Group.objects.get(name=Role.COMPLIANCE_MANAGER))
    return user


def test_the_database_refuses_the_proposers_own_approval() -> None:
    version = proposed_version()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_policydecision (proposal_id, approved, decided_by_id, in_force_at)"
            " VALUES (%s, true, %s, now())",
            [version.pk, version.proposed_by_id],
        )
    assert not PolicyDecision.objects.filter(pk=version.pk).exists()


@pytest.mark.parametrize("table", ["accounts_policyversion", "accounts_policydecision"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET reason = 'x'", "DELETE FROM {}"])
def test_versions_and_decisions_are_never_changed(table: str, statement: str) -> None:
    with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))
    assert PolicyVersion.objects.count() == len(PolicyKind)


def test_a_version_that_begins_in_the_past_or_before_another_or_changes_nothing_is_refused() -> (
    None
):
    operator, soon = staff(Role.OPERATOR), timezone.now() + timedelta(days=2)
    present = versions_in_force()[PolicyKind.TERMS]
    same = PolicyDraft(
        PolicyKind.TERMS, present.text_en, present.text_es, matters=True, effective_at=soon
    )
    with pytest.raises(PolicyUnchanged):
        propose_policy(same, reason="why", acting_user=operator)
    with pytest.raises(PolicyInThePast):
        propose_policy(
            draft(effective_at=timezone.now() - timedelta(1)), reason="why", acting_user=operator
        )
    approved_version(effective_at=soon)
    with pytest.raises(PolicyOvertaken):
        propose_policy(draft(addition="Else."), reason="why", acting_user=operator)


def test_an_earlier_proposal_is_not_approved_after_a_later_one() -> None:
    first = proposed_version(addition="First.")
    approve(proposed_version(addition="Second."))
    with pytest.raises((ProposalSuperseded, PolicyOvertaken)):
        approve(first)
    assert versions_in_force()[PolicyKind.TERMS].number == 3


def test_a_change_that_matters_closes_real_money_until_it_is_accepted() -> None:
    player, table = scenes.new_player("ana@example.test", funds="100"), scenes.ligalo()
    participant = scenes.sit(player, table)
    approved_version()
    assert refusal_of(player) == "policies_due"
    assert may_play_play_money(player) is None
    with pytest.raises(NotAllowed) as bet:
        place_bet(player, table, scenes.bet_request(participant))
    with pytest.raises(NotAllowed) as deposit:
        begin_deposit(player, Money.parse("20", "USD"), key=uuid4(), provider="demo")
    assert (bet.value.code, deposit.value.code) == ("policies_due", "policies_due")
    accept_policies(player, {"terms": 2}, HERE)
    assert refusal_of(player) is None
    place_bet(player, table, scenes.bet_request(participant))


def test_an_acceptance_keeps_version_time_language_and_address() -> None:
    player, version = demo(), approved_version()
    before = Consent.objects.filter(user=player).count()
    (consent,) = accept_policies(player, {"terms": 2}, HERE)
    consent.refresh_from_db()
    assert (consent.policy, consent.version) == (version, "2")
    assert (consent.language, consent.address) == ("en", "192.0.2.7")
    assert accept_policies(player, {"terms": 2}, HERE) == []
    assert Consent.objects.filter(user=player).count() == before + 1
    assert Event.objects.filter(kind=EventKind.POLICIES_ACCEPTED).count() == 1


@pytest.mark.parametrize(
    ("accepted", "refusal"), [({}, AcceptanceMissing), ({"terms": 1}, ChangedMeanwhile)]
)
def test_another_version_is_not_accepted(accepted: dict[str, int], refusal: type[Refusal]) -> None:
    player = demo()
    approved_version()
    before = Consent.objects.count()
    with pytest.raises(refusal):
        accept_policies(player, accepted, HERE)
    assert Consent.objects.count() == before
    assert refusal_of(player) == "policies_due"


def test_a_later_small_change_is_accepted_together_with_the_one_that_matters() -> None:
    player = demo()
    approved_version(addition="Important.")
    approved_version(addition="A comma.", matters=False)
    accept_policies(player, {"terms": 3}, HERE)
    assert refusal_of(player) is None


def test_a_change_that_does_not_matter_asks_nobody() -> None:
    player = demo()
    approved_version(matters=False)
    assert refusal_of(player) is None


def test_a_new_account_accepts_the_version_in_force() -> None:
    approved_version()
    player = demo()
    assert refusal_of(player) is None
    assert player.consents.get(kind="terms").version == "2"


def test_the_policies_are_put_before_the_player_at_the_next_sign_in() -> None:
    demo()
    approved_version()
    client = Client()
    answer = log_in(client, "demo@example.com", PASSWORD)
    assert answer.url.startswith(reverse("accounts:accept"))
    page = client.get(answer.url)
    assert "One more sentence." in page.text
    refused = client.post(reverse("accounts:accept"), {"accepted": []})
    assert refused.status_code == 422
    client.post(reverse("accounts:accept"), {"accepted": ["terms:2"]})
    assert refusal_of(User.objects.get(email="demo@example.com")) is None
    assert client.get(reverse("accounts:accept")).status_code == 303


def test_every_version_stays_readable_with_its_dates_and_changes(client: Client) -> None:
    version = approved_version(addition="One more sentence.")
    address = {"kind": "terms", "number": 1}
    old = client.get(reverse("accounts:document_version", kwargs=address))
    assert "One more sentence." not in old.text
    assert old.context["ended_at"] == version.decision.in_force_at
    new = client.get(reverse("accounts:document", kwargs={"kind": "terms"}))
    assert "One more sentence." in new.text
    changes = client.get(
        reverse("accounts:document_changes", kwargs={"kind": "terms", "number": 2})
    )
    assert "<ins>One more sentence.</ins>" in changes.text


def test_proposed_and_refused_versions_are_not_public(client: Client) -> None:
    version = proposed_version()
    address = reverse("accounts:document_version", kwargs={"kind": "terms", "number": 2})
    assert client.get(address).status_code == 404
    decide_policy(
        version.pk, approved=False, reason="unclear", acting_user=staff(Role.COMPLIANCE_MANAGER)
    )
    assert client.get(address).status_code == 404


def test_changes_are_shown_by_word() -> None:
    (line,) = find_changes("## One\n\nWe pay in 5 days.", "## One\n\nWe pay in 3 days.")
    changed = [(one.change, one.text) for one in line.spans if one.change is not TextChange.SAME]
    assert changed == [(TextChange.REMOVED, "5"), (TextChange.ADDED, "3")]


def test_staff_write_and_decide_a_version_on_pages() -> None:
    operator, manager = inside(staff(Role.OPERATOR)), inside(staff(Role.COMPLIANCE_MANAGER))
    form = operator.get(reverse("policies:new", args=["terms"])).context["form"]
    moment = (timezone.localtime() + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M")
    data = {**form.initial, "effective_at": moment, "reason": "the law changed", "text_es": ""}
    refused = operator.post(reverse("policies:new", args=["terms"]), data)
    assert refused.status_code == 422
    assert refused.context["form"].has_error("text_es", TranslationMissing.code)
    texts = {name: f"{form.initial[name]}\n\nMore." for name in ("text_en", "text_es")}
    answer = operator.post(reverse("policies:new", args=["terms"]), {**data, **texts})
    assert answer.status_code == 303
    version = PolicyVersion.objects.latest("pk")
    decided = manager.post(reverse("policies:decide", args=[version.pk]), {"verdict": "approve"})
    assert decided.status_code == 303
    assert PolicyDecision.objects.get(pk=version.pk).approved
