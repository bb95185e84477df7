"""Template filter for form fields."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def control(field: BoundField) -> SafeString:
    """Return the widget without allauth's placeholder, which repeats the label."""
    field.field.widget.attrs.pop("placeholder", None)
    return field.as_widget()
