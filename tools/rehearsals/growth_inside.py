"""The parts of the growth rehearsal that need Django: a month of rounds, its closed days, sizes, and costs of play and reports."""

import argparse
import json
import logging
import secrets
import sys
from datetime import datetime, timedelta
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import django

if TYPE_CHECKING:
    from accounts.models.users import User
    from casino.models import Round

_PLAYERS: Final = 8
_WARM: Final = 12
_REPORT_TIMES: Final = 5
_DAYS: Final = 28
_SIZES: Final = """
SELECT sum(pg_table_size(oid)), sum(pg_indexes_size(oid)) FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


def main() -> None:
    """Run one command and print its result as JSON."""
    done = {"month": write_month, "settle": settle, "costs": measure_costs}
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=done)
    parser.add_argument("--since", type=datetime.fromisoformat)
    parser.add_argument("--until", type=datetime.fromisoformat)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--times", type=int, default=0)
    given = parser.parse_args()
    django.setup()
    logging.disable(logging.INFO)
    print(json.dumps(done[given.what](given)))


def write_month(given: argparse.Namespace) -> dict[str, Any]:
    """Write the rounds that the month still lacks, seal them, and close the days that ended in it."""
    from casino.models import Round  # noqa: PLC0415 - after django.setup()
    from tables.models import MoneyKind, Table  # noqa: PLC0415 - likewise
    from tools.history import bare_tables, finishing, writing  # noqa: PLC0415 - likewise
    from tools.history.cast import BENCH, Cast  # noqa: PLC0415 - likewise
    from tools.history.history_plan import Plan  # noqa: PLC0415 - likewise
    from wallet.ledger.services.seals import seal_ledger  # noqa: PLC0415 - likewise

    bare_tables.restore(finishing.owner_url())
    played = Round.objects.filter(started_at__gte=given.since, started_at__lt=given.until).count()
    missing = given.rounds - played
    if missing > given.rounds // 50:
        tables = Table.objects.filter(version__rule_set__money=MoneyKind.REAL)
        found = list(tables.select_related("version__rule_set"))
        days = (given.until - given.since).days
        plan = Plan(missing, days, given.since.month, given.until, copied=True)
        writing.write_history(finishing.owner_url(), found, plan, Cast(BENCH), _tell)
    seal_ledger()
    _close_days(given.until)
    return {"rounds": missing}


def _tell(part: float, what: str) -> None:
    print(f"\r{part:4.0%}  {what:<30}", end="" if part < 1 else "\n", file=sys.stderr, flush=True)


def _close_days(until: datetime) -> None:
    """Close the days that are over at `until`; later ones are still to be played."""
    from reports.models import ClosedDay, ClosedPart  # noqa: PLC0415 - after django.setup()
    from reports.services import closing  # noqa: PLC0415 - likewise
    from reports.values.period import end_of  # noqa: PLC0415 - likewise

    closed = ClosedDay.objects.filter(part=ClosedPart.FIGURES).order_by("-day")
    while True:
        last = closed.values_list("day", flat=True).first()
        if last is not None and end_of(last + timedelta(days=1)) > until:
            return
        if not closing.close_days(1):
            return


def settle(_given: argparse.Namespace) -> dict[str, Any]:
    """Vacuum and analyse everything; return the number of rounds, the sizes and the seconds of the vacuum."""
    from django.db import connections  # noqa: PLC0415 - after django.setup()

    with connections["owner"].cursor() as owner:
        began = perf_counter()
        owner.execute("VACUUM (ANALYZE)")
        took = perf_counter() - began
        owner.execute(_SIZES)
        tables, indexes = (int(size) for size in owner.fetchone())
        owner.execute("SELECT count(*) FROM casino_round")
        rounds = owner.fetchone()[0]
    return {"rounds": rounds, "bytes": tables + indexes, "indexes": indexes, "vacuum": took}


def measure_costs(given: argparse.Namespace) -> dict[str, float]:
    """Return the median milliseconds of a bet, of a decision, and of the reports of the last closed weeks."""
    bets: list[float] = []
    decisions: list[float] = []
    players = [_player(n) for n in range(_PLAYERS)]
    for number in range(given.times + _WARM):
        bet, made = _play(players[number % _PLAYERS])
        if number >= _WARM:
            bets.append(bet)
            decisions += made
    return {"bet": median(bets), "decision": median(decisions), "report": _measure_reports()}


def _player(number: int) -> "User":
    from uuid import uuid4  # noqa: PLC0415 - beside the others

    from accounts.models.users import User  # noqa: PLC0415 - after django.setup()
    from accounts.sign_up.services.demo import register_demo_player  # noqa: PLC0415 - likewise
    from wallet.ledger.services.movements import credit_deposit  # noqa: PLC0415 - likewise
    from wallet.money.values import Money  # noqa: PLC0415 - likewise

    email = f"growth{number}@bench.test"
    found = User.objects.filter(email=email).first()
    if found is None:
        found = register_demo_player(email, secrets.token_hex(16), "Growth")
        credit_deposit(found.pk, Money.parse("1000000", "USD"), key=uuid4(), provider="demo")
    return found


def _play(player: "User") -> tuple[float, list[float]]:
    """Play a round to its end; return the milliseconds of the bet and of each decision."""
    from casino.fairness.services.shoes import take_place  # noqa: PLC0415 - after django.setup()
    from casino.models import Round  # noqa: PLC0415 - likewise
    from casino.play.services.betting import BetRequest, place_bet  # noqa: PLC0415 - likewise
    from casino.selectors.places import present_shoe  # noqa: PLC0415 - likewise
    from casino.values.boxes import BoxInput  # noqa: PLC0415 - likewise
    from tables.models import Table  # noqa: PLC0415 - likewise

    table = Table.objects.select_related("version__rule_set").get(slug="ligalo")
    participant, _shoes = take_place(player, table)
    shoe = present_shoe(participant.place)
    if shoe is None:
        raise LookupError(f"no shoe at place {participant.place_id}")
    salt = secrets.token_hex(16)
    asked = BetRequest(shoe.public_id, shoe.rounds_dealt + 1, {1: BoxInput("5")}, salt=salt)
    began = perf_counter()
    round_ = place_bet(player, table, asked)
    bet = 1000 * (perf_counter() - began)
    made = []
    while round_.status == Round.Status.IN_PROGRESS:
        took, round_ = _decide(player, round_)
        made.append(took)
    return bet, made


def _decide(player: "User", round_: "Round") -> tuple[float, "Round"]:
    from casino.fairness.selectors.dealing import load_record, replay_deal  # noqa: PLC0415 - after django.setup()
    from casino.play.services.decisions import DecisionRequest, make_decision  # noqa: PLC0415 - likewise

    legal = replay_deal(round_, load_record(round_))[-1].legal_actions
    action = "decline" if "decline" in legal else "stand"
    step = DecisionRequest(round_.public_id, round_.decisions.count(), action)
    began = perf_counter()
    round_ = make_decision(player, step)
    return 1000 * (perf_counter() - began), round_


def _measure_reports() -> float:
    """Return the median milliseconds of four reports of the last closed weeks, added up."""
    from reports.figures import liabilities, overview, performance, players  # noqa: PLC0415 - after django.setup()
    from reports.selectors.period_query import find_last_closed  # noqa: PLC0415 - likewise
    from reports.values.filters import Filters  # noqa: PLC0415 - likewise
    from reports.values.period import Period  # noqa: PLC0415 - likewise

    last = find_last_closed()
    if last is None:
        raise LookupError("no day is closed")
    period, took = Period.last_days(_DAYS, last), []
    for _ in range(_REPORT_TIMES + 1):
        began = perf_counter()
        for report in (overview, performance, liabilities, players):
            report.load_figures(period, Filters())
        took.append(1000 * (perf_counter() - began))
    return median(took[1:])


if __name__ == "__main__":
    main()
