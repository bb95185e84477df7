"""`make secrets`: the secret files of a new installation, each random, none ever overwritten."""

import os
from pathlib import Path
from urllib.parse import quote

from tools.launch import keys
from tools.launch.console import Console, Refusal
from tools.launch.definitions import load_installation
from tools.launch.postgres import DATABASE, OWNER

_HOST = "127.0.0.1:5432"
_ROLES = {"database-url": OWNER, "database-app-url": f"{OWNER}_app"}


def make(console: Console, rest: list[str]) -> int:
    """Make the missing files in a folder of mode 0700; the second argument is the database's host and port."""
    if not rest:
        raise Refusal("Name the folder of the secrets: make secrets FOLDER=/etc/ligalo")
    folder, address = Path(rest[0]), (rest[1] if len(rest) > 1 else _HOST)
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    for name in _names():
        file = folder / name
        if file.exists():
            console.say(f"{file}: kept")
            continue
        if name in _ROLES:
            keys.write_secret(file, _url(_ROLES[name], address))
        elif name.startswith("secret"):
            keys.load_or_create_secret(file)
        else:
            keys.load_or_create_key_file(file)
        console.say(f"{file}: made")
    return 0


def _names() -> list[str]:
    installation = load_installation()
    return [*installation.secret_files.values(), *installation.owner_secret_files.values()]


def _url(role: str, address: str) -> str:
    password = quote(os.urandom(24).hex())
    return f"postgres://{role}:{password}@{address}/{DATABASE}"
