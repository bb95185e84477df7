"""A house with data of every kind, so that no page is empty, and the URL arguments of each address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

import psycopg
from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client, RequestFactory

from accounts.identity.services.addresses import enter_address
from accounts.identity.values.addresses import PostalAddress
from accounts.models.policies import PolicyKind
from accounts.models.users import User
from accounts.restrictions.services.restrictions import propose_lifting
from api.models import RegisteredApp
from api.services.connections import connect_app
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from casino.fairness.selectors.closed_shoes import share_token
from casino.fairness.services.public_log import chain_log
from casino.fairness.services.shoes import change_shoe
from casino.models import Round, Shoe
from casino.play.services.betting import place_bet
from compliance.players.services import acts
from compliance.profiles.services.changes import ProfileRequest, propose_profile
from config.testing import current_run
from profiles.models import ProfileVersion
from profiles.values.profile_files import shipped_file
from tables.models import Table
from tables.selectors.house_tables import LIVE_TABLES
from tables.services import changes, limit_sets, studies, switches, versions
from tests.accounts import recovering
from tests.accounts.policies import approved_version, proposed_version
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import restricted
from tests.api.apps import register as registered_app
from tests.casino import scenes
from tests.casino.test_help_pages import computed
from tests.casino.test_reopening import stopped_between_rounds
from tests.compliance.cases import analyst, another, approved, manager, proposed
from tests.everywhere.arguments import Arguments, Pages
from tests.everywhere.house_money import ROW, build_payments, build_rates
from tests.everywhere.house_systems import build_events, build_files, build_staff, build_webhooks
from tests.everywhere.long_run import left_by
from tests.fixtures.reading import read_in
from tests.matrix.pages import ROLES
from tests.tables.house import an_open_table, operator

LIGALO: Final = PRESETS["ligalo"]


STANDS: Final = Rules.from_dict({"soft_17": "stand"}, LIGALO)


WRITTEN: Final = (
    *(ROW, "till two", "a new task", "the order of 3 May, page 2", "Uno", "Dos"),
    "Banco Uno",  # encrypted in its column
)
"""Texts entered by people that have no column of their own."""


@dataclass(frozen=True)
class House:
    """People who visit the pages, and the URL arguments of each name."""

    people: Mapping[str, User]  # staff by their letter in the matrix, players by a word
    at: Mapping[str, Arguments | tuple[Arguments, ...]]

    def client(self, who: str, language: str) -> Client:
        """Return a client of this person, authenticated with all factors a moment ago."""
        client = Client() if who == "stranger" else _signed_in(self.people[who])
        read_in(client, language)
        return client


def _signed_in(user: User) -> Client:
    if user.is_staff:
        return inside(user)
    client, request = Client(), RequestFactory().get("/")
    client.force_login(user)
    request.session, request.user = client.session, user
    record_authentication(request, user, "password", reauthenticated=True)
    request.session.save()
    return client


def whole_house() -> House:
    """Build the house. The rounds come first, because one of their shoes is broken on purpose."""
    with psycopg.connect(current_run().owner_url, autocommit=True) as owner:
        stopped = stopped_between_rounds(owner)
    table, ana = stopped.place.table, stopped.player
    running, closed = _running(table), _closed(table)
    bea = running.player
    at: Pages = {
        **_game(table, running, closed),
        **build_payments(bea),
        **build_rates(bea),
        **_rules(table),
        **_players(bea, ana),
        **_hands(closed, stopped, running),
        **build_staff(),
        **build_files(),
        **build_events(),
        **build_webhooks(),
        **_voids(table),
        **_own_account(bea),
        **_policies(),
        **left_by(bea, closed),
    }
    people = {letter: staff(role) for letter, role in ROLES.items()}
    return House({**people, "player": bea, "guarded": _guarded()}, at)


def _running(table: Table) -> Round:
    bea = scenes.new_player("bea@example.test", funds="5000")
    EmailAddress.objects.get_or_create(user=bea, email=bea.email, primary=True, verified=True)
    participant = scenes.sit(bea, table, scenes.seed_for(scenes.pair))
    return place_bet(bea, table, scenes.bet_request(participant))


def _closed(table: Table) -> Round:
    """Return Bea's round at another table, from a shoe whose seed is revealed."""
    floor = scenes.table_of("atlantic_city", rounds_before_shoe_change=1)
    bea = User.objects.get(email="bea@example.test")
    participant = scenes.sit(bea, floor)
    round_ = scenes.play_out(place_bet(bea, floor, scenes.bet_request(participant)))
    change_shoe(bea, floor, round_.deal.shoe.public_id)
    chain_log()
    for one in (table, floor):
        computed(one.version.rules)
    return round_


def _game(table: Table, running: Round, closed: Round) -> Pages:
    slug: Arguments = {"slug": table.slug}
    both = (slug, {"slug": closed.place.table.slug})
    token = {"token": share_token(Shoe.objects.get(pk=closed.deal.shoe_id))}
    return {
        **dict.fromkeys(("casino:table", "casino:table_help", "casino:strategy"), both),
        "casino:table_fairness": slug,
        "casino:live_table": {"slug": an_open_table(LIVE_TABLES["malecon"]).slug},
        "casino:round": {"round_id": closed.public_id},
        "casino:round_rules": {"round_id": closed.public_id},
        "casino:shoe": {"shoe_id": closed.deal.shoe.public_id},
        "casino:log_lines": {"first": 1},
        "casino:verify_shared": token,
        "casino:transcript": token,
        "accounts:document": tuple({"kind": kind.value} for kind in PolicyKind),
        "rounds:cancel": {"round_id": running.public_id},
    }


def _policies() -> Pages:
    """Return the pages of a second version, which players need not accept, and of a proposed third one."""
    second = approved_version(PolicyKind.BONUSES, matters=False)
    third = proposed_version(PolicyKind.BONUSES, addition="A third version.")
    of_second = {"kind": second.kind, "number": second.number}
    return {
        "accounts:document_version": of_second,
        "accounts:document_changes": of_second,
        "policies:new": {"kind": PolicyKind.TERMS.value},
        "policies:version": ({"pk": second.pk}, {"pk": third.pk}),
        "policies:decide": {"pk": third.pk},
        **_profiles(),
    }


def _profiles() -> Pages:
    """Return the pages of the first version of the profile and of a proposed one."""
    wanted = ProfileRequest(shipped_file("es").read_bytes())
    asked = propose_profile(wanted, reason="a new licence", acting_user=operator())
    return {
        "profiles:version": ({"pk": asked.pk}, {"pk": ProfileVersion.objects.earliest("pk").pk}),
        "profiles:decide": {"pk": asked.pk},
    }


def _rules(table: Table) -> Pages:
    computed(STANDS)
    family = table.version.rule_set_id
    draft = versions.create_draft(family, PRESETS["atlantic_city"], acting_user=operator())
    proposal = versions.create_draft(family, STANDS, acting_user=operator())
    versions.propose_version(proposal.pk, reason="players ask", acting_user=operator())
    studies.request_studies(proposal, acting_user=operator())
    changes.propose_change(
        table.pk, {"max_bet_usd": 600_000}, reason="players ask", acting_user=operator()
    )
    limit_sets.propose_limits(
        None, {"max_bet": 6_000_000}, reason="a calm start", acting_user=operator()
    )
    for stopped in (True, False):
        switches.switch_house(stopped=stopped, reason="a drill", acting_user=manager())
    return {
        "tables:table": {"pk": table.pk},
        "tables:family": {"pk": family},
        "tables:version": ({"pk": proposal.pk}, {"pk": draft.pk}),
        "tables:edit": {"pk": draft.pk},
        "tables:figures": {"pk": proposal.pk},
        "tables:step": (
            {"pk": proposal.pk, "name": "approve"},
            {"pk": draft.pk, "name": "propose"},
        ),
    }


def _players(bea: User, ana: User) -> Pages:
    restriction = restricted(ana)
    other = restricted(scenes.new_player("carla@example.test"))
    propose_lifting(restriction.pk, acting_user=analyst(), reason="explained")
    acts.write_note(bea.pk, "called twice", key=uuid4(), acting_user=analyst())
    home = PostalAddress("Calle 10 # 5-23", "Bogotá", "Cundinamarca", "110111", bea.country)
    enter_address(bea, home)
    _with_lost_factors()
    pages = (
        "player",
        "timeline",
        "suspend",
        "exclude",
        "lock",
        "note",
        "free_sign_in",
        "reset",
        "erase",
    )
    return {
        **{
            f"players:{name}": {"pk": bea.pk}
            for name in (*pages, "verify", "person", "address", "verify_address", "test_account")
        },
        "players:lift": {"pk": other.player_id, "restriction": other.pk},
        "gate:player": {"pk": bea.pk},
        "tables:player": {"pk": bea.pk},
    }


def _with_lost_factors() -> None:
    """Create one player with an undecided factor reset and one with an approved reset."""
    for name, begin in (("elsa", recovering.asked), ("frida", recovering.approved)):
        player = scenes.new_player(f"{name}@example.test", "0")
        TOTP.activate(player, generate_totp_secret())
        begin(player)


def _hands(closed: Round, stopped: Round, running: Round) -> Pages:
    round_ = {"round_id": closed.public_id}
    return {
        "live:table": {"slug": LIVE_TABLES["malecon"].slug},
        "hands:hand": round_,
        "hands:decisions": round_,
        "hands:replay": {**round_, "step": 0},
        "shoes:shoe": {"shoe_id": closed.deal.shoe.public_id},
        "rounds:reopen": {"shoe_id": stopped.deal.shoe.public_id},
        "rounds:cancel": {"round_id": running.public_id},
    }


def _voids(table: Table) -> Pages:
    done = approved(proposed(another(table, "eva@example.test")))
    waits = proposed(another(table, "fay@example.test"))
    case = {"case_id": waits.public_id}
    return {
        "voids:case": case,
        "voids:progress": case,
        "voids:follow": {"case_id": done.public_id, "kind": "undo"},
    }


def _own_account(bea: User) -> Pages:
    connect_app(bea, registered_app().app.client_id, ["read", "play", "play:real"])
    carla = User.objects.get(email="carla@example.test")
    address = EmailAddress.objects.create(user=carla, email="carla.new@example.test")
    reset = {"uidb36": user_pk_to_url_str(bea), "key": default_token_generator.make_token(bea)}
    return {
        "account_confirm_email": {"key": EmailConfirmationHMAC(address).key},
        "account_reset_password_from_key": reset,
        "apps:app": {"pk": RegisteredApp.objects.get().pk},
    }


def _guarded() -> User:
    """Return a player with an app and recovery codes."""
    dora = scenes.new_player("dora@example.test")
    EmailAddress.objects.get_or_create(user=dora, email=dora.email, primary=True, verified=True)
    TOTP.activate(dora, generate_totp_secret())
    RecoveryCodes.activate(dora)
    assert Authenticator.objects.filter(user=dora).exists()
    return dora
