"""The clients' settings: like `make run`, but without a pool: each thread has its own connection."""

from config.settings.dev import *  # noqa: F403  # Django's layered settings: this adds to the one below

DATABASES["default"]["OPTIONS"].pop("pool")  # noqa: F405  # as above
