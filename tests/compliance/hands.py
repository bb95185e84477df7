"""Hands, shoes and staff who view them, for tests."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import QueryDict
from django.test import Client
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from accounts.roles.values import Role
from casino.fairness.services.public_log import chain_log
from casino.fairness.services.shoes import change_shoe
from casino.models import Round, Shoe
from casino.play.services.betting import place_bet
from casino.selectors.places import present_shoe
from compliance.hands.forms import find_hands
from tests.accounts.staff import inside, staff
from tests.casino import scenes

HANDS, SHOES = "/staff/hands/", "/staff/shoes/"


def looks(role: Role = Role.COMPLIANCE_ANALYST, language: str = "en") -> Client:
    """Return the client of a new member of staff with this role."""
    return inside(staff(role), language)


def page_of(round_: Round) -> str:
    """Return the path of the staff page of a hand."""
    return f"{HANDS}{round_.public_id}/"


def page_of_shoe(shoe: Shoe) -> str:
    """Return the path of the staff page of a shoe."""
    return f"{SHOES}{shoe.public_id}/"


def a_closed_shoe(
    *plays: Callable[[Round], Round], player: str = "ana@example.test", preset: str = "ligalo"
) -> Shoe:
    """Return a shoe that its player changed after these rounds, with its events chained."""
    person = scenes.new_player(player)
    table = scenes.table_of(preset)
    table.rounds_before_shoe_change = len(plays)
    table.save(update_fields=["rounds_before_shoe_change"])
    participant = scenes.sit(person, table)
    for play in plays:
        play(place_bet(person, table, scenes.bet_request(participant)))
    shoe = present_shoe(participant.place)
    assert shoe is not None
    closed = change_shoe(person, table, shoe.public_id)
    chain_log()
    return closed


@contextmanager
def unguarded(owner: Connection[object], *tables: str) -> Iterator[None]:
    """Disable the triggers of these tables within the block."""
    for act in ("DISABLE", "ENABLE"):
        for table in tables:
            query = SQL("ALTER TABLE {} " + act + " TRIGGER USER").format(Identifier(table))
            owner.execute(query)
        if act == "DISABLE":
            yield


def shown(text: str) -> set[str]:
    """Return the cards that a page draws."""
    return set(re.findall(r'data-card="(..)"', text))


def three_hands() -> tuple[Round, Round, Round]:
    """Return a finished hand and a running hand of Ana's, and a blackjack of Bea's."""
    ana, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(ana, table, scenes.seed_for(scenes.ordinary))
    over = scenes.play_out(place_bet(ana, table, scenes.bet_request(participant)))
    runs = place_bet(ana, table, scenes.bet_request(participant, "20"))
    bea = scenes.new_player("bea@example.test")
    participant = scenes.sit(bea, table, scenes.seed_for(scenes.natural))
    natural = place_bet(bea, table, scenes.bet_request(participant, "50"))
    return over, runs, natural


def found(query: str) -> set[Round]:
    """Return the hands that the list finds with these filters."""
    return set(find_hands(QueryDict(query)))
