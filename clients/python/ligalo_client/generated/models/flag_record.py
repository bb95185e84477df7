from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.flag_record_state_enum import FlagRecordStateEnum

if TYPE_CHECKING:
    from ..models.flag_record_figures import FlagRecordFigures
    from ..models.flag_record_thresholds import FlagRecordThresholds


T = TypeVar("T", bound="FlagRecord")


@_attrs_define
class FlagRecord:
    """
    Attributes:
        ended_at (datetime.datetime | None):
        figures (FlagRecordFigures): Numbers by name.
        id (UUID):
        n (int): Units that were judged.
        other (int | None): The other player of a pair.
        player (int):
        raised_at (datetime.datetime):
        sentence (str): What it says, in the caller's language.
        signal (str): For example “CC1”. There may be others.
        state (FlagRecordStateEnum):
        thresholds (FlagRecordThresholds):
        version (int): Version of the signal.
    """

    ended_at: datetime.datetime | None
    figures: FlagRecordFigures
    id: UUID
    n: int
    other: int | None
    player: int
    raised_at: datetime.datetime
    sentence: str
    signal: str
    state: FlagRecordStateEnum
    thresholds: FlagRecordThresholds
    version: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        figures = self.figures.to_dict()

        id = str(self.id)

        n = self.n

        other: int | None
        other = self.other

        player = self.player

        raised_at = self.raised_at.isoformat()

        sentence = self.sentence

        signal = self.signal

        state = self.state.value

        thresholds = self.thresholds.to_dict()

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ended_at": ended_at,
                "figures": figures,
                "id": id,
                "n": n,
                "other": other,
                "player": player,
                "raised_at": raised_at,
                "sentence": sentence,
                "signal": signal,
                "state": state,
                "thresholds": thresholds,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.flag_record_figures import FlagRecordFigures  # noqa: PLC0415
        from ..models.flag_record_thresholds import FlagRecordThresholds  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)

                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("ended_at"))

        figures = FlagRecordFigures.from_dict(d.pop("figures"))

        id = UUID(d.pop("id"))

        n = d.pop("n")

        def _parse_other(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        other = _parse_other(d.pop("other"))

        player = d.pop("player")

        raised_at = datetime.datetime.fromisoformat(d.pop("raised_at"))

        sentence = d.pop("sentence")

        signal = d.pop("signal")

        state = FlagRecordStateEnum(d.pop("state"))

        thresholds = FlagRecordThresholds.from_dict(d.pop("thresholds"))

        version = d.pop("version")

        flag_record = cls(
            ended_at=ended_at,
            figures=figures,
            id=id,
            n=n,
            other=other,
            player=player,
            raised_at=raised_at,
            sentence=sentence,
            signal=signal,
            state=state,
            thresholds=thresholds,
            version=version,
        )

        flag_record.additional_properties = d
        return flag_record

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
