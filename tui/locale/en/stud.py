"""The table of stud: open cards, who begins and why, own cards."""

WORDS: dict[str, str] = {
    # what is played for
    "pot": "Pot",
    "stake": "Bet {chips}",
    "stake_or": "{low}/{high}",
    "raises": "Raises {count}/{most}",
    "capped": "{raises}, only fold or call.",
    "capped_check": "{raises}, only check.",
    "common": "Common card",
    # what open cards come to: {first} is a rank, {many} its plural, {a} and {b} are letters
    "shows": "shows {hand}",
    "you_show": "you show {hand}",
    "shows.high_card": "{first} high",
    "shows.pair": "a pair of {many}",
    "shows.two_pair": "two pair, {a} and {b}",
    "shows.three_of_a_kind": "three {many}",
    "shows.four_of_a_kind": "four {many}",
    "shows.four_straight": "four-straight to {first}",
    "shows.four_flush": "four-flush, {first} high",
    "suited.3": "three {suit}",
    "suited.4": "four {suit}",
    "row.3": "three in a row to {rank}",
    "row.4": "four in a row to {rank}",
    # who begins
    "opens.low_card": "lowest card, bring-in",
    "opens.high_card": "highest card, bring-in",
    "opens.best_board": "best open hand",
    "opens.instead": "opens for {name}",
    "begins": "{name} begins: {why}",
    "begins_instead": "{opener} is all-in: {name} opens",
    "begins_short": "begins",
    "must_open": "You open: bring-in or a full bet.",
    "must_bring_in": "You open with the bring-in.",
    # own cards
    "down": "down",
    "up": "up",
    "up_shows": "up: {hand}",
    "last": "{number}th card",
    "dead": "dead:",
    # log
    "card": "Your card {cards}",
    "bring_in": "{deed} ({card})",
    "common_card": "Common card {cards}",
}
