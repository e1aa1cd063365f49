"""Freeze-outs: who is out, the next deal, leaving, how a match has ended."""

WORDS: dict[str, str] = {
    # the title
    "deal": "Spiel {number}",
    "deal_last": "letztes Spiel ({number})",
    "result": "Ergebnis",
    "showdown": "Showdown",
    "match_over": "Match zu Ende",
    # chairs that are not dealt in next, at most 13 cells
    "chair.free": "· frei ·",
    "chair.leaves": "geht",
    "chair.out": "raus",
    "chair.waits": "wartet",
    # one's own chair
    "you.leaves": "Du gehst nach diesem Spiel.",
    "you.out": "Du bist raus. Im nächsten Match bist du wieder dabei.",
    "you.waits": "Im nächsten Match bist du dabei.",
    "promised": "{name} spielt noch zu Ende, dann übernimmst du Platz {seat} und die Chips dort.",
    # how it stands
    "standing": "Chips:",
    "pot": "im Pot {chips}",
    "ended": "Match zu Ende.",
    "won_all": "Match zu Ende: {name} gewinnt, sonst hat niemand mehr Chips.",
    "won": "Match zu Ende: {name} gewinnt mit {chips} Chips, {lead} vor {second}.",
    "shared": "Match zu Ende: {names} gewinnen gemeinsam mit je {chips} Chips.",
    # keys
    "key.next": "nächstes Spiel",
    "key.go_on": "weiter",
    "key.again": "neues Match",
    # between deals
    "missing": "Es fehlt noch jemand.",
    "missing_fill": "Es fehlt noch jemand. b füllt mit Bots auf.",
    "next_in": "Nächstes Spiel in {seconds} s",
    "match_in": "Neues Match in {seconds} s",
    "at_once": "Gleich geht es weiter.",
    "seats_free_one": "Noch 1 Platz ist frei. Zwei Spieler genügen.",
    "seats_free_many": "Noch {count} Plätze sind frei. Zwei Spieler genügen.",
    # leaving
    "leave.hand": "Bist du dran, wird gecheckt, wenn das nichts kostet, sonst steigst du aus. "
    "Deine Chips bleiben danach aus dem Spiel, dein Platz wird frei.",
    "leave.declare": "Hast du noch nichts gesagt, bist du draußen. Deine Chips bleiben danach aus "
    "dem Spiel, dein Platz wird frei.",
    "leave.all_in": "Deine Karten bleiben im Spiel. Was du damit gewinnst, bleibt danach aus dem "
    "Spiel, dein Platz wird frei.",
    "leave.folded": "Nach diesem Spiel wird dein Platz frei. Deine {chips} Chips bleiben aus dem "
    "Spiel.",
    "leave.between": "Deine {chips} Chips bleiben aus dem Spiel, dein Platz wird frei.",
    "leave.ends": "Damit ist das Match zu Ende.",
    "leave.nothing": "Dein Platz wird frei.",
}
