"""Make one value of the licence's and of that of the player's country of residence."""

from collections.abc import Mapping
from typing import Any

from profiles.values.definitions import FieldDefinition
from profiles.values.kinds import Combine, OneOf, ValueKind


def combine_values(definition: FieldDefinition, licence: Any, residence: Any) -> Any:
    """Return the value that holds where both do."""
    how = definition.combine
    if how == Combine.LICENCE:
        return licence
    if definition.zero_is_none and 0 in (licence, residence):
        return licence or residence
    if how in (Combine.MINIMUM, Combine.MAXIMUM):
        return _extreme(definition.kind, how, licence, residence)
    return _set(how, licence, residence)


def _extreme(kind: ValueKind, how: Combine, licence: Any, residence: Any) -> Any:
    choose = max if how == Combine.MAXIMUM else min
    if isinstance(kind, OneOf):
        return choose(licence, residence, key=kind.words.index)
    if isinstance(licence, Mapping):
        both = {*licence, *residence}
        return {one: choose(_known(one, licence, residence)) for one in sorted(both)}
    return choose(licence, residence)


def _known(key: str, *found: Mapping[str, Any]) -> list[Any]:
    return [one[key] for one in found if key in one]


def _set(how: Combine, licence: Any, residence: Any) -> Any:
    if how == Combine.INTERSECTION:
        return tuple(one for one in licence if one in residence)
    return (*licence, *(one for one in residence if one not in licence))
