from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.transfer_kind import TransferKind

if TYPE_CHECKING:
    from ..models.entry_record import EntryRecord
    from ..models.money import Money


T = TypeVar("T", bound="TransferRecord")


@_attrs_define
class TransferRecord:
    """
    Attributes:
        amount (Money):
        created_at (datetime.datetime):
        entries (list[EntryRecord]):
        id (int):
        key (UUID): Its idempotency key.
        kind (TransferKind):
        player (int):
        received (Money | None): What a payout returns, or an exchange gives; else null.
        round_ (None | UUID):
        withdrawal (None | UUID):
    """

    amount: Money
    created_at: datetime.datetime
    entries: list[EntryRecord]
    id: int
    key: UUID
    kind: TransferKind
    player: int
    received: Money | None
    round_: None | UUID
    withdrawal: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.money import Money  # noqa: PLC0415

        amount = self.amount.to_dict()

        created_at = self.created_at.isoformat()

        entries = []
        for entries_item_data in self.entries:
            entries_item = entries_item_data.to_dict()
            entries.append(entries_item)

        id = self.id

        key = str(self.key)

        kind = self.kind.value

        player = self.player

        received: dict[str, Any] | None
        if isinstance(self.received, Money):
            received = self.received.to_dict()
        else:
            received = self.received

        round_: None | str
        if isinstance(self.round_, UUID):
            round_ = str(self.round_)
        else:
            round_ = self.round_

        withdrawal: None | str
        if isinstance(self.withdrawal, UUID):
            withdrawal = str(self.withdrawal)
        else:
            withdrawal = self.withdrawal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "created_at": created_at,
                "entries": entries,
                "id": id,
                "key": key,
                "kind": kind,
                "player": player,
                "received": received,
                "round": round_,
                "withdrawal": withdrawal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.entry_record import EntryRecord  # noqa: PLC0415
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        amount = Money.from_dict(d.pop("amount"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        entries = []
        _entries = d.pop("entries")
        for entries_item_data in _entries:
            entries_item = EntryRecord.from_dict(entries_item_data)

            entries.append(entries_item)

        id = d.pop("id")

        key = UUID(d.pop("key"))

        kind = TransferKind(d.pop("kind"))

        player = d.pop("player")

        def _parse_received(data: object) -> Money | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                received_type_0 = Money.from_dict(data)

                return received_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Money | None, data)

        received = _parse_received(d.pop("received"))

        def _parse_round_(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                round_type_0 = UUID(data)

                return round_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        round_ = _parse_round_(d.pop("round"))

        def _parse_withdrawal(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                withdrawal_type_0 = UUID(data)

                return withdrawal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        withdrawal = _parse_withdrawal(d.pop("withdrawal"))

        transfer_record = cls(
            amount=amount,
            created_at=created_at,
            entries=entries,
            id=id,
            key=key,
            kind=kind,
            player=player,
            received=received,
            round_=round_,
            withdrawal=withdrawal,
        )

        transfer_record.additional_properties = d
        return transfer_record

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
