"""What a test shows, and when it no longer holds."""

from __future__ import annotations

import pytest

from tests.sema.marked import check

GAME = """
kind Place:
    level: Int = 1

kind Room is Place:
    beds: Int = 2
    guest: Player?

Room hall
Room attic
Place yard

kind Card:
    cost: Int = 1

Card ace

board house of Room:
    hall - attic

player:
    pawn: Place = hall
    bed: Room?
    hand: pile of Card

state:
    king: Player?
    deck: pile of Card = Card
    shelf: slot of Card
    count_of: Int?

rule crown(p: Player):
    king = p

rule take(p: Player):
    move all from shelf to p.hand

rule harmless(p: Player):
    p.pawn = hall
"""


@pytest.mark.parametrize(
    "body",
    [
        ['log "{king.name}" # RL0303'],
        ["if king is not none:", '    log "{king.name}"'],
        ["if king is none:", '    log "none"', "else:", '    log "{king.name}"'],
        ["if king is none:", "    return", 'log "{king.name}"'],
        ["if not king is none:", '    log "{king.name}"'],
        ["if king is p:", '    log "{king.name}"'],
        ["if king in players:", '    log "{king.name}"'],
        ["if king is not none and king.name == p.name:", '    log "x"'],
        ["if king is none or king.name == p.name:", '    log "x"'],
        ["if king is not none or king.name == p.name: # RL0303", '    log "x"'],
        ["if king is not none:", "    king = none", '    log "{king.name}" # RL0303'],
        ["if king is not none:", "    crown(p)", '    log "{king.name}" # RL0303'],
        ["if king is not none:", "    harmless(p)", '    log "{king.name}"'],
        ["king = p", 'log "{king.name}"'],
        ["let x = king", "if x is none:", "    return", "crown(p)", 'log "{x.name}"'],
        ["let x: Player? = none", "if king is not none:", "    x = king", '    log "{x.name}"', 'log "{x.name}" # RL0303'],
        ["let x: Player? = p", 'log "{x.name}"', "x = king", 'log "{x.name}" # RL0303'],
        ["if p.bed is not none:", '    log "{p.bed.beds}"'],
        ["if p.bed is not none:", "    p.bed = none", '    log "{p.bed.beds}" # RL0303'],
        ["if p.pawn is Room:", '    log "{p.pawn.beds}"'],
        ["if p.pawn is Room:", "    p.pawn = yard", '    log "{p.pawn.beds}" # RL0203'],
        ["if p.pawn is Room:", "    harmless(p)", '    log "{p.pawn.beds}" # RL0203'],
        ["if p.pawn is Room and p.pawn.guest is not none:", '    log "{p.pawn.guest.name}"'],
        ["if p.pawn is not Room:", "    return", 'log "{p.pawn.beds}"'],
        ["let beds = p.pawn.beds if p.pawn is Room else 0", 'log "{beds}"'],
        ['log "{each(q.bed.beds for q in players)}" # RL0303'],
        ['log "{each(q.bed.beds for q in players where q.bed is not none)}"'],
        ['log "{any(q in players where q.bed is not none and q.bed.beds > 1)}"'],
        ["for each q in players where q.bed is not none:", '    log "{q.bed.beds}"'],
        ["for each q in players where q.bed is not none:", "    p.bed = none", '    log "{q.bed.beds}" # RL0303'],
        ["while king is not none:", '    log "{king.name}"', "    king = none"],
        ["while king is none:", "    crown(p)", 'log "{king.name}"'],
        ["while king is none:", "    crown(p)", "    if p is players[1]:", "        stop", 'log "{king.name}" # RL0303'],
        ["repeat:", "    crown(p)", "until king is not none", 'log "{king.name}"'],
        ["repeat for each q in players:", "    crown(q)", "until king is not none", 'log "{king.name}"'],
        [
            "repeat for each q in players where q is p:",
            "    crown(q)",
            "until king is not none",
            'log "{king.name}" # RL0303',
        ],
        ["repeat at most 3:", "    crown(p)", "until king is not none", 'log "{king.name}" # RL0303'],
        ["if king is not none:", "    for each q in players:", '        log "{king.name}" # RL0303', "        king = none"],
        ["if shelf is not none:", '    log "{shelf.cost}"'],
        ["if shelf is not none:", "    take(p)", '    log "{shelf.cost}" # RL0303'],
        ["if shelf is not none:", "    move shelf to box", '    log "{shelf.cost}" # RL0303'],
        ["if top(deck) is not none:", '    log "{top(deck).cost}"'],
        ["if deck.size > 0:", '    log "{top(deck).cost}"'],
        ["if deck.size == 0:", "    return", "draw 1 from deck to p.hand as card", 'log "{card.cost}"'],
        ["draw 1 from deck to p.hand as card", 'log "{card.cost}" # RL0303'],
        ["draw 2 from deck to p.hand as cards", 'log "{cards.size}"'],
        ["if deck.size > 0:", "    move all from deck to box", '    log "{top(deck).cost}" # RL0303'],
        ["if count_of is not none:", "    count_of += 1", '    log "{count_of + 1}"'],
        ["count_of += 1 # RL0303"],
        ["let r = first(s in house where s.guest is p)", "if r is none:", "    return", 'log "{r.beds}"'],
        ["turn of p:", '    log "{active.name}"', 'log "{active.name}" # RL0303'],
        ['require king is not none "no king"', 'log "{king.name}"'],
        [
            'p may choose room from Room "Which room?":',
            '    log "{room.beds}"',
            'log "{room.beds}" # RL0303',
        ],
        ['p may choose room from Room "Which room?"', "if room is not none:", '    log "{room.beds}"'],
        ['p chooses q from players where q.bed is not none "Whose?":', '    log "{q.bed.beds}"', "otherwise:", '    log "x"'],
        [
            'p chooses "Your move":',
            '    sleep(q from players where q.bed is not none) "Sleep in {q.bed}":',
            '        log "{q.bed.beds}"',
            "    pass",
        ],
        [
            "match p.pawn:",
            '    Room: log "{p.pawn.beds}"',
            "    else: nothing",
        ],
        ["match king:", "    none: return", "    else: nothing", 'log "{king.name}" # RL0303'],
    ],
)
def test_narrowing(body: list[str]) -> None:
    """Each body has just the faults marked."""
    lines = "\n    ".join(body)
    check(f"{GAME}\nrule act(p: Player):\n    {lines}\n")
