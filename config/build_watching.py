"""The build of a process: verified before it serves, or by a worker while the site is open, and current in the foot of pages."""

import logging
import time
from math import inf

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connections

SECONDS_VERIFYING = 1.0
"""Seconds between two looks at the build while a worker verifies it."""
SECONDS = 60.0
"""Seconds between two looks at the build in force, and between two requests to a worker to verify it."""
_log = logging.getLogger(__name__)


def verify_build_before_fork() -> None:
    """Verify the build before a process serves: play stays closed with one that nobody accepted.

    Where the profile accepts any build, a worker verifies it while the site is open (`BuildWatch`). A build that cannot be
    verified is logged: the database does not answer, and nothing is dealt without it.
    """
    if not settings.VERIFY_BUILD_AT_START:
        return
    try:
        _verify_or_await()
    except DatabaseError:
        _log.exception("The build could not be verified")
    finally:
        connections.close_all()


def _verify_or_await() -> None:
    from builds.selectors import accepts_own_build, await_own_build, load_build  # noqa: PLC0415  # needs the app registry
    from compliance.build.services.verification import verify_build  # noqa: PLC0415  # as above
    from journal.models import Check  # noqa: PLC0415  # as above

    if accepts_own_build():
        await_own_build()
    else:
        verify_build(Check.Occasion.START)
        load_build()


class BuildWatch:
    """Keeps what pages say about the build current, and asks a worker to verify it until it has."""

    def __init__(self) -> None:
        self._look_from = 0.0
        self._request_from = -inf

    def look(self) -> None:
        """Load the build in force again if it is time. A database error is logged."""
        now = time.monotonic()
        if now < self._look_from:
            return
        try:
            is_verifying = _load_build()
            if is_verifying and now >= self._request_from:
                self._request_from = now + SECONDS
                _request_verification()
            self._look_from = now + (SECONDS_VERIFYING if is_verifying else SECONDS)
        except DatabaseError:
            _log.warning("The build in force could not be read", exc_info=True)
        finally:
            close_old_connections()


def _load_build() -> bool:
    """Load the build that pages name; return whether it is being verified."""
    from builds.selectors import build_in_force, load_build  # noqa: PLC0415  # needs the app registry
    from builds.values import BuildState  # noqa: PLC0415  # as above

    load_build()
    return build_in_force().state == BuildState.VERIFYING


def _request_verification() -> None:
    from compliance.build.services.verification import request_start_check  # noqa: PLC0415  # needs the app registry

    request_start_check()
