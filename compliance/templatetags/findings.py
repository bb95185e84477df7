"""Template filter for findings of a check, in the reader's language."""

from django import template

from journal.words.findings import describe_finding

register = template.Library()
register.filter("finding", describe_finding)
