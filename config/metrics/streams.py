"""Metrics of the stream process, which answers them itself at its own address."""

from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
REGISTRY: Final = CollectorRegistry()
_OPEN: Final = Gauge("ligalo_open_streams", "Open streams of live tables.", registry=REGISTRY)


def write_stream_metrics(streams: int) -> bytes:
    """Return the metrics in Prometheus' text format."""
    _OPEN.set(streams)
    return generate_latest(REGISTRY)
