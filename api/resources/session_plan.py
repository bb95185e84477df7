"""The plan of the player's session as the API shows it."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models.users import User
from casino.limits.selectors.session_plan import is_plan_asked
from casino.protection.selectors.session_plan import SessionPosition, load_session_position
from wallet.money.values import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class SessionPlanResource:
    """Whether a plan is asked for, and the session planned last."""

    is_asked: bool
    position: SessionPosition | None

    @property
    def state(self) -> str:
        return "none" if self.position is None else self.position.state.value

    @property
    def loss_left(self) -> Money | None:
        """The rest of the planned loss in US dollars; None without a plan."""
        if self.position is None:
            return None
        return Money(max(self.position.session.loss_left.amount, 0), BASE_CURRENCY)


def load_session_plan(player: User) -> SessionPlanResource:
    return SessionPlanResource(is_plan_asked(player), load_session_position(player, timezone.now()))
