"""The gate before play: its lists and providers, loading a list, and matches to decide."""

from typing import Any, BinaryIO

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts.audit.services import record_list_view, record_player_view
from accounts.gate.selectors.lists import list_source
from accounts.gate.services.lists import load_list
from accounts.gate.services.sanctions_decisions import decide_match, propose_match_decision
from accounts.gate.values.list_refusals import ListNotConfigured
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import ListLoad, SanctionsMatch
from accounts.models.identity import REASON_LENGTH
from accounts.restrictions.services.listed_players import apply_whole_register
from accounts.roles.values import Right
from accounts.staff.views.pages import PlayerStaffPage, StaffFormPage, StaffPage
from approvals.forms import DecisionForm
from compliance.gate.forms import LoadListForm
from compliance.gate.selectors import (
    load_list_states,
    load_matches,
    load_player_at_gate,
    load_provider_states,
)

SHOWN = 100


class GatePage(StaffFormPage[LoadListForm]):
    """The lists in force and their latest loads; a list is loaded here."""

    opens = (Right.VIEW_EVENTS,)
    sends = Right.RESTRICT_PLAYERS
    title = gettext_lazy("The gate before play")
    template_name = "compliance/gate/lists.html"

    def process_form(self, form: LoadListForm) -> HttpResponse:
        kind = ListKind(form.cleaned_data["kind"])
        sent = form.cleaned_data["file"]
        # the file itself: Django's wrapper begins anew with each iteration
        load = self._load(kind, sent.file if sent else None)
        if kind is ListKind.REGISTER:
            apply_whole_register()
        told = _("The list of %(day)s is in force, with %(n)d entries.")
        return self.redirect_with_message(
            told % {"day": load.day, "n": load.entries}, "gate:lists", level=messages.SUCCESS
        )

    def _load(self, kind: ListKind, uploaded: BinaryIO | None) -> ListLoad:
        if uploaded is not None:
            return load_list(kind, uploaded, acting_user=self.user)
        path = list_source(kind).file
        if path is None or not path.is_file():
            raise ListNotConfigured
        with path.open("rb") as file:
            return load_list(kind, file, acting_user=self.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            lists=load_list_states(timezone.now()), providers=load_provider_states(), **kwargs
        )


class PlayerAtGatePage(PlayerStaffPage):
    """What the gate says about a player, and why."""

    opens = (Right.VIEW_PLAYERS,)
    title = gettext_lazy("A player at the gate")
    template_name = "compliance/gate/player.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        record_player_view(self.user, self.player, "gate")
        return super().get_context_data(
            player=self.player, gate=load_player_at_gate(self.player), **kwargs
        )


class MatchesPage(StaffPage):
    """Players who may be on the sanctions list, oldest first."""

    opens = (Right.VIEW_PLAYERS,)
    title = gettext_lazy("Matches with the sanctions list")
    template_name = "compliance/gate/matches.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = load_matches(SHOWN)
        record_list_view(self.user, (match.player_id for match, _proposal in rows), ())
        return super().get_context_data(
            rows=rows,
            longest=REASON_LENGTH,
            may_propose=Right.RESTRICT_PLAYERS in self.rights,
            may_decide=Right.APPROVE_PLAYERS in self.rights,
            **kwargs,
        )


@MatchesPage.form_view(DecisionForm, Right.RESTRICT_PLAYERS)
def propose(page: MatchesPage, form: DecisionForm) -> HttpResponse:
    """Propose that it is another person (approve) or the same one (refuse)."""
    match = get_object_or_404(SanctionsMatch, pk=page.kwargs["pk"])
    propose_match_decision(
        match.pk,
        same=not form.approved,
        acting_user=page.user,
        reason=form.cleaned_data["reason"],
    )
    return page.redirect_with_message(_("Proposed. Another person decides."), "gate:matches")


decide = MatchesPage.decision_view(
    Right.APPROVE_PLAYERS,
    decide_match,
    fresh=True,
    approved=gettext_lazy("The match is decided as proposed."),
    refused=gettext_lazy("The proposal is refused: the match stays open."),
    back="gate:matches",
)
