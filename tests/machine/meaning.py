"""What constructs mean, one small program each: declarations, the body of `play`, and the numbers it `say`s.

Each runs through the machine with its log, the machine without, and the playout; where chance or choices matter, what they
give is fixed by the program itself (a choice of one, a die of one face).
"""

from __future__ import annotations

from typing import NamedTuple


class Program(NamedTuple):
    """A program and what it says."""

    name: str
    declarations: str
    body: str
    says: list[int]


THINGS = """
enum Colour: red, green, blue

kind Shape:
    colour: Colour
    size_of: Int = 1
    worn: Int = 0, public
    define twice -> Int = 2 * size_of
    define plus(n: Int) -> Int = size_of + n
    rule wear(amount: Int):
        worn += amount
    define title -> Int

kind Round is Shape:
    define title = 7

Shape square:
    colour: red
    size_of: 4
    define title = 10 * plain_size
    rule wear(amount):
        original(amount)
        worn += 100

Round disc x 3:
    colour: green

table Round:
    | name | colour | size_of |
    | ring | blue   | 9       |

define plain_size -> Int = 4

state:
    heap: pile of Shape = Shape, public
    side: pile of Shape, public
    place: slot of Shape, public

player:
    coins: Int 0 to 10 = 3, public
    mine: pile of Shape, public
"""

BOARD = """
kind Town

kind Road

table Town:
    | name |
    | a    |
    | b    |
    | c    |
    | d    |

board map of Town by Road:
    a - b - c
    a - d

state:
    shut: Road = edge(a, b), public
    guard: Town = b, public
"""

GRID = """
kind Square:
    owner: Player?, public

board squares of Square:
    grid 4 by 3
"""

HEXES = """
kind Field:
    q, r: Int
    rim: Bool = false

table Field:
    | name   | q  | r  | rim  |
    | middle | 0  | 0  |      |
    | right  | 1  | 0  |      |
    | upper  | 1  | -1 |      |
    | lower  | 0  | 1  |      |
    | left   | -1 | 0  |      |
    | far    | 2  | 0  |      |
    | rest   | 3  | 0  | true |

board comb of Field:
    hexes pointy at q, r where players.size > 3 or not rim
    gap middle - lower
    left - far

rule tell(xs: list of Field):
    for each f in xs:
        say(10 * f.q + f.r)
"""

SEAS = """
enum Terrain: land, sea

kind Port

kind Region:
    terrain: Terrain
    shut: Bool = false, public

table Region:
    | name   | terrain |
    | home   | land    |
    | inland | land    |
    | gulf   | sea     |
    | strait | sea     |
    | ocean  | sea     |
    | abroad | land    |

kind Lane:
    toll: Int = 0

board roads of Region:
    spaces where terrain is land
    home - inland - abroad

board lanes of Region by Lane:
    home - gulf - abroad
    gulf - strait - ocean - abroad
    second: gulf - strait
    home - strait

also second:
    toll: 3
"""

DRAWN = """
kind Stone

Stone pebble x 3

Stone rock

enum Ground: grass, water

kind Cell:
    ground: Ground
    owner: Player?, public
    top: slot of Stone, public

symbols Cell:
    | sign | ground | owner      | top    |
    | "."  | grass  |            |        |
    | "~"  | water  |            |        |
    | "o"  | grass  | players[1] | pebble |
    | "R"  | grass  | players[2] | rock   |

board field of Cell:
    grid 3 by 2 where ground is grass
    start:
        "o~o"
        ". R o"
"""

PROGRAMS = [
    Program(
        "a step for each is skipped once",
        "state:\n    asked: Int = 0, public\n",
        'step a "For {p}" for each p in players skip when asked > 0:\n    asked += 1\n    say(seat(p))\n'
        'step b "For {p}" for each p in players skip when asked > 0 "enough":\n    say(9)\nsay(asked)',
        [1, 2, 3, 3],
    ),
    Program(
        "the bare owner",
        """
kind Ship:
    load: Int = 0, public
    rule sail():
        load += 1
        if owner is not none:
            owner.coins += load
    define mine(p: Player) -> Bool = owner is p

Ship ship for each player
Ship wreck
""",
        "players[2].ship.sail()\nplayers[2].ship.sail()\nfor each p in players:\n    say(p.coins)\nsay(count(s in Ship where s.mine(players[3])))",
        [3, 6, 3, 1],
    ),
    Program(
        "hexes",
        HEXES,
        "say(comb.size)\nsay(Field.size)\nsay(1 if rest in comb else 0)\ntell(neighbours(middle))\nsay(99)\n"
        "tell(neighbours(far))",
        [6, 7, 0, 9, 10, -10, 99, 10, -10],
    ),
    Program(
        "directions of hexes",
        HEXES,
        "tell(ray(left, east))\nsay(99)\ntell(ray(left, east through f where f is not right))\n"
        "say(1 if step(middle, southeast) is none and step(right, northwest) is upper and step(far, east) is none else 0)\n"
        "say(1 if direction(far, left) is west and direction(lower, upper) is none else 0)\ntell(between(left, far))\n"
        "tell(neighbours(right, all_directions))\nsay(lines(comb, 4).size)\nsay(lines(middle, 2).size)",
        [0, 10, 20, 99, 0, 10, 1, 1, 0, 10, 20, 1, 0, 9, 1, 3],
    ),
    Program(
        "a space left out is reached by nobody",
        HEXES,
        "say(neighbours(rest).size)\nsay(distance(far, rest))\nsay(connected(middle).size)\nsay(path(left, rest).size)\n"
        "say(distance(middle, lower))\nsay(within(rest, 3).size)",
        [0, 7, 6, 0, 2, 0],
    ),
    Program(
        "two boards over one kind",
        SEAS,
        "say(roads.size)\nsay(lanes.size)\nsay(distance(roads, home, abroad))\nsay(distance(lanes, home, abroad))\n"
        "say(neighbours(roads, home).size)\nsay(neighbours(lanes, gulf).size)\nsay(edges(lanes, gulf).size)\n"
        "say(distance(roads, home, gulf))\nsay(distance(lanes, home, inland))",
        [3, 6, 2, 2, 1, 3, 4, 4, 7],
    ),
    Program(
        "next steps under conditions",
        SEAS,
        "for each r in next_steps(lanes, home, abroad through r where r.terrain is sea):\n    say(r.terrain.number)\n"
        "say(next_steps(lanes, home, ocean).size)\nsay(1 if strait in next_steps(lanes, home, ocean) else 0)\n"
        "gulf.shut = true\n"
        "let ways = next_steps(lanes, home, abroad through r where not r.shut)\nsay(ways.size)\nsay(1 if strait in ways else 0)\n"
        "say(next_steps(lanes, home, gulf through r where not r.shut).size)\n"
        "say(next_steps(lanes, gulf, strait along e where e.toll > 0).size)\n"
        "say(next_steps(lanes, gulf, gulf).size)\nsay(next_steps(lanes, home, inland).size)",
        [2, 1, 1, 1, 1, 1, 1, 0, 0],
    ),
    Program(
        "a walk remembers what its spaces were like",
        SEAS,
        "say(distance(lanes, home, abroad through r where not r.shut))\ngulf.shut = true\n"
        "say(distance(lanes, home, abroad through r where not r.shut))\nstrait.shut = true\n"
        "say(distance(lanes, home, abroad through r where not r.shut))\ngulf.shut = false\n"
        "say(distance(lanes, home, abroad through r where not r.shut))",
        [2, 3, 7, 2],
    ),
    Program(
        "a board begins as it is drawn",
        DRAWN,
        "say(field.size)\nsay(Cell.size)\nsay(a2.ground.number)\nsay(b2.ground.number)\nsay(1 if c1.owner is players[1] else 0)\n"
        "say(1 if a1.owner is none else 0)\nsay(1 if top(b1.top) is rock else 0)\n"
        "say(count(c in field where c.top is not none))\n"
        "say(1 if b2 in field else 0)\nsay(count(s in Stone where s in box))",
        [5, 6, 1, 2, 1, 1, 1, 4, 0, 0],
    ),
    Program(
        "ways beside a grid, and gaps in it",
        "kind Cell\n\nboard field of Cell:\n    grid 3 by 2\n    gap a1 - b1\n    gap b1 - c2\n    a1 - c2\n",
        "say(neighbours(a1).size)\nsay(distance(a1, c1))\nsay(1 if step(a1, east) is none else 0)\n"
        "say(1 if step(b1, northeast) is none else 0)\nsay(1 if step(c2, southwest) is none else 0)\nsay(ray(a1, east).size)",
        [2, 2, 1, 1, 1, 0],
    ),
    Program(
        "arithmetic",
        "",
        "say(7 / 2)\nsay(-7 / 2)\nsay(7 / 2 rounded up)\nsay(-7 % 3)\nsay(2 + 3 * 4 - 1)\nsay(-(2 - 5))",
        [3, -4, 4, 2, 13, 3],
    ),
    Program("long sums", "", "say(1 + 2 - 3 + 4 - (5 - 6) - 7)", [-2]),
    Program(
        "comparison",
        "",
        "say(1 if 2 < 3 and not 3 < 2 else 0)\nsay(1 if 2 == 3 or 2 != 3 else 0)\nsay(5 if false else 6)",
        [1, 1, 6],
    ),
    Program(
        "only one arm happens",
        "rule noted(n: Int) -> Int:\n    say(n)\n    return n\n\n"
        "rule either(c: Bool) -> Int:\n    return noted(1) if c else noted(2)\n",
        "say(either(false) + 10)\nlet x = noted(3) if either(true) == 1 else noted(4)\nsay(x + 10)",
        [2, 12, 1, 3, 13],
    ),
    Program("let and augment", "", "let x = 2\nx += 3\nx -= 1\nsay(x)", [4]),
    Program(
        "lists",
        "",
        "let xs = [3, 1, 2]\nsay(xs.size)\nsay(xs[1])\nlet ys = xs + [9]\nsay(ys[4])\nsay(xs.size)\nsay(1 if 2 in xs else 0)",
        [3, 3, 9, 3, 1],
    ),
    Program("range", "", "for each n in range(2, 4):\n    say(n)\nfor each n in range(4, 2):\n    say(99)", [2, 3, 4]),
    Program(
        "snapshot of a loop", "", "let xs = [1, 2]\nfor each x in xs:\n    xs += [x + 10]\n    say(x)\nsay(xs.size)", [1, 2, 4]
    ),
    Program("where and by", "", "for each n in [5, 2, 8, 3] where n > 2 by n desc:\n    say(n)", [8, 5, 3]),
    Program(
        "stop and next",
        "",
        "for each n in range(1, 9):\n    if n == 2:\n        next\n    if n == 5:\n        stop\n    say(n)",
        [1, 3, 4],
    ),
    Program(
        "stop within loops within loops",
        "",
        "for each a in [1, 2]:\n    for each b in [1, 2, 3]:\n        if b == 2:\n            stop\n        say(10 * a + b)\n    say(a)",
        [11, 1, 21, 2],
    ),
    Program("while", "", "let n = 0\nwhile n < 3:\n    n += 1\n    say(n)", [1, 2, 3]),
    Program("repeat until", "", "let n = 0\nrepeat:\n    n += 1\n    say(n)\nuntil n >= 2", [1, 2]),
    Program("repeat times", "", "repeat 3 times:\n    say(7)", [7, 7, 7]),
    Program("repeat at most", "", "let n = 0\nrepeat at most 2:\n    n += 1\n    say(n)\nuntil n == 9", [1, 2]),
    Program(
        "repeat round and round",
        "",
        "let n = 0\nrepeat for each p in clockwise(players[2]):\n    n += 1\n    say(seat(p))\nuntil n == 4",
        [2, 3, 1, 2],
    ),
    Program(
        "repeat round with where, until nobody is left",
        "",
        "repeat for each p in players where p.coins > 1:\n    p loses 1 coin\n    say(seat(p))",
        [1, 2, 3, 1, 2, 3],
    ),
    Program(
        "next in a round",
        "",
        "let n = 0\nrepeat for each p in players:\n    n += 1\n    if n == 2:\n        next\n    say(n)\nuntil n == 4",
        [1, 3, 4],
    ),
    Program(
        "match",
        "",
        "for each n in [1, 5, 9, 20]:\n    match n:\n        1: say(10)\n        2 to 5, 7: say(20)\n        8 or more: say(30)\n        else: say(0)",
        [10, 20, 30, 30],
    ),
    Program(
        "match of enums and kinds",
        "",
        "for each s in [square, ring]:\n    match s.colour:\n        red: say(1)\n        green, blue: say(2)\n    match s:\n        Round: say(3)\n        else: say(4)",
        [1, 4, 2, 3],
    ),
    Program(
        "gains within bounds",
        "",
        "let p = players[1]\np gains 20 coins\nsay(p.coins)\np loses 12 coins\nsay(p.coins)\np gains 4 coins\np pays 3 coins\nsay(p.coins)",
        [10, 0, 1],
    ),
    Program(
        "queries",
        "",
        "say(count(s in Shape))\nsay(sum(s.size_of for s in Shape))\nsay(highest(s.size_of for s in Shape))\nsay(lowest(s.size_of for s in Shape))",
        [5, 16, 9, 1],
    ),
    Program(
        "any and all",
        "",
        "say(1 if any(s in Shape where s.size_of == 9) else 0)\nsay(1 if all(s in Shape where s.size_of > 1) else 0)\nsay(1 if all(s in Shape where s.worn == 0) else 0)",
        [1, 0, 1],
    ),
    Program(
        "queries of several generators",
        "",
        "say(count(a in [1, 2, 3], b in range(1, a) where a != b))\nfor each n in each(10 * a + b for a in [1, 2] where a > 1, b in [3, 4]):\n    say(n)",
        [3, 23, 24],
    ),
    Program(
        "first, sorted, places",
        "",
        "let f = first(s in Shape where s.worn == 0 by s.size_of desc)\nif f is not none:\n    say(f.size_of)\nfor each s in sorted(s in Shape where s is not Round by s.size_of):\n    say(s.size_of)\nlet groups = places(p in players by p.coins desc)\nsay(groups.size)\nsay(groups[1].size)",
        [9, 4, 1, 3],
    ),
    Program("the", "", "say(the(s in Shape where s.size_of == 9).size_of)", [9]),
    Program(
        "list functions",
        "",
        "let xs = [4, 5, 6]\nsay(position(5, xs))\nsay(next(xs, 6))\nsay(previous(xs, 4))\nsay(after(xs, 4)[1])\nsay(starting_at(xs, 6)[2])\nsay(first_of(xs, 2).size)\nsay(reverse(xs)[1])\nsay(distinct([1, 1, 2]).size)",
        [2, 4, 6, 5, 4, 2, 6, 2],
    ),
    Program("numbers", "", "say(min(3, 1, 2))\nsay(max(3, 1, 2))\nsay(abs(-4))", [1, 3, 4]),
    Program("players", "", "say(seat(left_of(players[3])))\nsay(seat(right_of(players[1])))\nsay(players.size)", [1, 3, 3]),
    Program(
        "bodies of things",
        "",
        "square.wear(1)\nsay(square.worn)\nring.wear(1)\nsay(ring.worn)\nsay(square.title)\nsay(ring.title)\nsay(ring.twice)\nsay(square.plus(3))",
        [101, 1, 40, 7, 18, 7],
    ),
    Program(
        "designs and copies",
        "",
        "say(count(s in Shape where s is disc))\nsay(count(s in Shape where s is Round))\nsay(1 if disc in heap else 0)",
        [3, 4, 1],
    ),
    Program(
        "zones",
        "",
        "say(heap.size)\nmove square to side\nmove ring to side\nlet t = top(side)\nif t is not none:\n    say(t.size_of)\nlet u = bottom(side)\nif u is not none:\n    say(u.size_of)\nmove all from side to bottom of heap\nsay(side.size)\nlet w = bottom(heap)\nif w is not none:\n    say(w.size_of)",
        [5, 9, 4, 0, 4],
    ),
    Program(
        "a block keeps its order",
        "",
        "move each(s in heap where s is Round) to side\nlet t = top(side)\nif t is not none:\n    say(t.size_of)\nsay(side[4].size_of)",
        [1, 9],
    ),
    Program(
        "slots",
        "",
        "say(1 if place is none else 0)\nmove ring to place\nlet s = place\nif s is not none:\n    say(s.size_of)\nmove ring to side\nsay(1 if place is none else 0)",
        [1, 9, 1],
    ),
    Program(
        "draw",
        "",
        "draw 2 from heap to side as drawn\nsay(drawn.size)\nsay(side.size)\ndraw 1 from heap to players[1].mine as card\nif card is not none:\n    say(players[1].mine.size)\ndraw 9 from heap to side as rest\nsay(rest.size)",
        [2, 2, 1, 2],
    ),
    Program(
        "shuffle and holder",
        "",
        "shuffle heap\nlet t = top(heap)\nif t is not none:\n    move t to players[2].mine\n    let h: Player? = holder(t)\n    if h is not none:\n        say(seat(h))\nsay(heap.size)",
        [2, 4],
    ),
    Program(
        "rolls", "die seven: 7\n", "roll seven as n\nsay(n)\nsay(1 if any one of players at random in players else 0)", [7, 1]
    ),
    Program(
        "neighbours",
        BOARD,
        "for each t in neighbours(a):\n    say(position(t, Town))\nsay(distance(b, d))\nsay(distance(a, a))\nsay(within(a, 1).size)\nsay(within(a, 2 to 2).size)\nsay(path(d, c).size)",
        [2, 4, 2, 0, 3, 1, 4],
    ),
    Program(
        "limited ways",
        BOARD,
        "say(neighbours(a along e where e is not shut).size)\nsay(distance(a, b along e where e is not shut))\nsay(within(a, 9 through t where t is not guard).size)\nsay(connected(a along e where e is not shut).size)\nshut = edge(a, d)\nsay(distance(a, b along e where e is not shut))\nsay(next_steps(d, c).size)",
        [1, 5, 3, 2, 1, 1],
    ),
    Program(
        "letters of columns",
        GRID,
        'say(count(s in squares where s.letter == "b"))\nsay(count(s in squares where s.letter == c3.letter and s.row > 1))\nif d1.letter == "d":\n    say(4)',
        [3, 2, 4],
    ),
    Program(
        "grids",
        GRID,
        "say(squares.size)\nsay(b2.row * 10 + b2.column)\nlet n = step(a1, north)\nif n is not none:\n    say(n.row)\nsay(1 if step(a1, south) is none else 0)\nsay(ray(a1, east).size)\nsay(lines(squares, 3).size)\nsay(lines(b2, 3).size)\nsay(between(a1, c3).size)\nsay(leaps(a1, 1, 2).size)\nsay(neighbours(b2).size)\nsay(neighbours(a1, diagonals).size)",
        [12, 22, 2, 1, 3, 14, 5, 1, 2, 4, 1],
    ),
    Program(
        "rays that are stopped",
        GRID,
        "b1.owner = players[1]\nsay(ray(a1, east through s where s.owner is none).size)\nsay(squares.size - count(s in squares where s.owner is none))",
        [1, 1],
    ),
    Program(
        "calls that give a value",
        "rule double(n: Int) -> Int:\n    players[1] gains 1 coin\n    return 2 * n\n",
        "say(double(2) + double(3))\nif double(1) == 2 and double(2) == 4:\n    say(players[1].coins)",
        [10, 7],
    ),
    Program(
        "short circuit",
        "rule noisy(b: Bool) -> Bool:\n    players[1] gains 1 coin\n    return b\n",
        "if noisy(false) and noisy(true):\n    say(0)\nif noisy(true) or noisy(false):\n    say(players[1].coins)",
        [5],
    ),
    Program("recursion", "define sum_to(n: Int) -> Int = 0 if n == 0 else n + sum_to(n - 1)\n", "say(sum_to(10))", [55]),
    Program(
        "defines with blocks",
        "define odd_ones(xs: list of Int) -> list of Int:\n    let found: list of Int = []\n    for each x in xs:\n        if x % 2 == 0:\n            next\n        found += [x]\n    return found\n",
        "for each n in odd_ones([1, 2, 3]):\n    say(n)",
        [1, 3],
    ),
    Program(
        "turns",
        "",
        "turn of players[2]:\n    let p = active\n    if p is not none:\n        say(seat(p))\nsay(1 if active is none else 0)",
        [2, 1],
    ),
    Program(
        "steps",
        "",
        'step one:\n    say(1)\n    if players.size == 3:\n        return\n    say(99)\nstep two for each p in players where p is not players[2]:\n    say(seat(p))\nstep three skip when players.size == 3 "three":\n    say(99)\nsay(4)',
        [1, 1, 3, 4],
    ),
    Program(
        "return from a step for each",
        "",
        "step two for each p in players:\n    if seat(p) == 2:\n        return\n    say(seat(p))\nstep four for each p in players:\n    if seat(p) == 2:\n        stop\n    say(10 * seat(p))",
        [1, 3, 10],
    ),
    Program(
        "a choice of one",
        "",
        'players[1] chooses n from [5] "Which?"\nsay(n)\nplayers[1] chooses n2 from range(3, 3):\n    say(n2)\nplayers[1] chooses m from [1] where m > 1 "Which?":\n    say(99)\notherwise:\n    say(6)',
        [5, 3, 6],
    ),
    Program(
        "options",
        "",
        'players[1] chooses "What?":\n    take(a from [1, 2] where a > 1, b from range(a, 2)) where a == b:\n        say(10 * a + b)\n    never where false:\n        say(99)',
        [22],
    ),
    Program(
        "picks of several",
        "",
        'players[1] chooses exactly 2 xs from [4, 5] "Which?"\nsay(xs.size)\nsay(xs[2])\nplayers[1] chooses up to 3 ys from [8] where false "Which?"\nsay(ys.size)',
        [2, 5, 0],
    ),
    Program(
        "a choice within loops",
        "",
        'for each p in players:\n    p chooses n from [seat(p)] "Which?"\n    if n == 2:\n        next\n    say(n)',
        [1, 3],
    ),
    Program(
        "rules that ask",
        'rule ask(p: Player) -> Int:\n    p chooses n from [seat(p)] "Which?"\n    return n\n',
        "say(ask(players[2]) + 10 * ask(players[3]))",
        [32],
    ),
    Program(
        "all at once",
        "",
        'at once for each p in players:\n    p chooses n from [seat(p)] "Which?"\n    p.coins = n\nsay(sum(p.coins for p in players))',
        [6],
    ),
    Program(
        "the end of the game", 'rule finish(p: Player):\n    end game won by p "so"\n', "say(1)\nfinish(players[2])\nsay(99)", [1]
    ),
    Program("require", "", 'require players.size == 3 "three"\nsay(1)', [1]),
    Program(
        "enums",
        "",
        "say(blue.number)\nsay(1 if red < blue else 0)\nfor each c in Colour where c is not green:\n    say(c.number)",
        [3, 1, 1, 3],
    ),
    Program(
        "maps",
        "player:\n    score: map Colour to Int = 2, public\n",
        "let p = players[2]\np.score[green] += 5\nsay(p.score[green])\nsay(p.score[red])\nsay(players[1].score[green])",
        [7, 2, 2],
    ),
    Program(
        "lists kept in fields",
        "state:\n    order: list of Player = players, public\n",
        "order = reverse(order)\nsay(seat(order[1]))\norder += [players[2]]\nsay(order.size)",
        [3, 4],
    ),
    Program(
        "optional numbers",
        "state:\n    best: Int?, public\n",
        "let b = best\nsay(1 if b is none else 0)\nbest = 4\nlet c = best\nif c is not none:\n    say(c + 1)\nbest = none\nsay(1 if best is none else 0)",
        [1, 5, 1],
    ),
    Program(
        "families by combination",
        "kind Card:\n    holder_: Player\n    colour: Colour\n    pips: Int\nCard card for each holder_ in players, colour in Colour where colour is not red, pips in range(1, 2)\n",
        "say(Card.size)\nsay(card[players[2], blue, 2].pips)\nsay(count(c in Card where c.holder_ is players[1]))",
        [12, 2, 4],
    ),
    Program(
        "families for each player",
        "kind Pawn:\n    steps: Int = 0, public\nPawn pawn for each player\nPawn card x 2 for each player, colour in Colour\n",
        "players[2].pawn.steps += 3\nsay(players[2].pawn.steps)\nsay(players[1].pawn.steps)\nsay(seat(players[3].pawn.owner))\nsay(Pawn.size)",
        [3, 0, 3, 21],
    ),
    Program(
        "a field that begins with what its own thing is",
        "kind Pawn:\n    steps: Int\n    keeper: Player? = this.owner, public\n    left: Int = 10 - this.steps, public\n"
        "Pawn pawn for each player:\n    steps: 3\nPawn king:\n    steps: 1\n",
        "for each p in Pawn:\n    let keeper = p.keeper\n    say(0 if keeper is none else seat(keeper))\n"
        "king.keeper = players[1]\nking.left += 5\nsay(king.left)\nsay(players[2].pawn.left)",
        [1, 2, 3, 0, 14, 7],
    ),
    Program(
        "at once, each as if alone",
        "player:\n    bid: Int = 0, public\n    seen: Int = 0, public\n",
        "at once for each p in players:\n    p chooses b from [seat(p)]\n    p.bid = b\n    p.seen = p.bid + p.coins\nsay(sum(p.seen for p in players))",
        [15],
    ),
    Program(
        "none of a list of numbers",
        "",
        "let none_there: list of Int = []\nlet f = first(none_there)\nsay(1 if f is none else 0)\nlet g = first(n in range(1, 5) where n > 9)\nsay(1 if g is none else 0)\nlet h = last([4, 7])\nif h is not none:\n    say(h)",
        [1, 1, 7],
    ),
]
"""Every program, by what it shows."""
