"""All metrics of one machine in Prometheus' text format: the web's counts, and figures read when they are asked for."""

import logging
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from django.db import DatabaseError, close_old_connections, connection
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from redis import RedisError

from config.metrics.figures import MetricFigure, one_scrape
from config.metrics.readings import FIGURES
from config.metrics.requests import web_folder

NEVER: Final = float("inf")
"""Value of an age when there was never any: every threshold is passed."""

EXTRA: Final = ("ligalo_database_up", "ligalo_figure_failed", "ligalo_figures_seconds")
"""Names of the metrics beside FIGURES."""

_ERRORS: Final = (DatabaseError, RedisError, OSError)
_log = logging.getLogger(__name__)


class FigureCollector(Collector):
    """Reads each figure when Prometheus asks. One that fails is missing, and `ligalo_figure_failed` names it."""

    def describe(self) -> Iterable[Metric]:
        """Return no metrics: the registry then does not read any before it is asked."""
        return []

    def collect(self) -> Iterator[Metric]:
        failed = GaugeMetricFamily(
            "ligalo_figure_failed", "1 if the figure could not be read.", labels=("figure",)
        )
        begun = time.perf_counter()
        answers = _database_answers()
        yield GaugeMetricFamily(
            "ligalo_database_up", "1 if the database answers.", value=int(answers)
        )
        with one_scrape():
            found = [(one, _read(one) if answers else None) for one in FIGURES]
        for one, family in found:
            failed.add_metric((one.name,), 0 if family else 1)
            if family:
                yield family
        yield failed
        yield GaugeMetricFamily(
            "ligalo_figures_seconds",
            "Seconds that reading all figures took.",
            value=time.perf_counter() - begun,
        )


def make_registry(folder: Path | None) -> CollectorRegistry:
    """Return the registry of `serve_metrics`; `folder` is METRICS_FOLDER."""
    registry = CollectorRegistry()
    registry.register(FigureCollector())
    if folder is not None:
        web_folder(folder).mkdir(parents=True, exist_ok=True)
        MultiProcessCollector(registry, str(web_folder(folder)))  # type: ignore[no-untyped-call]  # the package has no types for it
    return registry


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    finally:
        close_old_connections()
    return True


def _read(figure: MetricFigure) -> GaugeMetricFamily | None:
    family = _family(figure)
    try:
        for row in figure.read():
            *labels, value = row
            family.add_metric(
                [str(one) for one in labels], NEVER if value is None else float(value)
            )
    except _ERRORS:
        _log.warning("The figure %s could not be read", figure.name, exc_info=True)
        return None
    finally:
        close_old_connections()
    return family


def _family(figure: MetricFigure) -> GaugeMetricFamily:
    return GaugeMetricFamily(figure.name, figure.documentation, labels=figure.labels)
