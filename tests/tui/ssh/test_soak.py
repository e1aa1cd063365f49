"""Many people come, play and go: the host is afterwards what it was before."""

from pathlib import Path

import pytest

from tests.bench.ssh_rig import SshClient, ssh_house

WARM_UP = 100
ROUNDS = 500
MOST = 10.0  # MB that may be left after all rounds: the collector lets a few apps lie for a while


@pytest.mark.soak
async def test_five_hundred_visits_leave_nothing_behind(tmp_path: Path) -> None:
    async with ssh_house(tmp_path) as (_, host):
        for number in range(WARM_UP):
            await visit(host.port, number)
        before = host.memory
        for number in range(ROUNDS):
            await visit(host.port, number)
        grown = host.memory - before
    assert grown < MOST, f"{grown:.1f} MB more after {ROUNDS} visits"


async def visit(port: int, number: int) -> None:
    """Come, open a table against bots, play a little, and go: politely, or just gone."""
    client = SshClient()
    await client.login(port, f"visitor{number}")
    await client.until(lambda seen: b" lobby " in seen.tail)
    client.press("3")
    await client.until(lambda seen: b"pokertui" in seen.tail)
    client.press("b\r")
    await client.until(lambda seen: b"Pokerface" in seen.tail)
    client.press("1?\x1b[200~pasted\x1b[201~")
    client.channel.change_terminal_size(90, 30)
    if number % 2:
        client.channel.write_eof()
        await client.until(lambda seen: seen.ended)
    await client.close()
