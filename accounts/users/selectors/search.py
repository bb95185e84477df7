"""Finding players by what they are called, among a million: by words of name and address, an address as it begins, or a number."""

import re
import unicodedata
from typing import Any, Final

from django.db.models import F, Lookup, Q, QuerySet

from accounts.models.users import User
from accounts.values.names import fold_text
from pages.pagination import number_in

FEW: Final = 5000
"""So many are the half per cent that PostgreSQL takes unknown words of a million for."""

_MARKS: Final = re.compile("[\u0300-\u036f]")
_BETWEEN: Final = re.compile("[\x00-\x2f\x3a-\x60\x7b-\xa0]+")


class _Called(Lookup):
    """Whether the words of a person begin so (accounts/sql/search.sql keeps them, in the same way as `words`)."""

    lookup_name = "called"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """The column is none of the model's: it is named beside the key, whatever a query calls the table."""
        asked, params = self.process_rhs(compiler, connection)
        table = compiler.quote_name_unless_alias(self.lhs.alias)
        return f"{table}.words @@ {asked}::tsquery", params


def players() -> QuerySet[User]:
    """Every player; staff are none."""
    return User.objects.filter(is_staff=False)


def name_words(text: str) -> list[str]:
    """The words of a name or an address as the database keeps them: without accents and capitals."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower()
    return [word for word in _BETWEEN.split(plain) if word]


def match_name(text: str) -> Q:
    """Which `players` are called so: all words begin words of theirs, and with what has an @ inside their address begins."""
    parts = text.replace("\0", " ").split()
    addresses = [part.lower() for part in parts if part.find("@") > 0]
    rest = name_words(fold_text(" ".join(part for part in parts if part.find("@") <= 0)))
    asked = [Q(email__startswith=address) for address in addresses]
    if rest or not asked:
        asked.append(Q(_Called(F("pk"), " & ".join(f"'{word}':*" for word in rest))))
    return Q(*asked)


def few_matches(text: str) -> list[int] | None:
    """The numbers of those; None where they are more than a query had better be told one by one."""
    found = list(players().filter(match_name(text)).values_list("pk", flat=True)[: FEW + 1])
    return found if len(found) <= FEW else None


def matching_ids(text: str) -> list[int] | QuerySet[User, int]:
    """The players whom a filter of other things names: by their number, or as `named`."""
    number = number_in(text)
    if number is not None:
        return [number]
    few = few_matches(text)
    return players().filter(match_name(text)).values_list("pk", flat=True) if few is None else few
