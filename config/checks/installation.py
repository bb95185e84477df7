"""`manage.py check --deploy`: refuse an installation that is unsafe, or that would fail after its start."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.checks import Error, register

_FOLDERS: Final = ("LEDGER_SEALS", "DOCUMENTS", "PERSON_KEYS", "EXPORTS", "ARCHIVE")
"""Settings of folders that processes write to."""

_FILES: Final = ("BUILD_MANIFEST", "CELERY_BEAT_SCHEDULE_FILENAME", "STATIC_ROOT", "LOG_FILE")
"""Settings of paths whose folder must be there, outside the code."""

_NAMES: Final = {"CELERY_BEAT_SCHEDULE_FILENAME": "BEAT_FILE"}
_PINNED: Final = re.compile(r"\S+@sha256:[0-9a-f]{64}")
_OTHERS: Final = 0o007


def deployment_check(find: Callable[[], Iterator[Error]]) -> Callable[[], Iterator[Error]]:
    """Register a check of `--deploy`."""

    def check(**_: Any) -> list[Error]:
        return list(find())

    register(check, "installation", deploy=True)
    return find


@deployment_check
def find_missing_broker() -> Iterator[Error]:
    if not settings.CELERY_BROKER_URL.startswith(("redis://", "rediss://")):
        yield Error(
            "CELERY_BROKER_URL names no broker: tasks would lie in a folder that only one machine sees.",
            hint="Set CELERY_BROKER_URL=redis://127.0.0.1:6379/0 for all processes.",
            id="ligalo.E002",
        )


@deployment_check
def find_paths_in_the_code() -> Iterator[Error]:
    code = Path(settings.BASE_DIR).resolve()
    for name in (*_FOLDERS, *_FILES):
        given = str(getattr(settings, name) or "")
        if given and code in (Path(given).resolve(), *Path(given).resolve().parents):
            yield Error(
                f"{_shown(name)} is inside the code ({given}): serving processes must not write there,"
                " and an upgrade would lose it.",
                hint=f"Set {_shown(name)} to a path outside {code}, such as /var/lib/ligalo.",
                id="ligalo.E003",
            )


@deployment_check
def find_unusable_folders() -> Iterator[Error]:
    for name in _FOLDERS:
        folder = Path(getattr(settings, name))
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            yield _unusable(name, folder, "is no folder that this user can write")
        elif folder.stat().st_mode & _OTHERS:
            yield _unusable(name, folder, "can be entered by every user of this machine")
    for name in _FILES:
        folder = Path(getattr(settings, name) or "/").parent
        if not folder.is_dir():
            yield _unusable(name, folder, "lies in no existing folder")


def _unusable(name: str, folder: Path, why: str) -> Error:
    return Error(
        f"{_shown(name)} {why}: {folder}.",
        hint=f"As root: install --directory --owner=ligalo --group=ligalo --mode=0700 {folder}",
        id="ligalo.E004",
    )


def _shown(name: str) -> str:
    return _NAMES.get(name, name)


@deployment_check
def find_missing_proxy() -> Iterator[Error]:
    if not settings.TRUSTED_PROXY_COUNT:
        yield Error(
            "TRUSTED_PROXY_COUNT is 0: pages would redirect to https for ever, and failed sign-ins of"
            " one player would lock out everyone.",
            hint="Set TRUSTED_PROXY_COUNT=1 behind one proxy (deploy/nginx.conf).",
            id="ligalo.E005",
        )


@deployment_check
def find_missing_streams() -> Iterator[Error]:
    if not settings.STREAMS_BIND and not settings.STREAMS_SOCKET:
        yield Error(
            "STREAMS_BIND and STREAMS_SOCKET are not set: live tables would not change on players' screens.",
            hint="Set STREAMS_BIND=127.0.0.1:8001, where deploy/nginx-upstreams.conf sends streams.",
            id="ligalo.E006",
        )


@deployment_check
def find_missing_mail_server() -> Iterator[Error]:
    if not settings.EMAIL_HOST:
        yield Error(
            "EMAIL_HOST names no mail server: nobody could confirm an address or reset a password.",
            hint="Set EMAIL_HOST, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD.",
            id="ligalo.E007",
        )


@deployment_check
def find_unpinned_images() -> Iterator[Error]:
    for image in settings.CONTAINER_IMAGES:
        if not _PINNED.fullmatch(image):
            yield Error(
                f"The image {image} is not pinned: the same name may be another image tomorrow.",
                hint="Name images with their digest, name@sha256:…, in the file deploy/.env.",
                id="ligalo.E008",
            )
