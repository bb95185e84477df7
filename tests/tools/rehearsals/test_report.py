"""A rehearsal's lines and table."""

import pytest

from tools.rehearsals.report import Drill, exit_status, format_table, percentile


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([], 0.95, 0.0),
        ([3.0], 0.95, 3.0),
        ([float(n) for n in range(1, 21)], 0.95, 19.0),
        ([float(n) for n in range(1, 11)], 0.95, 10.0),
        ([1.0, 9.0, 2.0], 0.5, 2.0),
    ],
)
def test_a_percentile_is_a_measured_value(
    values: list[float], share: float, expected: float
) -> None:
    assert percentile(values, share) == expected


def test_a_drill_passes_if_nothing_is_lost_or_doubled_and_play_is_back_in_time() -> None:
    assert Drill("kill", acknowledged=5, down=[1.0] * 19 + [99.0], limit=30.0).passed
    assert not Drill("kill", down=[1.0] * 18 + [99.0] * 2, limit=30.0).passed
    assert not Drill("kill", lost=1).passed
    assert not Drill("kill", doubled=1).passed
    assert not Drill("kill", problems=["stuck"]).passed
    assert exit_status([Drill("good"), Drill("bad", lost=1)]) == 1
    assert exit_status([Drill("good")]) == 0


def test_the_line_and_the_table_state_every_count() -> None:
    drill = Drill("kill", 7, 1, 2, 3, 4, [2.0, 6.0], note="slow disk")
    assert drill.line() == (
        "FAILED: kill: acknowledged 7, lost 1, doubled 2, refused 3, unanswered 4,"
        " down 4.0 s (p95 6.0, worst 6.0); slow disk"
    )
    assert format_table([drill]).splitlines()[-1] == (
        "| kill | 2 | 7 | 1 | 2 | 3 | 4 | 4.0 s | 6.0 s | 6.0 s | slow disk |"
    )
