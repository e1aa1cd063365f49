"""Clients that know nothing of ours, only `socket` and `msgpack`: a match, a deal for chips."""

import asyncio
import itertools
import socket
from typing import Any

import msgpack  # type: ignore[import-untyped]
from msgspec.structs import replace

from server.config import Config
from server.run import Server

Message = dict[str, Any]


class Plain:
    """A blocking client as somebody would write it in an afternoon."""

    def __init__(self, port: int, name: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.unpacker = msgpack.Unpacker()
        self.ids = itertools.count(1)
        self.view: Message = {"seq": 0}
        self.send({"type": "hello", "version": 3, "name": name})
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

    def play_for_chips(self) -> Message:
        """Check or call until the first deal is over; what is seen of it meanwhile is asserted."""
        answered = (0, 0)
        while (self.view.get("stage"), self.view.get("deal")) != ("between", 1):
            view = self.view
            offers = {offer["type"]: offer for offer in view.get("offers", ())}
            question = (view.get("deal", 0), view.get("decision", 0))
            quiet = offers.get("check") or offers.get("call")
            if view.get("stage") == "running":
                self._sees_its_own_hand_only(view)
            if quiet is not None and question != answered:
                answered = question
                where = {"table": view["id"], "deal": view["deal"], "decision": view["decision"]}
                answer = self.ask({"type": "act", "action": quiet} | where)
                assert answer["type"] == "ok", answer
            if self.view is view:
                self.read_until(lambda message: message["type"] == "table")
        return self.view

    def _sees_its_own_hand_only(self, view: Message) -> None:
        if view["view"]["phase"] in {"showdown", "over"}:
            return
        for zone in view["view"]["zones"]:
            if zone["kind"] == "hand":
                own = zone["owner"] == view["me"]
                kinds = [cell[0] for cell in zone["cells"]]
                assert kinds == (["card"] * 2 if own else ["hidden"] * 2)


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


async def test_a_deal_for_chips_with_sockets_and_msgpack_only(config: Config) -> None:
    # Nobody is to be in the next deal before they have got up.
    async with Server(replace(config, between=600)) as server:
        names = ("Anna", "Ben", "Carla")
        clients = [await asyncio.to_thread(Plain, server.port, name) for name in names]
        wish = {"type": "create", "game": "holdem", "name": "x", "seats": 3, "chips": 500}
        made = await asyncio.to_thread(clients[0].ask, wish | {"key": "create-key"})
        # The house gives everybody 10000 to begin with.
        assert made["account"]["chips"] == 9500
        for number, (client, chips) in enumerate(zip(clients[1:], (None, 400), strict=True)):
            join = {"type": "join", "key": f"join-key-{number}", "table": made["table"]}
            answer = await asyncio.to_thread(client.ask, join | {"chips": chips})
            # Nothing named is as much as the table allows: 100 big blinds of 10.
            assert answer["account"]["chips"] == 10000 - (chips or 1000)
        ends = await asyncio.gather(
            *(asyncio.to_thread(client.play_for_chips) for client in clients)
        )
        for end in ends:
            assert end["deal"] == 1
            assert end["buy_in"] == [400, 1000]
            assert [one["scored"]["code"] for one in end["history"]] == ["showdown"]
            stacks = [chair["cash"]["stack"] for chair in end["chairs"]]
            assert sum(stacks) == 500 + 1000 + 400
            assert [seat["stack"] for seat in end["view"]["seats"]] == stacks
            # Each has called the big blind, and no more.
            assert sum(pot["chips"] for pot in end["view"]["pots"]) == 30
        left = 0
        for client in clients:
            leave = {"type": "leave", "key": "leave-key", "table": made["table"]}
            left += (await asyncio.to_thread(client.ask, leave))["account"]["chips"]
            client.socket.close()
        assert left == 30000
