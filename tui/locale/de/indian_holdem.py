"""Indian Hold'em: its name, and what a betting game with unseen own hands has to choose from."""

from tui.locale.de.options import OPTIONS

WORDS: dict[str, str] = {
    "name": "Indian Hold'em",
    **OPTIONS,
    "option.min_raise": "Mindesterhöhung",
    "option.spread_raise": "Bei Spread",
    "option.reveal": "Nach der Hand",
    "option.reveal.off": "bleibt verdeckt",
    "option.reveal.on": "alles aufdecken",
    "with.min_raise.blind": "Erhöhung mindestens um den Big Blind",
    "with.min_raise.last": "Erhöhung mindestens wie die letzte",
    "with.spread_raise.low": "bei Spread Erhöhung ab der Untergrenze",
    "with.spread_raise.last": "bei Spread Erhöhung mindestens wie die letzte",
    "with.reveal": "am Ende liegen alle Karten offen",
    "with.reveal.False": "verdeckte Karten bleiben verdeckt",
    # help: terms and signs
    "term.1": "Geber (G): wer gibt; nach dem Flop ist er als Letzter dran.",
    "term.2": "Blinds: Einsätze, die vor den Karten sein müssen, der kleine (SB) links vom Geber, "
    "dann der große (BB).",
    "term.5": "Checken: nichts setzen, wo nichts zu zahlen ist.",
    "term.6": "Mitgehen: so viel setzen wie der höchste Einsatz.",
    "term.7": "Setzen, Erhöhen: als Erster setzen; mehr setzen. Genannt wird, was man dann in der "
    "Runde gesetzt hat.",
    "term.8": "Aussteigen: aufgeben; was man gesetzt hat, bleibt im Pot.",
    "term.13": "An der Stirn: deine zwei Karten sehen alle anderen, nur du nicht.",
    "sign.button": "der Geber",
    "sign.own": "deine Karten: alle sehen sie, nur du nicht",
}
