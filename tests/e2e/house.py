"""A whole server as an operator runs it, and the ways in."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.terminal import Terminal

ROOT = Path(__file__).parent.parent.parent
POKERTUI = (sys.executable, "-m", "tui.cli")
SSH = shutil.which("ssh")
SSH_KEYGEN = shutil.which("ssh-keygen")


def free_port() -> int:
    """A TCP port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody listens at that port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def environment(home: Path, lang: str = "de_DE.UTF-8") -> dict[str, str]:
    """What a person's terminal sets, in a home directory of its own."""
    home.mkdir(parents=True, exist_ok=True)
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "LANG": lang,
        "PYTHONPATH": str(ROOT),
    }


def ssh(
    home: Path,
    name: str,
    port: int,
    *more: str,
    lang: str = "de_DE.UTF-8",
    ask: bool = False,
    new: bool = False,
) -> Terminal:
    """A terminal in which somebody types `ssh -p PORT … NAME@localhost`.

    `home` is this person's, `more` are further options of ssh; `ask` leaves it open whether the
    host is known, `new` stays with the first run.
    """
    assert SSH is not None
    argv = [
        *(SSH, "-F", "none", "-p", str(port)),
        *("-o", f"StrictHostKeyChecking={'ask' if ask else 'no'}"),
        *("-o", f"UserKnownHostsFile={home}/known_hosts"),
        *("-o", "SendEnv=LANG", "-o", "LogLevel=ERROR", "-o", "IdentitiesOnly=yes", *more),
        f"{name}@localhost",
    ]
    return Terminal(argv, environment(home, lang), new=new)


def make_key(place: Path, name: str) -> Path:
    """A fresh key pair's private half, in that directory."""
    assert SSH_KEYGEN is not None
    path = place / f"{name}-key"
    subprocess.run(
        [SSH_KEYGEN, "-q", "-t", "ed25519", "-N", "", "-f", str(path)],
        check=True,
        env=environment(place / "keys"),
    )
    return path


class House:
    """`pokertui serve` as a process, with free ports and a state directory of its own.

    `address` is where connect is answered: on loopback plainly, else encrypted.
    """

    def __init__(self, place: Path, config: str = "", address: str = "127.0.0.1") -> None:
        self.place = place
        self.address = address
        (place / "serve.toml").write_text(config, "utf-8")
        self.tcp = free_port()
        self.ssh_port = free_port()
        self.log = place / "serve.log"
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as output:
            return subprocess.Popen(
                [
                    *POKERTUI,
                    "serve",
                    *("--config", str(self.place / "serve.toml")),
                    *("--state", str(self.place / "state")),
                    *("--listen", f"{self.address}:{self.tcp}"),
                    *("--ssh", f"127.0.0.1:{self.ssh_port}"),
                ],
                stdout=output,
                stderr=output,
                env=environment(self.place / "server-home"),
                cwd=self.place,
            )

    def kill(self) -> None:
        """SIGKILL, as when the machine runs out of memory."""
        self.process.kill()
        self.process.wait(20)

    def start_again(self) -> None:
        """The same server once more, on the same ports and the same state."""
        self.process = self._start()
        self.wait_until_it_listens()

    def wait_until_it_listens(self) -> None:
        """Return once both ports answer; AssertionError with the log if the server has ended."""
        # The way in by ssh comes last. Whoever knocks at the other one meanwhile, as fast as can
        # be, takes the starting server's time, and the places of its connections.
        for port in (self.ssh_port, self.tcp):
            while not answers(port):
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(0.05)
                    raise AssertionError(self.log.read_text("utf-8"))

    def connect(self, name: str, *more: str, lang: str = "de_DE.UTF-8") -> Terminal:
        """A terminal in which somebody types `pokertui connect`, with `more` behind it."""
        argv = [*POKERTUI, "connect", f"localhost:{self.tcp}", "--name", name, *more]
        return Terminal(argv, environment(self.place / name, lang), new=False)

    def ssh(
        self,
        name: str,
        lang: str = "de_DE.UTF-8",
        key: Path | None = None,
        port: int | None = None,
    ) -> Terminal:
        """A terminal in which somebody types `ssh -p … name@localhost` (None: the house's port)."""
        identity = [] if key is None else ["-i", str(key)]
        return ssh(self.place / f"ssh-{name}", name, port or self.ssh_port, *identity, lang=lang)

    def make_key(self, name: str) -> Path:
        """A fresh key pair's private half."""
        return make_key(self.place, name)

    def stop(self) -> int:
        """SIGTERM, as the service manager does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@contextlib.contextmanager
def running(place: Path, config: str = "", address: str = "127.0.0.1") -> Iterator[House]:
    """A house that answers on both ports, stopped afterwards; `config` is its file's text."""
    house = House(place, config, address)
    try:
        house.wait_until_it_listens()
        yield house
    finally:
        if house.process.poll() is None:
            house.stop()
