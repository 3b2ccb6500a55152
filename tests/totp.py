"""The six digits that an app shows (RFC 6238), worked out here and not by who checks them."""

import base64
import hmac
import struct


def code(secret: str, at: float) -> str:
    key, step = base64.b32decode(secret), struct.pack(">Q", int(at) // 30)
    mac = hmac.digest(key, step, "sha1")
    start = mac[-1] & 15
    (number,) = struct.unpack(">I", mac[start : start + 4])
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06}"
