from whitenoise.storage import CompressedManifestStaticFilesStorage


class ImmutableStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Static files under hashed names, including imports between JavaScript modules."""

    support_js_module_import_aggregation = True
