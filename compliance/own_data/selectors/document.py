"""All stored data of a player as one JSON document: the account first, then lists of everything that happened.

Contains no internal staff notes and no cards of open shoes.
"""

from collections.abc import Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from accounts.identity.selectors.addresses import load_addresses
from accounts.identity.selectors.document_numbers import load_document_number
from accounts.models.identity import Upload
from accounts.models.inactivity import InactiveSpell
from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import Consent, StateChange, User
from accounts.users.selectors.phones import find_phone
from casino.models import Notice, Participant, Round, TableWatch
from compliance.own_data.selectors import rows
from compliance.own_data.selectors.json_stream import (
    DataSection,
    JsonRow,
    build_batch_reader,
    stream_document,
)
from compliance.own_data.selectors.records import (
    build_redemption_section,
    list_dispute_sections,
    list_other_sections,
    list_personal_sections,
)
from journal.models import Event, EventKind
from limits.models import LimitSet
from loyalty.models.tiers import TierChange
from loyalty.selectors.history import find_entries
from loyalty.selectors.points import load_points
from loyalty.selectors.tiers import find_tier
from loyalty.values.points import HUNDREDTHS
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors import player_holdings, statement
from wallet.cash.values import statement_lines

_SIGN_INS = (
    EventKind.LOGGED_IN,
    EventKind.LOGIN_FAILED,
    EventKind.LOGIN_LOCKED,
    EventKind.LOGIN_FREED,
)


def stream_own_data(player: User, now: datetime) -> Iterator[str]:
    """Yield the JSON document in pieces. Not a snapshot: sections are read one after the other."""
    head = {"written_at": now, "account": _account(player), "money": _money(player)}
    return stream_document({**head, "points": _points(player)}, _sections(player))


def _account(player: User) -> JsonRow:
    number = load_document_number(player)
    return {
        "number": player.pk,
        "email": player.email,
        "addresses": list(
            EmailAddress.objects.filter(user=player).values("email", "verified", "primary")
        ),
        "full_name": player.full_name,
        "birth_date": player.birth_date,
        "country": player.country,
        "residence": [rows.describe_address(one) for one in load_addresses(player)],
        "address": player.address,
        "phone": find_phone(player.pk),
        "document": number and {"country": number.country, "number": number.normal},
        "display_currency": player.display_currency,
        "language": player.language,
        "keyboard_shortcuts": player.keyboard_shortcuts,
        "four_colour_cards": player.four_colour_cards,
        "quick_cards": player.quick_cards,
        "sounds": player.sounds,
        "screen_name": player.screen_name,
        "reality_check_minutes": player.reality_minutes,
        "reality_checked_at": player.reality_checked_at,
        "session_began": player.session_began,
        "play_money_at": player.play_money_at,
        "state": player.state,
        "play_stopped": player.play_stopped,
        "created_at": player.created_at,
        "last_login": player.last_login,
        "password_set_at": player.password_set_at,
        "second_steps": list(
            Authenticator.objects.filter(user=player).values("type", "created_at", "last_used_at")
        ),
        "verified_at": player.verified_at,
        "verification_method": player.verification_method,
        "document_until": player.document_until,
        "test_account": player.is_test_account,
    }


def _money(player: User) -> list[JsonRow]:
    return [
        {
            "currency": one.currency,
            "balance": one.available.text,
            "in_play": one.in_play.text,
            "being_withdrawn": one.withdrawing.text,
        }
        for one in player_holdings.load_holdings(player.pk)
    ]


def _points(player: User) -> JsonRow:
    found, tier = load_points(player.pk), find_tier(player.pk)
    return {
        "balance": found.balance / HUNDREDTHS,
        "owed": found.debt / HUNDREDTHS,
        "tier": tier.name,
    }


def _sections(player: User) -> Iterator[DataSection]:
    yield from _of_account(player)
    yield from list_personal_sections(player)
    yield from list_dispute_sections(player)
    yield DataSection(
        "limits_of_play",
        build_batch_reader(
            LimitSet.objects.filter(player=player, decision__approved=True),
            "proposed_at",
            rows.describe_limits,
        ),
    )
    yield from _of_money(player)
    yield from _of_play(player)
    yield from list_other_sections(player)


def _of_account(player: User) -> Iterator[DataSection]:
    consents = Consent.objects.filter(user=player)
    yield DataSection(
        "consents", build_batch_reader(consents, "accepted_at", rows.describe_consent)
    )
    yield DataSection(
        "states",
        build_batch_reader(StateChange.objects.filter(user=player), "at", rows.describe_state),
    )
    restrictions = Restriction.objects.filter(player=player)
    yield DataSection(
        "restrictions", build_batch_reader(restrictions, "at", rows.describe_restriction)
    )
    spells = InactiveSpell.objects.filter(player=player)
    yield DataSection(
        "inactivity", build_batch_reader(spells, "announced_at", rows.describe_inactivity)
    )
    yield DataSection(
        "messages",
        build_batch_reader(Letter.objects.filter(player=player), "at", rows.describe_letter),
    )
    yield DataSection(
        "documents",
        build_batch_reader(Upload.objects.filter(player=player), "at", rows.describe_upload),
    )
    events = Event.objects.filter(subject=f"user {player.pk}", kind__in=_SIGN_INS)
    yield DataSection("sign_ins", build_batch_reader(events, "at", rows.describe_sign_in))


def _of_money(player: User) -> Iterator[DataSection]:
    deposits = Deposit.objects.filter(player=player)
    yield DataSection("deposits", build_batch_reader(deposits, "created_at", rows.describe_payment))
    withdrawals = Withdrawal.objects.filter(player=player)
    yield DataSection(
        "withdrawals", build_batch_reader(withdrawals, "created_at", rows.describe_withdrawal)
    )
    yield DataSection("movements", lambda: map(rows.describe_movement, _movements(player)))


def _movements(player: User) -> Iterator[statement_lines.StatementLine]:
    return statement.iterate_lines(player.pk, statement_lines.StatementFilter())


def _of_play(player: User) -> Iterator[DataSection]:
    rounds = Round.objects.filter(player=player).select_related(
        "place__table", "deal__shoe", "origin"
    )
    rounds = rounds.prefetch_related("bets", "decisions")
    yield DataSection("rounds", build_batch_reader(rounds, "started_at", rows.describe_round))
    notices = Notice.objects.filter(player=player).select_related("round")
    places = Participant.objects.filter(player=player).select_related("place__table")
    yield DataSection("places", build_batch_reader(places, "joined_at", rows.describe_place))
    watches = TableWatch.objects.filter(participant__player=player)
    yield DataSection(
        "watched_tables",
        build_batch_reader(
            watches.select_related("participant__place__table"), "begun_at", rows.describe_watch
        ),
    )
    yield DataSection("notices", build_batch_reader(notices, "created_at", rows.describe_notice))
    yield DataSection(
        "points_earned",
        build_batch_reader(find_entries(player.pk), "at", rows.describe_points_entry),
    )
    tiers = TierChange.objects.filter(player=player)
    yield DataSection("tiers", build_batch_reader(tiers, "at", rows.describe_tier))
    yield build_redemption_section(player)
