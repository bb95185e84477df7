"""Reading events and the history of configured rows: lists, one of each, alarms that nobody has seen."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.users import User
from compliance.events.forms import ChangesForm, EventsForm
from compliance.events.selectors.round_numbers import RoundNumbers, numbers_of
from compliance.events.selectors.search import by_person, of_row, with_words, within
from compliance.events.words.sentences import Told, changed_by, sentence_of, severity_of, told_by
from compliance.events.words.subjects import places_of_rounds, words_of
from compliance.events.words.tables import name_of_table
from journal.models import Alteration, Check, Event, Link, Severity
from pages.lists import Column
from pages.moments import in_zone_lazy

MOST_OPEN: Final = 1000


def events(asked: Mapping[str, Any]) -> QuerySet[Event]:
    """The events that the form's cleaned data ask for, with who did them, who has seen them, and the numbers of their rounds."""
    rows = Event.objects.all()
    for name in ("kind", "severity"):
        if asked.get(name):
            rows = rows.filter(**{name: asked[name]})
    if asked.get("alarms"):
        rows = rows.filter(severity=Severity.ALARM.value, seen__isnull=asked["alarms"] == "open")
    rows = with_words(rows, asked.get("words") or "")
    rows = by_person(rows, "actor_id", asked.get("who") or "")
    rows = within(rows, asked.get("since"), asked.get("until"))
    named = rows.annotate(by_name=_name_of("actor_id"), round_numbers=RoundNumbers())
    return named.select_related("seen")


def changes(asked: Mapping[str, Any]) -> QuerySet[Alteration]:
    """The changes of configured rows that the form's cleaned data ask for, with who made them."""
    rows = of_row(Alteration.objects.all(), asked.get("table") or "", asked.get("row") or "")
    if asked.get("operation"):
        rows = rows.filter(operation=asked["operation"])
    if asked.get("declared"):
        rows = rows.filter(declared=asked["declared"] == "yes")
    rows = by_person(rows, "by_id", asked.get("who") or "")
    rows = within(rows, asked.get("since"), asked.get("until"))
    return rows.annotate(by_name=_name_of("by_id"))


def filtered(params: Mapping[str, str]) -> QuerySet[Event]:
    """Events by the parameters of their page, for the export; nothing where they cannot be read."""
    form = EventsForm(params)
    return events(form.cleaned_data) if form.is_valid() else Event.objects.none()


def filtered_changes(params: Mapping[str, str]) -> QuerySet[Alteration]:
    """Changes likewise."""
    form = ChangesForm(params)
    return changes(form.cleaned_data) if form.is_valid() else Alteration.objects.none()


def _name_of(column: str) -> Subquery:
    """The name of the member of staff in a column; None for players, whose number is enough here."""
    staff = User.objects.filter(pk=OuterRef(column), is_staff=True)
    return Subquery(staff.values("full_name")[:1])


def who(row: Event | Alteration) -> str:
    """Who did it: a member of staff by name, anybody else by number; "" for nobody."""
    number = row.actor_id if isinstance(row, Event) else row.by_id
    if number is None:
        return ""
    name = getattr(row, "by_name", None)
    return str(name) if name else _("player %(number)s") % {"number": number}


def _told_by(event: Event) -> Told:
    return told_by(event, places_of_rounds(numbers_of(event)))


def _changed(event: Event) -> str:
    return " · ".join(
        f"{one.name}: {one.before} → {one.after}".removeprefix(": ")
        for one in _told_by(event).changes
    )


def _told(event: Event) -> str:
    return " · ".join(f"{one.name}: {one.value}" for one in _told_by(event).facts)


COLUMNS: Final[tuple[Column[Event], ...]] = (
    Column("number", gettext_lazy("Number"), lambda row: row.pk, numeric=True),
    Column("time", in_zone_lazy(gettext_lazy("Time ({zone})")), lambda row: row.at),
    Column(
        "severity",
        gettext_lazy("Severity"),
        lambda row: severity_of(row.severity),
        code=lambda row: row.severity,
    ),
    Column(
        "kind",
        gettext_lazy("What happened"),
        lambda row: sentence_of(row.kind),
        code=lambda row: row.kind,
    ),
    Column(
        "subject",
        gettext_lazy("About"),
        lambda row: words_of(row.subject, numbers_of(row)),
        code=lambda row: row.subject,
    ),
    Column("who", gettext_lazy("Who did it"), who),
    Column("changed", gettext_lazy("Before and after"), _changed),
    Column("told", gettext_lazy("More"), _told),
)
CHANGES: Final[tuple[Column[Alteration], ...]] = (
    Column("number", gettext_lazy("Number"), lambda row: row.pk, numeric=True),
    Column("time", in_zone_lazy(gettext_lazy("Time ({zone})")), lambda row: row.at),
    Column(
        "table",
        gettext_lazy("Table"),
        lambda row: name_of_table(row.table_name),
        code=lambda row: row.table_name,
    ),
    Column("row", gettext_lazy("Number of the row"), lambda row: row.row_key),
    Column(
        "operation",
        gettext_lazy("What was done"),
        lambda row: row.get_operation_display(),
        code=lambda row: row.operation,
    ),
    Column("who", gettext_lazy("Who did it"), who),
    Column("role", gettext_lazy("Role of the database"), lambda row: row.role),
    Column(
        "declared",
        gettext_lazy("Declared by the application"),
        lambda row: _yes(row.declared),
        code=lambda row: row.declared,
    ),
    Column(
        "changed",
        gettext_lazy("Before and after"),
        lambda row: " · ".join(
            f"{one.name}: {one.before} → {one.after}" for one in changed_by(row)
        ),
    ),
)


def _yes(value: bool) -> str:  # noqa: FBT001  # what is said of it is the whole point
    return _("yes") if value else _("no")


def open_alarms() -> QuerySet[Event]:
    """Alarms that nobody has seen yet, the newest first."""
    return Event.objects.filter(severity=Severity.ALARM.value, seen=None).order_by("-pk")


def open_alarms_counted() -> int:
    """How many there are, up to `MOST_OPEN`. One query."""
    return open_alarms()[:MOST_OPEN].count()


def link_of(row: Event | Alteration) -> Link | None:
    """Its place in the chain; None until it is chained, within about a minute."""
    source = Link.Source.EVENT if isinstance(row, Event) else Link.Source.ALTERATION
    return Link.objects.filter(source=source, row_id=row.pk).first()


def last_check(kind: Check.Kind) -> Check | None:
    """What was found when it was last verified."""
    return Check.objects.filter(kind=kind).order_by("-pk").first()


def names_of(people: Iterable[int]) -> dict[int, str]:
    """The names of these members of staff. One query."""
    staff = User.objects.filter(pk__in=set(people), is_staff=True)
    return dict(staff.values_list("pk", "full_name"))
