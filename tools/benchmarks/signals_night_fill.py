"""The part of `tools.benchmarks.signals_night` that fills the house: players, their earlier days, and one day's rounds.

The rows of a few hundred players go by COPY into tables of their own, and from there, as often as needed, into the tables of
the house. Prints progress, and at the end the number of rounds.
"""

import argparse
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, LiteralString

import django
import numpy as np
import psycopg

from signals.columns import VERBS
from tools.benchmarks import signals_night_statements as statements
from tools.benchmarks.servers import MEMBERS
from tools.benchmarks.signals_night_players import invent_groups, list_decisions

_AMONG: Final = 400
"""Players who differ; all others are copies of them at other times of the day."""

_DAY: Final = 86_400
_RESULT: Final = (
    '{"seats": [{"box": 1, "hands": [{"cards": ["9S", "7C", "5D"], "stake": 100000, "outcome": "win", "paid": 200000}],'
    ' "staked": 100000, "returned": 200000}]}'
)
_SEED: Final = 29
Owner = psycopg.Connection[Any]
Rows = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class House:
    """The tables at which everybody plays, by the same rules."""

    private: int
    live: int
    version: int
    rules: Any


def main() -> None:
    """Prepare the house, or fill it with about so many rounds."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--rounds", type=int, help="without it only charts and effects are computed"
    )
    given = parser.parse_args()
    django.setup()
    logging.disable(logging.INFO)
    house = _find_house()
    _tell("chart and effects of the rules are computed")
    if given.rounds:
        _fill(house, given.rounds)


def _fill(house: House, rounds: int) -> None:
    from tools.history import bare_tables  # noqa: PLC0415 - after django.setup()
    from tools.history.finishing import owner_url  # noqa: PLC0415 - likewise

    url = owner_url()
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(statements.TEMPLATES)
        template = Template(house.version, datetime.now(UTC).timestamp())
        template.copy(owner, house)
        _tell(f"{template.rounds:,} rounds of {len(template.rows['member']):,} players are played")
        copies = max(1, round(rounds / template.rounds))
        with bare_tables.drop_temporarily(url, statements.TABLES, statements.TABLES):
            _multiply(owner, template, house, copies)
        _tell("indexes are built")
        owner.execute("DROP SCHEMA night CASCADE")
    _tell(f"{copies * template.rounds:,} rounds are written")


def _tell(what: str) -> None:
    print(f"{datetime.now().astimezone():%H:%M:%S} {what}", flush=True)


def _find_house() -> House:
    """Return the demo's tables; their charts and effects of removal are computed if they were not."""
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from tables.models import Table  # noqa: PLC0415 - likewise
    from tables.services.mathematics import compute_due, request_mathematics  # noqa: PLC0415 - likewise
    from tables.values.questions import effects_question  # noqa: PLC0415 - likewise

    private, live = (
        Table.objects.select_related("version__rule_set").filter(slug=slug).latest("pk")
        for slug in ("ligalo", "live")
    )
    for question in (None, effects_question()):
        row = request_mathematics(private.version.rules, question)
        compute_due(timezone.now(), row.digest)
    return House(private.pk, live.pk, private.version_id, private.version.rules)


class Template:
    """Rows of the players who differ, by table of the schema `night`."""

    def __init__(self, version: int, now: float) -> None:
        self.version, self.now = version, now
        self.random = np.random.default_rng(_SEED)
        names = ("grp", "member", "shoe", "deal", "round", "decision", "past")
        self.rows: dict[str, Rows] = {name: [] for name in names}
        self.lasts: list[float] = []

    @property
    def rounds(self) -> int:
        return len(self.rows["round"])

    def copy(self, owner: Owner, house: House) -> None:
        """Play the players and write their rows."""
        for group in invent_groups(house.rules, self.version, _AMONG, self.now, self.random):
            self._add(group)
        for name, rows in self.rows.items():
            with owner.cursor().copy(f"COPY night.{name} FROM STDIN".encode()) as copy:
                for row in rows:
                    copy.write_row(row)
        owner.execute("ANALYZE night.round, night.deal, night.decision, night.past, night.shoe")

    def _add(self, group: Any) -> None:
        g = len(self.rows["grp"])
        self.rows["grp"].append((g, group.is_live))
        deals = group.members[0].today.deals
        self.lasts.append(float(deals.ended[-1]))
        first = self._add_deals(g, deals)
        for m, member in enumerate(group.members):
            n = len(self.rows["member"])
            self.rows["member"].append((n, g, m))
            self._add_rounds(n, first, member.today, deals)
            self.rows["past"] += [
                (n, one.ago, one.deals, one.decisions, one.columns) for one in member.before
            ]

    def _add_deals(self, g: int, deals: Any) -> int:
        """Add the deals with their shoes. Returns the number of the first deal."""
        firsts = np.flatnonzero(np.diff(deals.shoe, prepend=-1))
        ends = np.append(firsts[1:], len(deals))
        shoe_of = np.empty(len(deals), int)
        for place, (begin, end) in enumerate(zip(firsts.tolist(), ends.tolist(), strict=True)):
            s = len(self.rows["shoe"])
            shoe_of[begin:end] = s
            opened, closed = float(deals.at[begin]), float(deals.ended[end - 1])
            cards = int(deals.left[begin] - deals.left[end - 1]) + 6
            self.rows["shoe"].append((s, g, place + 1, end - begin, opened, closed, cards))
        first = len(self.rows["deal"])
        columns = (shoe_of, deals.nonce, deals.at, deals.running, deals.left)
        self.rows["deal"] += [
            (first + place, s, g, nonce, at, running, left)
            for place, (s, nonce, at, running, left) in enumerate(
                zip(*(one.tolist() for one in columns), strict=True)
            )
        ]
        return first

    def _add_rounds(self, n: int, first: int, today: Any, shared: Any) -> None:
        """Add a player's rounds, and decisions in them; the times are those of the shared deals."""
        deals, made = today.deals, today.decisions
        played = np.flatnonzero(deals.played)
        number = np.full(len(deals), -1)
        number[played] = self.rounds + np.arange(len(played))
        lasts = shared.ended - shared.at
        columns = (number, first + np.arange(len(deals)), shared.at, lasts)
        money = (deals.stake, deals.staked, deals.returned)
        chosen = [one[played].tolist() for one in (*columns, *money)]
        self.rows["round"] += [(r, d, n, *rest) for r, d, *rest in zip(*chosen, strict=True)]
        self.rows["decision"] += list(_list_decisions(today, number, shared.at[made.row]))


def _list_decisions(today: Any, number: Any, begins: Any) -> Iterator[tuple[Any, ...]]:
    made, legal = today.decisions, list_decisions(today)["legal"]
    row = made.row
    firsts = np.searchsorted(row, row)
    steps = np.arange(len(row)) - firsts
    into = made.at - today.deals.at[row]
    think = np.where(np.isfinite(made.think), made.think, 1.0)
    columns = (
        number[row],
        steps,
        made.action,
        begins + into - think,
        begins + into,
        made.spot,
        legal,
    )
    for r, step, action, *rest in zip(
        *(one.tolist() for one in (*columns, made.running, made.left)), strict=True
    ):
        yield (r, step, VERBS[action], *rest)


def _multiply(owner: Owner, template: Template, house: House, copies: int) -> None:
    """Write the rows of the house: each template so many times, each time at another time of the day."""
    count = copies * len(template.rows["member"])
    _copy_turns(owner, template, copies)
    first = _add_players(owner, count)
    given = {
        "first": first,
        "copies": copies,
        "private": house.private,
        "version": house.version,
        "live": house.live,
        "result": _RESULT,
        "today": datetime.fromtimestamp(template.now, UTC).date(),
        **_list_signals(),
    }
    for what, sql in (
        ("players", statements.PERSONS),
        ("places", statements.PLACES),
        ("shoes", statements.SHOES),
        ("deals", statements.DEALS),
        ("rounds", statements.ROUNDS),
        ("bets", statements.BETS),
        ("decisions", statements.DECISIONS),
        ("earlier days", statements.PAST),
    ):
        _run(owner, sql, given)
        _tell(f"{what} are written")
    owner.execute("SELECT setval('casino_round_id_seq', (SELECT max(id) FROM casino_round))")


def _run(owner: Owner, sql: LiteralString, given: dict[str, Any]) -> None:
    """Run statements that share their values, one after the other."""
    with psycopg.ClientCursor(owner) as cursor:
        cursor.execute(sql, given)


def _copy_turns(owner: Owner, template: Template, copies: int) -> None:
    """Give each copy of a group its begin, so that it ends before now."""
    now = datetime.fromtimestamp(template.now, UTC)
    with owner.cursor().copy("COPY night.turn FROM STDIN") as copy:
        for c in range(copies):
            for g, lasts in enumerate(template.lasts):
                free = max(_DAY - lasts - 600, 0) * float(template.random.random())
                copy.write_row((c, g, now - timedelta(seconds=lasts + 300 + free)))


def _add_players(owner: Owner, count: int) -> int:
    """Add players without money. Returns the first one's id."""
    owner.execute(MEMBERS, [count])
    row = owner.execute(
        "SELECT min(id) FROM accounts_user WHERE starts_with(email, 'bench')"
    ).fetchone()
    return int(row[0]) if row else 0


def _list_signals() -> dict[str, Sequence[Any]]:
    from detection.selectors.configurations import load_configuration  # noqa: PLC0415 - after django.setup()

    configuration = load_configuration()
    looks = configuration.with_looks
    return {
        "signals": [one.id for one in looks],
        "versions": [one.version for one in looks],
        "units": [one.unit.value for one in looks],
        "all": [one.id for one in configuration.signals],
    }


if __name__ == "__main__":
    main()
