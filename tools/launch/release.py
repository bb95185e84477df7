"""`make release-commit`, `make manifest` and `collect-static`: what a release consists of, made without a database."""

import re
import subprocess
import tempfile
import tomllib
from pathlib import Path

from tools.launch import checks, layout, packages
from tools.launch.console import Console, Refusal
from tools.launch.processes import run_to_end

RELEASES = layout.ROOT / "RELEASES"
UNRELEASED = "unreleased"
_MANIFEST = layout.VAR / "manifest.txt"
_HASH_LENGTH = 40


def record_commit(console: Console, rest: list[str]) -> int:
    """Write the commit (default HEAD) of its version into RELEASES. Raises Refusal."""
    commit = _git("rev-parse", "--verify", f"{rest[0] if rest else 'HEAD'}^{{commit}}").strip()
    version = tomllib.loads(_git("show", f"{commit}:pyproject.toml"))["project"]["version"]
    RELEASES.write_text(write_commit(RELEASES.read_text(), version, commit))
    console.say(f"RELEASES: {version} is {commit}")
    return 0


def write_commit(releases: str, version: str, commit: str) -> str:
    """Return the text of RELEASES with the commit of `version`. Raises Refusal."""
    line = re.compile(rf"^{re.escape(version)} +(\S+) +", re.MULTILINE)
    found = line.search(releases)
    if found is None:
        raise Refusal(f"RELEASES has no line for version {version}: add it first.")
    if found[1] not in {UNRELEASED, commit}:
        raise Refusal(f"Version {version} is released already, as {found[1]}.")
    return line.sub(f"{version}  {commit.ljust(_HASH_LENGTH)}  ", releases)


def _git(*arguments: str) -> str:
    try:
        return subprocess.run(
            ["git", *arguments], cwd=layout.ROOT, check=True, capture_output=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Refusal(f"git {' '.join(arguments)} failed: {error}") from error


def write_manifest(console: Console, rest: list[str]) -> int:
    """Write the manifest of the product's files to var/manifest.txt, or to the file given."""
    file = Path(rest[0]).absolute() if rest else _MANIFEST
    file.parent.mkdir(exist_ok=True)
    _manage(console, ["write_manifest", str(file)])
    return 0


def collect_static(console: Console, rest: list[str]) -> int:
    """Collect the static files in the folder given, as for an image: no database, no secrets."""
    if len(rest) != 1:
        raise Refusal("Name the folder of the static files.")
    folder = Path(rest[0]).absolute()
    _manage(console, ["collectstatic", "--no-input", "--verbosity=0"], STATIC_ROOT=str(folder))
    return 0


def _manage(console: Console, arguments: list[str], **more: str) -> None:
    """Run manage.py as in production, with secrets of its own that nothing uses."""
    packages.ensure(console, packages.RUNTIME)
    with tempfile.TemporaryDirectory() as folder:
        told = {**checks.production_environment(Path(folder)), **more}
        for line in run_to_end(
            [layout.PYTHON, "-W", "ignore", "manage.py", *arguments],
            folder=layout.ROOT,
            environment=told,
        ):
            console.say(line)
