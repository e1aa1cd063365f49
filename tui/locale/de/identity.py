"""Who one is to a server, and which server it is: keys, certificates, in the shell and after."""

WORDS: dict[str, str] = {
    # why a key did not count
    "unproved.unknown_kind": "Schlüssel der Art {kind} kann dieser Server nicht prüfen: Du bist "
    "Gast.",
    "unproved.weak_key": "Dein Schlüssel hat nur {bits} Bit, dieser Server nimmt ab {least}: Du "
    "bist Gast.",
    "unproved.no_key": "Der Server konnte deinen Schlüssel nicht lesen: Du bist Gast.",
    "unproved.wrong_signature": "Die Unterschrift deines Schlüssels stimmte nicht: Du bist Gast.",
}
