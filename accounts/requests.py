"""Requests as our middleware leaves them, for views to say whom they expect. Types only: nobody makes one."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class Request(HttpRequest):
    """From anybody."""

    htmx: HtmxDetails


class PersonRequest(Request):
    """From somebody who is logged in."""

    user: User
