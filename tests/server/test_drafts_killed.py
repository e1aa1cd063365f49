"""A server that is killed while somebody rearranges has kept what it said it has."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from engine.values.cards import Card
from engine.values.draft import Draft
from protocol.messages import Keep, No
from tests.server.client import Client, open_table, sit
from tests.server.points import held
from tests.server.test_kill import Mortal

# So many drafts are sent at once, in requests with numbers from here on.
DRAFTS, FIRST = 30, 1000


async def comes(mortal: Mortal, name: str, code: str | None = None) -> Client:
    client = await Client.unix(mortal.path)
    await client.hello(name, code)
    return client


def some(hand: Sequence[Card], rng: Random) -> Draft:
    """Some of the cards, anywhere."""
    mixed = tuple(rng.sample(hand, len(hand)))
    places = ((0, 3), (3, 5), (8, 5))
    front, middle, back = (mixed[at : at + rng.randrange(most + 1)] for at, most in places)
    return Draft(front, middle, back)


async def answered(client: Client, last: int) -> int:
    """How many drafts have been answered once that many are; all of them were kept."""
    await client.until(lambda: FIRST + last - 1 in client._answers)
    answers = [one for number, one in client._answers.items() if number >= FIRST]
    assert not any(isinstance(one, No) for one in answers)
    return len(answers)


@pytest.mark.parametrize("kills", [2, pytest.param(25, marks=pytest.mark.soak)])
async def test_the_last_rows_that_were_acknowledged_are_there(tmp_path: Path, kills: int) -> None:
    rng, mortal = Random(kills), Mortal(tmp_path)
    await mortal.start()
    anna, ben = await comes(mortal, "Anna"), await comes(mortal, "Ben")
    assert anna.welcome is not None
    code = anna.welcome.account.code
    table = await open_table(anna, "chinese", seats=2)
    await sit(ben, table)
    for kill in range(kills):
        view = await anna.view(lambda view: view.stage == "running")
        sent = [some(held(view), rng) for _ in range(DRAFTS)]
        for number, draft in enumerate(sent, FIRST):
            anna.write(Keep(number, table, view.deal, view.decision, draft))
        count = await answered(anna, rng.randrange(1, DRAFTS))
        await mortal.kill()
        await anna.close()
        await mortal.start()
        anna = await comes(mortal, "Anna", code)
        await sit(anna, table)
        found = (await anna.view()).draft
        # What was under way may be there too.
        assert found in sent[count - 1 :], (kill, count)
    await anna.close()
    await ben.close()
    await mortal.kill()
    assert mortal.complaints == ""
