"""gunicorn's settings: `gunicorn --config config/gunicorn.py config.wsgi`."""

import os
from typing import Any

from django.urls import get_resolver

from config import logs
from config.build_watching import verify_build_before_fork
from config.casts import parse_absolute_path, parse_choice, parse_integer
from config.environment import Environment
from config.watching import (
    start_web_marks,
    start_worker_watch,
    watch_server_before_fork,
)
from internals.gunicorn_worker import RECEIVING

env = Environment()
metrics_folder = env("METRICS_FOLDER", parse_absolute_path, None)
if metrics_folder is not None:  # before anything imports prometheus_client
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(metrics_folder / "web")
    (metrics_folder / "web").mkdir(parents=True, exist_ok=True)
bind = env("WEB_BIND", str, "127.0.0.1:8000")
# WEB_THREADS threads answer, many more receive.
worker_class = "internals.gunicorn_worker.PatientWorker"
workers = env("WEB_WORKERS", parse_integer(1, 64), 2)
threads = RECEIVING
preload_app = True  # loaded once, then forked; each worker opens its own connections
# TRUSTED_PROXY_COUNT alone decides about proxies: gunicorn would trust every client on loopback.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
timeout = 60
graceful_timeout = 10
keepalive = 5
control_socket_disable = True
proc_name = "ligalo-web"
accesslog = None  # django-structlog writes a line for each request
logconfig_dict = logs.build_configuration(
    env("LOG_FILE", str, "") or None, env("LOG_LEVEL", parse_choice(*logs.LEVELS), logs.LEVELS[0])
)


def on_starting(_server: Any) -> None:
    """Begin the counts of requests at zero: workers of an earlier run have left theirs."""
    if metrics_folder is not None:
        from config.metrics.requests import empty_web_folder  # noqa: PLC0415  # its import reads the variable above

        empty_web_folder(metrics_folder)


def when_ready(_server: Any) -> None:
    """Load every page's code before the first fork: workers share it, and no first request waits for it.

    The build is verified, and a restore is detected, before the first request.
    """
    _ = get_resolver().url_patterns
    verify_build_before_fork()
    watch_server_before_fork()


def post_worker_init(_worker: Any) -> None:
    """Start the heartbeat watch in each worker (a finding is recorded once), and mark the web as alive."""
    start_worker_watch()
    start_web_marks()
    from config import traces  # noqa: PLC0415  # needs the settings

    traces.export("web")
