"""Downloads of players: files to read are entirely Spanish, files for machines have keys."""

import csv
import io
import re
from typing import Any, Final

import pytest
from django.urls import reverse

from tests.everywhere.house import House
from tests.everywhere.marked import marked
from tests.everywhere.pages import NO_PAGE
from tests.everywhere.test_spanish import english, foreign_amounts, typed

# index of the column with the kind's key, which stands beside its words
FILES: Final = {"casino:history_file": None, "wallet:statement_file": 2}
NO_WORDS: Final = {
    "casino:transcript": "keys: the verifier reads it",
    "casino:log_line": "keys: the verifier reads it",
    "casino:log_lines": "keys: the verifier reads it",
    "own_data:copy": "keys: for machines, beside the account's own pages",
    "mfa_download_recovery_codes": "codes alone",
}
OF_STAFF: Final = {"cash", "players", "reports"}
CARD: Final = re.compile(r"\b(?:10|[2-9TJQKA])[SHDC]\b")


@pytest.mark.committed
def test_no_file_of_a_player_has_a_word_of_english(house: House) -> None:
    known, client = typed(), house.client("player", "es")
    with marked():
        for name, keys in FILES.items():
            answer: Any = client.get(reverse(name), {"sheet": ""})
            text = b"".join(answer.streaming_content).decode().lstrip("\N{BYTE ORDER MARK}")
            rows = list(csv.reader(io.StringIO(text), delimiter=";"))
            assert len(rows) > 1, name
            for row in rows:
                cells = [cell for number, cell in enumerate(row) if number != keys]
                read = CARD.sub("", "\n".join(cells))
                assert not english(read, known), (name, read)
                assert not foreign_amounts(read), (name, read)


def test_every_file_of_a_player_is_here() -> None:
    files = {name for name, why in NO_PAGE.items() if why == "a file"}
    assert {one for one in files if one.partition(":")[0] not in OF_STAFF} == {
        *FILES,
        *NO_WORDS,
    }
