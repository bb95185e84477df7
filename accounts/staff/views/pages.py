"""The pages of the back office as classes: a page, a page with a form of its own, and the forms that are sent to other addresses."""

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar, Unpack, get_args

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django.views.generic import FormView, TemplateView

from accounts.models.users import User
from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import (
    render_staff,
    require_fresh,
    staff_of,
    staff_page,
    takes_fresh,
)
from accounts.users.selectors.search import all_players
from accounts.visits.views.kept_forms import restore_form
from approvals.views import DecisionWords, decision_view
from journal.refusals import NotFound, ReasonMissing, Refusal
from pages.answers import see_other
from pages.refused import Refused, explain, refused

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

F = TypeVar("F", bound=BaseForm)
View = Callable[..., HttpResponse]
_TOO_LONG: Final = _("Say why, in at most 500 letters.")
_UNREADABLE: Final = HTTPStatus.UNPROCESSABLE_ENTITY
if TYPE_CHECKING:

    class _FormView(FormView[F]): ...
else:  # generic to a type checker only

    class _FormView(FormView, Generic[F]): ...


class StaffPage(TemplateView):
    """A page for staff with one of the rights that it `opens` with; for everybody inside where none is named.

    What is sent to it takes a second factor shown just now where it is `fresh`, or where only approvers open it.
    """

    title: "StrOrPromise" = ""
    opens: ClassVar[tuple[Right, ...]] = ()
    fresh: ClassVar[bool] = False
    http_method_names = ["get", "head", "post"]  # noqa: RUF012  # as Django declares it
    given: BaseForm | None = None
    """The form that was refused, where the page is drawn again."""
    refused: Refused | None = None

    @classmethod
    def as_view(cls, **initkwargs: Any) -> View:
        return staff_page(*cls.opens, fresh=cls.fresh)(super().as_view(**initkwargs))

    @property
    def user(self) -> User:
        """The member of staff who asks."""
        return staff_of(self.request)

    @cached_property
    def rights(self) -> frozenset[Right]:
        """What this person may do. One query for each page."""
        return rights_of(self.user)

    def get(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        return self.draw()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**{"title": self.title, **kwargs})

    def draw(self, status: HTTPStatus = HTTPStatus.OK, **context: Any) -> HttpResponse:
        """Draw the page inside the frame of the back office."""
        context = self.get_context_data(**context)
        (template,) = self.get_template_names()
        return render_staff(self.request, template, context, status=status, refused=self.refused)

    def keep_given(self, form_class: type[F], **kwargs: Any) -> F:
        """Return the form of this class that was refused, or else a new one."""
        return self.given if isinstance(self.given, form_class) else form_class(**kwargs)

    def done(
        self, text: "StrOrPromise", address: str, *args: object, level: int = messages.SUCCESS
    ) -> HttpResponse:
        """Say what was done, and lead to the page of this name."""
        messages.add_message(self.request, level, str(text))
        return see_other(address, *args)

    def words_of(self, refusal: Refusal) -> str:
        """Return what the page says of a refusal."""
        return str(refusal.message)

    @classmethod
    def at_address(cls, request: HttpRequest, **kwargs: Any) -> Self:
        """Return the page of an address with these arguments."""
        page = cls()
        page.setup(request, **kwargs)
        return page

    @classmethod
    def takes_form(
        cls,
        form_class: type[F],
        *opens: Right,
        fresh: bool = False,
        drawn: bool = False,
        about: Callable[..., Mapping[str, Any]] = dict,
        unread: "StrOrPromise | None" = _TOO_LONG,
    ) -> Callable[[Callable[[Self, F], HttpResponse]], View]:
        """Return a decorator: the view of a form that is on this page and has an address of its own, which takes POST only.

        `about` maps the arguments of that address to those of the page; by default they are the same. The function does what a valid
        form asks for, and answers. If the form is not valid or a Refusal other than NotFound is raised, the page is drawn again. If the
        page draws the form itself (`drawn`, from `keep_given`), the form shows its errors. Otherwise the page shows the refusal; for a
        form that is not valid, `unread`, or its errors if `unread` is None.
        """

        def decorate(act: Callable[[Self, F], HttpResponse]) -> View:
            @staff_page(*opens, fresh=fresh)
            @require_POST
            @wraps(act)
            def view(request: HttpRequest, /, **kwargs: Any) -> HttpResponse:
                named, form = {**kwargs, **about(**kwargs)}, form_class(request.POST)
                try:
                    if form.is_valid():
                        return act(cls.at_address(request, **named), form)
                except NotFound:
                    raise
                except Refusal as error:
                    refusal, status = error, explain(form, error) if drawn else error.status
                else:
                    refusal, status = ReasonMissing(unread or _errors_of(form)), _UNREADABLE
                page = cls.at_address(request, **named)
                page.given = form
                if not drawn:
                    page.refused = refused(request, refusal, page.words_of(refusal))
                return page.draw(status)

            return view

        return decorate

    @classmethod
    def decision(
        cls,
        right: Right,
        service: Callable[..., Any],
        about: Callable[[int], Mapping[str, Any]] = lambda _pk: {},
        **words: Unpack[DecisionWords],
    ) -> View:
        """Return the view that decides a proposal shown on this page, as `decision_view`; `about` returns the arguments of its address."""

        def draw(request: HttpRequest, pk: int, refusal: Refused) -> HttpResponse:
            page = cls.at_address(request, **about(pk))
            page.refused = refusal
            return page.draw()

        return staff_page(right)(decision_view(service, draw, **words))


def _errors_of(form: BaseForm) -> str:
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


class AboutPlayer(StaffPage):
    """What is about the player whose number its address has."""

    @cached_property
    def player(self) -> User:
        """The player; staff are none."""
        return get_object_or_404(all_players(), pk=self.kwargs["pk"])


class StaffFormPage(StaffPage, _FormView[F]):
    """A page with a form of its own, of the class in brackets. Sending it takes the right that it `sends` with, where that is another one."""

    sends: Right | None = None
    sent = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in cls.__dict__.get("__orig_bases__", ()):
            cls.form_class = next(
                (one for one in get_args(base) if isinstance(one, type)), cls.form_class
            )

    def act(self, form: F) -> HttpResponse:
        """Do what a valid form asks for, and answer. May raise a Refusal: the form is drawn again with it, but for NotFound."""
        raise NotImplementedError

    def post(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        if self.sends is not None:
            require(self.user, self.sends)
            if takes_fresh(self.sends):
                require_fresh(self.request)
        self.sent = True
        form = self.get_form()
        try:
            return self.act(form) if form.is_valid() else self.form_invalid(form)
        except NotFound:
            raise
        except Refusal as refusal:
            return self.form_refused(form, refusal)

    def form_refused(self, form: F, refusal: Refusal) -> HttpResponse:
        """Draw the form again with why it was refused."""
        return self.form_invalid(form, explain(form, refusal))

    def form_invalid(self, form: F, status: HTTPStatus = _UNREADABLE) -> HttpResponse:
        return self.draw(status, form=form)

    def get_form_kwargs(self) -> dict[str, Any]:
        # as it was typed before a token that was too old, or a second factor that was asked for
        initial = {**self.get_initial(), **restore_form(self.request)}
        more = {"initial": initial, "files": self.request.FILES if self.sent else {}}
        kwargs = {name: value for name, value in more.items() if value}
        return {**kwargs, "data": self.request.POST} if self.sent else kwargs

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        return context if self.offers(context["form"]) else {**context, "form": None}

    def offers(self, _form: F, /) -> bool:
        """Whether this person is offered the form."""
        return self.sends is None or self.sends in self.rights
