"""Text for terminals with letters only, and text from people made harmless."""

from msgspec.structs import replace

from protocol.messages import ChairInfo, Said
from tests.tui import scenes
from tui.canvas.plain import clean, cleaned, letters, plain_words, spelled
from tui.locale import LANGS


def test_symbols_become_one_letter_each() -> None:
    assert letters("▸ A♠ K♥ · ✓ ✗ – … ← → ━ │ ▲▼") == "> As Kh - + x - ~ < > = | ^v"
    assert letters("„A“ “B”") == '"A" "B"'


def test_umlauts_are_spelled_out() -> None:
    assert spelled("Fehlschläge, Größe, Frédéric") == "Fehlschlaege, Groesse, Frederic"
    assert spelled("王 ♠") == "? ♠"
    # One character less would be another order.
    assert spelled("Vorne ≤ Mitte") == "Vorne <= Mitte"
    for lang in LANGS:
        words = plain_words(lang)
        assert all(letters(words(key)).isascii() for key in sorted(words.keys()))


def test_control_and_direction_marks_are_replaced() -> None:
    assert clean("a\x1b[31m\x07b\u202ec\u200bd\u2028e") == "a?[31m?b?c?d?e"
    assert clean("[/red] :smile: Frédéric 王") == "[/red] :smile: Frédéric 王"


def test_a_scene_is_cleaned_everywhere() -> None:
    scene = scenes.turn(typed="\x1b]0;x\x07", message="nö\x9b")
    table = replace(scene.table, name="T\x1b", chairs=(ChairInfo("person", "A\u202enna"),))
    said = (Said("t1", "E\x07va", 4, text="h\x1bi"), Said("t1", "Jörg", 1, "your_turn", "B\x00en"))
    harmless = cleaned(replace(scene, table=table, said=said), ascii_only=True)
    assert harmless.table.name == "T?"
    assert harmless.table.chairs[0].name == "A?nna"
    assert [(line.name, line.text, line.to) for line in harmless.said] == [
        ("E?va", "h?i", None),
        ("Joerg", None, "B?en"),
    ]
    assert harmless.ui.typed == "?]0;x?"
    assert harmless.ui.message == "noe?"
