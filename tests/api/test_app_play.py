"""What registered apps may do: read, play with play money, and with real money if two people allow it."""

import pytest
from django.db import DatabaseError, transaction
from django.urls import URLResolver, get_resolver

from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Right, Role
from api.models import RegisteredApp
from api.refusals import RealMoneyAlready
from api.services import apps
from api.values.app_scopes import PLAYING, READING
from api.views.base import ROUTES, PlayerView
from casino.models import Origin, Round
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded
from reports.dashboard.words.work_queue import count_queues
from tables.selectors.house_tables import FRIENDLY
from tests.accounts.staff import inside, staff
from tests.api.apps import (
    AppCaller,
    browser_of,
    kinds_of,
)
from tests.api.calls import assert_problem
from tests.api.playing import App, money
from tests.casino import scenes
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database


def test_read_changes_nothing_and_play_only_plays_with_play_money() -> None:
    player, table = scenes.new_player(funds="1000"), scenes.ligalo()
    an_open_table(FRIENDLY)
    before = Round.objects.count()
    reader = AppCaller.of(player, "read")
    assert_problem(reader.get(f"/tables/{table.slug}/position"), 403, "scope_missing")
    assert_problem(reader.post("/rounds", {"table": "friendly"}), 403, "scope_missing")
    bot = AppCaller.of(player, "play")
    assert_problem(bot.get("/me"), 403, "scope_missing")
    for path in (f"/tables/{table.slug}/position", f"/tables/{table.slug}/shoes"):
        assert_problem(bot.get(path), 403, "real_money_not_allowed")
    for name in (table.slug, f" {table.slug}", f"{table.slug}\n", 7):
        refused_bet = bot.post("/rounds", {**App(player).bet_body(), "table": name})
        assert_problem(refused_bet, 403, "real_money_not_allowed")
    everything = AppCaller.of(player, "read play play:real", real_money=True)
    allowed = RegisteredApp.objects.get(real_money=True)
    apps.stop_real_money(allowed.pk, reason="late", acting_user=staff(Role.ADMINISTRATOR))
    assert_problem(everything.post("/rounds", {"table": table.slug}), 403, "real_money_not_allowed")
    for send, path in (
        ("post", "/withdrawals"),
        ("post", "/deposits"),
        ("post", "/exchange"),
        ("put", "/limits/loss/day"),
        ("post", "/self-exclusion"),
        ("post", "/time-out"),
        ("put", "/reality-check"),
        ("post", "/reality-check/answer"),
        ("post", "/points/redemptions"),
    ):
        assert_problem(everything.send(send, path, {}), 403, "not_for_apps")
    assert_problem(everything.get("/messages"), 403, "not_for_apps")
    refused = Event.objects.filter(kind=EventKind.APP_REFUSED)
    assert {one.data["code"] for one in refused} == {
        "scope_missing",
        "real_money_not_allowed",
        "not_for_apps",
    }
    assert Round.objects.count() == before


class Bot(App):
    """A registered app at a private table."""

    def __init__(self, player: User, table: str, scope: str, *, real_money: bool = False) -> None:
        super().__init__(player, table)
        self.headers = AppCaller.of(player, scope, real_money=real_money).headers


def test_an_app_plays_for_its_player_and_every_round_names_it() -> None:
    player = scenes.new_player()
    an_open_table(FRIENDLY)
    bot = Bot(player, "friendly", "play")
    position = bot.plays_out(bot.bets({"box": 1, "stake": money("10.00", "PLY")}))
    assert position["round"]["status"] == "completed"
    round_ = Round.objects.get(player=player)
    assert round_.origin is not None
    assert round_.origin.agent == "App: Trainer"
    assert Origin.objects.count() == 1
    visit = Visit.objects.get(player=player, agent="App: Trainer")
    player.refresh_from_db()
    assert player.session_began is not None  # so reality checks and time limits count
    assert visit.ended_at is None
    listed = browser_of(player).get("/account/sessions/").text
    assert "Trainer" in listed


def test_real_money_needs_two_people_and_one_stops_it() -> None:
    player = scenes.new_player(funds="1000")
    scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    bot = Bot(player, "ligalo", "play:real", real_money=True)
    bot.plays_out(bot.bets({"box": 1, "stake": money("10.00")}))
    app = RegisteredApp.objects.get()
    admin = staff(Role.ADMINISTRATOR)
    with pytest.raises(RealMoneyAlready):
        apps.propose_real_money(app.pk, reason="again", acting_user=admin)
    with pytest.raises(NotPermitted):
        apps.stop_real_money(app.pk, reason="late", acting_user=staff(Role.OPERATOR))
    apps.stop_real_money(app.pk, reason="complaints", acting_user=admin)
    assert_problem(bot.post("/rounds", {"table": "ligalo"}), 403, "real_money_not_allowed")
    proposal = apps.propose_real_money(app.pk, reason="settled", acting_user=admin)
    with pytest.raises(AnotherPersonNeeded):
        apps.decide_real_money(proposal.pk, approved=True, reason="me too", acting_user=admin)
    with pytest.raises(DatabaseError), transaction.atomic():
        RegisteredApp.objects.update(real_money=True)
    (waits,) = [one for one in count_queues({Right.APPROVE_STAFF}) if one.page.name == "apps:list"]
    assert waits.count == 1
    assert "waits for approval" in inside(staff(Role.COMPLIANCE_MANAGER)).get("/staff/apps/").text
    app.refresh_from_db()
    assert app.real_money is False
    assert kinds_of(EventKind.APP_REAL_MONEY_DECIDED, EventKind.APP_REAL_MONEY_STOPPED) == [
        "app_real_money_decided",
        "app_real_money_stopped",
    ]


def test_every_address_of_players_is_open_to_apps_on_purpose() -> None:
    found: dict[str, type[PlayerView]] = {}
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLResolver) and str(pattern.pattern) == ROUTES:
            for one in pattern.url_patterns:
                view = getattr(one.callback, "cls", None)
                if view is not None and issubclass(view, PlayerView):
                    found[str(one.pattern)] = view
    closed = {
        "auth/session",
        "deposits/terms",
        "documents/due",
        "disputes",
        "disputes/<uuid:dispute>",
        "disputes/<uuid:dispute>/replies",
        "disputes/<uuid:dispute>/settle",
        "exchange",
        "limits/<str:kind>/<str:period>/pending",
        "me/address",
        "me/phone",
        "messages",
        "messages/<str:message>",
        "messages/<str:message>/read",
        "messages/read",
        "points/offer",
        "points/redemptions",
        "reality-check/answer",
        "self-exclusion",
        "self-exclusion/return",
        "time-out",
        "withdrawals/terms",
    }
    assert set(found) >= READING | PLAYING
    assert set(found) - READING - PLAYING <= closed
    for route in PLAYING:  # the table decides which money it is
        assert (
            route in {"rounds", "laboratory/tables"} or "<slug:table>" in route or "<uuid:" in route
        )
