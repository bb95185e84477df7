"""Links between accounts are found from visits, documents and payments, dated, and follow what changes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models.identity import Double, DoubleDecision, IdentityNumber
from accounts.models.users import User
from accounts.models.visits import Visit
from detection.models import AccountLink, Flag, LatestOutcome, LinkedAccount
from detection.selectors.links import (
    are_linked,
    find_linked_players,
    list_groups,
    load_group,
    load_traces,
)
from detection.services.groups import judge_groups, judge_pairs, judge_points
from detection.services.links import refresh_links
from tests.detection.invented import new_player

pytestmark = pytest.mark.database

NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)


def visit(player: User, minutes: float = 0, **given: Any) -> Visit:
    begun = NOON + timedelta(minutes=minutes)
    return Visit.objects.create(
        player=player,
        begun_at=begun,
        seen_at=begun + timedelta(minutes=1),
        ended_at=begun + timedelta(minutes=1),
        ended=Visit.End.SIGNED_OUT,
        **given,
    )


def document(player: User, digest: str, *, withdrawn: bool = False) -> None:
    present = IdentityNumber.objects.filter(player=player, withdrawn_at__isnull=True)
    if not withdrawn:
        present.update(withdrawn_at=timezone.now())
    IdentityNumber.objects.create(
        player=player,
        country="MX",
        digest=digest,
        sealed=b"x",
        withdrawn_at=timezone.now() if withdrawn else None,
    )


@pytest.fixture
def ana() -> User:
    return new_player("ana-linked@example.test")


@pytest.fixture
def bea() -> User:
    return new_player("bea-linked@example.test")


@pytest.fixture
def cleo() -> User:
    return new_player("cleo-linked@example.test")


def link_by_document(ana: User, bea: User) -> None:
    document(ana, "d" * 64, withdrawn=True)
    document(bea, "d" * 64)


def test_a_shared_document_links_and_a_device_with_network_does_not(
    ana: User, bea: User, cleo: User
) -> None:
    link_by_document(ana, bea)
    for player in (bea, cleo):
        visit(player, device="tablet", address="203.0.113.7", agent="Firefox")

    found = refresh_links()

    assert (found.links, found.players) == (1, 2)
    link = AccountLink.objects.get()
    assert (link.one_id, link.other_id, link.kind, link.weight) == (ana.pk, bea.pk, "document", 100)
    assert find_linked_players(ana.pk) == [bea.pk]
    assert find_linked_players(cleo.pk) == []
    assert are_linked(ana.pk, bea.pk)
    assert not are_linked(ana.pk, cleo.pk)
    assert load_group(cleo.pk) is None
    assert not are_linked(ana.pk, ana.pk)


def test_all_that_a_pair_shares_is_shown_with_its_times(ana: User, bea: User) -> None:
    link_by_document(ana, bea)
    for player, minutes in ((ana, 0), (bea, 5), (ana, 300)):
        visit(player, minutes, device="tablet", address="2001:db8::1", agent="Firefox")

    refresh_links()

    rows = {row.kind: row for row in AccountLink.objects.all()}
    assert set(rows) == {"document", "device", "network"}
    assert rows["device"].first_at == NOON + timedelta(minutes=5)
    assert rows["device"].last_at == NOON + timedelta(minutes=6)
    group = load_group(bea.pk)
    assert group is not None
    assert group.members == (str(ana.pk), str(bea.pk))
    assert group.links.weight.tolist() == [150]


def test_ipv6_addresses_of_one_line_are_one_network(ana: User, bea: User) -> None:
    link_by_document(ana, bea)
    visit(ana, address="2001:db8:1:2::1", agent="Firefox")
    visit(bea, address="2001:db8:1:2:ffff::9", agent="Firefox")
    refresh_links()
    assert AccountLink.objects.filter(kind="network").exists()


def test_a_second_run_changes_nothing(ana: User, bea: User) -> None:
    link_by_document(ana, bea)
    assert refresh_links().changed == 3
    before = list(AccountLink.objects.values()), list(LinkedAccount.objects.values())
    assert refresh_links().changed == 0
    assert (list(AccountLink.objects.values()), list(LinkedAccount.objects.values())) == before


def test_a_merged_duplicate_is_one_player(ana: User, bea: User, cleo: User) -> None:
    link_by_document(ana, bea)
    refresh_links()
    double = Double.objects.create(newer=bea, other=ana)
    staff = User.objects.filter(is_staff=True).first()
    assert staff is not None
    DoubleDecision.objects.create(double=double, same=True, reason="one person", decided_by=staff)

    assert refresh_links().players == 0
    assert not AccountLink.objects.exists()

    document(cleo, "e" * 64, withdrawn=True)
    document(bea, "e" * 64)
    refresh_links()
    ((players, group),) = list_groups()
    assert players == [ana.pk, cleo.pk]
    assert group.links.weight.tolist() == [100]
    assert find_linked_players(bea.pk) == [ana.pk, cleo.pk]


def test_test_accounts_are_linked_among_themselves_only(ana: User, bea: User) -> None:
    link_by_document(ana, bea)
    User.objects.filter(pk=bea.pk).update(is_test_account=False)
    assert refresh_links().links == 0


def test_old_visits_link_nobody(ana: User, bea: User) -> None:
    minutes = (timezone.now() - timedelta(days=400) - NOON) / timedelta(minutes=1)
    for player in (ana, bea):
        visit(player, minutes, device="tablet")
        visit(player, device=f"own {player.pk}")
    assert len(load_traces(timezone.now()).traces) == 0


def test_members_of_a_group_are_flagged_until_they_are_linked_no_more(ana: User, bea: User) -> None:
    link_by_document(ana, bea)
    refresh_links()
    assert judge_groups() == 2
    flags = Flag.objects.filter(signal="MA1", state=Flag.State.CURRENT)
    assert {flag.player_id for flag in flags} == {ana.pk, bea.pk}
    judge_groups()
    assert Flag.objects.count() == 2

    User.objects.filter(pk=bea.pk).update(is_test_account=False)
    refresh_links()
    judge_groups()
    assert not flags.all().exists()
    assert LatestOutcome.objects.get(player=ana, signal="MA1").status == "below"


def test_without_play_and_points_nothing_is_judged() -> None:
    assert judge_pairs() == 0
    assert judge_points() == 0
