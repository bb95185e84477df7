"""Clients of the API that `tools.benchmarks.api` measures: a player's app that plays, and one that reads lists."""

import json
import random
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final
from uuid import uuid4

from tools.benchmarks.play_client import Browser, FormRequest, Way

V1: Final = "/api/v1"
TOKEN: Final = "token"  # noqa: S105 - where `cookies` holds the session's token
OTHER_BOXES: Final = 0.3
"""Share of the other boxes that are bet on, as by the page's players."""


def sign_in_app(address: tuple[str, int], email: str, password: str) -> dict[str, str]:
    """Sign in and return the session's token, in place of cookies."""
    browser = Browser(address)
    body = json.dumps({"email": email, "password": password})
    answer = json.loads(browser.ask_json("POST", f"{V1}/auth/login", body, {}))
    browser.close()
    return {TOKEN: answer["session_token"]}


class App(Browser):
    """The token and connection of a signed-in player's app."""

    def __init__(self, address: tuple[str, int], cookies: Mapping[str, str] | None = None) -> None:
        super().__init__(address)
        self._headers = {"X-Session-Token": (cookies or {})[TOKEN]}

    def get(self, path: str) -> str:
        return self.ask_json("GET", path, "", self._headers)

    def send(self, asked: FormRequest, wanted: tuple[int, ...] = ()) -> str:  # noqa: ARG002 - as Browser
        """Send a change with a new idempotency key."""
        headers = {**self._headers, "Idempotency-Key": str(uuid4())}
        return self.ask_json("POST", asked.path, asked.json, headers)


class ApiPlay(Way):
    """A player's app that bets the minimum and then takes random legal actions; repeatable by `seed`."""

    kinds = ("bet", "decision")

    def __init__(self, table: str, seed: int) -> None:
        self.page = f"{V1}/tables/{table}/position"
        self._dice = random.Random(seed)  # noqa: S311 - random play, not security-relevant

    def next(self, text: str) -> FormRequest:
        """Return the next bet or decision after a position."""
        position = json.loads(text)
        running = position["round"] and position["round"]["status"] == "in_progress"
        return self._decide(position["round"]) if running else self._bet(position)

    def _decide(self, round_: Mapping[str, Any]) -> FormRequest:
        chosen = self._dice.choice([one for one in round_["actions"] if one["enabled"]])
        body = {"step": round_["step"], "action": chosen["action"]}
        if chosen["min_amount"]:
            body["amount"] = chosen["max_amount"]
        return FormRequest(
            "decision", f"{V1}/rounds/{round_['id']}/decisions", {}, json.dumps(body)
        )

    def _bet(self, position: Mapping[str, Any]) -> FormRequest:
        shoe, (first, *others) = position["shoe"], position["bet"]["boxes"]
        boxes = [first, *(box for box in others if self._dice.random() < OTHER_BOXES)]
        stake = position["bet"]["limits"]["min_bet"]
        body = {
            "table": position["table"],
            "shoe": shoe["id"],
            "nonce": shoe["nonce"],
            "boxes": [{"box": box, "stake": stake} for box in boxes],
        }
        if not shoe["is_opened"]:
            body["salt"] = secrets.token_hex(16)
        return FormRequest("bet", f"{V1}/rounds", {}, json.dumps(body))


def time_list(browser: Browser, path: str, headers: Mapping[str, str], times: int) -> list[int]:
    """Return the microseconds of reading pages of a list one after the other, from its start when it ends."""
    took, cursor = list[int](), ""
    for _ in range(times):
        began = time.perf_counter()
        answer = browser.ask_json("GET", f"{path}{cursor}", "", headers)
        took.append(round((time.perf_counter() - began) * 1e6))
        following = json.loads(answer)["next"]
        cursor = f"?cursor={following}" if following else ""
    return took
