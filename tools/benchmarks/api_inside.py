"""The part of `tools.benchmarks.api` that needs Django: a service key that reads everything."""

from datetime import timedelta

import django


def main() -> None:
    """Make the key and print it."""
    django.setup()
    from accounts.roles.values import Role  # noqa: PLC0415 - after django.setup()
    from accounts.sign_up.services.demo import register_demo_staff  # noqa: PLC0415 - likewise
    from api.services.service_keys import KeyRequest, make_key  # noqa: PLC0415 - likewise
    from api.values.scopes import Scope  # noqa: PLC0415 - likewise
    from tools.benchmarks.play_inside import PASSWORD  # noqa: PLC0415 - likewise

    owner, maker = (
        register_demo_staff(f"{role.name.lower()}@bench.test", PASSWORD, "Bench", role)
        for role in (Role.AUDITOR, Role.ADMINISTRATOR)
    )
    scopes = frozenset(scope for scope in Scope if scope.value.endswith(":read"))
    asked = KeyRequest("bench", owner, scopes, (), timedelta(days=1))
    print(make_key(asked, acting_user=maker).secret)


if __name__ == "__main__":
    main()
