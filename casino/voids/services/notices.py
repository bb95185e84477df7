"""Notice of a void, or of a later step on it."""

from django.utils import timezone

from casino.models import Notice, Void, VoidStep


def write_void_notice(void: Void, step: VoidStep | None = None) -> None:
    """Write the notice of a void or of a later step, in its transaction."""
    Notice.objects.create(
        round_id=void.round_id,
        player_id=void.player_id,
        kind=step.kind if step else Notice.Kind.VOIDED,
        void=void,
        step=step,
        created_at=timezone.now(),
    )
