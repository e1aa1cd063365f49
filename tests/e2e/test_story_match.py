"""Four people, two by ssh and two by connect, play a match of Pokerface to its end."""

import contextlib
import re
from pathlib import Path

import pytest

from tests.e2e.house import SSH, SSH_KEYGEN, running
from tests.e2e.terminal import Terminal

MINE = ("Du bist dran", "Your turn", "Notbremse: nimm", "brake: take")
BRAKE = ("Notbremse", "Emergency brake")
SPACE = ("Space bereit", "Space ready", "Space alles", "Space show")
CENTRE = ("Mitte", "Centre")
OVER = ("Gewonnen", "Verloren", "Won", "Lost")
RESTORED = (b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?25h", b"\x1b[?1049l")


def shows(text: str, words: tuple[str, ...]) -> bool:
    """Whether the screen has one of the words."""
    return any(word in text for word in words)


class Player:
    """Somebody at a terminal who reads the screen and presses keys."""

    def __init__(self, name: str, terminal: Terminal) -> None:
        self.name = name
        self.terminal = terminal
        self.robbed = 0

    def may_act(self) -> bool:
        """Whether it is this player's turn and the keys have woken up (they are bold then)."""
        with self.terminal.looking() as screen:
            awake = any(screen.buffer[20][column].bold for column in range(4))
        return awake and shows(self.terminal.text, MINE)

    def act(self, wild: bool) -> None:
        """Rob whenever one can if `wild`, else take from the centre once, then pass."""
        lines = self.terminal.lines
        holders = self.holders(lines)
        own = next((n for n, holder in holders.items() if holder in {"deine", "yours"}), None)
        centre = [number for number, holder in holders.items() if holder in CENTRE]
        others = [number for number in holders if number not in (own, *centre)]
        brake = shows("\n".join(lines), MINE[2:])
        if wild and others and not brake:
            self.decide(str(others[0]))
            self.robbed += 1
        elif own is None or wild:
            self.decide(str(centre[0]))
        else:
            self.decide("p")

    def holders(self, lines: list[str]) -> dict[int, str]:
        """Who holds each token of the round, by the words under the rack."""
        places = [(m.start(), int(m[1])) for m in re.finditer(r"\((\d)\)", lines[7])]
        # Names stand left-aligned under the tokens, one column further left.
        words = [(m.start(), m[0]) for m in re.finditer(r"\S+( \S+)*", lines[8])]
        return {
            number: min(words, key=lambda word: abs(word[0] - at + 1))[1] for at, number in places
        }

    def decide(self, key: str) -> None:
        """Press an action's key; the keys rest from then on until there is another question."""
        self.terminal.press(key)
        self.terminal.wait(lambda text: not self.may_act())

    def press(self, key: str, seen: str | None = None) -> None:
        """Press a key, for what was `seen`, and see that something has come of it or before it."""
        before = self.terminal.text if seen is None else seen
        self.terminal.press(key)
        self.terminal.wait(lambda text: text != before)


@pytest.mark.soak
@pytest.mark.timeout(240)
@pytest.mark.skipif(SSH is None or SSH_KEYGEN is None, reason="needs the OpenSSH client")
def test_a_match_by_ssh_and_by_connect(tmp_path: Path) -> None:
    with running(tmp_path) as house, contextlib.ExitStack() as stack:
        anna = Player("Anna", stack.enter_context(house.connect("Anna")))
        anna.terminal.wait("Lobby")
        anna.press("+")
        anna.terminal.wait("Steigend")
        for key in ("down", "down", "right"):
            anna.press(key)
        anna.terminal.wait("steigende Einsätze")
        anna.press("enter")
        anna.terminal.wait("1/4")
        players = [anna]
        identity = house.make_key("Ben")
        for name, terminal in (
            ("Ben", house.ssh("Ben", key=identity)),
            ("carla", house.ssh("carla", lang="en_GB.UTF-8")),
            ("Dan", house.connect("Dan", lang="en_US.UTF-8")),
        ):
            player = Player(name, stack.enter_context(terminal))
            terminal.wait(lambda text: "/4" in text and "Lobby" in text)
            player.press("enter")
            players.append(player)
        brakes, deals = play(players)
        assert sum(player.robbed for player in players) >= 3
        assert brakes >= 1
        assert 3 <= deals <= 5
        for player in players:
            text = player.terminal.wait(lambda text: shows(text, OVER))
            assert all(other.name in text for other in players)
        for player in players:
            leave(player)
        assert house.stop() == 0


def play(players: list[Player]) -> tuple[int, int]:
    """Play until the match is over; how many brakes came, and how many deals it took."""
    brakes, wild = 0, True
    while True:
        heard = [len(player.terminal.raw) for player in players]
        for player in players:
            text = player.terminal.text
            prompt = text.splitlines()[18]
            if wild and shows(prompt, BRAKE):
                brakes, wild = brakes + 1, False
            if player.may_act():
                player.act(wild)
            elif shows(text, SPACE) and not shows(text, OVER):
                player.press("space", text)
        if all(shows(player.terminal.text, OVER) for player in players):
            rows = re.findall(r"^ +(\d) [✓✗] ", players[0].terminal.text, re.MULTILINE)
            return brakes, int(rows[-1])
        for player, known in zip(players, heard, strict=True):
            # Where nothing is new there is nothing to do; whoever plays first is heard of first.
            player.terminal.listen(known, 0.05)


def leave(player: Player) -> None:
    """Back to the shell by keys alone; the terminal is as it was before."""
    player.press("q")
    player.terminal.wait("Enter")
    player.press("enter")
    player.terminal.wait("Lobby")
    player.press("q")
    assert player.terminal.wait_end() == 0
    tail = bytes(player.terminal.raw)
    assert all(code in tail for code in RESTORED)
