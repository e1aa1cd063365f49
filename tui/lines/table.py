"""A table in lines: what happens is told, what is asked is asked, what is typed is done."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.kit.rows import ROWS
from engine.values.actions import Action
from engine.values.draft import Draft
from engine.values.offers import Take, admitted, real
from protocol.messages import Act, DealEvents, Keep, No, Ok, Said, TableView
from tui.canvas.scene import Act as Does
from tui.canvas.scene import Confirm, Explain, Scene, Series, Ui
from tui.lines import asking, choices, deeds, look, rows, telling, typed
from tui.lines.asking import Question, question_of
from tui.lines.chair import CHAIR, Chair
from tui.lines.deeds import DECIDES, Deed
from tui.lines.house import HOUSE
from tui.lines.results import results
from tui.lines.typed import shown
from tui.link import new_key

if TYPE_CHECKING:
    from tui.lines.core import Session

MARKS = (20, 10, 5)  # seconds left when the time is told
LOOKS = frozenset({"look", "hand", "board", "pot", "players", "log", "offers"})


class TableTalk:
    """One person at one table."""

    def __init__(self, session: "Session", table: str) -> None:
        self.id = table
        self._session = session
        self._chair = Chair(session, self)
        self._deal = 0  # whose events were told, and how many of them
        self._told = 0
        self._summed = 0  # the deal whose results were told
        self._welcomed = False
        self._asked: Question | None = None
        self._standing = ""
        self._pending: int | None = None  # the view's number that an action was sent for
        self._answered = False
        self._decided = False  # since something was asked last
        self._series: deque[Action] = deque()
        self._draft = Draft()
        self._sorted: tuple[int, int] | None = None
        self._clock: float | None = None
        self._marks: list[int] = []

    # ── what there is ──────────────────────────────────────────────────────────────────────────

    @property
    def view(self) -> TableView | None:
        """The table as told last."""
        known = self._session.room.tables.get(self.id)
        return known.view if known else None

    @property
    def scene(self) -> Scene | None:
        """The same as layouts take it."""
        room = self._session.room
        known = room.tables.get(self.id)
        if known is None:
            return None
        info = room.game(known.view.game)
        return Scene(
            table=known.view,
            events=known.events if known.deal == known.view.deal else (),
            said=known.said,
            players=known.players,
            notices=known.notices,
            specs=info.options if info else (),
            ui=Ui(purse=room.account.chips),
        )

    @property
    def seated(self) -> bool:
        """Whether one has a seat here."""
        return self.view is not None and self.view.me is not None

    @property
    def acting(self) -> bool:
        """Whether a decision is on its way, or nothing was told of the table yet."""
        return self._pending is not None or bool(self._series) or self.view is None

    @property
    def goes_on(self) -> bool:
        """Whether something will happen without anybody's asking this person."""
        scene = self.scene
        if scene is None:
            return True
        if scene.table.me is None or scene.table.stage in ("broken", "over"):
            return False
        asked = question_of(scene)
        # Where the next deal begins by itself nobody is waited for.
        return asked is None or (asked[0] in ("next", "after") and scene.table.next is not None)

    # ── what happens ───────────────────────────────────────────────────────────────────────────

    def before(self, message: DealEvents) -> None:
        """Events come: if they are another deal's, the last one is told to its end first."""
        known, scene = self._session.room.tables.get(self.id), self.scene
        if message.table != self.id or known is None or scene is None:
            return
        if known.deal and message.deal != known.deal and self._deal in (0, known.deal):
            self._tell(scene)

    def seen(self, old: TableView | None) -> None:
        """A view came."""
        scene = self.scene
        if scene is None:
            return
        say = self._session.say
        if not self._welcomed:
            self._welcomed = True
            say(look.title(scene, self._session.voice))
            say(self._chair.welcome(scene))
        say(*telling.beside(old, scene.table, self._session.voice))
        self._tell(scene)
        if scene.table.stage != "running" and self._summed != scene.table.deal:
            self._summed = scene.table.deal
            say(*results(scene, self._session.voice))
        self._settle_if_shown(scene.table)
        self._count(scene.table)
        asked, before = question_of(scene), self._asked
        if asked != before:
            self._asked = asked
            if not self._go_on(scene) and asked is not None:
                # Where others move meanwhile, one's cards are still those.
                same = before is not None and before[0] == asked[0] == "act"
                self.ask(brief=same and not self._decided)
                self._decided = False
        standing = "" if asked is not None else self._person_waited_for(scene)
        if standing != self._standing:
            self._standing = standing
            say(standing)

    def _person_waited_for(self, scene: Scene) -> str:
        """Whose turn it is, if a person's: bots are quick, and what they do is told."""
        table = scene.table
        if table.view is None or table.stage != "running" or table.pause is not None:
            return ""
        if not any(table.chairs[seat].kind == "person" for seat in table.view.to_act):
            return ""
        return deeds.whose_turn(scene, self._session.voice)

    def _tell(self, scene: Scene) -> None:
        known = self._session.room.tables[self.id]
        events = known.events
        if known.deal not in (scene.table.deal, self._deal):
            return
        if known.deal != self._deal:
            self._deal, self._told = known.deal, 0
        whole = Scene(
            table=scene.table, events=events, players=known.players, specs=scene.specs, ui=scene.ui
        )
        self._session.say(*telling.happened(whole, self._told, self._session.voice))
        self._told = max(self._told, len(events))

    def spoken(self, said: Said) -> None:
        """Somebody spoke."""
        self._session.say(telling.spoken(said, self._session.voice))

    def anew(self) -> None:
        """There is another line: what was on its way is not any more."""
        self._pending, self._answered, self._asked = None, False, None
        self._series.clear()
        if self.scene is not None:
            self.ask()

    def ask(self, *, brief: bool = False) -> None:
        """Say what is asked, or what is waited for; `brief`: no more than what can be typed."""
        scene = self.scene
        if scene is None:
            self._session.say(self._session.voice.words("lobby.table_comes"))
            return
        self._asked = question_of(scene)
        said = asking.question(scene, self._session.voice)
        self._session.say(*(said[:1] if brief else said))

    # ── the clock ──────────────────────────────────────────────────────────────────────────────

    def _count(self, table: TableView) -> None:
        left = asking.seconds_left(table)
        self._clock = None if left is None else self._session.world.now() + left
        self._marks = [] if left is None else [mark for mark in MARKS if mark < left]

    @property
    def due(self) -> float | None:
        """When the time is to be told next."""
        if self._clock is None or not self._marks:
            return None
        return self._clock - self._marks[0]

    def tick(self) -> None:
        """Tell the time, once for each of the marks."""
        due = self.due
        if due is not None and self._session.world.now() >= due:
            self._session.say(self._session.voice("seconds", count=self._marks.pop(0)))

    # ── what is typed ──────────────────────────────────────────────────────────────────────────

    def obey(self, words: Sequence[str], line: str) -> bool:
        """Do what was typed; False where it is nothing of a table's."""
        scene, session = self.scene, self._session
        if scene is None:
            return False
        number = typed.number(words[0].strip("#()"))
        if number is not None:
            self._by_number(scene, number, words[1:])
            return True
        if len(words) > 1 and typed.whole(words[0], {"show", "style"}):
            # Alone they are about one's hand; like this a deal is shown, or cards are called so.
            return False
        now = deeds.offered(scene) | self._row_verbs(scene)
        found = typed.meant(words[0], now, DECIDES | rows.VERBS | CHAIR | LOOKS, HOUSE)
        if not found or found[0] in HOUSE - DECIDES:
            return False
        if len(found) > 1:
            session.say(session.unclear(found))
        else:
            self._do(scene, found[0], words[1:], line)
        return True

    def _row_verbs(self, scene: Scene) -> frozenset[str]:
        if rows.setting(scene.table) is not None:
            return rows.VERBS - {"lay"}
        return frozenset({*ROWS, "lay"}) if rows.laying(scene.table) is not None else frozenset()

    def _by_number(self, scene: Scene, number: int, rest: Sequence[str]) -> None:
        voice = self._session.voice
        if any(isinstance(one, Take) for one in real(scene.table.offers)):
            self._carry_out(deeds.deed(scene, "take", [str(number)], voice))
            return
        listed = choices.choices(scene, voice)
        if not 1 <= number <= len(listed):
            self._session.say(voice("no_number", count=len(listed)))
            return
        self._do(scene, listed[number - 1].verb, rest, "")

    def _do(self, scene: Scene, verb: str, rest: Sequence[str], line: str) -> None:
        session, voice = self._session, self._session.voice
        if verb == "place" and rows.laying(scene.table) is not None:
            verb = "lay"
        if verb == "rows" or (verb == "suggest" and not rest and rows.setting(scene.table) is None):
            self._say_rows(scene)
        elif verb in LOOKS:
            session.say(*self._looked(scene, verb))
        elif verb in CHAIR:
            self._chair.obey(scene, verb, rest, line)
        elif verb in rows.VERBS and (made := self._rows(scene, verb, rest)) is not None:
            self._carry_out(made)
        elif verb in rows.VERBS - DECIDES:
            session.say(deeds.whose_turn(scene, voice))
        else:
            self._carry_out(deeds.deed(scene, verb, rest, voice))

    def _looked(self, scene: Scene, verb: str) -> list[str]:
        voice = self._session.voice
        if verb == "log":
            return telling.happened(scene, 0, voice) or [voice("log.none")]
        if verb == "offers":
            listed = choices.choices(scene, voice)
            return [
                voice("offer", number=place, form=one.brief, example=one.example)
                for place, one in enumerate(listed, 1)
            ] or [asking.standing(scene, voice)]
        if verb == "look":
            return [*look.look(scene, voice), asking.question(scene, voice)[0]]
        asked: dict[str, Callable[..., list[str]]] = {
            "hand": look.hand,
            "board": lambda s, v: [*look.board(s, v), *look.tokens(s, v), *look.grid(s, v)],
            "pot": look.pot,
            "players": look.players,
        }
        return asked[verb](scene, voice) or [voice("nothing_there")]

    # ── rows ───────────────────────────────────────────────────────────────────────────────────

    def _draft_of(self, table: TableView) -> Draft:
        """The rows for the question that stands, as they are or as the table kept them."""
        question = (table.deal, table.decision)
        if question != self._sorted:
            self._sorted, self._draft = question, table.draft or Draft()
        return self._draft

    def _rows(self, scene: Scene, verb: str, rest: Sequence[str]) -> Deed | None:
        made = rows.deed(scene, verb, rest, self._draft_of(scene.table), self._session.voice)
        if not isinstance(made, rows.Sort):
            return made
        self._draft = made.draft
        self._say_rows(scene)
        view = scene.table
        keep = Keep(id=0, table=self.id, deal=view.deal, decision=view.decision, draft=made.draft)
        self._session.request(keep)
        return Explain("")

    def _say_rows(self, scene: Scene) -> None:
        voice, offer = self._session.voice, rows.setting(scene.table)
        if offer is None:
            mine = scene.table.me
            said = [] if mine is None else [look.seat_line(scene, mine, voice)]
            self._session.say(*(said or [voice("nothing_there")]))
            return
        draft = self._draft_of(scene.table)
        self._session.say(*rows.told(draft, offer.cards, voice))
        if draft.complete:
            self._session.say(voice("rows_full", word=shown("submit", voice.words)))

    # ── decisions ──────────────────────────────────────────────────────────────────────────────

    def _carry_out(self, made: Deed) -> None:
        match made:
            case Explain(text):
                self._session.say(text)
            case Confirm(text, then):
                asked = self._asked

                def agreed() -> None:
                    # Another question has come meanwhile: the yes did not mean that one.
                    scene = self.scene
                    if scene is not None and question_of(scene) == asked:
                        if isinstance(then, Does | Series):
                            self._carry_out(then)
                    else:
                        self._session.say(self._session.voice("too_late"))

                self._session.confirm(text, agreed)
            case Series(actions):
                self._series.extend(actions[1:])
                self._send(actions[0])
            case Does(action):
                self._send(action)

    def _send(self, action: Action) -> None:
        view = self.view
        if view is None:
            return
        self._pending, self._answered, self._decided = view.seq, False, True
        self._session.request(
            Act(
                id=0,
                table=self.id,
                deal=view.deal,
                decision=view.decision,
                action=action,
                key=new_key(),
            ),
            self._acted,
        )

    def _acted(self, answer: Ok | No | None) -> None:
        if not isinstance(answer, Ok):
            self._pending = None
            self._series.clear()
            if isinstance(answer, No):
                self._session.say(self._session.refusal(answer))
            return
        self._answered = True
        if self.view is not None:
            self._settle_if_shown(self.view)
            scene = self.scene
            if scene is not None:
                self._go_on(scene)

    def _settle_if_shown(self, view: TableView) -> None:
        """What came of a decision is seen: the next can be made."""
        if self._answered and self._pending is not None and view.seq > self._pending:
            self._pending, self._answered = None, False

    def _go_on(self, scene: Scene) -> bool:
        """Send the next of several decisions, if it is asked for; whether it was sent."""
        if not self._series or self._pending is not None:
            return bool(self._series)
        action = self._series.popleft()
        if admitted(scene.table.offers, action):
            self._send(action)
            return True
        self._series.clear()
        return False
