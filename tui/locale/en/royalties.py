"""What strong rows earn: the table of it, before anybody plays."""

WORDS: dict[str, str] = {
    "replace": "Royalties in place of a won row's point:",
    "on_top": "Royalties on top, for a lost row too:",
    # a kind of hand, and what it earns
    "worth": "{name} {points}",
    "worth_ranks": "{name} {lo}–{hi}: {least}–{most}",
    "kind.pair": "pair",
    "kind.three_of_a_kind": "three of a kind",
    "kind.straight": "straight",
    "kind.flush": "flush",
    "kind.full_house": "full house",
    "kind.four_of_a_kind": "four of a kind",
    "kind.straight_flush": "straight flush",
    "kind.royal_flush": "royal flush",
    # at most five cells
    "column.pair": "pair",
    "column.three_of_a_kind": "three",
    "column.straight": "str.",
    "column.flush": "flush",
    "column.full_house": "full",
    "column.four_of_a_kind": "four",
    "column.straight_flush": "strfl",
    "column.royal_flush": "royal",
}
