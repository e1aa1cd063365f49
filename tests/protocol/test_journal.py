"""Log lines: one an event, in words or as JSON, with nothing in them that was not meant."""

import io
import json
import logging

import pytest

from protocol.journal import Form, Json, Text, facts

SECRET = "As Kd of somebody else"


@pytest.fixture
def written() -> io.StringIO:
    """What is logged."""
    return io.StringIO()


def logger(form: Form, to: io.StringIO) -> logging.Logger:
    """A logger that writes in a form."""
    made = logging.Logger("house")
    handler = logging.StreamHandler(to)
    handler.setFormatter(Json() if form == "json" else Text())
    made.addHandler(handler)
    return made


def test_a_line_in_words(written: io.StringIO) -> None:
    logger("text", written).info("goodbye to %s: %s", "home", "full", extra=facts("goodbye"))
    (line,) = written.getvalue().splitlines()
    assert line[4] == line[7] == "-"
    assert line[19:] == " INFO goodbye to home: full"


def test_a_line_of_json(written: io.StringIO) -> None:
    log = logger("json", written)
    log.info("goodbye to %s: %s", "home", "full", extra=facts("goodbye", home="home", code="full"))
    log.warning("plain")
    log.info("%s left: %s", "203.0.113.7", 7)
    first, second, third = map(json.loads, written.getvalue().splitlines())
    assert first.pop("at").endswith("Z")
    assert first == {
        "level": "info",
        "from": "house",
        "said": "goodbye to home: full",
        "event": "goodbye",
        "home": "home",
        "code": "full",
    }
    assert (second["level"], second["said"]) == ("warning", "plain")
    assert third["said"] == "203.0.113.7 left: 7"
    assert (third["pattern"], third["with"]) == ("%s left: %s", ["203.0.113.7", "7"])


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_is_one_line_without_what_it_said(form: Form, written: io.StringIO) -> None:
    log = logger(form, written)
    try:
        raise ValueError(SECRET)
    except ValueError:
        log.exception("Task exception was never retrieved\nfuture: <Task %s>", SECRET)
    (line,) = written.getvalue().splitlines()
    assert "Task exception was never retrieved: ValueError at test_journal.py" in line
    assert SECRET not in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_nothing_that_a_terminal_would_obey(form: Form, written: io.StringIO) -> None:
    logger(form, written).info("x %s", "\x1b[2J\r\n\x9b31m\u202e2026-01-01 INFO forged")
    text = written.getvalue()
    assert len(text.splitlines()) == 1
    assert all(letter.isprintable() for letter in text[:-1])
