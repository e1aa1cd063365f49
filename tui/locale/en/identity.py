"""Who one is to a server, and which server it is: keys, certificates, in the shell and after."""

WORDS: dict[str, str] = {
    # why a key did not count
    "unproved.unknown_kind": "This server can't check keys of the kind {kind}, so you are a guest.",
    "unproved.weak_key": "Your key has only {bits} bits, this server takes {least} or more: you "
    "are a guest.",
    "unproved.no_key": "The server could not read your key, so you are a guest.",
    "unproved": "Your key did not count ({code}), so you are a guest.",
    "unproved.wrong_signature": "Your key's signature was not right, so you are a guest.",
    # which key one comes with
    "either": "--identity does not go with --guest or --code: those are a guest's.",
    "key_unreadable": "The key {file} cannot be read: {why}.",
    "key_none": "{file} is no private key, or none that can be read here.",
    "key_kind": "Keys of the kind {kind} prove nothing to a server here ({file}). Take an ed25519, "
    "ecdsa or rsa key, or --guest.",
    "key_public": "{file} is the public half of a key, and your agent does not have the other. "
    "Name the private key, or add it: ssh-add",
    "key_locked": "The key {file} could not be opened. Add it to your agent with ssh-add, or name "
    "another, or come with --guest.",
    "key_gone": "This server knows you by the key {fingerprint}, which is neither in your agent "
    "nor in its file. Name another with --identity, or come with --guest.",
    "passphrase": "The key {file} has a passphrase; ssh-add asks for it.",
    "not_signed": "Your key has not signed in time: perhaps your agent asks you first. Connect "
    "again and allow it, or come with --guest.",
    "by_key": "By your key {key} you are {name}, as by ssh.",
    "locked": "As a guest: {file} has a passphrase (--identity asks for it).",
    # which server it is
    "pins": "What is known of servers cannot be read in {file}: {why}.",
    "not_kept": "It could not be remembered in {file}: {why}.",
    "first": "{server} is not known here yet. Its certificate has the fingerprint",
    "first_hint": "Whoever runs the server sees the same one when it starts.",
    "first_ask": "Remember it and connect? (yes/no)",
    "yes": "yes y",
    "no": "no n",
    "declined": "Not connected: nobody has said that it is the right server.",
    "unexpected": "{server} shows the certificate {shown} and not {expected}: not connected.",
    "changed": "{server} shows another certificate than before: not connected.",
    "changed_known": "  known: {known}",
    "changed_shown": "  shown: {shown}",
    "changed_why": "Somebody may stand between you and the server and read along, or its "
    "certificate was made anew. Ask whoever runs it.",
    "changed_out": "If the new one is right, say so once (--fingerprint {shown}), or remove line "
    "{line} of {file}.",
    "not_encrypted": "{server} does not answer with TLS 1.3, and nothing goes there in the open.",
    "not_encrypted_now": "{server} does not answer encrypted any more, as it did before: not "
    "connected. If that is right, remove its line from {file}.",
    # the profile: keys and devices
    "profile.about_unite": "A code that another device shows you makes this key that account's.",
    "profile.invite": "Device",
    "profile.ask": "get a code for another device",
    "profile.about_invite": "Another key for this account: get a code here, and enter it as the "
    "code where you come with that key.",
    "profile.about_guest": "To come with a key from now on: get a code here, and enter it as the "
    "code where you come with that key.",
    "profile.invited": "{code}  once, {minutes} min",
    "profile.remove": "remove the key",
    "profile.remove_title": "Remove {key}?",
    "profile.remove_text": "Whoever comes with this key is somebody else from then on.",
    "profile.remove_yes": "remove",
    "profile.removed": "The key is removed.",
    "profile.here": "this one",
    "profile.marked": "Others see {name}.",
}
