"""The site that `tools.benchmarks.play` measures: gunicorn as in production, two processes of four threads."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from tools.benchmarks.play_client import Browser, Way
from tools.benchmarks.play_inside import PASSWORD
from tools.benchmarks.play_slices import Client, Spent
from tools.benchmarks.processor import processor_time
from tools.benchmarks.servers import Bench
from tools.faults.site import Program, await_web, prepare_web

SETTINGS = "tools.benchmarks.bare.settings"
WORKERS, THREADS = 2, 4


class Site:
    """A running site and its processor time."""

    def __init__(self, bench: Bench, program: Program, address: tuple[str, int]) -> None:
        self.bench, self.program, self.address = bench, program, address

    def spent(self) -> Spent:
        """Return the processor time so far. Exits without Linux's /proc."""
        server = self.bench.spent()
        if server is None:
            raise SystemExit("what a request costs is read from Linux's /proc, which is not here")
        return Spent(processor_time(self.program.first), server)

    def sign_in(self, login: str) -> dict[str, str]:
        """Sign in and return the session's cookies."""
        browser = Browser(self.address)
        browser.sign_in(login, PASSWORD)
        browser.close()
        return browser.cookies

    def client(self, cookies: dict[str, str], way: Way) -> Client:
        return Client(self.address, cookies, way)


def environment(bench: Bench) -> dict[str, str]:
    """Return the environment variables of the site's processes."""
    told = bench.environment(SETTINGS)
    return told | {
        "ALLOWED_HOSTS": "localhost",
        "TRUSTED_PROXY_COUNT": "1",
        "LOG_FILE": str(bench.folder / "web.log"),
        "WEB_WORKERS": str(WORKERS),
        "WEB_THREADS": str(THREADS),
    }


@contextmanager
def run_site(bench: Bench, variables: Mapping[str, str] = MappingProxyType({})) -> Iterator[Site]:
    """Start the site, with these environment variables too; it is stopped at the end."""
    told = environment(bench) | dict(variables)
    told.pop("DATABASE_URL")  # the owner's URL is not given to the web
    program, address = prepare_web(bench.folder, told)
    try:
        program.start()
        await_web(address)
        yield Site(bench, program, address)
    finally:
        program.stop()
