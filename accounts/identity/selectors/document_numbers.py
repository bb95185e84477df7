"""Document numbers: decryption, and look-up of the account that holds one."""

from collections.abc import Collection

from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.identity import IdentityNumber
from accounts.models.users import User
from accounts.values.encryption import keyed_digest, unseal


def number_digest(number: DocumentNumber) -> str:
    return keyed_digest(number.country, number.normal)


def load_document_number(player: User) -> DocumentNumber | None:
    """Return the player's current number, decrypted. One query. Raises UnsealFailed."""
    row = (
        IdentityNumber.objects.filter(player=player, withdrawn_at=None).exclude(sealed=b"").first()
    )
    return None if row is None else decrypt_number(row)


def load_document_numbers(people: Collection[int]) -> dict[int, DocumentNumber]:
    """Return the numbers of several players; players without one are left out. One query. Raises UnsealFailed."""
    rows = IdentityNumber.objects.filter(player__in=people, withdrawn_at=None).exclude(sealed=b"")
    return {row.player_id: decrypt_number(row) for row in rows}


def has_number(player: User) -> bool:
    """Return whether the player has a number. One query."""
    return IdentityNumber.objects.filter(player=player, withdrawn_at=None).exists()


def find_document_kind(player: User) -> str | None:
    """Return the kind of the player's document, "" if it is unknown; None without a number. One query."""
    rows = IdentityNumber.objects.filter(player=player, withdrawn_at=None)
    return rows.values_list("kind", flat=True).first()


def find_number_holder(number: DocumentNumber) -> int | None:
    """Return the id of the account that has this number; None if nobody has. One query."""
    found = IdentityNumber.objects.filter(digest=number_digest(number), withdrawn_at=None)
    return found.values_list("player", flat=True).first()


def decrypt_number(row: IdentityNumber) -> DocumentNumber:
    """Decrypt one row, current or withdrawn. Raises UnsealFailed."""
    return DocumentNumber(
        row.country, unseal(f"player {row.player_id}", bytes(row.sealed)).decode()
    )
