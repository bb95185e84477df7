"""Player search for a million players: by words of name and address, prefix of the address, or number."""

import re
import unicodedata
from typing import Any, Final

from django.db.models import F, Lookup, Q, QuerySet

from accounts.models.users import User
from accounts.values.names import fold_text
from pages.pagination import parse_row_number

FEW: Final = 5000
"""PostgreSQL's estimate for unknown words is 0.5% of the rows, which is this many of a million."""

_MARKS: Final = re.compile("[\u0300-\u036f]")
_BETWEEN: Final = re.compile("[\x00-\x2f\x3a-\x60\x7b-\xa0]+")


class _Called(Lookup):
    """Word-prefix match on the search column (`accounts/sql/search.sql` normalises like `name_words`)."""

    lookup_name = "called"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Qualify the column with the table's alias: it is not part of the model."""
        asked, params = self.process_rhs(compiler, connection)
        table = compiler.quote_name_unless_alias(self.lhs.alias)
        return f"{table}.words @@ {asked}::tsquery", params


def all_players() -> QuerySet[User]:
    """All players, without staff."""
    return User.objects.filter(is_staff=False)


def name_words(text: str) -> list[str]:
    """Return the normalised words of a name or address: no accents, lower case."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower()
    return [word for word in _BETWEEN.split(plain) if word]


def build_name_filter(text: str) -> Q:
    """Return a filter for players: every word is a prefix of a word of name or address.

    A word with @ is a prefix of the whole address.
    """
    parts = text.replace("\0", " ").split()
    addresses = [part.lower() for part in parts if part.find("@") > 0]
    rest = name_words(fold_text(" ".join(part for part in parts if part.find("@") <= 0)))
    asked = [Q(email__startswith=address) for address in addresses]
    if rest or not asked:
        asked.append(Q(_Called(F("pk"), " & ".join(f"'{word}':*" for word in rest))))
    return Q(*asked)


def find_ids_if_few(text: str) -> list[int] | None:
    """Return the ids of matching players; None if there are more than `FEW`. One query."""
    found = list(
        all_players().filter(build_name_filter(text)).values_list("pk", flat=True)[: FEW + 1]
    )
    return found if len(found) <= FEW else None


def find_matching_ids(text: str) -> list[int] | QuerySet[User, int]:
    """Return ids of players for another filter: the number if the text is one, else as `build_name_filter`.

    A subquery instead of a list for more than `FEW` matches.
    """
    number = parse_row_number(text)
    if number is not None:
        return [number]
    few = find_ids_if_few(text)
    return (
        all_players().filter(build_name_filter(text)).values_list("pk", flat=True)
        if few is None
        else few
    )
