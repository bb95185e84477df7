"""Rounds and disputes that events name by reference, and the numbers that people call them by. Events keep the reference."""

import re
from collections.abc import Mapping
from typing import Final

from django.db.models import JSONField
from django.db.models.expressions import RawSQL

from casino.models import Round
from casino.values.round_numbers import UnknownRoundName, round_named
from journal.models import Event

UUID_TEXT: Final = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
Numbers = Mapping[str, str]
"""Numbers of rounds by reference."""

_DISPUTE: Final = re.compile(f"dispute ({UUID_TEXT})")
_REFERENCE: Final = re.compile(UUID_TEXT)
_NUMBERS: Final = f"""
    (SELECT jsonb_object_agg(round.public_id, round.number) FROM casino_round AS round
     WHERE round.public_id IN (
         SELECT named[1]::uuid FROM regexp_matches(
             journal_event.subject || ' ' || journal_event.data::text, '{UUID_TEXT}', 'g') AS named))
"""  # noqa: S608 - written above


class RoundNumbers(RawSQL):
    """Numbers of the rounds in an event's subject and data; None without any."""

    def __init__(self) -> None:
        super().__init__(_NUMBERS, (), JSONField())


def numbers_of(event: Event) -> Numbers:
    """Numbers by reference of what this event names: rounds, and the dispute that it is about, whose number it holds."""
    numbers: Numbers = getattr(event, "round_numbers", None) or {}
    dispute = _DISPUTE.fullmatch(event.subject)
    number = event.data.get("number") if isinstance(event.data, dict) else None
    if dispute is None or not isinstance(number, str):
        return numbers
    return {**numbers, dispute[1]: number}


def with_numbers(text: str, numbers: Numbers) -> str:
    """Put numbers in place of the references of these rounds."""
    if not numbers:
        return text
    return _REFERENCE.sub(lambda found: numbers.get(found[0], found[0]), text)


def reference_of(text: str) -> str:
    """Return the reference of the round with this number, "" for any other text. A query for a number only."""
    try:
        name = round_named(text)
    except UnknownRoundName:
        return ""
    if name.number is None:
        return ""
    found = Round.objects.filter(name.lookup()).values_list("public_id", flat=True).first()
    return str(found) if found else ""
