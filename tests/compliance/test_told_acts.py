"""Restrictions, switches and limits: each step is an event with who did it, who authorised it, and why."""

import pytest

from accounts.restrictions.services.restrictions import decide_lifting, propose_lifting
from accounts.roles.values import Role
from compliance.players.services import acts
from journal.models import Event, EventKind
from tables.services import limit_sets, switches
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import staff
from tests.accounts.test_restrictions import analyst, manager, restricted
from tests.casino import scenes

pytestmark = pytest.mark.database


def told(kind: EventKind) -> Event:
    return Event.objects.get(kind=kind.value)


def test_the_lifting_of_a_restriction() -> None:
    ana = ana_confirmed()
    row = restricted(ana)
    lifting = propose_lifting(
        row.pk, acting_user=staff(Role.COMPLIANCE_ANALYST, "second"), reason="spoke"
    )
    decide_lifting(lifting.pk, approved=True, acting_user=manager(), reason="seen")
    proposed, decided = told(EventKind.LIFTING_PROPOSED), told(EventKind.LIFTING_DECIDED)
    assert proposed.actor_id == lifting.proposed_by_id
    assert proposed.data == {"restriction": row.pk, "kind": "suspended", "reason": "spoke"}
    assert (decided.actor_id, decided.subject) == (manager().pk, f"user {ana.pk}")
    assert decided.data == {
        "restriction": row.pk,
        "kind": "suspended",
        "approved": True,
        "note": "seen",
        "proposed_by": lifting.proposed_by_id,
    }


def test_an_account_for_tests() -> None:
    ana = ana_confirmed()
    acts.mark_test_account(ana.pk, acting_user=manager(), reason="of the house")
    event = told(EventKind.TEST_ACCOUNT_MARKED)
    assert (event.actor_id, event.subject) == (manager().pk, f"user {ana.pk}")
    assert event.data == {"reason": "of the house"}


def test_play_that_goes_on() -> None:
    ana = ana_confirmed()
    for stopped in (True, False):
        switches.switch_player(ana.pk, stopped=stopped, reason="calls", acting_user=analyst())
    event = told(EventKind.PLAY_RESUMED)
    assert (event.actor_id, event.subject) == (analyst().pk, f"user {ana.pk}")
    assert (event.data["before"], event.data["after"]) == ({"stopped": True}, {"stopped": False})


def test_limits_of_a_player() -> None:
    scenes.ligalo()
    ana = ana_confirmed()
    row = limit_sets.propose_limits(
        ana, {"max_bet": 100_000}, reason="asked", acting_user=analyst()
    )
    event = told(EventKind.TABLE_LIMITS_PROPOSED)
    assert (event.actor_id, event.subject) == (analyst().pk, f"limits of player {ana.pk}")
    assert (event.data["after"], event.data["reason"]) == (row.values, "asked")
