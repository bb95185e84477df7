"""The country of players, in the rows of a closed day."""

from django.db import models


def country_field() -> "models.CharField[str, str]":
    """The player's country when the day was closed."""
    return models.CharField(max_length=2, help_text="ISO 3166-1 alpha-2")
