"""How the installation is seen from outside: health, metrics, traces, test player."""

from config.casts import parse_absolute_path, parse_integer, parse_web_address
from config.environment import Environment

env = Environment()

# While this file exists `/health/ready` says no, so that a proxy sends requests elsewhere.
DRAIN_FILE = env("DRAIN_FILE", parse_absolute_path, None)

# Counts of the web's requests, one file a process; `serve_metrics` adds them up. None: not exported.
METRICS_FOLDER = env("METRICS_FOLDER", parse_absolute_path, None)
METRICS_BIND = env(
    "METRICS_BIND", str, "127.0.0.1:9101"
)  # where `serve_metrics` answers Prometheus

# The certificate whose end is watched: the file that the proxy serves.
WATCH_CERTIFICATE_FILE = env("WATCH_CERTIFICATE_FILE", parse_absolute_path, None)

# OTLP collector that traces are sent to, over HTTP. Empty: nothing is traced or imported.
TRACES_ENDPOINT = env("TRACES_ENDPOINT", parse_web_address, "")
TRACES_PERCENT = env("TRACES_PERCENT", parse_integer(1, 100), 10)

# `play_test_deals`: a test account plays at a live table of its own, through the proxy.
TEST_PLAYER_SITE = env("TEST_PLAYER_SITE", parse_web_address, "")
TEST_PLAYER_EMAIL = env("TEST_PLAYER_EMAIL", str, "")
TEST_PLAYER_PASSWORD = env("TEST_PLAYER_PASSWORD", str, "")
TEST_PLAYER_TABLE = env("TEST_PLAYER_TABLE", str, "")
TEST_PLAYER_SECONDS = env("TEST_PLAYER_SECONDS", parse_integer(20, 3600), 60)
TEST_PLAYER_METRICS_BIND = env("TEST_PLAYER_METRICS_BIND", str, "127.0.0.1:9102")
