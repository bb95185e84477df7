"""The evidence page: files of items, each automatic check broken once, statuses, looks, the PDF."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from math import inf
from typing import Any, Final

import pytest
from allauth.mfa.models import Authenticator
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts.models.identity import Double
from accounts.models.policies import PolicyKind
from accounts.models.users import User, VerificationMethod
from accounts.policies.selectors.versions import versions_in_force
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from builds.selectors import read_version
from casino.incidents.services import freezing
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.clocks import record_clock_heartbeat
from journal.services.recording import record
from profiles.selectors import in_force
from profiles.selectors.in_force import house_default
from reports.models import StandardLook
from reports.standards.checks import catalogue, house, people, play
from reports.standards.selectors.board import decide_status, load_board, run_check
from reports.standards.services.looks import record_look
from reports.standards.values.evidence import EvidenceOutcome, ItemEvidence, check_names
from reports.standards.values.items import (
    ClaimedStatus,
    ItemFileError,
    ItemStatus,
    find_item,
    load_groups,
    read_group,
)
from reports.standards.words import page_title
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import restricted
from tests.casino import scenes
from tests.compliance.disputed import disputed
from tests.wallet.paying_out import asked

pytestmark = pytest.mark.database
Break = Callable[[Any, Any], timedelta | None]
"""Breaks what a check reads, and returns how much later it is looked at."""


def sign_up_silently(_profile: Any, _patch: Any) -> None:
    User.objects.create_user("new@example.test", birth_date=date(1990, 5, 17), country="CO")


def unverify(_profile: Any, _patch: Any) -> None:
    round_ = scenes.deal(scenes.ordinary)
    User.objects.filter(pk=round_.player_id).update(
        verified_at=None, verification_method=VerificationMethod.NONE
    )


def leave_a_pair(_profile: Any, _patch: Any) -> timedelta:
    newer, other = (scenes.new_player(f"{name}@example.test") for name in ("ana", "bea"))
    Double.objects.create(newer=newer, other=other)
    return timedelta(days=31)


def lock_silently(_profile: Any, _patch: Any) -> None:
    player = scenes.new_player()
    User.objects.filter(pk=player.pk).update(state="suspended")


def drop_a_policy(_profile: Any, patch: Any) -> None:
    some = {PolicyKind.TERMS: versions_in_force()[PolicyKind.TERMS]}
    patch.setattr(people, "versions_in_force", lambda: some)


def leave_a_dispute(_profile: Any, _patch: Any) -> timedelta:
    disputed(scenes.new_player())
    return timedelta(days=61)


def play_while_excluded(_profile: Any, patch: Any) -> None:
    """The database lets no excluded player begin a round, so the check takes one from before for one from after."""
    restricted(scenes.deal(scenes.ordinary).player, "operator_excluded")
    patch.setattr(people, "_ON_ITS_WAY", timedelta(hours=-1))


def find_a_difference(_profile: Any, patch: Any) -> None:
    scenes.ligalo()
    patch.setattr(play, "find_rule_differences", lambda _versions: iter([{"code": "x"}]))


def open_without_mathematics(_profile: Any, _patch: Any) -> None:
    scenes.ligalo()


def leave_a_round(_profile: Any, _patch: Any) -> timedelta:
    scenes.deal(scenes.ordinary)
    return timedelta(days=31)


def leave_a_freeze(_profile: Any, _patch: Any) -> timedelta:
    freezing.freeze_round(scenes.deal(scenes.ordinary).pk, staff(Role.OPERATOR), "a fault")
    return timedelta(days=4)


def repeat_a_seed(_profile: Any, patch: Any) -> None:
    patch.setattr(play, "newest_commitments", lambda: ["0" * 64, "0" * 64])


def open_a_seed(_profile: Any, patch: Any) -> None:
    scenes.deal(scenes.ordinary)
    patch.setattr(play, "_TOKEN", b"of another kind")


def recount_nothing(_profile: Any, _patch: Any) -> timedelta:
    scenes.play_out(scenes.deal(scenes.ordinary))
    return timedelta(days=3)


def lose_a_field(_profile: Any, patch: Any) -> None:
    scenes.play_out(scenes.deal(scenes.ordinary))
    patch.setattr(play, "_FIELDS", ("number", "finished_at", "house_plays_at", "house_tried_at"))


def report_draws(_profile: Any, _patch: Any) -> None:
    record(EventKind.DRAWS_UNLIKELY, subject="random numbers")


def open_a_table(_profile: Any, patch: Any) -> None:
    patch.setattr(house, "append_only_tables", lambda: ["tables_table"])


def forget_a_trigger(_profile: Any, patch: Any) -> None:
    patch.setattr(house, "decision_tables", lambda: ["tables_table"])


def lose_a_factor(_profile: Any, _patch: Any) -> None:
    person = staff(Role.OPERATOR)
    Authenticator.objects.filter(user=person).delete()
    User.objects.filter(pk=person.pk).update(last_login=timezone.now())


def leave_an_alarm(_profile: Any, _patch: Any) -> timedelta:
    record(EventKind.DOCUMENT_UNREADABLE, subject="user 1")
    return timedelta(days=2)


def leave_a_withdrawal(_profile: Any, _patch: Any) -> timedelta:
    asked()
    return timedelta(days=30)


def forget_the_release(_profile: Any, patch: Any) -> None:
    patch.setattr(house, "find_release", lambda: "")


def forget_the_profile(_profile: Any, _patch: Any) -> None:
    in_force.keep_versions((), seconds=inf)


def let_a_backup_age(profile: Any, _patch: Any) -> None:
    record(EventKind.BACKUP_MADE)
    profile(backup_max_age_hours=0)


def wait(days: int) -> Break:
    return lambda _profile, _patch: timedelta(days=days)


def set_value(**values: Any) -> Break:
    def change(profile: Any, _patch: Any) -> None:
        profile(**values)

    return change


BREAKS: Final[dict[str, Break]] = {
    "consents_complete": sign_up_silently,
    "verified_before_play": unverify,
    "duplicates_decided": leave_a_pair,
    "idle_limit": set_value(player_idle_seconds=3600),
    "states_explained": lock_silently,
    "policies_in_force": drop_a_policy,
    "disputes_answered": leave_a_dispute,
    "no_play_while_excluded": play_while_excluded,
    "help_organisations": set_value(help_organisations=()),
    "rules_as_approved": find_a_difference,
    "mathematics_current": open_without_mathematics,
    "no_forgotten_rounds": leave_a_round,
    "no_old_freezes": leave_a_freeze,
    "seeds_unique": repeat_a_seed,
    "seeds_sealed": open_a_seed,
    "rounds_recomputed": recount_nothing,
    "sample_hand": lose_a_field,
    "append_only": open_a_table,
    "second_person": forget_a_trigger,
    "draws_watched": report_draws,
    "staff_factors": lose_a_factor,
    "rights_reviewed": wait(400),
    "alarms_seen": leave_an_alarm,
    "kept_long_enough": set_value(rounds_kept_years=1),
    "days_closed": wait(5),
    "ledger_checked": wait(2),
    "withdrawals_in_time": leave_a_withdrawal,
    "build_verified": wait(2),
    "rows_compared": wait(2),
    "chain_verified": wait(2),
    "clock_beats": wait(2),
    "release_known": forget_the_release,
    "profile_known": forget_the_profile,
    "gate_sources": set_value(exclusion_register=True),
    "backups_recorded": let_a_backup_age,
}


FROM_OPERATOR: Final = {"help_organisations", "gate_sources"}
"""Checks of what only the operator can supply: they open an item instead of failing it."""

ALWAYS_RED: Final = {"release_known", "mathematics_current"}
"""Checks that fail in a test's database: no release has prepared it, and no worker has computed its tables."""


def test_every_check_is_broken_here_and_used_by_an_item() -> None:
    used = {item.check for group in load_groups() for item in group.items if item.check}
    assert set(BREAKS) == check_names() == used
    assert catalogue.MODULES


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_check_turns_its_items_red(
    name: str, profile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "clock_beats":
        record_clock_heartbeat()  # that of the database's beginning may be old by now
    before = run_check(name, timezone.now())
    later = BREAKS[name](profile, monkeypatch)
    after = run_check(name, timezone.now() + (later or timedelta()))
    wrong = EvidenceOutcome.OUTSIDE if name in FROM_OPERATOR else EvidenceOutcome.FAILS
    assert before.outcome is not EvidenceOutcome.FAILS or name in ALWAYS_RED
    assert after.outcome is wrong, after
    assert decide_status(ClaimedStatus.MET, after, "") in {ItemStatus.FAILED, ItemStatus.OUTSIDE}


def test_an_error_of_the_database_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(_now: datetime) -> ItemEvidence:
        User.objects.extra(where=["nonsense"]).exists()  # wrong on purpose
        raise AssertionError

    monkeypatch.setattr("reports.standards.selectors.board.find_check", lambda _name: ask)
    assert run_check("any", timezone.now()).outcome is EvidenceOutcome.FAILS
    assert User.objects.count() >= 0


@pytest.mark.parametrize(
    ("claim", "outcome", "exempt", "status"),
    [
        (ClaimedStatus.MET, EvidenceOutcome.HOLDS, "", ItemStatus.MET),
        (ClaimedStatus.MET, EvidenceOutcome.NOT_YET, "", ItemStatus.MET),
        (ClaimedStatus.MET, EvidenceOutcome.OUTSIDE, "", ItemStatus.OUTSIDE),
        (ClaimedStatus.PARTLY, EvidenceOutcome.HOLDS, "", ItemStatus.PARTLY),
        (ClaimedStatus.PARTLY, EvidenceOutcome.FAILS, "", ItemStatus.FAILED),
        (ClaimedStatus.OUTSIDE, EvidenceOutcome.HOLDS, "", ItemStatus.OUTSIDE),
        (ClaimedStatus.NOT_MET, EvidenceOutcome.HOLDS, "", ItemStatus.NOT_MET),
        (ClaimedStatus.MET, EvidenceOutcome.FAILS, "the law", ItemStatus.NOT_APPLICABLE),
    ],
)
def test_the_status_follows_evidence_and_profile(
    claim: ClaimedStatus, outcome: EvidenceOutcome, exempt: str, status: ItemStatus
) -> None:
    assert decide_status(claim, ItemEvidence(outcome, ""), exempt) is status


def test_not_applicable_comes_from_the_profile_alone(profile: Any) -> None:
    profile(not_applicable={})
    assert load_board().count()[ItemStatus.NOT_APPLICABLE] == 0
    profile(not_applicable={"G6": "the product has no jackpots"})
    shown = {one.item.number: one for _group, items in load_board().groups for one in items}
    assert shown["G6"].status is ItemStatus.NOT_APPLICABLE
    assert shown["G6"].exempt == "the product has no jackpots"


def test_the_house_default_exempts_items_that_exist() -> None:
    exempt = house_default().not_applicable
    assert exempt
    assert all(find_item(number) for number in exempt)


def test_every_item_of_the_checklist_is_there_once_with_pages_that_exist() -> None:
    items = [item for group in load_groups() for item in group.items]
    numbers = [item.number for item in items]
    counts = {"A": 12, "B": 10, "C": 11, "D": 12, "E": 7, "F": 6, "G": 6, "H": 4, "I": 4, "J": 6}
    counts |= {"K": 5}
    wanted = {f"{letter}{n}" for letter, most in counts.items() for n in range(1, most + 1)}
    assert len(numbers) == len(set(numbers))
    assert wanted <= set(numbers)
    for item in items:
        for name in item.pages:
            try:
                reverse(name)
            except NoReverseMatch:
                pytest.fail(f"{item.number} names {name}")
            assert page_title(name)


ITEM: Final = {"number": "A1", "source": "GLI", "status": "met", "en": "One", "es": "Uno"}


@pytest.mark.parametrize(
    "change",
    [{"es": ""}, {"number": "B1"}, {"status": "partly"}, {"status": "green"}],
    ids=["no Spanish", "another letter", "partly without a gap", "an unknown status"],
)
def test_an_incomplete_item_is_refused(change: dict[str, str]) -> None:
    data = {"title_en": "A", "title_es": "A", "item": [{**ITEM, **change}]}
    with pytest.raises((ItemFileError, ValueError)):
        read_group("a", data)


def test_a_look_and_a_note_are_kept_with_who_and_when() -> None:
    auditor, operator = staff(Role.AUDITOR), staff(Role.OPERATOR)
    record_look("A1", note="", acting_user=auditor)
    with pytest.raises(NotPermitted):
        record_look("A1", note="wrong", acting_user=auditor)
    with pytest.raises(NotFound):
        record_look("Z9", note="", acting_user=operator)
    record_look("A1", note="seen with counsel", acting_user=operator)
    record_look("A1", note="", acting_user=auditor)
    assert StandardLook.objects.count() == 3
    shown = {one.item.number: one for _group, items in load_board().groups for one in items}["A1"]
    assert shown.look is not None
    assert shown.note is not None
    assert (shown.look.staff, shown.note.note) == (auditor, "seen with counsel")


def test_the_auditor_reads_the_page_and_takes_the_file() -> None:
    client = inside(staff(Role.AUDITOR))
    page = client.get(reverse("standards:board"))
    assert page.status_code == 200
    assert len(page.context["groups"]) == len(load_groups())
    assert "note-A1" not in page.text
    answer = client.post(reverse("standards:look", args=["A1"]), {"note": ""})
    assert answer.status_code == 303
    file = client.post(reverse("standards:file"))
    assert file["Content-Type"] == "application/pdf"
    assert file.content.startswith(b"%PDF")


def test_every_page_names_the_version_of_the_software(client: Any) -> None:
    assert read_version() in client.get("/").text
    assert read_version() in inside(staff(Role.AUDITOR)).get(reverse("standards:board")).text
