"""The page of a live table without a browser: its state and the requests it sends next.

It follows `static/js/live`: the newest public fragment wins, the player's own part is requested
when a change concerns it, and a seed is opened for the list of seals that is shown.
"""

import hashlib
import random
import re
import secrets
from dataclasses import dataclass, field
from typing import Final

from tools.benchmarks.play_client import (
    Fields,
    FormRequest,
    choose_action,
    form_fields,
    outer_form_fields,
)

STAKE: Final = "1"
POLLED: Final = {"X-Poll": "1", "HX-Request": "true"}
"""Headers of what the page asks for by itself."""

_ATTRIBUTE: Final = r'\b{}="([^"]*)"'
_FELT: Final = re.compile(r'<div id="felt"[^>]*>', re.DOTALL)
_OWN: Final = re.compile(r'<div id="own".*?<ul hidden data-announcements>', re.DOTALL)
_STREAM: Final = re.compile(r'\bsse-connect="([^"]*)"')
_TOKEN: Final = re.compile(r'"X-CSRFToken": "(\w+)"')
_QUESTION: Final = re.compile(r'\bname="(answer-[1-9])"')
_FORM: Final = r'<form id="{}".*?</form>'
_AT_REST: Final = frozenset({"waiting", "intermission"})
_STAGE, _DEAL, _ASKED, _STEP, _BET, _LED, _CLOSED = range(7)
"""Parts of a token."""


@dataclass(frozen=True)
class Felt:
    """Data attributes of the public fragment."""

    version: int
    phase: str
    token: str
    exchange: str
    shoe: str
    """Of the exchange: each shoe numbers its deals from 1."""

    seals: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class OwnPart:
    """The player's own part of the page."""

    text: str
    token: str
    boxes: str
    client_seed: str


@dataclass
class LivePage:
    """The page of one player, who takes `box` and decides at random."""

    slug: str
    box: int
    dice: random.Random
    felt: Felt | None = None
    own: OwnPart | None = None
    stream: str = ""
    is_leaving: bool = False
    """Whether the player has stopped betting."""

    _text: str = ""
    _seeds: dict[str, str] = field(default_factory=dict)
    _answered: set[tuple[str, str]] = field(default_factory=set)

    @property
    def address(self) -> str:
        """URL of the page; its parts and forms are below it."""
        return f"/live/{self.slug}/"

    @property
    def shown_headers(self) -> dict[str, str]:
        """Headers of a request for the own part: the public fragment that is shown does not come again."""
        return {**POLLED, "X-Shown": str(self.felt.version) if self.felt else ""}

    @property
    def is_playing(self) -> bool:
        """True between the first bet and the end of the deal."""
        return self.felt is not None and self.felt.phase not in _AT_REST

    def load(self, text: str) -> None:
        """Load the page, or a response with the current parts."""
        self.show(text)
        if found := _OWN.search(text):
            own = found.group()
            values = (_value(own, name) for name in ("data-token", "data-own", "data-seed"))
            self._text, self.own = text, OwnPart(own, *values)
        if found := _STREAM.search(text):
            self.stream = found.group(1).replace("&amp;", "&")

    def show(self, text: str) -> bool:
        """Apply a public fragment unless it is older than the one shown.

        Returns whether the player's own part has to be requested.
        """
        found = parse_felt(text)
        before = self.felt
        if found is None or (before is not None and found.version <= before.version):
            return False
        self.felt = found
        return before is not None and self._is_concerned(found)

    def _is_concerned(self, now: Felt) -> bool:
        if self.own is None:
            return False
        old, fresh = _parts(self.own.token), _parts(now.token)
        boxes = set(self.own.boxes.split())
        return any(old[part] != fresh[part] for part in (_LED, _CLOSED)) or (
            bool(boxes)
            and (
                (old[_STAGE], old[_DEAL]) != (fresh[_STAGE], fresh[_DEAL])
                or any(boxes & (old[part] ^ fresh[part]) for part in (_ASKED, _BET))
                or (bool(boxes & fresh[_ASKED]) and old[_STEP] != fresh[_STEP])
            )
        )

    def opening_request(self) -> FormRequest | None:
        """Return the request that the seed exchange needs from this page, once per exchange."""
        felt, own = self.felt, self.own
        if felt is None or own is None or not felt.exchange:
            return None
        if (felt.shoe, felt.exchange) in self._answered:
            return None
        fields = (
            self._sealed_anew(own) if felt.exchange.endswith("-sealing") else self._opened(felt)
        )
        if fields is None:
            return None
        self._answered.add((felt.shoe, felt.exchange))
        token = _TOKEN.search(own.text)
        name = "seal" if "seal" in fields else "open"
        sent = {**fields, "csrfmiddlewaretoken": token.group(1) if token else ""}
        return FormRequest(name, f"{self.address}{name}/", sent)

    def _sealed_anew(self, own: OwnPart) -> Fields | None:
        return {"seal": self._seal(own)} if own.boxes else None

    def _opened(self, felt: Felt) -> Fields | None:
        seed = next((self._seeds[seal] for _box, seal in felt.seals if seal in self._seeds), None)
        if seed is None:
            return None
        lines = "".join(f"{box}={seal}\n" for box, seal in felt.seals)
        return {"seals_hash": hashlib.sha256(lines.encode()).hexdigest(), "seat_seed": seed}

    def next_request(self) -> FormRequest | None:
        """Return the player's next request, if any: take the box, bet, answer or decide."""
        if self.own is None:
            return None
        if form := self._form("actions"):
            chosen = choose_action(form, self._text, self.dice)
            return FormRequest("decision", f"{self.address}action/", form_fields(form) | chosen)
        if form := self._form("answers"):
            answers = dict.fromkeys(_QUESTION.findall(form), "decline")
            return FormRequest("answer", f"{self.address}answer/", form_fields(form) | answers)
        if not self.own.boxes and (form := self._form("take")):
            fields = {**form_fields(form), "box": str(self.box)}
            return FormRequest("take", f"{self.address}take/", fields)
        return self._bet(self.own)

    def _bet(self, own: OwnPart) -> FormRequest | None:
        form = self._form("bet")
        if self.is_leaving or not form or not own.boxes:
            return None
        if 'id="withdraw"' in own.text or 'id="barred"' in own.text:
            return None
        fields = form_fields(form) | outer_form_fields(own.text, "bet")
        fields |= {name: STAKE for name in fields if name.startswith("stake-")}
        return FormRequest("bet", f"{self.address}bet/", fields | {"seal": self._seal(own)})

    def _form(self, name: str) -> str:
        found = re.search(_FORM.format(name), self.own.text if self.own else "", re.DOTALL)
        return found.group() if found else ""

    def _seal(self, own: OwnPart) -> str:
        seed = f"{own.client_seed}-{secrets.token_hex(16)}"
        seal = hashlib.sha256(seed.encode()).hexdigest()
        self._seeds[seal] = seed
        return seal


def _parts(token: str) -> list[frozenset[str]]:
    return [frozenset(part.split(",")) for part in token.split(".")]


def parse_felt(text: str) -> Felt | None:
    """Parse the public fragment in a text; None if there is none."""
    found = _FELT.search(text)
    if found is None:
        return None
    tag = found.group()
    lines = (line.partition("=") for line in _value(tag, "data-seals").split())
    return Felt(
        version=int(_value(tag, "data-version")),
        phase=_value(tag, "data-phase"),
        token=_value(tag, "data-token"),
        exchange=_value(tag, "data-exchange"),
        shoe=_value(tag, "data-shoe") if "data-shoe=" in tag else "",
        seals=tuple((box, seal) for box, _sign, seal in lines),
    )


def _value(tag: str, name: str) -> str:
    found = re.search(_ATTRIBUTE.format(name), tag)
    if found is None:
        raise LookupError(f"a fragment without {name}: {tag[:300]}")
    return found.group(1)
