"""Back office pages of tiers: sets, editor with preview, decision."""

from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_page
from accounts.staff.views.pages import StaffPage
from journal.refusals import Refusal
from limits.values import CashLimitKind
from loyalty.forms.tier_sets import LONGEST_REASON, TierSetEditor
from loyalty.models.previews import TierPreview
from loyalty.models.tiers import TierSet
from loyalty.selectors.preview_moves import count_moves
from loyalty.selectors.tier_cost import tier_costs
from loyalty.selectors.tier_sets import TierSetStatus, tier_sets
from loyalty.selectors.tiers import find_tier_set_in_force
from loyalty.services import previews
from loyalty.services.tier_changes import check_ladder, decide_tiers, propose_tiers
from loyalty.values.new_tier import NewTier
from loyalty.values.set_states import SetState
from pages.refused import build_refused_form
from wallet.cash.selectors.cash_limits import limits_in_force
from wallet.money.values import BASE_CURRENCY


class TiersPage(StaffPage):
    """All sets of tiers by state."""

    opens = (Right.VIEW_TIERS,)
    template_name = "loyalty/staff/overview.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = tier_sets()
        return super().get_context_data(
            title=_("Tiers"),
            waiting=[one for one in found if one.state == SetState.PROPOSED],
            decided=[one for one in found if one.state != SetState.PROPOSED],
            may_edit=Right.EDIT_TIERS in self.rights,
            **kwargs,
        )


class EditTiersPage(StaffPage):
    """Editor of a set: preview its effect and propose it."""

    opens = (Right.EDIT_TIERS,)
    template_name = "loyalty/staff/edit.html"

    def get(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        instead = _named(self.request, "instead")
        begins = instead.effective_at if instead else None
        known = _named(self.request, "from") or find_tier_set_in_force()
        return self.render_page(editor=TierSetEditor.from_tier_set(known, begins))

    def post(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        editor = TierSetEditor.from_data(self.request.POST)
        proposes = self.request.POST.get("act") == "propose"
        if not (editor.is_valid if proposes else editor.can_be_previewed):
            return self.render_page(HTTPStatus.UNPROCESSABLE_ENTITY, editor=editor)
        try:
            return self._propose(editor) if proposes else self._preview(editor)
        except Refusal as error:
            self.refused = build_refused_form(self.request, error)
            return self.render_page(editor=editor)

    def _preview(self, editor: TierSetEditor) -> HttpResponse:
        check_ladder(editor.tiers)
        window = editor.head.cleaned_data["window_days"]
        preview = previews.request_preview(editor.tiers, window, acting_user=self.user)
        return self.render_page(editor=editor, preview=preview)

    def _propose(self, editor: TierSetEditor) -> HttpResponse:
        made = propose_tiers(editor.tiers, acting_user=self.user, **editor.head.cleaned_data)
        text = _("It is proposed. Another person has to approve it.")
        return self.redirect_with_message(text, "tiers:set", made.pk, level=messages.WARNING)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        editor: TierSetEditor = kwargs["editor"]
        preview = kwargs.pop("preview", None)
        known = limits_in_force()
        return super().get_context_data(
            title=_("New tiers"),
            most=known[CashLimitKind.WITHDRAWAL_MOST, BASE_CURRENCY],
            day=known[CashLimitKind.WITHDRAWAL_DAY, BASE_CURRENCY],
            **_counted(preview),
            **(_cost(editor.tiers) if preview else {}),
            **kwargs,
        )


def _named(request: HttpRequest, name: str) -> TierSet | None:
    """Return the set named in the address, if any."""
    number = request.GET.get(name, "")
    if not (number.isascii() and number.isdecimal()):
        return None
    return get_object_or_404(TierSet.objects.prefetch_related("tiers"), pk=int(number[:18]))


def _cost(tiers: Sequence[NewTier]) -> dict[str, Any]:
    found = tier_costs(tiers)
    return {"costs": found, "is_over": any(one.is_over for one in found)}


def _counted(preview: TierPreview | None) -> dict[str, Any]:
    return {"preview": preview, "moves": count_moves(preview) if preview else None}


class TierSetPage(StaffPage):
    """One set: tiers, proposer and approver, and its preview if one was requested."""

    opens = (Right.VIEW_TIERS,)
    template_name = "loyalty/staff/set.html"

    @cached_property
    def status(self) -> TierSetStatus:
        if not (found := tier_sets(self.kwargs["pk"])):
            raise Http404
        return found[0]

    def get_context_data(
        self, *, preview: TierPreview | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        shown, tiers = self.status, _tiers_of(self.status)
        open_still = shown.state in {SetState.PROPOSED, SetState.TO_COME}
        if preview is None and open_still:
            preview = previews.find_preview(tiers, shown.row.window_days)
        return super().get_context_data(
            title=_("Tiers %(number)s") % {"number": shown.row},
            shown=shown,
            may_approve=Right.APPROVE_TIERS in self.rights,
            may_edit=Right.EDIT_TIERS in self.rights,
            may_count=open_still and bool({Right.EDIT_TIERS, Right.APPROVE_TIERS} & self.rights),
            longest=LONGEST_REASON,
            **_cost(tiers),
            **_counted(preview),
            **kwargs,
        )


@TierSetPage.form_view(Form, Right.EDIT_TIERS, Right.APPROVE_TIERS)
def request_set_preview(page: TierSetPage, _form: Form) -> HttpResponse:
    """Request the preview of a set."""
    tiers, window = _tiers_of(page.status), page.status.row.window_days
    return page.render_page(preview=previews.request_preview(tiers, window, acting_user=page.user))


def _tiers_of(shown: TierSetStatus) -> list[NewTier]:
    return [
        NewTier(
            tier.name,
            tier.threshold,
            tier.multiplier,
            tier.redemption,
            tier.withdrawal,
            tier.name_es,
        )
        for tier, _players in shown.tiers
    ]


@staff_page(Right.VIEW_TIERS)
@require_safe
def show_count(request: HttpRequest, pk: int) -> HttpResponse:
    """Progress of a count: a fragment that reloads itself until the count is done."""
    preview = get_object_or_404(TierPreview, pk=pk)
    return render(request, "loyalty/staff/_moves.html", _counted(preview))


decide = TierSetPage.decision_view(
    Right.APPROVE_TIERS,
    decide_tiers,
    lambda pk: {"pk": pk},
    approved=_("It is approved."),
    refused=_("Refused."),
    back=lambda decision: reverse("tiers:set", args=[decision.pk]),
    fields=("accepted",),
)
