"""Why an SSH host cannot start."""

from typing import Literal

StartCode = Literal[
    "address",  # facts: text
    "taken",  # facts: address
    "reserved",  # facts: address
    "no_such_address",  # facts: address
    "unable_to_listen",  # facts: address, why
    "state",  # facts: path, why
    "key_unwritable",  # facts: path, state, why
    "key_unreadable",  # facts: path, why
    "key_unusable",  # facts: path, why
]


class StartError(Exception):
    """The host cannot start: `code` and `facts` say why, topic `start` has the words.

    A fact `why` is what the system or a library says, in its own words.
    """

    def __init__(self, code: StartCode, **facts: str) -> None:
        told = "; ".join(f"{name}: {fact}" for name, fact in facts.items())
        super().__init__(f"{code} ({told})")
        self.code = code
        self.facts = facts
