"""A form's fields on pages."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def control(field: BoundField) -> SafeString:
    """What is filled in, without the words that allauth writes into it: the label above says them already, and stays."""
    field.field.widget.attrs.pop("placeholder", None)
    return field.as_widget()
