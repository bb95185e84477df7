"""Lost second steps of players: asking that they be taken away, what waits, the word of another person, and stopping it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit.services import record_list_view
from accounts.models.recovery import FactorReset
from accounts.recovery import services
from accounts.recovery.selectors import due_at, running_resets
from accounts.roles.selectors import may
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from approvals.views import decision_view
from compliance.players.forms.acts import PlayerReasonForm
from compliance.players.views.act_page import ActPage, ask, player_of
from journal.refusals import ReasonMissing, Refusal
from pages.answers import see_other
from pages.refused import Refused, refused

SHOWN = 100
LONGEST = 500
RESET = ActPage(
    gettext_lazy("Take lost second steps away"),
    (
        gettext_lazy(
            "First compare: open the accepted document of this player (where there is none, the whole number), and have the person show the same one, in their hand or by video."
        ),
        gettext_lazy(
            "Another person compares too and approves. The player is told by mail at once; 72 hours after that it is done, not earlier."
        ),
        gettext_lazy(
            "Then app, passkeys, recovery codes and password count no more, and every session ends."
        ),
        gettext_lazy("Whoever signs in with a second step meanwhile has stopped it."),
    ),
    gettext_lazy("Ask for it"),
    gettext_lazy("It is asked for and waits for another person. The player is told."),
    PlayerReasonForm,
)


@staff_page(Right.RESTRICT_PLAYERS, fresh=True)
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask that a player's second steps be taken away."""
    player = player_of(pk)

    def do(form: PlayerReasonForm) -> None:
        services.ask(
            player.pk,
            key=form.idempotency_key,
            acting_user=staff_of(request),
            reason=form.cleaned_data["reason"],
        )

    return ask(request, player, RESET, do)


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """Show what waits for a decision or for its time, the oldest first."""
    return _page(request)


def _page(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    user = staff_of(request)
    rows = list(running_resets()[:SHOWN])
    record_list_view(user, (row.player_id for row in rows), ())
    context = {
        "title": _("Lost second steps"),
        "rows": [(row, due_at(row)) for row in rows],
        "longest": LONGEST,
        "may_approve": may(user, Right.APPROVE_PLAYERS),
        "may_stop": may(user, Right.RESTRICT_PLAYERS),
    }
    return render_staff(request, "compliance/players/resets.html", context, refused=refusal)


def _refused(request: HttpRequest, _pk: int, refusal: Refused) -> HttpResponse:
    return _page(request, refusal)


decide = staff_page(Right.APPROVE_PLAYERS)(
    decision_view(
        services.decide,
        _refused,
        approved=gettext_lazy("It is approved, and is done when its time has come."),
        refused=gettext_lazy("The second steps stay, and the player is told."),
        back="players:resets",
    )
)


@staff_page(Right.RESTRICT_PLAYERS)
@require_POST
def stop(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop it before it is done."""
    row = get_object_or_404(FactorReset, pk=pk)
    reason = request.POST.get("reason", "")
    if len(reason) > LONGEST:
        return _page(
            request, refused(request, ReasonMissing(_("Say why, in at most 500 letters.")))
        )
    try:
        services.stop(row.pk, acting_user=staff_of(request), reason=reason)
    except Refusal as error:
        return _page(request, refused(request, error))
    messages.success(request, _("The second steps stay, and the player is told."))
    return see_other("players:resets")
