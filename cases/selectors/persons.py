"""Accounts that staff found to be of one person: their flags count together."""

from collections.abc import Mapping

from detection.selectors.links import list_merged


def find_same_people() -> Mapping[int, tuple[int, ...]]:
    """Return all accounts of the person of each merged account: the one that is kept first, the others by number. One query."""
    kept_of = dict(list_merged())
    groups: dict[int, set[int]] = {}
    for account in kept_of:
        kept = _find_kept(account, kept_of)
        groups.setdefault(kept, set()).add(account)
    found: dict[int, tuple[int, ...]] = {}
    for kept, others in groups.items():
        accounts = (kept, *sorted(others - {kept}))
        found |= dict.fromkeys(accounts, accounts)
    return found


def _find_kept(account: int, kept_of: Mapping[int, int]) -> int:
    """Follow duplicates of duplicates; accounts are older than their duplicates, so that no circle is followed twice."""
    seen = {account}
    while (older := kept_of.get(account)) is not None and older not in seen:
        account = older
        seen.add(account)
    return account
