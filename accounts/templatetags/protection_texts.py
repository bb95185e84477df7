"""Template tag for a text that the profile prescribes."""

from django import template

from profiles.selectors.in_force import profile_in_force

register = template.Library()


@register.simple_tag
def helpline() -> str:
    """Return the helpline that is shown when signing in and out; "" where none is prescribed. No query."""
    return profile_in_force().helpline
