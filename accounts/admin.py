from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import services
from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    list_display = ("username", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff", "date_joined")
    search_fields = ("username", "folded", "email")
    ordering = ("-date_joined",)
    actions = ("ban", "let_back_in")
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (
            _("Person"),
            {"fields": ("is_guest", "avatar", "language", "theme", "motion", "deck", "sound", "keys")},
        ),
        (_("May"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People are shown out, not deleted: their rounds are other people's rounds too."""
        return False

    @admin.action(description=_("Ban: log out everywhere and keep out"), permissions=["change"])
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = list(queryset.exclude(pk=request.user.pk))
        for person in people:
            services.ban(user=person)
            self.log_change(request, person, "Banned.")
        self._say(request, ngettext("%d person banned.", "%d people banned.", len(people)), len(people))

    @admin.action(description=_("Let back in"), permissions=["change"])
    def let_back_in(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = list(queryset.filter(is_active=False))
        for person in people:
            services.let_back_in(user=person)
            self.log_change(request, person, "Let back in.")
        self._say(
            request, ngettext("%d person let back in.", "%d people let back in.", len(people)), len(people)
        )

    def _say(self, request: HttpRequest, sentence: str, count: int) -> None:
        self.message_user(request, sentence % count, messages.SUCCESS)


# What a second factor is made of is nobody's to look at.
admin.site.unregister(Authenticator)
