"""What a player has played in all, for pages of other apps, which know nothing of closed days."""

from django import template

from accounts.models import User
from reports.figures.players import PlayerSums
from reports.selectors import play

register = template.Library()


@register.simple_tag
def played_by(player: User) -> PlayerSums:
    """Everything of real money that was completed."""
    return play.lifetime(player.pk)
