"""Base page of a staff act on a player: explains the act, asks for the reason, executes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from accounts.audit.services import record_player_view
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.pages import PlayerStaffPage, StaffFormPage
from accounts.users.selectors.search import all_players

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

F = TypeVar("F", bound=Form)


@dataclass(frozen=True, slots=True)
class ActWords:
    """Texts of an act page."""

    title: "StrOrPromise"
    means: tuple["StrOrPromise", ...]
    button: "StrOrPromise"
    done: "StrOrPromise"
    facts: Mapping[str, Any] = field(default_factory=dict)


def get_player_or_404(pk: int) -> User:
    """Return the player with this id; staff are not players. Raises Http404."""
    return get_object_or_404(all_players(), pk=pk)


class ActPage(StaffFormPage[F], PlayerStaffPage):
    """Base class: subclasses define `words`, and `carry_out` for a valid form. Refusals are shown above the form."""

    opens: ClassVar[tuple[Right, ...]] = (Right.RESTRICT_PLAYERS,)
    template_name = "compliance/players/act.html"

    @property
    def words(self) -> ActWords:
        raise NotImplementedError

    def carry_out(self, form: F) -> object:
        """Execute the act. May raise a Refusal."""
        raise NotImplementedError

    def process_form(self, form: F) -> HttpResponse:
        words = self.words
        self.carry_out(form)
        return self.redirect_with_message(words.done, "players:player", self.player.pk)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        record_player_view(self.user, self.player, "act")
        words = self.words
        return super().get_context_data(title=words.title, player=self.player, act=words, **kwargs)
