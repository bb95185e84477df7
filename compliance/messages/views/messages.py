"""A player's messages: list, single message, mark all as read."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from accounts.models.users import User
from accounts.users.views import require_player
from casino.models import Notice
from casino.notices.selectors import load_case_notices
from casino.notices.services.notice_mail import ROUNDS_LISTED, sum_balance_changes
from casino.views.players import player_required
from casino.voids.words import dispute_sentence
from compliance.messages.selectors import letter_subjects
from compliance.messages.selectors.messages import (
    MessageSort,
    find_letter,
    find_notice,
    load_messages,
)
from compliance.messages.services import reading
from compliance.messages.words import letters, message_list
from compliance.messages.words.notices import notice_body, notice_title
from pages.answers import require_found, see_other
from pages.line_pages import parse_place


@player_required
@require_safe
def list_messages(request: HttpRequest) -> HttpResponse:
    """The player's messages, newest first."""
    page = load_messages(require_player(request), parse_place(request))
    lines = message_list.message_lines(page.lines)
    return render(request, "compliance/messages/list.html", {"lines": lines, "page": page})


@player_required
@require_safe
def show_message(request: HttpRequest, sort: str, pk: int) -> HttpResponse:
    """One message; opening it marks it as read."""
    if sort not in set(MessageSort):
        raise Http404
    player = require_player(request)
    context = _letter(player, pk) if sort == MessageSort.LETTER else _notice(player, pk)
    return render(request, "compliance/messages/message.html", context)


def _letter(player: User, pk: int) -> dict[str, Any]:
    letter = require_found(find_letter(player, pk))
    reading.mark_letter_read(player, pk)
    about = letter_subjects.load_letter_subjects([letter]).get(pk)
    return {
        "title": letters.letter_title(letter, about),
        "at": letter.at,
        "body": letters.letter_body(letter, about),
        "link": letters.letter_link(about),
    }


def _notice(player: User, pk: int) -> dict[str, Any]:
    notice = require_found(find_notice(player, pk))
    notices = load_case_notices(notice)
    reading.mark_notices_read(player, notices)
    if len(notices) > 1:
        return _many(notices)
    return {
        "title": notice_title(notice),
        "at": notice.created_at,
        "body": "\n".join(notice_body(notice)),
        "round": notice.round,
        "staked": notice.round.money(notice.round.staked),
        "returned": notice.round.money(notice.round.returned or 0),
        "dispute": dispute_sentence(notice.round),
    }


def _many(notices: list[Notice]) -> dict[str, Any]:
    """Context of a case with many rounds: the sums, and the first rounds one by one."""
    first = notices[0]
    return {
        "title": notice_title(first, len(notices)),
        "at": first.created_at,
        "sums": sum_balance_changes(notices),
        "rounds": [(one.round, notice_body(one)) for one in notices[:ROUNDS_LISTED]],
        "more": max(len(notices) - ROUNDS_LISTED, 0),
        "dispute": dispute_sentence(first.round),
    }


@player_required
@require_POST
def mark_all_read(request: HttpRequest) -> HttpResponse:
    """Mark all messages as read."""
    reading.mark_all_read(require_player(request))
    return see_other("messages:list")
