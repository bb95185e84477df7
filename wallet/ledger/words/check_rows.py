"""Translated rows that break a line of the ledger check.

Rows are stored in English, as their query writes them. Each sentence here is the pattern of one kind of row: its facts
are extracted and put into the translation.
"""

import re
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _, override

from internals.texts import LazyText
from wallet.ledger.selectors.round_numbers import find_round_number

_FACT: Final = re.compile(r"%\((\w+)\)s")
_REFERENCE: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ROWS: Final[tuple[LazyText, ...]] = (
    _("transfer %(transfer)s: %(units)s %(currency)s left over"),
    _("%(currency)s: %(units)s left over"),
    _("transfer %(transfer)s: no entries"),
    _("transfer %(transfer)s: %(kind)s of %(units)s %(currency)s is not what its entries moved"),
    _("transfer %(transfer)s: its entry on account %(account)s was not written with it"),
    _("transfer %(transfer)s: does not belong on account %(account)s"),
    _("account %(account)s: stores %(stored)s, its entries add up to %(total)s"),
    _("account %(account)s: number %(number)s follows %(before)s"),
    _("account %(account)s, number %(number)s: %(units)s after %(before)s is not %(after)s"),
    _("account %(account)s: %(units)s %(currency)s"),
    _("account %(account)s, number %(number)s: %(units)s %(currency)s"),
    _("round %(round)s of player %(player)s: %(units)s %(currency)s in play, %(held)s held"),
    _("round %(round)s of player %(player)s: settled, and %(units)s %(currency)s held"),
    _(
        "withdrawal %(withdrawal)s of player %(player)s: %(units)s %(currency)s pending, %(held)s held"
    ),
    _(
        "round or deposit %(round)s of player %(player)s: %(units)s %(currency)s receivable, %(owed)s owed"
    ),
    _("transfer %(transfer)s: %(units)s %(currency)s of tax noted, %(moved)s moved"),
    _("payment of taxes %(payment)s: %(units)s %(currency)s moved, %(told)s decided"),
    _(
        "round %(round)s of player %(player)s: %(units)s %(currency)s withheld, the round and its voids say %(told)s"
    ),
    _("month %(month)s: no partition of wallet_entry"),
    _("transfer %(transfer)s: does not undo %(original)s on account %(account)s"),
    _("transfer %(transfer)s: a reversal of nothing"),
    _("%(house)s %(currency)s: no account"),
    _("%(house)s %(currency)s: account %(account)s, and movements go to %(other)s"),
    _("%(house)s %(currency)s: account %(account)s stores %(stored)s after %(number)s"),
    _("account %(account)s: of no owner, or of two"),
    _("account %(account)s: rolled up as %(stored)s, its entries add up to %(total)s"),
    _("%(count)s transfers since %(since)s UTC, from %(first)s on: not sealed"),
    _(
        "%(count)s transfers since %(since)s UTC, from %(first)s on: not sealed, held back by transaction %(transaction)s, of whatever database of this server, which is still open"
    ),
    _(
        "%(what)s up to transaction %(transaction)s; this server counts from %(horizon)s: raise its epoch"
    ),
    _(
        "transfer %(transfer)s: %(units)s %(currency)s of player %(player)s; deposit %(deposit)s: %(told)s %(told_currency)s of player %(told_player)s"
    ),
    _(
        "transfer %(transfer)s: %(kind)s of %(units)s %(currency)s of player %(player)s; withdrawal %(withdrawal)s: %(told_kind)s of %(told)s %(told_currency)s of player %(told_player)s"
    ),
    _("deposit %(deposit)s: shown as %(shown)s, its last step says %(last)s"),
    _("withdrawal %(withdrawal)s: shown as %(shown)s, its last step says %(last)s"),
    _(
        "transfer %(transfer)s: %(kind)s of %(units)s %(currency)s of player %(player)s, undoing %(original)s; correction %(correction)s: %(told_kind)s of %(told)s %(told_currency)s of player %(told_player)s, undoing %(told_original)s"
    ),
    _(
        "transfer %(transfer)s: %(kind)s of %(units)s %(currency)s of player %(player)s, for no withdrawal, closing or reversal"
    ),
    _(
        "exchange %(transfer)s: %(given)s %(given_currency)s for %(received)s %(received_currency)s is not what rates %(given_rate)s and %(received_rate)s and spread %(spread)s make"
    ),
    _("check %(check)s of %(at)s UTC: saw block %(block)s and %(entries)s entries"),
    _("block %(block)s: not as it was sealed"),
    _("block %(block)s: in no file as the database has it"),
    _("block %(block)s: in no file of %(folder)s as the database has it"),
    _("block %(block)s, proved at %(at)s UTC: the states do not follow from it"),
    _("%(file)s says %(line)s, the database %(sealed)s"),
    _("round %(round)s of player %(player)s: %(played)s in play, %(open)s open"),
    _("round %(round)s of player %(player)s: %(played)s in play, not open"),
    _(
        "round %(round)s of player %(player)s: %(staked)s %(currency)s staked and %(paid)s paid, the round says %(told_staked)s and %(told_paid)s"
    ),
    _(
        "round %(round)s: %(units)s %(currency)s at %(rate)s is not %(usd)s USD at the rate of its time"
    ),
    _(
        "round %(round)s of player %(player)s: %(due)s %(currency)s due, %(owed)s owed, %(collected)s collected, %(suspended)s suspended; its voids say %(told_due)s, %(told_owed)s, %(told_collected)s and %(told_suspended)s"
    ),
    _(
        "round %(round)s: %(staked)s and %(staked_usd)s USD staked, %(doubled)s USD doubled, %(returned)s USD returned; not what its bets, its decisions and its return of %(told)s make at %(rate)s"
    ),
    _(
        "transfer %(transfer)s: %(units)s %(currency)s of player %(player)s; redemption %(redemption)s: %(told)s %(told_currency)s of player %(told_player)s for %(points)s of %(asked)s points, entry of %(hundredths)s"
    ),
    _(
        "entry %(entry)s of player %(player)s: redeemed %(hundredths)s hundredths, and no redemption"
    ),
    _(
        "player %(player)s: %(balance)s and %(debt)s owed after %(entries)s entries; the last of them says %(told)s and %(told_debt)s, %(number)s"
    ),
    _(
        "player %(player)s: %(balance)s and %(debt)s owed; %(entries)s entries add up to %(told)s and %(told_debt)s"
    ),
    _("the check begun at %(at)s UTC has no result"),
    _("could not be checked: %(why)s"),
)


def translate_row(row: str) -> str:
    """Return the translated row; one with an unknown pattern as stored."""
    for form, sentence in _forms():
        if facts := form.fullmatch(row):
            return str(sentence) % _with_round_number(facts.groupdict())
    return row


def _with_round_number(facts: dict[str, str | None]) -> dict[str, str | None]:
    """Replace a round's reference with its number."""
    reference = facts.get("round")
    if reference is None or not _REFERENCE.fullmatch(reference):
        return facts
    return {**facts, "round": find_round_number(reference) or reference}


@cache
def _forms() -> list[tuple[re.Pattern[str], LazyText]]:
    """Return each sentence as a pattern, those with the most literal text first."""
    with override(None):
        english = [(str(sentence), sentence) for sentence in ROWS]
    english.sort(key=lambda one: -len(_FACT.sub("", one[0])))
    return [(re.compile(_pattern(text), re.DOTALL), sentence) for text, sentence in english]


def _pattern(text: str) -> str:
    *parts, last = _FACT.split(text)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return "".join(f"{re.escape(words)}(?P<{fact}>.*?)" for words, fact in pairs) + re.escape(last)
