"""The steps to real money in templates."""

from django import template

from accounts.identity.selectors.checklist import Checklist, load_checklist
from accounts.identity.selectors.uploads import uploads_of
from accounts.models.users import User

register = template.Library()


@register.simple_tag
def verification_steps(player: User) -> Checklist:
    """The steps that a player has done. Three queries."""
    return load_checklist(player, uploads_of(player))
