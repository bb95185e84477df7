"""The clients' settings: as `make run`, but each thread has a connection of its own, so that fifty are fifty."""

from config.settings.dev import *  # noqa: F403  # Django's layered settings: this adds to the one below

DATABASES["default"]["OPTIONS"].pop("pool")  # noqa: F405  # as above
