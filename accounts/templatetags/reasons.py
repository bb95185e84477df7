"""Template filter for reasons: the site's own are translated, people's stay as written."""

from django import template

from accounts.values.reasons import translate_reason

register = template.Library()
register.filter("reason", translate_reason)
