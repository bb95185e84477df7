"""Class-based back-office views: a page, a page with its own form, and forms posted to other URLs."""

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
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import (
    needs_fresh_factor,
    render_staff,
    require_fresh_factor,
    require_staff_user,
    staff_page,
)
from accounts.users.selectors.search import all_players
from accounts.visits.views.kept_forms import restore_form
from approvals.views import DecisionWords, decision_view
from journal.refusals import NotFound, ReasonMissing, Refusal
from pages.answers import see_other
from pages.refused import RefusedForm, add_refusal_to_form, build_refused_form

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

F = TypeVar("F", bound=BaseForm)
View = Callable[..., HttpResponse]
_TOO_LONG: Final = _("Give a reason of up to 500 characters.")
_UNREADABLE: Final = HTTPStatus.UNPROCESSABLE_ENTITY
if TYPE_CHECKING:

    class _FormView(FormView[F]): ...
else:  # generic only for the type checker

    class _FormView(FormView, Generic[F]): ...


class StaffPage(TemplateView):
    """Page for staff with one of the rights in `opens`; without rights, for all staff inside.

    POST requires a recently used second factor if `fresh`, or as `needs_fresh_factor`.
    """

    title: "StrOrPromise" = ""
    opens: ClassVar[tuple[Right, ...]] = ()
    fresh: ClassVar[bool] = False
    http_method_names = ["get", "head", "post"]  # noqa: RUF012  # as Django declares it
    given: BaseForm | None = None
    """The refused form, when the page is rendered again."""
    refused: RefusedForm | None = None

    @classmethod
    def as_view(cls, **initkwargs: Any) -> View:
        return staff_page(*cls.opens, fresh=cls.fresh)(super().as_view(**initkwargs))

    @property
    def user(self) -> User:
        """Staff user of the request."""
        return require_staff_user(self.request)

    @cached_property
    def rights(self) -> frozenset[Right]:
        """Rights of the user. One query per page."""
        return load_rights(self.user)

    def get(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        return self.render_page()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**{"title": self.title, **kwargs})

    def render_page(self, status: HTTPStatus = HTTPStatus.OK, **context: Any) -> HttpResponse:
        """Render the page in the back-office layout."""
        context = self.get_context_data(**context)
        (template,) = self.get_template_names()
        return render_staff(self.request, template, context, status=status, refused=self.refused)

    def refused_or_new_form(self, form_class: type[F], **kwargs: Any) -> F:
        """Return the refused form if it is of this class, else a new one."""
        return self.given if isinstance(self.given, form_class) else form_class(**kwargs)

    def redirect_with_message(
        self, text: "StrOrPromise", address: str, *args: object, level: int = messages.SUCCESS
    ) -> HttpResponse:
        """Add a message and redirect to the URL name `address`."""
        messages.add_message(self.request, level, str(text))
        return see_other(address, *args)

    def refusal_text(self, refusal: Refusal) -> str:
        """Return the page's text for a refusal."""
        return str(refusal.message)

    @classmethod
    def build_page(cls, request: HttpRequest, **kwargs: Any) -> Self:
        """Return the page for these URL arguments."""
        page = cls()
        page.setup(request, **kwargs)
        return page

    @classmethod
    def form_view(
        cls,
        form_class: type[F],
        *opens: Right,
        fresh: bool = False,
        drawn: bool = False,
        about: Callable[..., Mapping[str, Any]] = dict,
        unread: "StrOrPromise | None" = _TOO_LONG,
    ) -> Callable[[Callable[[Self, F], HttpResponse]], View]:
        """Return a decorator for the POST-only view of a form on this page that has its own URL.

        `about` maps the arguments of that URL to those of the page; by default they are the same. The decorated
        function processes a valid form and returns the response.

        If the form is invalid, or a Refusal other than NotFound is raised, the page is rendered again. If the
        page renders the form itself (`drawn`, by `refused_or_new_form`), the form shows its errors. Otherwise the page
        shows the refusal; for an invalid form `unread`, or the form's errors if `unread` is None.
        """

        def decorate(act: Callable[[Self, F], HttpResponse]) -> View:
            @staff_page(*opens, fresh=fresh)
            @require_POST
            @wraps(act)
            def view(request: HttpRequest, /, **kwargs: Any) -> HttpResponse:
                named, form = {**kwargs, **about(**kwargs)}, form_class(request.POST)
                try:
                    if form.is_valid():
                        return act(cls.build_page(request, **named), form)
                except NotFound:
                    raise
                except Refusal as error:
                    refusal, status = (
                        error,
                        add_refusal_to_form(form, error) if drawn else error.status,
                    )
                else:
                    refusal, status = ReasonMissing(unread or _errors_of(form)), _UNREADABLE
                page = cls.build_page(request, **named)
                page.given = form
                if not drawn:
                    page.refused = build_refused_form(request, refusal, page.refusal_text(refusal))
                return page.render_page(status)

            return view

        return decorate

    @classmethod
    def decision_view(
        cls,
        right: Right,
        service: Callable[..., Any],
        about: Callable[[Any], Mapping[str, Any]] = lambda _pk: {},
        *,
        fresh: bool = False,
        **words: Unpack[DecisionWords],
    ) -> View:
        """Return the view that decides a proposal on this page, as `decision_view`; `about` returns the URL arguments."""

        def draw(request: HttpRequest, pk: Any, refusal: RefusedForm) -> HttpResponse:
            page = cls.build_page(request, **about(pk))
            page.refused = refusal
            return page.render_page()

        return staff_page(right, fresh=fresh)(decision_view(service, draw, **words))


def _errors_of(form: BaseForm) -> str:
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


class PlayerStaffPage(StaffPage):
    """Page about the player whose id is in the URL."""

    @cached_property
    def player(self) -> User:
        """The player. Raises Http404, also for staff."""
        return get_object_or_404(all_players(), pk=self.kwargs["pk"])


class StaffFormPage(StaffPage, _FormView[F]):
    """Page with one form, of the class given as type argument.

    Posting it requires the right `sends`, if set, besides those of the page.
    """

    sends: Right | None = None
    sent = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in cls.__dict__.get("__orig_bases__", ()):
            cls.form_class = next(
                (one for one in get_args(base) if isinstance(one, type)), cls.form_class
            )

    def process_form(self, form: F) -> HttpResponse:
        """Process a valid form and return the response. A Refusal other than NotFound renders the form again with it."""
        raise NotImplementedError

    def post(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        if self.sends is not None:
            require(self.user, self.sends)
            if needs_fresh_factor(self.sends):
                require_fresh_factor(self.request)
        self.sent = True
        form = self.get_form()
        try:
            return self.process_form(form) if form.is_valid() else self.form_invalid(form)
        except NotFound:
            raise
        except Refusal as refusal:
            return self.form_refused(form, refusal)

    def form_refused(self, form: F, refusal: Refusal) -> HttpResponse:
        """Render the form again with the refusal."""
        return self.form_invalid(form, add_refusal_to_form(form, refusal))

    def form_invalid(self, form: F, status: HTTPStatus = _UNREADABLE) -> HttpResponse:
        return self.render_page(status, form=form)

    def get_form_kwargs(self) -> dict[str, Any]:
        # restores values typed before the CSRF token expired or a second factor was required
        initial = {**self.get_initial(), **restore_form(self.request)}
        more = {"initial": initial, "files": self.request.FILES if self.sent else {}}
        kwargs = {name: value for name, value in more.items() if value}
        return {**kwargs, "data": self.request.POST} if self.sent else kwargs

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        return context if self.offers_form(context["form"]) else {**context, "form": None}

    def offers_form(self, _form: F, /) -> bool:
        """Return whether this user is offered the form."""
        return self.sends is None or self.sends in self.rights
