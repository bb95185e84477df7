"""Validation of rules and tables: payouts exact to four decimals, limits in order."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _

from accounts.values.currencies import BASE_CURRENCY, PLAY_MONEY, REAL_CURRENCIES
from blackjack.bets import smallest_unit
from blackjack.rules import Rules
from tables.models import RuleSet, Table
from tables.refusals import Misconfigured, Problem
from tables.selectors.tables import find_rule_set_tables

CHIPS: Final = 5
MOST_UNITS: Final = 10**14
# In other currencies the step is the largest of 1, 2, 5, 10 … worth no more than the table's
# (`casino.limits.values.bet_limits`). No currency unit is worth more dollars than this, so a step is at least the
# table's divided by 2.5 times this value.
STRONGEST: Final = 4
LEAST_LIVE_SEATS: Final = 2
_SHORTEST_STEP: Final = 5 * STRONGEST // 2
_AMOUNTS: Final = (
    "min_bet_usd",
    "max_bet_usd",
    "min_player",
    "max_player",
    "max_round_usd",
    "min_side",
    "max_side",
)
_POSITIVE: Final = ("step", "max_insurance", "hands_per_minute", "hands_per_day", "max_bet_ratio")
_ORDER: Final = (
    ("min_bet_usd", "max_bet_usd"),
    ("max_bet_usd", "max_round_usd"),
    ("min_player", "max_player"),
    ("min_bet_usd", "max_player"),
    ("min_player", "max_round_usd"),
    ("max_player", "max_round_usd"),
    ("min_side", "max_side"),
)


def verify_rules(rules: Rules, family: RuleSet) -> None:
    """Validate rules for a rule set: allowed for its money, and payable by all its tables. Raises Misconfigured."""
    problems = [*_money_problems(rules, family), *_box_problems(rules)]
    for table in find_rule_set_tables(family.pk):
        problems += find_live_problems(table, rules)
        if not pays_exactly(rules, table.step, table.currencies):
            text = _("%(table)s could not pay this exactly: its stakes are multiples of %(step)s.")
            told = text % {"table": table.display_name, "step": format_plain_decimal(table.step)}
            problems.append(Problem(_cause(rules), told))
    _see_none(problems)


def verify_table(
    table: Table, *, accepted: bool = True, house: Mapping[str, int] | None = None
) -> None:
    """Validate a table's values with its rules. Raises Misconfigured.

    `accepted`: warnings about its limits are intended; `house`: the house's limits in force.
    """
    problems = [
        *_sign_problems(table),
        *_chip_problems(table),
        *_order_problems(table),
        *_other_problems(table),
        *find_live_problems(table, table.version.rules),
        *([] if accepted else find_table_doubts(table, house or {})),
    ]
    _see_none(problems or list(_exactness_problems(table)))


def pays_exactly(rules: Rules, step: int, currencies: list[str]) -> bool:
    """Return whether every payout on every multiple of the step is exact to four decimals in each currency."""
    unit = smallest_unit(rules)
    if step % unit:
        return False
    own = {PLAY_MONEY, BASE_CURRENCY}
    if own.issuperset(currencies):
        return True
    least = step / _SHORTEST_STEP
    # Once the unit divides a power of ten, it divides every larger step of the series.
    series = (first * 10**power for power in range(len(str(step)) + 1) for first in (1, 2, 5))
    return all(one % unit == 0 for one in series if one >= least)


def format_plain_decimal(units: int) -> str:
    """Format units of 10^-4 for a message: a decimal with a point."""
    whole, rest = divmod(units, 10_000)
    return f"{whole}.{rest:04d}".rstrip("0").removesuffix(".")


def find_live_problems(table: Table, rules: Rules) -> Iterator[Problem]:
    """Yield problems of a live table's rules: no clock for turns or between deals, or only one box."""
    if not table.is_live:
        return
    told = _("%(table)s is a live table: its rules need %(what)s.")
    if rules.turn_seconds is None:
        yield Problem(
            "turn_seconds", told % {"table": table.display_name, "what": _("seconds for a turn")}
        )
    if not (rules.betting_seconds or rules.intermission_seconds):
        what = _("seconds for betting or between deals")
        yield Problem("betting_seconds", told % {"table": table.display_name, "what": what})
    if rules.seats < LEAST_LIVE_SEATS:
        yield Problem(
            "seats", told % {"table": table.display_name, "what": _("at least two seats")}
        )


def _see_none(problems: list[Problem]) -> None:
    if problems:
        raise Misconfigured(problems)


def _money_problems(rules: Rules, family: RuleSet) -> Iterator[Problem]:
    if rules.inverted and not family.is_play_money:
        yield Problem("inverted", _("Inverted rules are for play money only."))


def _box_problems(rules: Rules) -> Iterator[Problem]:
    if rules.seats_per_player > rules.seats:
        told = _("A player cannot have more boxes than the table: maximum %(boxes)d.")
        yield Problem("seats_per_player", told % {"boxes": rules.seats})


def find_round_problems(
    max_bet: int | None, max_round: int | None, field: str = "max_round_usd"
) -> Iterator[Problem]:
    """Yield a warning if a limit of a round prevents doubling a maximum bet."""
    if max_bet is not None and max_round is not None and max_round < 2 * max_bet:
        told = _(
            "A maximum bet could not be doubled: that takes %(amount)s. Raise the limit, or confirm below that this is intended."
        )
        yield Problem(field, told % {"amount": format_plain_decimal(2 * max_bet)})


def find_table_doubts(table: Table, house: Mapping[str, int]) -> list[Problem]:
    """Return warnings about a table's limits, alone and together with the house's."""
    found = list(find_round_problems(table.max_bet_usd, table.max_round_usd))
    names = {"max_round": "max_round_usd"}
    beside = find_doubts_at_tables([table], house)
    return found or [Problem(names.get(one.field, one.field), one.message) for one in beside]


def find_doubts_at_tables(tables: Iterable[Table], given: Mapping[str, int]) -> list[Problem]:
    """Return warnings that limits of the house or a player cause at tables: the first per field."""
    found: dict[str, Problem] = {}
    for table in tables:
        for problem in _doubts_at(table, given):
            found.setdefault(problem.field, problem)
    return list(found.values())


def _doubts_at(table: Table, given: Mapping[str, int]) -> Iterator[Problem]:
    bet = min(table.max_bet_usd, given.get("max_bet", table.max_bet_usd))
    most = given.get("max_round")
    if most is not None and most < min(2 * bet, table.max_round_usd):
        told = _(
            "At %(table)s a maximum bet could not be doubled: that takes %(amount)s. Raise the limit, or confirm below that this is intended."
        )
        yield Problem(
            "max_round",
            told % {"table": table.display_name, "amount": format_plain_decimal(2 * bet)},
        )
    side = (
        None
        if table.max_side is None
        else min(table.max_side, given.get("max_side", table.max_side))
    )
    if side is not None and side > bet:
        told = _(
            "At %(table)s a side bet could be higher than a bet: maximum %(amount)s. Lower the limit, or confirm below that this is intended."
        )
        yield Problem(
            "max_side", told % {"table": table.display_name, "amount": format_plain_decimal(bet)}
        )


def _cause(rules: Rules) -> str:
    """Return the field that makes payouts finer than stakes."""
    if rules.naturals and rules.natural_odds[1] > 1:
        return "blackjack_pays"
    return "surrender" if rules.surrender != "none" else "insurance"


def _sign_problems(table: Table) -> Iterator[Problem]:
    for name in (*_AMOUNTS, *_POSITIVE):
        value = getattr(table, name)
        if value is not None and value <= 0:
            yield Problem(name, _("This has to be more than 0."))
        elif value is not None and value > MOST_UNITS:
            yield Problem(name, _("This is too much."))
        elif name in _AMOUNTS and value and table.step > 0 and value % table.step:
            yield Problem(name, _multiple(table))
    if table.min_seconds_between_rounds < 0:
        yield Problem("min_seconds_between_rounds", _("This has to be 0 or more."))
    if table.rounds_before_shoe_change < 0:
        yield Problem("rounds_before_shoe_change", _("This has to be 0 or more."))


def _multiple(table: Table) -> str:
    return _("This has to be a multiple of %(step)s.") % {"step": format_plain_decimal(table.step)}


def _chip_problems(table: Table) -> Iterator[Problem]:
    chips = table.chips
    if len(chips) != CHIPS or chips != sorted(set(chips)) or chips[0] <= 0:
        yield Problem("chips", _("Five different chips, the smallest first."))
    elif table.step > 0 and any(chip % table.step for chip in chips):
        yield Problem("chips", _multiple(table))
    elif chips[0] < table.min_bet_usd:
        told = _("The smallest chip has to be at least the minimum bet, %(amount)s.")
        yield Problem("chips", told % {"amount": format_plain_decimal(table.min_bet_usd)})


def _order_problems(table: Table) -> Iterator[Problem]:
    for low, high in _ORDER:
        least, most = getattr(table, low), getattr(table, high)
        if least is not None and most is not None and least > most:
            told = _("This has to be at least %(amount)s.") % {
                "amount": format_plain_decimal(least)
            }
            yield Problem(high, told)


def _other_problems(table: Table) -> Iterator[Problem]:
    family = table.rule_set
    yield from _currency_problems(table, family)
    if (table.opens is None) != (table.closes is None) or (
        table.opens and table.opens == table.closes
    ):
        yield Problem(
            "closes", _("Give two different hours, or none for a table that never closes.")
        )
    if table.bet_formula not in Table.BetFormula.values:
        yield Problem("bet_formula", _("There is no such formula."))
    elif table.bet_formula and not family.is_play_money:
        yield Problem("bet_formula", _("This is for play money only."))
    if table.max_side is not None and table.max_side > table.max_bet_usd:
        told = _("A side bet may not be higher than a bet: maximum %(amount)s.")
        yield Problem("max_side", told % {"amount": format_plain_decimal(table.max_bet_usd)})
    if table.min_player is not None and table.min_player > _most_of_a_player(table):
        yield Problem("min_player", _("No player could stake so much on the boxes of this table."))


def _most_of_a_player(table: Table) -> int:
    return table.max_bet_usd * table.version.rules.boxes_per_player


def _currency_problems(table: Table, family: RuleSet) -> Iterator[Problem]:
    allowed = [PLAY_MONEY] if family.is_play_money else list(REAL_CURRENCIES)
    given = table.currencies
    if not given or len(set(given)) != len(given) or not set(given) <= set(allowed):
        told = _("One or more of: %(currencies)s.")
        yield Problem("currencies", told % {"currencies": ", ".join(allowed)})


def _exactness_problems(table: Table) -> Iterator[Problem]:
    rules = table.version.rules
    if not pays_exactly(rules, table.step, table.currencies):
        unit = format_plain_decimal(smallest_unit(rules))
        told = _(
            "Not every payout would be exact in four decimals, in every currency of the table: these rules need "
            "stakes that are multiples of %(unit)s, and a step of ten times that or more for several currencies."
        )
        yield Problem("step", told % {"unit": unit})
