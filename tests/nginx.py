"""The site as it is in production: a server of ours behind nginx with deploy/nginx.conf, at https://localhost."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.server import ROOT, STARTING, STOPPING, Houses, free_port

AROUND = """
daemon off;
{user}
pid {folder}/nginx.pid;
events {{ }}
http {{
  include /etc/nginx/mime.types;
  access_log {folder}/access.log;
  error_log {folder}/error.log info;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{site}
}}
"""


def needs_nginx() -> None:
    """Where there is none, a test is left out; but not where all of them have to run."""
    if shutil.which("nginx") is None:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("no nginx here (Debian: apt install nginx-light)")


class Proxy:
    """nginx as it is shipped, before what answers at `behind`, on a machine that writes down all it may."""

    def __init__(self, folder: Path, *, behind: str, static: Path, port: int) -> None:
        self.folder, self.behind, self.static, self.port = folder, behind, static, port
        self.url = f"https://localhost:{port}"

    def start(self) -> Proxy:
        """Returns once it answers, be it that nobody is behind it."""
        certify(self.folder)
        (self.folder / "nginx.conf").write_text(self._conf())
        here = ["-p", str(self.folder), "-c", "nginx.conf", "-e", "error.log"]
        self._process = subprocess.Popen(["nginx", *here])
        until = time.monotonic() + STARTING
        while not self._answers():
            assert time.monotonic() < until, (self.folder / "error.log").read_text()
            time.sleep(0.02)
        return self

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(STOPPING)

    def get(self, path: str, **headers: str) -> int:
        """The status; whatever its certificate."""
        trusting = ssl._create_unverified_context()
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=2, context=trusting) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def _conf(self) -> str:
        """As it is shipped, but for names and places."""
        site = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for shipped, here in (
            (r"unix:/run/chieubai/1\.sock", self.behind),
            (r"listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (r"server_name \S+;", "server_name localhost;"),
            (r"/etc/ssl/cards\.example\.org\.(pem|key)", rf"{self.folder}/site.\1"),
            (r"/var/lib/chieubai/static/", f"{self.static}/"),
            (r"/var/log/nginx/", f"{self.folder}/"),
        ):
            site, found = re.subn(shipped, here, site)
            assert found, shipped
        user = "user root;" if os.geteuid() == 0 else ""  # the files are ours alone
        return AROUND.format(folder=self.folder, site=site, user=user)

    def _answers(self) -> bool:
        try:
            return self.get("/metrics") == 404
        except urllib.error.URLError:
            return False


class Nginx:
    """A server of ours, and the proxy before it."""

    def __init__(self, folder: Path, houses: Houses) -> None:
        port = free_port()
        self.url = f"https://localhost:{port}"
        self.server = houses.new(kind="uvicorn", SITE_URL=self.url, SECRET_KEY="a key of a test " * 4)
        behind, static = f"127.0.0.1:{self.server.port}", self.server.data / "static"
        self.proxy = Proxy(folder, behind=behind, static=static, port=port)

    def start(self) -> Nginx:
        self.server.start()
        self.proxy.start()
        return self

    def stop(self) -> None:
        self.proxy.stop()
        self.server.stop()


def certify(folder: Path) -> None:
    """A certificate for localhost, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now()
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=2))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "site.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "site.key").write_bytes(pem)
