"""Template tag for the slug of the table that takes guests."""

from django import template

from casino.lobby.words.tables import find_guest_table

register = template.Library()
register.simple_tag(find_guest_table, name="guest_table")
