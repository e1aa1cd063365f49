"""Who one is to a server, and which server it is: keys, certificates, in the shell and after."""

WORDS: dict[str, str] = {
    # why a key did not count
    "unproved.unknown_kind": "This server can't check keys of the kind {kind}, so you are a guest.",
    "unproved.weak_key": "Your key has only {bits} bits, this server takes {least} or more: you "
    "are a guest.",
    "unproved.no_key": "The server could not read your key, so you are a guest.",
    "unproved.wrong_signature": "Your key's signature was not right, so you are a guest.",
}
