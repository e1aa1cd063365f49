"""The signs that a table is drawn with, as the help explains them: one list for games alike."""

from tui.canvas.cells import Style
from tui.screens.paint import Page

# A sign, how it looks, and the key of what it means.
Sign = tuple[str, Style, str]


def signs(family: str, game: str, page: Page) -> list[Sign]:
    """What the tables of a game show; `family` is the topic that explains the game's terms."""
    match family:
        case "betting":
            return _betting(game, page)
        case "chinese":
            return _rows(game, page)
        case "indian":
            return _foreheads(page)
        case "pokerquadrat":
            return _square(page)
        case _:
            return _tokens(page)


def _tokens(page: Page) -> list[Sign]:
    palette = page.palette
    return [
        ("▸", page.looks.strong_accent, "help.sign.turn"),
        ("(4)", palette.tokens["h"], "help.sign.token"),
        ("4♦", palette.suits["d"], "help.sign.past"),
        ("–", palette.bad, "help.sign.without"),
        ("▲ ▼ =", palette.muted, "help.sign.moved"),
        (page.words("common.dealer"), palette.badge, "help.sign.dealer"),
        ("✓", palette.good, "help.sign.good"),
        ("✗", palette.bad, "help.sign.bad"),
        ("●○", palette.good, "help.sign.score"),
        ("▓▓▓", palette.card_back, "help.sign.hidden"),
        ("·", palette.faint, "help.sign.empty"),
    ]


def _square(page: Page) -> list[Sign]:
    palette = page.palette
    return [
        ("▸", page.looks.strong_accent, "help.sign.turn"),
        ("▲", page.looks.strong_accent, "pokerquadrat.sign.chosen"),
        ("┃   ┃", palette.accent, "pokerquadrat.sign.ghost"),
        ("→ +5", palette.good, "pokerquadrat.sign.becomes"),
        ("✓", palette.good, "pokerquadrat.sign.good"),
        ("✗", palette.bad, "pokerquadrat.sign.bad"),
        ("▓▓▓", palette.card_back, "help.sign.hidden"),
        ("╭   ╮", palette.faint, "pokerquadrat.sign.free"),
        ("·", palette.faint, "pokerquadrat.sign.line"),
    ]


def _betting(game: str, page: Page) -> list[Sign]:
    palette = page.palette
    blinds = not page.words.has(f"{game}.option.bring_in")
    unseen = page.words.has(f"{game}.sign.own")
    return [
        ("▸", page.looks.strong_accent, "help.sign.turn"),
        (page.words.at(game)("betting.badge.dealer"), palette.badge, "betting.sign.button"),
        *([("SB BB", palette.muted, "betting.sign.blinds")] if blinds else []),
        ("●20", palette.accent, "betting.sign.bet"),
        ("★", palette.accent, "betting.sign.wins"),
        ("[x]", palette.accent, "betting.sign.planned"),
        *([("? ?", palette.card_back, f"{game}.sign.own")] if unseen else []),
        ("▓▓", palette.card_back, "help.sign.hidden"),
        ("·", palette.faint, "help.sign.empty"),
    ]


def _foreheads(page: Page) -> list[Sign]:
    palette = page.palette
    return [
        ("▸", page.looks.strong_accent, "help.sign.turn"),
        (page.words("common.dealer"), palette.badge, "help.sign.dealer"),
        ("●3", palette.accent, "betting.sign.bet"),
        ("★", palette.accent, "betting.sign.wins"),
        ("✓", palette.good, "indian.sign.declared"),
        ("[x]", palette.accent, "betting.sign.planned"),
        ("▓?▓", palette.card_back, "indian.sign.own"),
        ("▓▓▓", palette.card_back, "help.sign.hidden"),
    ]


def _rows(game: str, page: Page) -> list[Sign]:
    palette, keys = page.palette, page.looks.strong_accent
    if game == "chinese":
        own: list[Sign] = [("★", palette.accent, "chinese.sign.special")]
    else:
        own = [
            ("!", palette.bad, "chinese.sign.weaker"),
            ("FL", palette.special, "chinese.sign.land"),
        ]
    return [
        ("▸", keys, "help.sign.turn"),
        ("▲", keys, "chinese.sign.cursor"),
        ("•", keys, "chinese.sign.marked"),
        ("x", keys, "chinese.sign.picked"),
        ("┃   ┃", palette.accent, "chinese.sign.ghost"),
        ("✓", palette.good, "chinese.sign.good"),
        ("✗", palette.bad, "chinese.sign.foul"),
        *own,
        ("+6 −1", palette.text, "chinese.sign.points"),
        ("▓▓▓", palette.card_back, "help.sign.hidden"),
        ("·", palette.faint, "chinese.sign.free"),
    ]
