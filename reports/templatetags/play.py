"""What a player has played in all, for pages of other apps, which know nothing of closed days."""

from django import template

from accounts.models.users import User
from reports.results.selectors import lifetime
from reports.results.selectors.lifetime import LifetimePlay

register = template.Library()


@register.simple_tag
def played_by(player: User) -> LifetimePlay:
    """Everything of real money that was completed, and what voids changed of it."""
    return lifetime.load_lifetime_play(player.pk)
