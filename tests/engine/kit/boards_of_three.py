"""Boards of three rows as the papers write them: front | middle | back."""

from engine.kit.rows import Board, board
from engine.values.cards import cards
from engine.values.draft import Rows


def rows(text: str) -> Rows:
    front, middle, back = (cards(row) for row in text.split("|"))
    return front, middle, back


def made(text: str) -> Board:
    return board(rows(text))


# rules.md, Chinese vectors
ANNA = made("Ac Qd 5h | Ks Kd 9c 9h 3s | 8s 8h 8d 4c 4d")
BEN = made("6s 6d Kc | Qs Qc 7d 7c 2s | Jh Th 6h 3h 2h")
CARLA = made("Ah As 3d | Jc Js Jd 5s 8c | 9s 9d Ts Td Tc")
FOULER = made("3c 3d Qs | Ac Kd Jh 8s 2c | Td Th 7s 6c 4d")
