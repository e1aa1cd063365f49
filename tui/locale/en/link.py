"""The line to the server: how it ends, in sentences that can stand in a shell."""

WORDS: dict[str, str] = {
    "lost": "The line to the server broke. Your seat stays reserved for now: just connect again.",
    "silent": "The server no longer answers. Your seat stays reserved for now: just connect again.",
    "code": "This code brings you back to your seat: {code}",
    "closed": "The connection is over.",
    "not_ours": "Something answers there, but it is no pokertui server.",
    "version": "The versions don't fit: the server speaks protocol {mine}, this program {yours}. "
    "Please update the older one.",
    "stopping": "The server is being stopped. Seats and deals are safe.",
    "turned": "The server lets nobody in from your address at the moment: too many connections "
    "come from there. Please try again in a minute.",
    "storage": "The server can't store anything at the moment, so it lets nobody in. Seats and "
    "deals are safe: try again in a little while.",
    "crashed": "Something went wrong in this program. Your seat stays reserved for now: "
    "just connect again.",
    "no_server": "No server answers at {address}: {why}",
    "other_account": "The server no longer knows you by your code. Connecting again starts afresh.",
    "changed": "The server shows another certificate than before, {shown}. Connect again to see "
    "what can be done.",
    "not_signed": "Your key did not sign: {why}. Connect again once it is there, or come with "
    "--guest.",
    # while there is no line
    "broken": "Connection lost",
    "broken.stopping": "The server was stopped",
    "as_of": "as of {time} · frozen",
    "slow": "line is slow",
    "title": "Reconnecting",
    "attempt": "Attempt {number} · next in {seconds} s",
    "trying": "Attempt {number} · under way …",
    "back": "Connected again.",
    "key.now": "try now",
    "key.quit": "to the shell",
    "seat.held": "Your seat is kept.",
    "seat.default": "On your turn you check, or else fold.",
    "seat.vote": "After {time} the others vote.",
    "seat.waits": "The deal waits for you.",
    # afterwards
    "missed": "missed:",
    "missed_title": "Missed · {what}",
    "table_gone": "The table was closed while the line was away.",
    "unheard": "Perhaps nobody heard that: the line was away.",
}
