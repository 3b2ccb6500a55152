"""Somebody who reads pages and fills in their forms, without a browser."""

import re
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

PASSWORD = "ba cây tối thứ bảy"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Visitor:
    def __init__(self, url: str, language: str = "en") -> None:
        self._url, self._language = url, language
        self._cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))
        self.address = ""  # of the page that came last

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)

    def reads(self, path: str, fields: dict[str, str] | None = None) -> str:
        """The page that this address leads to; with fields, what the form sent there leads to."""
        body = None if fields is None else urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(self._url + path, body, {"Accept-Language": self._language})
        with self._opener.open(request, timeout=20) as answer:
            self.address = urllib.parse.urlsplit(answer.url).path
            return answer.read().decode()

    def fills_in(self, page: str, to: str = "", **fields: str) -> str:
        """A form of this page, which goes to the page itself unless told otherwise."""
        token = TOKEN.search(self.reads(page))
        assert token, f"no form on {page}"
        return self.reads(to or page, {"csrfmiddlewaretoken": token[1], **fields})

    def downloads(self, page: str, **fields: str) -> bytes:
        """What the form of this page answers with."""
        token = TOKEN.search(self.reads(page))
        assert token, f"no form on {page}"
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        with self._opener.open(self._url + page, body, timeout=20) as answer:
            file: bytes = answer.read()
            return file

    def logs_in(self, name: str) -> "Visitor":
        self.fills_in("/accounts/login/", login=name, password=PASSWORD)
        return self

    def signs_up(self, name: str) -> "Visitor":
        self.fills_in("/accounts/signup/", username=name, password1=PASSWORD)
        return self

    def comes_as_a_guest(self) -> "Visitor":
        self.fills_in("/", "/accounts/guest/")
        return self
