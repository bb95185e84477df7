from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.cuts import Cuts


T = TypeVar("T", bound="Shoe")


@_attrs_define
class Shoe:
    """
    Attributes:
        cards_dealt (int):
        cards_total (int | None): Null for endless decks.
        client_seed (str):
        commitment (str): SHA-256 of the server seed, in hexadecimal.
        cut_card_at (int | None):
        cuts (Cuts | None):
        id (UUID):
        is_opened (bool): False before its first bet, which sends salt and cut.
        nonce (int):
        rules_hash (str):
    """

    cards_dealt: int
    cards_total: int | None
    client_seed: str
    commitment: str
    cut_card_at: int | None
    cuts: Cuts | None
    id: UUID
    is_opened: bool
    nonce: int
    rules_hash: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.cuts import Cuts  # noqa: PLC0415

        cards_dealt = self.cards_dealt

        cards_total: int | None
        cards_total = self.cards_total

        client_seed = self.client_seed

        commitment = self.commitment

        cut_card_at: int | None
        cut_card_at = self.cut_card_at

        cuts: dict[str, Any] | None
        if isinstance(self.cuts, Cuts):
            cuts = self.cuts.to_dict()
        else:
            cuts = self.cuts

        id = str(self.id)

        is_opened = self.is_opened

        nonce = self.nonce

        rules_hash = self.rules_hash

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cards_dealt": cards_dealt,
                "cards_total": cards_total,
                "client_seed": client_seed,
                "commitment": commitment,
                "cut_card_at": cut_card_at,
                "cuts": cuts,
                "id": id,
                "is_opened": is_opened,
                "nonce": nonce,
                "rules_hash": rules_hash,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.cuts import Cuts  # noqa: PLC0415

        d = dict(src_dict)
        cards_dealt = d.pop("cards_dealt")

        def _parse_cards_total(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cards_total = _parse_cards_total(d.pop("cards_total"))

        client_seed = d.pop("client_seed")

        commitment = d.pop("commitment")

        def _parse_cut_card_at(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cut_card_at = _parse_cut_card_at(d.pop("cut_card_at"))

        def _parse_cuts(data: object) -> Cuts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                cuts_type_0 = Cuts.from_dict(data)

                return cuts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Cuts | None, data)

        cuts = _parse_cuts(d.pop("cuts"))

        id = UUID(d.pop("id"))

        is_opened = d.pop("is_opened")

        nonce = d.pop("nonce")

        rules_hash = d.pop("rules_hash")

        shoe = cls(
            cards_dealt=cards_dealt,
            cards_total=cards_total,
            client_seed=client_seed,
            commitment=commitment,
            cut_card_at=cut_card_at,
            cuts=cuts,
            id=id,
            is_opened=is_opened,
            nonce=nonce,
            rules_hash=rules_hash,
        )

        shoe.additional_properties = d
        return shoe

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
