"""Pages about tables: settings with proposals, and opening and closing at once."""

from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from journal.selectors.history import load_history
from pages.pagination import parse_row_number
from tables.forms.limits import NewTableForm, OpenOrCloseForm, TableForm
from tables.models import Table, TableChange
from tables.selectors.conformity import load_contradictions
from tables.selectors.returns import find_doubt
from tables.selectors.tables import find_mathematics, tables_to_copy
from tables.services import changes, opening
from tables.views.asking import TablesFormPage
from tables.words.limits import compare_values, list_values

SHOWN = 20
_PROPOSED = _("It is proposed. Another person has to approve it.")


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

    def offers_form(self, form: TableForm) -> bool:
        return self.one.status != Table.Status.REFUSED and super().offers_form(form)

    def process_form(self, form: TableForm) -> HttpResponse:
        given, values = form.cleaned_data, form.values
        changes.propose_change(
            self.one.pk,
            values,
            reason=given["reason"],
            acting_user=self.user,
            accepted=given["accepted"],
        )
        return self.redirect_with_message(_PROPOSED, "tables:table", self.one.pk)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        one, present = self.one, changes.table_values(self.one)
        proposed = one.changes.select_related("proposed_by", "decision__decided_by").order_by("-pk")
        return super().get_context_data(
            title=one.display_name,
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
                for row in load_history(one).filter(declared=False)[:SHOWN]
            ],
            against=load_contradictions([one]).get(one.pk, ()),
            doubt=find_doubt(one.version, find_mathematics(one.version)),
            **kwargs,
        )


class NewTablePage(TablesFormPage[NewTableForm]):
    """Propose a new table, prefilled from another."""

    opens = (Right.EDIT_TABLES,)
    template_name = "tables/staff/new_table.html"
    title = _("New table")

    @cached_property
    def like(self) -> Table | None:
        """The table to copy: the chosen one, else the oldest."""
        number = parse_row_number(self.request.GET.get("copy", ""))
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

    def process_form(self, form: NewTableForm) -> HttpResponse:
        given = form.cleaned_data
        change = changes.propose_table(
            given["slug"],
            given["rule_set"].pk,
            form.values,
            reason=given["reason"],
            acting_user=self.user,
            accepted=given["accepted"],
        )
        return self.redirect_with_message(_PROPOSED, "tables:table", change.table_id)


decide_change = TableSettingsPage.decision_view(
    Right.APPROVE_TABLES,
    changes.decide_change,
    lambda pk: {"pk": get_object_or_404(TableChange, pk=pk).table_id},
    approved=_("It applies from the next bet."),
    refused=_("Refused."),
    back=lambda decision: reverse("tables:table", args=[decision.proposal.table_id]),
)


@TableSettingsPage.form_view(OpenOrCloseForm, Right.SWITCH_TABLES)
def open_or_close(page: TableSettingsPage, form: OpenOrCloseForm) -> HttpResponse:
    """Open or close a table at once."""
    opens = form.cleaned_data["do"] == "open"
    act = opening.open_table if opens else opening.close_table
    after = act(page.one.pk, reason=form.cleaned_data["reason"], acting_user=page.user)
    return page.redirect_with_message(
        f"{after.display_name}: {after.get_status_display()}", "tables:table", after.pk
    )
