"""Which events and which changes are asked for: the forms above the lists, which page and export read alike."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django import forms
from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db.models import F, Func, Max, Min, Model, Q, QuerySet, Subquery, Value
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from compliance.events.configured import names_of_tables
from compliance.events.rounds import reference_of
from journal.models import Alteration, Operation, Severity
from journal.words.events import SEVERITIES, WORDS
from pages.moments import Moment, backwards, in_zone_lazy

_WORD: Final = re.compile("[0-9A-Za-z\u0080-\uffff]+")
_MOST_WORDS: Final = 8
_MOST_PEOPLE: Final = 100
_BIGINT: Final = 2**63


class Asked(forms.Form):
    """What both lists can be asked for. Every field is optional; what is not said is not asked."""

    since = forms.DateTimeField(
        label=in_zone_lazy(_("From ({zone})")), required=False, widget=Moment
    )
    until = forms.DateTimeField(
        label=in_zone_lazy(_("Before ({zone})")), required=False, widget=Moment
    )
    who = forms.CharField(
        label=_("Who did it: e-mail address, name or number"), required=False, max_length=254
    )

    def clean(self) -> dict[str, Any]:
        """What ends before it begins holds nothing: say so."""
        found = super().clean() or {}
        if backwards(found.get("since"), found.get("until")):
            self.add_error("until", _("This is not after the beginning."))
        return found


class EventsForm(Asked):
    """Events by words, kind, severity, person and time."""

    words = forms.CharField(label=_("Words or numbers in it"), required=False, max_length=200)
    severity = forms.ChoiceField(
        label=_("Severity"),
        required=False,
        choices=[("", _("any")), *((one.value, SEVERITIES[one]) for one in Severity)],
    )
    alarms = forms.ChoiceField(
        label=_("Alarms"),
        required=False,
        choices=[("", _("with all others")), ("open", _("not seen yet")), ("seen", _("seen"))],
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        """Offer the kinds by their sentences, in the reader's order."""
        super().__init__(data)
        kinds = sorted(((kind.value, str(words)) for kind, words in WORDS.items()), key=_by_words)
        self.fields["kind"] = forms.ChoiceField(
            label=_("What happened"), required=False, choices=[("", _("anything")), *kinds]
        )
        self.order_fields(["words", "kind", "severity", "alarms", "who", "since", "until"])


class ChangesForm(Asked):
    """Changes of configured rows by table, row, person, declaration and time."""

    row = forms.CharField(label=_("Number of the row"), required=False, max_length=200)
    operation = forms.ChoiceField(
        label=_("What was done"), required=False, choices=[("", _("anything")), *Operation.choices]
    )
    declared = forms.ChoiceField(
        label=_("Declared by the application"),
        required=False,
        choices=[("", _("all")), ("no", _("no: changed past it")), ("yes", _("yes"))],
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        """Offer the tables that are kept a history of."""
        super().__init__(data)
        self.fields["table"] = forms.ChoiceField(
            label=_("Table"), required=False, choices=[("", _("all")), *names_of_tables()]
        )
        self.order_fields(["table", "row", "declared", "operation", "who", "since", "until"])


def _by_words(choice: tuple[str, str]) -> str:
    return choice[1].casefold()


class _EventWords(Func):
    """What the index of words is over (journal/sql/search.sql), letter by letter."""

    template = (
        "to_tsvector('simple', regexp_replace(%(expressions)s::text,"
        " '[^0-9A-Za-z\\u0080-\\uffff]+', ' ', 'g'))"
    )
    arg_joiner = " || ' ' || "
    output_field = SearchVectorField()

    def __init__(self) -> None:
        super().__init__(F("subject"), F("data"))


def with_words(rows: QuerySet[Any], asked: str) -> QuerySet[Any]:
    """Events with all these words in subject or data, the last of which may go on; with this number; or about the round of this number."""
    words = _WORD.findall(reference_of(asked) or asked)[:_MOST_WORDS]
    if not words:
        return rows.none() if asked.strip() else rows
    query = SearchQuery(" & ".join(words) + ":*", config="simple", search_type="raw")
    found = Q(told=query)
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and int(words[0]) < _BIGINT:
        found |= Q(pk=int(words[0]))
    told: QuerySet[Any] = rows.alias(told=_EventWords()).filter(found)
    return told


def within(rows: QuerySet[Any], since: datetime | None, until: datetime | None) -> QuerySet[Any]:
    """Rows of this time. Their numbers are bounded as well, so that a slice by number reads nothing else on its way."""
    when = Q()
    if since:
        when &= Q(at__gte=since)
    if until:
        when &= Q(at__lt=until)
    if not when:
        return rows
    model: type[Model] = rows.model
    # an aggregate of an expression: PostgreSQL reads the index of times for it, not the numbers one by one
    number = F("pk") + Value(0)
    of_time = model._default_manager.filter(when).order_by().values(one=Value(1))  # noqa: SLF001  # Django documents it
    lowest = of_time.annotate(bound=Min(number)).values("bound")
    highest = of_time.annotate(bound=Max(number)).values("bound")
    return rows.filter(when, pk__gte=Subquery(lowest), pk__lte=Subquery(highest))


def by_person(rows: QuerySet[Any], column: str, asked: str) -> QuerySet[Any]:
    """Rows of people of this e-mail address or number, or of staff with this in their name."""
    asked = asked.strip()
    if not asked:
        return rows
    whose = Q(email=asked.lower()) | Q(is_staff=True, full_name__icontains=asked)
    if asked.isascii() and asked.isdigit() and int(asked) < _BIGINT:
        whose |= Q(pk=int(asked))
    people = list(User.objects.filter(whose).values_list("pk", flat=True)[:_MOST_PEOPLE])
    return rows.filter(**{f"{column}__in": people})


def of_row(rows: QuerySet[Alteration], table: str, row: str) -> QuerySet[Alteration]:
    """The history of a table, or of one row of it."""
    if table:
        rows = rows.filter(table_name=table)
    return rows.filter(row_key=row.strip()) if row.strip() else rows
