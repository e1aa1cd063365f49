"""The guided round of Pokerface, and the line of a first hand."""

WORDS: dict[str, str] = {
    "title": "Einführung  {number}/{most}",
    "show": "zeig's mir",
    "next": "weiter",
    "end": "Einführung beenden",
    "play": "Einführung",
    "wish.read": "Space",
    "wish.take": "Drück {token}.",
    "wish.pass": "Drück p.",
    "look_1": "Oben links liegt die Mitte, noch leer: Karten, die allen gehören. Daneben liegen "
    "deine zwei, {cards}. Die der anderen siehst du nicht.",
    "look_2": "Ihr spielt zusammen: Am Ende sollen alle Hände in der richtigen Reihenfolge liegen.",
    "tokens_1": "Die Marken unter den Karten sind eure einzige Sprache. Über Karten wird nicht "
    "gesprochen.",
    "tokens_2": "(1) heißt: schwächste Hand. ({most}) heißt: stärkste Hand. Jeder nimmt eine.",
    "take_1": "{hand}: das schlägt etwa {percent} % aller Hände und passt zur ({token}).",
    "robbed_1": "Deine Marke ist weg: Jemand hält sie für seine. Nimm wieder eine; zu {hand} "
    "passt die ({token}).",
    "centre": "Die ({token}) liegt in der Mitte. Nimm sie.",
    "rob": "Die ({token}) hat {name}. Wegnehmen ist erlaubt, auch das ist eine Auskunft.",
    "pass_1": "Du hast die ({own}). Bist du wieder dran, darfst du tauschen, jemandem eine "
    "wegnehmen oder passen.",
    "pass_2": "Wer passt, behält seine Marke. Haben alle nacheinander gepasst, endet die Runde.",
    "round_1": "Neue Karten, neue Marken. Jetzt hast du {hand}: schlägt etwa {percent} %, passt "
    "zur ({token}).",
    "again_1": "Du bist wieder dran. {hand} schlägt etwa {percent} % und passt zur ({token}).",
    "keep": "Deine ({own}) passt dazu. Behalte sie.",
    "showdown_1": "Aufgedeckt wird von (1) bis ({most}): Jede Hand muss mindestens so stark sein "
    "wie die davor.",
    "showdown_success": "Hier stimmt die Reihenfolge: ein Erfolg. Drei davon gewinnen.",
    "showdown_failure": "Hier stimmt sie nicht: ein Fehlschlag. Drei davon verlieren.",
    "end_1": "Das war schon alles. Space sagt nach jedem Durchgang, dass du bereit bist.",
    "end_2": "? zeigt Tasten und Regeln, t die erlaubten Sätze, q verlässt den Tisch. Viel Spaß!",
    "hand": "{keys} sind deine Tasten, ? zeigt alle",
}
