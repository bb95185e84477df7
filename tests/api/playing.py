"""Players' apps at private tables."""

from collections.abc import Iterator
from typing import Any, Final

from accounts.models.users import User
from casino.models import Participant, Round
from tests.api.calls import Caller, read
from tests.casino import scenes

COSTLY: Final = ("split", "double", "insure", "even_money")


def money(amount: str, currency: str = "USD") -> dict[str, str]:
    return {"amount": amount, "currency": currency}


class App(Caller):
    """A player's app at one private table."""

    def __init__(self, player: User, table: str = "ligalo") -> None:
        super().__init__(player)
        self.player, self.table = player, table

    @property
    def position(self) -> dict[str, Any]:
        found: dict[str, Any] = read(self.get(f"/tables/{self.table}/position"))
        return found

    def bet_body(self, *boxes: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """Return the body of a bet for the present shoe."""
        shoe = self.position["shoe"]
        salt = {} if shoe["is_opened"] else {"salt": scenes.SALT}
        return {
            "table": self.table,
            "shoe": shoe["id"],
            "nonce": shoe["nonce"],
            "boxes": list(boxes) or [{"box": 1, "stake": money("10.00")}],
            **salt,
            **changes,
        }

    def bets(self, *boxes: dict[str, Any]) -> dict[str, Any]:
        """Place a bet; return the position."""
        found: dict[str, Any] = read(self.post("/rounds", self.bet_body(*boxes)))
        return found

    def decides(self, round_: dict[str, Any], action: str, **more: Any) -> dict[str, Any]:
        """Decide at the round's step; return the position."""
        body = {"step": round_["step"], "action": action, **more}
        found: dict[str, Any] = read(self.post(f"/rounds/{round_['id']}/decisions", body))
        return found

    def plays_out(self, position: dict[str, Any], *wanted: str) -> dict[str, Any]:
        """Play the round to its end: the first of the `wanted` actions that is enabled, else without new money."""
        while position["round"]["status"] == "in_progress":
            enabled = {one["action"]: one for one in position["round"]["actions"] if one["enabled"]}
            action = next(one for one in (*wanted, "decline", "stand", *enabled) if one in enabled)
            least = enabled[action]["min_amount"]
            more = {} if least is None else {"amount": enabled[action]["max_amount"]}
            position = self.decides(position["round"], action, **more)
        return position


def seated(wanted: scenes.Wanted = scenes.ordinary, funds: str = "1000") -> App:
    """Return the app of a player at the table ligalo, whose next bet of 10 on one box is dealt as `wanted`."""
    player, table = scenes.new_player(funds=funds), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(wanted))
    return App(player)


def participant_of(app: App) -> Participant:
    return Participant.objects.get(player=app.player, place__table__slug=app.table)


def newest_round(app: App) -> Round:
    return Round.objects.filter(player=app.player).latest("pk")


def find_cards(document: Any) -> Iterator[str]:
    """Yield every card that a JSON document shows."""
    if isinstance(document, dict):
        for key, inner in document.items():
            yield from inner if key == "cards" else find_cards(inner)
    elif isinstance(document, list):
        for inner in document:
            yield from find_cards(inner)
