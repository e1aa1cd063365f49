"""Somebody comes from elsewhere: a server that is met, known, and then not itself any more."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.e2e.house import SSH, SSH_KEYGEN, running
from tests.e2e.terminal import Terminal

CERTIFICATE = re.compile(r"Certificate (SHA256:[A-Za-z0-9+/]{43})")


def squeezed(terminal: Terminal) -> str:
    """The screen without what its width does to long lines."""
    return terminal.text.replace("\n", "")


@pytest.mark.soak
@pytest.mark.timeout(120)
@pytest.mark.skipif(SSH is None or SSH_KEYGEN is None, reason="needs the OpenSSH client")
def test_one_key_on_both_ways_in(tmp_path: Path) -> None:
    with running(tmp_path, address="0.0.0.0") as house:
        (known,) = CERTIFICATE.findall(house.log.read_text("utf-8"))
        key = house.make_key("Anna")
        passphrase = ["-P", "", "-N", "geheim", "-f", str(key)]
        subprocess.run([str(SSH_KEYGEN), "-q", "-p", *passphrase], check=True)

        # Anna meets the server, and shows who she is.
        with house.connect("Anna", "--identity", str(key)) as anna:
            anna.wait("Enter passphrase")
            anna.press("geheim", "enter")
            anna.wait("(ja/nein)")
            assert known in squeezed(anna)
            anna.press("ja", "enter")
            assert "Anna" in anna.wait("Durch deinen Schlüssel")
            # By ssh she is the same, and the newest session wins.
            subprocess.run(
                [str(SSH_KEYGEN), "-q", "-p", "-P", "geheim", "-N", "", "-f", str(key)], check=True
            )
            with house.ssh("play", key=key) as ssh:
                assert "Anna" in ssh.wait("Lobby")
                assert anna.wait_end() == 1
                # What is known is not asked again: neither the server nor the key.
                with house.connect("Anna") as again:
                    assert "Anna" in again.wait("Durch deinen Schlüssel")
                    assert ssh.wait_end() == 1
                    again.press("q")
                    assert again.wait_end() == 0

        # Somebody else answers there, or the certificate was lost.
        assert house.stop() == 0
        (tmp_path / "state" / "tls.pem").unlink()
        house.start_again()
        with house.connect("Anna") as anna:
            assert anna.wait_end() == 4
            said = squeezed(anna)
            assert known in said
            assert "Zeile 1" in said
            new = CERTIFICATE.findall(house.log.read_text("utf-8"))[-1]
            assert new in said
        with house.connect("Anna", "--fingerprint", new) as anna:
            assert "Anna" in anna.wait("Lobby")
            anna.press("q")
            assert anna.wait_end() == 0
