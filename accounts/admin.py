from __future__ import annotations

from typing import Any

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import ManyToManyField, Model, Q, QuerySet
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import services
from accounts.forms import NewPersonForm, PersonForm
from accounts.models import User

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")
STAFF = Q(is_staff=True) | Q(is_superuser=True)
FULL_PAGE = 50  # all of it ticked is a form that still comes through: one may have a hundred fields


def _rights_of(db_field: ManyToManyField[Any, Any]) -> dict[str, Any]:
    """A field for rights offers those that open something, which may all be ticked at once."""
    if db_field.related_model is not Permission:
        return {}
    return {"queryset": Permission.objects.filter(content_type__in=_in_the_office())}


def _in_the_office() -> list[ContentType]:
    """What has pages here that are not for superusers alone, who need no rights."""
    return [kind for kind in ContentType.objects.all() if _has_pages(kind.model_class())]


def _has_pages(model: type[Model] | None) -> bool:
    if model is None or not admin.site.is_registered(model):
        return False
    return not isinstance(admin.site.get_model_admin(model), ForSuperusers)


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Staff look after people; rights, and the accounts of staff, are for superusers."""

    form, add_form = PersonForm, NewPersonForm
    list_display = ("username", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "folded", "email")
    ordering = ("-date_joined",)
    actions = ("ban", "let_back_in")
    list_per_page = FULL_PAGE
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (
            _("Person"),
            {"fields": ("is_guest", "avatar", "language", "theme", "motion", "deck", "sound", "keys")},
        ),
        (_("May"), {"fields": ("is_active", *RIGHTS)}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Of the page and its form, and of the one for a password. One's own account is staff's too."""
        of_staff = obj is not None and (obj.is_staff or obj.is_superuser)
        may = super().has_change_permission(request, obj)
        return may and (request.user.is_superuser or not of_staff)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        return self.readonly_fields if request.user.is_superuser else (*self.readonly_fields, *RIGHTS)

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        return super().formfield_for_manytomany(db_field, request, **kwargs, **_rights_of(db_field))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People are shown out, not deleted: their rounds are other people's rounds too."""
        return False

    @admin.action(description=_("Ban: log out everywhere and keep out"), permissions=["change"])
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = [person for person in self._in_reach(request, queryset) if person != request.user]
        for person in people:
            services.ban(user=person)
            self.log_change(request, person, "Banned.")
        self._say(request, ngettext("%d person banned.", "%d people banned.", len(people)), len(people))

    @admin.action(description=_("Let back in"), permissions=["change"])
    def let_back_in(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = list(self._in_reach(request, queryset).filter(is_active=False))
        for person in people:
            services.let_back_in(user=person)
            self.log_change(request, person, "Let back in.")
        self._say(
            request, ngettext("%d person let back in.", "%d people let back in.", len(people)), len(people)
        )

    def _in_reach(self, request: HttpRequest, people: QuerySet[User]) -> QuerySet[User]:
        """Those of these whom this member of staff may touch; that others were left out is said."""
        if request.user.is_superuser:
            return people
        if people.filter(STAFF).exists():
            left_out = _("Accounts of staff are for superusers to change. They were left as they are.")
            self.message_user(request, left_out, messages.WARNING)
        return people.exclude(STAFF)

    def _say(self, request: HttpRequest, sentence: str, count: int) -> None:
        self.message_user(request, sentence % count, messages.SUCCESS)


class ForSuperusers:
    """Whoever could change these could give rights away, or have a superuser's new password sent to them."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser


admin.site.unregister([Group, EmailAddress])


@admin.register(Group)
class GroupAdmin(ForSuperusers, DjangoGroupAdmin):
    list_per_page = FULL_PAGE

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        return super().formfield_for_manytomany(db_field, request, **kwargs, **_rights_of(db_field))


@admin.register(EmailAddress)
class EmailAddressAdmin(ForSuperusers, AllauthEmailAddressAdmin):
    list_per_page = FULL_PAGE


# What a second factor is made of, and where somebody is logged in, is nobody's to look at.
admin.site.unregister([Authenticator, UserSession])
