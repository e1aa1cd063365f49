"""Who a client is: its hello, the proof of its key, and the welcome, or a goodbye instead."""

import asyncio
from typing import TYPE_CHECKING

from engine.values.why import Why
from protocol.connection import ServerConnection
from protocol.messages import VERSION, Bye, FromClient, Hello, Prove, Welcome
from protocol.proof import NONCE, fingerprint
from server import desk
from server.proofs import judge

if TYPE_CHECKING:
    from server.accounts import Person
    from server.sessions import Session

SERVER = "pokertui"


async def log_in(session: "Session", connection: ServerConnection) -> bool:
    """Let in whoever has connected, as an account; False if they were not, or have hung up."""
    hello = await _introduced(session)
    if not isinstance(hello, Hello):
        return False
    if hello.proved is not None:
        session.way = "ssh"
        session.caller.come_from(hello.proved.address)
    if _turned_away(session):
        return False
    session.caller.log_in()
    session.key, unproved = await _identify(session, connection, hello)
    if _turned_away(session):
        return False
    await _welcome(session, hello, unproved)
    session.caller.known()
    return True


def _turned_away(session: "Session") -> bool:
    """Whether somebody with this key or from this address is not let in, and was told so.

    Or has hung up meanwhile.
    """
    ban = session.house.penalties.ban(key=session.key, home=session.home)
    if ban is not None:
        session.end(Bye(ban.why))
    return session.closing


async def _introduced(session: "Session") -> FromClient | None:
    """What comes next from somebody without an account, who may not be slow about it."""
    try:
        async with asyncio.timeout(session.house.config.limits.hello_seconds):
            return await session.hear()
    except TimeoutError:
        session.bye("timeout")
        return None


async def _identify(
    session: "Session", connection: ServerConnection, hello: Hello
) -> tuple[str | None, Why | None]:
    """The fingerprint of the key that was proved, if one was; or why the one named was not."""
    if hello.proved is not None:
        return hello.proved.key, None
    if hello.public_key is None:
        return None, None
    session.put(connection.challenge(session.house.world.random(NONCE)))
    proof = await _introduced(session)
    if not isinstance(proof, Prove):
        return None, None
    await session.caller.guess()
    assert connection.statement is not None
    # In a thread: the tables don't wait until what knows of keys is loaded.
    why = await asyncio.to_thread(judge, hello.public_key, connection.statement, proof.signature)
    if why is None or why.code != "wrong_signature":
        session.caller.guessed()
    return (None, why) if why is not None else (fingerprint(hello.public_key), None)


async def _welcome(session: "Session", hello: Hello, unproved: Why | None) -> None:
    house, caller = session.house, session.caller
    if session.key is not None:
        person = await house.people.of_key(session.key, hello.name, hello.lang, caller.admit)
    else:
        known = await _back(session, hello.code)
        if known is None:
            caller.admit()
        person = known or await house.people.guest(hello.name, hello.lang)
    if session.become(person):
        house.metrics.logins += 1
        house.door.greet(person.id, session.way, caller.place)
    chips = await house.bank.chips(person.id)
    session.tell(
        Welcome(
            version=VERSION,
            server=SERVER,
            account=person.told(chips),
            games=desk.games(house),
            held=house.held(person.id),
            unproved=unproved,
        )
    )
    house.waiters.came(session, person.id)


async def _back(session: "Session", code: str | None) -> "Person | None":
    if not code:
        return None
    await session.caller.guess()
    person = await session.house.people.of_code(code)
    if person is not None:
        session.caller.guessed()
    return person
