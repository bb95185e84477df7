"""Pages about tables: settings with proposals, and opening and closing at once."""

from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from journal.selectors.history import history_of
from pages.pagination import number_in
from tables.forms.limits import NewTableForm, SwitchForm, TableForm
from tables.models import Table, TableChange
from tables.selectors.returns import doubt_of
from tables.selectors.tables import mathematics_of, tables_to_copy
from tables.services import changes, opening
from tables.views.asking import TablesFormPage
from tables.words.limits import compare_values, list_values

SHOWN = 20
_PROPOSED = _("It is proposed and waits for another person.")


class TableSettingsPage(TablesFormPage[TableForm]):
    """A table's settings and proposals, with a form for another proposal."""

    sends = Right.EDIT_TABLES
    template_name = "tables/staff/table.html"

    @cached_property
    def one(self) -> Table:
        tables = Table.objects.select_related("version__rule_set")
        return get_object_or_404(tables, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "table": self.one}

    def offers(self, form: TableForm) -> bool:
        return self.one.status != Table.Status.REFUSED and super().offers(form)

    def act(self, form: TableForm) -> HttpResponse:
        given, values = form.cleaned_data, form.values
        changes.propose(
            self.one.pk,
            values,
            reason=given["reason"],
            acting_user=self.user,
            accepted=given["accepted"],
        )
        return self.done(_PROPOSED, "tables:table", self.one.pk)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        one, present = self.one, changes.values_of(self.one)
        proposed = one.changes.select_related("proposed_by", "decision__decided_by").order_by("-pk")
        return super().get_context_data(
            title=one.name,
            table=one,
            settings=list_values(Table, present),
            waiting=[
                (row, compare_values(Table, row.values, present))
                for row in proposed.filter(decision=None)
            ],
            decided=[
                (row, compare_values(Table, row.values, row.decision.before))
                for row in proposed.exclude(decision=None)[:SHOWN]
            ],
            altered=[
                (row, compare_values(Table, row.after, row.before))
                for row in history_of(one).filter(declared=False)[:SHOWN]
            ],
            doubt=doubt_of(one.version, mathematics_of(one.version)),
            **kwargs,
        )


class NewTable(TablesFormPage[NewTableForm]):
    """Propose a new table, prefilled from another."""

    opens = (Right.EDIT_TABLES,)
    template_name = "tables/staff/new_table.html"
    title = _("New table")

    @cached_property
    def like(self) -> Table | None:
        """The table to copy: the chosen one, else the oldest."""
        number = number_in(self.request.GET.get("copy", ""))
        known = {one.pk: one for one in self.tables}
        chosen = None if number is None else known.get(number)
        return chosen or next(iter(self.tables), None)

    @cached_property
    def tables(self) -> list[Table]:
        return list(tables_to_copy())

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "like": self.like}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(tables=self.tables, like=self.like, **kwargs)

    def act(self, form: NewTableForm) -> HttpResponse:
        given = form.cleaned_data
        change = changes.propose_table(
            given["slug"],
            given["rule_set"].pk,
            form.values,
            reason=given["reason"],
            acting_user=self.user,
            accepted=given["accepted"],
        )
        return self.done(_PROPOSED, "tables:table", change.table_id)


decide_change = TableSettingsPage.decision(
    Right.APPROVE_TABLES,
    changes.decide,
    lambda pk: {"pk": TableChange.objects.get(pk=pk).table_id},
    approved=_("It counts from the next bet."),
    refused=_("Refused."),
    back=lambda decision: reverse("tables:table", args=[decision.proposal.table_id]),
)


@TableSettingsPage.takes_form(SwitchForm, Right.SWITCH_TABLES)
def switch(page: TableSettingsPage, form: SwitchForm) -> HttpResponse:
    """Open or close a table at once."""
    opens = form.cleaned_data["do"] == "open"
    act = opening.open_table if opens else opening.close_table
    after = act(page.one.pk, reason=form.cleaned_data["reason"], acting_user=page.user)
    return page.done(f"{after.name}: {after.get_status_display()}", "tables:table", after.pk)
