"""The line to the server: how it ends, in sentences that can stand in a shell."""

WORDS: dict[str, str] = {
    "lost": "Die Verbindung zum Server ist abgerissen. Dein Platz bleibt vorerst reserviert: "
    "einfach noch einmal verbinden.",
    "silent": "Der Server antwortet nicht mehr. Dein Platz bleibt vorerst reserviert: "
    "einfach noch einmal verbinden.",
    "code": "Mit diesem Code kommst du an deinen Platz zurück: {code}",
    "closed": "Die Verbindung ist beendet.",
    "not_ours": "Dort spricht etwas anderes als ein pokertui-Server.",
    "version": "Die Versionen passen nicht zusammen: Der Server spricht Protokoll {mine}, dieses "
    "Programm {yours}. Bitte die ältere Seite erneuern.",
    "stopping": "Der Server wird gerade beendet. Plätze und Durchgänge sind gesichert.",
    "turned": "Von deiner Adresse lässt der Server gerade niemanden ein: Es kommen zu viele "
    "Verbindungen von dort. Bitte versuch es in einer Minute noch einmal.",
    "storage": "Der Server kann gerade nichts speichern und lässt deshalb niemanden ein. Plätze "
    "und Durchgänge sind gesichert: versuch es in einer Weile noch einmal.",
    "crashed": "Im Programm ist ein Fehler passiert. Dein Platz bleibt vorerst reserviert: "
    "einfach noch einmal verbinden.",
    "no_server": "Unter {address} antwortet kein Server: {why}",
    "other_account": "Der Server kennt dich unter deinem Code nicht mehr. Wer sich neu "
    "verbindet, fängt von vorn an.",
    "changed": "Der Server zeigt ein anderes Zertifikat als bisher, {shown}. Verbinde dich neu, "
    "dann siehst du, was zu tun ist.",
    "not_signed": "Dein Schlüssel hat nicht unterschrieben: {why}. Verbinde dich neu, sobald er da "
    "ist, oder komm mit --guest.",
    # while there is no line
    "broken": "Verbindung unterbrochen",
    "broken.stopping": "Der Server wurde beendet",
    "as_of": "Stand {time} · eingefroren",
    "slow": "Verbindung hakt",
    "title": "Neu verbinden",
    "attempt": "Versuch {number} · nächster in {seconds} s",
    "trying": "Versuch {number} · läuft …",
    "back": "Wieder verbunden.",
    "key.now": "jetzt versuchen",
    "key.quit": "zur Shell",
    "seat.held": "Dein Platz ist reserviert.",
    "seat.default": "Bist du dran, wird gecheckt, sonst gefoldet.",
    "seat.vote": "Nach {time} stimmen die anderen ab.",
    "seat.waits": "Der Durchgang wartet auf dich.",
    # afterwards
    "missed": "verpasst:",
    "missed_title": "Verpasst · {what}",
    "table_gone": "Während die Verbindung weg war, ist der Tisch geschlossen worden.",
    "unheard": "Das hat vielleicht niemand gehört: Die Verbindung war weg.",
}
