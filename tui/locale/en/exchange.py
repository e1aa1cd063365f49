"""The exchange of cards in draw games."""

WORDS: dict[str, str] = {
    # the middle of the table
    "head": "First bets are over · draw 0–5 cards",
    # what seats do; what they did stands beside their bets later
    "draws": "draws {cards}",
    "pat": "pat (0)",
    "waits": "waits",
    "list": "Drawn",
    # own cards
    "keep": "keep",
    "swap": "discard",
    "away.0": "No card goes away.",
    "away.1": "One card goes away, face down.",
    "away.2": "Two cards go away, face down.",
    "away.3": "Three cards go away, face down.",
    "away.4": "Four cards go away, face down.",
    "away.5": "All five cards go away, face down.",
    "final": "Then the draw stands.",
    "yours.0": "You have kept all your cards.",
    "yours.1": "You have drawn one card.",
    "yours.many": "You have drawn {cards} cards.",
    # keys
    "toggle": "card on/off",
    "go": "draw {cards}",
    "stand": "stand pat",
    "only": "Cards are exchanged now: 1–5 mark cards, Enter draws.",
    "confirm": "No card is marked: Enter keeps all five, any other key does not.",
    "ahead": "nobody sees the marks · Enter draws when it is your turn",
    # showdown
    "hand": "hand",
    # log
    "log.draw": "{name} draws {cards}",
    "log.draw_many": "{name} draw {cards}",
    "log.pat": "{name} stands pat",
    "log.pat_many": "{name} stand pat",
    "log.got": "You get {cards}",
    "log.got_by": "{name} gets {cards}",
    "log.reshuffled": "The discards are shuffled again",
}
