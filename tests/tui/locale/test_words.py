"""German and English say the same things, with the same facts, and nothing is left out."""

from string import Formatter
from typing import get_args

import pytest

from engine.games import GAMES
from engine.kit.ranking import NAMES
from engine.values.options import specs
from engine.values.why import Why, WhyCode
from protocol.errors import ByeCode, MalformedCode, RefusalCode, UnprovedCode
from protocol.messages import ChairInfo, PhraseCode
from server import config
from tui.canvas import say
from tui.locale import LANGS, Lang, Words, language
from tui.ssh import errors

ALL = {lang: Words(lang) for lang in LANGS}


def _facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert ALL["de"].keys() == ALL["en"].keys()


def test_both_languages_use_the_same_facts() -> None:
    german, english = ALL["de"]._words, ALL["en"]._words
    different = [
        key
        for key in german
        if _facts(german[key]) != _facts(english[key]) or bool(german[key]) != bool(english[key])
    ]
    assert different == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_can_be_said(lang: Lang) -> None:
    # Whatever a fact is called, it does not get in the way of the sentence's own key.
    for key in sorted(ALL[lang].keys()):
        facts = dict.fromkeys(_facts(ALL[lang]._words[key]), 7)
        assert isinstance(ALL[lang](key, **facts), str)


CODES = [c for codes in (WhyCode, RefusalCode, MalformedCode, ByeCode) for c in get_args(codes)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence(lang: Lang, code: str) -> None:
    assert ALL[lang].has(f"why.{code}")


@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_why_a_key_does_not_count_has_a_sentence(lang: Lang) -> None:
    said = {key for key in ALL[lang]._words if key.startswith("identity.unproved.")}
    assert said == {f"identity.unproved.{code}" for code in get_args(UnprovedCode)}


@pytest.mark.parametrize("lang", LANGS)
def test_every_way_not_to_start_has_a_sentence(lang: Lang) -> None:
    codes = {*get_args(config.StartCode), *get_args(errors.StartCode)}
    said = {key for key in ALL[lang]._words if key.startswith("start.")}
    assert said == {f"start.{code}" for code in codes}


@pytest.mark.parametrize(
    ("why", "de", "en"),
    [
        (
            Why("token_moved", {"token": 4, "holder": 1}),
            "(4) liegt jetzt bei Ben. 4 nimmt sie dort weg.",
            "(4) is with Ben now. 4 takes it from there.",
        ),
        (
            Why("token_moved", {"token": 4, "holder": -1}),
            "(4) liegt jetzt in der Mitte. 4 nimmt sie von dort.",
            "(4) is in the centre now. 4 takes it from there.",
        ),
        (Why("own_token", {"token": 2}), "(2) hast du schon.", "You already have (2)."),
        (Why("below_minimum", {"lo": 12_500}), "Mindestens 12.500.", "At least 12,500."),
        # a code from a newer server, a fact that is missing, a text that is none of ours
        (Why("new_code"), "Das geht nicht (new_code).", "That can't be done (new_code)."),
        (Why("below_minimum"), "Das geht nicht (below_minimum).", None),
        (Why("x\x1b[2J"), "Das geht nicht (x?[2J).", None),
    ],
)
def test_reasons_in_words(why: Why, de: str, en: str | None) -> None:
    chairs = (ChairInfo("person", "Anna"), ChairInfo("person", "Ben"))
    assert say.why(why, ALL["de"], chairs) == de
    if en is not None:
        assert say.why(why, ALL["en"], chairs) == en


@pytest.mark.parametrize("lang", LANGS)
def test_every_option_and_phrase_has_words(lang: Lang) -> None:
    words = ALL[lang]
    for game in GAMES:
        assert words.has(f"{game.id}.name")
        for spec in specs(game.Options):
            assert words.has(f"{game.id}.option.{spec.name}")
            assert words.has(f"{game.id}.with.{spec.name}")
            if spec.kind == "switch":
                assert words.has(f"{game.id}.option.{spec.name}.off")
                assert words.has(f"{game.id}.option.{spec.name}.on")
    for code in get_args(PhraseCode):
        assert words.has(f"common.phrase.{code}")
    for name in NAMES:
        assert all(words.has(f"cards.{kind}.{name}") for kind in ("name", "detail", "short"))


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        ("de", "de"),
        ("de_AT.UTF-8", "de"),
        ("DE", "de"),
        ("en_GB", "en"),
        ("fr", "en"),
        (None, "en"),
    ],
)
def test_the_language_of_a_tag(tag: str | None, lang: Lang) -> None:
    assert language(tag) == lang


def test_numbers_have_the_languages_separator() -> None:
    assert ALL["de"].number(1_065) == "1.065"
    assert ALL["en"].number(1_065) == "1,065"


def test_a_table_says_it_in_its_games_own_words() -> None:
    german = ALL["de"].at("indian_holdem")
    assert german("betting.fold") == "Aussteigen"
    assert german("link.seat.default") == "Bist du dran, wird gecheckt, sonst steigst du aus."
    assert german("betting.pot", chips=5) == "Pot 5"
    assert ALL["de"].at("holdem")("betting.fold") == ALL["de"]("betting.fold") == "Fold"
    assert german.keys() == ALL["de"].keys()
