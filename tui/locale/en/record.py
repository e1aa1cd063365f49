"""Words about deal records: what is wrong with one, and what came of a deal."""

WORDS: dict[str, str] = {
    "failed": "{file}: action {action}: {why}",
    # a file
    "no_file": "there is no such file.",
    "unreadable": "it can't be read.",
    "fault": "the program failed over it ({name}).",
    # the header
    "not_toml": "this is no record: no TOML can be read here.",
    "missing_key": "the header lacks “{key}”.",
    "bad_value": "“{key}” can't have this value.",
    "unknown_variant": "there is no variant “{variant}”.",
    "variant_later": "“{variant}” is not played by this version yet.",
    "unknown_rule": "“{key}” is no rule of this game.",
    "bad_rule": "the rule “{key}” can't have this value.",
    "player_count": "this game takes {lo} to {hi} players.",
    # a line
    "bad_line": "this line can't be read.",
    "no_such_player": "there is no player p{player}.",
    "deal_due": "the dealer comes first: “{due}”, cards: {cards}.",
    "no_deal_due": "nothing is dealt here.",
    "wrong_deal": "another line of the dealer belongs here: “{due}”, cards: {cards}.",
    "card_twice": "{card} is there already.",
    "other_cards": "these are not the cards that were dealt.",
    "too_early": "hands are not shown yet.",
    # a line that the rules refuse
    "not_your_turn": "it is not this player's turn.",
    "deal_over": "the deal is over.",
    "no_such_action": "this action does not exist here.",
    "stale": "this answers another question.",
    "no_token": "this player has no token yet.",
    "token_moved": "token {token} is with {name}.",
    "token_moved_centre": "token {token} is in the centre.",
    "own_token": "this player already has token {token}.",
    "centre_only": "emergency brake: only from the centre.",
    "already_ready": "this player has already agreed.",
    "no_such_token": "there is no token {token}.",
    # what came of a deal
    "complete": "{file}: {variant}, played to the end.",
    "stopped": "{file}: {variant}, stopped early.",
    "success": "Success.",
    "failure": "Failure.",
    "hand": "{player} shows {name}: {cards}",
    "tokens": "Tokens {suit}: {tokens}",
    "net": "Won and lost: {net}",
}
