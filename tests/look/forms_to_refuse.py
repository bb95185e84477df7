"""Forms of the back office with what was typed, each of which is refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.test import Client
from django.urls import reverse

from accounts.restrictions.services.restrictions import propose_lifting
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_player
from tables.models import RuleSet
from tables.selectors.house_tables import ATLANTIC_CITY, ONE
from tables.services import changes, limit_sets, opening, switches
from tests.accounts import recovering
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import analyst, restricted
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.wallet.rates import approved, enter
from wallet.rates.services import recalls

TYPED: Final = '<b>"the card reader"</b> & more '


LONG: Final = TYPED * 20
"""Longer than the maximum length of a reason."""


@dataclass(frozen=True, slots=True)
class Form:
    """Form shown on `page` and sent to `address` by the client `who`; `told` is the reason for its refusal."""

    who: Client
    page: str
    address: str
    sent: Mapping[str, str]
    told: str
    status: int = 422


def _house() -> Form:
    page = reverse("switches:overview")
    sent = {"do": "stop", "reason": LONG}
    return Form(
        inside(manager()), page, reverse("switches:house"), sent, "Give a reason of up to 500"
    )


def _rules() -> Form:
    an_open_table()
    address = reverse("switches:rules", args=[RuleSet.objects.get().pk])
    sent = {"do": "sing", "reason": TYPED}
    return Form(
        inside(manager()), reverse("switches:overview"), address, sent, "Give a reason of up to 500"
    )


def _box() -> Form:
    table = an_open_table(ATLANTIC_CITY)
    address = reverse("switches:box", args=[table.pk, 2])
    sent = {"do": "stop", "reason": LONG}
    return Form(
        inside(operator()),
        reverse("switches:overview"),
        address,
        sent,
        "Give a reason of up to 500",
    )


def _stopped_player() -> Form:
    ana = register_demo_player("ana@example.test", "a long password", "Ana Rosario")
    switches.switch_player(ana.pk, stopped=True, reason="x", acting_user=manager())
    address = reverse("switches:player", args=[ana.pk])
    sent = {"do": "go", "reason": LONG}
    return Form(
        inside(analyst()), reverse("switches:overview"), address, sent, "Give a reason of up to 500"
    )


def player_by_address() -> Form:
    sent = {"do": "stop", "reason": TYPED, "email": "nobody@example.test"}
    address, told = reverse("switches:find_player"), "No player has this email address."
    return Form(inside(analyst()), reverse("switches:overview"), address, sent, told)


def _table_of_unaccepted_returns() -> Form:
    table = an_open_table()
    opening.close_table(table.pk, reason="a pause", acting_user=operator())
    with_mathematics(table.version.rules, rtp=1.01)
    sent, told = {"do": "go", "reason": TYPED}, "unusual returns, which have to be accepted"
    address = reverse("switches:table", args=[table.pk])
    return Form(inside(operator()), reverse("switches:overview"), address, sent, told)


def _switch_of_a_table() -> Form:
    table = an_open_table()
    page, address = (reverse(f"tables:{name}", args=[table.pk]) for name in ("table", "switch"))
    return Form(
        inside(operator()),
        page,
        address,
        {"do": "close", "reason": LONG},
        "Give a reason of up to 500",
    )


def _change_of_a_table() -> Form:
    table = an_open_table()
    row = changes.propose_change(
        table.pk, {"max_bet_usd": 40 * ONE}, reason="x", acting_user=operator("omar")
    )
    page = reverse("tables:table", args=[table.pk])
    address = reverse("tables:decide_change", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    return Form(inside(manager()), page, address, sent, "Give a reason of up to 500")


def _limits_of_play() -> Form:
    row = limit_sets.propose_limits(None, {"max_bet": 5 * ONE}, reason="x", acting_user=operator())
    address = reverse("tables:decide_limits", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    told = "Give a reason of up to 500"
    return Form(inside(manager()), reverse("tables:house"), address, sent, told)


def _rate_that_waits() -> Form:
    approved("EUR", "1.10", hours=5)
    address = reverse("rates:decide", args=[enter("EUR", "11").row.pk])
    sent, told = {"verdict": "approve", "reason": LONG}, "Give a reason of up to 500"
    return Form(inside(manager()), reverse("rates:waiting"), address, sent, told)


def _rate_in_effect() -> Form:
    page, address = (
        reverse("rates:history", args=["EUR"]),
        reverse("rates:ask_recall", args=[approved("EUR", "1.10").pk]),
    )
    return Form(inside(operator()), page, address, {"reason": LONG}, "Give a reason.")


def _recall_of_a_rate() -> Form:
    row = recalls.propose_recall(approved("EUR", "1.10").pk, operator(), reason="a comma")
    address = reverse("rates:decide_recall", args=[row.pk])
    sent, told = {"verdict": "refuse", "reason": LONG}, "Give a reason of up to 500"
    return Form(inside(manager()), reverse("rates:waiting"), address, sent, told)


def _lifting() -> Form:
    row = propose_lifting(
        restricted(ana_confirmed()).pk, acting_user=analyst("one"), reason="explained"
    )
    address = reverse("players:decide_lifting", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    return Form(
        inside(manager()), reverse("players:liftings"), address, sent, "Give a reason of up to 500"
    )


def _reset_of_factors() -> Form:
    row = recovering.asked(recovering.ana_without_her_phone()[0])
    address = reverse("players:decide_reset", args=[row.pk])
    sent = {"verdict": "approve", "reason": LONG}
    return Form(
        inside(manager()), reverse("players:resets"), address, sent, "Give a reason of up to 500"
    )


def _stop_of_a_reset() -> Form:
    row = recovering.asked(recovering.ana_without_her_phone()[0])
    address = reverse("players:stop_reset", args=[row.pk])
    return Form(
        inside(manager()),
        reverse("players:resets"),
        address,
        {"reason": LONG},
        "Give a reason of up to 500",
    )


def _of_staff(act: str, **more: str) -> Callable[[], Form]:
    def form() -> Form:
        sara = staff(Role.CASHIER, "sara")
        page, address = (reverse(f"people:{name}", args=[sara.pk]) for name in ("person", act))
        client = inside(staff(Role.ADMINISTRATOR))
        return Form(client, page, address, {**more, "reason": LONG}, "at most 500 characters")

    return form


FORMS: Final[Mapping[str, Callable[[], Form]]] = {
    "all play": _house,
    "a rule set": _rules,
    "a box": _box,
    "a player who is stopped": _stopped_player,
    "a player by address": player_by_address,
    "a table whose returns nobody accepted": _table_of_unaccepted_returns,
    "a table on its own page": _switch_of_a_table,
    "a change of a table": _change_of_a_table,
    "limits of play": _limits_of_play,
    "a rate that waits": _rate_that_waits,
    "a rate in effect": _rate_in_effect,
    "a recall of a rate": _recall_of_a_rate,
    "a lifting": _lifting,
    "lost second factor": _reset_of_factors,
    "lost second factor that stay": _stop_of_a_reset,
    "a second factor": _of_staff("reset"),
    "sessions": _of_staff("sessions"),
    "a lock": _of_staff("state", to="locked"),
    "a closing": _of_staff("state", to="closed"),
}
