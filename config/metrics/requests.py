"""Requests of the web, counted in each process; with METRICS_FOLDER in files that `serve_metrics` adds up."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

MULTIPROCESS: Final = "PROMETHEUS_MULTIPROC_DIR"
"""prometheus_client's own variable. It must be set before the library is imported."""

REQUESTS: Final = Counter(
    "ligalo_requests",
    "Requests answered, by view, method and status.",
    ("view", "method", "status"),
)
SECONDS: Final = Histogram(
    "ligalo_request_seconds",
    "Seconds until the answer to a request, by view.",
    ("view",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMetricsMiddleware:
    """Count each request and its time. Labels are names of views, never addresses or people."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = self.get_response(request)
        view = name_view(request)
        method = request.method if request.method in _METHODS else "other"
        REQUESTS.labels(view, method, str(response.status_code)).inc()
        SECONDS.labels(view).observe(time.perf_counter() - begun)
        return response


def name_view(request: HttpRequest) -> str:
    """Return the name of the view that answered; "none" for static files and unknown addresses."""
    match = request.resolver_match
    return match.view_name if match is not None else "none"


def web_folder(folder: Path) -> Path:
    """Return where the web's processes count."""
    return folder / "web"


def empty_web_folder(folder: Path) -> None:
    """Remove the counts of an earlier run, at the start of the web; counters begin at zero then."""
    shutil.rmtree(web_folder(folder), ignore_errors=True)
    web_folder(folder).mkdir(parents=True)
