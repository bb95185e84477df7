"""A player's rounds as CSV: one row per round, oldest first, streamed."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _, pgettext, pgettext_lazy

from casino.history.selectors.batches import BatchFacts, DecisionFacts, read_batches
from casino.models import Round, VoidReason
from casino.rounds.selectors.situations import build_situations, stored_states
from casino.rounds.words.labels import RESULTS, action_label
from loyalty.values.points import HUNDREDTHS
from pages.moments import in_zone
from pages.spreadsheets import BOM, CsvFormat, select_csv_format
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES

_INSURED: Final[Mapping[str, str | Promise]] = {
    "win": pgettext_lazy("insurance", "won"),
    "lose": pgettext_lazy("insurance", "lost"),
}


def stream_csv_rows(rounds: QuerySet[Round, Round], *, sheet: bool = False) -> Iterator[str]:
    """Stream the rounds as CSV lines in the active language; numbers and times as in the account statement.

    Cells hold language-independent keys for programs, or words for a `sheet`. Rounds are read in batches and
    the connection is released in between: a slow download holds neither memory nor a connection.
    """
    style = select_csv_format(sheet=sheet)
    return chain([BOM + style.line(_header())], _lines(rounds, style))


def _lines(rounds: QuerySet[Round, Round], style: CsvFormat) -> Iterator[str]:
    for batch in read_batches(rounds):
        yield from (style.line(_cells(round_, batch.facts, style)) for round_ in batch.rounds)


def _cells(round_: Round, batch: BatchFacts, style: CsvFormat) -> list[str]:
    facts = round_.result or {}
    returned = round_.returned or 0
    points = batch.points.get(round_.public_id, 0)
    return [
        style.time(round_.started_at),
        style.time(round_.finished_at) if round_.finished_at else "",
        round_.number,
        str(round_.public_id),
        round_.place.table.display_name,
        str(round_.deal.shoe.public_id),
        str(round_.deal.nonce),
        round_.currency,
        *(
            style.number(round_.money(units).text)
            for units in (round_.staked, returned, returned - round_.staked)
        ),
        style.number(format(round_.tasa_cambio.normalize(), "f")),
        style.number(f"{points / HUNDREDTHS:.2f}"),
        style.number(round_.money(round_.balance_before).text),
        style.number(round_.money(round_.balance_after or 0).text),
        style.number(round_.money(round_.tax).text),
        *_told(round_, batch, style),
        *_situations(round_, batch),
        " | ".join(_hands(facts["seats"])),
        " | ".join(_amounts(round_, facts["seats"], style, "stake", "added")),
        " | ".join(_amounts(round_, facts["seats"], style, "payout")),
        " ".join(facts["dealer"]["cards"]),
        " | ".join(_insurances(round_, facts["seats"], style)),
        " | ".join(_side_bets(round_, facts["seats"], style)),
        _version(round_.profile_id),
        _version(round_.country_profile_id),
    ]


def _version(number: int | None) -> str:
    return "" if number is None else str(number)


def _told(round_: Round, batch: BatchFacts, style: CsvFormat) -> list[str]:
    """Cells for result, finished by the house, void reason and decisions: keys, or words in a sheet."""
    result, void = _result(round_), batch.voids.get(round_.pk, "")
    made = batch.decisions.get(round_.pk, [])
    if not style.sheet:
        decided = "; ".join(f"{one.action}{_mark(one)}" for one in made)
        return [result, "yes" if round_.interrupted else "no", void, decided]
    return [
        str(RESULTS[result]),
        _("yes") if round_.interrupted else _("no"),
        str(VoidReason(void).label) if void else "",
        "; ".join(_decided(one, style) for one in made),
    ]


def _situations(round_: Round, batch: BatchFacts) -> list[str]:
    """Cells for each decision's hand and cards, and the dealer's upcard.

    Replays the round: 0.1 ms each, a second for 10,000 rounds.
    """
    cards = (round_.result or {})["dealer"]["cards"]
    made = batch.decisions.get(round_.pk, [])
    actions = [one.action for one in made]
    bets, play = batch.bets.get(round_.pk, []), batch.live_plays.get(round_.deal_id)
    states = stored_states(round_, bets, actions, play) if actions else []
    asked = build_situations([states[one.step] for one in made] if states else [])
    return [
        "; ".join(f"{one.box}.{one.hand}" for one in asked),
        "; ".join(" ".join(one.cards) for one in asked),
        cards[0] if cards else "",
    ]


def _amounts(
    round_: Round, seats: Iterable[Mapping[str, Any]], style: CsvFormat, *names: str
) -> Iterator[str]:
    """Sum of these amounts for each hand, prefixed with box and hand; hands with an unknown amount are skipped.

    A bet behind may be on only one of two split hands, so its facts name the hand.
    """
    for seat in seats:
        for place, hand in enumerate(seat["hands"], 1):
            units = [hand[name] for name in names]
            if None not in units:
                amount = style.number(round_.money(sum(units)).text)
                yield f"{seat['seat']}.{hand.get('hand', place)}: {amount}"


def _mark(made: DecisionFacts) -> str:
    """Key of who decided, or when, if not the player in turn."""
    if made.by_house:
        return " (house)"
    return " (early)" if made.early else ""


def _decided(made: DecisionFacts, style: CsvFormat) -> str:
    """The button's label, with the amount if one was chosen, marked if the house decided or the turn had not come."""
    amount, label = made.action.partition(":")[2], action_label(made.action)
    said = f"{label} {style.number(amount)}" if amount else label
    if made.by_house:
        return _("%(action)s (the house)") % {"action": said}
    return _("%(action)s (before the turn)") % {"action": said} if made.early else said


def _result(round_: Round) -> str:
    """Key of the result, as in the filter."""
    if round_.status == Round.Status.CANCELLED:
        return "cancelled"
    net = (round_.returned or 0) - round_.staked
    return "won" if net > 0 else "lost" if net < 0 else "push"


def _hands(seats: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each hand's cards, prefixed with the number of its box."""
    for seat in seats:
        for hand in seat["hands"]:
            yield f"{seat['seat']}: {' '.join(hand['cards'])}"


def _insurances(
    round_: Round, seats: Iterable[Mapping[str, Any]], style: CsvFormat
) -> Iterator[str]:
    """Per box: insurance, outcome, payout."""
    for seat in seats:
        if bet := seat["insurance"]:
            word = _INSURED[bet["outcome"]] if style.sheet and bet["outcome"] else bet["outcome"]
            yield f"{seat['seat']}: {_bet(round_, bet, word, style)}"


def _side_bets(
    round_: Round, seats: Iterable[Mapping[str, Any]], style: CsvFormat
) -> Iterator[str]:
    """Per box and side bet: stake, outcome, payout."""
    for seat in seats:
        for name, bet in seat["side_bets"].items():
            told = SIDE_BETS[name] if style.sheet else name
            yield f"{seat['seat']}: {told} {_bet(round_, bet, _side_word(bet, style), style)}"


def _side_word(bet: Mapping[str, Any], style: CsvFormat) -> str | Promise | None:
    """Outcome of a side bet; None while undecided, "lose" if decided without an outcome."""
    if bet["payout"] is None:
        return None
    outcome: str = bet["outcome"] or "lose"
    if not style.sheet:
        return outcome
    return SIDE_OUTCOMES[outcome] if bet["outcome"] else pgettext("side bet", "lost")


def _bet(
    round_: Round, bet: Mapping[str, Any], word: str | Promise | None, style: CsvFormat
) -> str:
    """Stake and, once decided, outcome and payout."""
    amounts = [bet["stake"], *([] if bet["payout"] is None else [bet["payout"]])]
    stake, *paid = (style.number(round_.money(units).text) for units in amounts)
    return " ".join([stake, *([str(word)] if word else []), *paid])


def _header() -> list[str]:
    return [
        in_zone(_("dealt ({zone})")),
        in_zone(_("finished ({zone})")),
        _("number"),
        _("reference"),
        _("table"),
        _("shoe"),
        _("number in its shoe"),
        _("currency"),
        _("staked"),
        _("payout"),
        _("net"),
        _("rate to USD"),
        _("points"),
        _("balance before"),
        _("balance after"),
        _("tax withheld"),
        _("result"),
        _("finished by the house"),
        _("void"),
        _("decisions"),
        _("decided on (box.hand)"),
        _("cards decided on"),
        _("upcard"),
        _("hands"),
        _("stakes of the hands"),
        _("payouts of the hands"),
        _("dealer"),
        _("insurance"),
        _("side bets"),
        _("version of the profile"),
        _("version of the country's profile"),
    ]
