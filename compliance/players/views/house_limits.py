"""What the house holds a player to: set, changed and ended by staff."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from compliance.players.forms.limits import HouseLimitForm
from compliance.players.views.act_page import ActPage, ask, player_of
from compliance.players.words.profile import house_limit_lines
from limits.services.players import hold_to

_MEANS = (
    gettext_lazy(
        "It counts from now on beside the limits that the player sets: of both the lower one applies. The player sees it and cannot change it."
    ),
    gettext_lazy("A hand in play goes on; new money in it keeps to the limit."),
    gettext_lazy("Whoever set a limit can lower it; another person raises or ends it."),
    gettext_lazy("The player is told by mail."),
)


@staff_page(Right.LIMIT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def hold(request: HttpRequest, pk: int) -> HttpResponse:
    """Set, change or end a limit of the house for one player."""
    player = player_of(pk)
    act = ActPage(
        gettext_lazy("Limits of the house for a player"),
        _MEANS,
        gettext_lazy("It counts from now on"),
        gettext_lazy("The limit is kept."),
        HouseLimitForm,
        _present(player),
    )

    def do(form: HouseLimitForm) -> None:
        hold_to(
            player.pk,
            form.wanted,
            reason=form.cleaned_data["reason"],
            words=form.cleaned_data["words"],
            key=form.idempotency_key,
            acting_user=staff_of(request),
        )

    return ask(request, player, act, do)


def _present(player: User) -> dict[str, str]:
    """Those that count now."""
    found = {one.name: one.value for one in house_limit_lines(player)}
    return found or {_("Limits now"): _("none")}
