"""`make install-units`: systemd units, a user, log limits and a manage command, from deploy/processes.toml."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from tools.launch import layout
from tools.launch.console import Console
from tools.launch.definitions import CHECK, Installation, Process, load_installation

_HARDENED = """\
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
UMask=0077
"""
_TARGET = """\
[Unit]
Description=Ligalo: all serving processes
Wants={units}

[Install]
WantedBy=multi-user.target
"""
_JOURNAL = """\
# Logs go to the journal, which deletes the oldest; nothing else has to be rotated.
[Journal]
Storage=persistent
SystemMaxUse=4G
MaxRetentionSec=90day
"""
_MANAGE = """\
#!/bin/sh
# manage.py with the settings, secrets and user of the serving processes. Run it as root: ligalo-manage check_ledger
if [ -t 0 ]; then mode=--pty; else mode=--pipe; fi
exec systemd-run "$mode" --quiet --wait --collect \\
{properties}
  /bin/sh -c '{exports} exec {python} manage.py "$@"' manage "$@"
"""
_EXAMPLE = "ligalo.env.example"


def install(console: Console, rest: list[str]) -> int:
    """Write everything below the folder given: a root, as / or a folder of one's own."""
    root = Path(rest[0]) if rest else Path("/")
    # the folder of this release: the next one is installed beside it
    installation = replace(load_installation(), code=layout.ROOT)
    for name, text in render_files(installation).items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755 if "sbin" in file.parts else 0o644)
    _write_settings(console, root / str(installation.secrets).lstrip("/"))
    console.say(f"Units of {len(installation.processes)} processes written below {root}")
    return 0


def _write_settings(console: Console, folder: Path) -> None:
    """Write the example of the operator's settings, unless there are settings."""
    file = folder / "ligalo.env"
    if file.exists():
        return
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write((layout.ROOT / "deploy" / _EXAMPLE).read_text(encoding="utf-8"))
    console.say(f"Fill in your settings: {file}")


def render_files(installation: Installation) -> Mapping[str, str]:
    """Return the texts of all files, by their path below the root."""
    units = {one.unit: render_unit(installation, one) for one in installation.processes.values()}
    serving = " ".join(one.unit for one in installation.serving)
    about = f'u {installation.user} {installation.uid} "Ligalo" {installation.state}\n'
    return {
        **{f"etc/systemd/system/{name}": text for name, text in units.items()},
        "etc/systemd/system/ligalo.target": _TARGET.format(units=serving),
        "etc/systemd/journald.conf.d/ligalo.conf": _JOURNAL,
        "etc/sysusers.d/ligalo.conf": about,
        "usr/local/sbin/ligalo-manage": render_manage(installation),
    }


def render_unit(installation: Installation, process: Process) -> str:
    """Return the text of a unit."""
    lines = [
        *_unit_lines(process),
        *_service_lines(installation, process),
        *_run_lines(process),
        _HARDENED.rstrip(),
    ]
    return "\n".join(lines) + "\n"


def _unit_lines(process: Process) -> Iterator[str]:
    yield "[Unit]"
    yield f"Description=Ligalo: {process.description}"
    yield "Wants=network-online.target"
    after = "network-online.target postgresql.service redis-server.service"
    if process.once:
        yield f"After={after}"
    else:
        yield f"After={after} ligalo-{CHECK}.service"
        yield f"Requires=ligalo-{CHECK}.service"
        yield "PartOf=ligalo.target"


def _service_lines(installation: Installation, process: Process) -> Iterator[str]:
    yield from ("", "[Service]")
    yield f"User={installation.user}"
    yield f"Group={installation.user}"
    yield f"WorkingDirectory={installation.code}"
    yield f"EnvironmentFile={installation.secrets}/ligalo.env"
    for name, value in installation.environment.items():
        yield f"Environment={name}={value}"
    for name, file in installation.secrets_of(process).items():
        yield f"LoadCredential={file}:{installation.secrets}/{file}"
        yield f"Environment={name}=%d/{file}"
    if process.folders:
        inside = " ".join(f"{installation.state.name}/{name}" for name in process.folders)
        yield f"StateDirectory={inside}"
        yield "StateDirectoryMode=0700"
    command = " ".join(process.command).replace("%", "%%")
    yield f"ExecStart={installation.code}/.venv/bin/python {command}"


def _run_lines(process: Process) -> Iterator[str]:
    if process.once:
        yield "Type=oneshot"
        return
    yield "Type=exec"
    yield "Restart=always"
    yield "RestartSec=2"
    yield f"TimeoutStopSec={process.stop_seconds}"
    yield "KillMode=mixed"
    yield f"LimitNOFILE={process.files}"


def render_manage(installation: Installation) -> str:
    """Return the script that runs manage.py by hand."""
    properties = [
        f"User={installation.user}",
        f"WorkingDirectory={installation.code}",
        f"EnvironmentFile={installation.secrets}/ligalo.env",
        *(f"Environment={name}={value}" for name, value in installation.environment.items()),
        *(f"LoadCredential={x}:{installation.secrets}/{x}" for x in _files(installation)),
    ]
    exports = " ".join(
        f'export {name}="$CREDENTIALS_DIRECTORY/{file}";'
        for name, file in installation.secret_files.items()
    )
    return _MANAGE.format(
        properties="\n".join(f"  --property={one} \\" for one in properties),
        exports=exports,
        python=installation.code / ".venv/bin/python",
    )


def _files(installation: Installation) -> list[str]:
    return [*installation.secret_files.values()]
