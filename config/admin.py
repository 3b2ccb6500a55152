from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _


class AdminSite(admin.AdminSite):
    """The back office. Logging in goes through the front door, with its limits."""

    site_header = site_title = "Chiếu Bài"
    index_title = _("Back office")

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().login(request, extra_context)
