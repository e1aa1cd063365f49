"""The example of a file of settings has every setting, with the value that it has by itself."""

import itertools
import re
import tomllib
from pathlib import Path

import pytest
from msgspec import Struct

from server.config import Config, Limits, load, section
from tui.cli import SSH_LIMITS, main
from tui.ssh.door import Limits as SshLimits

EXAMPLE = Path(__file__).parents[2] / "deploy" / "pokertui.toml"
# Settings that are nothing by themselves: in the example they are what one might take.
NOTHING = {"ssh", "host_socket", "admin_socket", "metrics"}


def settings(text: str) -> dict[str, dict[str, object]]:
    """What is set, by table; "" has the settings that are in none."""
    stated = tomllib.loads(text)
    tables = {name: value for name, value in stated.items() if isinstance(value, dict)}
    return {"": {name: stated[name] for name in stated.keys() - tables}, **tables}


def usual(kind: type[Struct], *others: str) -> dict[str, object]:
    """The settings of a struct that have a value by themselves, but for some."""
    made = kind(**{"state": Path("x")} if kind is Config else {})
    return {name: getattr(made, name) for name in kind.__struct_fields__ if name not in others}


def test_the_example_can_be_used_as_it_is() -> None:
    assert load(EXAMPLE, others={SSH_LIMITS}) == Config(Path("/var/lib/pokertui"), file=EXAMPLE)
    assert section(EXAMPLE, SSH_LIMITS, SshLimits) == SshLimits()


def test_the_example_has_every_setting_with_what_it_is_by_itself(tmp_path: Path) -> None:
    text = re.sub(r"^#(?=\w+ = )", "", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE)
    said = settings(text)
    assert said.pop("limits") == usual(Limits)
    assert said.pop(SSH_LIMITS) == usual(SshLimits)
    server = said.pop("")
    assert server.keys() == set(Config.__struct_fields__) - {"limits", "file"}
    given = {name: value for name, value in server.items() if name not in {"state", *NOTHING}}
    assert given == usual(Config, "state", "limits", "file", *NOTHING)
    assert not said
    # What is there for those that are nothing by themselves can be taken.
    file = tmp_path / "all.toml"
    file.write_text(text, "utf-8")
    load(file, others={SSH_LIMITS})


def test_the_example_explains_itself() -> None:
    """Above every block of settings stands what they are."""
    lines = EXAMPLE.read_text("utf-8").splitlines()
    for before, line in itertools.pairwise(lines):
        if re.match(r"#?\w+ = ", line):
            assert before.startswith("#"), line


def test_all_settings_in_force_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "c.toml"
    file.write_text('state = "/a"\n[limits]\ntables = 3\n[ssh_limits]\nrows = 40\n')
    assert main(["serve", "--config", str(file), "--listen", ":7001", "--print-config"]) == 0
    told = tmp_path / "told.toml"
    told.write_text(capsys.readouterr().out)
    config = Config(Path("/a"), listen=":7001", limits=Limits(tables=3), file=told)
    assert load(told, others={SSH_LIMITS}) == config
    assert section(told, SSH_LIMITS, SshLimits) == SshLimits(rows=40)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 0, "c.toml: Alles darin ist verstanden."),
        ("[limits]\nfast = 1", 1, "c.toml, Zeile 3: Eine Einstellung limits.fast gibt es nicht."),
        ("[ssh_limits]\nfast = 1", 1, "c.toml, Zeile 3: Eine Einstellung ssh_limits.fast gibt es"),
        ("[ssh_limits]\nrows = 3", 1, "c.toml, Zeile 3: ssh_limits.rows stimmt nicht: Expected"),
        ("[[", 1, "c.toml ist keine TOML-Datei"),
    ],
)
def test_a_file_is_looked_at_before_it_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, said: str
) -> None:
    file = tmp_path / "c.toml"
    file.write_text(f'state = "/a"\n{text}\n')
    assert main(["--lang", "de", "serve", "--check", str(file)]) == code
    out, err = capsys.readouterr()
    assert said in (err if code else out)
    # An SSH host refuses what is its own in the same words.
    if "ssh_limits" in text:
        line = ["--lang", "de", "ssh", "--host-sock", "x.sock", "--config", str(file)]
        assert main(line) == code
        assert said in capsys.readouterr().err
