"""The two answers to bad input: a refusal changes nothing, malformed input ends the connection."""

from typing import Literal

from engine.values.why import Fact, Why

RefusalCode = Literal[
    "unknown_table",
    "unknown_game",
    "unknown_option",  # facts: name
    "bad_option",  # facts: name, known (what it can be)
    "bad_options",  # which can't be had together
    "bad_seats",  # facts: lo, hi
    "table_full",
    "already_seated",
    "not_seated",
    "not_watching",
    "no_deal",
    "deal_running",
    "deal_changed",  # the action is for a deal that is over
    "too_many_tables",  # facts: most
    "too_many_requests",
    "name_taken",
    "name_reserved",
    "bad_name",  # facts: what (empty, letter, scripts, signs, long), and letter or most
    "renamed_often",  # facts: minutes
    "wrong_code",
    "too_many_guesses",  # of codes; facts: minutes
    "no_key",  # who has proved none can't bring one
    "same_account",  # the code is of the account that one has
    "not_empty",  # the account that would be given up has more than its key; facts: what
    "too_many_keys",  # facts: most
    "unknown_key",
    "last_key",  # whoever gave that up could never come back
    "muted",  # facts: reason; until, where it ends: Unix time in seconds
    "chat_rests",  # free text waits until the deal is over
    "unknown_phrase",
    "empty_text",
    "nothing_to_fill",
    "no_bots",  # this game has none
    "bad_level",  # no bot of this game plays so
    "table_closed",
    "table_broken",  # the table is quarantined after a fault
    "storage",  # could not be written, so it did not happen
    "paused",  # the deal waits for somebody
    "no_vote",  # none is open, or not this one
    "not_asked",  # who votes has no say in this one
    "not_owner",
    "no_record",  # no such deal of one's own
    "no_steps",  # the game's rules have changed since that deal, or it is too long
    "no_chips",  # nobody plays for chips here
    "no_rest",  # nobody sits out a freeze-out
    "too_few_chips",  # facts: have, need
    "enough_chips",  # the house gives chips to those only who have fewer; facts: least
    "refilled",  # the house has given some today
    "no_reserve",  # no time reserve is left, or none for this decision
    "no_drafts",  # nothing is arranged in this game
    "needs_code",  # nobody comes to this table without its code
    "no_spectators",  # nobody looks on at this table
    "chat_off",  # nothing is said at this table
    "chair_held",  # for whoever has waited for it; facts: seconds
    "not_full",  # there is a chair: nobody has to wait
    "too_many_waits",  # facts: most
    "enough_sit",  # so many sit there already; facts: people
    "too_many_templates",  # facts: most
    "long_template",  # facts: most (bytes)
    "unknown_template",
    "too_many_preferences",  # facts: most
]

MalformedCode = Literal[
    "not_msgpack",
    "too_large",
    "too_deep",
    "not_a_message",
    "unknown_message",
    "bad_field",
    "hello_first",
    "hello_twice",
    "prove_first",  # a hello with a public key is followed by nothing but its proof
    "prove_unasked",
    "not_from_here",  # a proved key may be asserted over the host's socket only
]

# Why somebody who named a public key is a guest.
UnprovedCode = Literal[
    "unknown_kind",  # facts: kind; signatures of such keys can't be verified here
    "weak_key",  # facts: bits, least
    "no_key",  # the bytes are no public key, or not the one way to write it
    "wrong_signature",
]

ByeCode = Literal[
    "malformed",
    "version",  # facts: mine, yours
    "kicked",  # facts: reason
    "banned",  # facts: reason; until, where it ends: Unix time in seconds
    "replaced",  # the account has a newer session
    "too_slow",
    "stopping",  # the server stops
    # facts: most, where one address has too many connections; strangers, too many that have not
    # said who they are; newcomers, too many new people
    "full",
    "hasty",  # facts: seconds; too often in a short time, from one address or from all
    "timeout",
    "storage",  # nothing can be written at the moment, so nobody can be let in
    "fault",
]


class Refused(Exception):
    """A request that the server declines; nothing changed."""

    def __init__(self, code: RefusalCode, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.why = Why(code, facts)


class Malformed(Exception):
    """Bytes that are no message of this protocol; the connection ends with a `bye`.

    `detail` names the place, fit to be shown. `before` are the messages that came whole in the
    same bytes, ahead of the fault.
    """

    def __init__(self, code: MalformedCode, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.before: tuple[object, ...] = ()
