"""Findings of checks in the reader's language."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from internals.texts import LazyText
from journal.values.findings import MORE, Finding

FindingFormatter = Callable[[Mapping[str, Any]], str]

_FORMATTERS: Final[dict[str, FindingFormatter]] = {}


def register_sentences(told: Mapping[str, FindingFormatter]) -> None:
    """Register an app's sentences for its findings, by code."""
    _FORMATTERS.update(told)


def build_formatter(words: str | Promise) -> FindingFormatter:
    """Fill a finding's facts into a sentence: "%(file)s: changed"."""
    return lambda facts: str(words) % facts


def is_finding(value: object) -> bool:
    """Return whether the value is a finding with a known code."""
    return isinstance(value, Mapping) and value.get("code") in _FORMATTERS


def describe_finding(kept: Finding | str) -> str:
    """Return a finding in the active language. An unknown code is shown with its facts, an old finding stored as text unchanged."""
    if isinstance(kept, str):
        return kept
    if is_finding(kept):
        return _FORMATTERS[kept["code"]](kept)
    return ", ".join(f"{name}: {value}" for name, value in kept.items())


_SOURCES: Final = {"event": _("event"), "alteration": _("change")}


def _of_record(words: Promise) -> FindingFormatter:
    return lambda facts: (
        str(words)
        % {
            **facts,
            "what": f"{_SOURCES.get(facts['source'], facts['source'])} {facts['row']}",
        }
    )


PARTS: Final[Mapping[str, LazyText]] = {
    "file": _("file"),
    "package": _("package"),
    "unlocked": _("package not as in the lock file"),
    "editable": _("package with files elsewhere"),
    "altered": _("file not as in its package's RECORD"),
    "stray": _("file of no package"),
    "compiled": _("compiled file not of its source"),
    "interpreter": _("interpreter"),
    "setting": _("setting"),
    "function": _("database function"),
    "trigger": _("database trigger"),
    "constraint": _("database constraint"),
    "right": _("database right"),
    "rules": _("rules"),
    "profile": _("profile"),
}
"""Kinds of parts of a build."""


def _of_part(words: Promise) -> FindingFormatter:
    return lambda facts: str(words) % {**facts, "part": PARTS.get(facts["part"], facts["part"])}


def _with_time(words: Promise) -> FindingFormatter:
    def say(facts: Mapping[str, Any]) -> str:
        at = datetime.fromisoformat(facts["at"]).astimezone(UTC)
        return str(words) % {**facts, "at": date_format(at, gettext("j M Y, H:i:s"))}

    return say


register_sentences(
    {
        MORE: build_formatter(_("and %(count)s more")),
        "chain_gone": _of_record(
            _("%(what)s (link %(n)s): was there when it was chained, and is gone")
        ),
        "chain_changed": _of_record(_("%(what)s (link %(n)s): not as it was chained")),
        "chain_apart": _of_record(
            _("%(what)s (link %(n)s): its link does not follow from the one before")
        ),
        "chain_order": _of_record(_("%(what)s (link %(n)s): chained out of its order")),
        "chain_past": _of_record(_("%(what)s: was put where the chain had passed already")),
        "chain_late": _of_record(_("%(what)s: could have been chained ten minutes ago")),
        "chain_future": _of_record(
            _("%(what)s: is of a transaction that this server has not come to")
        ),
        "head_other": build_formatter(_("%(file)s says '%(line)s', the database '%(head)s'")),
        "head_unknown": build_formatter(_("%(file)s says '%(line)s', the database nothing")),
        "head_unwritten": build_formatter(_("head %(n)s: in no file as the database has it")),
        "head_not_copied": build_formatter(
            _("head %(n)s: in no file of %(folder)s as the database has it")
        ),
        "rows_unwatched": build_formatter(
            _("%(table)s: changes of its rows are not noted any more")
        ),
        "row_unsaid": build_formatter(
            _("%(table)s %(row)s: is there, and its history does not say since when")
        ),
        "row_gone": build_formatter(
            _("%(table)s %(row)s: is gone, and its history does not say so")
        ),
        "row_back": build_formatter(
            _("%(table)s %(row)s: is there, and its history says that it was deleted")
        ),
        "row_other": build_formatter(
            _("%(table)s %(row)s: %(column)s is not what its history says")
        ),
        "manifest_missing": build_formatter(_("no manifest at %(file)s")),
        "manifest_unread": build_formatter(_("no manifest at %(file)s: %(why)s")),
        "no_manifest": build_formatter(_("%(file)s is not a manifest")),
        "manifest_exchanged": _with_time(
            _("%(file)s: not the build that was stored on %(at)s UTC")
        ),
        "build_not_accepted": build_formatter(_("two people have not accepted any build yet")),
        "part_added": _of_part(_("%(part)s %(name)s: added")),
        "part_changed": _of_part(_("%(part)s %(name)s: changed")),
        "part_missing": _of_part(_("%(part)s %(name)s: missing")),
        "file_added": build_formatter(_("%(file)s: added")),
        "file_changed": build_formatter(_("%(file)s: changed")),
        "file_missing": build_formatter(_("%(file)s: missing")),
        "profile_changed": build_formatter(_("not what two people approved: %(profile)s")),
        "rules_unreadable": build_formatter(
            _("rules %(rules)s: are no rules, for the field %(field)s")
        ),
        "rules_unapproved": build_formatter(_("rules %(rules)s: were never approved")),
        "rules_not_of_hash": build_formatter(_("rules %(rules)s: are not those of their hash")),
        "rules_not_approved": build_formatter(
            _("rules %(rules)s: are not those that were approved")
        ),
    }
)
