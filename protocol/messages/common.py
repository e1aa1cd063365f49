"""What requests and what the server tells have in common: bounds, and closed sets of words."""

from typing import Annotated, Literal

from msgspec import Meta

VERSION = 3
OLDEST = 2

Id = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(min_length=8, max_length=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Fingerprint = Annotated[str, Meta(max_length=128)]
ShortText = Annotated[str, Meta(max_length=64)]
# A public key, and a signature, as SSH writes them: RSA with 8192 bits has room.
BLOB = 2048
Blob = Annotated[bytes, Meta(max_length=BLOB)]
ChatText = Annotated[str, Meta(max_length=400)]

PhraseCode = Literal["your_turn", "rules_question", "short_break"]
MatchKind = Literal["cooperative", "cash", "points", "freezeout"]
BotFill = Literal["none", "later", "now"]
Entry = Literal["open", "code"]
TableChat = Literal["free", "phrases", "off"]
Choice = Literal["wait", "bot", "cancel"]
# Seconds: of a decision's clock, and of waiting for somebody absent before it comes to a vote.
ClockSeconds = Annotated[int, Meta(ge=10, le=600)]
Patience = Annotated[int, Meta(ge=10, le=600)]
PATIENCE: Patience = 60
# Seconds of a portion of the time reserve.
RESERVE = 30
Chips = Annotated[int, Meta(ge=1, le=2**40)]
Portions = Annotated[int, Meta(ge=0, le=1000)]
# What somebody likes better; the names are the clients' own, the server only keeps them.
Preference = Annotated[str, Meta(max_length=48)]
PreferredText = Annotated[str, Meta(max_length=64)]
Preferred = bool | int | PreferredText
