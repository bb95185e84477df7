"""What a rehearsal does inside the site: play, facts, comparison, release. Each command prints one JSON document.

`python -m tools.rehearsals.inside play FILE SEED | facts | refusals | compare FILE TIME | verify | release | again`
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
django.setup()

from django.db import DatabaseError  # noqa: E402  # needs the app registry
from django.utils import timezone  # noqa: E402  # as above

from accounts.mail.services import send_due  # noqa: E402  # as above
from accounts.models.users import User  # noqa: E402  # as above
from accounts.roles.values import Role  # noqa: E402  # as above
from accounts.sign_up.services.demo import (  # noqa: E402  # as above
    register_demo_player,
    register_demo_staff,
)
from api.services.webhook_delivery import send_due_webhooks  # noqa: E402  # as above
from blackjack.verification import verify  # noqa: E402  # as above
from casino.fairness.selectors.transcripts import transcript_text  # noqa: E402  # as above
from casino.fairness.services.public_log import chain_log  # noqa: E402  # as above
from casino.fairness.services.shoes import change_shoe, sit_down  # noqa: E402  # as above
from casino.models import REVEALED, Participant, Round, Shoe  # noqa: E402  # as above
from casino.play.services.betting import BetRequest, place_bet  # noqa: E402  # as above
from casino.play.services.decisions import DecisionRequest, make_decision  # noqa: E402  # as above
from casino.refusals import ActionRefused  # noqa: E402  # as above
from casino.selectors.places import present_shoe  # noqa: E402  # as above
from casino.values.boxes import BoxInput  # noqa: E402  # as above
from compliance.restores.services.releasing import (  # noqa: E402  # as above
    decide_release,
    propose_release,
)
from journal.refusals import Refusal  # noqa: E402  # as above
from journal.services.chaining import chain_records  # noqa: E402  # as above
from reports.exports.services.files import make_next_file  # noqa: E402  # as above
from restores.services.gate import find_closed  # noqa: E402  # as above
from restores.services.watching import watch_server  # noqa: E402  # as above
from tables.models import Table  # noqa: E402  # as above
from tools.faults.house import create_table  # noqa: E402  # as above
from wallet.cash.services.withdrawals import require_withdrawals_open  # noqa: E402  # as above
from wallet.ledger.models import Transfer  # noqa: E402  # as above
from wallet.ledger.services.movements import credit_deposit  # noqa: E402  # as above
from wallet.ledger.services.seals import seal_ledger  # noqa: E402  # as above
from wallet.money.values import Money  # noqa: E402  # as above

PLAYERS = 4
PASSWORD = "a long password of a rehearsal"  # noqa: S105  # of accounts that live as long as the rehearsal
ROUNDS_AFTER = 8
AT_ONCE = 5  # rounds between two shoes, and between two seals
SALT = "00112233445566778899aabbccddeeff"


def play(file: str, seed: str) -> dict[str, Any]:
    """Deposit, bet and decide, about ten transfers a second, until standard input ends; record what was acknowledged."""
    chance, table = random.Random(seed), create_table()  # noqa: S311  # a repeatable load, no secret
    people = [
        register_demo_player(f"p{n}@rehearsal.test", PASSWORD, f"P {n}") for n in range(PLAYERS)
    ]
    played = 0
    with Path(file).open("a", encoding="ascii") as book:
        record = _recorder(book)
        for person in people:
            _deposit(person, "500", record)
        print(json.dumps({"ready": True}), flush=True)
        while not _is_stopped():
            played += 1
            try:
                _play_one(chance.choice(people), table, record, leave_open=chance.random() < 0.1)  # noqa: PLR2004  a tenth
                if played % AT_ONCE == 0:
                    _tidy()
            except DatabaseError:
                return {"rounds": played, "ended": "the database failed"}
    return {"rounds": played}


def _is_stopped() -> bool:
    time.sleep(0.05)
    return Path(os.environ["REHEARSAL_STOP"]).exists()


def _recorder(book: Any) -> Callable[[str, str], None]:
    def record(kind: str, reference: str) -> None:
        line = {"kind": kind, "id": reference, "at": datetime.now(UTC).isoformat()}
        book.write(json.dumps(line) + "\n")
        book.flush()
        os.fsync(book.fileno())

    return record


def _tidy() -> None:
    """What workers do every few seconds: seal, chain, and leave the marker."""
    seal_ledger()
    chain_records()
    while chain_log():
        pass
    watch_server()


def _deposit(person: User, amount: str, record: Callable[[str, str], None]) -> None:
    key = uuid4()
    credit_deposit(person.pk, Money.parse(amount, "USD"), key=key, provider="demo")
    record("deposit", str(key))


def _play_one(
    person: User, table: Table, record: Callable[[str, str], None], *, leave_open: bool
) -> Round | None:
    """Play a round, or an open one on; sometimes leave it open, and sometimes ask for the next shoe."""
    participant = sit_down(person, table)
    round_ = Round.objects.filter(player=person, status=Round.Status.IN_PROGRESS).first()
    if round_ is None:
        round_ = _bet(person, table, participant)
        record("bet", str(round_.public_id))
    if leave_open:
        return round_
    round_ = _finish(person, round_)
    record("round", str(round_.public_id))
    shoe = round_.deal.shoe
    if shoe.rounds_dealt >= AT_ONCE:
        with suppress(Refusal):
            change_shoe(person, table, shoe.public_id)
    return round_


def _bet(person: User, table: Table, participant: Participant) -> Round:
    shoe = present_shoe(participant.place)
    if shoe is None:
        raise RuntimeError("no shoe is announced")
    boxes = {1: BoxInput("1", {})}
    request = BetRequest(shoe.public_id, shoe.rounds_dealt + 1, boxes, "" if shoe.salt else SALT)
    return place_bet(person, table, request)


def _finish(person: User, round_: Round) -> Round:
    while round_.status == Round.Status.IN_PROGRESS:
        step = round_.deal.decisions.count()
        try:
            round_ = make_decision(person, DecisionRequest(round_.public_id, step, "stand"))
        except ActionRefused:  # insurance is offered
            round_ = make_decision(person, DecisionRequest(round_.public_id, step, "decline"))
        round_.refresh_from_db()
    return round_


def facts() -> dict[str, Any]:
    """Return every commitment, and the numbers of open rounds and transfers."""
    return {
        "commitments": list(Shoe.objects.values_list("commitment", flat=True)),
        "open_rounds": Round.objects.filter(status=Round.Status.IN_PROGRESS).count(),
        "transfers": Transfer.objects.count(),
    }


def refusals() -> dict[str, Any]:
    """Start as a process does, then try what must be closed. Returns the refusals' codes by what was tried."""
    is_open = watch_server()
    person, table = User.objects.get(email="p0@rehearsal.test"), Table.objects.get(slug="ligalo")
    before = Transfer.objects.count()
    tried: dict[str, Callable[[], object]] = {
        "play": lambda: _play_one(person, table, lambda *_: None, leave_open=False),
        "mail": lambda: send_due(timezone.now()),
        "webhook": send_due_webhooks,
        "payout": lambda: require_withdrawals_open(person.pk),
        "export": lambda: make_next_file(timezone.now(), {}),
        "deposit": lambda: _deposit(person, "5", lambda *_: None),
    }
    codes = {name: _code(work) for name, work in tried.items()}
    return {"open": is_open, "codes": codes, "moved": Transfer.objects.count() - before}


def _code(work: Callable[[], object]) -> str:
    try:
        work()
    except Refusal as refusal:
        return refusal.code
    except DatabaseError as error:
        refused = find_closed(error)
        return refused.code if refused else "error"
    return "done"


def compare(file: str, until: str) -> dict[str, Any]:
    """Compare what was acknowledged with the records: lost before and after the restore point, and doubled."""
    end = datetime.fromisoformat(until)
    lines = [json.loads(line) for line in Path(file).read_text().splitlines()]
    bets = {str(one) for one in Round.objects.values_list("public_id", flat=True)}
    over = Round.objects.exclude(status=Round.Status.IN_PROGRESS)
    ended = {str(one) for one in over.values_list("public_id", flat=True)}
    keys = [str(one) for one in Transfer.objects.values_list("key", flat=True)]
    known = {"bet": bets, "round": ended, "deposit": set(keys)}
    lost = [one for one in lines if one["id"] not in known[one["kind"]]]
    before = [one for one in lost if datetime.fromisoformat(one["at"]) <= end]
    return {
        "acknowledged": len(lines),
        "lost_before": len(before),
        "lost_after": len(lost) - len(before),
        "doubled": len(keys) - len(set(keys)),
    }


def verify_shoes() -> dict[str, Any]:
    """Verify every shoe whose seed is public."""
    failed, count = [], 0
    shoes = Shoe.objects.filter(status__in=REVEALED).select_related("version", "place__table")
    for shoe in shoes:
        count += 1
        if not all(check.passed for check in verify(transcript_text(shoe))):
            failed.append(str(shoe.public_id))
    return {"shoes": count, "failed": failed}


def release() -> dict[str, Any]:
    """Release the installation by two people; one alone must not do it."""
    operator = register_demo_staff("o@rehearsal.test", PASSWORD, "Olga", Role.OPERATOR)
    manager = register_demo_staff("m@rehearsal.test", PASSWORD, "Marta", Role.COMPLIANCE_MANAGER)
    own = propose_release(manager, "checked by one")
    alone = _code(lambda: decide_release(own.pk, approved=True, acting_user=manager, reason="me"))
    other = register_demo_staff("n@rehearsal.test", PASSWORD, "Nora", Role.COMPLIANCE_MANAGER)
    decide_release(own.pk, approved=False, acting_user=other, reason="by two, please")
    made = propose_release(operator, "ledger, chain, seals and shoes hold")
    decide_release(made.pk, approved=True, acting_user=manager, reason="seen")
    return {"alone": alone, "open": watch_server()}


def again() -> dict[str, Any]:
    """Play on after the release. Returns the commitments of the shoes that dealt."""
    used: set[str] = set()
    table = Table.objects.get(slug="ligalo")
    for number in range(ROUNDS_AFTER):
        person = User.objects.get(email=f"p{number % PLAYERS}@rehearsal.test")
        round_ = _play_one(person, table, lambda *_: None, leave_open=False)
        if round_ is not None:
            used.add(Shoe.objects.get(deals__rounds=round_).commitment)
    _tidy()
    return {"commitments": sorted(used)}


_COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {
    "play": play,
    "facts": facts,
    "refusals": refusals,
    "compare": compare,
    "verify": verify_shoes,
    "release": release,
    "again": again,
}

if __name__ == "__main__":
    print(json.dumps(_COMMANDS[sys.argv[1]](*sys.argv[2:])), flush=True)
