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
    "storage": "Der Server kann gerade nichts speichern und lässt deshalb niemanden ein. Plätze "
    "und Durchgänge sind gesichert: versuch es in einer Weile noch einmal.",
    "crashed": "Im Programm ist ein Fehler passiert. Dein Platz bleibt vorerst reserviert: "
    "einfach noch einmal verbinden.",
    "no_server": "Unter {address} antwortet kein Server: {why}",
}
