"""A minimal HTTP client that plays; its own cost must not distort the measurement.

Responses are read with regular expressions, connections are kept alive. A connection serves a
limited number of requests and is then replaced: which of the two web processes accepts it is
random, and a player's whole measurement must not depend on it.
"""

import http.client
import random
import re
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlencode

USES = 25
ANSWER_SECONDS = 30
# As sent by a proxy that terminates TLS: production's settings accept nothing else.
_HEADERS = {
    "Host": "localhost",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "127.0.0.1",
    "Referer": "https://localhost/",
    "Accept-Language": "es",
}
_FORM = re.compile(r'<form id="(add|bet|actions)".*?</form>', re.DOTALL)
IDLE_SECONDS = 3
"""Maximum idle time in seconds; the web closes a silent connection after five."""
_AMOUNTS = '<form id="{}".*?</form>'
_INPUT = re.compile(r"<input\b[^>]*>")
_BUTTON = re.compile(r"<button\b[^>]*>")
_NAME = re.compile(r'\sname="([^"]*)"')
_VALUE = re.compile(r'\svalue="([^"]*)"')
_OF_FORM = re.compile(r'\sform="([^"]*)"')
_DISABLED = re.compile(r"\sdisabled[\s>]")
_STAKE, _SIDE = re.compile(r"stake-[2-9]"), re.compile(r"side-([1-9])-.*")
_OK, _CREATED, _NOTHING, _FOUND, _SEE_OTHER = 200, 201, 204, 302, 303
Fields = dict[str, str]


class Refused(Exception):
    """An unexpected response; the message has its status and the beginning of its body."""


class FormRequest(NamedTuple):
    """A request to send: its kind, path and form fields, or JSON instead of them."""

    kind: str
    path: str
    fields: Fields
    json: str = ""


class Way(ABC):
    """A kind of client: its first page, its kinds of requests, and the next request after a response."""

    page: str
    kinds: tuple[str, ...]

    @abstractmethod
    def next(self, text: str) -> FormRequest:
        """Return the next request, given the last page or fragment."""


class Bare(Way):
    """Client of the bare view."""

    page, kinds = "/bare/", ("bare",)

    def next(self, text: str) -> FormRequest:
        """Return the request of the only form."""
        return FormRequest("bare", f"{self.page}add/", form_fields(_form(text).group()))


class Play(Way):
    """A player who places the proposed bets and then takes random legal actions; repeatable by `seed`."""

    kinds = ("bet", "decision")

    def __init__(self, table: str, seed: int) -> None:
        self.page = f"/table/{table}/"
        self._dice = random.Random(seed)  # noqa: S311 - random play, not security-relevant

    def next(self, text: str) -> FormRequest:
        """Return the next bet or decision."""
        form = _form(text)
        fields = form_fields(form.group())
        if form.group(1) == "bet":
            fields |= outer_form_fields(text, "bet")
            return FormRequest("bet", f"{self.page}bet/", self._bet(fields))
        chosen = choose_action(form.group(), text, self._dice)
        return FormRequest("decision", f"{self.page}action/", fields | chosen)

    def _bet(self, fields: Fields) -> Fields:
        """Bet on the first box as proposed, and on some other boxes and side bets."""
        stake = fields["stake-1"]
        for name in fields:
            if _STAKE.fullmatch(name):
                fields[name] = stake if self._dice.random() < 0.3 else ""  # noqa: PLR2004 - some
        for name in fields:
            if side := _SIDE.fullmatch(name):
                taken = fields[f"stake-{side.group(1)}"] and self._dice.random() < 0.3  # noqa: PLR2004 - some
                fields[name] = stake if taken else ""
        # A new shoe: the page's script adds a salt of its own.
        if "salt" in fields and "salt_text" in fields:
            fields["salt"] = secrets.token_hex(16)
        return fields


def choose_action(form: str, text: str, dice: random.Random) -> Fields:
    """Choose one of the form's enabled actions, with the amount that belongs to it."""
    offered = [tag for tag in _BUTTON.findall(form) if 'name="action"' in tag]
    tag = dice.choice([tag for tag in offered if not _DISABLED.search(tag)])
    chosen = {"action": _only(_VALUE, tag)}
    if named := _OF_FORM.search(tag):  # the action has an amount
        of_amount = re.search(_AMOUNTS.format(named.group(1)), text, re.DOTALL)
        chosen |= form_fields(of_amount.group()) if of_amount else {}
    return chosen


def _form(text: str) -> re.Match[str]:
    form = _FORM.search(text)
    if form is None:
        raise Refused(f"no form: {text[:300]}")
    return form


def form_fields(form: str) -> Fields:
    """Return the fields of a form with their values."""
    return dict(_filled(form))


def outer_form_fields(text: str, form: str) -> Fields:
    """Return the fields outside the form that name it in their `form` attribute."""
    tags = [tag for tag in _INPUT.findall(text) if (of := _OF_FORM.search(tag)) and of[1] == form]
    return form_fields("".join(tags))


def _filled(form: str) -> Iterator[tuple[str, str]]:
    for tag in _INPUT.findall(form):
        if name := _NAME.search(tag):
            value = _VALUE.search(tag)
            yield name.group(1), value.group(1) if value else ""


def _only(pattern: re.Pattern[str], tag: str) -> str:
    found = pattern.search(tag)
    if found is None:
        raise Refused(f"a button without a value: {tag}")
    return found.group(1)


class Browser:
    """Cookies and connection of one signed-in player."""

    def __init__(self, address: tuple[str, int], cookies: Mapping[str, str] | None = None) -> None:
        self.address, self.cookies = address, dict(cookies or {})
        self._connection: http.client.HTTPConnection | None = None
        self._left, self._used = 0, 0.0

    def sign_in(self, email: str, password: str) -> None:
        """Sign in through the login form."""
        path = "/account/login/"
        form = next(
            found
            for found in re.findall(r"<form.*?</form>", self.get(path), re.DOTALL)
            if 'name="password"' in found
        )
        fields = form_fields(form) | {"login": email, "password": password}
        self._ask("POST", path, urlencode(fields).encode(), {}, (_FOUND, _SEE_OTHER))

    def get(self, path: str) -> str:
        """Return the text of a page. Raises Refused for a status other than 200."""
        return self.get_part(path, {})

    def get_part(self, path: str, told: Mapping[str, str]) -> str:
        """As `get`, with the headers of a script; "" if the part that is shown is the present one (204)."""
        return self._ask("GET", path, None, told, (_OK, _NOTHING))

    def send(self, asked: FormRequest, wanted: tuple[int, ...] = (_OK,)) -> str:
        """Post a form like HTMX and return the fragment. Raises Refused for a status not in `wanted`."""
        here = f"https://localhost{asked.path}"
        told = {"HX-Request": "true", "HX-Target": "table", "HX-Current-URL": here}
        return self._ask("POST", asked.path, urlencode(asked.fields).encode(), told, wanted)

    def ask_json(self, method: str, path: str, text: str, told: Mapping[str, str]) -> str:
        """Send JSON, or nothing, to the API and return its answer. Raises Refused for a refusal."""
        headers = {**told, "Content-Type": "application/json"}
        return self._ask(method, path, text.encode() or None, headers, (_OK, _CREATED))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None,
        told: Mapping[str, str],
        wanted: tuple[int, ...],
    ) -> str:
        headers = {**_HEADERS, **told}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection = self._connected()
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        text = response.read().decode()
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        if response.status not in wanted:
            raise Refused(f"{method} {path}: {response.status} {text[:2000]}")
        return text

    def _connected(self) -> http.client.HTTPConnection:
        now = time.monotonic()
        is_idle = now - self._used > IDLE_SECONDS
        self._used = now
        if self._left == 0 or self._connection is None or is_idle:
            self.close()
            self._connection = http.client.HTTPConnection(*self.address, timeout=ANSWER_SECONDS)
            self._left = USES
        self._left -= 1
        return self._connection
