"""A deal that rests: who is missing, what those who are there can vote for, a seat to take back.

The same for every layout (rules.md A, Leaving). The vote's keys are none of any game's, so that a
finger on its way to a game's key never votes.
"""

from engine.values.offers import real
from protocol.messages import Ballot, Choice, Pause, TableView
from tui.canvas import say
from tui.canvas.frame import bar, spread
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped
from tui.canvas.scene import Button, Confirm, Explain, Press, Scene, TakeBack, Vote
from tui.locale import Words

KEYS: dict[str, Choice] = {"w": "wait", "m": "bot", "x": "cancel"}
PATIENCES = (30, 60, 120, 300)  # seconds; what the owner chooses among
_PREFIX = "vote."


def stood_in(table: TableView) -> bool:
    """Whether a bot plays the viewer's own seat."""
    return table.me is not None and table.chairs[table.me].stand_in


def missed(table: TableView) -> bool:
    """Whether the others wait for the viewer, who has no offer to answer with."""
    return table.pause is not None and table.me in table.pause.seats and not real(table.offers)


# ── in words ───────────────────────────────────────────────────────────────────────────────────


def prompt(scene: Scene, palette: Palette, words: Words) -> Spans:
    """Why nothing goes on, and until when; nothing where something does."""
    table, rest = scene.table, scene.table.pause
    if rest is not None and rest.why.code == "storage":
        return ((words("absence.storage"), palette.special),)
    if stood_in(table):
        return _two(palette, words("absence.bot_for_you"), words("absence.take_back_hint"))
    if rest is None:
        return ()
    if table.me in rest.seats:
        if not real(table.offers):
            return _two(palette, words("absence.you_late"), words("absence.here_hint"))
        head = f"▸ {words('common.your_turn')}"
        text = words("absence.all_wait" if rest.ballot is None else "absence.all_wait_vote")
        return ((head, bold(palette.accent)), ("  " + text, palette.text))
    then = _then(scene, rest, words)
    return ((who(table, words), palette.special), (f" · {then}", palette.text))


def _two(palette: Palette, head: str, text: str) -> Spans:
    return ((head, bold(palette.special)), ("  " + text, palette.text))


def _then(scene: Scene, rest: Pause, words: Words) -> str:
    me = scene.table.me
    if rest.ballot is not None:
        asked = me in rest.ballot.asked
        return words("absence.vote_yours" if asked else "absence.vote_others")
    if rest.left is None:
        return words("absence.waits")
    return words("absence.vote_in", time=minutes(vote_in(scene)))


def who(table: TableView, words: Words) -> str:
    """Who keeps the others waiting: `Ben ist weg`."""
    rest = table.pause
    if rest is None:
        return ""
    names = [say.name_of(seat, table.chairs, words) for seat in rest.seats]
    code = "late" if rest.why.code == "late" else "away"
    many = "one" if len(names) == 1 else "many"
    return words(f"absence.{code}_{many}", names=spread(names, words))


def reason(table: TableView, words: Words) -> str:
    """Why the game's keys rest, as an answer to one of them."""
    if table.pause is not None and table.pause.why.code == "storage":
        return words("absence.storage")
    return words("absence.rests", who=who(table, words))


def vote_in(scene: Scene) -> int:
    """Whole seconds until those who are there are asked, as the client counts them."""
    if scene.ui.vote_in is not None:
        return max(0, scene.ui.vote_in)
    rest = scene.table.pause
    return 0 if rest is None or rest.left is None else rest.left // 1000


def arranges(table: TableView) -> bool:
    """Whether the table's patience is the viewer's to change.

    Everybody sees the number, so in a quiet deal nobody may (rules.md A, Talk).
    """
    quiet = table.stage == "running" and table.chat in ("phrases", "off")
    return table.me is not None and table.chairs[table.me].owner and not quiet


def minutes(seconds: int) -> str:
    """A time as `0:42` or `1:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def seat_words(table: TableView, seat: int, words: Words) -> list[str]:
    """What sets somebody apart in their place: away, late, a bot that plays for them."""
    if not 0 <= seat < len(table.chairs) or table.chairs[seat].kind != "person":
        return []
    chair = table.chairs[seat]
    said = [] if chair.here else [words("common.away")]
    late = table.pause is not None and seat in table.pause.seats and chair.here
    said += [words("absence.late")] if late else []
    return said + ([words("absence.bot_plays")] if chair.stand_in else [])


# ── the vote ───────────────────────────────────────────────────────────────────────────────────


def votes(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The keys of the vote that is open, for whoever is asked; or the key to one's own seat."""
    table, ballot = scene.table, _ballot(scene.table)
    if stood_in(table) or missed(table):
        label = words("absence.take_back" if stood_in(table) else "absence.here")
        return (Button(f"{_PREFIX}here", "Enter", label, tone="gold"),)
    if ballot is None or table.me not in ballot.asked:
        return ()
    return tuple(
        Button(
            f"{_PREFIX}{choice}",
            key,
            _counted(table, ballot, choice, words) + _mark(ballot, choice, table.me),
            tone="danger" if choice == "cancel" else "normal",
        )
        for key, choice in KEYS.items()
        if choice in ballot.choices
    )


def is_vote(button: Button) -> bool:
    """Whether a button is one of `votes`."""
    return button.id.startswith(_PREFIX)


def draw_votes(pen: Pen, y: int, width: int, scene: Scene) -> None:
    """The row of the vote: its keys, or how it stands for whoever is not asked."""
    shown = votes(scene, pen.words)
    if shown:
        bar(pen, y, width, shown, 1, scene.ui.guarded)
    else:
        pen.spans(1, y, clipped(tally(scene, pen.palette, pen.words), width - 2))


def tally(scene: Scene, palette: Palette, words: Words) -> Spans:
    """How an open vote stands, for whoever is not asked; nothing where none is open."""
    table, ballot = scene.table, _ballot(scene.table)
    if ballot is None or table.me in ballot.asked:
        return ()
    spans: list[Span] = []
    for choice in KEYS.values():
        if choice in ballot.choices:
            gap = " · " if spans else ""
            spans.append((gap + _counted(table, ballot, choice, words), palette.muted))
    return tuple(spans)


def hint(scene: Scene, palette: Palette, words: Words) -> Spans:
    """What the vote is about, or one's own vote; nothing for whoever is not asked."""
    table, ballot = scene.table, _ballot(scene.table)
    if ballot is None or table.me is None or table.me not in ballot.asked:
        return ()
    own = _own(ballot, table.me)
    if own is not None:
        text = words("absence.voted", choice=_choice(table, own, words))
    else:
        cancels = "cancel" in ballot.choices
        text = words("absence.consequences" if cancels else "absence.consequences_between")
    return ((text, palette.muted),)


def told(scene: Scene, place: int, palette: Palette, words: Words) -> list[Spans]:
    """What happened beside the deal after `place` of its events; at its end, all that is left."""
    last = place == len(scene.events)
    return [
        ((say.notice(notice, scene.table, words), palette.special),)
        for notice in scene.notices
        if notice.at == place or (last and notice.at > place)
    ]


def notice(scene: Scene, palette: Palette, words: Words) -> Spans:
    """The newest thing that happened beside the deal, until the deal goes on."""
    if not scene.notices or scene.notices[-1].at < len(scene.events):
        return ()
    return ((say.notice(scene.notices[-1], scene.table, words), palette.special),)


def _ballot(table: TableView) -> Ballot | None:
    return None if table.pause is None else table.pause.ballot


def _own(ballot: Ballot, me: int) -> Choice | None:
    return next((vote.choice for vote in ballot.votes if vote.seat == me), None)


def _choice(table: TableView, choice: Choice, words: Words) -> str:
    if choice != "bot" or table.pause is None:
        return words(f"absence.choice.{choice}")
    seats = table.pause.seats
    if len(seats) != 1:
        return words("absence.choice.bot_many")
    return words("absence.choice.bot", name=say.name_of(seats[0], table.chairs, words))


def _counted(table: TableView, ballot: Ballot, choice: Choice, words: Words) -> str:
    count = sum(vote.choice == choice for vote in ballot.votes)
    return f"{_choice(table, choice, words)} {count}/{len(ballot.asked)}"


def _mark(ballot: Ballot, choice: Choice, me: int | None) -> str:
    return " ✓" if me is not None and _own(ballot, me) == choice else ""


def _decides(ballot: Ballot, me: int, choice: Choice) -> bool:
    """Whether the viewer's vote for that choice is the last one that it needs."""
    others = sum(vote.choice == choice and vote.seat != me for vote in ballot.votes)
    return 2 * (others + 1) > len(ballot.asked)


# ── keys ───────────────────────────────────────────────────────────────────────────────────────


def press(scene: Scene, key: str, words: Words, acts: bool) -> Press | None:
    """What a key means while somebody is missing; None: nothing of this.

    `acts`: it is one of the game's own keys. Whoever is only late has offers, and plays as ever.
    """
    table, rest = scene.table, scene.table.pause
    if rest is not None and rest.why.code == "storage":
        running = table.stage == "running" and table.me is not None
        return Explain(reason(table, words)) if acts and running else None
    if acts and (stood_in(table) or missed(table)):
        return TakeBack()
    if rest is None:
        return None
    if key in KEYS:
        return _press_vote(table, rest, KEYS[key], words)
    if acts and table.me is not None and table.stage == "running" and not real(table.offers):
        return Explain(reason(table, words))
    return None


def _press_vote(table: TableView, rest: Pause, choice: Choice, words: Words) -> Press | None:
    ballot, me = rest.ballot, table.me
    if me is None:
        return None if ballot is None else Explain(words("absence.only_players"))
    if stood_in(table):
        # They have no say while a bot plays for them, and can change that.
        return Explain(words("absence.take_back_hint"))
    if me in rest.seats:
        return Explain(words("why.not_asked"))
    if ballot is None:
        return Explain(words("absence.not_yet"))
    if me not in ballot.asked:
        return Explain(words("why.not_asked"))
    if choice not in ballot.choices:
        return Explain(words("why.no_deal"))
    if _own(ballot, me) == choice:
        return Explain(words("absence.voted", choice=_choice(table, choice, words)))
    vote = Vote(ballot.number, choice)
    if choice == "cancel" and _decides(ballot, me, choice):
        return Confirm(words("absence.confirm_cancel"), vote)
    return vote
