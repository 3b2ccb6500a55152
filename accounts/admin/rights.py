"""Who may give which rights: groups and addresses of mail are for superusers alone."""

from __future__ import annotations

from typing import Any

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import ManyToManyField, Model
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest

from accounts.back_office import ChangedOnly

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


admin.site.unregister([Group, EmailAddress])


@admin.register(Group)
class GroupAdmin(ForSuperusers, ChangedOnly, DjangoGroupAdmin):
    list_per_page = FULL_PAGE

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        return super().formfield_for_manytomany(db_field, request, **kwargs, **rights_of(db_field))


@admin.register(EmailAddress)
class EmailAddressAdmin(ForSuperusers, ChangedOnly, AllauthEmailAddressAdmin):
    list_per_page = FULL_PAGE


# What a second factor is made of, and where somebody is logged in, is nobody's to look at.
admin.site.unregister([Authenticator, UserSession])
