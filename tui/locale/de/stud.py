"""The table of stud: open cards, who begins and why, own cards."""

WORDS: dict[str, str] = {
    # what is played for
    "pot": "Pot",
    "stake": "Satz {chips}",
    "stake_or": "{low}/{high}",
    "raises": "Erhöhungen {count}/{most}",
    "capped": "{raises}, nur Fold oder Call.",
    "capped_check": "{raises}, nur noch Check.",
    "common": "Gemeinschaftskarte",
    # what open cards come to: {first} is a rank, {many} its plural, {a} and {b} are letters
    "shows": "zeigt {hand}",
    "you_show": "du zeigst {hand}",
    "shows.high_card": "{first} hoch",
    "shows.pair": "Paar {many}",
    "shows.two_pair": "zwei Paare, {a} und {b}",
    "shows.three_of_a_kind": "Drilling {many}",
    "shows.four_of_a_kind": "Vierling {many}",
    "shows.four_straight": "Vierer-Straße bis {first}",
    "shows.four_flush": "Vierer-Flush, {first} hoch",
    "suited.3": "drei {suit}",
    "suited.4": "vier {suit}",
    "row.3": "drei in Folge bis {rank}",
    "row.4": "vier in Folge bis {rank}",
    # who begins
    "opens.low_card": "niedrigste Karte, Bring-in",
    "opens.high_card": "höchste Karte, Bring-in",
    "opens.best_board": "beste offene Hand",
    "opens.instead": "eröffnet für {name}",
    "begins": "{name} beginnt: {why}",
    "begins_instead": "{opener} ist all-in: {name} eröffnet",
    "begins_short": "beginnt",
    "must_open": "Du eröffnest: Bring-in oder voller Einsatz.",
    "must_bring_in": "Du eröffnest mit dem Bring-in.",
    # own cards
    "down": "verdeckt",
    "up": "offen",
    "up_shows": "offen: {hand}",
    "last": "{number}. Karte",
    "dead": "tot:",
    # log
    "card": "Deine Karte {cards}",
    "bring_in": "{deed} ({card})",
    "common_card": "Gemeinschaftskarte {cards}",
}
