"""Numbers of rounds, disputes and cases for display. Events store the reference (UUID); people use the number."""

import re
from collections.abc import Mapping
from typing import Final

from django.db.models import JSONField
from django.db.models.expressions import RawSQL

from casino.models import Round
from casino.values.round_numbers import UnknownRoundName, parse_round_name
from journal.models import Event

UUID_TEXT: Final = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
Numbers = Mapping[str, str]
"""Round numbers by reference."""

_NUMBERED: Final = re.compile(f"(?:dispute|case) ({UUID_TEXT})")
_REFERENCE: Final = re.compile(UUID_TEXT)
_NUMBERS: Final = f"""
    (SELECT jsonb_object_agg(round.public_id, round.number) FROM casino_round AS round
     WHERE round.public_id IN (
         SELECT named[1]::uuid FROM regexp_matches(
             journal_event.subject || ' ' || journal_event.data::text, '{UUID_TEXT}', 'g') AS named))
"""  # noqa: S608 - built from constants only


class RoundNumbers(RawSQL):
    """Annotation: numbers by reference of the rounds named in an event's subject and data; None if there are none."""

    def __init__(self) -> None:
        super().__init__(_NUMBERS, (), JSONField())


def read_round_numbers(event: Event) -> Numbers:
    """Return the numbers by reference of the rounds an event names, and of the dispute or case it is about."""
    numbers: Numbers = getattr(event, "round_numbers", None) or {}
    named = _NUMBERED.fullmatch(event.subject)
    number = event.data.get("number") if isinstance(event.data, dict) else None
    if named is None or not isinstance(number, str):
        return numbers
    return {**numbers, named[1]: number}


def replace_references(text: str, numbers: Numbers) -> str:
    """Replace the references of these rounds in a text by their numbers."""
    if not numbers:
        return text
    return _REFERENCE.sub(lambda found: numbers.get(found[0], found[0]), text)


def find_round_reference(text: str) -> str:
    """Return the reference of the round with this number; "" for any other text. One query, only for a number."""
    try:
        name = parse_round_name(text)
    except UnknownRoundName:
        return ""
    if name.number is None:
        return ""
    found = Round.objects.filter(name.lookup()).values_list("public_id", flat=True).first()
    return str(found) if found else ""
