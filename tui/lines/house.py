"""What works everywhere: help, language, who one is, rules, past deals, the end."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from protocol.messages import (
    Disown,
    Invite,
    Keys,
    No,
    Ok,
    Past,
    PastDeal,
    Prefer,
    Purse,
    Record,
    Rename,
    Return,
    Scores,
    Unite,
)
from tui.canvas.plain import clean
from tui.lines import choices, typed
from tui.lines.typed import folded, shown
from tui.locale.rules import Rules, rules, written
from tui.screens.prose import plain
from tui.screens.record_page import outcome, story
from tui.screens.speech import game_name

if TYPE_CHECKING:
    from tui.lines.core import Session

HOUSE = frozenset(
    {
        "help",
        "lang",
        "plain",
        "screen",
        "style",
        "rules",
        "past",
        "show",
        "record",
        "scores",
        "name",
        "code",
        "chips",
        "invite",
        "unite",
        "keys",
        "quit",
    }
)
WIDTH = 10_000  # of rules: a paragraph a line
STYLES = {"style_short": "short", "style_words": "words", "style_signs": "signs"}


class House:
    """A person and the house."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._deals: tuple[PastDeal, ...] = ()

    def obey(self, verb: str, rest: Sequence[str], line: str) -> None:
        """Do what works everywhere."""
        session = self._session
        _, _, text = line.strip().partition(" ")
        match verb:
            case "help":
                self._help()
            case "lang":
                self._lang(rest)
            case "plain" | "screen":
                self._prefer_plain(verb == "plain")
            case "style":
                self._style(rest)
            case "rules":
                self._rules(rest)
            case "past":
                session.request(Past(id=0), self._past)
            case "show":
                self._show(rest)
            case "record":
                self._look_back(rest, text=True)
            case "scores":
                self._scores(rest)
            case "name":
                self._name(text.strip())
            case "code":
                self._code(text.strip())
            case "chips":
                self._purse(rest)
            case "invite":
                session.request(Invite(id=0), self._invited)
            case "unite":
                session.request(Unite(id=0, code=text.strip()[:64]), self._who)
            case "keys":
                self._keys(text.strip())
            case _:
                self._quit()

    # ── help ───────────────────────────────────────────────────────────────────────────────────

    def _help(self) -> None:
        session, voice = self._session, self._session.voice
        scene = session.table.scene if session.table is not None else None
        if scene is None:
            session.say(*self._lines("lobby"), *self._lines("house"))
            return
        listed = choices.choices(scene, voice)
        if listed:
            session.say(voice("help.now"))
            session.say(*(voice("help.choice", form=c.brief, example=c.example) for c in listed))
        session.say(*self._lines("table"), *self._lines("house"))

    def _lines(self, part: str) -> list[str]:
        words = self._session.voice.words
        return words(f"lines.help.{part}").splitlines()

    def _lang(self, rest: Sequence[str]) -> None:
        session = self._session
        wanted = rest[0][:2] if rest else ""
        lang = next((lang for lang in ("de", "en") if lang == wanted), None)
        if lang is None:
            session.say(session.voice("lang_how"))
            return
        session.voice.speak("de" if lang == "de" else "en")
        session.request(Prefer(id=0, prefs={"lang": lang}), lambda answer: None)
        session.say(session.voice("lang"))
        session.again()

    def _prefer_plain(self, on: bool) -> None:
        """From the next time on in lines, or on a screen where it can be."""
        session = self._session

        def answered(answer: Ok | No | None) -> None:
            if isinstance(answer, No):
                session.say(session.refusal(answer))
            elif answer is not None:
                session.say(session.voice("plain" if on else "screen"))

        session.request(Prefer(id=0, prefs={"plain": True if on else None}), answered)

    def _style(self, rest: Sequence[str]) -> None:
        session, voice = self._session, self._session.voice
        found = typed.meant(rest[0], STYLES) if rest else ()
        if len(found) != 1:
            session.say(voice("cards_how"))
            return
        if found[0] == "style_signs" and voice.ascii:
            session.say(voice("no_signs"))
            return
        voice.style = "words" if found[0] == "style_words" else "short"
        if found[0] == "style_signs":
            voice.style = "signs"
        session.say(voice("cards_now", example=voice.words("lines.example")))

    def _quit(self) -> None:
        session = self._session
        table = session.table
        seated = bool(session.room.held) or (table is not None and table.seated)
        if seated and not session.alone:
            text = session.voice.words("lobby.quit.held")
            session.confirm(text, lambda: session.finish(0))
        else:
            session.finish(0)

    # ── rules ──────────────────────────────────────────────────────────────────────────────────

    def _rules(self, rest: Sequence[str]) -> None:
        session, voice = self._session, self._session.voice
        view = session.table.view if session.table is not None else None
        words = list(rest)
        game = self.game(words)
        if game is None and view is not None:
            game = view.game
        known = rules(game, voice.words.lang) if game is not None else None
        if known is None or game is None:
            games = ", ".join(game_name(voice.words, one) for one in written())
            session.say(voice("rules_which", games=games, word=shown("rules", voice.words)))
            return
        number = typed.number(words[0]) if words else None
        if number is not None and 1 <= number <= len(known.sections):
            self._section(Rules(known.title, (known.sections[number - 1],)))
        elif words and typed.meant(words[0], {"all"}):
            self._section(known)
        else:
            session.say(voice("rules", game=known.title))
            for place, section in enumerate(known.sections, 1):
                session.say(f"{place}: {section.title}")
            session.say(voice("rules_how", word=shown("rules", voice.words), game=game))

    def _section(self, known: Rules) -> None:
        self._session.say(*plain(known, WIDTH, self._session.voice.words).splitlines())

    def game(self, words: list[str]) -> str | None:
        """The game that words begin with, by its id or its name; those words are taken off."""
        names: dict[tuple[str, ...], str] = {}
        voice = self._session.voice
        for info in self._session.room.games:
            for name in (info.id, info.id.replace("_", " "), game_name(voice.words, info.id)):
                plainly = folded(name).replace("'", "").replace("-", " ")
                names[tuple(plainly.split())] = info.id
        typed_words = [word.replace("'", "").replace("-", " ") for word in words]
        for said in sorted(names, key=len, reverse=True):
            if tuple(typed_words[: len(said)]) == said:
                del words[: len(said)]
                return names[said]
        if not words:
            return None
        begun = {game for said, game in names.items() if said[0].startswith(typed_words[0])}
        if len(begun) != 1 or typed.number(words[0]) is not None:
            return None
        del words[0]
        return begun.pop()

    # ── looking back ───────────────────────────────────────────────────────────────────────────

    def _past(self, answer: Ok | No | None) -> None:
        session, voice = self._session, self._session.voice
        if not isinstance(answer, Ok):
            if answer is not None:
                session.say(session.refusal(answer))
            return
        self._deals = answer.deals
        if not self._deals:
            session.say(voice.words("past.none"))
            return
        for place, deal in enumerate(self._deals, 1):
            how = outcome(voice.words, deal.game, deal.scored, "past")
            if deal.points is not None:
                how = voice.words.signed(deal.points)
            how = how.lstrip("✓✗ ")
            said = voice(
                "past",
                number=place,
                time=f"{datetime.fromtimestamp(deal.at / 1000, UTC):%Y-%m-%d %H:%M}",
                game=game_name(voice.words, deal.game),
                table=deal.name,
                deal=deal.number,
                how=how,
            )
            session.say(said)
        session.say(voice("past_how", word=self._show_deal))

    def _show(self, rest: Sequence[str]) -> None:
        """A deal that is past; in the lobby a table as well."""
        if self._session.table is None and not (rest and typed.whole(rest[0], {"deal"})):
            self._session.show_table(rest)
        else:
            self._look_back(rest, text=False)

    def _look_back(self, rest: Sequence[str], *, text: bool) -> None:
        session = self._session
        words = [word for word in rest if not typed.whole(word, {"deal"})]
        number = typed.number(words[0]) if words else 1
        if not self._deals:

            def asked(answer: Ok | No | None) -> None:
                if isinstance(answer, Ok) and answer.deals:
                    self._deals = answer.deals
                    self._look_back(rest, text=text)
                else:
                    self._past(answer)

            session.request(Past(id=0), asked)
        elif number is None or not 1 <= number <= len(self._deals):
            session.say(session.voice("past_how", word=self._show_deal))
        else:
            deal = self._deals[number - 1]
            wanted = Record(id=0, table=deal.table, deal=deal.deal)
            session.request(wanted, lambda answer: self._record(answer, text))

    @property
    def _show_deal(self) -> str:
        """What is typed to look at a past deal."""
        words = self._session.voice.words
        return f"{shown('show', words)} {shown('deal', words)}"

    def _record(self, answer: Ok | No | None, text: bool) -> None:
        session = self._session
        if isinstance(answer, Ok) and answer.played is not None and answer.record is not None:
            if text:
                session.say(*answer.record.splitlines())
                return
            for line in story(answer.played, session.voice.palette, session.voice.words):
                session.say("".join(part for part, _ in line))
        elif isinstance(answer, No):
            session.say(session.refusal(answer))
        elif answer is not None:
            session.say(session.voice.words("why.no_record"))
        # The next list may be another one.
        self._deals = () if session.table is not None else self._deals

    def _scores(self, rest: Sequence[str]) -> None:
        session = self._session
        words = list(rest)
        view = session.table.view if session.table is not None else None
        games = [info.id for info in session.room.games if info.scores]
        game = self.game(words) or (view.game if view is not None else None)
        if game not in games:
            if not games:
                session.say(session.voice("no_scores"))
                return
            game = games[0]
        options = view.options if view is not None and view.game == game else {}
        session.request(Scores(id=0, game=game, options=options), self._listed)

    def _listed(self, answer: Ok | No | None) -> None:
        session, voice = self._session, self._session.voice
        if isinstance(answer, No):
            session.say(session.refusal(answer))
        elif answer is not None and answer.scores is not None:
            if not answer.scores.best:
                session.say(voice("no_scores"))
            for score in answer.scores.best:
                names = voice.listed(score.names)
                points = voice.words.number(score.points)
                session.say(voice("score", rank=score.rank, points=points, names=names))

    # ── who one is ─────────────────────────────────────────────────────────────────────────────

    def _who(self, answer: Ok | No | None) -> None:
        session, voice = self._session, self._session.voice
        if isinstance(answer, No):
            session.say(session.refusal(answer))
        elif answer is not None:
            session.say(voice("name", name=clean(session.room.account.name)))

    def _name(self, text: str) -> None:
        session = self._session
        if text:
            session.request(Rename(id=0, name=text[:64]), self._who)
        else:
            word = shown("name", session.voice.words)
            name = clean(session.room.account.name)
            session.say(session.voice("name", name=name), session.voice("name_how", word=word))

    def _code(self, text: str) -> None:
        session, account = self._session, self._session.room.account
        if text:
            session.request(Return(id=0, code=text[:64]), self._who)
        elif account.guest and account.code:
            session.say(session.voice("code", code=clean(account.code)))
        else:
            session.say(session.voice("no_code"))

    def _purse(self, rest: Sequence[str]) -> None:
        session = self._session
        refill = bool(rest) and bool(typed.meant(rest[0], {"refill"}))

        def answered(answer: Ok | No | None) -> None:
            if isinstance(answer, No):
                session.say(session.refusal(answer))
            elif answer is not None:
                chips = session.voice.words.number(session.room.account.chips)
                session.say(session.voice("chips", chips=chips))

        session.request(Purse(id=0, refill=refill), answered)

    def _invited(self, answer: Ok | No | None) -> None:
        session, voice = self._session, self._session.voice
        if isinstance(answer, No):
            session.say(session.refusal(answer))
        elif answer is not None and answer.invitation is not None:
            code, seconds = answer.invitation.code, answer.invitation.seconds
            word = shown("unite", voice.words)
            session.say(voice("invited", code=code, minutes=max(1, seconds // 60), word=word))

    def _keys(self, text: str) -> None:
        session, voice = self._session, self._session.voice

        def answered(answer: Ok | No | None) -> None:
            if isinstance(answer, No):
                session.say(session.refusal(answer))
            elif answer is not None:
                for one in answer.keys:
                    session.say(voice("key.here" if one.here else "key", key=one.key))
                if not answer.keys:
                    session.say(voice("no_keys"))

        _, sign, name = text.partition(" ")
        if sign:
            session.request(Disown(id=0, public_key=name.strip()[:128]), answered)
        else:
            session.request(Keys(id=0), answered)
