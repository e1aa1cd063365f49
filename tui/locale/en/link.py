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
    "storage": "The server can't store anything at the moment, so it lets nobody in. Seats and "
    "deals are safe: try again in a little while.",
    "crashed": "Something went wrong in this program. Your seat stays reserved for now: "
    "just connect again.",
    "no_server": "No server answers at {address}: {why}",
}
