"""People: found, looked at and acted upon."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from allauth.account.adapter import get_adapter
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import ManyToManyField, Q, QuerySet
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts import changes, names, reset_links, sanctions
from accounts.admin.on_record import OnRecord
from accounts.admin.rights import FULL_PAGE, rights_of
from accounts.back_office import (
    Asking,
    ChangedOnly,
    LongList,
    NewPasswordForm,
    ReasonForm,
    RenameForm,
    TermForm,
    search,
)
from accounts.forms import NewPersonForm
from accounts.models import ModAction, Report, User
from accounts.whereabouts import finding

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")
STAFF = Q(is_staff=True) | Q(is_superuser=True)
ABOUT = 20  # lines of each kind about somebody, on their page


@admin.register(User)
class UserAdmin(Asking, OnRecord, ChangedOnly, LongList, DjangoUserAdmin):
    """Staff look after people; rights, and the accounts of staff, are for superusers."""

    add_form = NewPersonForm
    change_password_form = NewPasswordForm
    list_display = ("username", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff", "date_joined")
    search_fields = ("username",)
    search_help_text = _("How a name begins, or a whole address of mail.")
    actions = ("warn", "mute", "unmute", "ban", "let_back_in", "rename", "end_log_ins", "reset_link")
    list_per_page = FULL_PAGE
    readonly_fields = (
        "last_login", "date_joined", "former_names", "is_active", "banned_until", "muted_until",
        "closes_at", "closed_at",
    )  # fmt: skip
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (
            _("Person"),
            {"fields": ("is_guest", "avatar", "language")},
        ),
        (pgettext_lazy("rights", "May"), {"fields": ("is_active", "banned_until", "muted_until", *RIGHTS)}),
        (_("Dates"), {"fields": ("last_login", "date_joined", "closes_at", "closed_at", "former_names")}),
    )

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Of the page and its form, and of the one for a password. One's own account is staff's too."""
        of_staff = obj is not None and (obj.is_staff or obj.is_superuser)
        may = super().has_change_permission(request, obj)
        return may and (request.user.is_superuser or not of_staff)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """No more than the filters ask: how many come back would be an answer."""
        return any(lookup == asked or lookup.startswith(f"{asked}__") for asked in self.list_filter)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Offers what is answered."""
        people = super().get_changelist_instance(request)
        if not self.has_change_permission(request):
            people.search_help_text = str(_("How a name begins."))
        return people

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """By address only for whom an address is shown to."""
        wanted = search_term.strip()
        if "@" in wanted and self.has_change_permission(request):
            return queryset.filter(email__iexact=wanted), False
        return (queryset.filter(folded__startswith=names.folded(wanted)) if wanted else queryset), False

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Passwords are for superusers, addresses not for who only looks. A name that is there already is
        changed by an act."""
        if obj is None or request.user.is_superuser:
            return super().get_fieldsets(request, obj)
        who = ("username", "email") if self.has_change_permission(request) else ("username",)
        return ((None, {"fields": who}), *self.fieldsets[1:])

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        acted_upon = ("username",) if obj is not None else ()
        rights = () if request.user.is_superuser else RIGHTS
        return (*self.readonly_fields, *acted_upon, *rights)

    @admin.display(description=_("former names"))
    def former_names(self, person: User) -> str:
        """The newest."""
        return ", ".join(one.username for one in person.old_names.order_by("-until")[:FULL_PAGE])

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        return super().formfield_for_manytomany(db_field, request, **kwargs, **rights_of(db_field))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People are shown out, not deleted: their rounds are other people's rounds too."""
        return False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """With what was done about this person, what is said of them, and what they did."""
        person, staff = kwargs.get("obj"), cast(User, request.user)
        if person is not None:
            acts = ModAction.objects.shown_to(staff).filter(whom=person).select_related("by")[:ABOUT]
            reports = Report.objects.judged_by(staff).order_by("-pk")
            moderates = self.has_moderate_permission(request)
            within_reach = sanctions.is_in_reach(of=staff, whom=person)
            context |= {
                "may_act": moderates and within_reach,
                "acts": acts if staff.has_perm("accounts.view_modaction") else (),
                "reports": reports.filter(person=person)[:ABOUT] if moderates else (),
                "reports_by": (
                    reports.filter(by=person).select_related("person")[: search.NEWEST] if moderates else ()
                ),
                "shelves": list(search.shelves(request, person)),
                "others": finding.others(person, to=staff) if moderates and within_reach else None,
            }
        return super().render_change_form(request, context, *args, **kwargs)

    # --- acts -----------------------------------------------------------------------------

    @admin.action(description=_("Warn"), permissions=["moderate"])
    def warn(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        return self._ask(request, queryset, sanctions.warn, ReasonForm, _("Warn"))

    @admin.action(description=_("Mute in chat"), permissions=["moderate"])
    def mute(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        return self._ask(request, queryset, sanctions.mute, TermForm, _("Mute in chat"))

    @admin.action(description=_("Let write in chat again"), permissions=["moderate"])
    def unmute(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        return self._do_at_once(request, queryset, sanctions.unmute, _("Is not muted: nothing was done."))

    @admin.action(description=_("Ban: log out everywhere and keep out"), permissions=["moderate"])
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        def ban(**said: Any) -> Any:
            return None if sanctions.ban(**said) else _("This account is closed.")

        return self._ask(request, queryset, ban, TermForm, _("Ban"))

    @admin.action(description=_("Let back in"), permissions=["moderate"])
    def let_back_in(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        return self._do_at_once(
            request, queryset, sanctions.let_back_in, _("Is not banned: nothing was done.")
        )

    @admin.action(description=_("Rename"), permissions=["moderate"])
    def rename(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        people = self._in_reach(request, queryset)
        if len(people) != 1:
            self.message_user(request, _("Choose one person to rename."), messages.WARNING)
            return None
        form = partial(RenameForm, people.get())
        return self._ask(request, people, sanctions.rename, form, _("Rename"))

    @admin.action(description=_("End all log-ins"), permissions=["moderate"])
    def end_log_ins(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        return self._ask(request, queryset, sanctions.end_log_ins, ReasonForm, _("End all log-ins"))

    @admin.action(description=_("Make a link to a new password"), permissions=["change"])
    def reset_link(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Shown on the page that answers, and nowhere else."""
        if queryset.count() != 1:
            self.message_user(request, _("Choose one person for a link."), messages.WARNING)
            return None
        made: list[str] = []

        def do(person: User, reason: str) -> Any:
            key = reset_links.make(by=cast(User, request.user), whom=person, reason=reason)
            if key is None:
                return _("Guests and closed accounts have no password.")
            made.append(get_adapter(request).get_reset_password_from_key_url(key))
            return None

        title = _("Make a link to a new password")
        answer = self.ask(request, queryset, title=title, do=do, done=done)
        return self._show_link(request, queryset.get(), made[0]) if made else answer

    def _show_link(self, request: HttpRequest, person: User, link: str) -> HttpResponse:
        said = {"opts": self.opts, "title": _("A link to a new password"), "person": person, "link": link}
        context = self.admin_site.each_context(request) | said
        return TemplateResponse(request, "admin/reset_link.html", context)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Whoever else helps with a password makes a link."""
        if not request.user.is_superuser:
            raise PermissionDenied
        person = self.get_object(request, unquote(id))
        if request.method != "POST" or person is None:
            return super().user_change_password(request, id, form_url)
        with transaction.atomic():
            before = changes.account(person.pk).columns
            answer = super().user_change_password(request, id, form_url)
            if changes.account(person.pk).columns["password"] != before["password"]:
                changes.note_password(by=request.user, whom=person)
        return answer

    def look(self, key: int) -> changes.Account:
        return changes.account(key)

    def note(
        self, request: HttpRequest, row: User, before: changes.Account | None, fields: list[str]
    ) -> None:
        by = cast(User, request.user)
        if before is None:
            changes.note_made(by=by, whom=row)
        else:
            changes.note_changed(by=by, whom=row, before=before, fields=fields)

    def _ask(
        self, request: HttpRequest, people: QuerySet[User], act: Any, form: Any, title: Any
    ) -> HttpResponse | None:
        def do(person: User, **said: Any) -> Any:
            return act(by=request.user, whom=person, **said)

        return self.ask(request, self._in_reach(request, people), title=title, do=do, done=done, form=form)

    def _do_at_once(
        self, request: HttpRequest, people: QuerySet[User], act: Any, nothing: Any
    ) -> HttpResponse | None:
        """What only takes something back; `nothing`: said of whom it was not done to."""

        def do(person: User) -> Any:
            return None if act(by=request.user, whom=person) else nothing

        self.do_to_all(request, list(self._in_reach(request, people)[:FULL_PAGE]), do, done, {})
        return self.go_back(request)

    def _in_reach(self, request: HttpRequest, people: QuerySet[User]) -> QuerySet[User]:
        """Those of these whom this member of staff may touch; that others were left out is said."""
        others = people.exclude(pk=cast(User, request.user).pk)
        if request.user.is_superuser:
            return others
        if others.filter(STAFF).exists():
            left_out = _("Accounts of staff are for superusers to change. They were left as they are.")
            self.message_user(request, left_out, messages.WARNING)
        return others.exclude(STAFF)


def done(count: int) -> str:
    return ngettext("Done, for %d person.", "Done, for %d people.", count) % count
