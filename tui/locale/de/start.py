"""Why a server or an SSH host can't start, and what helps, by code."""

WORDS: dict[str, str] = {
    "address": "„{text}“ ist keine Adresse: schreib HOST:PORT, zum Beispiel 127.0.0.1:7000.",
    "file_unreadable": "Die Einstellungen in {file} sind nicht lesbar: {why}.",
    "file_no_toml": "{file} ist keine TOML-Datei: {why}.",
    "file_setting": "Eine Einstellung in {file} stimmt nicht: {why}.",
    "file_unknown": "{file}, Zeile {line}: Eine Einstellung {name} gibt es nicht. Alle zeigt "
    "pokertui serve --print-config",
    "file_wrong": "{file}, Zeile {line}: {name} stimmt nicht: {why}.",
    "setting": "Eine Einstellung fehlt oder stimmt nicht: {why}.",
    "tls_unreadable": "Das Zertifikat {path} lässt sich nicht lesen: {why}. Es muss diesem "
    "Benutzer gehören, mit Rechten 600; oder entferne es, dann entsteht ein neues (alle, die es "
    "kennen, werden gewarnt).",
    "tls_unwritable": "Das Zertifikat {path} lässt sich nicht schreiben: {why}. Mach {state} für "
    "diesen Benutzer beschreibbar.",
    "tls_unusable": "Das Zertifikat {path} ist nicht zu gebrauchen: {why}. Es müssen ein privater "
    "Schlüssel ohne Passwort und sein Zertifikat sein, beide als PEM; hol es aus der Sicherung, "
    "oder entferne es, dann entsteht ein neues (alle, die es kennen, werden gewarnt).",
    "metrics_not_local": "{address} geht nicht für metrics: Zahlen gibt es nur auf dieser Maschine "
    "selbst (127.0.0.1, ::1 oder localhost).",
    "taken": "{address} gehört gerade einem anderen Programm. Beende es, oder nimm einen anderen "
    "Port.",
    "unable_to_listen": "{address} ist nicht zu haben: {why}.",
    "socket_path": "{path} ist als Pfad eines Sockets zu lang. Nimm ein kürzeres --state.",
    "state": "Das Verzeichnis für den Zustand ist nicht benutzbar, {path}: {why}. Gib mit --state "
    "eines an, in das dieser Benutzer schreiben darf.",
    "state_in_use": "{path} gehört gerade einem anderen Server. Beende ihn, oder nimm ein anderes "
    "--state.",
    "log": "Die Tische und Konten in {path} sind nicht benutzbar: {why}.",
    "log_locked": "Die Tische und Konten in {path} sind gesperrt: Ein anderes Programm schreibt "
    "gerade dort. Beende es, und starte noch einmal.",
    "log_full": "Die Tische und Konten in {path} lassen sich nicht schreiben: Der Datenträger ist "
    "voll. Schaff Platz, und starte noch einmal.",
    "log_read_only": "Die Tische und Konten in {path} lassen sich nur lesen. Mach die Datei und "
    "ihr Verzeichnis für diesen Benutzer beschreibbar.",
    "log_newer": "{path} stammt von einer neueren Version (Form {has}, diese kennt {knows}). "
    "Installiere sie wieder, oder nimm ein anderes --state.",
    "ssh_host": "Der SSH-Eingang kann nicht starten; er hat gesagt, warum.",
    "ssh_host_unreachable": "Der SSH-Eingang braucht eine Adresse und den Socket des Servers.",
    "reserved": "{address} ist Programmen mit Vorrechten vorbehalten. Nimm "
    "einen Port über 1023, oder gib dem Dienst die Fähigkeit CAP_NET_BIND_SERVICE.",
    "no_such_address": "Dieser Rechner hat keine Adresse {address}. Nimm eine andere.",
    "key_unwritable": "Der Schlüssel {path} lässt sich nicht schreiben: {why}. Mach {state} für "
    "diesen Benutzer beschreibbar, oder lege selbst einen hinein: "
    "ssh-keygen -t ed25519 -N '' -f {path}",
    "key_unreadable": "Der Schlüssel {path} lässt sich nicht lesen: {why}. Er muss diesem "
    "Benutzer gehören, mit Rechten 600; oder entferne ihn, dann entsteht ein neuer (die Leute "
    "werden gewarnt).",
    "key_unusable": "Der Schlüssel {path} ist nicht zu gebrauchen: {why}. Es muss ein privater "
    "Schlüssel ohne Passwort sein; hol ihn aus der Sicherung, oder entferne ihn, dann entsteht "
    "ein neuer (die Leute werden gewarnt).",
}
