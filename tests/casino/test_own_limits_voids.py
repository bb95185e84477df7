"""Effect of voids on a player's limit windows: the real stakes and losses count."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.users import User
from casino.limits.selectors.spending import load_spending
from casino.models import Round, Treatment
from limits.values import LimitKind, LimitPeriod
from tests.casino import decided, scenes
from tests.casino.test_currencies import dealt
from tests.casino.test_voiding import lost, spend, voided, won
from tests.limits.own_limits import USD
from tests.wallet.rates import approved

pytestmark = pytest.mark.database


def seen(player_id: int) -> tuple[float, float]:
    """Return what counts as staked and lost in the last 24 hours, in dollars."""
    found = load_spending(player_id, timezone.now(), LimitPeriod.DAY)
    return found[LimitKind.WAGER, LimitPeriod.DAY] / USD, found[
        LimitKind.LOSS, LimitPeriod.DAY
    ] / USD


def test_without_voids_the_used_amounts_are_those_played() -> None:
    assert seen(lost().player_id) == (10, 10)


def test_voided_winnings_count_as_losses() -> None:
    assert seen(won().player_id) == (10, -15)


@pytest.mark.parametrize(
    ("treatment", "begun", "expected"),
    [
        (Treatment.BETTER, lost, (0, 0)),
        (Treatment.BETTER, won, (0, -15)),
        (Treatment.STAKES_BACK, lost, (0, 0)),
        (Treatment.STAKES_BACK, won, (0, 0)),
        (Treatment.SUSPENSE, lost, (10, 10)),
        (Treatment.SUSPENSE, won, (10, 10)),
    ],
)
def test_a_void_leaves_what_the_player_really_staked_and_lost(
    treatment: Treatment,
    begun: Callable[[], Round],
    expected: tuple[float, float],
    manager: User,
) -> None:
    round_ = begun()
    before = seen(round_.player_id)
    made = voided(round_, treatment, manager)
    assert seen(round_.player_id) == expected
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert seen(round_.player_id) == before


@pytest.mark.parametrize(("to", "expected"), [("player", (0, 0)), ("house", (10, 10))])
def test_suspended_stakes_count_until_they_are_back(
    to: str, expected: tuple[float, float], manager: User
) -> None:
    round_ = won()
    made = voided(round_, Treatment.SUSPENSE, manager)
    decided.release(
        made.pk, "player" if to == "player" else "house", case=uuid4(), acting_user=manager
    )
    assert seen(round_.player_id) == expected


def test_winnings_that_are_still_owed_are_no_winnings(manager: User) -> None:
    round_ = won()
    spend(round_.player, "1015")
    made = voided(round_, Treatment.STAKES_BACK, manager)
    assert made.owed
    assert seen(round_.player_id) == (0, 0)


def test_stakes_in_another_currency_come_back_for_what_they_were_worth(manager: User) -> None:
    """At this rate the USD values of the stake and of the refund are rounded."""
    approved("VES", "0.004333333333")
    round_ = scenes.play_out(dealt("VES", "260", "1000000"))
    voided(round_, Treatment.STAKES_BACK, manager)
    assert seen(round_.player_id) == (0, 0)
