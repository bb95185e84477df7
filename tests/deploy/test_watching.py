"""Alert rules, scrape configuration and dashboard name metrics that exist, and each alert has a line in the docs."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from config.metrics import requests, streams
from config.metrics.exporting import EXTRA
from config.metrics.readings import FIGURES
from config.test_player import measures
from tools.launch.console import Console, Refusal
from tools.launch.debian import find_program
from tools.launch.layout import ROOT

FOLDER: Final = ROOT / "deploy" / "prometheus"
RULES: Final[list[dict[str, Any]]] = [
    rule
    for group in yaml.safe_load((FOLDER / "ligalo.rules.yml").read_text())["groups"]
    for rule in group["rules"]
]
DASHBOARD: Final[dict[str, Any]] = json.loads((ROOT / "deploy/grafana/ligalo.json").read_text())
PAGE: Final = (ROOT / "docs" / "operations" / "watching.md").read_text()
NAMED: Final = re.compile(r"\bligalo_[a-z0-9_]+")
_MADE_OF: Final = re.compile(r"_(bucket|sum|count)$")


def existing() -> set[str]:
    """Return the names of all metrics of the product, as PromQL has them."""
    families = [
        *requests.REQUESTS.describe(),
        *requests.SECONDS.describe(),
        *measures.REGISTRY.collect(),
        *streams.REGISTRY.collect(),
    ]
    told = {f"{one.name}_total" if one.type == "counter" else one.name for one in families}
    return told | {one.name for one in FIGURES} | set(EXTRA)


def metrics_of(expressions: list[str]) -> set[str]:
    found = {name for one in expressions for name in NAMED.findall(one)}
    return {_MADE_OF.sub("", name) for name in found}


def panels() -> list[str]:
    return [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


def test_rules_and_dashboard_name_metrics_that_exist() -> None:
    used = metrics_of([*(rule["expr"] for rule in RULES), *panels()])
    assert used - existing() == set()


def test_every_metric_has_a_panel_and_a_line_in_the_docs() -> None:
    assert existing() - metrics_of(panels()) == set()
    assert existing() - set(re.findall(r"^\| `(ligalo_\w+)", PAGE, re.MULTILINE)) == set()


def test_the_dashboard_is_one_that_grafana_takes() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    assert DASHBOARD["uid"] == "ligalo"
    assert all(panel["title"] and panel["targets"] for panel in DASHBOARD["panels"])


def test_every_alert_says_what_to_do() -> None:
    assert RULES[0]["alert"] == "TestDealsFail"
    for rule in RULES:
        name = rule["alert"]
        assert rule["labels"]["severity"] in {"page", "ticket"}, name
        assert rule["annotations"]["runbook"] == f"docs/operations/watching.md#{name.lower()}"
        section = re.search(rf"^### {name}\n\n(\S.*)$", PAGE, re.MULTILINE)
        assert section, name
        assert section[1].endswith("."), name


@pytest.fixture(scope="module")
def promtool() -> Path:
    try:
        return find_program(Console(), "promtool", "prometheus")
    except Refusal as refusal:
        pytest.skip(f"promtool is not here: {refusal}")


def test_prometheus_accepts_configuration_and_rules(promtool: Path) -> None:
    for command in (
        ("check", "config", "prometheus.yml"),
        ("test", "rules", "ligalo.test.yml"),
    ):
        ended = subprocess.run(
            [promtool, *command], check=False, cwd=FOLDER, capture_output=True, text=True
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
