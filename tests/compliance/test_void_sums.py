"""The page of a void case: how many players it names, the sum of the others, and recorded views of those named."""

from typing import Any

import pytest
from psycopg import Connection

from accounts.roles.values import Role
from casino.refusals import VoidRefused
from compliance.models import CaseReason
from compliance.voids.selectors import sums
from compliance.voids.words import WHY_NOT, exclusion_label
from journal.models import Event
from tests.accounts.staff import inside, staff
from tests.casino import decided
from tests.compliance.cases import analyst, another, approved, manager, proposed, won
from tests.compliance.test_void_pages import NEW, filled, page_of, post, text_of
from tests.compliance.test_voids_bulk import every, played, work_off

pytestmark = pytest.mark.database


def seen_by(person: Any) -> list[str]:
    viewed = Event.objects.filter(kind="player_viewed", actor_id=person.pk)
    assert {one.data["page"] for one in viewed} <= {"void"}
    return sorted(viewed.values_list("subject", flat=True))


def test_players_of_a_case_are_recorded_as_viewed_once() -> None:
    first = won()
    second = another(first.place.table)
    case = proposed(first, second)
    auditor, nora = staff(Role.AUDITOR), analyst("nuria")
    client = inside(auditor)
    for _ in range(2):
        text_of(client, page_of(case))
    assert seen_by(auditor) == sorted(f"user {one.player_id}" for one in (first, second))

    third = another(first.place.table, "cleo@example.test")
    post(inside(nora), NEW, 200, step="look", **filled(third))
    assert seen_by(nora) == [f"user {third.player_id}"]


def test_many_players_are_summed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "PLAYERS_LISTED", 1)
    players = played(3, 1)
    case = proposed(choice=every(*players), reason=CaseReason.COLLUSION)
    auditor = inside(staff(Role.AUDITOR))

    text = text_of(auditor, page_of(case))
    assert "2 other players" in text
    assert "and of 2 other players" in text
    approved(case)
    work_off()
    done = text_of(auditor, page_of(case))
    assert "2 other players" in done
    for player in players:  # every hand is still listed
        assert player.email in done


def test_a_hand_that_was_refused_says_why_in_the_readers_language(
    owner_connection: Connection[Any],
) -> None:
    (player,) = played(1, 2)
    case = approved(proposed(choice=every(player), reason=CaseReason.DUPLICATE))
    round_ = case.lines.get(n=1).round
    decided.void_undecided(owner_connection, round_.pk, "duplicate", manager())
    work_off()

    text = text_of(inside(staff(Role.AUDITOR), "es"), page_of(case))
    assert "voided_already" not in text
    assert "Esta partida ya está anulada" in text


def test_every_code_has_its_words() -> None:
    for code in (*WHY_NOT, *VoidRefused.WHY):
        assert str(exclusion_label(code)) != code
