"""Settings from a file and from the command line, and what is wrong with them in plain words."""

import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.config import Config, ConfigError, Limits, address, load, section, with_host_socket
from server.run import Server
from server.settings import written
from server.supervise import command


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('state = "/a"\nlisten = "127.0.0.1:1"\n[limits]\nconnections = 7\n')
    limits = Limits(connections=7)
    assert load(file) == Config(Path("/a"), "127.0.0.1:1", limits=limits, file=file)
    assert load(file, listen="[::1]:2", ssh=None).listen == "[::1]:2"
    assert load(state=Path("/b")) == Config(Path("/b"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("state = 3", "state"),
        ("nonsense", "file_no_toml"),
        ('state = "x"\nfast = true', "fast"),
        ("", "state"),
        ('state = "x"\nssh_processes = 0', "ssh_processes"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "c.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=words) as error:
        load(file)
    assert str(file) in str(error.value)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("fast = 1", ("file_unknown", 2, "fast", None)),
        (
            "# fast = 2\n\n[limits]\nconnections = 1\nfast = 1",
            ("file_unknown", 6, "limits.fast", None),
        ),
        ("limits.fast = 1", ("file_unknown", 2, "limits.fast", None)),
        ("limits = { fast = 1 }", ("file_unknown", 2, "limits.fast", None)),
        ("[limts]\ntables = 1", ("file_unknown", 2, "limts", None)),
        ('file = "x"', ("file_unknown", 2, "file", None)),
        ("blink = 'no'", ("file_wrong", 2, "blink", "Expected `float`, got `str`")),
        (
            "[limits]\n  tables = 0 # none",
            ("file_wrong", 3, "limits.tables", "Expected `int` >= 1"),
        ),
        (
            "[limits]\nsays_per_second = 0",
            ("file_wrong", 3, "limits.says_per_second", "Expected `float` > 0.0"),
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    tmp_path: Path, text: str, facts: tuple[str, int, str, str | None]
) -> None:
    file = tmp_path / "c.toml"
    file.write_text(f'state = "x"\n{text}\n')
    with pytest.raises(ConfigError) as error:
        load(file)
    told = error.value.facts
    assert (error.value.code, int(told["line"]), told["name"], told.get("why")) == facts
    assert told["file"] == str(file)


def test_what_others_read_is_left_to_them(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('state = "x"\n[others]\ntables = 3\n')
    assert load(file, others={"others"}) == Config(Path("x"), file=file)
    assert section(file, "others", Limits) == Limits(tables=3)
    assert section(file, "nobody", Limits) == Limits()
    file.write_text('state = "x"\n[others]\n\ntable = 3\n')
    with pytest.raises(ConfigError) as error:
        section(file, "others", Limits)
    assert error.value.facts == {"file": str(file), "line": "4", "name": "others.table"}


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    config = Config(
        Path('/a "b"\\c'),
        ssh="[::1]:2222",
        bot_pause=0.25,
        limits=Limits(connections=7, says_per_second=0.5),
    )
    file = tmp_path / "c.toml"
    file.write_text(written(config, frozenset({"file"})))
    assert load(file) == replace(config, file=file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml"):
        load(tmp_path / "missing.toml")


@pytest.mark.parametrize("text", ["7000", "host:", "host:x", "host:70000"])
def test_a_wrong_address_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        address(text)


def test_addresses() -> None:
    assert address("127.0.0.1:7000") == ("127.0.0.1", 7000)
    assert address("[::1]:7000") == ("::1", 7000)
    assert address(":7000") == ("127.0.0.1", 7000)


async def test_a_taken_port_is_said_plainly(server: Server, tmp_path: Path) -> None:
    where = f"127.0.0.1:{server.port}"
    with pytest.raises(ConfigError) as caught:
        await Server(Config(state=tmp_path / "other", listen=where)).start()
    assert caught.value.code == "taken"
    assert caught.value.facts == {"address": where}


async def test_a_socket_path_that_is_too_long(config: Config, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="socket_path"):
        await Server(replace(config, host_socket=tmp_path / ("x" * 120))).start()


@pytest.mark.parametrize(
    ("place", "mode", "open_to"),
    [("run", 0o2750, 0o660), ("run", 0o750, 0o600), ("state", 0o2750, 0o600)],
)
async def test_a_directory_opens_the_hosts_socket_to_its_group(
    config: Config, tmp_path: Path, place: str, mode: int, open_to: int
) -> None:
    folder = tmp_path / place
    folder.mkdir()
    folder.chmod(mode)
    full = replace(config, state=tmp_path / "state", host_socket=folder / "host.sock")
    async with Server(full):
        assert stat.S_IMODE((folder / "host.sock").stat().st_mode) == open_to


async def test_a_state_that_cannot_be_made(config: Config) -> None:
    with pytest.raises(ConfigError, match="/proc"):
        await Server(replace(config, state=Path("/proc/pokertui"))).start()


def test_ssh_hosts_are_told_where_everything_is(config: Config) -> None:
    full = with_host_socket(replace(config, ssh="127.0.0.1:2222", ssh_processes=2))
    line = command(full, "de")
    assert line[1:5] == ["-P", "-m", "tui.cli", "ssh"]
    assert line[line.index("--listen") + 1] == "127.0.0.1:2222"
    assert line[line.index("--host-sock") + 1] == str(config.state / "host.sock")
    assert line[line.index("--lang") + 1] == "de"
    assert {"--reuse-port", "--child"} <= set(line)
    assert "--config" not in line
    line = command(replace(full, file=Path("/etc/c.toml")), "de")
    assert line[line.index("--config") + 1] == "/etc/c.toml"
    with pytest.raises(ConfigError):
        command(config, "de")
