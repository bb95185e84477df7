"""The Python client opens its seed only for an honest list of seals."""

import json
from typing import Any, Final

import pytest

from blackjack import fairness
from ligalo_client import DishonestSeals
from ligalo_client.live_tables import hash_seals, seal_seed
from ligalo_client.models import Seal
from tests.clients.faulty import Answer, answer_json, serving
from tests.clients.values import example

OWN: Final = "ana-00112233445566778899aabbccddeeff"
OTHER: Final = seal_seed("luis-ffeeddccbbaa99887766554433221100")
LISTED: Final = {1: seal_seed(OWN), 3: fairness.PLAIN, 10: OTHER}


def show_seals(seals: dict[int, str], digest: str = "") -> Answer:
    """Return the state of a table whose list of seals is fixed."""
    state: dict[str, Any] = example("LiveTable")
    state["public"]["seals"] = [{"box": box, "seal": seal} for box, seal in seals.items()]
    state["public"]["seals_hash"] = digest or fairness.seals_hash(seals)
    state["public"]["exchange"] = {"nonce": 1, "attempt": 1, "status": "opening"}
    return answer_json(state)


def test_seals_and_their_hash_are_those_of_the_library() -> None:
    seals = [Seal(box=box, seal=seal) for box, seal in reversed(LISTED.items())]

    assert seal_seed(OWN) == fairness.seal_seed(OWN)
    assert hash_seals(seals) == fairness.seals_hash(LISTED)


def test_the_seed_is_opened_for_the_list_with_its_seal() -> None:
    with serving(show_seals(LISTED), show_seals(LISTED)) as faulty, faulty.client() as casino:
        table = casino.at_live("live")
        before = table.may_open_seal
        table.seed = OWN
        assert (before, table.may_open_seal) == (False, True)
        table.open_seal()

    assert json.loads(faulty.asked[1].body) == {
        "seals_hash": fairness.seals_hash(LISTED),
        "seat_seed": OWN,
    }


@pytest.mark.parametrize(
    "shown", [show_seals({3: fairness.PLAIN, 10: OTHER}), show_seals(LISTED, "0" * 64)]
)
def test_the_seed_stays_closed_for_another_list(shown: Answer) -> None:
    with serving(shown) as faulty, faulty.client() as casino:
        table = casino.at_live("live")
        table.seed = OWN
        with pytest.raises(DishonestSeals):
            table.open_seal()

    assert len(faulty.asked) == 1
