"""What a database has when a test begins, unless the test is marked `empty`."""


def found() -> None:
    """Make the demonstration's table, closed, with the two persons who answer for it, and a player without money."""
    from tests.casino import scenes  # noqa: PLC0415  # needs the app registry
    from tests.tables.house import a_founded_table  # noqa: PLC0415  # as above

    a_founded_table()
    scenes.new_player(funds="0")
