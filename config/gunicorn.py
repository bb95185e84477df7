"""How gunicorn serves: `gunicorn --config config/gunicorn.py config.wsgi`."""

from typing import Any

from django.urls import get_resolver

from config import env, logs

bind = env.text("WEB_BIND", "127.0.0.1:8000")
worker_class = "gthread"
workers = env.whole("WEB_WORKERS", 2, least=1, most=64)
threads = env.whole("WEB_THREADS", 4, least=1, most=64)
preload_app = True  # loaded once, then forked; connections are opened by each worker itself
timeout = 60
graceful_timeout = 10
keepalive = 5
control_socket_disable = True
proc_name = "ligalo-web"
accesslog = None  # django-structlog writes a line for each request
logconfig_dict = logs.configuration(
    env.text("LOG_FILE", "") or None, env.choice("LOG_LEVEL", logs.LEVELS)
)


def when_ready(_server: Any) -> None:
    """Load the code of every page before the first fork: it is shared, and no worker's first visitor waits for it."""
    _ = get_resolver().url_patterns
