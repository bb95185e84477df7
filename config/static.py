from whitenoise.storage import CompressedManifestStaticFilesStorage


class ImmutableStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Static files under names that carry their hash, imports between JavaScript modules included."""

    support_js_module_import_aggregation = True
