"""Where somebody who may not play for real money can play, in templates."""

from django import template

from casino.lobby.words.tables import find_guest_table

register = template.Library()
register.simple_tag(find_guest_table, name="guest_table")
