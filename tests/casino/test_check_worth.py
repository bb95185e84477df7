"""The USD value of a round, for limits, points and reports, against its bets and decisions."""

import pytest

from casino.models import Round
from casino.reconciliation.selectors.lines import check_house_lines
from casino.reconciliation.selectors.worth_line import WORTH
from tests.casino import scenes

pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]


def broken() -> dict[str, tuple[str, ...]]:
    return {line.line: line.first for line in check_house_lines() if line.rows}


@pytest.mark.parametrize("actions", [(), ("double",), ("surrender",)], ids=str)
def test_real_rounds_pass_the_check(actions: tuple[str, ...]) -> None:
    round_ = scenes.deal(scenes.ordinary)
    for action in actions:
        round_ = scenes.play(round_, action)

    assert broken() == {}


@pytest.mark.parametrize(("dealt", "action"), [(scenes.pair, "split"), (scenes.ace_up, "insure")])
def test_a_split_and_an_insurance_are_no_doubles(dealt: scenes.Wanted, action: str) -> None:
    scenes.play(scenes.deal(dealt), action)

    assert broken() == {}


@pytest.mark.parametrize("column", ["staked_usd", "doubled_amount_usd", "returned_usd"])
def test_writes_of_the_web_role_into_a_running_round_are_named(column: str) -> None:
    """The trigger on running rounds allows amounts to grow, so the web role could raise them alone."""
    round_ = scenes.deal(scenes.ordinary)

    assert Round.objects.filter(pk=round_.pk).update(**{column: 10**9}) == 1

    ((line, (told,)),) = broken().items()
    assert (line, told.partition(":")[0]) == (
        WORTH,
        f"round {round_.public_id} of player {round_.player_id}",
    )
