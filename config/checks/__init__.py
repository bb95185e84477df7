"""System checks of an installation: `manage.py check --deploy`, and of its database with `--database default`."""
