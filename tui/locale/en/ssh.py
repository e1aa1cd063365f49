"""What the SSH host says on a plain terminal, before and after the app."""

WORDS: dict[str, str] = {
    "bye": "See you soon.",
    "crashed": "Something broke on our side, sorry. Log in again: your seat is still yours.",
    "stopping": "This entrance is being restarted. Log in again in a moment: "
    "your seat stays yours.",
    "input_ended": "No more input came, so this session is over. Your seat stays yours.",
    "waiting": "The card room is away for a moment; you will be let in as soon as it is back "
    "(q: quit).",
    "gave_up": "The card room is still away. Please come back later.",
    "full": "Every place is taken right now. Please try again in a few minutes.",
    "hasty": "Too many sessions have begun in a short time. Please try again in {seconds} s.",
    # Plain letters only in what follows: ssh shows no others before a session begins.
    "too_many": "Too many connections from your address. Please wait a minute.",
    "wait": "Too many wrong attempts from your address. Please wait {seconds} s.",
    "tired": "Too many attempts. No password is needed here: try  ssh -o IdentitiesOnly=yes",
    "sessions": "too many sessions on one connection",
    "idle": "Nothing is played here: goodbye.",
    "no_commands": "No commands here: log in with ssh alone, and the card room opens.",
    "no_files": "No files here: log in with ssh, and the card room opens.",
}
