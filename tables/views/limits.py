"""Pages of house limits and limits of single players: one person proposes, another decides."""

from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.audit.services import record_player_view
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.users.selectors.search import all_players
from limits.models import LimitSet
from limits.models.sets import NAMES
from limits.selectors.sets import load_limit_set
from pages.answers import see_other
from tables.forms.limits import LimitsForm, PlayerEmailForm
from tables.services import limit_sets
from tables.views.asking import TablesFormPage
from tables.words.limits import compare_values, list_values

SHOWN = 20


class LimitsPage(TablesFormPage[LimitsForm]):
    """Limits of the house with a search for players, or the limits of the player in the URL."""

    template_name = "tables/staff/limits.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.sends = Right.EDIT_TABLES if self.person is None else Right.LIMIT_PLAYERS

    @cached_property
    def person(self) -> User | None:
        pk = self.kwargs.get("pk")
        return None if pk is None else get_object_or_404(all_players(), pk=pk)

    @cached_property
    def present(self) -> dict[str, int]:
        found = load_limit_set(self.person.pk if self.person else None)
        return found.values if found else {}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "present": self.present}

    def process_form(self, form: LimitsForm) -> HttpResponse:
        given = form.cleaned_data
        row = limit_sets.propose_limits(
            self.person,
            form.values,
            reason=given["reason"],
            acting_user=self.user,
            accepted=given["accepted"],
        )
        return self.redirect_with_message(
            _("It is proposed. Another person has to approve it."), _address(row)
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if self.person is not None:
            record_player_view(self.user, self.person, "limits")
        sets = LimitSet.objects.filter(player=self.person).select_related(
            "proposed_by", "decision__decided_by"
        )
        kwargs.setdefault("finder", PlayerEmailForm() if self.person is None else None)
        return super().get_context_data(
            title=_title(self.person),
            person=self.person,
            present=list_values(LimitSet, self.present),
            waiting=[
                (row, compare_values(LimitSet, _all(row), self.present))
                for row in sets.filter(decision=None).order_by("-pk")
            ],
            decided=sets.exclude(decision=None).order_by("-pk")[:SHOWN],
            **kwargs,
        )


class FindPlayerPage(LimitsPage):
    """Redirect from an email address to the player's limits."""

    http_method_names = ["get", "head"]  # noqa: RUF012  # as Django declares it

    def get(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        finder = PlayerEmailForm(self.request.GET)
        if finder.is_valid():
            email = finder.cleaned_data["email"]
            if person := all_players().filter(email__iexact=email).first():
                return see_other("tables:player", person.pk)
            finder.add_error("email", _("No player has this email address."))
        return self.render_page(HTTPStatus.UNPROCESSABLE_ENTITY, finder=finder)


def _title(person: User | None) -> str:
    if person is None:
        return _("Limits of the house")
    return _("Limits of %(person)s") % {"person": person.display_name}


def _all(row: LimitSet) -> dict[str, int | None]:
    return {name: getattr(row, name) for name in NAMES}


def _address(row: LimitSet) -> str:
    if row.player_id is None:
        return reverse("tables:house")
    return reverse("tables:player", args=[row.player_id])


def _about(pk: int) -> dict[str, int]:
    player = get_object_or_404(LimitSet, pk=pk).player_id
    return {} if player is None else {"pk": player}


decide = LimitsPage.decision_view(
    Right.APPROVE_TABLES,
    limit_sets.decide_limits,
    _about,
    approved=gettext_lazy("It is in force."),
    refused=gettext_lazy("Refused."),
    back=lambda decision: _address(decision.proposal),
)
