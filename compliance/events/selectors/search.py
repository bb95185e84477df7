"""Filters of events and changes, shared by page and export."""

import re
from datetime import datetime
from typing import Any, Final

from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db.models import F, Func, Max, Min, Model, Q, QuerySet, Subquery, Value

from accounts.models.users import User
from compliance.events.selectors.round_numbers import find_round_reference
from journal.models import Alteration
from journal.values.event_numbers import read_event_number

_WORD: Final = re.compile("[0-9A-Za-z\u0080-\uffff]+")
_MOST_WORDS: Final = 8
_MOST_PEOPLE: Final = 100
_BIGINT: Final = 2**63


class _EventWords(Func):
    """The indexed expression of journal/sql/search.sql; must match it exactly for the index to be used."""

    template = (
        "to_tsvector('simple', regexp_replace(%(expressions)s::text,"
        " '[^0-9A-Za-z\\u0080-\\uffff]+', ' ', 'g'))"
    )
    arg_joiner = " || ' ' || "
    output_field = SearchVectorField()

    def __init__(self) -> None:
        super().__init__(F("subject"), F("data"))


def filter_by_words(rows: QuerySet[Any], asked: str) -> QuerySet[Any]:
    """Keep the events that match a search text.

    Matches all words in subject or data (the last one as a prefix), the event with this number, or events about the
    round with this number. At most eight words are used.
    """
    words = _WORD.findall(find_round_reference(asked) or asked)[:_MOST_WORDS]
    number = read_event_number(asked)
    if not words:
        return rows.none() if asked.strip() else rows
    query = SearchQuery(" & ".join(words) + ":*", config="simple", search_type="raw")
    found = Q(told=query)
    if number is not None:
        found |= Q(pk=number)
    told: QuerySet[Any] = rows.alias(told=_EventWords()).filter(found)
    return told


def filter_by_time(
    rows: QuerySet[Any], since: datetime | None, until: datetime | None
) -> QuerySet[Any]:
    """Keep the rows of a period, `until` excluded.

    Primary keys are bounded too: keyset pagination by id then scans only the rows of the period.
    """
    when = Q()
    if since:
        when &= Q(at__gte=since)
    if until:
        when &= Q(at__lt=until)
    if not when:
        return rows
    model: type[Model] = rows.model
    # Aggregate an expression: for a bare pk PostgreSQL would scan the primary key instead of the time index.
    number = F("pk") + Value(0)
    of_time = model._default_manager.filter(when).order_by().values(one=Value(1))  # noqa: SLF001  # Django documents it
    lowest = of_time.annotate(bound=Min(number)).values("bound")
    highest = of_time.annotate(bound=Max(number)).values("bound")
    return rows.filter(when, pk__gte=Subquery(lowest), pk__lte=Subquery(highest))


def filter_by_person(rows: QuerySet[Any], column: str, asked: str) -> QuerySet[Any]:
    """Keep the rows of people with this email address or number, or of staff with this text in their name."""
    asked = asked.strip()
    if not asked:
        return rows
    whose = Q(email=asked.lower()) | Q(is_staff=True, full_name__icontains=asked)
    if asked.isascii() and asked.isdigit() and int(asked) < _BIGINT:
        whose |= Q(pk=int(asked))
    people = list(User.objects.filter(whose).values_list("pk", flat=True)[:_MOST_PEOPLE])
    return rows.filter(**{f"{column}__in": people})


def filter_by_row(rows: QuerySet[Alteration], table: str, row: str) -> QuerySet[Alteration]:
    if table:
        rows = rows.filter(table_name=table)
    return rows.filter(row_key=row.strip()) if row.strip() else rows
