"""Rows of the own-data document: what each of them says of a stored row."""

from dataclasses import asdict
from typing import Any

from accounts.identity.selectors.addresses import KnownAddress
from accounts.models.identity import Upload
from accounts.models.inactivity import InactiveSpell
from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import Consent, StateChange
from accounts.values.reasons import OwnReason
from casino.models import Bet, Notice, Participant, Round, TableWatch
from compliance.own_data.selectors.json_stream import (
    JsonRow,
)
from journal.models import Event
from limits.models import LimitSet
from loyalty.models.points import PointsEntry
from loyalty.models.tiers import TierChange
from loyalty.values.points import HUNDREDTHS
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors.reviews import find_review
from wallet.cash.values import statement_lines
from wallet.money.values import Money


def describe_address(row: KnownAddress) -> JsonRow:
    verified = row.verification and row.verification.at
    return {**asdict(row.address), "at": row.at, "verified_at": verified}


def describe_consent(row: Consent) -> JsonRow:
    return {
        "kind": row.kind,
        "version": row.version,
        "at": row.accepted_at,
        "language": row.language or None,
        "address": row.address,
    }


def describe_state(row: StateChange) -> JsonRow:
    own = row.reason if row.reason in OwnReason.values else None
    return {"at": row.at, "from": row.from_state, "to": row.to_state, "reason": own}


def describe_restriction(row: Restriction) -> JsonRow:
    own = row.reason if row.imposed_by_id == row.player_id else None
    return {"at": row.at, "kind": row.kind, "until": row.until, "reason": own}


def describe_inactivity(row: InactiveSpell) -> JsonRow:
    names = ("active_at", "announced_at", "due_at", "inactive_at", "ended_at")
    return {name: getattr(row, name) for name in names}


def describe_letter(row: Letter) -> JsonRow:
    return {"at": row.at, "kind": row.kind, "words": row.words, "mailed_at": row.mailed_at}


def describe_upload(row: Upload) -> JsonRow:
    names = ("at", "kind", "media_type", "size", "sha256", "state", "words", "deleted_at")
    return {name: getattr(row, name) for name in names}


def describe_sign_in(row: Event) -> JsonRow:
    return {"at": row.at, "kind": row.kind, "ip": row.data.get("ip")}


def describe_limits(row: LimitSet) -> JsonRow:
    return {
        "at": row.proposed_at,
        **{name: value for name, value in row.values.items() if value},
    }


def describe_payment(row: Deposit | Withdrawal) -> dict[str, Any]:
    return {
        "number": row.number,
        "at": row.created_at,
        "amount": Money(row.units, row.currency_id),
        "provider": row.provider,
        "state": row.state,
    }


def describe_withdrawal(row: Withdrawal) -> JsonRow:
    review = find_review(row.pk)
    told = {"review": review} if review else {}
    return {**describe_payment(row), "destination": row.destination_text, **told}


def describe_movement(line: statement_lines.StatementLine) -> JsonRow:
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


def describe_round(row: Round) -> JsonRow:
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
        "tax": row.money(row.tax),
        "bets": [
            {"box": bet.box, "stake": row.money(bet.stake), "side_bets": _describe_sides(row, bet)}
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
        "profile_version": row.profile_id,
        "country_profile_version": row.country_profile_id,
    }


def describe_place(row: Participant) -> JsonRow:
    return {
        "table": row.place.table.name,
        "since": row.joined_at,
        "client_seed": row.client_seed,
        "last_bets": row.last_bets,
        "currency": row.currency,
    }


def describe_watch(row: TableWatch) -> JsonRow:
    table = row.participant.place.table.name
    return {"table": table, "begun_at": row.begun_at, "ended_at": row.ended_at}


def _describe_sides(row: Round, bet: Bet) -> dict[str, Money]:
    return {name: row.money(units) for name, units in bet.side_bets.items()}


def describe_notice(row: Notice) -> JsonRow:
    return {
        "at": row.created_at,
        "kind": row.kind,
        "round": row.round.public_id,
        "round_number": row.round.number,
    }


def describe_points_entry(row: PointsEntry) -> JsonRow:
    return {
        "at": row.at,
        "kind": row.kind,
        "points": row.hundredths / HUNDREDTHS,
        "round": row.round_id,
        "round_number": getattr(row, "round_number", None),
        "balance_after": row.balance_after / HUNDREDTHS,
    }


def describe_tier(row: TierChange) -> JsonRow:
    return {"at": row.at, "tier": row.tier.name}
