"""Reconciliation of the ledger with the rounds: stakes in play, settlements, rates."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, Sum

from casino.models import Answer, Round, Wager
from casino.reconciliation.selectors.tax_line import TAXES, TAXES_QUERY
from casino.reconciliation.selectors.void_line import VOIDS, VOIDS_QUERY
from casino.reconciliation.selectors.worth_line import WORTH, WORTH_QUERY
from loyalty.selectors.check_lines import POINTS, POINTS_QUERY, REDEMPTIONS, REDEMPTIONS_QUERY
from wallet.ledger.selectors.reconciliation import (
    OPEN_ROUNDS,
    SEALED,
    BrokenLine,
    CheckedState,
    build_broken_line,
    check_line,
    check_lines,
    check_record_lines,
    line_queries,
    read_checked_state,
    record_line_queries,
)
from wallet.ledger.selectors.slices import WHOLE_LEDGER, LedgerSlice
from wallet.ledger.services import checkpoint, seal_files
from wallet.ledger.services.checkpoint import CHECKPOINT_LINE, Checkpoint
from wallet.ledger.services.seal_files import SEALS_LINE, find_differences
from wallet.money.values import Money

SETTLEMENTS = "settlements and refunds are what their rounds returned"
# Refunded stakes leave nothing staked. With the demo's provider (`:invented`), the fault tests refund stakes
# of rounds that nobody played. Stakes of running rounds are checked by the line of open rounds.
_SETTLEMENTS = """
    SELECT format('round %s of player %s: %s %s staked and %s paid, the round says %s and %s',
                  coalesce(moved.round_id, round.public_id), coalesce(moved.player_id, round.player_id),
                  coalesce(moved.staked, 0), coalesce(moved.currency_id, round.currency),
                  moved.paid, round.staked, round.returned)
    FROM (
        SELECT round_id, player_id, currency_id,
               sum(CASE kind WHEN 'bet' THEN amount WHEN 'refund' THEN -amount END) AS staked,
               sum(received) AS paid
        FROM wallet_transfer AS transfer
        WHERE kind IN ('bet', 'refund', 'settle') AND (:whole OR round_id = ANY (:rounds))
          AND NOT EXISTS (SELECT FROM wallet_reversal WHERE original_id = transfer.id)
        GROUP BY round_id, player_id, currency_id
    ) AS moved
    FULL JOIN (
        SELECT public_id, player_id, currency::text, status, staked, returned,
               staked - CASE status WHEN 'cancelled' THEN returned ELSE 0 END AS kept,
               CASE status WHEN 'completed' THEN returned END AS won
        FROM casino_round WHERE :whole OR public_id = ANY (:rounds)
        UNION ALL
        SELECT public_id, player_id, wager.currency::text, CASE "end" WHEN '' THEN 'in_progress' ELSE 'cancelled' END,
               amount, amount, 0, NULL
        FROM casino_wager AS wager JOIN casino_participant AS participant ON participant.id = participant_id
        WHERE "end" <> 'dealt' AND (:whole OR public_id = ANY (:rounds))
    ) AS round
    ON round.public_id = moved.round_id AND round.player_id = moved.player_id
       AND round.currency = moved.currency_id
    WHERE round.status IS DISTINCT FROM 'in_progress'
      AND ((coalesce(moved.staked, 0), moved.paid)
           IS DISTINCT FROM (coalesce(round.kept, 0), round.won)
           OR round.public_id IS NULL AND NOT :invented)
    ORDER BY 1
"""
RATES = "rounds are at the rate that was in effect"
# The time of a round is that of its first bet, by the order of transactions and the database's clock, as for an
# exchange (wallet/sql/records.sql); the time in the round's row is the web server's. Play money has no rate.
_RATES = """
    WITH decided AS (
        SELECT rate.id, rate.currency_id, rate.rate, rate.as_of, decision.xact, decision.decided_at AS at,
               word.xact AS gone_xact, word.decided_at AS gone_at
        FROM wallet_rate AS rate JOIN wallet_rate_decision AS decision ON decision.proposal_id = rate.id
             LEFT JOIN (wallet_rate_recall AS asked JOIN wallet_rate_recall_decision AS word
                        ON word.proposal_id = asked.id AND word.approved) ON asked.rate_id = rate.id
        WHERE decision.approved
    ), rated AS (
        SELECT id, as_of, currency_id, rate, xact AS after, at - interval '1 minute' AS since,
               coalesce(gone_xact, lead(xact) OVER next) AS before,
               coalesce(coalesce(gone_at, lead(at) OVER next) + interval '1 minute', 'infinity') AS until
        FROM decided
        WINDOW next AS (PARTITION BY currency_id, gone_at IS NULL ORDER BY as_of, id)
    )
    SELECT format('round %s of player %s: %s %s at %s is not %s USD at the rate of its time', round.public_id,
                  round.player_id, round.amount, round.currency, round.tasa_cambio, round.amount_usd)
    FROM casino_round AS round LEFT JOIN LATERAL (
        SELECT xact, created_at FROM wallet_transfer
        WHERE round_id = round.public_id AND player_id = round.player_id AND kind = 'bet'
        ORDER BY xact, id LIMIT 1
    ) AS bet ON round.currency <> 'USD'
    WHERE round.currency <> 'PLY' AND (
        abs(round.amount * round.tasa_cambio - round.amount_usd) > 0.5
        OR NOT CASE WHEN round.currency = 'USD' THEN round.tasa_cambio = 1 ELSE EXISTS (
            SELECT FROM rated
            WHERE currency_id = round.currency AND rate = round.tasa_cambio
              AND (bet.xact > after OR bet.created_at >= since)
              AND (bet.xact < before OR bet.created_at <= until)
              AND NOT EXISTS (
                  SELECT FROM decided AS other
                  WHERE other.gone_at IS NOT NULL AND other.currency_id = rated.currency_id
                    AND (other.as_of, other.id) > (rated.as_of, rated.id)
                    AND bet.xact > other.xact AND bet.created_at > other.at + interval '1 minute'
                    AND bet.xact < other.gone_xact
                    AND bet.created_at < other.gone_at - interval '1 minute')
        ) END) AND (:whole OR round.public_id = ANY (:rounds))
    ORDER BY 1
"""


def list_line_names(*, since_proved: bool = False) -> list[str]:
    """Return the names of all lines checked, the ledger's own first."""
    names = [
        *line_queries(),
        SEALED,
        OPEN_ROUNDS,
        SETTLEMENTS,
        VOIDS,
        TAXES,
        *record_line_queries(),
        REDEMPTIONS,
        POINTS,
        RATES,
        WORTH,
        SEALS_LINE,
    ]
    return [*names, CHECKPOINT_LINE] if since_proved else names


def open_stakes() -> dict[tuple[UUID, int], Money]:
    """Return the stakes of running rounds and open wagers by (public id, player), as the game records them."""
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS).annotate(
        answered=Sum("answers__amount", filter=Q(answers__state=Answer.State.KEPT), default=0)
    )
    stakes = {
        (round_.public_id, round_.player_id): round_.money(round_.staked + round_.answered)
        for round_ in running
    }
    wagers = Wager.objects.filter(end=Wager.End.OPEN).select_related("participant")
    for wager in wagers:
        stakes[wager.public_id, wager.participant.player_id] = wager.money(wager.amount)
    return stakes


def find_broken_play_lines() -> list[BrokenLine]:
    """Return the broken lines of the ledger, settlements and voids, in the caller's transaction if there is one."""
    return [line for line in _lines_of_play(WHOLE_LEDGER) if line.rows]


def _lines_of_play(part: LedgerSlice) -> Iterator[BrokenLine]:
    yield from check_lines(open_stakes(), part)
    yield check_line(SETTLEMENTS, _SETTLEMENTS, part)
    yield check_line(VOIDS, VOIDS_QUERY, part)
    yield check_line(TAXES, TAXES_QUERY, part)


@dataclass(slots=True)
class LedgerSnapshot:
    """State that a check read in its snapshot, and the checkpoint it proves if every line holds.

    `part` is the slice of the ledger; `proved` is None if only a slice was read, or nothing is sealed.
    """

    seen: CheckedState | None = None
    part: LedgerSlice = WHOLE_LEDGER
    proved: Checkpoint | None = None


def check_house_lines(
    sight: LedgerSnapshot | None = None, copy: Path | None = None, *, since_proved: bool = False
) -> Iterator[BrokenLine]:
    """Yield every line as it is checked, without rows if it holds: in one snapshot, concurrently with play.

    `sight` receives the contents of the snapshot; `copy` is a folder with an external copy of the seals to
    compare. With `since_proved` only the slice after the last checkpoint is read, if the current states follow
    from it; otherwise everything is read, and if every line then holds, the checkpoint itself is reported as
    broken. Everything is also read after any failed check since the checkpoint. Must not run inside a
    transaction; no statement or lock timeout.
    """
    sight = sight or LedgerSnapshot()
    proof, block = (
        checkpoint.load_checkpoint() if since_proved else None,
        seal_files.last_written_block(),
    )
    broken = 0
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        part = checkpoint.slice_since(proof) if proof else None
        if proof and part and not checkpoint.has_failed_since(proof):
            sight.part = part
        sight.seen = read_checked_state(sight.part)
        for line in _lines_of_the_database(sight.part):
            broken += line.rows
            yield line
        if sight.part == WHOLE_LEDGER:
            sight.proved = checkpoint.make_checkpoint(block)
    rows = find_differences(since=sight.part.block) + (find_differences(copy) if copy else [])
    heads = build_broken_line(SEALS_LINE, rows, sight.part)
    yield heads
    if since_proved:
        differs = proof is not None and part is None and broken + heads.rows == 0
        yield build_broken_line(
            CHECKPOINT_LINE, [proof.differs] if proof and differs else [], sight.part
        )


def _lines_of_the_database(part: LedgerSlice) -> Iterator[BrokenLine]:
    yield from _lines_of_play(part)
    yield from check_record_lines(part)
    yield check_line(REDEMPTIONS, REDEMPTIONS_QUERY, part)
    yield check_line(POINTS, POINTS_QUERY, part)
    yield check_line(RATES, _RATES, part)
    yield check_line(WORTH, WORTH_QUERY, part)


def find_broken_house_lines() -> list[BrokenLine]:
    """Return the lines that do not hold; see `check_house_lines`."""
    return [line for line in check_house_lines() if line.rows]
