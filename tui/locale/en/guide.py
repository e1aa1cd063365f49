"""The guided round of Pokerface, and the line of a first hand."""

WORDS: dict[str, str] = {
    "title": "Tour  {number}/{most}",
    "show": "show me",
    "next": "go on",
    "end": "end the tour",
    "play": "tour",
    "wish.read": "Space",
    "wish.take": "Press {token}.",
    "wish.pass": "Press p.",
    "look_1": "Top left is the board, still empty: cards that belong to everybody. Beside it are "
    "your two, {cards}. You don't see the others' cards.",
    "look_2": "You play together: in the end all hands shall lie in the right order.",
    "tokens_1": "The tokens below the cards are your only language. Nobody talks about cards.",
    "tokens_2": "(1) means: weakest hand. ({most}) means: strongest hand. Everybody takes one.",
    "take_1": "{hand}: that beats about {percent}% of all hands and goes with ({token}).",
    "robbed_1": "Your token is gone: somebody thinks it is theirs. Take one again; {hand} "
    "goes with ({token}).",
    "centre": "({token}) lies in the middle. Take it.",
    "rob": "{name} has ({token}). You may take it away; that tells them something too.",
    "pass_1": "You have ({own}). When it is your turn again you may swap, take somebody's token "
    "or pass.",
    "pass_2": "Passing keeps your token. Once all have passed one after the other, the round ends.",
    "round_1": "New cards, new tokens. Now you have {hand}: beats about {percent}%, goes with "
    "({token}).",
    "again_1": "Your turn again. {hand} beats about {percent}% and goes with ({token}).",
    "keep": "Your ({own}) goes with it. Keep it.",
    "showdown_1": "Hands are shown from (1) to ({most}): each must be at least as strong as the "
    "one before.",
    "showdown_success": "Here the order is right: a success. Three of them win.",
    "showdown_failure": "Here it is not: a failure. Three of them lose.",
    "end_1": "That is all of it. After each round Space says that you are ready.",
    "end_2": "? shows keys and rules, t the sentences allowed, q leaves the table. Have fun!",
    "hand": "{keys} are your keys, ? shows them all",
}
