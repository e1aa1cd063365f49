"""The question that stands before somebody at a table, and what can be typed for an answer."""

from engine.values.offers import Call, Place, SetRows, real
from protocol.messages import TableView
from tui.canvas.frame import can_go_on
from tui.canvas.scene import Scene
from tui.layouts import absence, cash, freezeout, points
from tui.layouts.waiting import can_fill
from tui.lines import look, rows
from tui.lines.choices import choices
from tui.lines.deeds import whose_turn
from tui.lines.typed import shown
from tui.lines.voice import Voice

# What kind of question, and what makes it another one.
Question = tuple[str, int, int, int]


def question_of(scene: Scene) -> Question | None:
    """What stands before this seat; another value is another question, None: nothing does."""
    table = scene.table
    if table.me is None:
        return None
    ballot = None if table.pause is None else table.pause.ballot
    if ballot is not None and table.me in ballot.asked:
        return ("vote", table.deal, ballot.number, 0)
    if absence.stood_in(table) or absence.missed(table):
        return ("here", table.deal, table.decision, 0)
    if table.stage == "running":
        offers = real(table.offers)
        price = next((one.price for one in offers if isinstance(one, Call)), 0)
        return ("act", table.deal, table.decision, price) if offers else None
    if cash.again(scene):
        return ("broke", table.deal, 0, 0)
    if table.stage == "waiting" and can_fill(table):
        return ("fill", table.deal, sum(c.kind == "empty" for c in table.chairs), 0)
    if real(table.offers):
        return ("after", table.deal, table.decision, 0)
    if can_go_on(scene):
        return ("next", table.deal, table.stage == "over", 0)
    return None


def question(scene: Scene, voice: Voice) -> list[str]:
    """The question in words; whose turn it is where none stands."""
    words = voice.words
    asked = question_of(scene)
    match asked:
        case ("vote", *_):
            ways = ", ".join(
                f"{button.label}: {_vote_word(button.id, voice)}"
                for button in absence.votes(scene, words)
            )
            return [absence.who(scene.table, words) + ".", voice("vote", choices=ways)]
        case ("here", *_):
            key = "absence.bot_for_you" if absence.stood_in(scene.table) else "absence.you_late"
            return [words(key), voice("here_hint", word=shown("here", words))]
        case ("act", *_):
            return _turn(scene, voice)
        case ("after", *_):
            then = [_next(scene, voice)] if can_go_on(scene) else []
            return [voice("you_may", choices=_listed(scene, voice)), *then]
        case ("broke", *_):
            chips = cash.again(scene)
            return [voice("broke", word=shown("buy", words), chips=chips)]
        case ("fill", *_):
            free = sum(chair.kind == "empty" for chair in scene.table.chairs)
            return [voice("fill", count=free, word=shown("fill", words))]
        case ("next", *_):
            return [_next(scene, voice)]
        case _:
            return [standing(scene, voice)]


def standing(scene: Scene, voice: Voice) -> str:
    """Whom or what is waited for, where nothing is asked."""
    table, words = scene.table, voice.words
    if table.pause is not None:
        return absence.reason(table, words)
    if table.stage == "running":
        return whose_turn(scene, voice)
    if table.stage == "broken":
        return words("common.broken_table")
    return coming(scene, voice) or words("common.waiting")


def coming(scene: Scene, voice: Voice) -> str:
    """When the next deal begins, where that is known."""
    table, words = scene.table, voice.words
    if cash.is_cash(table):
        return cash.sentence(scene, words) or cash.next_line(scene, words)
    if points.is_points(table):
        return points.sentence(table, words) or points.next_line(scene, words)
    if freezeout.is_freezeout(table):
        return freezeout.sentence(table, words) or freezeout.next_line(scene, words)
    names = [chair.name for chair in table.chairs if chair.kind != "empty" and not chair.ready]
    return words("common.waits_for", names=voice.listed(names)) if names else ""


def _listed(scene: Scene, voice: Voice) -> str:
    return "; ".join(one.brief for one in choices(scene, voice))


def _turn(scene: Scene, voice: Voice) -> list[str]:
    """That it is one's turn, what it is about, and what can be typed."""
    table = scene.table
    said = [voice("your_turn", choices=_listed(scene, voice))]
    offers = real(table.offers)
    if any(isinstance(one, SetRows) for one in offers):
        hints = table.options.get("hints") is True
        said.append(voice("your_turn.rows", front=shown("front", voice.words)))
        if hints:
            said.append(voice("your_turn.hints", word=shown("suggest", voice.words)))
    about = look.board(scene, voice) if look.has_board(scene) else []
    about += look.pot(scene, voice)[:1]
    if any(isinstance(one, Place) for one in offers):
        about += look.grid(scene, voice)
    about += look.hand(scene, voice)
    if rows.laying(table) is not None:
        about += look.own_rows(scene, voice)
    return [*said, " ".join(about)] if about else said


def _next(scene: Scene, voice: Voice) -> str:
    table = scene.table
    word = shown("next", voice.words)
    if table.stage == "over":
        return voice("next.match", word=word)
    if cash.own(table) is not None or points.own(table) is not None:
        return voice("next.soon", word=word)
    return voice("next", word=word)


def _vote_word(button: str, voice: Voice) -> str:
    return f"{shown('vote', voice.words)} {shown('vote_' + button.partition('.')[2], voice.words)}"


def seconds_left(table: TableView) -> float | None:
    """Seconds for one's own decision when the view was sent; None: no clock runs for it."""
    if table.clock is None or table.stage != "running" or not real(table.offers):
        return None
    return table.clock.left / 1000
