"""How a self-exclusion ends, in words."""

from django.utils.translation import gettext as _, ngettext

from pages.moments import describe_hours
from profiles.selectors.in_force import profile_in_force


def describe_understood(country: str) -> str:
    """Return what a player who lives in this country confirms about the end of a self-exclusion."""
    lifted_by = profile_in_force(country).exclusion_lifted_by
    if lifted_by == "player":
        return _("I understand that I can come back only after a wait.")
    if lifted_by == "staff":
        return _("I understand that I can't end it before its time: only two members of staff can.")
    return _("I understand that neither I nor anybody else can end it before its time.")


def describe_end(country: str) -> list[str]:
    """Return sentences about the end of a self-exclusion, as the profile of this country says."""
    profile = profile_in_force(country)
    wait = describe_hours(profile.exclusion_return_hours)
    if profile.exclusion_lifted_by == "player":
        words = _(
            "You can ask to come back: it then ends 24 hours later, or %(wait)s later if it has no end date. You can always make it longer."
        )
        return [words % {"wait": wait}]
    by_nobody = _(
        "Nobody can end it before its time: neither you nor our staff. You can only make it longer."
    )
    by_staff = _(
        "You can't end it before its time; two members of our staff together can. You can always make it longer."
    )
    months = profile.exclusion_shortest_months
    later = ngettext(
        "Without an end date, you can ask to come back after %(n)s month; it then ends %(wait)s later.",
        "Without an end date, you can ask to come back after %(n)s months; it then ends %(wait)s later.",
        months,
    )
    lifted = by_staff if profile.exclusion_lifted_by == "staff" else by_nobody
    return [lifted, later % {"n": months, "wait": wait}]
