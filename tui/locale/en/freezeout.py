"""Freeze-outs: who is out, the next deal, leaving, how a match has ended."""

WORDS: dict[str, str] = {
    # the title
    "deal": "deal {number}",
    "deal_last": "last deal ({number})",
    "result": "result",
    "showdown": "showdown",
    "match_over": "match over",
    # chairs that are not dealt in next, at most 13 cells
    "chair.free": "· free ·",
    "chair.leaves": "leaves",
    "chair.out": "out",
    "chair.waits": "next match",
    # one's own chair
    "you.leaves": "You leave after this deal.",
    "you.out": "You are out. You play again in the next match.",
    "you.waits": "You play in the next match.",
    "promised": "{name} plays to the end of this deal, then seat {seat} and its chips are yours.",
    # how it stands
    "standing": "Chips:",
    "pot": "in the pot {chips}",
    "ended": "The match is over.",
    "won_all": "The match is over: {name} wins, nobody else has chips.",
    "won": "The match is over: {name} wins with {chips} chips, {lead} ahead of {second}.",
    "shared": "The match is over: {names} win together with {chips} chips each.",
    # keys
    "key.next": "next deal",
    "key.go_on": "go on",
    "key.again": "new match",
    # between deals
    "missing": "Somebody is missing.",
    "missing_fill": "Somebody is missing. b fills up with bots.",
    "next_in": "Next deal in {seconds} s",
    "match_in": "New match in {seconds} s",
    "at_once": "It goes on at once.",
    "seats_free_one": "1 seat is free. Two players are enough.",
    "seats_free_many": "{count} seats are free. Two players are enough.",
    # leaving
    "leave.hand": "On your turn you check where that is free, else you fold. Your chips are out "
    "of play after that, and your seat becomes free.",
    "leave.declare": "If you have not declared yet, you are out of this pot. Your chips are out of "
    "play after that, and your seat becomes free.",
    "leave.all_in": "Your cards stay in play. What you win with them is out of play after that, "
    "and your seat becomes free.",
    "leave.folded": "After this deal your seat becomes free. Your {chips} chips stay out of play.",
    "leave.between": "Your {chips} chips stay out of play, and your seat becomes free.",
    "leave.ends": "That ends the match.",
    "leave.nothing": "Your seat becomes free.",
}
