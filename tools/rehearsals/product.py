"""The product's database and settings on a cluster."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.faults.server import Database, House
from tools.launch import layout, postgres
from tools.launch.environment import Urls
from tools.launch.processes import run_to_end
from tools.rehearsals.cluster import Cluster


@dataclass(frozen=True)
class ClusterHouse(House):
    """Secrets and settings of the product on a cluster."""

    cluster: Cluster

    def urls(self, server: postgres.Server) -> Urls:  # noqa: ARG002  # the cluster is the server
        """Return the owner's direct address and the application's pooled one."""
        pooled = self.cluster.environment()["DATABASE_APP_URL"]
        return Urls(self.cluster.urls.owner, pooled)

    def environment(self, urls: Urls, folder: Path) -> dict[str, str]:
        """Return the environment of the product's processes."""
        more = {"WEB_WORKERS": "1", "WATCH_WORKERS": "false"}
        return {**super().environment(urls, folder), **self.cluster.environment(), **more}


def make_database(cluster: Cluster, folder: Path) -> Database:
    """Return the cluster as the product's tools know a server."""
    binaries = cluster.packages.program("postgres").parent
    server = postgres.Server(binaries, folder, cluster.account)
    return Database(ClusterHouse(folder, cluster), server)


def prepare_product(cluster: Cluster, folder: Path) -> None:
    """Migrate through the direct address, and give this process the settings of a client."""
    database = make_database(cluster, folder)
    urls = database.house.urls(database.server)
    variables = database.house.environment(urls, folder)
    _manage({**variables, "DATABASE_URL": urls.owner}, "prepare_database")
    _manage(variables, "collectstatic", "--no-input")
    os.environ.update(variables)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tools.faults.settings"}
    os.environ |= {"LOG_FILE": str(folder / "clients.log")}


def _manage(variables: Mapping[str, str], command: str, *words: str) -> None:
    line: list[str | Path] = [
        layout.PYTHON,
        "-W",
        "ignore",
        "manage.py",
        command,
        "--verbosity=0",
        *words,
    ]
    run_to_end(line, folder=layout.ROOT, environment=variables)
