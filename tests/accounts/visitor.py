"""Somebody at a browser, with their password and the app on their phone."""

from __future__ import annotations

import json
import re

from django.http import HttpResponse
from django.test import Client

from tests import totp
from tests.accounts.conftest import PASSWORD
from tests.accounts.device import Device

LOGIN, LOGOUT, SETTINGS = "/accounts/login/", "/accounts/logout/", "/accounts/settings/"
FACTORS, AUTHENTICATE = "/accounts/mfa/", "/accounts/mfa/authenticate/"
ACTIVATE, DEACTIVATE = "/accounts/mfa/totp/activate/", "/accounts/mfa/totp/deactivate/"
CODES, NEW_CODES = "/accounts/mfa/recovery-codes/", "/accounts/mfa/recovery-codes/generate/"
ADD, ENTER = "/accounts/mfa/webauthn/add/", "/accounts/mfa/webauthn/login/"


class Clock:
    """The one that codes are made by. It stands still."""

    now = 1_800_000_000.0

    def time(self) -> float:
        return self.now


class Visitor(Client):
    def __init__(self, clock: Clock, name: str = "An", **headers: str) -> None:
        super().__init__(headers={"accept-language": "en"} | headers, SERVER_NAME="localhost")
        self.name, self.clock, self.secret = name, clock, ""

    def logs_in(self, password: str = PASSWORD) -> HttpResponse:
        return self.post(LOGIN, {"login": self.name, "password": password})

    def reads(self, path: str) -> HttpResponse:
        """A page for which who one is may have to be confirmed first."""
        answer = self.get(path, follow=True)
        if "/reauthenticate/" in answer.request["PATH_INFO"]:
            answer = self.post(answer.redirect_chain[-1][0], {"password": PASSWORD}, follow=True)
        assert answer.status_code == 200
        return answer

    def sets_up_an_app(self) -> HttpResponse:
        page = self.reads(ACTIVATE).content.decode()
        self.secret = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", page)[1]
        return self.post(ACTIVATE, {"code": self.code()}, follow=True)

    def code(self) -> str:
        return totp.code(self.secret, self.clock.now)

    def recovery_codes(self) -> list[str]:
        return re.findall(r"<li><code>(\d{8})</code>", self.reads(CODES).content.decode())

    def makes_a_passkey(self, device: Device, **changed: str) -> HttpResponse:
        self.reads(ADD)
        made = device.makes(self.asked(ADD)["creation_options"])
        fields = {"name": "Điện thoại", "passwordless": "on", "credential": made} | changed
        return self.post(ADD, fields, follow=True)

    def enters_by_passkey(self, device: Device, **fields: str) -> HttpResponse:
        options = self.get(ENTER, headers={"accept": "application/json"}).json()["request_options"]
        return self.post(ENTER, {"credential": device.proves(options)} | fields)

    def takes_the_second_step_by_passkey(self, device: Device, at: str = AUTHENTICATE) -> HttpResponse:
        proof = device.proves(self.asked(at)["request_options"])
        return self.post(at, {"credential": proof})

    @property
    def is_in(self) -> bool:
        return self.get(SETTINGS).status_code == 200

    def asked(self, path: str) -> dict:
        """What a page asks the device."""
        page = self.get(path).content.decode()
        found = re.search(r'<script id="passkey-options"[^>]*>(.*?)</script>', page, re.DOTALL)
        return json.loads(found[1])
