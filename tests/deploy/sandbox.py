"""Becomes a program as a service manager would start it: `python sandbox.py WALLS PROGRAM …`.

What the unit asks of systemd is asked of the kernel here, so that it needs neither systemd nor
root: a user that no file knows, every file system read-only except for the directories of WALLS and
an empty place for temporary files, no new privileges, no memory that is both written and run, no
sockets but Unix and internet ones, no system calls but those of WALLS. Exits with 77 and the reason
where the kernel allows none of this.

WALLS is JSON: `writable`, paths, and `calls`, the numbers of system calls, or none for all.
"""

import ctypes
import json
import os
import platform
import struct
import sys
from pathlib import Path
from typing import NoReturn

NOT_HERE = 77
# A user and group that no account has, from systemd's range for dynamic users.
SOMEBODY = 61184

_libc = ctypes.CDLL(None, use_errno=True)
_NEWNS, _NEWUSER = 0x00020000, 0x10000000
_BIND, _REC, _PRIVATE = 0x1000, 0x4000, 0x40000
_MOUNT_SETATTR, _RECURSIVE, _RDONLY = 442, 0x8000, 1
_HERE = -100  # AT_FDCWD
_SECCOMP, _FILTER, _NO_NEW_PRIVS = 22, 2, 38

# Of each machine: its audit number, and the numbers of mmap, mprotect and socket.
_MACHINES = {"x86_64": (0xC000003E, 9, 10, 41), "aarch64": (0xC00000B7, 222, 226, 198)}


def main(walls: str, *program: str) -> NoReturn:
    """Shut everything else off, and become the program."""
    given = json.loads(walls)
    try:
        _become(0)
        _write_only(*(path.encode() for path in given["writable"]))
        _become(SOMEBODY)
        _call(_libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0))
        if given["calls"]:
            _allow_only(given["calls"])
        _forbid(*_MACHINES[platform.machine()])
    except (OSError, KeyError) as error:
        print(f"not here: {error!r}", file=sys.stderr)
        raise SystemExit(NOT_HERE) from None
    os.execv(program[0], program)


def _become(user: int) -> None:
    """A user namespace in which the one who runs this has number `user`."""
    maps = {"uid_map": f"{user} {os.getuid()} 1", "gid_map": f"{user} {os.getgid()} 1"}
    # Mounts belong to the first namespace, whose root may change them; the second has none.
    _call(_libc.unshare(_NEWUSER if user else _NEWUSER | _NEWNS))
    for name, text in {"setgroups": "deny", **maps}.items():
        Path("/proc/self", name).write_text(text, "ascii")


def _write_only(*places: bytes) -> None:
    _call(_libc.mount(None, b"/", None, ctypes.c_ulong(_REC | _PRIVATE), None))
    for place in places:
        _call(_libc.mount(place, place, None, ctypes.c_ulong(_BIND), None))
    _set_attributes(b"/", _RECURSIVE, struct.pack("QQQQ", _RDONLY, 0, 0, 0))
    # What processes tell of themselves stays as it is, as with ProtectSystem=strict.
    for path in (*places, b"/proc"):
        _set_attributes(path, 0, struct.pack("QQQQ", 0, _RDONLY, 0, 0))
    # PrivateTmp: empty, and gone with the program. One of the two may hold the others.
    private = next(path for path in (b"/tmp", b"/var/tmp") if not places[0].startswith(path))
    _call(_libc.mount(b"tmpfs", private, b"tmpfs", ctypes.c_ulong(0), None))


def _set_attributes(path: bytes, flags: int, attributes: bytes) -> None:
    size = ctypes.c_size_t(len(attributes))
    _call(_libc.syscall(_MOUNT_SETATTR, _HERE, path, flags, attributes, size))


def _forbid(machine: int, mmap: int, mprotect: int, socket: int) -> None:
    """The filter of MemoryDenyWriteExecute= and RestrictAddressFamilies=, as systemd makes it."""
    load, equal, both, mask, answer = 0x20, 0x15, 0x45, 0x54, 0x06
    allow, refuse = 0x7FFF0000, 0x00050001
    number, architecture, first, third = 0, 4, 16, 32
    run, write = 4, 2
    rules = [
        (load, 0, 0, architecture),
        (equal, 0, 15, machine),
        (load, 0, 0, number),
        (equal, 5, 0, mmap),
        (equal, 2, 0, mprotect),
        (equal, 7, 0, socket),
        (answer, 0, 0, allow),
        (load, 0, 0, third),  # mprotect: to run it is refused
        (both, 9, 8, run),
        (load, 0, 0, third),  # mmap: to write and run it is refused
        (mask, 0, 0, run | write),
        (equal, 6, 0, run | write),
        (answer, 0, 0, allow),
        (load, 0, 0, first),  # socket: other families than these are refused
        (equal, 2, 0, 1),
        (equal, 1, 0, 2),
        (equal, 0, 1, 10),
        (answer, 0, 0, allow),
        (answer, 0, 0, refuse),
    ]
    _filter(rules)


def _allow_only(calls: list[int]) -> None:
    """The filter of SystemCallFilter= with SystemCallErrorNumber=EPERM."""
    load, equal, answer = 0x20, 0x15, 0x06
    allow, refuse = 0x7FFF0000, 0x00050001
    rules = [(load, 0, 0, 0)]
    for number in calls:
        rules += [(equal, 0, 1, number), (answer, 0, 0, allow)]
    _filter([*rules, (answer, 0, 0, refuse)])


def _filter(rules: list[tuple[int, int, int, int]]) -> None:
    code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
    kept = ctypes.create_string_buffer(code)
    program = struct.pack("HxxxxxxP", len(rules), ctypes.addressof(kept))
    _call(_libc.prctl(_SECCOMP, _FILTER, program, 0, 0))


def _call(result: int) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


if __name__ == "__main__":
    main(*sys.argv[1:])
