"""Spanish: every page, as each of its readers sees it, without an English word."""

import re
from typing import Final

import pytest
from django.db import connection
from django.utils import translation

from accounts.values.countries import country_choices
from tables.models import RuleSetVersion
from tables.words.rules import rules_line
from tests.everywhere.house import WRITTEN, House
from tests.everywhere.marked import bare_words, marked, texts
from tests.everywhere.pages import Visit, visits

PARTS: Final = 3
"""Parts of the walk, split by URL name, for parallel workers."""
HIDES_ITS_KEY: Final = "account_reset_password_from_key"
FOR_SOME: Final = {403, 404}
"""Statuses allowed on pages of several roles: another person's file, a report that needs its own right."""
TYPED: Final = (
    *("full_name", "email", "reason", "note", "evidence", "source", "slug", "name", "name_es"),
    *("client_seed", "text", "body", "subject_of_case", "agent"),
)
"""Columns with texts of people and their browsers, which are in their own language."""
THE_SAME: Final = re.compile(
    r"[\w.+-]+@[\w.-]+|[0-9a-f]{8}-[0-9a-f-]+|[0-9a-f]{12,}…?|[0-9a-f]{8}…|\b[A-Z]-\d{6}\b"  # addresses, keys, hashes, numbers
    r"|\bR-[0-9A-Z]{5}-[0-9A-Z]{5}\b"  # round numbers
    r"|\bDEMO[0-9A-F]{16}\b|•+\w{3}\b|\b(?:JPEG|PNG|PDF)\b"  # document numbers, whole or masked; file types
    r"|\b(?:US\$|COL\$|RD\$|Bs\.)"  # currency signs
    r"|\b(?:USD|EUR|COP|DOP|VES|PLY|UTC|RTP|ID|CO|H17|S17|DAS)\b"
    r"|\b(?:Enter|esc|Español|English|español|en|es)\b"  # keys; language names
    r"|\b(?:Lígalo|ligalocontodo\.com|Atlantic City|Casino Floor|Live|Friendly|Malecón|Sala de casino|Estudio|Amistosa)\b|\btest_\w+_app\b"
)


ENGLISH_AMOUNT: Final = re.compile(
    r"(?<![A-Z])[$€]\d|(?:[$]|Bs\.)\s\d{1,3}(?:,\d{3})*\.(?:\d{2}|\d{4})(?!\d)"
    r"|(?<![\d.,])\d{1,3}(?:,\d{3})*\.(?:\d{2}|\d{4})\s(?:€|(?:USD|EUR|COP|DOP|VES)\b)"
)
"""Amounts in English notation: a sign directly before the digits, or a decimal point."""


def typed() -> re.Pattern[str]:
    """Return a pattern for the texts people entered in this house, rules lines and country names."""
    with translation.override("es"):  # the blackjack library has its own Spanish texts
        lines = {rules_line(one.rules) for one in RuleSetVersion.objects.all()}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE column_name = ANY(%s)"
            " AND table_schema = 'public' AND data_type IN ('text', 'character varying')"
            " AND table_name <> 'compliance_voidcase'",
            [list(TYPED)],
        )
        asked = " UNION ".join(f'SELECT "{column}" FROM "{table}"' for table, column in cursor)  # noqa: S608  # catalogue names
        cursor.execute(asked)
        values = {value for (value,) in cursor if value} | set(WRITTEN) | lines
    with translation.override("es"):  # checked by tests/accounts/test_countries.py
        values |= {name for _, name in country_choices()}
    longest_first = sorted(values, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def english(page: str, known: re.Pattern[str]) -> set[str]:
    """Return texts that are neither translated, nor entered by a person, nor the same in every language."""
    found = set()
    for words in bare_words(page):
        if re.search(r"[^\W\d_]{2,}", THE_SAME.sub(" ", known.sub(" ", words))):
            found.add(words)
    return found


def foreign_amounts(page: str) -> set[str]:
    """Return amounts in English notation."""
    return {found for text in texts(page) for found in ENGLISH_AMOUNT.findall(text)}


@pytest.mark.slow
@pytest.mark.committed
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_in_spanish_for_each_of_its_readers(house: House, part: int) -> None:
    names = sorted({visit.name for visit in visits(house)})[part::PARTS]
    read(house, [visit for visit in visits(house) if visit.name in names])


def read(house: House, pages: list[Visit]) -> None:
    """Read these pages; fail unless each opens for some reader and every word and amount is Spanish."""
    seen, wrong = set[str](), dict[str, set[str]]()
    clients = {who: house.client(who, "es") for who in (*house.people, "stranger")}
    known = typed()
    with marked():
        for visit in pages:
            answer = clients[visit.who].get(visit.path, follow=visit.name == HIDES_ITS_KEY)
            if answer.status_code == 200:
                seen.add(visit.name)
                for words in english(answer.text, known) | foreign_amounts(answer.text):
                    wrong.setdefault(words, set()).add(visit.name)
            elif answer.status_code not in FOR_SOME:
                wrong[visit.path] = {str(answer.status_code)}
    assert wrong == {}
    assert {visit.name for visit in pages} - seen == set()
