"""What the SSH host says on a plain terminal, before and after the app."""

WORDS: dict[str, str] = {
    "bye": "Bis bald.",
    "crashed": "Bei uns ist etwas kaputtgegangen, das tut uns leid. Melde dich wieder an: "
    "Dein Platz gehört noch dir.",
    "stopping": "Dieser Eingang wird neu gestartet. Melde dich gleich wieder an: "
    "Dein Platz bleibt deiner.",
    "input_ended": "Es kam keine Eingabe mehr, also ist diese Sitzung zu Ende. "
    "Dein Platz bleibt deiner.",
    "waiting": "Das Kartenzimmer ist kurz nicht da; du kommst hinein, sobald es zurück ist "
    "(q: Ende).",
    "gave_up": "Das Kartenzimmer ist noch immer nicht da. Bitte komm später wieder.",
    "full": "Gerade sind alle Plätze vergeben. Versuch es bitte in ein paar Minuten wieder.",
    "hasty": "In kurzer Zeit haben zu viele Sitzungen begonnen. Versuch es bitte in {seconds} s "
    "wieder.",
    # Plain letters only in what follows: ssh shows no others before a session begins.
    "too_many": "Zu viele Verbindungen von deiner Adresse. Bitte warte eine Minute.",
    "wait": "Zu viele falsche Versuche von deiner Adresse. Bitte warte {seconds} s.",
    "tired": "Zu viele Versuche. Hier braucht niemand ein Passwort: ssh -o IdentitiesOnly=yes",
    "sessions": "zu viele Sitzungen auf einer Verbindung",
    "idle": "Hier wird nicht gespielt: bis bald.",
    "no_commands": "Befehle gibt es hier nicht: Melde dich nur mit ssh an, dann öffnet sich das "
    "Kartenzimmer.",
    "no_files": "Dateien gibt es hier nicht: Melde dich mit ssh an, dann öffnet sich das "
    "Kartenzimmer.",
}
