"""Template tag for the checklist for real money."""

from django import template

from accounts.identity.selectors.checklist import Checklist, load_checklist
from accounts.identity.selectors.uploads import list_uploads
from accounts.models.users import User

register = template.Library()


@register.simple_tag
def verification_steps(player: User) -> Checklist:
    """Return the checklist of a player. Three queries."""
    return load_checklist(player, list_uploads(player))
