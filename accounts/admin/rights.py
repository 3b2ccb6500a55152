"""Who may give which rights: groups and addresses of mail are for superusers alone."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import ManyToManyField, Model, QuerySet
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import changes
from accounts.admin.on_record import OnRecord
from accounts.back_office import ChangedOnly, LongList
from accounts.models import User
from accounts.reports import takers

FULL_PAGE = 50  # all of it ticked is a form that still comes through: one may have a hundred fields


def rights_of(db_field: ManyToManyField[Any, Any]) -> dict[str, Any]:
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


class ForSuperusers:
    """Whoever could change these could give rights away, or have a superuser's new password sent to them."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """One by one: each leaves its line."""
        for row in queryset.order_by("pk"):
            self.delete_model(request, row)  # type: ignore[attr-defined]


admin.site.unregister([Group, EmailAddress])


@admin.register(Group)
class GroupAdmin(ForSuperusers, OnRecord, ChangedOnly, DjangoGroupAdmin):
    list_per_page = FULL_PAGE

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        return super().formfield_for_manytomany(db_field, request, **kwargs, **rights_of(db_field))

    def look(self, key: int) -> Any:
        return changes.group(key)

    def note(self, request: HttpRequest, row: Group, before: Any, fields: list[str]) -> None:
        changes.note_group(by=cast(User, request.user), of=row, before=before)

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Group) -> None:
        members = list(obj.user_set.values_list("pk", flat=True))
        changes.note_no_group(by=cast(User, request.user), of=obj)
        super().delete_model(request, obj)
        takers.release(members)


@admin.register(EmailAddress)
class EmailAddressAdmin(ForSuperusers, OnRecord, ChangedOnly, LongList, AllauthEmailAddressAdmin):
    """Found by the whole address, or by the whole name of whose it is."""

    list_per_page = FULL_PAGE
    list_filter = ()  # of a million rows, all were read to find the few that are not the first of somebody
    list_select_related = ("user",)
    search_help_text = _("A whole address of mail, or a whole name.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[EmailAddress], search_term: str
    ) -> tuple[QuerySet[EmailAddress], bool]:
        wanted = search_term.strip()
        if "@" in wanted:  # which is in no name
            return queryset.filter(email=wanted.lower()), False
        return (queryset.filter(user__in=User.people.called(wanted)) if wanted else queryset), False

    def look(self, key: int) -> Any:
        return changes.address(key)

    def note(self, request: HttpRequest, row: EmailAddress, before: Any, fields: list[str]) -> None:
        changes.note_address(by=cast(User, request.user), before=before, after=changes.address(row.pk))

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: EmailAddress) -> None:
        before = changes.address(obj.pk)
        super().delete_model(request, obj)
        changes.note_address(by=cast(User, request.user), before=before, after=None)

    @admin.action(description=AllauthEmailAddressAdmin.make_verified.short_description)
    @transaction.atomic
    def make_verified(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> None:
        before = {pk: changes.address(pk) for pk in sorted(queryset.values_list("pk", flat=True))}
        super().make_verified(request, queryset)
        for pk, row in before.items():
            changes.note_address(by=cast(User, request.user), before=row, after=changes.address(pk))


# What a second factor is made of, and where somebody is logged in, is nobody's to look at.
admin.site.unregister([Authenticator, UserSession])
