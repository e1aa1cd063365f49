"""Wörter über aufgezeichnete Spiele: was an einem nicht stimmt, und was dabei herauskam."""

WORDS: dict[str, str] = {
    "failed": "{file}: Aktion {action}: {why}",
    # eine Datei
    "no_file": "diese Datei gibt es nicht.",
    "unreadable": "die Datei lässt sich nicht lesen.",
    "fault": "das Programm ist daran gescheitert ({name}).",
    # der Kopf
    "not_toml": "das ist keine Aufzeichnung: hier steht kein lesbares TOML.",
    "missing_key": "im Kopf fehlt „{key}“.",
    "bad_value": "„{key}“ kann diesen Wert nicht haben.",
    "unknown_variant": "eine Spielart „{variant}“ gibt es nicht.",
    "variant_later": "„{variant}“ spielt diese Version noch nicht.",
    "unknown_rule": "„{key}“ ist keine Regel dieses Spiels.",
    "bad_rule": "die Regel „{key}“ kann diesen Wert nicht haben.",
    "player_count": "dieses Spiel ist für {lo} bis {hi} Spieler.",
    # eine Zeile
    "bad_line": "diese Zeile ist nicht lesbar.",
    "no_such_player": "einen Spieler p{player} gibt es nicht.",
    "deal_due": "zuerst ist der Geber dran: „{due}“, Karten: {cards}.",
    "no_deal_due": "hier wird nichts gegeben.",
    "wrong_deal": "hier gehört eine andere Zeile des Gebers hin: „{due}“, Karten: {cards}.",
    "card_twice": "{card} ist schon da.",
    "other_cards": "das sind nicht die gegebenen Karten.",
    "too_early": "die Hände werden noch nicht gezeigt.",
    # eine Zeile, die die Regeln ablehnen
    "not_your_turn": "dieser Spieler ist nicht an der Reihe.",
    "deal_over": "der Durchgang ist zu Ende.",
    "no_such_action": "diese Aktion gibt es hier nicht.",
    "stale": "das antwortet auf eine andere Frage.",
    "no_token": "dieser Spieler hat noch keine Marke.",
    "token_moved": "Marke {token} liegt bei {name}.",
    "token_moved_centre": "Marke {token} liegt in der Mitte.",
    "own_token": "Marke {token} hat dieser Spieler schon.",
    "centre_only": "Notbremse: nur aus der Mitte.",
    "already_ready": "dieser Spieler hat schon zugestimmt.",
    "no_such_token": "eine Marke {token} gibt es nicht.",
    # was dabei herauskam
    "complete": "{file}: {variant}, zu Ende gespielt.",
    "stopped": "{file}: {variant}, vorzeitig beendet.",
    "success": "Erfolg.",
    "failure": "Fehlschlag.",
    "hand": "{player} zeigt {name}: {cards}",
    "tokens": "Marken {suit}: {tokens}",
    "net": "Gewonnen und verloren: {net}",
}
