"""How a deal and its streets begin: forced bets, stakes, whose open cards say who acts first."""

from collections.abc import Iterable
from operator import sub

from msgspec.structs import replace

from engine.games.betting.options import AnyOptions, DrawOptions, OpenPairOptions, StudOptions
from engine.games.betting.state import Carry, Opener, State
from engine.kit import ranking, soko
from engine.kit.betting import Stakes
from engine.kit.pots import clockwise
from engine.values.cards import RANKS, SUITS, Card

Paying = tuple[tuple[int, ...], tuple[int, ...]]


# ── forced bets ────────────────────────────────────────────────────────────────────────────────


def filled(carry: Carry, options: AnyOptions, order: tuple[int, ...]) -> Carry:
    """The carry with what the options make of what it leaves open; `order` from the button's left.

    ValueError where its parts don't fit each other.
    """
    n = len(order)
    stacks = carry.stacks or (100 * options.bet,) * n
    antes = carry.antes or (options.antes,) * n
    posts = carry.posts or _blinds(options, order)
    dead = carry.dead or (0,) * n
    for part in (stacks, antes, posts, dead):
        if len(part) != n or min(part) < 0:
            raise ValueError("stacks, antes and posts are not those of these seats")
    if min(stacks) < 1:
        raise ValueError("a seat has no chips")
    if options.blinds is None:
        if any((*posts, *dead)) or carry.blinds is not None or carry.big is not None:
            raise ValueError("there are no blinds in stud")
        return replace(carry, stacks=stacks, antes=antes, posts=posts, dead=dead)
    if max(posts) < 1:
        raise ValueError("nobody posts a blind")
    big = carry.big
    if big is None:
        most = max(posts)
        highest = [seat for seat in order if posts[seat] == most]
        # Equal blinds: the later is the big one, of two players the one that is not the button.
        big = highest[0 if n == 2 else -1]
    if not 0 <= big < n:
        raise ValueError(f"the big blind has no seat {big}")
    return Carry(
        stacks=stacks,
        antes=antes,
        posts=posts,
        dead=dead,
        blinds=carry.blinds or options.blinds,
        big=big,
        ante_matched=carry.ante_matched,
        ask=carry.ask,
    )


def paying(full: tuple[int, ...], stacks: tuple[int, ...]) -> Paying:
    """What each seat pays of a full amount, all it has at most, and what it has left."""
    if not any(full):
        return full, stacks
    paid = tuple(map(min, full, stacks))
    return paid, tuple(map(sub, stacks, paid))


def _blinds(options: AnyOptions, order: tuple[int, ...]) -> tuple[int, ...]:
    """The blinds left of the button; of two players it posts the small one (rules.md C.2)."""
    posts = [0] * len(order)
    if options.blinds is None:
        return tuple(posts)
    first, second = order[:2] if len(order) > 2 else order[::-1]
    posts[first], posts[second] = options.blinds
    return tuple(posts)


def missing(carry: Carry, posts: tuple[int, ...], order: tuple[int, ...]) -> int:
    """What blinds lack to be posted in full: the pot-limit maximum counts it (rules.md C.6)."""
    if carry.blinds is None or carry.big is None:
        return 0
    # Beyond the big blind lie posts of people who come back: they stand for no blind.
    blinds = order if len(order) == 2 else order[: order.index(carry.big) + 1]
    unposted = sum(carry.blinds) - sum(carry.posts[seat] for seat in blinds)
    return sum(carry.posts) - sum(posts) + max(0, unposted)


def stakes(state: State) -> Stakes:
    """What bets of the street are measured by; a pair among its open cards may make them higher."""
    options, street = state.options, state.row.streets[state.street]
    structure, bet, top = options.structure, options.bet, max(options.bet, options.top)
    by = options.spread_raise if structure == "spread" else options.min_raise
    big = street.big
    if isinstance(options, DrawOptions) and options.draw_bets == "small_small":
        big = False
    return Stakes(
        structure,
        unit=top if structure == "split" and big else bet,
        most=top,
        last=by == "last" and structure != "split",
        cap_heads_up=options.cap_heads_up,
        double=top if structure == "split" and _open_pair(state) else 0,
    )


def _open_pair(state: State) -> bool:
    """Whether a pair lies open on fourth street where that allows the big bet (rules.md D11)."""
    options = state.options
    if not isinstance(options, OpenPairOptions) or not options.open_pair_big_bet:
        return False
    boards = [state.ups[seat] for seat in state.live]
    return state.street == 1 and any(len({card.rank for card in up}) < len(up) for up in boards)


# ── whose open cards begin ─────────────────────────────────────────────────────────────────────


def opener(state: State) -> Opener:
    """Whose open cards begin the street (rules.md C.3); unknown ones are passed over.

    First the lowest or highest card opens, by its suit among equals; later the best open hand
    begins, among equal ones by suits too or whoever is first from the left of the dealer.
    """
    options = state.options
    assert isinstance(options, StudOptions)
    order = clockwise(state.live, state.button, len(state.stacks))
    known = [seat for seat in order if all(card.known for card in state.ups[seat])] or order[:1]
    ups = state.ups
    if not state.street:
        if options.high_opens:
            return Opener(max(known, key=lambda seat: _by_suit(ups[seat])), "high_card")
        return Opener(min(known, key=lambda seat: _by_suit(ups[seat])), "low_card")
    if len(known) == 1:
        return Opener(known[0], "best_board")
    strengths = {seat: _showing(state, seat) for seat in known}
    best = [seat for seat in known if strengths[seat] == max(strengths.values())]
    if options.stud_tie == "suit":
        best.sort(key=lambda seat: _suits(state, ups[seat]), reverse=True)
    return Opener(best[0], "best_board")


def _by_suit(cards: Iterable[Card]) -> list[tuple[int, int]]:
    """Cards by rank, the ace high, then suit: clubs are lowest, spades highest."""
    return [(_height(card), SUITS.find(card.suit)) for card in cards]


def _height(card: Card) -> int:
    return RANKS.find(card.rank) + 2


def _showing(state: State, seat: int) -> int:
    """How high open cards are: how many of a kind, and ranks; at Soko's end also four to a hand."""
    up = state.ups[seat]
    if state.row.hand == "soko" and len(up) == 4:
        return soko.rank(up)
    return ranking.rank(up)


def _suits(state: State, up: tuple[Card, ...]) -> list[int]:
    """The suits of open cards in the order in which the cards decide."""
    heights = {card: _height(card) for card in up}
    if state.row.hand == "soko" and sorted(heights.values()) == [2, 3, 4, 14]:
        # Four in a row from the ace, which is the lowest there.
        heights = {card: height if height < 14 else 1 for card, height in heights.items()}
    many = {card: sum(other.rank == card.rank for other in up) for card in up}
    deciding = sorted(
        up, key=lambda card: (many[card], heights[card], SUITS.index(card.suit)), reverse=True
    )
    return [SUITS.index(card.suit) for card in deciding]
