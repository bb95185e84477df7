"""Template tags for texts that the profile prescribes. No query."""

from typing import Any

from django import template

from accounts.models.users import User
from profiles.selectors.in_force import profile_in_force
from profiles.values.fields import ProfileValues

register = template.Library()


@register.simple_tag(takes_context=True)
def helpline(context: dict[str, Any]) -> str:
    """Return the helpline that is shown when signing in and out; "" where none is prescribed."""
    return _profile_of(context).helpline


@register.simple_tag(takes_context=True)
def play_warning(context: dict[str, Any]) -> str:
    """Return the warning at the foot of every page; "" where none is prescribed."""
    return _profile_of(context).play_warning


def _profile_of(context: dict[str, Any]) -> ProfileValues:
    user = context.get("user")
    return profile_in_force(user.country if isinstance(user, User) else "")
