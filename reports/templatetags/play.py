"""A player's lifetime play for pages of other apps."""

from django import template

from accounts.models.users import User
from reports.results.selectors import lifetime
from reports.results.selectors.lifetime import LifetimePlay

register = template.Library()


@register.simple_tag
def played_by(player: User) -> LifetimePlay:
    """Return the player's completed real-money play and the change by voids. Three queries."""
    return lifetime.load_lifetime_play(player.pk)
