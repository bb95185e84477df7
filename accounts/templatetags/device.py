"""Browsers and systems in templates."""

from django import template

from accounts.visits.words import name_device

register = template.Library()
register.filter("device", name_device)
