"""The part of `tools.benchmarks.pages` that needs Django: the house's tables, open."""

import django


def main() -> None:
    """Create the tables that the lobby shows."""
    django.setup()
    from tables.selectors.house_tables import HOUSE_TABLES  # noqa: PLC0415 - after django.setup()
    from tools.faults.house import create_table  # noqa: PLC0415 - likewise

    for house in HOUSE_TABLES.values():
        create_table(house)


if __name__ == "__main__":
    main()
