"""The site as it is in production: a server of ours behind nginx with deploy/nginx.conf, at https://localhost."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta
from pathlib import Path

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
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{site}
}}
"""


class Nginx:
    def __init__(self, folder: Path, houses: Houses) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"https://localhost:{self.port}"
        self.server = houses.new(kind="uvicorn", SITE_URL=self.url, SECRET_KEY="a key of a test " * 4)

    def start(self) -> Nginx:
        self.server.start()
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
        self.server.stop()

    def _conf(self) -> str:
        """As it is shipped, but for names, places and the server for unknown names."""
        site = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for shipped, here in (
            (r"server \{ listen 443 ssl http2 default_server;.*", ""),
            (r"unix:/run/chieubai/1\.sock", f"127.0.0.1:{self.server.port}"),
            (r"listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (r"server_name \S+;", "server_name localhost;"),
            (r"/etc/ssl/cards\.example\.org\.(pem|key)", rf"{self.folder}/site.\1"),
            (r"/var/lib/chieubai/static/", f"{self.server.data}/static/"),
        ):
            site, found = re.subn(shipped, here, site)
            assert found, shipped
        user = "user root;" if os.geteuid() == 0 else ""  # the files are ours alone
        return AROUND.format(folder=self.folder, site=site, user=user)

    def _answers(self) -> bool:
        trusting = ssl._create_unverified_context()
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2, context=trusting) as answer:
                return bool(answer.status == 200)
        except urllib.error.URLError:
            return False


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
