from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _

from accounts import second_factor
from accounts.back_office import front_page, search_page
from accounts.pages import CLEARED


class AdminSite(admin.AdminSite):
    """The back office. Logging in goes through the front door, with its limits and its second step."""

    site_header = site_title = "Chiếu Bài"
    index_title = _("Back office")
    index_template = "admin/front_page.html"

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        told = {
            "search": search_page.SearchForm(),
            "waiting": front_page.waiting(request),
            "week": front_page.week(request),
        }
        return super().index(request, (extra_context or {}) | told)

    def get_urls(self) -> list[Any]:
        return [path("search/", self.admin_view(self.search), name="search"), *super().get_urls()]

    def search(self, request: HttpRequest) -> HttpResponse:
        return search_page.page(request, self.each_context(request))

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and second_factor.is_enough_for_staff(request)

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Only staff come here who are logged in already."""
        if not second_factor.is_enough_for_staff(request):
            return second_factor.lead_to_it(request, get_next_redirect_url(request) or reverse("admin:index"))
        return super().login(request, extra_context)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One's own, at the front door: with its limits, and with the letter that tells of it."""
        return redirect("account_change_password")

    password_change_done = password_change  # type: ignore[assignment]

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """As at the front door."""
        response = super().logout(request, extra_context)
        response.headers["Clear-Site-Data"] = CLEARED
        return response
