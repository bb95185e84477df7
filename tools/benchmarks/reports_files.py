"""Cost of an export: requested as staff do and written as the worker does, in a process whose memory is read.

Prints one line of JSON: rows, file size in bytes, seconds, and peak memory in bytes before and
after.
"""

import argparse
import json
import logging
import resource
import sys
from time import perf_counter
from typing import TYPE_CHECKING

import django

from tools.benchmarks.reports_pages import create_analyst

if TYPE_CHECKING:
    from django.http import QueryDict

    from reports.models import Export

_KIBIBYTE = 1024


def main() -> None:
    """Request the file, write it and print its cost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("source", help="by its name in reports.catalogue.registry")
    parser.add_argument("format")
    parser.add_argument("--params", default="", help="what is asked, as in an address")
    parser.add_argument("--newest", type=int, help="so many of the newest hands, in place of that")
    given = parser.parse_args()
    django.setup()
    logging.disable(logging.INFO)
    export = _asked(given)
    before, began = _peak(), perf_counter()
    _make(export)
    took = perf_counter() - began
    export.refresh_from_db()
    if export.state != export.State.DONE:
        raise SystemExit(f"{given.source} {given.format}: {export.state} {export.error}")
    told = {"rows": export.rows, "bytes": export.size, "seconds": took}
    print(json.dumps({**told, "before": before, "peak": _peak()}))


def _asked(given: argparse.Namespace) -> "Export":
    from django.http import QueryDict  # noqa: PLC0415 - after django.setup()

    from reports.catalogue.registry import SOURCES  # noqa: PLC0415 - likewise
    from reports.exports.services import files  # noqa: PLC0415 - likewise
    from reports.files import Format  # noqa: PLC0415 - likewise

    params = QueryDict(given.params) if given.newest is None else _newest(given.newest)
    return files.request_file(
        SOURCES[given.source], params, Format(given.format), acting_user=create_analyst()
    )


def _newest(count: int) -> "QueryDict":
    """Return a filter of the list of hands that selects about the newest `count`."""
    from django.http import QueryDict  # noqa: PLC0415 - after django.setup()

    from casino.models import Round  # noqa: PLC0415 - likewise

    params = QueryDict(mutable=True)
    times = Round.objects.order_by("-started_at").values_list("started_at", flat=True)
    if (since := times[count - 1 : count].first()) is not None:
        params["since"] = f"{since:%Y-%m-%d %H:%M:%S.%f}"
    return params


def _make(export: "Export") -> None:
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from reports.catalogue.registry import SOURCES  # noqa: PLC0415 - likewise
    from reports.exports.services import files  # noqa: PLC0415 - likewise

    if not files.make_next_file(timezone.now(), SOURCES):
        raise SystemExit(f"{export.source}: nothing was due")


def _peak() -> int:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * _KIBIBYTE


if __name__ == "__main__":
    main()
