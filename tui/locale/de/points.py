"""Tables where people play for points, and come and go: sitting out, the next deal, leaving."""

WORDS: dict[str, str] = {
    # chairs that are not dealt in next
    "chair.rest": "Pause",
    "chair.leave": "geht",
    # one's own chair
    "you.play": "In der nächsten Runde bist du dabei.",
    "you.rest": "Du machst Pause. s bringt dich zurück.",
    "you.leave": "Du gehst.",
    "then.rest": "Nach dieser Runde machst du Pause. s nimmt das zurück.",
    "then.leave": "Nach dieser Runde gehst du.",
    # keys
    "rest": "Pause",
    "back": "weiterspielen",
    # between deals
    "missing": "Es fehlt noch jemand.",
    "missing_fill": "Es fehlt noch jemand. b füllt mit Bots auf.",
    "next_in": "Nächste Runde in {seconds} s",
    "at_once": "Gleich geht es weiter.",
    "seats_free_one": "Noch 1 Platz ist frei. Zwei Spieler genügen.",
    "seats_free_many": "Noch {count} Plätze sind frei. Zwei Spieler genügen.",
    # leaving
    "leave.deal": "Diese Runde spielt der Tisch für dich zu Ende, sie zählt. Danach wird dein "
    "Platz frei, und deine Punkte gehen mit dir.",
    "leave.between": "Dein Platz wird frei, und deine Punkte gehen mit dir.",
    "leave.rest": "Pause nach dieser Runde",
}
