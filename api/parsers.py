"""Parser of request bodies: strict JSON of limited size."""

from collections.abc import Mapping
from typing import IO, Any, Final

from rest_framework.parsers import BaseParser

from api.refusals import BodyTooLarge, MalformedBody
from blackjack.strict_json import MalformedError, load_json

MOST_BYTES: Final = 4 * 1024 * 1024
"""A transcript of a full shoe with seven players has about 300 kB."""


class StrictJSONParser(BaseParser):
    """Reads JSON in UTF-8 without NaN, duplicate keys or deep nesting."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002 - as rest_framework calls it
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002 - as above
    ) -> Any:
        """Return the value of the body. Raises BodyTooLarge, MalformedBody."""
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise BodyTooLarge
        try:
            return load_json(body)
        except MalformedError as error:
            raise MalformedBody(detail=str(error)) from error
