"""What people may be called, and that nobody is taken for somebody else by the name."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.errors import Refused
from server.bots import names as bots
from server.looks import likenesses, looks, made
from server.names import SCRIPTS, judged, tamed
from server.reserved import reserved


def alike(one: str, other: str) -> bool:
    """Whether two names can't both be had."""
    return not likenesses(one).isdisjoint(likenesses(other))


def why(wish: str) -> tuple[str, dict[str, object]]:
    """Why somebody can't be called so."""
    with pytest.raises(Refused) as refused:
        judged(wish)
    return refused.value.why.code, dict(refused.value.why.facts)


@pytest.mark.parametrize(
    "name",
    [
        *("Anna", "Jürgen", "Łukasz", "Şebnem", "Ștefan", "Đặng", "Æsa", "ẞen", "Siân", "Ərəst"),
        *("Νίκος", "ΑΘΗΝΑ", "Анна", "Їжак", "Ґалина", "Қанат"),
        *("J. B", "Anna-Lena", "a_b", "X2", "4711 x", "Otto M", "Botho", "Serverin", "Adam", "Mo"),
    ],
)
def test_names_as_people_have_them(name: str) -> None:
    assert judged(name) == name
    assert tamed(name) == name


@pytest.mark.parametrize(
    ("wish", "name"),
    [("  Anna \t Maria ", "Anna Maria"), ("Ju\u0308rgen", "Jürgen"), ("Anna\u00a0B", "Anna B")],
)
def test_blanks_and_parts_of_letters_are_set_right(wish: str, name: str) -> None:
    assert judged(wish) == tamed(wish) == name


@pytest.mark.parametrize(
    ("wish", "what", "left"),
    [
        ("Ben\u202e", "letter", "Ben"),  # turns the line round
        ("Be\u200bn", "letter", "Ben"),  # cannot be seen
        ("Be\u00adn", "letter", "Ben"),
        ("B\x1b[2Jen", "letter", "B2Jen"),
        ("Ben\u3164", "letter", "Ben"),
        ("Ben 🂡", "letter", "Ben"),
        ("Ben♥", "letter", "Ben"),
        ("Ｂｅｎ", "letter", ""),
        ("𝐁𝐞𝐧", "letter", ""),
        ("~Ben", "letter", "Ben"),  # is how guests are marked
        ("Ben\u0489", "letter", "Ben"),
        ("Ben٣", "letter", "Ben"),  # an Arabic digit
        ("漢字", "letter", ""),
        ("Аnna", "scripts", ""),  # begins with a Cyrillic letter
        ("Αnna", "scripts", ""),  # and a Greek one
        ("", "empty", ""),
        ("4711", "empty", ""),
        ("-Ben", "signs", "Ben"),
        ("Ben.", "signs", "Ben"),
        ("B--en", "signs", "B-en"),
        ("B -en", "signs", "B en"),
        ("thirteen long", "long", "thirteen lon"),
    ],
)
def test_each_reason_why_a_name_will_not_do(wish: str, what: str, left: str) -> None:
    code, facts = why(wish)
    assert (code, facts["what"]) == ("bad_name", what)
    assert tamed(wish) == left


def test_what_is_wrong_can_be_shown() -> None:
    assert why("Ben\u202e")[1]["letter"] == "U+202E"
    assert why("Ben♥")[1]["letter"] == "♥"
    assert why("thirteen long")[1]["most"] == 12


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # case, blanks, signs
        ("Anna", "ANNA"),
        ("Straße", "STRASSE"),
        ("ÉMILE", "émile"),
        ("Анна", "АННА"),
        ("νικη", "ΝΙΚΗ"),
        ("Anna B", "Anna-B"),
        ("Anna B", "AnnaB"),
        # letters and digits of one script
        ("Otto", "0tto"),
        ("otto", "OTT0"),
        ("Lisa", "1isa"),
        ("Lisa", "Iisa"),
        ("Till", "TiII"),
        ("Ilse", "llse"),
        ("modern", "modem"),
        ("Bernd", "BEMD"),
        ("Willi", "VVilli"),
        ("Kirsten", "KIRSTEN"),
        # another script, as the pairs of UTS #39 have it
        ("Oma", "Ома"),
        ("coco", "сосо"),
        ("PAX", "РАХ"),
        ("HEX", "НЕХ"),
        ("TOM", "ΤΟΜ"),
        ("KATE", "ΚΑΤΕ"),
        ("Nina", "ΝΙΝΑ"),
        ("Осока", "OCOKA"),
        ("Ѕаѕа", "Sasa"),
        # marks that look the same
        ("Şen", "Șen"),
        ("ǎnna", "ănna"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("Anna", "Hanna"), ("Anna", "Änna"), ("Ben", "Bern"), ("Emil", "Émil"), ("Jan", "Jana")],
        *[("Mia", "Mina"), ("Max 2", "Max 3"), ("Анна", "Инна"), ("Νίκος", "Νίκη"), ("Uwe", "Ute")],
    ],
)
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize(
    "name",
    [
        *("server", "SERVER", "Dealer", "dea1er", "System", "admin"),
        *("Adm1n", "A.d.m.i.n", "Admin Anna", "ben-admin", "Moderator", "m0derat0r", "Operator"),
        *("Sérver", "5erver", "S3rv3r", "Server 2", "bot", "Bot 7", "Host", "Geber", "GEBER"),
        *("Gastgeber", "Spieler", "Spieler 3", "Player1", "Gast", "Guest 12", "du", "You", "Haus"),
        *("jemand", "nobody", "Ada", "ADA", "0tto", "Otto 2", "IIka", "W1lli", "Kun0"),
    ],
)
def test_names_of_the_house_and_of_bots_are_nobodys(name: str) -> None:
    assert why(name) == ("name_reserved", {})
    assert tamed(name) == ""


def test_every_bot_has_a_name_that_people_cannot_have() -> None:
    for name in bots.names(3):
        assert reserved(name), name


def test_bots_are_called_as_nobody_in_the_house_is() -> None:
    def others(name: str) -> bool:
        return alike(name, "0tto") or alike(name, "ada")

    seated = bots.fresh(26, ["Bruno"], others)
    assert len(set(seated)) == 26
    assert not {"Ada", "Otto", "Bruno"} & set(seated)
    assert seated[0] == "Clio"
    assert seated[-3:] == ("Ada 2", "Bruno 2", "Clio 2")


WISHES = st.text(st.sampled_from("AaIl1O0m rn-_.~ÄäßАаНнΝνİ\u0131\u0301\u202e漢🂡"), max_size=20)


@settings(max_examples=150)
@given(WISHES)
def test_what_is_made_of_a_wish_is_a_name(wish: str) -> None:
    name = tamed(wish)
    if name:
        assert judged(name) == name
        assert len(name) <= 12
        assert unicodedata.is_normalized("NFC", name)
        # Nobody else can have it in other letters' case.
        for other in (name.lower(), name.upper(), name.title()):
            assert alike(name, other)


def test_the_alphabet_is_of_whole_letters_and_scripts_apart() -> None:
    for script, letters in SCRIPTS.items():
        for letter in letters:
            assert unicodedata.name(letter).startswith(script.upper()), letter
            assert unicodedata.is_normalized("NFC", letter)
            assert unicodedata.east_asian_width(letter) not in {"W", "F"}
    assert len(frozenset().union(*SCRIPTS.values())) == sum(map(len, SCRIPTS.values()))


def test_look_alikes_are_made_by_rule() -> None:
    lines = (
        "# Version: 1",
        "0041 ;\t0042 ;\tMA\t# ( A → B ) LATIN",
        "00C4 ;\t0043 ;\tMA\t# has parts",
        "0308 ;\t0307 ;\tMA\t# is a part",
        "0416 ;\t0043 0044 ;\tMA\t# of no interest",
        "006D ;\t0072 006E ;\tMA\t# ( m → rn )",
    )
    assert [*made(lines, "AÄm")] == [
        "0041 ; 0042 # A B",
        "006D ; 0072 006E # m rn",
        "0308 ; 0307 # \u0308 \u0307",
    ]


def test_what_a_letter_is_taken_for_is_taken_for_nothing_else() -> None:
    for like in looks().values():
        assert like.translate(looks()) == like
