"""A device that makes a passkey and proves it, as a browser would have it do."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

SEEN, KNOWN, NEW = 0x01, 0x04, 0x40  # somebody was there; it was its owner; with a new key


class Device:
    def __init__(self, *, origin: str = "http://localhost", knows_its_owner: bool = True) -> None:
        self.origin, self.id = origin, b"a passkey of a test"
        self.flags = SEEN | (KNOWN if knows_its_owner else 0)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def makes(self, options: dict[str, Any]) -> str:
        """What the browser sends for these creation options."""
        asked = options["publicKey"]
        self.owner = asked["user"]["id"]
        public = ES256.from_cryptography_key(self._key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.id, public)
        data = AuthenticatorData.create(_place(asked["rp"]["id"]), self.flags | NEW, 0, credential)
        made = AttestationObject.create("none", data, {})
        said = self._says("webauthn.create", asked)
        return self._sent(said, attestationObject=websafe_encode(bytes(made)))

    def proves(self, options: dict[str, Any]) -> str:
        """What the browser sends for these request options."""
        asked = options["publicKey"]
        data = bytes(AuthenticatorData.create(_place(asked["rpId"]), self.flags, 1))
        said = self._says("webauthn.get", asked)
        signature = self._key.sign(data + sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._sent(
            said,
            authenticatorData=websafe_encode(data),
            signature=websafe_encode(signature),
            userHandle=self.owner,
        )

    def _says(self, what: str, asked: dict[str, Any]) -> bytes:
        return json.dumps({"type": what, "challenge": asked["challenge"], "origin": self.origin}).encode()

    def _sent(self, said: bytes, **response: str) -> str:
        name = websafe_encode(self.id)
        response["clientDataJSON"] = websafe_encode(said)
        extra = {"credProps": {"rk": True}}
        sent = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return json.dumps(sent | {"clientExtensionResults": extra})


def _place(rp_id: str) -> bytes:
    return sha256(rp_id.encode()).digest()
