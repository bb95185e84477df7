"""`make rehearse-install`: a whole installation in a folder, without Docker, systemd or root, and proofs that it works."""

import shutil
import sys
import tempfile
from pathlib import Path

from tools.benchmarks.play_client import Refused
from tools.installation import proofs, servers, site
from tools.launch.console import Console, Refusal
from tools.launch.processes import Household, StopRequested, stop_signals


def main() -> int:
    """Install, start, prove and stop; the folder is removed unless something failed."""
    console, home = Console(), Household()
    folder = Path(tempfile.mkdtemp(prefix="ligalo-install-"))
    failed = True
    try:
        with stop_signals():
            _rehearse(console, home, folder)
        failed = False
    except (Refusal, Refused) as error:
        console.say(f"Failed: {error}")
    except StopRequested:
        console.say("Stopped.")
    finally:
        home.stop(console.say)
        if failed:
            console.say(f"Logs: {folder}")
        else:
            shutil.rmtree(folder)
    return int(failed)


def _rehearse(console: Console, home: Household, folder: Path) -> None:
    folder.chmod(0o755)
    ports = servers.choose_ports()
    with console.step("Servers: PostgreSQL, Redis"):
        server = servers.start_database(console, home, folder)
        servers.start_redis(console, home, folder, ports.redis)
    own = site.make_site(console, folder, server, ports)
    with console.step("Database, static files, manifest, checks"):
        _prepare(console, own)
    with console.step("Processes and proxy"):
        site.start_processes(home, own)
        servers.await_port(ports.web)
        servers.await_port(ports.streams)
        certificate = servers.start_proxy(console, home, folder, ports)
    proofs.prove(console, own, certificate)
    if dead := home.wait_for_ended(seconds=0):
        raise Refusal(f"{dead.name} has ended by itself")
    console.say(f"All {len(own.installation.serving)} processes still run")


def _prepare(console: Console, own: site.Site) -> None:
    site.run_once(console, own, "prepare")
    site.run_once(console, own, "check", "manage.py", "collectstatic", "--no-input")
    manifest = own.state / "manifest.txt"
    site.run_once(console, own, "check", "manage.py", "write_manifest", str(manifest))
    site.run_once(console, own, "check")
    site.run_once(console, own, "check", "manage.py", "verify_build", "--register")
    demo = {
        "DJANGO_SETTINGS_MODULE": site.DEMO,
        "DEMO_PROVIDER_SECRET": "only for this rehearsal, no callbacks",
    }
    site.run_once(console, own, "check", "manage.py", "demo", **demo)
    site.run_once(console, own, "check", "manage.py", "accept_build", **demo)
    site.run_once(console, own, "check", "manage.py", "verify_build", "--start")


if __name__ == "__main__":
    sys.exit(main())
