"""The command line (design.md 7): plain words, exit codes, and the app in a real terminal."""

import fcntl
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.values.why import Why
from protocol.connection import ServerConnection
from protocol.messages import VERSION, Bye
from server import tls
from server.config import Config
from tests.e2e.terminal import Terminal
from tui.cli import main, way_in, ways_in
from tui.locale import Words
from tui.settings import load

ROOT = Path(__file__).parents[2]
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1004l", b"\x1b[?2004l")
COMMANDS = ("play", "connect", "serve", "ssh", "admin", "replay", "rules")


def environment(home: Path, **more: str) -> dict[str, str]:
    """What a person's shell says, and a home of its own."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "LANG": "de_DE.UTF-8",
        **more,
    }


def shell(home: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "tui.cli", *arguments],
        env=environment(home, **env),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("command", ["play", "rules"])
def test_the_games_of_the_house_are_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "de", command, "--help"])
    told = capsys.readouterr().out.replace(",", " ").split()
    assert {game.id for game in GAMES} <= set(told)


@pytest.mark.parametrize(("lang", "word"), [("de", "Kartenzimmer"), ("en", "card room")])
def test_help_names_every_command(lang: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--lang", lang, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert word in told
    for command in COMMANDS:
        assert command in told


def test_help_speaks_one_language(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["serve", "--help"], ["replay", "--help"]):
        with pytest.raises(SystemExit):
            main(["--lang", "de", *arguments])
        told = capsys.readouterr().out
        assert "Optionen:" in told
        assert not {"options:", "positional arguments:"} & set(told.splitlines())
        assert "show this help" not in told
        assert "diese Hilfe" in told


@pytest.mark.parametrize(
    "line",
    [["--lang", "de", "play"], ["play", "--lang", "de"], ["--lang", "en", "play", "--lang=de"]],
)
def test_the_language_may_stand_before_the_command(
    line: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def own(lang: str | None, *_: object, plain: bool) -> int:
        asked.append(lang)
        return 0

    monkeypatch.setattr("tui.programs.own", own)
    assert main(line) == 0
    assert main([]) == 0
    assert asked == ["de", None]


@pytest.mark.parametrize(
    ("line", "plain"),
    [([], False), (["--plain"], True), (["--plain", "play"], True), (["play", "--plain"], True)],
)
def test_lines_may_be_asked_for_before_the_command_or_behind_it(
    line: list[str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def own(*_: object, plain: bool) -> int:
        asked.append(plain)
        return 0

    monkeypatch.setattr("tui.programs.own", own)
    assert main(line) == 0
    assert asked == [plain]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--lang", "de", "--help"])
    assert ended.value.code == 0
    assert "--lang" in capsys.readouterr().out


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom tui.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stderr.split())
    assert not loaded & {"textual", "asyncssh", "asyncio", "sqlite3", "server", "rich"}


@pytest.mark.parametrize("arguments", [(), ("play",), ("connect", "localhost")])
def test_without_a_terminal_it_says_so(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = shell(tmp_path, *arguments)
    assert done.returncode == 2
    assert "Terminal" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("connect", "example.org"), "Terminal"),
        (("connect", "::1", "--guest", "--identity", "key"), "--identity"),
        (("connect", "localhost:no"), "localhost:no"),
        (("connect", "localhost:99999"), "localhost:99999"),
        (("connect", ":7000"), ":7000"),
        (("play", "--bots", "0"), "--bots"),
        (("play", "--bots", "many"), "--bots"),
        (("play", "--option", "=x"), "=x"),
        (("rules", "whist"), "whist"),
        (
            ("nonsense",),
            "Den Befehl nonsense gibt es nicht. Es gibt: play, connect, serve, ssh, admin, replay, "
            "rules.",
        ),
        (("--lang", "de", "nonsense"), "Den Befehl nonsense gibt es nicht."),
        (("--frob",), "Damit kann hier niemand etwas anfangen: --frob."),
        (("play", "pokerface", "--frob"), "Damit kann hier niemand etwas anfangen: --frob."),
    ],
)
def test_wrong_use_is_said_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = shell(tmp_path, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_rules_in_a_pipe_are_plain(tmp_path: Path) -> None:
    german = shell(tmp_path, "rules", "pokerface")
    assert german.returncode == 0
    assert "Notbremse:" in german.stdout
    assert "\x1b" not in german.stdout
    assert "**" not in german.stdout
    english = shell(tmp_path, "rules", "pokerface", "--lang", "en")
    assert "Emergency brake:" in english.stdout


def test_rules_of_no_game_are_a_list_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "rules"]) == 0
    told = capsys.readouterr().out.split()
    assert {game.id for game in GAMES} <= set(told)


def test_rules_where_only_ascii_can_be_written(tmp_path: Path) -> None:
    done = shell(tmp_path, "rules", "holdem", LANG="C", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "Traceback" not in done.stderr


def test_records_are_played_back(tmp_path: Path) -> None:
    record = next(iter(sorted((ROOT / "tests" / "records").glob("*.phh"))))
    done = shell(tmp_path, "replay", "--json", str(record), str(tmp_path / "missing.phh"))
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
    assert '"complete": true' in done.stdout.splitlines()[0]


def test_a_server_that_cannot_be_had_is_said(tmp_path: Path) -> None:
    done = shell(tmp_path, "serve", "--state", str(tmp_path), "--listen", "10.1.2.3:7000")
    assert done.returncode == 1
    assert "10.1.2.3" in done.stderr
    assert "nicht zu haben" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_for_ssh_that_is_taken_is_said_in_ones_own_language(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        state = str(tmp_path / "state")
        line = ("serve", "--state", state, "--listen", "127.0.0.1:0", "--ssh", where)
        # The language asked for, not the environment's, and in the host's process too.
        done = shell(tmp_path, *line, "--lang", "de", LANG="en_GB.UTF-8")
    assert done.returncode == 1
    assert f"{where} gehört gerade einem anderen Programm" in done.stderr
    assert "Der SSH-Eingang kann nicht starten" in done.stderr


@pytest.mark.parametrize("arguments", [("serve",), ("ssh", "--host-sock", "host.sock"), ()])
def test_where_nothing_can_be_kept_it_is_said(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def homeless(name: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    for place in ("user_state_path", "user_config_path"):
        monkeypatch.setattr(f"platformdirs.{place}", homeless)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    before = signal.getsignal(signal.SIGHUP)
    try:
        assert main([*arguments, "--lang", "de"]) == 1
    finally:
        signal.signal(signal.SIGHUP, before)
    assert "HOME" in capsys.readouterr().err


@pytest.mark.parametrize("listen", ["10.1.2.3:7000", "nowhere"])
def test_a_server_that_does_not_come_promises_nothing(tmp_path: Path, listen: str) -> None:
    done = shell(tmp_path, "serve", "--state", str(tmp_path / "state"), "--listen", listen)
    assert done.returncode == 1
    assert "pokertui connect" not in done.stderr
    assert "Strg+C" not in done.stderr


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:2222", "on this machine also: ssh -p 2222 play@localhost"),
        ("[::1]:2222", "on this machine also: ssh -p 2222 play@localhost"),
        ("localhost:2222", "on this machine also: ssh -p 2222 play@localhost"),
        ("192.0.2.7:22", "from anywhere: ssh -p 22 play@192.0.2.7"),
        ("cards.example:22", "from anywhere: ssh -p 22 play@cards.example"),
        ("0.0.0.0:2222", f"from anywhere: ssh -p 2222 play@{socket.gethostname()}"),
        (":2222", f"from anywhere: ssh -p 2222 play@{socket.gethostname()}"),
    ],
)
def test_a_server_says_how_it_is_reached(address: str, said: str) -> None:
    assert way_in(address, Words("en")) == said


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("192.0.2.7:7000", "192.0.2.7:7000"),
        ("[2001:db8::1]:7001", "[2001:db8::1]:7001"),
        ("0.0.0.0:7000", f"{socket.gethostname()}:7000"),
        ("[::]:7000", f"{socket.gethostname()}:7000"),
    ],
)
def test_a_server_says_which_certificate_it_has(tmp_path: Path, address: str, said: str) -> None:
    known = tls.load(tmp_path).fingerprint
    lines = ways_in(Config(tmp_path, address), Words("en")).splitlines()
    assert f"from anywhere: pokertui connect {said}" in lines
    assert f"its certificate is {known}" in lines
    plain = ways_in(Config(tmp_path, "127.0.0.1:7000"), Words("en"))
    assert "on this machine: pokertui connect 127.0.0.1:7000" in plain
    assert known not in plain


def test_dumb_terminals_are_spoken_to_in_lines(tmp_path: Path) -> None:
    env = environment(tmp_path, TERM="dumb")
    with Terminal([sys.executable, "-m", "tui.cli"], env) as terminal:
        terminal.wait("hilfe")
        terminal.press(*"ende", "enter")
        assert terminal.wait_end() == 0
        assert "Bis bald!" in terminal.text


def test_play_holds_cards_at_once_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "tui.cli", "play", "--bots", "2", "--option", "soft_landing=on"]
    with Terminal(argv, environment(tmp_path)) as terminal:
        terminal.wait("Du bist dran")
        assert "Fehlschläge ○○○○" in terminal.text
        terminal.press("ctrl+c")
        terminal.wait("verlassen?")
        terminal.press("j")
        assert terminal.wait_end() == 0
        for ends in RESTORED:
            assert ends in bytes(terminal.raw)
    # A quick game answers none of the questions of the first visit to the lobby.
    kept = load(tmp_path / ".config" / "pokertui" / "settings.json")
    assert kept is not None
    assert kept.lang is None


def test_sigterm_gives_the_terminal_back(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "tui.cli", "play", "--bots", "2"]
    with Terminal(argv, environment(tmp_path)) as terminal:
        terminal.wait("Du bist dran")
        terminal.process.terminate()
        assert terminal.wait_end() == 128 + signal.SIGTERM
        for ends in RESTORED:
            assert ends in bytes(terminal.raw)
        assert b"Traceback" not in terminal.raw
    # Its server has ended too: the place is free for the next game.
    with (tmp_path / ".local/state/pokertui/own/lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_who_plays_again_keeps_the_name(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "tui.cli", "play", "--bots", "2"]
    for _ in range(2):
        with Terminal(argv, environment(tmp_path, USER="mia")) as terminal:
            terminal.wait("Runde von mia ·")
            terminal.press("q")
            terminal.wait("Enter")
            terminal.press("enter")
            assert terminal.wait_end() == 0


def test_the_first_time_asks_and_the_second_remembers(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "tui.cli"]
    with Terminal(argv, environment(tmp_path, USER="mia")) as terminal:
        terminal.wait("Willkommen")
        terminal.press("3")
        terminal.wait("Noch kein Tisch")
        terminal.press("q")
        assert terminal.wait_end() == 0
    kept = load(tmp_path / ".config" / "pokertui" / "settings.json")
    assert kept is not None
    assert (kept.lang, kept.name) == ("de", "mia")
    with Terminal(argv, environment(tmp_path, LANG="en_GB.UTF-8")) as terminal:
        terminal.wait("Noch kein Tisch")
        assert "mia" in terminal.text
        terminal.press("q")
        assert terminal.wait_end() == 0


def test_terminals_that_are_not_unicode_get_letters(tmp_path: Path) -> None:
    env = environment(tmp_path, LANG="C", PYTHONIOENCODING="ascii", TERM="vt100")
    with Terminal([sys.executable, "-m", "tui.cli", "play", "--lang", "de"], env) as terminal:
        terminal.wait("Du bist dran")
        assert terminal.text.isascii()
        terminal.press("q")
        terminal.wait("Enter")
        terminal.press("enter")
        assert terminal.wait_end() == 0


def test_another_version_is_said_with_exit_code_three(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        answering = threading.Thread(target=refuse, args=(listening,))
        answering.start()
        address = f"localhost:{listening.getsockname()[1]}"
        argv = [sys.executable, "-m", "tui.cli", "connect", address]
        with Terminal(argv, environment(tmp_path)) as terminal:
            assert terminal.wait_end() == 3
            assert "Die Versionen passen nicht zusammen" in terminal.text
        answering.join()


def refuse(listening: socket.socket) -> None:
    """A server of another time: whatever the version, it is the wrong one."""
    connection, _ = listening.accept()
    with connection:
        assert connection.recv(65536)
        bye = Bye(Why("version", {"mine": VERSION + 1, "yours": VERSION}))
        connection.sendall(ServerConnection().send(bye))
        connection.recv(1)


def test_nobody_there_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    argv = [sys.executable, "-m", "tui.cli", "connect", f"127.0.0.1:{port}"]
    with Terminal(argv, environment(tmp_path)) as terminal:
        assert terminal.wait_end() == 1
        said = f"Unter 127.0.0.1:{port} antwortet kein Server: dort läuft gerade nichts"
        assert said in " ".join(terminal.text.split())
