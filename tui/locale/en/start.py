"""Why a server or an SSH host can't start, and what helps, by code."""

WORDS: dict[str, str] = {
    "address": "“{text}” is no address: write HOST:PORT, for example 127.0.0.1:7000.",
    "file_unreadable": "The settings in {file} cannot be read: {why}.",
    "file_no_toml": "{file} is no TOML file: {why}.",
    "file_setting": "A setting in {file} is wrong: {why}.",
    "file_unknown": "{file}, line {line}: there is no setting {name}. All that there are: pokertui "
    "serve --print-config",
    "file_wrong": "{file}, line {line}: {name} is wrong: {why}.",
    "setting": "A setting is wrong or missing: {why}.",
    "tls_unreadable": "The certificate {path} cannot be read: {why}. It must belong to this user "
    "with mode 600; or remove it, and a new one is made (everybody who knows it will be warned).",
    "tls_unwritable": "The certificate {path} cannot be written: {why}. Make {state} writable for "
    "this user.",
    "tls_unusable": "The certificate {path} cannot be used: {why}. It must be a private key "
    "without a passphrase and its certificate, both as PEM; restore it, or remove it, and a new "
    "one is made (everybody who knows it will be warned).",
    "metrics_not_local": "{address} cannot be used for metrics: they are told on this machine only "
    "(127.0.0.1, ::1 or localhost).",
    "taken": "{address} is used by another program. Stop that, or choose another port.",
    "unable_to_listen": "Cannot listen on {address}: {why}.",
    "socket_path": "{path} is too long a path for a socket. Choose a shorter --state.",
    "state": "The state directory cannot be used, {path}: {why}. Give --state a directory that "
    "this user can write.",
    "state_in_use": "{path} is in use by another server. Stop that, or choose another --state.",
    "log": "The tables and accounts in {path} cannot be used: {why}.",
    "log_locked": "The tables and accounts in {path} are locked: another program is writing there. "
    "End that, and start again.",
    "log_full": "The tables and accounts in {path} cannot be written: the disk is full. Make room, "
    "and start again.",
    "log_read_only": "The tables and accounts in {path} are read-only. Make the file and its "
    "directory writable for this user.",
    "log_newer": "{path} was written by a newer version (shape {has}, this one knows {knows}). "
    "Install that again, or choose another --state.",
    "ssh_host": "The ssh side cannot start; it has said why.",
    "ssh_host_unreachable": "The ssh side needs an address and the server's socket.",
    "reserved": "{address} is reserved for privileged programs. Take a port "
    "above 1023, or give the service the capability CAP_NET_BIND_SERVICE.",
    "no_such_address": "This machine has no address {address}. Choose another.",
    "key_unwritable": "The host key {path} cannot be written: {why}. Make {state} writable for "
    "this user, or put a key there: ssh-keygen -t ed25519 -N '' -f {path}",
    "key_unreadable": "The host key {path} cannot be read: {why}. It must belong to this user "
    "with mode 600; or remove it, and a new one is made (clients will be warned).",
    "key_unusable": "The host key {path} cannot be used: {why}. It must be a private key without "
    "a passphrase; restore it, or remove it, and a new one is made (clients will be warned).",
}
