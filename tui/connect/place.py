"""Where a server is: what people type, and how it is written down."""

import ipaddress

from msgspec import Struct

from tui.locale import Words
from tui.shell import Usage

PORT = 7000


class Place(Struct, frozen=True):
    """A host and a port; `name` is the one way to write them, `near` that it is this machine."""

    host: str
    port: int

    @property
    def name(self) -> str:
        """What the place is remembered by."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def near(self) -> bool:
        """Whether nothing of what is said there leaves this machine."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def place_of(text: str, words: Words) -> Place:
    """The place that HOST, HOST:PORT or [HOST]:PORT means; Usage if it is none."""
    host, port = text, str(PORT)
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":") or port
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    host = _alike(host)
    if not port.isascii() or not port.isdecimal() or not 0 < int(port) < 65536 or not host:
        raise Usage(words("cli.bad_address", address=text))
    return Place(host, int(port))


def _alike(host: str) -> str:
    """One of the ways to write a host, always the same; "" if none names a host."""
    if any(letter.isspace() or not letter.isprintable() for letter in host):
        return ""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        pass
    host = host.lower().removesuffix(".")
    try:
        # As it is looked up: a part of a name may be missing, or too long.
        host.encode("idna")
    except UnicodeError:
        return ""
    return host
