"""`make client-code` and `make client`: the Python client's generated part, and its wheel."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools.launch import layout, packages
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, run_to_end

FOLDER = layout.ROOT / "clients" / "python"
GENERATED = FOLDER / "ligalo_client" / "generated"
DOCUMENT = layout.ROOT / "api" / "openapi.json"
_GENERATOR = FOLDER / "generator"
_GENERATE = ["-m", "openapi_python_client", "generate", "--meta=none", "--fail-on-warning"]


def generate_code(console: Console, rest: list[str]) -> int:
    """Write the client's generated part from api/openapi.json, or compare it (`--check`)."""
    packages.ensure(console, packages.DEVELOPMENT)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "generated")
        _generate(made)
        if rest == ["--check"]:
            return compare_code(console, made)
        shutil.rmtree(GENERATED, ignore_errors=True)
        shutil.copytree(made, GENERATED)
    return 0


def _generate(target: Path) -> None:
    options = [f"--path={DOCUMENT}", f"--output-path={target}"]
    options += [f"--config={_GENERATOR / 'config.yaml'}"]
    options += [f"--custom-template-path={_GENERATOR / 'templates'}"]
    _run([*_GENERATE, *options])


def compare_code(console: Console, made: Path) -> int:
    """Return 0 if the code made anew is the committed one, else 1."""
    if read_tree(made) == read_tree(GENERATED):
        return 0
    console.say("clients/python is out of date: run `make client-code` and review it.")
    return 1


def read_tree(folder: Path) -> Mapping[str, bytes]:
    """Return the contents of the Python files below a folder, by their paths in it."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.py")}


def build_wheel(console: Console, rest: list[str]) -> int:
    """Build the client's wheel in var/client, or in the folder given."""
    packages.ensure(console, packages.DEVELOPMENT)
    target = Path(rest[0]) if rest else layout.VAR / "client"
    with tempfile.TemporaryDirectory() as folder:  # the build leaves nothing in the sources
        source = Path(folder, "client")
        shutil.copytree(FOLDER, source, ignore=shutil.ignore_patterns("__pycache__"))
        _run(["-m", "build", "--wheel", "--no-isolation", f"--outdir={target}", str(source)])
    for wheel in sorted(target.glob("*.whl")):
        console.say(f"Built {wheel}")
    return 0


def _run(arguments: list[str]) -> None:
    """Run a program of the development packages, which finds their commands on its PATH."""
    path = f"{layout.VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path}
    try:
        run_to_end([layout.PYTHON, *arguments], folder=layout.ROOT, environment=environment)
    except ProgramFailed as error:
        told = "\n".join(error.lines)
        raise Refusal(f"{' '.join(arguments[:3])} failed: {told}") from error
