"""Check that judged rounds have their luck; rounds without it are left out of measured returns."""

from collections.abc import Iterator
from typing import Final

from journal.values.findings import Finding, make_finding
from reports.models import ClosedPart
from reports.selectors.period_query import find_last_closed, query_rows
from reports.values.period import Period
from tables.models import Mathematics, RuleSetVersion
from tables.values import questions

# Only rounds that ended after the effects of removal were stored: they were judged later, with the effects.
_WITHOUT_LUCK: Final = """
    SELECT judged.day, count(*) AS rounds
    FROM casino_round AS round JOIN reports_judgedround AS judged ON judged.round_id = round.id
    WHERE round.finished_at >= %(since)s AND round.finished_at < %(until)s
      AND round.finished_at > %(known)s AND round.version_id = %(version)s AND judged.luck_usd IS NULL
    GROUP BY judged.day ORDER BY judged.day
"""
_VERSIONS: Final = """
    SELECT DISTINCT round.version_id AS id
    FROM casino_round AS round JOIN reports_judgedround AS judged ON judged.round_id = round.id
    WHERE round.finished_at >= %(since)s AND round.finished_at < %(until)s AND judged.luck_usd IS NULL
"""


def find_rounds_without_luck(days: int) -> Iterator[Finding]:
    """Yield judged rounds without luck in the last days, by day and version, if the effects of removal were known."""
    last = find_last_closed(ClosedPart.DECISIONS)
    if last is None:
        return
    period = Period.last_days(days, last)
    given = {"since": period.since, "until": period.until}
    numbers = [row["id"] for row in query_rows(_VERSIONS, given)]
    for version in RuleSetVersion.objects.filter(pk__in=numbers).order_by("pk"):
        digest = questions.question_digest(version.rules, questions.effects_question())
        effects = Mathematics.objects.filter(digest=digest).first()
        if effects is None or not effects.is_current:
            continue
        asked = {**given, "known": effects.finished_at, "version": version.pk}
        for row in query_rows(_WITHOUT_LUCK, asked):
            of = {"day": row["day"].isoformat(), "version_id": version.pk}
            yield make_finding("rounds_without_luck", of=of, rounds=row["rounds"])
