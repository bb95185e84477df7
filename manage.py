#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    try:
        execute_from_command_line(sys.argv)
    except (
        ImproperlyConfigured
    ) as error:  # a setting is missing or refused: the sentence says which
        sys.exit(f"manage.py: {error}")
