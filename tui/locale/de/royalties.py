"""What strong rows earn: the table of it, before anybody plays."""

WORDS: dict[str, str] = {
    "replace": "Prämien statt des Punkts einer gewonnenen Reihe:",
    "on_top": "Prämien obendrauf, auch für eine verlorene Reihe:",
    # a kind of hand, and what it earns
    "worth": "{name} {points}",
    "worth_ranks": "{name} {lo}–{hi}: {least}–{most}",
    "kind.pair": "Paar",
    "kind.three_of_a_kind": "Drilling",
    "kind.straight": "Straße",
    "kind.flush": "Flush",
    "kind.full_house": "Full House",
    "kind.four_of_a_kind": "Vierling",
    "kind.straight_flush": "Straight Flush",
    "kind.royal_flush": "Royal Flush",
    # at most five cells
    "column.pair": "Paar",
    "column.three_of_a_kind": "Drill",
    "column.straight": "Str.",
    "column.flush": "Flush",
    "column.full_house": "Full",
    "column.four_of_a_kind": "Vier",
    "column.straight_flush": "StrFl",
    "column.royal_flush": "Royal",
}
