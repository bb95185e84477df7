"""Staff pages of live tables: the list, and the seats of one table.

Staff watch on the players' page, which has no own part for them.
"""

from functools import cached_property, partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_list_view
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage, StaffPage
from casino.live.forms import FreeSeatForm
from casino.live.selectors.occupancy import load_occupancy
from casino.live.selectors.table_state import TableState, load_table, place_by_slug
from casino.live.services.staff_acts import free_seat
from casino.live.services.tables import open_live_place
from casino.live.words.table_view import view_table
from casino.models import Clock
from journal.refusals import Refusal
from pages.names import select_name
from tables.forms.short import StopOrResumeForm
from tables.models import Table
from tables.services.switches import switch_box
from tables.views.asking import refusal_text
from tables.views.switch_lines import load_table_switches
from tables.views.switches import change_table_status, use_switch


class LiveTables(StaffPage):
    """List of live tables with phase and occupancy."""

    title = _("Live tables")
    opens = (Right.VIEW_TABLES,)
    template_name = "casino/live/staff/tables.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tables = list(_live_tables())
        clocks = {clock.place.table_id: clock for clock in _clocks(tables)}
        full = load_occupancy(tables)
        rows = [(table, clocks.get(table.pk), full[table.pk]) for table in tables]
        return super().get_context_data(rows=rows, **kwargs)


class LiveTable(StaffFormPage[FreeSeatForm]):
    """One live table: seats, absent players, the present deal, and a form to free a seat."""

    opens = (Right.VIEW_TABLES,)
    sends = Right.SWITCH_TABLES
    template_name = "casino/live/staff/table.html"

    @cached_property
    def table(self) -> Table:
        return get_object_or_404(_live_tables(), slug=self.kwargs["slug"])

    @cached_property
    def state(self) -> TableState:
        return load_table(place_by_slug(self.table.slug) or open_live_place(self.table))

    def get_form_kwargs(self) -> dict[str, Any]:
        boxes = [
            (seat.box, f"{seat.box}: {seat.participant.player.shown_name}")
            for seat in self.state.seats
        ]
        return {**super().get_form_kwargs(), "boxes": boxes}

    def _address(self, box: int | None) -> str:
        """URL of the switch of a box, or of the table."""
        if box is None:
            return reverse("live:switch_table", args=[self.table.slug])
        return reverse("live:switch_box", args=[self.table.slug, box])

    def refusal_text(self, refusal: Refusal) -> str:
        return refusal_text(refusal)

    def offers_form(self, form: FreeSeatForm) -> bool:
        return bool(self.state.seats) and super().offers_form(form)

    def process_form(self, form: FreeSeatForm) -> HttpResponse:
        given = form.cleaned_data
        free_seat(self.state.place, given["box"], acting_user=self.user, reason=given["reason"])
        return self.redirect_with_message(
            _("The seat is free, or becomes free when the deal is over."),
            "live:table",
            self.table.slug,
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        state = self.state
        players = User.objects.in_bulk({seat.participant.player_id for seat in state.seats})
        seats = [(seat, players[seat.participant.player_id]) for seat in state.seats]
        rounds = state.live.running.rounds if state.live is not None and state.is_played else []
        people = players.keys() | {round_.player_id for round_ in rounds}
        record_list_view(self.user, sorted(people), {})
        return super().get_context_data(
            title=self.table.display_name,
            table=self.table,
            view=view_table(state),
            seats=seats,
            rounds=rounds,
            may_cancel=Right.CANCEL_ROUNDS in self.rights,
            may_switch=Right.SWITCH_TABLES in self.rights,
            switches=load_table_switches(self.table, self._address),
            **kwargs,
        )


@LiveTable.form_view(StopOrResumeForm, Right.SWITCH_TABLES)
def switch_live_table(page: LiveTable, form: StopOrResumeForm) -> HttpResponse:
    """Close the table after the deal in progress, or reopen it."""
    act = partial(change_table_status, page.table)
    return use_switch(page, form, act, "live:table", page.table.slug)


@LiveTable.form_view(StopOrResumeForm, Right.SWITCH_TABLES)
def switch_live_box(page: LiveTable, form: StopOrResumeForm) -> HttpResponse:
    """Close a box after the deal in progress, or reopen it."""
    act = partial(switch_box, page.table.pk, page.kwargs["number"])
    return use_switch(page, form, act, "live:table", page.table.slug)


def _live_tables() -> QuerySet[Table]:
    tables = Table.objects.filter(kind=Table.Kind.LIVE).order_by(select_name())
    approved = tables.exclude(status__in=[Table.Status.PROPOSED, Table.Status.REFUSED])
    return approved.select_related("version__rule_set")


def _clocks(tables: list[Table]) -> QuerySet[Clock]:
    return Clock.objects.filter(place__table__in=tables).select_related("place")
