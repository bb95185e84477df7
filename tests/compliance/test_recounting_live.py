"""Rounds of live tables are recomputed from their whole deal; each round is checked for its own cards and money only."""

from collections.abc import Callable
from typing import Any

import pytest
from psycopg import Connection
from psycopg.types.json import Jsonb

from blackjack.choices import Choices
from casino.live.services.answers import AnswerRequest, give_answers
from casino.models import Clock, Round
from compliance.models import Recount
from compliance.recount.services import recount_due_rounds
from tests.compliance.test_recounting import alarms, later
from tests.live.scenes import (
    Guest,
    a_table_that_deals,
    clock_of,
    dealt_to,
    played_out,
    rings,
)
from tests.live.test_answers import all_insure
from tests.live.test_turns import both_decide, pair_first

pytestmark = pytest.mark.database


def followed(wanted: Any, action: str, *choices: Choices) -> list[Guest]:
    """Play a deal: Ana takes this action on box 1, Luis is on box 2, others bet behind Ana; the house plays the rest."""
    place, (ana, luis) = a_table_that_deals(wanted, {"ana": 1, "luis": 2}, "casino_floor")
    behind = [Guest(place, f"follower{n}") for n, _ in enumerate(choices)]
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    for guest, choice in zip(behind, choices, strict=True):
        guest.bets({1: "20"}, {1: choice})
    rings(place)
    ana.opens()
    luis.opens()
    ana.decides(action)
    played_out(place)
    return [ana, luis, *behind]


def falsify(owner: Connection[Any], round_: Round, **fields: object) -> None:
    changes = ", ".join(f"{name} = %s" for name in fields)
    owner.execute("ALTER TABLE casino_round DISABLE TRIGGER USER")
    owner.execute(
        f"UPDATE casino_round SET {changes} WHERE id = %s",  # noqa: S608 - column names from this file
        [*fields.values(), round_.pk],
    )
    owner.execute("ALTER TABLE casino_round ENABLE TRIGGER USER")


@pytest.mark.parametrize(
    ("wanted", "action"), [(both_decide, "double"), (pair_first, "split")], ids=["double", "split"]
)
def test_a_deal_with_bets_behind_agrees(wanted: Any, action: str) -> None:
    guests = followed(wanted, action, Choices(), Choices("right", "stay"))
    staked = [guest.round.staked for guest in guests]
    assert staked == [200_000, 100_000, 400_000, 200_000]

    assert recount_due_rounds(later()) == len(guests)

    assert Recount.objects.get().differing == 0
    assert alarms() == []


def test_a_deal_recounted_in_two_batches_agrees() -> None:
    guests = followed(both_decide, "stand", Choices())

    assert [recount_due_rounds(later(), most=2) for _ in range(3)] == [2, len(guests) - 2, 0]

    assert [one.differing for one in Recount.objects.all()] == [0, 0]


def test_insurance_of_several_players_agrees() -> None:
    _, guests = a_table_that_deals(all_insure, {"ana": 1, "luis": 2, "eva": 3})
    dealt_to(*guests)
    for guest, answer in zip(guests, ["insure", "decline", "insure"], strict=True):
        (box,) = guest.round.boxes
        give_answers(guest.player, AnswerRequest(guest.round.public_id, {box: answer}))
    played_out(guests[0].place)
    assert clock_of(guests[0].place).phase == Clock.Phase.INTERMISSION

    assert recount_due_rounds(later()) == len(guests)

    assert Recount.objects.get().differing == 0


def another_card(round_: Round) -> dict[str, object]:
    """Return a result with one card replaced."""
    result = round_.result or {}
    cards = result["seats"][0]["hands"][0]["cards"]
    cards[0] = "2C" if cards[0] != "2C" else "3C"
    return {"result": Jsonb(result)}


def another_payout(round_: Round) -> dict[str, object]:
    """Return a result with a higher payout, and the same amount as returned."""
    result, returned = round_.result or {}, (round_.returned or 0) + 100_000
    result["seats"][0]["hands"][0]["payout"] += 100_000
    return {"result": Jsonb(result), "returned": returned}


def more_returned(round_: Round) -> dict[str, object]:
    return {"returned": (round_.returned or 0) + 1}


def less_staked(round_: Round) -> dict[str, object]:
    return {"staked": round_.staked - 1}


@pytest.mark.committed
@pytest.mark.parametrize("who", [0, 2], ids=["first bettor", "follower"])
@pytest.mark.parametrize("false", [another_card, another_payout, more_returned, less_staked])
def test_a_false_fact_is_found_in_its_round_alone(
    owner_connection: Connection[Any], who: int, false: Callable[[Round], dict[str, object]]
) -> None:
    guests = followed(both_decide, "double", Choices())
    falsified = guests[who].round
    falsify(owner_connection, falsified, **false(falsified))

    assert recount_due_rounds(later()) == len(guests)

    (alarm,) = alarms()
    assert alarm.subject == f"round {falsified.public_id}"
    assert alarm.data["differs"]["code"] == "result_differs"
    assert (alarm.data["rounds"], Recount.objects.get().differing) == (1, 1)
