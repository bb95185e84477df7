"""What differs between the build that was found and the builds in force."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builds.models import BuildManifest
from builds.values import APPROVED, AT_ONCE, Entries, PartKind, digest_entries
from journal.models import Event, EventKind
from journal.values.findings import Finding, make_finding

_FILE_CODES = {"added": "file_added", "changed": "file_changed", "missing": "file_missing"}


def find_part_differences(found: Entries, in_force: Sequence[Entries]) -> list[Finding]:
    """Return one finding for each part that is not as in a build in force.

    During an upgrade the files are those of one build and the database, once migrated, that of the other: both groups of
    parts are compared for themselves, each with the build that it differs least from.
    """
    groups = (
        [kind for kind in PartKind if (kind in AT_ONCE) == at_once] for at_once in (False, True)
    )
    return [one for kinds in groups for one in _compare_closest(found, in_force, kinds)]


def _compare_closest(
    found: Entries, in_force: Sequence[Entries], kinds: Iterable[PartKind]
) -> list[Finding]:
    kinds = list(kinds)
    return min((list(compare_parts(found, one, kinds)) for one in in_force), key=len)


def compare_parts(
    found: Entries, said: Entries, kinds: Iterable[PartKind] = PartKind
) -> Iterator[Finding]:
    """Yield a finding for each part that differs, by kind and name."""
    for kind in kinds:
        now, before = found.get(kind, {}), said.get(kind, {})
        for name in sorted({*now, *before}):
            if now.get(name) != before.get(name):
                yield _make(kind, name, _how(before.get(name), now.get(name)))


def _make(kind: PartKind, name: str, how: str) -> Finding:
    if kind == PartKind.FILE:
        return make_finding(_FILE_CODES[how], file=name)
    return make_finding(f"part_{how}", part=kind.value, name=name)


def _how(said: str | None, found: str | None) -> str:
    if said is None:
        return "added"
    return "missing" if found is None else "changed"


def approved_part(finding: Mapping[str, object]) -> tuple[PartKind, str] | None:
    """Return the part that a finding about rules or a profile is about; None for another finding."""
    found = [(kind, str(finding[kind])) for kind in APPROVED if kind in finding]
    return found[0] if found else None


def concerns_running_processes(findings: Iterable[Mapping[str, object]]) -> bool:
    """Return whether a finding is about a part that a change reaches at once."""
    return any(one.get("part") in AT_ONCE or approved_part(one) for one in findings)


def find_exchanged_manifests(in_force: Sequence[BuildManifest]) -> Iterator[Finding]:
    """Yield a finding for each manifest in force that is not as it was written: its row, or its event, is another."""
    for one in in_force:
        event = Event.objects.filter(
            kind=EventKind.BUILD_MANIFEST_WRITTEN.value, data__manifest=one.digest
        )
        if digest_entries(one.entries) != one.digest or not event.exists():
            yield make_finding("manifest_exchanged", file=str(one), at=one.found_at.isoformat())
