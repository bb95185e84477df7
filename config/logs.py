"""Structured logs: one JSON object per line, without secrets and request bodies."""

import logging.config
import re
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

LEVELS = ("INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL")  # the first is the default
_SECRET_NAMES = re.compile(
    r"pass|secret|token|cookie|authorization|seed|salt|private", re.IGNORECASE
)
_PUBLIC_NAMES = frozenset({"server_seed_hash"})
_SECRET_PATHS = re.compile(
    r"(/confirm-email/|/reset/key/|/invitation/|/fairness/transcripts/|/fairness/verify/)[^/\s?]+"
)
_QUERY = re.compile(r"\?\S*")


def mask_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Mask secret values and keys in paths, and drop query strings; a structlog processor."""
    for name, value in event.items():
        if _SECRET_NAMES.search(name) and name not in _PUBLIC_NAMES:
            event[name] = "…"
        elif isinstance(value, str):
            event[name] = _SECRET_PATHS.sub(r"\1…", value)
    if isinstance(request := event.get("request"), str):
        event["request"] = _QUERY.sub("", request)
    return event


def add_trace_ids(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Name the trace and the span that a line belongs to, where traces are on; a structlog processor."""
    trace = sys.modules.get("opentelemetry.trace")
    if trace is not None and (context := trace.get_current_span().get_span_context()).is_valid:
        event["trace_id"] = f"{context.trace_id:032x}"
        event["span_id"] = f"{context.span_id:016x}"
    return event


_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    add_trace_ids,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def build_configuration(file: str | None, level: str) -> dict[str, Any]:
    """Return a `logging` configuration that writes to `file`, or to standard error without one."""
    stream: dict[str, Any] = {"class": "logging.StreamHandler"}
    if file:
        stream = {"class": "logging.handlers.WatchedFileHandler", "filename": file}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    mask_secrets,
                    structlog.processors.JSONRenderer(ensure_ascii=False, sort_keys=True),
                ],
                "foreign_pre_chain": _SHARED,
            },
        },
        "handlers": {"main": {**stream, "formatter": "json"}},
        "root": {"handlers": ["main"], "level": level.upper()},
        "loggers": {
            # Django's own handlers print to the console or mail; here everything goes through the
            # root.
            "django": {"handlers": [], "level": level.upper(), "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # One line every five seconds would bury the rest.
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "django_structlog.celery": {"level": "WARNING"},
            "gunicorn.error": {"handlers": [], "level": level.upper(), "propagate": True},
        },
    }


def configure_logging(settings: dict[str, Any]) -> None:
    """Set up `logging` and structlog. Django calls it through LOGGING_CONFIG."""
    logging.config.dictConfig(settings)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # first: a line that is not written costs nothing more
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
