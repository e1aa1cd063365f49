"""Half-made rows: kept for their owner, told to nobody else, played when time is up."""

from engine.values.actions import Lay
from engine.values.cards import cards
from engine.values.draft import Draft
from protocol.messages import Act, Keep, Ping
from server.config import Config
from tests.server.cash import Room, cash
from tests.server.points import drafted, held, keep, points


async def own(room: Room, person: int) -> Draft | None:
    """The draft that somebody finds who comes back to the table."""
    return (await (await room.back(person)).view()).draft


async def test_whoever_comes_back_finds_the_last_rows(config: Config) -> None:
    async with points(config) as room:
        view = await room.people[1].view()
        assert view.draft is None
        hand = held(view)
        assert await keep(room, 1, drafted(hand, 3, 5, 5)) is None
        assert await keep(room, 1, drafted(hand, 0, 2, 0)) is None
        assert await own(room, 1) == drafted(hand, 0, 2, 0)
        assert await own(room, 0) is None


async def test_nobody_is_told_anything(config: Config) -> None:
    async with points(config, 3) as room:
        for client in room.people:
            await client.ask(Ping)
        before = [(list(client.pushes), len(client.raw)) for client in room.people]
        hand = held(await room.people[0].view())
        for count in range(1, 6):
            assert await keep(room, 0, drafted(hand, 0, 0, count)) is None
        for client in room.people:
            await client.ask(Ping)
        assert [client.pushes for client in room.people] == [pushes for pushes, _ in before]
        owner, *others = (
            len(client.raw) - bytes_before
            for client, (_, bytes_before) in zip(room.people, before, strict=True)
        )
        # An answer to each, and nothing else.
        assert {6 * other for other in others} == {owner}


async def test_what_can_not_be_kept(config: Config) -> None:
    async with points(config) as room:
        view = await room.people[0].view()
        hand, other = held(view), held(await room.people[1].view())
        one = Draft(hand[:1])
        assert await keep(room, 0, one, deal=2) == "deal_changed"
        assert await keep(room, 0, one, decision=2) == "stale"
        assert await keep(room, 0, Draft(other[:1])) == "not_your_cards"
        assert await keep(room, 0, Draft(cards("??"))) == "not_your_cards"
        assert await keep(room, 0, Draft(hand[:1], hand[:1])) == "wrong_rows"
        looking = await room.comes("Zoe")
        where = {"table": room.table, "deal": 1, "decision": 1}
        assert await looking.refused(Keep, **where, draft=one) == "not_seated"
        assert await own(room, 0) is None


async def test_games_without_rows_keep_none(config: Config) -> None:
    async with cash(config, 400, 400) as room:
        assert await keep(room, 0, Draft()) == "no_drafts"


async def test_cards_of_one_turn_are_arranged_together(config: Config) -> None:
    async with points(config, game="openface") as room:
        hand = held(await room.people[1].view())
        assert await keep(room, 0, Draft()) == "not_your_turn"
        assert await keep(room, 1, drafted(hand, 1, 2, 2)) is None
        where = {"table": room.table, "deal": 1, "decision": 1}
        await room.people[1].ask(Act, **where, action=Lay(hand[1], "middle"))
        assert await own(room, 1) == Draft(hand[:1], hand[2:3], hand[3:])
