"""What a signature proves, against keys and signatures that OpenSSH has made."""

import base64
from pathlib import Path

import pytest

from protocol.proof import cut, fingerprint, statement, string
from server.proofs import judge
from tests.server.keys import Pair, keygen, needs_keygen

pytestmark = needs_keygen

NONCE = bytes(range(32))
TLS = "SHA256:4Sz0rE9JSWGJk2BTkFNoBZnkn0ZbqSnMi0mqUaOJbdM"

KINDS = [("ed25519", None), ("ecdsa", 256), ("ecdsa", 384), ("ecdsa", 521), ("rsa", 2048)]


def code(public_key: bytes, said: bytes, signature: bytes) -> str | None:
    why = judge(public_key, said, signature)
    return None if why is None else why.code


@pytest.mark.parametrize(("kind", "bits"), KINDS)
def test_a_signature_of_openssh_proves_its_key(tmp_path: Path, kind: str, bits: int | None) -> None:
    pair = Pair(tmp_path, kind, bits)
    public = pair.public
    signature = pair.sign(NONCE, TLS)
    said = statement(NONCE, public, TLS)
    assert judge(public, said, signature) is None
    assert fingerprint(public) == pair.fingerprint
    # Of anything else it proves nothing.
    for other in (
        statement(NONCE, public, None),
        statement(bytes(32), public, TLS),
        statement(NONCE, public, TLS.replace("4", "5")),
        b"",
    ):
        assert code(public, other, signature) == "wrong_signature"
    algorithm, rest = cut(signature)
    for broken in (
        b"",
        signature[:-1],
        signature + b"\0",
        string(algorithm) + string(b""),
        string(algorithm) + string(cut(rest)[0][::-1]),
        string(b"ssh-rsa") + rest,
        string(b"ecdsa-sha2-nistp256" if bits != 256 else b"ssh-ed25519") + rest,
        string(b"\xff") + rest,
    ):
        assert code(public, said, broken) == "wrong_signature"


def test_a_key_counts_in_one_form_only(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "rsa", 2048)
    kind, rest = cut(pair.public)
    exponent, rest = cut(rest)
    modulus, _ = cut(rest)
    padded = string(kind) + string(exponent) + string(b"\0" + modulus)
    curve = Pair(tmp_path, "ecdsa", 256).public
    half, point = curve[:-69], curve[-65:]
    # A point of a curve can be written shorter; SSH does not.
    short = half + string(b"\2" + point[1:33])
    for odd in (
        padded,
        pair.public + b"\0",
        pair.public[:-1],
        short,
        b"",
        b"\0",
        string(b"ssh-ed25519"),
    ):
        assert code(odd, statement(NONCE, odd, TLS), pair.sign(NONCE, TLS)) == "no_key"


def test_a_key_that_is_easily_broken_proves_nothing(tmp_path: Path) -> None:
    pair = Pair(tmp_path, "rsa", 1024)
    why = judge(pair.public, statement(NONCE, pair.public, TLS), pair.sign(NONCE, TLS))
    assert why is not None
    assert (why.code, why.facts) == ("weak_key", {"bits": 1024, "least": 2048})


def test_a_key_that_takes_long_to_look_at_proves_nothing(tmp_path: Path) -> None:
    kind, rest = cut(Pair(tmp_path, "rsa", 2048).public)
    modulus = cut(cut(rest)[1])[0]
    for exponent in (bytes([1] * 200), bytes([2, 0, 0, 0, 1])):
        public = string(kind) + string(exponent) + string(modulus)
        signature = string(b"rsa-sha2-512") + string(bytes(256))
        why = code(public, statement(NONCE, public, TLS), signature)
        assert why == "unknown_kind"
    largest = string(kind) + string(bytes([1, 0, 0, 0, 1])) + string(modulus)
    assert code(largest, statement(NONCE, largest, TLS), signature) == "wrong_signature"


def test_kinds_that_cannot_be_verified_are_named(tmp_path: Path) -> None:
    authority, pair = Pair(tmp_path, "ecdsa", 256), Pair(tmp_path)
    keygen("-q", "-s", str(authority.file), "-I", "anna", "-n", "anna", f"{pair.file}.pub")
    certified = (tmp_path / f"{pair.file.name}-cert.pub").read_bytes().split()[1]
    secured = string(b"sk-ssh-ed25519@openssh.com") + string(bytes(32)) + string(b"ssh:")
    old = string(b"ssh-dss") + string(b"\1") * 4
    for public, kind in (
        (base64.b64decode(certified), "ssh-ed25519-cert-v01@openssh.com"),
        (secured, "sk-ssh-ed25519@openssh.com"),
        (old, "ssh-dss"),
    ):
        why = judge(public, statement(NONCE, public, TLS), b"")
        assert why is not None
        assert (why.code, why.facts) == ("unknown_kind", {"kind": kind})
