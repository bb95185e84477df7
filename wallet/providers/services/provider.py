"""What a provider of payments is: the one interface that each of them fills."""

from typing import ClassVar

from django.utils.functional import Promise

from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.values import Callback, CallbackRequest, PostCallback, ProviderPayment


class Provider:
    """A way in or out for money. What it does not do, it refuses: ProviderUnavailable."""

    name: ClassVar[str]
    label: ClassVar[str | Promise]
    self_service: ClassVar[bool] = False
    """Whether players begin a deposit themselves."""
    note: ClassVar[str | Promise] = ""
    """What players read of it before they begin one."""
    pays_out: ClassVar[bool] = False
    """Whether it pays players when it is told to."""

    def start(self, payment: ProviderPayment, post: PostCallback) -> str | None:  # noqa: ARG002  the interface
        """Tell the provider that a player wants to pay; what it answers comes as callbacks.

        Return the https address where the player pays, of a provider that has a page for that. Told again of
        the same payment it returns the same. `post` is the callback address of this house for a provider that
        lives inside it.
        """
        raise ProviderUnavailable(detail=self.name)

    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:  # noqa: ARG002  the interface
        """Tell the provider to pay a player; what it answers comes as callbacks.

        Told again of the same payment it pays nothing more, and answers again.
        """
        raise ProviderUnavailable(detail=self.name)

    def read(self, received: CallbackRequest, now: float) -> Callback:  # noqa: ARG002  the interface
        """Return what a callback says. Raises Forged, or Unreadable for signed nonsense."""
        raise ProviderUnavailable(detail=self.name)
