"""`pokertui replay`: deal records played back, told as JSON lines or in words."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from tui.locale import Words

Summary = dict[str, Any]


def run(
    files: Sequence[str],
    as_json: bool,
    replay_text: Callable[[str], Summary],
    words: Words | None = None,
) -> int:
    """Play back each file and say what came of it; the exit code: 1 if any failed, else 0.

    `replay_text` gives the summary of a record's text, or `error_action` and `error` (with
    `facts`) for one that fails. As JSON, one object a line on stdout for every file, failing or
    not; else in words, faults on stderr. No file stops the ones behind it. `words` None: English.
    """
    failed = False
    for file in files:
        summary = _summary(file, replay_text)
        facts = summary.pop("facts", {})
        failed |= "error" in summary
        if as_json:
            print(json.dumps({"file": file, **summary}), flush=True)
            continue
        words = words or Words("en")
        if "error" in summary:
            why = _why(words, summary["error"], facts)
            number = summary["error_action"]
            _say(words("record.failed", file=_safe(file), action=number, why=why), sys.stderr)
        else:
            _say("\n".join(_lines(words, _safe(file), summary)), sys.stdout)
    return 1 if failed else 0


def _summary(file: str, replay_text: Callable[[str], Summary]) -> Summary:
    try:
        text = Path(file).read_bytes().decode()
    except FileNotFoundError:
        return _failure("no_file")
    except (OSError, ValueError):
        return _failure("unreadable")
    try:
        return replay_text(text)
    except Exception as fault:
        # Our own fault, not the file's: the others are played back all the same.
        return _failure("fault", name=type(fault).__name__)


def _failure(code: str, **facts: object) -> Summary:
    return {
        "variant": None,
        "complete": False,
        "error_action": 0,
        "error": code,
        "facts": facts,
    }


def _why(words: Words, code: str, facts: Mapping[str, object]) -> str:
    shown = {key: _safe(str(value)) for key, value in facts.items()}
    holder = facts.get("holder")
    if isinstance(holder, int):
        # A seat, or −1 for the centre; here the players are p1, p2 …
        code = f"{code}_centre" if holder < 0 else code
        shown["name"] = f"p{holder + 1}"
    if code == "player_count" and facts["lo"] == facts["hi"]:
        code = f"{code}_exact"
    for topic in ("record", "why"):
        if words.has(f"{topic}.{code}"):
            return words(f"{topic}.{code}", **shown)
    return code


def _lines(words: Words, file: str, summary: Summary) -> list[str]:
    ending = "complete" if summary["complete"] else "stopped"
    lines = [words(f"record.{ending}", file=file, variant=summary["variant"])]
    if any(summary["net"]):
        lines.append(words("record.net", net=" ".join(f"{net:+d}" for net in summary["net"])))
    for suit, held in summary.get("tokens", {}).items():
        tokens = " ".join("-" if token is None else str(token) for token in held)
        lines.append(words("record.tokens", suit=words(f"cards.suit.{suit}"), tokens=tokens))
    if "columns" in summary:
        # A square: what its ten lines bring.
        worth = {key: " ".join(map(str, summary[key])) for key in ("rows", "columns")}
        lines.append(words("record.lines", **worth, total=summary["total"]))
    lines += [_hand(words, hand) for hand in summary.get("hands", ())]
    lines += _chips(words, summary)
    won = summary.get("success", summary.get("won"))
    if won is not None:
        lines.append(words("record.success" if won else "record.failure"))
    return [lines[0], *(f"  {line}" for line in lines[1:])]


def _hand(words: Words, hand: Mapping[str, str]) -> str:
    """What somebody has shown, set in rows, or done instead of it."""
    player = hand["player"]
    if "front" in hand:
        return words("record.rows", **hand)
    if "special" in hand:
        special = words(f"record.special.{hand['special']}")
        return words("record.special_hand", player=player, special=special)
    if "surrender" in hand:
        return words("record.surrendered", player=player)
    key = f"cards.name.{hand['name']}"
    name = words(key) if words.has(key) else hand["name"]
    return words("record.hand", player=player, name=name, cards=hand["cards"])


def _chips(words: Words, summary: Summary) -> list[str]:
    """What a deal with chips came to: lows, uncalled chips, pots with who got what, stacks.

    A pot that lies there for the next deal is told as well.
    """
    lines = [words("record.low", **low) for low in summary.get("lows", ())]
    for player, chips in summary.get("returned", {}).items():
        lines.append(words("record.returned", player=player, chips=chips))
    pots = summary.get("pots", ())
    for place, pot in enumerate(pots):
        name = _pot(words, place, len(pots))
        halved = "high" in pot or "low" in pot
        # Who takes a whole pot, or one of its halves.
        halves = {key: _won(pot.get(key, {})) for key in ("high", "low")}
        key = "record.pot_halved" if halved else "record.pot"
        lines.append(words(key, pot=name, chips=pot["amount"], won=_won(pot["winners"]), **halves))
    if summary.get("next_pot"):
        lines.append(words("record.next_pot", chips=summary["next_pot"]))
    if "finishing_stacks" in summary:
        stacks = " ".join(map(str, summary["finishing_stacks"]))
        key = "record.stacks" if summary["complete"] else "record.stacks_now"
        lines.append(words(key, stacks=stacks))
    return lines


def _pot(words: Words, place: int, count: int) -> str:
    """What a pot is called among so many."""
    if count == 1:
        return words("betting.the_pot")
    if place == 0:
        return words("betting.the_main")
    return words("betting.the_side") if count == 2 else words("betting.the_side_of", number=place)


def _won(winners: Mapping[str, int]) -> str:
    return ", ".join(f"{player} {chips}" for player, chips in winners.items())


def _safe(text: str) -> str:
    """`text` without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _say(text: str, stream: TextIO) -> None:
    """Print `text`, with question marks for what the stream's encoding does not have."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)
