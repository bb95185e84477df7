"""Own limits during a break: loosening and its confirmation are refused, tightening works as always."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from psycopg import Connection

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from limits.refusals import LimitDuringBreak
from limits.selectors.in_force import pending_limits
from limits.services.players import confirm_limit
from limits.values import LimitKind
from tests.accounts.people import ana_confirmed
from tests.accounts.test_restrictions import restricted
from tests.limits.own_limits import asked_earlier, limited
from tests.limits.test_own_limits import counts, everything

pytestmark = pytest.mark.database
A_DAY = 24 * 3600


def rests(player: User) -> None:
    start_time_out(player, 2, key=uuid4())


def excludes(player: User) -> None:
    start_self_exclusion(player, None, key=uuid4())


def excluded(player: User) -> None:
    restricted(player, Restriction.Kind.OPERATOR_EXCLUDED)


WAYS = pytest.mark.parametrize("leaves", [rests, excludes, excluded])
Leaves = Callable[[User], None]


@WAYS
def test_nothing_becomes_looser_and_the_rest_is_as_always(leaves: Leaves) -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    leaves(ana)
    before = everything()
    for looser in (200, None):
        with pytest.raises(LimitDuringBreak):
            limited(ana, LimitKind.LOSS, looser)
    assert everything() == before
    limited(ana, LimitKind.LOSS, 50)
    limited(ana, LimitKind.WAGER, 70)
    assert counts(ana) == {("loss", "24h"): 50, ("wager", "24h"): 70}


@pytest.mark.committed
@WAYS
def test_pending_limits_cannot_be_confirmed_during_a_break(
    leaves: Leaves, owner_connection: Connection[Any]
) -> None:
    ana = ana_confirmed()
    first, row = limited(ana, LimitKind.LOSS, 100), limited(ana, LimitKind.LOSS, 200)
    for one in (first, row):
        asked_earlier(owner_connection, one, A_DAY + 60)
    leaves(ana)
    before = everything()
    with pytest.raises(LimitDuringBreak):
        confirm_limit(ana, row.pk)
    assert (everything(), counts(ana)) == (before, {("loss", "24h"): 100})
    limited(ana, LimitKind.LOSS, 100)
    assert pending_limits(ana.pk) == []
