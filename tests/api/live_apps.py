"""Players' apps at live tables."""

from typing import Any

from blackjack import fairness
from casino.models import Clock, Decision, Place, Seat, Wager
from tests.api.calls import Caller, read
from tests.api.playing import money
from tests.live.scenes import (
    Guest,
    a_table_that_deals,
    clock_of,
    rings,
    seed_of,
)
from tests.live.test_turns import both_decide
from wallet.ledger.models import Transfer


class LiveApp(Caller):
    """A guest's app at a live table."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest.player)
        self.guest, self.path = guest, f"/live/{guest.place.table.slug}"

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = read(self.get(self.path))
        return found

    def act(self, name: str, body: Any = None) -> Any:
        return self.post(f"{self.path}/{name}", body)

    def bet_body(self, *boxes: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """Return the body of a bet with a fresh seal."""
        state = self.state
        self.guest.made += 1
        self.guest.seed = seed_of(self.guest.name, self.guest.made)
        return {
            "shoe": state["public"]["shoe"]["id"],
            "commitment": state["public"]["shoe"]["commitment"],
            "nonce": state["public"]["nonce"],
            "attempt": state["own"]["attempt"],
            "boxes": list(boxes),
            "seal": fairness.seal_seed(self.guest.seed),
            **changes,
        }

    def bets(self, box: int, stake: str = "10.00") -> dict[str, Any]:
        body = self.bet_body({"box": box, "stake": money(stake)})
        found: dict[str, Any] = read(self.act("bets", body))
        return found

    def opens(self) -> dict[str, Any]:
        """Open the seal for the list that the table shows."""
        opening = {
            "seals_hash": self.state["public"]["seals_hash"],
            "seat_seed": self.guest.seed,
        }
        found: dict[str, Any] = read(self.act("seals/open", opening))
        return found


def two_apps() -> tuple[Place, LiveApp, LiveApp]:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    return place, LiveApp(ana), LiveApp(luis)


def dealt(stake: str = "10.00") -> tuple[Place, LiveApp, LiveApp]:
    """Return a table whose deal waits for ana, with both bets placed and sealed by their apps."""
    place, ana, luis = two_apps()
    ana.bets(1, stake)
    luis.bets(2)
    rings(place)
    ana.opens()
    luis.opens()
    assert clock_of(place).phase == Clock.Phase.TURNS
    return place, ana, luis


def everything(place: Place) -> tuple[object, ...]:
    """Return what a refusal must leave unchanged."""
    return (
        Transfer.objects.count(),
        list(Wager.objects.values()),
        list(Seat.objects.values("box", "participant", "sits_out", "leaves", "is_ready")),
        Decision.objects.count(),
        clock_of(place).phase,
    )
