"""Builds are stored as they are found; two people, or the profile of a demo, accept them."""

from pathlib import Path

from django.conf import settings
from django.db import transaction

from builds.models import BuildManifest, BuildSighting
from builds.selectors import name_installation, read_version
from builds.values import OF_A_RELEASE, Entries, digest_entries
from compliance.build.selectors.differences import compare_parts
from compliance.build.selectors.found_build import find_build
from compliance.build.selectors.manifest import ManifestUnreadable, read_manifest
from compliance.build.services.lock import only_one
from journal.models import EventKind
from journal.services.recording import record

SUBJECT = "build"


def register_build() -> BuildManifest:
    """Store the build that is here now, for two people to accept before it starts. Takes an advisory lock."""
    with only_one():
        return store_build(find_build())


@transaction.atomic
def store_build(parts: Entries) -> BuildManifest:
    """Return the manifest with these parts; a new one is stored, with its event. Call it with the lock."""
    entries = {str(kind): dict(found) for kind, found in parts.items()}
    digest = digest_entries(entries)
    if (known := BuildManifest.objects.filter(digest=digest).first()) is not None:
        return known
    made = BuildManifest.objects.create(
        digest=digest, version=read_version(), entries=entries, release_file=_compare_file(entries)
    )
    data = {"manifest": digest, "version": made.version, "files": len(entries.get("file", {}))}
    record(EventKind.BUILD_MANIFEST_WRITTEN, subject=SUBJECT, data=data)
    return made


def _compare_file(entries: Entries) -> BuildManifest.ReleaseFile:
    """Return whether the manifest that came with the release, if there is one, has the same parts of a release."""
    path = Path(settings.BUILD_MANIFEST)
    if not path.exists():
        return BuildManifest.ReleaseFile.NONE
    try:
        said = read_manifest(path)
    except ManifestUnreadable:
        return BuildManifest.ReleaseFile.DIFFERENT
    is_equal = next(compare_parts(entries, said, OF_A_RELEASE), None) is None
    return BuildManifest.ReleaseFile.EQUAL if is_equal else BuildManifest.ReleaseFile.DIFFERENT


def record_sighting(manifest: BuildManifest, *, closes: bool, own: bool = False) -> None:
    """Record what was found here, unless the newest sighting says the same."""
    here = name_installation()
    last = BuildSighting.objects.filter(installation=here).order_by("-pk").first()
    if last is None or (last.manifest_id, last.closes, last.own) != (manifest.pk, closes, own):
        BuildSighting.objects.create(installation=here, manifest=manifest, closes=closes, own=own)
