"""Reasons in templates: the site's own translated, people's as written."""

from django import template

from accounts.values.reasons import translate_reason

register = template.Library()
register.filter("reason", translate_reason)
