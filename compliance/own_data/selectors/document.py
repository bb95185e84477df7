"""All stored data of a player as one JSON document: the account first, then lists of everything that happened.

Contains no internal staff notes and no cards of open shoes.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from accounts.identity.selectors.document_numbers import load_document_number
from accounts.models.identity import Upload
from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import Consent, StateChange, User
from accounts.values.reasons import OwnReason
from casino.models import Bet, Notice, Participant, Round
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
from loyalty.models.points import PointsEntry
from loyalty.models.tiers import TierChange
from loyalty.selectors.history import find_entries
from loyalty.selectors.points import load_points
from loyalty.selectors.tiers import find_tier
from loyalty.values.points import HUNDREDTHS
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors import player_holdings, statement
from wallet.cash.values import statement_lines
from wallet.money.values import Money

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
        "address": player.address,
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
            LimitSet.objects.filter(player=player, decision__approved=True), "proposed_at", _limits
        ),
    )
    yield from _of_money(player)
    yield from _of_play(player)
    yield from list_other_sections(player)


def _of_account(player: User) -> Iterator[DataSection]:
    consents = Consent.objects.filter(user=player)
    yield DataSection("consents", build_batch_reader(consents, "accepted_at", _consent))
    yield DataSection(
        "states", build_batch_reader(StateChange.objects.filter(user=player), "at", _state)
    )
    restrictions = Restriction.objects.filter(player=player)
    yield DataSection("restrictions", build_batch_reader(restrictions, "at", _restriction))
    yield DataSection(
        "messages", build_batch_reader(Letter.objects.filter(player=player), "at", _letter)
    )
    yield DataSection(
        "documents", build_batch_reader(Upload.objects.filter(player=player), "at", _upload)
    )
    events = Event.objects.filter(subject=f"user {player.pk}", kind__in=_SIGN_INS)
    yield DataSection("sign_ins", build_batch_reader(events, "at", _sign_in))


def _of_money(player: User) -> Iterator[DataSection]:
    deposits = Deposit.objects.filter(player=player)
    yield DataSection("deposits", build_batch_reader(deposits, "created_at", _cash))
    withdrawals = Withdrawal.objects.filter(player=player)
    yield DataSection("withdrawals", build_batch_reader(withdrawals, "created_at", _withdrawal))
    yield DataSection("movements", lambda: map(_movement, _movements(player)))


def _movements(player: User) -> Iterator[statement_lines.StatementLine]:
    return statement.iterate_lines(player.pk, statement_lines.StatementFilter())


def _of_play(player: User) -> Iterator[DataSection]:
    rounds = Round.objects.filter(player=player).select_related(
        "place__table", "deal__shoe", "origin"
    )
    rounds = rounds.prefetch_related("bets", "decisions")
    yield DataSection("rounds", build_batch_reader(rounds, "started_at", _round))
    notices = Notice.objects.filter(player=player).select_related("round")
    places = Participant.objects.filter(player=player).select_related("place__table")
    yield DataSection("places", build_batch_reader(places, "joined_at", _place))
    yield DataSection("notices", build_batch_reader(notices, "created_at", _notice))
    yield DataSection(
        "points_earned", build_batch_reader(find_entries(player.pk), "at", _points_entry)
    )
    tiers = TierChange.objects.filter(player=player)
    yield DataSection("tiers", build_batch_reader(tiers, "at", _tier))
    yield build_redemption_section(player)


def _consent(row: Consent) -> JsonRow:
    return {"kind": row.kind, "version": row.version, "at": row.accepted_at}


def _state(row: StateChange) -> JsonRow:
    own = row.reason if row.reason in OwnReason.values else None
    return {"at": row.at, "from": row.from_state, "to": row.to_state, "reason": own}


def _restriction(row: Restriction) -> JsonRow:
    own = row.reason if row.imposed_by_id == row.player_id else None
    return {"at": row.at, "kind": row.kind, "until": row.until, "reason": own}


def _letter(row: Letter) -> JsonRow:
    return {"at": row.at, "kind": row.kind, "words": row.words, "mailed_at": row.mailed_at}


def _upload(row: Upload) -> JsonRow:
    names = ("at", "kind", "media_type", "size", "sha256", "state", "words", "deleted_at")
    return {name: getattr(row, name) for name in names}


def _sign_in(row: Event) -> JsonRow:
    return {"at": row.at, "kind": row.kind, "ip": row.data.get("ip")}


def _limits(row: LimitSet) -> JsonRow:
    return {
        "at": row.proposed_at,
        **{name: value for name, value in row.values.items() if value},
    }


def _cash(row: Deposit | Withdrawal) -> dict[str, Any]:
    return {
        "number": row.number,
        "at": row.created_at,
        "amount": Money(row.units, row.currency_id),
        "provider": row.provider,
        "state": row.state,
    }


def _withdrawal(row: Withdrawal) -> JsonRow:
    return {**_cash(row), "destination": row.destination_text}


def _movement(line: statement_lines.StatementLine) -> JsonRow:
    return {
        "number": line.transfer_id,
        "at": line.at,
        "kind": line.kind,
        "amount": line.amount,
        "balance_after": line.balance.text,
        "round": line.round_id,
        "round_number": line.round_name if line.round_id else None,
        "note": line.note,
    }


def _round(row: Round) -> JsonRow:
    shoe = row.deal.shoe
    revealed = shoe.server_seed is not None  # the shoe is closed: no undealt cards are disclosed
    return {
        "id": row.public_id,
        "number": row.number,
        "table": row.place.table.name,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "status": row.status,
        "staked": row.money(row.staked),
        "returned": None if row.returned is None else row.money(row.returned),
        "bets": [
            {"box": bet.box, "stake": row.money(bet.stake), "side_bets": _sides(row, bet)}
            for bet in row.bets.all()
        ],
        "decisions": [
            {"at": one.made_at, "action": one.action, "by_house": one.by_house}
            for one in row.decisions.all()
        ],
        "commitment": shoe.commitment,
        "client_seed": row.client_seed,
        "nonce": row.deal.nonce,
        "server_seed": shoe.server_seed,
        "result": row.result if revealed else None,
        "sent_from": row.origin and {"ip": row.origin.address, "browser": row.origin.agent},
    }


def _place(row: Participant) -> JsonRow:
    return {
        "table": row.place.table.name,
        "since": row.joined_at,
        "client_seed": row.client_seed,
        "last_bets": row.last_bets,
        "currency": row.currency,
    }


def _sides(row: Round, bet: Bet) -> dict[str, Money]:
    return {name: row.money(units) for name, units in bet.side_bets.items()}


def _notice(row: Notice) -> JsonRow:
    return {
        "at": row.created_at,
        "kind": row.kind,
        "round": row.round.public_id,
        "round_number": row.round.number,
    }


def _points_entry(row: PointsEntry) -> JsonRow:
    return {
        "at": row.at,
        "kind": row.kind,
        "points": row.hundredths / HUNDREDTHS,
        "round": row.round_id,
        "round_number": getattr(row, "round_number", None),
        "balance_after": row.balance_after / HUNDREDTHS,
    }


def _tier(row: TierChange) -> JsonRow:
    return {"at": row.at, "tier": row.tier.name}
