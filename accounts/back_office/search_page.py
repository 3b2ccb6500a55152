"""One page to look for a person, a room, a round or an address.

What is looked for is posted: an address in the page's own address would be in logs and in the browser. One
hit leads on to its page. A search by address asks why, and is on record.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from accounts.back_office import search
from accounts.back_office.asking import ReasonForm
from accounts.keys import read_key
from accounts.whereabouts.addresses import holds_address, read_address
from accounts.whereabouts.searching import ADDRESS, NETWORK, look_up

LONGEST: Final = 100


class SearchForm(forms.Form):
    q = forms.CharField(
        label=_("Name, room code, round or address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
        help_text=_(
            "A name or its beginning. The code of a room. A round by its number, or by the code of its room "
            "and a number: abcdef 12. An address, IPv4 or IPv6."
        ),
    )


class WhyForm(ReasonForm):
    """The line stays for good, and the address shall not."""

    read_by = _("Whoever reads the acts of staff reads it, but not the address.")

    def clean_reason(self) -> str:
        reason = str(self.cleaned_data["reason"])
        if holds_address(reason):
            raise forms.ValidationError(_("Leave the address out: what stands here is kept for good."))
        return reason


def page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    form = SearchForm(request.POST or None)
    said: dict[str, Any] = context | {"title": _("Find"), "search": form}
    if not form.is_valid():
        return TemplateResponse(request, "admin/search.html", said)
    wanted = form.cleaned_data["q"]
    where = read_address(wanted)
    if where is not None and request.user.has_perm("accounts.moderate_user"):
        return TemplateResponse(request, "admin/search.html", said | _by_address(request, where))
    hits = search.find(request, wanted)
    if len(hits) == 1:
        return redirect(hits[0].url)
    return TemplateResponse(request, "admin/search.html", said | {"wanted": wanted, "hits": hits})


def _by_address(request: HttpRequest, where: str) -> dict[str, Any]:
    """Why is asked first. Every page of what is found is a search of its own."""
    why = WhyForm(request.POST if "reason" in request.POST else None)
    if not why.is_valid():
        return {"where": where, "why": why}
    lists = [name for name in (ADDRESS, NETWORK) if name == request.POST.get("list")] or [ADDRESS, NETWORK]
    before, reason = read_key(request.POST.get("before")), why.cleaned_data["reason"]
    found = look_up(by=request.user, where=where, reason=reason, lists=lists, before=before)
    return {"where": where, "reason": reason, "found": found}
