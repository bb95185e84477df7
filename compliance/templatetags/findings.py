"""Findings of a check in templates, in the reader's language."""

from django import template

from journal.words.findings import told

register = template.Library()
register.filter("finding", told)
