# Verifies a delivery of Postrider. Names in headers are in lower case; body is the raw request, bytes.
import base64
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def verify_native(headers, body, secret, now=None):
    """Format "native": header X-Service-Signature, the whole secret is the key."""
    parts = [part.partition("=") for part in headers.get("x-service-signature", "").split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return is_recent(timestamp, now) and any(
        [name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts]
    )


def verify_compatible(headers, body, secret, now=None):
    """Format "compatible": headers svix-*, what follows whsec_ is the key in base64."""
    event_id, timestamp = headers.get("svix-id", ""), headers.get("svix-timestamp", "")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = event_id.encode() + b"." + timestamp.encode() + b"." + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    parts = [part.partition(",") for part in headers.get("svix-signature", "").split(" ")]
    return is_recent(timestamp, now) and any(
        [name == "v1" and hmac.compare_digest(value.encode(), expected) for name, _, value in parts]
    )


def is_recent(timestamp, now):
    now = time.time() if now is None else now
    return re.fullmatch(r"[0-9]{1,11}", timestamp) is not None and abs(now - int(timestamp)) <= TOLERANCE_SECONDS
