"""A player's browser: curl over HTTP/2 and TLS, with the forms that `tools.benchmarks.play_client` reads."""

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.benchmarks.play_client import Browser, Refused
from tools.installation.servers import HOST, Ports
from tools.launch.console import Refusal

_SECONDS: Final = "60"
_TIMED_OUT: Final = 28
_TOLD: Final = "\n%{http_version} %{response_code}"


class TLSBrowser(Browser):
    """Asks through the proxy; the version of HTTP of every answer is kept."""

    def __init__(self, ports: Ports, certificate: Path, jar: Path) -> None:
        super().__init__((HOST, ports.tls))
        found = shutil.which("curl")
        if found is None:
            raise Refusal("curl is not installed: apt install curl")
        self.origin = f"https://{HOST}:{ports.tls}"
        self.versions: set[str] = set()
        self._curl = [
            *(found, "--silent", "--show-error", "--http2", "--max-time", _SECONDS),
            *("--cacert", str(certificate), "--cookie", str(jar), "--cookie-jar", str(jar)),
            *("--header", f"Referer: https://{HOST}/", "--header", "Accept-Language: es"),
        ]

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None,
        told: Mapping[str, str],
        wanted: tuple[int, ...],
    ) -> str:
        headers = [
            word for name, value in told.items() for word in ("--header", f"{name}: {value}")
        ]
        data = [] if body is None else ["--data-binary", body.decode()]
        said = self.run(*headers, *data, "--write-out", _TOLD, f"{self.origin}{path}")
        text, _line, last = said.rpartition("\n")
        version, status = last.split()
        self.versions.add(version)
        if int(status) not in wanted:
            raise Refused(f"{method} {path}: {status} {text[:500]}")
        return text

    def run(self, *arguments: str, endless: bool = False) -> str:
        """Run curl with further arguments and return what it prints. Raises Refused.

        An `endless` answer is cut off by `--max-time`.
        """
        ended = subprocess.run(
            [*self._curl, *arguments], check=False, capture_output=True, text=True
        )
        if ended.returncode and not (endless and ended.returncode == _TIMED_OUT):
            raise Refused(ended.stderr.strip())
        return ended.stdout

    def status(self, address: str) -> str:
        """Return the status of an address and where it redirects to."""
        return self.run(
            "--output", "/dev/null", "--write-out", "%{response_code} %{redirect_url}", address
        )


def stream_path(page: str) -> str:
    """Return the path of the stream that a live table's page connects to. Raises Refused."""
    found = re.search(r'sse-connect="([^"]+)"', page)
    if found is None:
        raise Refused("the page of the live table names no stream")
    return found[1].replace("&amp;", "&")
