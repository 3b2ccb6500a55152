"""A page, whole or in part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from accounts.requests import Request

CLEARED: Final = '"cache", "storage"'  # of what a browser kept of our pages, when somebody logs out


def render_page(
    request: Request, template: str, context: Mapping[str, Any], part: str, *others: str
) -> HttpResponse:
    """The whole page; or, where htmx asks, that part of it, and after it others that change with it.

    A part is a named partial of the template: one element, whose id is the partial's name.
    """
    if request.htmx and not request.htmx.history_restore_request:
        response = render(request, f"{template}#{part}", context)
        for other in others:
            html = render_to_string(f"{template}#{other}", context, request)
            response.write(f'<hx-partial hx-target="#{other}" hx-swap="outerMorph">{html}</hx-partial>')
        if said := list(get_messages(request)):
            html = render_to_string("parts/_toasts.html#said", {"messages": said})
            response.write(f'<hx-partial hx-target="#toasts" hx-swap="beforeend">{html}</hx-partial>')
    else:
        response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def go_to(request: Request, page: str) -> HttpResponse:
    """On to another page, whole; htmx would put what it is sent to in the place of a part."""
    return HttpResponseClientRedirect(resolve_url(page)) if request.htmx else redirect(page)
