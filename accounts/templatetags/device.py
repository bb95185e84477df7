"""Template filter for browser and system names."""

from django import template

from accounts.visits.words import name_device

register = template.Library()
register.filter("device", name_device)
