"""Reasons in templates: what the site itself wrote in the reader's language, what a person wrote as it stands."""

from django import template

from accounts.values.reasons import translate_reason

register = template.Library()
register.filter("reason", translate_reason)
