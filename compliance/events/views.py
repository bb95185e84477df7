"""Back-office pages of events, of the history of configured rows, and of the integrity checks of chain and build."""

from collections.abc import Iterable, Sequence, Set as AbstractSet
from functools import cached_property
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.audit.services import record_list_view
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage, StaffPage
from compliance.build.selectors.progress import load_progress
from compliance.build.services.verification import request_check
from compliance.events.forms import AlarmForm, ChainForm, ChangesForm, EventsForm
from compliance.events.selectors.events import (
    MOST_OPEN,
    count_open_alarms,
    filter_changes,
    filter_events,
    find_chain_link,
    find_last_check,
    load_staff_names,
)
from compliance.events.selectors.round_numbers import read_round_numbers
from compliance.events.selectors.subjects import SubjectContext, load_subject_context
from compliance.events.services import export_chain, mark_alarm_seen
from compliance.events.words import columns
from compliance.events.words.sentences import describe_change, describe_event, find_person_ids
from compliance.events.words.subjects import describe_person, describe_subject
from compliance.events.words.tables import NAMES, change_title
from journal.models import Alteration, Check, Event, EventKind, Severity
from journal.refusals import Refusal
from journal.services import exporting
from journal.values.event_numbers import event_number
from journal.words.remedies import REMEDIES
from pages.lists import export_query, load_slice

_SHOWN: Final = 20


@staff_page(Right.VIEW_EVENTS)
@require_safe
def list_events(request: HttpRequest) -> HttpResponse:
    """Filtered events, newest first."""
    form = EventsForm(request.GET)
    found = filter_events(form.cleaned_data) if form.is_valid() else Event.objects.none()
    piece = load_slice(found, request)
    rights = load_rights(require_staff_user(request))
    subjects = _subjects(piece.rows, rights)
    record_list_view(require_staff_user(request), subjects.players, _filters(request, form.fields))
    context = {
        "title": _("Significant events"),
        "form": form,
        "slice": piece,
        "lines": [_line(row, subjects) for row in piece.rows],
        "chosen": bool(_filters(request, form.fields)),
        "check": find_last_check(Check.Kind.CHAIN),
        "open_alarms": count_open_alarms(),
        "most_open": MOST_OPEN,
        "export": export_query(request),
    }
    return render_staff(request, "compliance/events/list.html", context)


def _subjects(rows: Sequence[Event], rights: AbstractSet[Right]) -> SubjectContext:
    """Load the subject context of these events."""
    named = [number for row in rows for number in find_person_ids(row)]
    named += [row.actor_id for row in rows if row.actor_id is not None]
    rounds = {one: number for row in rows for one, number in read_round_numbers(row).items()}
    return load_subject_context((row.subject for row in rows), rights, named, rounds)


def _line(row: Event, subjects: SubjectContext) -> dict[str, Any]:
    return {
        "event": row,
        "description": describe_event(row, subjects),
        "subject": describe_subject(row.subject, subjects),
        "who": _name_actor(row, subjects),
        "is_open": _is_open(row),
    }


def _name_actor(row: Event, subjects: SubjectContext) -> str:
    """Name of the acting person; players by name only if the reader may see players."""
    if row.actor_id is not None and row.actor_id in subjects.players:
        return describe_person(row.actor_id, subjects).words
    return columns.name_actor(row)


def _is_open(row: Event) -> bool:
    return row.severity == Severity.ALARM.value and not hasattr(row, "seen")


def _filters(request: HttpRequest, fields: Iterable[str]) -> list[str]:
    return [name for name in fields if request.GET.get(name)]


class EventPage(StaffFormPage[AlarmForm]):
    """One event with all its data and its link in the chain; an alarm can be marked as seen."""

    opens = (Right.VIEW_EVENTS,)
    template_name = "compliance/events/event.html"

    @cached_property
    def row(self) -> Event:
        return get_object_or_404(filter_events({}), pk=self.kwargs["pk"])

    def offers_form(self, _form: AlarmForm, /) -> bool:
        return Right.ANSWER_ALARMS in self.rights and _is_open(self.row)

    def process_form(self, form: AlarmForm) -> HttpResponse:
        mark_alarm_seen(self.row.pk, form.cleaned_data["word"], acting_user=self.user)
        return self.redirect_with_message(
            _("The alarm is marked as seen."), "events:event", self.row.pk
        )

    def form_refused(self, form: AlarmForm, refusal: Refusal) -> HttpResponse:
        del self.row
        return super().form_refused(form, refusal)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row, form = self.row, kwargs.get("form")
        subjects = _subjects([row], self.rights)
        record_list_view(self.user, subjects.players, ())
        line = _line(row, subjects)
        seen = getattr(row, "seen", None)
        return super().get_context_data(
            title=line["description"].headline,
            number=event_number(row.pk),
            **line,
            remedy=REMEDIES.get(EventKind(row.kind), ""),
            seen=seen,
            seen_by=load_staff_names([seen.by_id]).get(seen.by_id, "") if seen else "",
            **_place(row),
            refusals=form.non_field_errors() if form else "",
            **kwargs,
        )


def _place(row: Event | Alteration) -> dict[str, Any]:
    link = find_chain_link(row)
    return {
        "link": link,
        "link_hash": bytes(link.hash).hex() if link else "",
        "link_previous": bytes(link.previous).hex() if link else "",
    }


@staff_page(Right.VIEW_EVENTS)
@require_safe
def list_changes(request: HttpRequest) -> HttpResponse:
    """Filtered changes of configured rows, newest first."""
    form = ChangesForm(request.GET)
    read = form.is_valid()
    found: QuerySet[Alteration] = (
        filter_changes(form.cleaned_data) if read else Alteration.objects.none()
    )
    piece = load_slice(found, request)
    context = {
        "title": _("History of changes"),
        "form": form,
        "slice": piece,
        "lines": [
            (row, change_title(row), describe_change(row), columns.name_actor(row))
            for row in piece.rows
        ],
        "chosen": bool(_filters(request, form.fields)),
        "tables": len(NAMES),
        "export": export_query(request),
    }
    return render_staff(request, "compliance/events/changes.html", context)


@staff_page(Right.VIEW_EVENTS)
@require_safe
def show_change(request: HttpRequest, pk: int) -> HttpResponse:
    """One change with the values before and after and its link in the chain."""
    row = get_object_or_404(filter_changes({}), pk=pk)
    context = {
        "title": change_title(row),
        "row": row,
        "changes": describe_change(row),
        "who": columns.name_actor(row),
        **_place(row),
    }
    return render_staff(request, "compliance/events/change.html", context)


class IntegrityPage(StaffPage):
    """Latest verifications of chain and build; POST has a worker verify the build now."""

    opens = (Right.VIEW_EVENTS,)
    template_name = "compliance/events/integrity.html"
    title = gettext_lazy("Integrity")

    def post(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        request_check(acting_user=self.user)
        return self.redirect_with_message(_("The verification has begun."), "events:integrity")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        checks = [
            one
            for kind in Check.Kind
            for one in Check.objects.filter(kind=kind).order_by("-pk")[:_SHOWN]
        ]
        checks.sort(key=lambda one: one.at, reverse=True)
        names = load_staff_names(one.by_id for one in checks if one.by_id)
        return super().get_context_data(
            latest={
                kind.value: next((one for one in checks if one.kind == kind), None)
                for kind in Check.Kind
            },
            progress=load_progress(),
            chain_form=ChainForm(),
            checks=[(one, names.get(one.by_id or 0, "")) for one in checks],
            **kwargs,
        )


@staff_page(Right.VIEW_EVENTS)
@require_POST
def download_chain(request: HttpRequest) -> HttpResponseBase:
    """Send the chain of events after a link, as JSON Lines with hashes, for an external auditor."""
    form = ChainForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    after = form.cleaned_data["after"] or 0
    name = f"events-{timezone.now():%Y-%m-%d}-after-{after}.jsonl"
    return StreamingHttpResponse(
        export_chain(after, acting_user=require_staff_user(request)),
        content_type="application/jsonl; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@staff_page(Right.VIEW_EVENTS)
@require_safe
def download_verifier(_request: HttpRequest) -> HttpResponse:
    """Send the program that verifies an exported chain: one Python file."""
    return HttpResponse(
        exporting.read_verifier_source(),
        content_type="text/x-python; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="verify_events.py"'},
    )
