"""Cases that follow a void, proposed by a key: only after one that was carried out, decided by another person."""

from uuid import uuid4

import pytest

from accounts.roles.values import Role
from api.values.scopes import Scope
from compliance.models import CaseKind, VoidCase
from tests.accounts.staff import staff
from tests.api.calls import assert_problem, read
from tests.api.keys import issue, send
from tests.compliance.cases import approved, finished, proposed
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.database


def test_a_follow_up_is_proposed_after_its_preview_and_moves_nothing() -> None:
    case = approved(proposed(finished()))
    key = issue(staff(Role.COMPLIANCE_ANALYST, "second"), Scope.VOIDS_PROPOSE)
    path, moved = f"/voids/{case.public_id}/follow-ups", Transfer.objects.count()
    shown = read(send(key, f"{path}/preview", {"kind": "undo"}))
    assert shown["hands"] == 1
    body = {"kind": "undo", "evidence": "the player explained", "seen": shown["digest"]}
    stale = send(key, path, {**body, "seen": "0" * 64})
    assert_problem(stale, 409, "figures_changed")
    mine = str(uuid4())
    made = read(send(key, path, body, mine), 201)
    assert read(send(key, path, body, mine), 201) == made
    assert (made["kind"], made["state"]) == ("undo", "proposed")
    assert made["follows"] == str(case.public_id)
    follow = VoidCase.objects.get(kind=CaseKind.UNDO)
    assert (follow.of, follow.reason) == (case, case.reason)
    assert Transfer.objects.count() == moved


def test_only_a_void_that_was_carried_out_is_followed() -> None:
    waits = proposed(finished())
    key = issue(staff(Role.COMPLIANCE_ANALYST, "second"), Scope.VOIDS_PROPOSE)
    for case in (waits.public_id, uuid4()):
        preview = send(key, f"/voids/{case}/follow-ups/preview", {"kind": "undo"})
        assert_problem(preview, 404, "not_found")
    path = f"/voids/{waits.public_id}/follow-ups/preview"
    for wrong in ({"kind": "void"}, {"kind": "undo", "hands": []}, {}):
        assert send(key, path, wrong).status_code == 422
    assert VoidCase.objects.count() == 1
