"""A whole match by four clients that know nothing of ours: `socket` and `msgpack`, no more."""

import asyncio
import itertools
import socket
from typing import Any

import msgpack  # type: ignore[import-untyped]

from server.run import Server

Message = dict[str, Any]


class Plain:
    """A blocking client as somebody would write it in an afternoon."""

    def __init__(self, port: int, name: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.unpacker = msgpack.Unpacker()
        self.ids = itertools.count(1)
        self.view: Message = {"seq": 0}
        self.send({"type": "hello", "version": 1, "name": name})
        self.read_until(lambda message: message["type"] == "welcome")

    def send(self, message: Message) -> None:
        """One map."""
        self.socket.sendall(msgpack.packb(message))

    def read_until(self, wanted: Any) -> Message:
        """Messages until one is wanted; the newest view is kept."""
        while True:
            for message in self.unpacker:
                if message["type"] == "table":
                    self.view = message
                if wanted(message):
                    return dict(message)
            data = self.socket.recv(65536)
            assert data, "the server hung up"
            self.unpacker.feed(data)

    def ask(self, message: Message) -> Message:
        """A request and its answer."""
        number = next(self.ids)
        self.send(message | {"id": number})
        return self.read_until(
            lambda answer: answer["type"] in {"ok", "no"} and answer["id"] == number
        )

    def play(self) -> Message:
        """Take what is first, pass as soon as that goes, until the match is over."""
        acted = 0
        while self.view.get("stage") != "over":
            view = self.view
            offers = [offer for offer in view.get("offers", ()) if offer["type"] != "barred"]
            if offers and view["seq"] > acted:
                acted = view["seq"]
                offer = next((one for one in offers if one["type"] == "pass"), offers[0])
                keys = {"take": ("type", "token", "holder"), "pass": ("type",)}[offer["type"]]
                self.ask(
                    {
                        "type": "act",
                        "table": view["id"],
                        "deal": view["deal"],
                        "decision": view["decision"],
                        "action": {key: offer[key] for key in keys},
                    }
                )
            elif view.get("stage") == "between" and not view["chairs"][view["me"]]["ready"]:
                self.ask({"type": "next", "table": view["id"], "deal": view["deal"]})
            if self.view is view:
                self.read_until(lambda message: message["type"] == "table")
        return self.view


async def test_a_match_with_sockets_and_msgpack_only(server: Server) -> None:
    port = server.port
    clients = [
        await asyncio.to_thread(Plain, port, name) for name in ("Anna", "Ben", "Carla", "Dan")
    ]
    wish = {"type": "create", "key": "a-key-of-mine", "game": "pokerface", "name": "x", "seats": 4}
    made = await asyncio.to_thread(clients[0].ask, wish)
    for number, client in enumerate(clients[1:]):
        join = {"type": "join", "key": f"join-key-{number}", "table": made["table"]}
        assert (await asyncio.to_thread(client.ask, join))["type"] == "ok"
    ends = await asyncio.gather(*(asyncio.to_thread(client.play) for client in clients))
    assert {end["ended"] for end in ends} <= {"won", "lost"}
    assert len({end["deal"] for end in ends}) == 1
    for client in clients:
        client.socket.close()
