"""How gunicorn serves: `gunicorn --config config/gunicorn.py config.wsgi`."""

import os

from config import logs

bind = os.environ.get("WEB_BIND", "127.0.0.1:8000")
worker_class = "gthread"
workers = int(os.environ.get("WEB_WORKERS", "2"))
threads = int(os.environ.get("WEB_THREADS", "4"))
preload_app = True  # loaded once, then forked; connections are opened by each worker itself
timeout = 60
graceful_timeout = 10
keepalive = 5
control_socket_disable = True
proc_name = "ligalo-web"
accesslog = None  # django-structlog writes a line for each request
logconfig_dict = logs.configuration(os.environ.get("LOG_FILE"), os.environ.get("LOG_LEVEL", "INFO"))
