"""The servers beside the product's own processes: PostgreSQL, Redis, and the proxy with a certificate of its own."""

import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.launch import debian, keys, layout, postgres
from tools.launch.console import Console, Refusal
from tools.launch.processes import Household, spawn

HOST: Final = "localhost"
_START_SECONDS: Final = 120
_MAIN: Final = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include site.conf;
}}
"""


@dataclass(frozen=True)
class Ports:
    """Free ports of this machine."""

    redis: int
    web: int
    streams: int
    tls: int
    plain: int


def choose_ports() -> Ports:
    """Return ports that nothing listens at now."""
    with_socket = [socket.socket() for _ in range(5)]
    for one in with_socket:
        one.bind(("127.0.0.1", 0))
    numbers = [one.getsockname()[1] for one in with_socket]
    for one in with_socket:
        one.close()
    return Ports(*numbers)


def start_database(console: Console, home: Household, folder: Path) -> postgres.Server:
    """Start a PostgreSQL with an owner's role and an empty database; its passwords are in the folder."""
    folder.mkdir(exist_ok=True)
    server = postgres.place_server(
        console, layout.SITE_PACKAGES / layout.BINARIES, folder / "postgres"
    )
    superuser = keys.load_or_create_secret(folder / "postgres.password")
    postgres.initialise(server, superuser)
    process = postgres.start(server)
    home.add("database", process, end=signal.SIGINT, seconds=postgres.STOP_SECONDS)
    postgres.ensure_owner(server, superuser, keys.load_or_create_secret(folder / "owner.password"))
    return server


def start_redis(console: Console, home: Household, folder: Path, port: int) -> None:
    """Start a Redis without files, for tasks on their way and counters."""
    program = debian.find_program(console, "redis-server", "redis-server")
    options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    _start(home, "redis", [str(program), *options], folder)
    await_port(port)


def start_proxy(console: Console, home: Household, folder: Path, ports: Ports) -> Path:
    """Start nginx with deploy/nginx.conf, its ports and certificate replaced; return the certificate."""
    program = debian.find_program(console, "nginx", "nginx")
    place = folder / "proxy"
    place.mkdir()
    certificate = _make_certificate(place)
    (place / "nginx.conf").write_text(_MAIN.format(folder=place))
    (place / "site.conf").write_text(_site(place, ports))
    upstreams = (layout.ROOT / "deploy" / "nginx-upstreams.conf").read_text()
    upstreams = upstreams.replace(":8000;", f":{ports.web};").replace(
        ":8001;", f":{ports.streams};"
    )
    (place / "ligalo-upstreams.conf").write_text(upstreams)
    configured = ["-p", str(place), "-e", str(place / "nginx.log"), "-c", str(place / "nginx.conf")]
    tested = subprocess.run(
        [program, "-t", *configured], check=False, capture_output=True, text=True
    )
    if tested.returncode:
        raise Refusal(f"nginx refuses deploy/nginx.conf: {tested.stderr.strip()}")
    _start(home, "proxy", [str(program), *configured], place)
    await_port(ports.tls)
    return certificate


def _site(place: Path, ports: Ports) -> str:
    """Return deploy/nginx.conf for this machine: other ports, name and certificate, and IPv4 alone."""
    text = (layout.ROOT / "deploy" / "nginx.conf").read_text()
    kept = [line for line in text.splitlines() if "listen [::]" not in line]
    changed = {
        "listen 443 ": f"listen 127.0.0.1:{ports.tls} ",
        "listen 80;": f"listen 127.0.0.1:{ports.plain};",
        "ligalo.example": HOST,
        "/etc/ssl/ligalo.pem": str(place / "certificate.pem"),
        "/etc/ssl/private/ligalo.key": str(place / "certificate.key"),
    }
    text = "\n".join(kept)
    for old, new in changed.items():
        text = text.replace(old, new)
    return text


def _make_certificate(place: Path) -> Path:
    openssl = shutil.which("openssl")
    if openssl is None:
        raise Refusal("openssl is not installed: apt install openssl")
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
            *("-keyout", str(place / "certificate.key"), "-out", str(place / "certificate.pem")),
        ],
        check=True,
        capture_output=True,
    )
    return place / "certificate.pem"


def _start(home: Household, name: str, command: list[str], folder: Path) -> None:
    with (folder / f"{name}.console").open("wb") as console:
        home.add(
            name,
            spawn(
                command,
                folder=folder,
                environment={"PATH": "/usr/bin:/bin"},
                stdout=console,
                stderr=console,
            ),
        )


def await_port(port: int) -> None:
    """Wait until something listens at the port. Raises Refusal."""
    limit = time.monotonic() + _START_SECONDS
    while time.monotonic() < limit:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)  # polling: the program has no other signal
    raise Refusal(f"Nothing listens at port {port}.")
