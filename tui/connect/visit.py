"""`pokertui connect`: whether it is the server that one knows, who one is there, and the app."""

import asyncio
import errno
import os
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from engine.values.why import Why
from protocol.messages import Account, Hello
from tui import settings as kept
from tui.app import CHANGED, LOST, REFUSED_VERSION, PokerApp
from tui.connect import pins
from tui.connect.agent import OwnAgent
from tui.connect.keys import Found, Key, Keys, NoKey, called
from tui.connect.line import Changed, NotEncrypted, NotSigned, certificate_of, line_to
from tui.connect.place import Place, place_of
from tui.link import Link, LinkEnded
from tui.locale import Lang, Words
from tui.preferences import read
from tui.programs import in_lines, introduction, is_plain, keep, show, this_terminal
from tui.screens.speech import ended
from tui.shell import NoHome, Usage, say
from tui.start import Start
from tui.terminal import Terminal, terminal_of


class Wish(Struct, frozen=True):
    """What was asked for in the shell.

    `code` comes back as a guest, `guest` is one in any case; `identity` is a key's file.
    `fingerprint` is the certificate's that is expected, `trust` takes any that is not known yet.
    """

    name: str | None = None
    code: str | None = None
    identity: Path | None = None
    guest: bool = False
    fingerprint: str | None = None
    trust: bool = False


class _MaybeEncrypted(Exception):
    """This machine's server does not speak plainly; `over` says what happened."""

    def __init__(self, over: LinkEnded) -> None:
        super().__init__(over)
        self.over = over


def connect(
    address: str, lang: Lang | None, words: Words, wish: Wish, *, plain: bool = False
) -> int:
    """Show the app on the server at HOST[:PORT]; the exit code. Usage if that can't be.

    `plain`: in lines instead.
    """
    place = place_of(address, words)
    if wish.identity is not None and (wish.guest or wish.code is not None):
        raise Usage(words("identity.either"))
    plain = is_plain(plain)
    terminal = terminal_of(os.environ, lang) if plain else this_terminal(lang, words)
    terminal = replace(terminal, local=False, spoken=lang is not None)
    meeting = _Meeting(place, words, wish)
    with ExitStack() as stack:
        certificates = meeting.certificates()
        found = _Chooser(place, words, wish, stack).found()
        visit = _Visit(place, terminal, words, wish, found, plain)
        try:
            return asyncio.run(visit.run(certificates))
        except _MaybeEncrypted as plainly:
            certificates = meeting.encrypted(plainly.over)
            return asyncio.run(visit.run(certificates))


# ── which server it is ─────────────────────────────────────────────────────────────────────────


class _Meeting:
    """Finds out whether the server is the one that is known, or asks whether it shall be."""

    def __init__(self, place: Place, words: Words, wish: Wish) -> None:
        self._place = place
        self._words = words
        self._wish = wish
        self._file = pins.pins_file()

    def certificates(self) -> tuple[str, ...] | None:
        """The fingerprints that the server may have; None: it is this machine's, and plain."""
        known = self._known()
        expected = self._wish.fingerprint
        if known and expected is None:
            return tuple(pin.fingerprint for pin in known)
        if self._place.near and expected is None:
            return None
        try:
            return self._meet(known)
        except NotEncrypted:
            said = self._words("identity.not_encrypted", server=self._place.name)
            raise Usage(said, LOST) from None

    def encrypted(self, plainly: LinkEnded) -> tuple[str, ...]:
        """The same of a server that does not speak `plainly`; Usage if it is none at all."""
        try:
            return self._meet(())
        except NotEncrypted:
            raise Usage(ended(self._words, plainly.why), LOST) from plainly

    def _known(self) -> tuple[pins.Pin, ...]:
        try:
            return pins.pins_of(self._file, self._place.name)
        except OSError as error:
            why = error.strerror or str(error)
            raise Usage(self._words("identity.pins", file=self._file, why=why), LOST) from error

    def _meet(self, known: tuple[pins.Pin, ...]) -> tuple[str, ...]:
        try:
            shown = asyncio.run(certificate_of(self._place))
        except NotEncrypted:
            raise
        except LinkEnded as over:
            raise Usage(ended(self._words, over.why), LOST) from over
        except (OSError, TimeoutError) as error:
            raise away(self._place, self._words, error) from error
        expected = self._wish.fingerprint
        if expected is not None and shown != expected:
            raise Usage(
                self._words(
                    "identity.unexpected", server=self._place.name, shown=shown, expected=expected
                ),
                CHANGED,
            )
        if shown not in {pin.fingerprint for pin in known}:
            if expected is None and not self._wish.trust and not self._agreed(shown):
                raise Usage(self._words("identity.declined"), LOST)
            self._remember(shown)
        return (shown,)

    def _agreed(self, shown: str) -> bool:
        words = self._words
        say(words("identity.first", server=self._place.name), sys.stderr)
        say(f"  {shown}", sys.stderr)
        say(words("identity.first_hint"), sys.stderr)
        while True:
            print(words("identity.first_ask"), end=" ", file=sys.stderr, flush=True)
            answer = sys.stdin.readline()
            said = answer.strip()
            if said.lower() in words("identity.yes").split() or said == shown:
                return True
            if not answer or said.lower() in words("identity.no").split():
                return False

    def _remember(self, shown: str) -> None:
        try:
            pins.remember(self._file, self._place.name, shown)
        except OSError as error:
            why = error.strerror or str(error)
            say(self._words("identity.not_kept", file=self._file, why=why), sys.stderr)


def changed(place: Place, words: Words, shown: str) -> Usage:
    """That the server shows another certificate than before, and the ways out."""
    file = pins.pins_file()
    known = pins.pins_of(file, place.name)
    lines = (
        words("identity.changed", server=place.name),
        words("identity.changed_known", known=", ".join(pin.fingerprint for pin in known)),
        words("identity.changed_shown", shown=shown),
        words("identity.changed_why"),
        words(
            "identity.changed_out",
            file=file,
            line=", ".join(str(pin.line) for pin in known),
            shown=shown,
        ),
    )
    return Usage("\n".join(lines), CHANGED)


def away(place: Place, words: Words, error: Exception) -> Usage:
    """That no server answers, or that one's own key does not."""
    if isinstance(error, NotSigned):
        return Usage(words("identity.not_signed"), LOST)
    # Of several addresses that a host has asyncio says all that went wrong, in words only.
    refused = f"Errno {errno.ECONNREFUSED}" in str(error)
    if isinstance(error, socket.gaierror):
        why = words("cli.no_host")
    elif refused:
        why = words("cli.refused")
    else:
        why = (isinstance(error, OSError) and error.strerror) or words("cli.timeout")
    return Usage(words("link.no_server", address=place.name, why=why), LOST)


# ── who one is ─────────────────────────────────────────────────────────────────────────────────


class _Chooser:
    """Finds the key to come with."""

    def __init__(self, place: Place, words: Words, wish: Wish, stack: ExitStack) -> None:
        self._place = place
        self._words = words
        self._wish = wish
        self._stack = stack

    def found(self) -> Found:
        """The key, or none; Usage if the one that is wanted is not to be had."""
        if self._wish.guest or self._wish.code is not None:
            return Found(None)
        try:
            home = Path.home()
        except RuntimeError:
            raise NoHome from None
        keys = Keys(os.environ, home, self._unlock)
        try:
            return asyncio.run(self._choose(keys))
        except NoKey as no:
            raise Usage(self._words(f"identity.{no.code}", **no.facts)) from no

    async def _choose(self, keys: Keys) -> Found:
        if self._wish.identity is not None:
            return Found(await keys.named(self._wish.identity.expanduser()))
        settings = kept.load(kept.settings_file())
        known = settings.keys.get(self._place.name) if settings else None
        return await keys.usual() if known is None else Found(await keys.known(known))

    def _unlock(self, file: Path) -> str | None:
        say(self._words("identity.passphrase", file=file), sys.stderr)
        agent = self._stack.enter_context(OwnAgent())
        return agent.path if agent.open(file) else None


def unproved(words: Words, why: Why) -> str:
    """Why a key did not count, whatever the server says of it."""
    try:
        return words(f"identity.unproved.{why.code}", **{**why.facts, "code": why.code})
    except (KeyError, IndexError):  # a newer server's code, or one with facts left out
        return words("identity.unproved", code=why.code)


def remember(place: Place, key: Key) -> None:
    """Come with that key the next time, too."""
    known = kept.Known(key.fingerprint, key.file and str(Path(key.file).absolute()))
    kept.change(
        kept.settings_file(), lambda now: replace(now, keys={**now.keys, place.name: known})
    )


# ── the app ────────────────────────────────────────────────────────────────────────────────────


class _Visit:
    """One session at the server, over as many lines as it takes."""

    def __init__(
        self,
        place: Place,
        terminal: Terminal,
        words: Words,
        wish: Wish,
        found: Found,
        plain: bool,
    ) -> None:
        self._place = place
        self._terminal = terminal
        self._words = words
        self._wish = wish
        self._found = found
        self._plain = plain

    async def run(self, certificates: tuple[str, ...] | None) -> int:
        """Show the app; the exit code. `certificates` are those that the server may have."""
        link = await self._first(certificates)
        welcome = link.welcome
        assert welcome is not None
        key = self._found.key
        if key is not None and welcome.unproved is None:
            remember(self._place, key)

        async def again(account: Account) -> Link:
            terminal = self._terminal if self._plain else app.terminal
            return await self._line(certificates, account.name, account.code, terminal)

        if read(welcome.account.prefs).plain:
            self._plain = True
        if self._plain:
            greeting = self._greeting(link)
            return await in_lines(link, self._terminal, connect=again, greeting=greeting)
        start = Start(first=True, keep=keep, greeting=self._greeting(link))
        app = PokerApp(link, self._terminal, start, connect=again)
        return await show(app)

    async def _first(self, certificates: tuple[str, ...] | None) -> Link:
        place, words = self._place, self._words
        try:
            return await self._line(certificates, self._wish.name, self._wish.code, self._terminal)
        except Changed as over:
            raise changed(place, words, over.shown) from over
        except LinkEnded as over:
            if certificates is None and over.why.code in {"lost", "not_ours"}:
                raise _MaybeEncrypted(over) from over
            code = REFUSED_VERSION if over.why.code == "version" else LOST
            raise Usage(ended(words, over.why), code) from over
        except NotEncrypted as over:
            file = pins.pins_file()
            said = words("identity.not_encrypted_now", server=place.name, file=file)
            raise Usage(said, CHANGED) from over
        except (OSError, TimeoutError) as error:
            raise away(place, words, error) from error

    async def _line(
        self,
        certificates: tuple[str, ...] | None,
        name: str | None,
        code: str | None,
        terminal: Terminal,
    ) -> Link:
        key = self._found.key
        hello: Hello = introduction(terminal, name, code)
        if key is None:
            return await line_to(self._place, hello, certificates)
        hello = replace(hello, public_key=key.public_key)
        return await line_to(self._place, hello, certificates, key.sign)

    def _greeting(self, link: Link) -> str:
        """Who one is here, and by what; nothing for a guest who wanted to be one."""
        welcome, words = link.welcome, self._words
        assert welcome is not None
        if welcome.unproved is not None:
            return unproved(words, welcome.unproved)
        if self._found.key is not None:
            return words("identity.by_key", name=welcome.account.name, key=self._found.key.label)
        if self._found.locked is not None:
            return words("identity.locked", file=called(self._found.locked))
        return ""
