"""Tables where people play for points, and come and go: sitting out, the next deal, leaving."""

WORDS: dict[str, str] = {
    # chairs that are not dealt in next
    "chair.rest": "sits out",
    "chair.leave": "leaves",
    # one's own chair
    "you.play": "You are dealt in to the next deal.",
    "you.rest": "You are sitting out. s brings you back.",
    "you.leave": "You are leaving.",
    "then.rest": "You sit out after this deal. s takes that back.",
    "then.leave": "You leave after this deal.",
    # keys
    "rest": "sit out",
    "back": "play again",
    # between deals
    "missing": "Somebody is missing.",
    "missing_fill": "Somebody is missing. b fills up with bots.",
    "next_in": "Next deal in {seconds} s",
    "at_once": "It goes on at once.",
    "seats_free_one": "1 seat is free. Two players are enough.",
    "seats_free_many": "{count} seats are free. Two players are enough.",
    # leaving
    "leave.deal": "The table plays this deal to its end for you, and it counts. Then your seat "
    "is free, and your points go with you.",
    "leave.between": "Your seat becomes free, and your points go with you.",
    "leave.rest": "sit out after this deal",
}
