"""Who one is to a server, and which server it is: keys, certificates, in the shell and after."""

WORDS: dict[str, str] = {
    # why a key did not count
    "unproved.unknown_kind": "Schlüssel der Art {kind} kann dieser Server nicht prüfen: Du bist "
    "Gast.",
    "unproved.weak_key": "Dein Schlüssel hat nur {bits} Bit, dieser Server nimmt ab {least}: Du "
    "bist Gast.",
    "unproved.no_key": "Der Server konnte deinen Schlüssel nicht lesen: Du bist Gast.",
    "unproved": "Dein Schlüssel hat nicht gezählt ({code}): Du bist Gast.",
    "unproved.wrong_signature": "Die Unterschrift deines Schlüssels stimmte nicht: Du bist Gast.",
    # which key one comes with
    "either": "--identity passt nicht zu --guest oder --code: Damit kommt man als Gast.",
    "key_unreadable": "Der Schlüssel {file} lässt sich nicht lesen: {why}.",
    "key_none": "{file} ist kein privater Schlüssel, oder keiner, der hier lesbar ist.",
    "key_kind": "Schlüssel der Art {kind} beweisen einem Server hier nichts ({file}). Nimm einen "
    "der Art ed25519, ecdsa oder rsa, oder --guest.",
    "key_public": "{file} ist die öffentliche Hälfte eines Schlüssels, und dein Agent hat die "
    "andere nicht. Nenn den privaten Schlüssel, oder gib ihn dem Agenten: ssh-add",
    "key_locked": "Der Schlüssel {file} ließ sich nicht öffnen. Gib ihn mit ssh-add deinem "
    "Agenten, nenn einen anderen, oder komm mit --guest.",
    "key_gone": "Dieser Server kennt dich am Schlüssel {fingerprint}; weder dein Agent noch seine "
    "Datei hat ihn. Nenn mit --identity einen anderen, oder komm mit --guest.",
    "passphrase": "Der Schlüssel {file} hat ein Passwort; ssh-add fragt danach.",
    "not_signed": "Dein Schlüssel hat nicht rechtzeitig unterschrieben: Vielleicht fragt dein "
    "Agent dich erst. Verbinde dich noch einmal und erlaube es ihm, oder komm mit --guest.",
    "by_key": "Durch deinen Schlüssel {key} bist du {name}, wie über ssh.",
    "locked": "Als Gast: {file} hat ein Passwort (--identity fragt danach).",
    # which server it is
    "pins": "Was über Server bekannt ist, lässt sich in {file} nicht lesen: {why}.",
    "not_kept": "Merken ließ es sich nicht in {file}: {why}.",
    "first": "{server} ist hier noch nicht bekannt. Das Zertifikat hat den Fingerabdruck",
    "first_hint": "Wer den Server betreibt, sieht beim Start denselben.",
    "first_ask": "Merken und verbinden? (ja/nein)",
    "yes": "ja j yes y",
    "no": "nein n no",
    "declined": "Nicht verbunden: Niemand hat gesagt, dass es der richtige Server ist.",
    "unexpected": "{server} zeigt das Zertifikat {shown} und nicht {expected}: nicht verbunden.",
    "changed": "{server} zeigt ein anderes Zertifikat als bisher: nicht verbunden.",
    "changed_known": "  bekannt: {known}",
    "changed_shown": "  gezeigt: {shown}",
    "changed_why": "Vielleicht steht jemand zwischen dir und dem Server und liest mit, vielleicht "
    "ist das Zertifikat neu gemacht. Frag, wer ihn betreibt.",
    "changed_out": "Ist das neue richtig, sag es einmal (--fingerprint {shown}), oder entferne "
    "Zeile {line} aus {file}.",
    "not_encrypted": "{server} antwortet nicht mit TLS 1.3, und offen geht nichts dorthin.",
    "not_encrypted_now": "{server} antwortet nicht mehr verschlüsselt, wie bisher: nicht "
    "verbunden. Ist das richtig so, entferne seine Zeile aus {file}.",
    # the profile: keys and devices
    "profile.about_unite": "Mit einem Code, den ein anderes Gerät zeigt, gehört dieser Schlüssel "
    "zu jenem Konto.",
    "profile.invite": "Gerät",
    "profile.ask": "Code für ein weiteres Gerät",
    "profile.about_invite": "Noch ein Schlüssel für dieses Konto: Hol hier einen Code und gib "
    "ihn als Code da ein, wo du mit jenem Schlüssel kommst.",
    "profile.about_guest": "Um von nun an mit einem Schlüssel zu kommen: Hol hier einen Code und "
    "gib ihn als Code da ein, wo du mit dem Schlüssel kommst.",
    "profile.invited": "{code}  einmal, {minutes} min",
    "profile.remove": "Schlüssel entfernen",
    "profile.remove_title": "{key} entfernen?",
    "profile.remove_text": "Wer mit diesem Schlüssel kommt, ist dann jemand anderes.",
    "profile.remove_yes": "entfernen",
    "profile.removed": "Der Schlüssel ist entfernt.",
    "profile.here": "dieser",
    "profile.marked": "Andere sehen {name}.",
}
