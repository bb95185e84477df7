"""Why a restriction, or a change of state, is refused; and why a player may not do something."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from journal.refusals import NotAllowed, Refusal


class StateChangeRefusedError(Refusal):
    """The state is the same, is closed for good, or no reason is given."""

    code = "state_change_refused"
    message = _("This change of state is not possible.")


class NotRestrictable(Refusal):
    """Staff, or an account that is closed for good."""

    code = "not_restrictable"
    message = _("This account cannot be restricted.")


class RestrictedAlready(Refusal):
    """The same counts already, for as long or longer."""

    code = "restricted_already"
    message = _("This restriction counts already, for at least as long.")


class EndNotPossible(Refusal):
    """An end in the past, or of what ends by lifting only."""

    code = "end_not_possible"
    message = _("The end has to lie in the future.")


class NotLiftable(Refusal):
    """A self-exclusion, or what counts no more."""

    code = "not_liftable"
    message = _("This restriction is not lifted: it is the player's own, or it counts no more.")


@dataclass(frozen=True)
class Barred:
    """Why something is not allowed: a stable code and one sentence for the player."""

    code: str
    message: "StrOrPromise"

    @property
    def refusal(self) -> NotAllowed:
        """What a service raises."""
        return NotAllowed(self.message, code=self.code)
