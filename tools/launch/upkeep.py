"""`make lock` and `make messages`: generated files of the repository."""

import os
import shutil
from collections.abc import Mapping

from tools.launch import layout, packages
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, run_to_end

_COMPILE = ["-m", "piptools", "compile", "--strip-extras", "--generate-hashes", "--allow-unsafe"]
_NO_ADDRESS = ["--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host"]
_MAKE = ["makemessages", "--locale=es", "--no-wrap", "--add-location=file"]
# Packages may contain files for other versions of Python: what does not compile is left out.
_COMPILE_PACKAGES = "import compileall; compileall.compile_dir('.venv', quiet=2)"
_IGNORE = ["--ignore=.venv", "--ignore=var", "--ignore=clients", "--ignore=tests"]


def install_packages(console: Console, _rest: list[str]) -> int:
    """Make .venv with the packages that the site needs at run time, and compile all code, which processes cannot write."""
    packages.ensure(console, packages.RUNTIME)
    with console.step("Compiling"):
        _run(["-c", _COMPILE_PACKAGES])
        _run(["-m", "compileall", "-q", "-x", r"/(\.venv|tests|var)/", "."])
    console.say(f"{layout.VENV} has the packages of {packages.RUNTIME}")
    return 0


def lock(console: Console, rest: list[str]) -> int:
    """Compile both package lists, with hashes and without a registry's address."""
    packages.ensure(console, packages.DEVELOPMENT)
    for name in ("requirements", "requirements-dev"):
        with console.step(f"Compiling {name}.txt"):
            files = [f"--output-file={name}.txt", f"{name}.in"]
            _run([*_COMPILE, *_NO_ADDRESS, "--no-header", "--quiet", *rest, *files])
    return 0


def messages(console: Console, _rest: list[str]) -> int:
    """Collect translatable strings of code, templates and scripts, and compile the translations."""
    if not shutil.which("msgfmt"):
        raise Refusal("gettext is not installed: apt install gettext")
    packages.ensure(console, packages.DEVELOPMENT)
    with console.step("Collecting and compiling the texts"):
        _run(["manage.py", *_MAKE, *_IGNORE])
        _run(["manage.py", "compilemessages", "--locale=es", *_IGNORE[:2]])
    return 0


def _run(arguments: list[str]) -> None:
    told: Mapping[str, str] = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    try:
        run_to_end([layout.PYTHON, *arguments], folder=layout.ROOT, environment=told)
    except ProgramFailed as error:
        raise Refusal(f"{' '.join(arguments[:3])} failed: {error}") from error
