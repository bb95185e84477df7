"""Plays rounds at a laboratory table, and verifies the transcripts of their shoes. Knows the site by its API only."""

import random
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from blackjack.verification import verify

Send = Callable[[str, str, Mapping[str, Any] | None], Any]
"""Sends a request to the API (method, path below /api/v1, body) and returns the JSON of a successful answer."""

STAKE: Final = {"amount": "10.00", "currency": "PLY"}
_ROUNDS_IN_SHOE: Final = 100
"""Rounds after which a shoe of endless decks is changed, so that its transcript can be read."""


class VerificationFailed(Exception):
    """A round or a transcript is not what the library computes."""


@dataclass(slots=True)
class Laboratory:
    """A player at one laboratory table. Decides at random among the possible actions, from a seed."""

    send: Send
    table: str
    seed: int = 0
    rounds: int = 0
    shoes: int = 0
    checks: int = 0
    _chance: random.Random = field(init=False)
    _played: dict[str, tuple[str, Decimal, int]] = field(init=False, default_factory=dict)
    """Commitment, net result and rounds of the shoes that are not verified yet."""

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311 - chooses actions, not cards

    def play(self, rounds: int, note: Callable[["Laboratory"], object] = lambda _: None) -> None:
        """Play that many rounds, and verify each shoe once it is closed. Calls `note` after each round. Raises VerificationFailed."""
        position = self._look()
        for _ in range(rounds):
            shoe = position["shoe"]
            if shoe["nonce"] > _ROUNDS_IN_SHOE:
                position = self._change_shoe(shoe["id"])
                shoe = position["shoe"]
            if position["bet"] is None or Decimal(position["balance"]["amount"]) < 1000:  # noqa: PLR2004 - a round's worth
                position = self._look()
            position = self._play_round(position)
            if position["shoe"]["id"] != shoe["id"]:
                self._verify(shoe["id"])
            note(self)
        shoe = position["shoe"]["id"]
        if shoe in self._played:
            self._change_shoe(shoe)

    def _look(self) -> Any:
        return self.send("GET", f"/tables/{self.table}/position", None)

    def _change_shoe(self, shoe: str) -> Any:
        self.send("POST", f"/tables/{self.table}/shoes/change", {"shoe": shoe})
        self._verify(shoe)
        return self._look()

    def _play_round(self, position: Any) -> Any:
        shoe = position["shoe"]
        salt = {} if shoe["is_opened"] else {"salt": secrets.token_hex(16)}
        boxes = [{"box": 1, "stake": STAKE}]
        bet = {"table": self.table, "shoe": shoe["id"], "nonce": shoe["nonce"], "boxes": boxes}
        position = self.send("POST", "/rounds", {**bet, **salt})
        while position["round"]["status"] == "in_progress":
            dealt = position["round"]
            body = {"step": dealt["step"], **self._decide(dealt["actions"])}
            position = self.send("POST", f"/rounds/{dealt['id']}/decisions", body)
        self._note(shoe, position["round"])
        return position

    def _decide(self, actions: list[Any]) -> dict[str, Any]:
        chosen = self._chance.choice([one for one in actions if one["enabled"]])
        most = chosen["max_amount"]
        return {"action": chosen["action"], **({} if most is None else {"amount": most})}

    def _note(self, shoe: Any, finished: Any) -> None:
        """Check the money of a round, and remember it for the transcript."""
        staked, returned, net, before, after = (
            Decimal(finished[name]["amount"])
            for name in ("staked", "returned", "net", "balance_before", "balance_after")
        )
        if net != returned - staked or after - before != net:
            raise VerificationFailed(f"{finished['id']}: {before} {staked} {returned} {after}")
        commitment, total, count = self._played.get(shoe["id"], (shoe["commitment"], Decimal(0), 0))
        self._played[shoe["id"]] = (commitment, total + net, count + 1)
        self.rounds += 1

    def _verify(self, shoe: str) -> None:
        """Verify the transcript of a closed shoe against the commitment that was public before it."""
        commitment, net, count = self._played.pop(shoe)
        transcript = self.send("GET", f"/shoes/{shoe}/transcript", None)["transcript"]
        for check in verify(transcript, commitment):
            self.checks += 1
            if not check.passed:
                raise VerificationFailed(f"{shoe}: {check}")
        settled = [deal["settlement"] for deal in transcript["rounds"] if deal["nonce"]]
        total = sum((Decimal(box["net"]) for one in settled for box in one["seats"]), Decimal(0))
        if (len(settled), total) != (count, net):
            raise VerificationFailed(f"{shoe}: {len(settled)} rounds, net {total}, not {net}")
        self.shoes += 1
