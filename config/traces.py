"""OpenTelemetry traces, behind TRACES_ENDPOINT. Without it nothing of OpenTelemetry is imported.

`instrument` patches the libraries and comes before Django loads its middleware; `export` starts the thread that
sends, so each process that serves calls it after its fork. Spans have names of views, tasks and SQL with
placeholders, never parameters. Logs of a traced request carry `trace_id` (`config.logs`), its span carries the
`request_id` of the logs.
"""

import os
from typing import Any, Final

import structlog
from django.conf import settings
from django.dispatch import receiver
from django_structlog.signals import bind_extra_request_metadata

_UNTRACED: Final = "health/live,health/ready"
_REQUEST_ID: Final = "ligalo.request_id"


def instrument() -> None:
    """Patch Django, psycopg and Celery if traces are on. Call it once in a process, before it forks."""
    if not settings.TRACES_ENDPOINT:
        return
    os.environ.setdefault("OTEL_PYTHON_DJANGO_EXCLUDED_URLS", _UNTRACED)
    from opentelemetry.instrumentation.celery import CeleryInstrumentor  # noqa: PLC0415  # only with traces
    from opentelemetry.instrumentation.django import DjangoInstrumentor  # noqa: PLC0415  # as above
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor  # noqa: PLC0415  # as above

    DjangoInstrumentor().instrument()
    PsycopgInstrumentor().instrument()
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]  # the package has no types for it


def export(service: str) -> None:
    """Send this process's spans to the collector if traces are on; `service` is its name there."""
    if not settings.TRACES_ENDPOINT:
        return
    from opentelemetry import trace  # noqa: PLC0415  # only with traces
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415  # as above
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415  # as above
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415  # as above
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415  # as above
    from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased  # noqa: PLC0415  # as above

    sampler = ParentBased(TraceIdRatioBased(settings.TRACES_PERCENT / 100))
    provider = TracerProvider(
        sampler=sampler, resource=Resource.create({"service.name": f"ligalo-{service}"})
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(settings.TRACES_ENDPOINT)))
    trace.set_tracer_provider(provider)


@receiver(bind_extra_request_metadata)
def note_request_id(**_about: Any) -> None:
    """Put the request id of the logs on the request's span."""
    if not settings.TRACES_ENDPOINT:
        return
    from opentelemetry import trace  # noqa: PLC0415  # only with traces

    bound = structlog.contextvars.get_contextvars()
    trace.get_current_span().set_attribute(_REQUEST_ID, str(bound.get("request_id", "")))
