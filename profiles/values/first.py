"""The first version of an installation, from the file that the setting FIRST_PROFILE names."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings

from profiles.values.digests import digest_values
from profiles.values.profile_files import NAMES, parse_profile, shipped_file
from profiles.values.stated import store_values

SINCE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The first version is in force for everything that was before it."""


def first_version() -> list[str]:
    """Return name, title, values, digest and moment of the first version, for its row. Raises ProfileRefused."""
    named = str(settings.FIRST_PROFILE)
    path = shipped_file(named) if named in NAMES else Path(named)
    read = parse_profile(path.read_bytes(), datetime.now(UTC).date())
    stored = store_values(read.values)
    return [read.name, read.title, json.dumps(stored), digest_values(stored), SINCE.isoformat()]
