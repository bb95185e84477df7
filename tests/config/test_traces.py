"""Traces are behind a switch: without an endpoint nothing of OpenTelemetry is loaded, with one spans arrive."""

import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

import pytest
import structlog
from django.db import connection
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from config.logs import add_trace_ids
from internals.postgresql.waiting import PatientConnection
from tools.launch.layout import ROOT

_BEGIN: Final = """
import sys
from django.conf import settings
settings.configure(TRACES_ENDPOINT=sys.argv[1], TRACES_PERCENT=100, MIDDLEWARE=["config.health.HealthMiddleware"])
from config import traces
"""
_WITHOUT: Final = """
traces.instrument()
traces.export("web")
traces.note_request_id()
print(sorted(name for name in sys.modules if name.startswith("opentelemetry")), settings.MIDDLEWARE)
"""
_WITH: Final = """
import structlog
from config.logs import add_trace_ids
traces.instrument()
traces.export("web")
from opentelemetry import trace
structlog.contextvars.bind_contextvars(request_id="r-17")
with trace.get_tracer("test").start_as_current_span("GET lobby"):
    traces.note_request_id()
    line = add_trace_ids(None, "info", {"event": "x"})
trace.get_tracer_provider().force_flush()
print(len(line["trace_id"]), settings.MIDDLEWARE[0])
"""


def run(program: str, endpoint: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", _BEGIN + program, endpoint],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


class Collector(ThreadingHTTPServer):
    """Takes what is sent to `/v1/traces`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.received: list[bytes] = []


class Taking(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        self.server.received.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class names it so
        """Print nothing."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join(60)


def test_without_an_endpoint_nothing_is_imported() -> None:
    assert run(_WITHOUT, "") == "[] ['config.health.HealthMiddleware']"


def test_with_an_endpoint_spans_arrive_and_logs_name_them(collector: Collector) -> None:
    told = run(_WITH, f"http://127.0.0.1:{collector.server_port}/v1/traces")

    assert told.startswith("32 opentelemetry.")
    sent = b"".join(collector.received)
    assert b"GET lobby" in sent
    assert b"ligalo-web" in sent
    assert b"r-17" in sent


def test_a_line_without_a_trace_has_no_ids() -> None:
    assert add_trace_ids(None, "info", {"event": "x"}) == {"event": "x"}
    assert "trace_id" not in structlog.contextvars.get_contextvars()


@pytest.mark.database
def test_queries_are_spans_without_their_values() -> None:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    parameters = {**connection.get_connection_params()}
    parameters.pop("pool", None)
    instrumentor = PsycopgInstrumentor()
    instrumentor.instrument(tracer_provider=provider)
    try:
        with PatientConnection.connect(**parameters) as own, own.cursor() as cursor:
            cursor.execute("SELECT %s::text", ["ana@example.test"])
            assert cursor.fetchone() == ("ana@example.test",)
    finally:
        instrumentor.uninstrument()

    told = [dict(span.attributes or {}) for span in exporter.get_finished_spans()]
    assert "SELECT %s::text" in str(told)
    assert "ana@example.test" not in str(told)
