"""What is written for operators: that it is there, and that the program says and takes it so."""

import json
import re
from pathlib import Path

import pytest

from tests.deploy.service import DEPLOY, UNITS, settings, variables
from tests.e2e.house import ROOT
from tui.cli import _parser
from tui.locale import Words

HOSTING = (DEPLOY / "HOSTING.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
# What systemd and ssh say, and what people do.
OTHERS = re.compile(
    r"status=|REMOTE HOST|Permission denied|Watchdog timeout|Address family|in use$|ENV="
)


def block(page: str, title: str) -> list[str]:
    """The lines of the first block of commands under a title, without remarks."""
    part = page[page.index(f"## {title}\n") :]
    lines = re.search(r"(?:^    .*\n)+", part, re.MULTILINE)
    assert lines is not None
    return [line for line in lines[0].splitlines() if not line.strip().startswith("#")]


def understood(line: list[str]) -> str:
    """The command that `pokertui` with those words is; AssertionError if it takes them not."""
    parsed, strange = _parser(Words("en"), line).parse_known_args(line)
    assert strange == []
    return str(parsed.command.__name__)


def test_ten_lines_are_ten_and_five_are_five() -> None:
    assert len(block(HOSTING, "In ten lines")) == 10
    assert len(block(README, "Hosting in five lines")) <= 5


@pytest.mark.parametrize("page", [HOSTING, README], ids=["HOSTING", "README"])
def test_what_a_page_names_is_there(page: str) -> None:
    named = set(re.findall(r"deploy/[\w./@-]*\w", page))
    assert named
    for name in named:
        assert (ROOT / name).exists(), name
    for name in re.findall(r"\bpokertui-[a-z]+@?", page):
        assert any(unit.name.startswith(name) for unit in UNITS) or name == "pokertui-ssh"


def test_what_the_page_says_that_is_said_is_said() -> None:
    rows = HOSTING[HOSTING.index("| it says |") :].splitlines()[2:]
    quoted = [text for row in rows for text in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert len(quoted) > 20
    spoken = "".join(
        path.read_text("utf-8")
        for folder in ("server", "tui/ssh", "tui/locale/en")
        for path in sorted((ROOT / folder).rglob("*.py"))
    )
    # A sentence is written in several pieces.
    spoken = re.sub(r'"\s*\n\s*"', "", spoken)
    for text in quoted:
        if not re.search(OTHERS, text) and not text.startswith("pokertui"):
            assert text.rstrip() in spoken, text


@pytest.mark.parametrize("unit", UNITS, ids=[unit.stem for unit in UNITS])
def test_a_unit_runs_a_command_that_there_is(unit: Path) -> None:
    known = settings(unit)
    line = known["ExecStart"]
    for name, value in variables(known).items():
        line = line.replace(f"${{{name}}}", value).replace(f"${name}", value)
    assert understood(line.split()[1:]) in {"_serve", "_ssh"}


def test_the_container_runs_a_command_that_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", "")
    last = text[text.rindex("\nFROM ") :]

    def said(instruction: str) -> str:
        found = re.findall(rf"^{instruction} (.*)$", last, re.MULTILINE)
        assert len(found) == 1, instruction
        return str(found[0])

    program = json.loads(said("ENTRYPOINT"))
    line = json.loads(said("CMD"))
    assert understood(line) == "_serve"
    assert line[line.index("--state") + 1] == said("VOLUME")
    ports = [line[line.index(way) + 1].rpartition(":")[2] for way in ("--listen", "--ssh")]
    assert said("EXPOSE").split() == ports
    assert not said("USER").startswith(("0", "root"))
    asked = json.loads(said("HEALTHCHECK").partition(" CMD ")[2])
    assert asked[:1] == program
    assert understood(asked[1:]) == "_admin"
    # All that the package is made of.
    for folder in ("engine", "protocol", "server", "tui"):
        assert re.search(rf"^COPY {folder} /src/{folder}$", text, re.MULTILINE)
