"""When a table may ring: nobody is called who is looking."""

from tui.presence import IDLE, IDLE_UNSEEN, Presence


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """The seconds so far."""
        return self.now


def test_who_has_just_pressed_a_key_is_there() -> None:
    clock = Clock()
    presence = Presence(clock)
    clock.now += IDLE_UNSEEN
    assert not presence.away()
    clock.now += 0.1
    assert presence.away()
    presence.key()
    assert not presence.away()


def test_a_terminal_that_tells_of_its_focus_is_believed() -> None:
    clock = Clock()
    presence = Presence(clock)
    presence.focus(False)
    presence.key()
    assert presence.away()
    presence.focus(True)
    clock.now += IDLE
    assert not presence.away()
    clock.now += 0.1
    assert presence.away()
