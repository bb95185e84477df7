"""The back office's pages of tiers: sets, editor with preview, decision."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from approvals.views import decision_view
from journal.refusals import Refusal
from loyalty.forms.tier_sets import LONGEST_REASON, Editor
from loyalty.models.previews import TierPreview
from loyalty.models.tiers import TierSet
from loyalty.selectors.preview_moves import count_moves
from loyalty.selectors.tier_cost import tier_costs
from loyalty.selectors.tier_sets import TierSetStatus, tier_sets
from loyalty.selectors.tiers import set_in_force
from loyalty.services import previews
from loyalty.services.tier_changes import check_ladder, decide_tiers, propose_tiers
from loyalty.values.new_tier import NewTier
from loyalty.values.set_states import SetState
from pages.answers import see_other
from pages.refused import Refused, refused
from wallet.cash.models import LimitName
from wallet.cash.selectors.cash_limits import limits_in_force
from wallet.money.values import BASE_CURRENCY


@staff_page(Right.VIEW_TIERS)
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """All sets of tiers by state."""
    found = tier_sets()
    context = {
        "title": _("Tiers"),
        "waiting": [one for one in found if one.state == SetState.PROPOSED],
        "decided": [one for one in found if one.state != SetState.PROPOSED],
        "may_edit": Right.EDIT_TIERS in rights_of(staff_of(request)),
    }
    return render_staff(request, "loyalty/staff/overview.html", context)


@staff_page(Right.EDIT_TIERS)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """Edit tiers, preview them, propose them."""
    if request.method != "POST":
        instead = _named(request, "instead")
        begins = instead.effective_at if instead else None
        return _editor(request, Editor.of(_named(request, "from") or set_in_force(), begins))
    editor = Editor.sent(request.POST)
    act = _propose if request.POST.get("act") == "propose" else _preview
    return act(request, editor)


def _named(request: HttpRequest, name: str) -> TierSet | None:
    """The set that the address names, if it names one."""
    number = request.GET.get(name, "")
    if not (number.isascii() and number.isdecimal()):
        return None
    return get_object_or_404(TierSet.objects.prefetch_related("tiers"), pk=int(number[:18]))


def _preview(request: HttpRequest, editor: Editor) -> HttpResponse:
    if not editor.can_be_counted:
        return _editor(request, editor, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        check_ladder(editor.tiers)
    except Refusal as error:
        return _editor(request, editor, refusal=refused(request, error))
    window = editor.head.cleaned_data["window_days"]
    return _editor(
        request,
        editor,
        previews.request_preview(editor.tiers, window, acting_user=staff_of(request)),
    )


def _propose(request: HttpRequest, editor: Editor) -> HttpResponse:
    if not editor.is_valid:
        return _editor(request, editor, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        made = propose_tiers(
            editor.tiers, acting_user=staff_of(request), **editor.head.cleaned_data
        )
    except Refusal as error:
        return _editor(request, editor, refusal=refused(request, error))
    messages.warning(request, _("It is proposed and waits for another person."))
    return see_other("tiers:set", made.pk)


def _editor(
    request: HttpRequest,
    editor: Editor,
    preview: TierPreview | None = None,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    known = limits_in_force()
    context = {
        "title": _("New tiers"),
        "editor": editor,
        "most": known[LimitName.WITHDRAWAL_MOST, BASE_CURRENCY],
        "day": known[LimitName.WITHDRAWAL_DAY, BASE_CURRENCY],
        **_counted(preview),
        **(_cost(editor.tiers) if preview else {}),
    }
    template = "loyalty/staff/edit.html"
    return render_staff(request, template, context, status=status, refused=refusal)


def _cost(tiers: Sequence[NewTier]) -> dict[str, Any]:
    found = tier_costs(tiers)
    return {"costs": found, "is_over": any(one.is_over for one in found)}


def _counted(preview: TierPreview | None) -> dict[str, Any]:
    return {"preview": preview, "moves": count_moves(preview) if preview else None}


@staff_page(Right.VIEW_TIERS)
@require_safe
def tier_set(request: HttpRequest, pk: int) -> HttpResponse:
    """One set: tiers, proposal and decision, and its preview if requested."""
    return _set_page(request, pk)


@staff_page(Right.EDIT_TIERS, Right.APPROVE_TIERS)
@require_POST
def count(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview a set."""
    shown = _shown(pk)
    preview = previews.request_preview(
        _tiers_of(shown), shown.row.window_days, acting_user=staff_of(request)
    )
    return _set_page(request, pk, preview)


def _tiers_of(shown: TierSetStatus) -> list[NewTier]:
    return [
        NewTier(tier.name, tier.threshold, tier.multiplier, tier.redemption, tier.withdrawal)
        for tier, _players in shown.tiers
    ]


@staff_page(Right.VIEW_TIERS)
@require_safe
def counted(request: HttpRequest, pk: int) -> HttpResponse:
    """The progress of a preview: a fragment that polls until it is done."""
    preview = get_object_or_404(TierPreview, pk=pk)
    return render(request, "loyalty/staff/_moves.html", _counted(preview))


def _shown(pk: int) -> TierSetStatus:
    found = tier_sets(pk)
    if not found:
        raise Http404
    return found[0]


def _set_page(
    request: HttpRequest,
    pk: int,
    preview: TierPreview | None = None,
    *,
    refusal: Refused | None = None,
) -> HttpResponse:
    shown, rights = _shown(pk), rights_of(staff_of(request))
    open_still = shown.state in {SetState.PROPOSED, SetState.TO_COME}
    if preview is None and open_still:
        preview = previews.find_preview(_tiers_of(shown), shown.row.window_days)
    context = {
        "title": _("Tiers %(number)s") % {"number": shown.row},
        "shown": shown,
        "may_approve": Right.APPROVE_TIERS in rights,
        "may_edit": Right.EDIT_TIERS in rights,
        "may_count": open_still and bool({Right.EDIT_TIERS, Right.APPROVE_TIERS} & rights),
        "longest": LONGEST_REASON,
        **_cost(_tiers_of(shown)),
        **_counted(preview),
    }
    return render_staff(request, "loyalty/staff/set.html", context, refused=refusal)


def _refused(request: HttpRequest, pk: int, refusal: Refused) -> HttpResponse:
    return _set_page(request, pk, refusal=refusal)


decide = staff_page(Right.APPROVE_TIERS)(
    decision_view(
        decide_tiers,
        _refused,
        approved=gettext_lazy("It is approved."),
        refused=gettext_lazy("It is refused."),
        back=lambda decision: reverse("tiers:set", args=[decision.pk]),
        accepts=True,
    )
)
