"""Writers of documents: the fields of a serializer as plain functions, built once.

rest_framework looks up and checks every field of every row again, which costs more than the query of a list. Fields
that write in a way of their own do it here as well.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from rest_framework import fields, serializers

Write = Callable[[Any], Any]
_Part = tuple[str, Write, Write]
"""Name of a field, how its value is read from the object, how it is written."""


@cache
def build_writer(kind: type[serializers.Serializer[Any]]) -> Write:
    """Return the function that writes a value as `kind(value).data` does."""
    return _find_writer(kind())


def _find_writer(field: fields.Field[Any, Any, Any, Any]) -> Write:
    build = _BUILDERS.get(type(field).to_representation)
    return field.to_representation if build is None else build(field)


def _write_object(field: Any) -> Write:
    parts: list[_Part] = [
        (one.field_name, _find_reader(one), _find_writer(one))
        for one in field.fields.values()
        if not one.write_only
    ]

    def write(value: Any) -> dict[str, Any]:
        document: dict[str, Any] = {}
        for name, read, write_part in parts:
            try:
                found = read(value)
            except fields.SkipField:
                continue
            document[name] = None if found is None else write_part(found)
        return document

    return write


def _write_rows(field: Any) -> Write:
    write_row = _find_writer(field.child)
    return lambda rows: [write_row(row) for row in rows]


def _write_list(field: Any) -> Write:
    write_one = _find_writer(field.child)
    return lambda found: [None if one is None else write_one(one) for one in found]


def _write_mapping(field: Any) -> Write:
    write_one = _find_writer(field.child)
    return lambda found: {
        str(key): None if one is None else write_one(one) for key, one in found.items()
    }


def _write_flag(field: Any) -> Write:
    return lambda value: (
        value if value is True or value is False else field.to_representation(value)
    )


_BUILDERS: Final[Mapping[Any, Callable[[Any], Write]]] = {
    serializers.Serializer.to_representation: _write_object,
    serializers.ListSerializer.to_representation: _write_rows,
    fields.ListField.to_representation: _write_list,
    fields.DictField.to_representation: _write_mapping,
    fields.BooleanField.to_representation: _write_flag,
    fields.CharField.to_representation: lambda _field: str,
    fields.IntegerField.to_representation: lambda _field: int,
    fields.FloatField.to_representation: lambda _field: float,
}


def _find_reader(field: Any) -> Write:
    """Return the function that reads a field's value; whatever is unusual goes to the field's own method."""
    names, is_optional = field.source_attrs, field.allow_null and field.default is fields.empty
    if type(field).get_attribute is not fields.Field.get_attribute:
        return field.get_attribute  # type: ignore[no-any-return]  # untyped in the library

    if len(names) == 1:
        return _read_one(field, names[0])

    def read(instance: Any) -> Any:
        found = instance
        try:
            for name in names:
                if found is None and is_optional:
                    return None
                found = found[name] if _is_mapping(found.__class__) else getattr(found, name)
                if callable(found):
                    return field.get_attribute(instance)
        except (AttributeError, KeyError, ObjectDoesNotExist):
            return field.get_attribute(instance)
        return found

    return read


def _read_one(field: Any, name: str) -> Write:
    """Return the function that reads a value of one name, as most are."""

    def read(instance: Any) -> Any:
        try:
            is_mapping = _is_mapping(instance.__class__)
            found = instance[name] if is_mapping else getattr(instance, name)
        except (AttributeError, KeyError, ObjectDoesNotExist):
            return field.get_attribute(instance)
        return field.get_attribute(instance) if callable(found) else found

    return read


@cache
def _is_mapping(kind: type) -> bool:
    """Return whether values of this type hold their fields by key; asked for every value."""
    return issubclass(kind, Mapping)
