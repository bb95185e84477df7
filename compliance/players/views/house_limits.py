"""Limits of the house for one player: set, change and end."""

from django.utils.translation import gettext, gettext_lazy as _

from accounts.models.users import User
from accounts.roles.values import Right
from compliance.players.forms.limits import HouseLimitForm
from compliance.players.views.act_page import ActPage, ActWords
from compliance.players.words.profile import house_limit_lines
from limits.services.players import set_house_limit

_MEANS = (
    _(
        "It applies from now on together with the player's own limits: the lower one counts. The player sees it and cannot change it."
    ),
    _("A hand in play goes on; new money in it stays within the limit."),
    _("Whoever set a limit can lower it; another person raises or ends it."),
    _("We notify the player by email."),
)


class HouseLimitPage(ActPage[HouseLimitForm]):
    """Set, change or end a limit of the house for one player."""

    opens = (Right.LIMIT_PLAYERS,)

    @property
    def words(self) -> ActWords:
        return ActWords(
            _("Limits of the house for a player"),
            _MEANS,
            _("Set the limit"),
            _("The limit is saved."),
            _present(self.player),
        )

    def carry_out(self, form: HouseLimitForm) -> None:
        set_house_limit(
            self.player.pk,
            form.wanted,
            reason=form.cleaned_data["reason"],
            words=form.cleaned_data["words"],
            key=form.idempotency_key,
            acting_user=self.user,
        )


def _present(player: User) -> dict[str, str]:
    """Limits of the house in force."""
    found = {one.name: one.value for one in house_limit_lines(player)}
    return found or {gettext("Present limits"): gettext("none")}
