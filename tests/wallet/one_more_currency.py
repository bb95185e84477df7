"""A process with an additional currency, added to the source of `accounts.values.currencies` before Django starts.

`python -m tests.wallet.one_more_currency` plays with it on the database of the test that started
it, and prints the result as JSON.
"""

import json
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

CODE = "BRL"
MEMBER = f'    {CODE} = "{CODE}", 2, _("Brazilian real")\n'
MODULE = "accounts.values.currencies"


def add_member() -> None:
    """Import the module of currencies with the additional member."""
    spec = find_spec(MODULE)
    assert spec is not None
    assert spec.origin is not None
    before, last, after = Path(spec.origin).read_text().partition('    PLY = "PLY"')
    assert last
    module = ModuleType(MODULE)
    sys.modules[MODULE] = module
    setattr(import_module("accounts.values"), "currencies", module)  # noqa: B010  a package has no such attribute for mypy
    exec(compile(before + MEMBER + last + after, spec.origin, "exec"), module.__dict__)  # noqa: S102  source of this repository


if __name__ == "__main__":
    add_member()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    played = import_module("tests.wallet.play_in_one_more").play()
    sys.stdout.write(json.dumps(played))
