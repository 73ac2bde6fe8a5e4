"""What is read of each construct: the tree of every spelling, in one line."""

# ruff: noqa: E501 (a tree a line)

from __future__ import annotations

import pytest

from rulelang.syntax import nodes
from rulelang.syntax.format import format_source
from rulelang.syntax.parse import parse_expression
from rulelang.syntax.walk import children, same_tree, walk
from rulelang.text.diagnostic import Sink
from rulelang.text.source import Span
from tests.syntax.helpers import RULES, Read, expression, show, statement

A, B, C = "(Name 'a')", "(Name 'b')", "(Name 'c')"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("12", "(Number 12)"),
        ("none", "(NoneLiteral)"),
        ("true", "(Truth True)"),
        ("Room", "(Name 'Room')"),
        ("a.b", f"(Attribute {A} (Identifier 'b'))"),
        ("a[b]", f"(Item {A} [{B}])"),
        ("a[b, c]", f"(Item {A} [{B} {C}])"),
        ("a.b(c)", f"(Call (Attribute {A} (Identifier 'b')) [{C}] None None)"),
        ("f()", "(Call (Name 'f') [] None None)"),
        ("f(1 to 2)", "(Call (Name 'f') [(RangeArgument (Number 1) (Number 2))] None None)"),
        ("f(a through b where c)", f"(Call (Name 'f') [{A}] (Walk (Identifier 'b') {C}) None)"),
        ("f(a along b where c)", f"(Call (Name 'f') [{A}] None (Walk (Identifier 'b') {C}))"),
        ("-a", f"(Negate {A})"),
        ("not a", f"(Not {A})"),
        ("a + b * c", f"(Arithmetic '+' {A} (Arithmetic '*' {B} {C}))"),
        ("(a + b) * c", f"(Arithmetic '*' (Arithmetic '+' {A} {B}) {C})"),
        ("a - b - c", f"(Arithmetic '-' (Arithmetic '-' {A} {B}) {C})"),
        ("a / b", f"(Arithmetic '/' {A} {B})"),
        ("a / b rounded up", f"(Arithmetic '/ rounded up' {A} {B})"),
        ("a % b", f"(Arithmetic '%' {A} {B})"),
        ("a == b", f"(Comparison '==' {A} {B})"),
        ("a <= b + c", f"(Comparison '<=' {A} (Arithmetic '+' {B} {C}))"),
        ("a is not b", f"(Comparison 'is not' {A} {B})"),
        ("a not in b", f"(Comparison 'not in' {A} {B})"),
        ("a and b or c", f"(Logical 'or' (Logical 'and' {A} {B}) {C})"),
        ("a or b and c", f"(Logical 'or' {A} (Logical 'and' {B} {C}))"),
        ("not a and b", f"(Logical 'and' (Not {A}) {B})"),
        ("a if b else c", f"(Conditional {A} {B} {C})"),
        ("[]", "(ListLiteral [])"),
        ("[a, b]", f"(ListLiteral [{A} {B}])"),
        ("any one of a at random", f"(PickOne {A})"),
        ('"x"', "(Text ['x'])"),
        ('""', "(Text [])"),
        ('"x {a} y"', f"(Text ['x ' {A} ' y'])"),
        ('"{a}{b}"', f"(Text [{A} {B}])"),
        ('"{a.b}"', f"(Text [(Attribute {A} (Identifier 'b'))])"),
        ('"{a + 1}"', f"(Text [(Arithmetic '+' {A} (Number 1))])"),
        ('"{none}"', "(Text [(NoneLiteral)])"),
        ('"{{a}}"', "(Text ['{a}'])"),
        ('"a \\"b\\" \\\\"', "(Text ['a \"b\" \\\\'])"),
        ('"# no remark"', "(Text ['# no remark'])"),
        ("count(a in b)", f"(Query 'count' None [(Generator (Identifier 'a') {B} None)] None)"),
        ("any(a in b where c)", f"(Query 'any' None [(Generator (Identifier 'a') {B} {C})] None)"),
        ("sum(c for a in b)", f"(Query 'sum' {C} [(Generator (Identifier 'a') {B} None)] None)"),
        (
            "each(a for a in b where c, x in a where x)",
            f"(Query 'each' {A} [(Generator (Identifier 'a') {B} {C}) (Generator (Identifier 'x') {A} (Name 'x'))] None)",
        ),
        (
            "sorted(a in b by c desc, a)",
            f"(Query 'sorted' None [(Generator (Identifier 'a') {B} None)] (Order [(Key {C} True) (Key {A} False)] False))",
        ),
        (
            "places(a in b by c, at random)",
            f"(Query 'places' None [(Generator (Identifier 'a') {B} None)] (Order [(Key {C} False)] True))",
        ),
    ],
)
def test_expressions(text: str, tree: str) -> None:
    assert expression(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("let a: B? = none", "(Let (Identifier 'a') (OptionalType (NamedType 'B')) (NoneLiteral))"),
        ("a.b = c", f"(Assign (Attribute {A} (Identifier 'b')) '=' {C})"),
        ("a += 1", f"(Assign {A} '+=' (Number 1))"),
        ("f(a)", f"(CallStatement (Call (Name 'f') [{A}] None None))"),
        ('a gains 2 gold for "x"', f"(Gain {A} 'gains' (Number 2) (Identifier 'gold') (Text ['x']))"),
        ("a pays b + 1 gold", f"(Gain {A} 'pays' (Arithmetic '+' {B} (Number 1)) (Identifier 'gold') None)"),
        ("a gains (b if c else 1) gold", f"(Gain {A} 'gains' (Conditional {B} {C} (Number 1)) (Identifier 'gold') None)"),
        ("move a to b", f"(Move {A} None None {B} False False None False)"),
        ("move all from a to bottom of b face down", f"(Move None None {A} {B} True True None False)"),
        ("move any 2 from a at random to b", f"(Move None (Number 2) {A} {B} False False None False)"),
        ("draw 2 from a to b as c", f"(Draw (Number 2) {A} {B} False (Identifier 'c'))"),
        ("shuffle a into b", f"(Shuffle {A} {B})"),
        ("reveal a", f"(Reveal {A})"),
        ("roll 2d6 as a again while b", f"(Roll (Identifier '2d6') (Identifier 'a') {B} None False)"),
        ("move 2 c from a to b", f"(Move (Name 'c') None {A} {B} False False (Number 2) False)"),
        (
            "move n of c.d from a to b",
            f"(Move (Attribute (Name 'c') (Identifier 'd')) None {A} {B} False False (Name 'n') False)",
        ),
        ("move all c from a to b", f"(Move (Name 'c') None {A} {B} False False None True)"),
        ("show a to b", f"(Show {A} {B})"),
        ('log to b "x"', f"(Log (Text ['x']) {B})"),
        ("a looks at b:\n    stop", f"(Looks {A} {B} [(Stop)])"),
        ('log "x"', "(Log (Text ['x']) None)"),
        ('require a "x"', f"(Require {A} (Text ['x']))"),
        ("return", "(Return None)"),
        ("return a", f"(Return {A})"),
        ("stop", "(Stop)"),
        ("next", "(Next)"),
        ("nothing", "(Nothing)"),
        ('end game won by a "x"', f"(EndGame {A} False (Text ['x']))"),
        ("end game drawn", "(EndGame None True None)"),
        ("## a doc line", "(DocLine 'a doc line')"),
        ("if a: stop", f"(If [[{A} [(Stop)]]] None)"),
        ("if a:\n    stop\nelse if b: next\nelse: return", f"(If [[{A} [(Stop)]] [{B} [(Next)]]] [(Return None)])"),
        (
            "for each a in b where c by a desc:\n    stop",
            f"(ForEach (Head (Identifier 'a') {B} {C} (Order [(Key {A} True)] False)) [(Stop)])",
        ),
        ("at once for each a in b:\n    stop", f"(AtOnce (Head (Identifier 'a') {B} None None) [(Stop)])"),
        ("while a:\n    stop", f"(While {A} [(Stop)])"),
        ("while a: stop", f"(While {A} [(Stop)])"),
        ("for each a in b: stop", f"(ForEach (Head (Identifier 'a') {B} None None) [(Stop)])"),
        ("repeat a times: stop", f"(Repeat None {A} None [(Stop)] None)"),
        ("repeat 3 times:\n    stop", "(Repeat None (Number 3) None [(Stop)] None)"),
        ("repeat at most 3:\n    stop\nuntil a", f"(Repeat (Number 3) None None [(Stop)] {A})"),
        ("repeat for each a in b:\n    stop", f"(Repeat None None (Head (Identifier 'a') {B} None None) [(Stop)] None)"),
        (
            'step a "T" for each b in c skip when b "why":\n    stop',
            f"(Step (Identifier 'a') (Text ['T']) (Head (Identifier 'b') {C} None None) (Skip {B} (Text ['why'])) [(Stop)] [] [])",
        ),
        ("turn of a:\n    stop", f"(TurnOf {A} [(Stop)])"),
        ("roll 2d6 plus f(a) as b", f"(Roll (Identifier '2d6') (Identifier 'b') None (Call (Name 'f') [{A}] None None) False)"),
        ("as one move:\n    stop", "(OneMove [(Stop)])"),
        ("cancel", "(Cancel)"),
        (
            'offer each a in b where c, first to act "x":\n    go "Go": stop',
            f"(Offer None (Head (Identifier 'a') {B} {C} None) True (Text ['x']) [(Option (Identifier 'go') [] None None (Text ['Go']) [(Stop)] [])])",
        ),
        (
            "offer w to each a in b:\n    go",
            f"(Offer (Identifier 'w') (Head (Identifier 'a') {B} None None) False None "
            "[(Option (Identifier 'go') [] None None None [] [])])",
        ),
        (
            "offer each a in b:\n    go",
            f"(Offer None (Head (Identifier 'a') {B} None None) False None [(Option (Identifier 'go') [] None None None [] [])])",
        ),
        (
            "offer each a in b, first to act:\n    cancel: cancel\n    move(c in b where c) where a:\n        as one move:\n            stop",
            f"(Offer None (Head (Identifier 'a') {B} None None) True None [(Option (Identifier 'cancel') [] None None None [(Cancel)] []) "
            f"(Option (Identifier 'move') [(Generator (Identifier 'c') {B} {C})] {A} None None [(OneMove [(Stop)])] [])])",
        ),
        (
            "match a:\n    1: stop\n    2 to 3, -4: next\n    5 or more: stop\n    6 or less: stop\n    b, K: next\n    none: stop\n    else:\n        stop",
            f"(Match {A} [(Arm [(Pattern 'number' 1 1 None)] [(Stop)]) (Arm [(Pattern 'number' 2 3 None) (Pattern 'number' -4 -4 None)] [(Next)])"
            " (Arm [(Pattern 'number' 5 None None)] [(Stop)]) (Arm [(Pattern 'number' None 6 None)] [(Stop)])"
            " (Arm [(Pattern 'name' None None (Identifier 'b')) (Pattern 'kind' None None (Identifier 'K'))] [(Next)])"
            " (Arm [(Pattern 'none' None None None)] [(Stop)]) (Arm [(Pattern 'else' None None None)] [(Stop)])])",
        ),
        ("a chooses b from c", f"(Choose {A} 'one' None (Identifier 'b') {C} None None False None None)"),
        ('a may choose b from c where b "x"', f"(Choose {A} 'may' None (Identifier 'b') {C} {B} (Text ['x']) False None None)"),
        ("a chooses up to 2 b from c", f"(Choose {A} 'up_to' (Number 2) (Identifier 'b') {C} None None False None None)"),
        ("a chooses exactly 2 b from c", f"(Choose {A} 'exactly' (Number 2) (Identifier 'b') {C} None None False None None)"),
        ("a chooses any number of b from c", f"(Choose {A} 'any_number' None (Identifier 'b') {C} None None False None None)"),
        (
            "a chooses b from c secretly:\n    stop\notherwise:\n    next",
            f"(Choose {A} 'one' None (Identifier 'b') {C} None None True [(Stop)] [(Next)])",
        ),
        (
            'a chooses what "x":\n    ## About it.\n    go(b from c where b, d in c) where a as "{b}" "Go": stop\n    pass\notherwise:\n    next',
            f"(ChooseOption {A} (Identifier 'what') (Text ['x']) [(Option (Identifier 'go') [(Generator (Identifier 'b') {C} {B}) "
            f"(Generator (Identifier 'd') {C} None)] {A} (Text [{B}]) (Text ['Go']) [(Stop)] ['About it.'])"
            " (Option (Identifier 'pass') [] None None None [] [])] [(Next)])",
        ),
    ],
)
def test_statements(text: str, tree: str) -> None:
    assert statement(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (
            'game g "G":\n    players 2 to 5\n    sections "a", "b"\n    language 1\n',
            "(GameDeclaration [] [] (Identifier 'g') 'G' 2 5 ['a' 'b'] 1)",
        ),
        ('game g "G":\n    players 2\n', "(GameDeclaration [] [] (Identifier 'g') 'G' 2 2 [] None)"),
        ('include "a.rules", "b.rules"\n', "(Include [] [] [['a.rules' ·] ['b.rules' ·]])"),
        ('setting a: Int 0 to 3 = 1 "x"\n', "(Setting [] [] (Identifier 'a') (BoundedType 'Int' 0 3) (Number 1) (Text ['x']))"),
        ('enum A: b "B", c\n', "(Enum [] [] (Identifier 'A') [[(Identifier 'b') 'B'] [(Identifier 'c') None]])"),
        ("enum A: b,\n    c\n", "(Enum [] [] (Identifier 'A') [[(Identifier 'b') None] [(Identifier 'c') None]])"),
        ("die a: 3, 2, -1\n", "(Die [] [] (Identifier 'a') [3 2 -1])"),
        ("kind A\n", "(Kind [] [] (Identifier 'A') None [])"),
        (
            'kind A is B:\n    a, b: Int = 1, private to c, top public, announced "x"\n',
            "(Kind [] [] (Identifier 'A') (Identifier 'B') ["
            "(Field [] [] (Identifier 'a') (NamedType 'Int') (Number 1) 'private to' (Identifier 'c') True True 'x' None) "
            "(Field [] [] (Identifier 'b') (NamedType 'Int') (Number 1) 'private to' (Identifier 'c') True True 'x' None)])",
        ),
        (
            'kind A:\n    ## Of it.\n    @found("there")\n    a = b\n    rule r(p: Player)\n    define d -> Int\n    define e(x) = x\n',
            f"(Kind [] [] (Identifier 'A') None [(Fixed ['Of it.'] [(Note 'found' 'there')] (Identifier 'a') {B}) "
            "(Rule [] [] (Identifier 'r') [(Parameter (Identifier 'p') (NamedType 'Player'))] None None) "
            "(Define [] [] (Identifier 'd') [] (NamedType 'Int') None None) "
            "(Define [] [] (Identifier 'e') [(Parameter (Identifier 'x') None)] None (Name 'x') None)])",
        ),
        (
            'A b x 3 for each player, c in D where c "B":\n    e: 4\n    f[a]: -2\n',
            "(Instance [] [] (Identifier 'A') (Identifier 'b') (Number 3) (Family True [(Generator (Identifier 'c') (Name 'D') (Name 'c'))]) "
            f"(Text ['B']) [(Value [] [] (Identifier 'e') None (Number 4)) (Value [] [] (Identifier 'f') {A} (Negate (Number 2)))])",
        ),
        (
            "table A for each b in C:\n    | name | f[a] | g |\n    ## The first.\n    | x | 1 | |\n",
            "(Table [] [] (Identifier 'A') (Family False [(Generator (Identifier 'b') (Name 'C') None)]) "
            f"[(Name 'name') (Item (Name 'f') [{A}]) (Name 'g')] [(Row ['The first.'] [] [(Name 'x') (Number 1) None])])",
        ),
        (
            "also a:\n    rule r():\n        stop\n",
            "(Also [] [] (Identifier 'a') [(Rule [] [] (Identifier 'r') [] None [(Stop)])])",
        ),
        (
            "board a of B by C:\n    d: e - f - g\n    h - i\n",
            "(Board [] [] (Identifier 'a') (Identifier 'B') (Identifier 'C') "
            "[(Way (Identifier 'd') [(Identifier 'e') (Identifier 'f') (Identifier 'g')]) (Way None [(Identifier 'h') (Identifier 'i')])] None None None [] None None)",
        ),
        (
            "board a of B:\n    start: gap - hexes - start\n    grid - spaces\n",
            "(Board [] [] (Identifier 'a') (Identifier 'B') None "
            "[(Way (Identifier 'start') [(Identifier 'gap') (Identifier 'hexes') (Identifier 'start')]) "
            "(Way None [(Identifier 'grid') (Identifier 'spaces')])] None None None [] None None)",
        ),
        (
            'board a of B:\n    grid 2 by 1 where c\n    gap a1 - b1\n    start:\n        "x ."\n',
            "(Board [] [] (Identifier 'a') (Identifier 'B') None [] (Grid 2 1 False) None (Name 'c') "
            "[(Way None [(Identifier 'a1') (Identifier 'b1')])] (Diagram [(DiagramRow 'x .')]) None)",
        ),
        (
            "board a of B:\n    grid 8 by 7\n",
            "(Board [] [] (Identifier 'a') (Identifier 'B') None [] (Grid 8 7 False) None None [] None None)",
        ),
        (
            "board a of B:\n    hexes 8 by 7 where c\n",
            "(Board [] [] (Identifier 'a') (Identifier 'B') None [] (Grid 8 7 True) None (Name 'c') [] None None)",
        ),
        (
            "board a of B:\n    spaces at x, y where c\n",
            "(Board [] [] (Identifier 'a') (Identifier 'B') None [] None None (Name 'c') [] None "
            "(Placed (Identifier 'x') (Identifier 'y')))",
        ),
        (
            "state:\n    a: list of at most 5 B\n    c: map D to list of E, secret\n    f: slot of G = none\n",
            "(StateBlock [] [] [(Field [] [] (Identifier 'a') (ListType (NamedType 'B') 5) None None None False False None None) "
            "(Field [] [] (Identifier 'c') (MapType (Identifier 'D') (ListType (NamedType 'E') None)) None 'secret' None False False None None) "
            "(Field [] [] (Identifier 'f') (ZoneType 'slot' (Identifier 'G')) (NoneLiteral) None None False False None None)])",
        ),
        (
            "player:\n    a: pile of B, public\n",
            "(PlayerBlock [] [] [(Field [] [] (Identifier 'a') (ZoneType 'pile' (Identifier 'B')) None 'public' None False False None None)])",
        ),
        ("play:\n    stop\n", "(Play [] [] [(Stop)])"),
        (
            'phase a(p: Player) "T" for each b in c skip when b:\n    stop\n',
            "(Phase [] [] (Identifier 'a') [(Parameter (Identifier 'p') (NamedType 'Player'))] (Text ['T']) "
            f"(Head (Identifier 'b') {C} None None) (Skip {B} None) [(Stop)] [] [])",
        ),
        (
            '## Doc.\n## More.\n@rulebook("4.2")\n@found\nrule r() -> Int?:\n    stop\n',
            "(Rule ['Doc.' 'More.'] [(Note 'rulebook' '4.2') (Note 'found' None)] (Identifier 'r') [] "
            "(OptionalType (NamedType 'Int')) [(Stop)])",
        ),
        (
            "define d(a: Int) -> Int:\n    return a\n",
            f"(Define [] [] (Identifier 'd') [(Parameter (Identifier 'a') (NamedType 'Int'))] (NamedType 'Int') None [(Return {A})])",
        ),
        ('always "x": a\n', f"(Always [] [] (Text ['x']) {A})"),
        (
            "## Doc.\nwhenever w for each a in b where c:\n    stop\n",
            f"(Whenever ['Doc.'] [] (Identifier 'w') (Head (Identifier 'a') {B} {C} None) [(Stop)])",
        ),
        (
            "whenever w for each a in b by c desc:\n    stop\n",
            f"(Whenever [] [] (Identifier 'w') (Head (Identifier 'a') {B} None (Order [(Key {C} True)] False)) [(Stop)])",
        ),
        (
            '@rulebook("11")\nanytime w "W" for each a in b where c during d:\n    go "Go": stop\n',
            f"(Anytime [] [(Note 'rulebook' '11')] (Identifier 'w') (Text ['W']) (Head (Identifier 'a') {B} {C} None) (Identifier 'd') "
            "[(Option (Identifier 'go') [] None None (Text ['Go']) [(Stop)] [])])",
        ),
        (
            "anytime w for each a in b:\n    go\n    pass\n",
            f"(Anytime [] [] (Identifier 'w') None (Head (Identifier 'a') {B} None None) None "
            "[(Option (Identifier 'go') [] None None None [] []) (Option (Identifier 'pass') [] None None None [] [])])",
        ),
        (
            'scoring for each player p:\n    "x" for each a in b: a when c\n    winner: most total, then least a\n',
            f"(Scoring [] [] (Identifier 'p') [(ScoreLine (Text ['x']) (Head (Identifier 'a') {B} None None) {A} {C})] "
            f"[(Rank True (Name 'total')) (Rank False {A})])",
        ),
        ('variant a "A" of b for 2 players\n', "(Variant [] [] (Identifier 'a') 'A' (Identifier 'b') 2 [])"),
        (
            "before a.b(p):\n    stop\n",
            "(Change [] [] 'before' [(Identifier 'a') (Identifier 'b')] None None [(Parameter (Identifier 'p') None)] None [(Stop)] [] [] None None)",
        ),
        ("replace a = 3\n", "(Change [] [] 'replace' [(Identifier 'a')] None None None (Number 3) None [] [] None None)"),
        (
            'add to a:\n    b "B": stop\n    "c": 1\n',
            "(Change [] [] 'add' [(Identifier 'a')] None None None None None [(Option (Identifier 'b') [] None None (Text ['B']) [(Stop)] [])] "
            "[(ScoreLine (Text ['c']) None (Number 1) None)] None None)",
        ),
        (
            "limit a.b where c\n",
            f"(Change [] [] 'limit' [(Identifier 'a') (Identifier 'b')] None None None None None [] [] {C} None)",
        ),
        ("remove a\n", "(Change [] [] 'remove' [(Identifier 'a')] None None None None None [] [] None None)"),
    ],
)
def test_declarations(text: str, tree: str) -> None:
    read = Read(text)
    assert not read.found
    assert [show(declaration) for declaration in read.declarations] == [tree]


CLAUSES = """\
## What happens.
players ann, ben
given ann.points = 3
dice 3, -1
deck bag: ring, cup
random a, b
when turn(ann)
expect ann.points == 3
expect options of ann == [a, b]
expect bill of ann:
    "fruit": 2 * ann.fruit
    "nuts": -1
expect won by ann, ben
ann:   build  church_1 lyon
ben: stand by me
refused ann: build church_2 by turn.build
refused ann: stand by me: now
"""

CLAUSE_TREES = [
    "(Narration 'What happens.')",
    "(Players [(Identifier 'ann') (Identifier 'ben')])",
    "(Given (Attribute (Name 'ann') (Identifier 'points')) (Number 3))",
    "(Dice [3 -1])",
    "(Deck (Name 'bag') [(Name 'ring') (Name 'cup')])",
    f"(RandomPicks [{A} {B}])",
    "(When (Call (Name 'turn') [(Name 'ann')] None None))",
    "(Expect (Comparison '==' (Attribute (Name 'ann') (Identifier 'points')) (Number 3)))",
    f"(ExpectOptions (Identifier 'ann') (ListLiteral [{A} {B}]))",
    "(ExpectBill (Identifier 'ann') [(BillLine 'fruit' (Arithmetic '*' (Number 2) (Attribute (Name 'ann') (Identifier 'fruit')))) "
    "(BillLine 'nuts' (Negate (Number 1)))])",
    "(ExpectWon [(Identifier 'ann') (Identifier 'ben')])",
    "(Answer (Identifier 'ann') 'build church_1 lyon')",
    "(Answer (Identifier 'ben') 'stand by me')",
    "(Refused (Identifier 'ann') 'build church_2' [(Identifier 'turn') (Identifier 'build')])",
    "(Refused (Identifier 'ann') 'stand by me: now' [])",
]


@pytest.mark.parametrize(
    ("whole", "words"),
    [
        (
            'offer w to each a in b where c, first to act "x":\n    go "Go"',
            (" w to", " where c", ", first to act", ' "x"', ' "Go"'),
        ),
        ("as one move:\n    cancel\n    stop", ("    cancel\n",)),
    ],
)
def test_each_word_of_a_window_shows_in_its_tree(whole: str, words: tuple[str, ...]) -> None:
    trees = {statement(whole), *(statement(whole.replace(word, "")) for word in words)}
    assert len(trees) == len(words) + 1


@pytest.mark.parametrize("word", [' "W"', " where c", " during d", ' "Go"'])
def test_each_word_of_what_is_open_at_any_time_shows_in_its_tree(word: str) -> None:
    whole = 'anytime w "W" for each a in b where c during d:\n    go "Go": stop\n'
    trees = {show(Read(text).declarations[0]) for text in (whole, whole.replace(word, ""))}
    assert len(trees) == 2


def test_the_clauses_of_an_example() -> None:
    read = Read('example "E":\n' + "".join(f"    {line}\n" for line in CLAUSES.splitlines()))
    assert not read.found
    [example] = read.declarations
    assert isinstance(example, nodes.Example) and example.title == "E"
    assert [show(clause) for clause in example.clauses] == CLAUSE_TREES


def test_a_script_has_the_same_clauses_and_a_header() -> None:
    read = Read('# A remark.\ngame "../g.rules"\nvariants a, b\nset c = 3\nseed 7\n' + CLAUSES, script=True)
    assert not read.found
    script = read.script
    assert script is not None
    assert script.game == "../g.rules" and script.game_span is not None and read.marked(script.game_span) == '"../g.rules"'
    assert [name.text for name in script.variants] == ["a", "b"]
    assert [(name.text, show(value)) for name, value in script.settings] == [("c", "(Number 3)")]
    assert script.seed == 7
    assert [show(clause) for clause in script.clauses] == CLAUSE_TREES
    assert [comment.text for comment in script.comments] == ["# A remark."]


def test_places_are_those_of_the_file() -> None:
    text = '## Doc.\n\nrule go(p: Player):\n    # remark\n    if p.gold > 3 and (p.lead):  # behind\n        log "{p} has {p.gold + 1}"\n\n\nrule x():\n    stop\n'
    read = Read(text)
    assert not read.found and read.file is not None
    shown = {type(node).__name__: read.marked(node.span) for node in walk(read.file) if not isinstance(node, nodes.File)}
    assert shown["If"] == text[text.index("if p") : text.index("\n\n\n")]
    assert shown["Logical"] == "p.gold > 3 and (p.lead)"
    assert shown["Log"] == 'log "{p} has {p.gold + 1}"'
    assert shown["Arithmetic"] == "p.gold + 1"
    assert shown["Text"] == '"{p} has {p.gold + 1}"'
    assert read.marked(read.declarations[0].span) == text[text.index("rule go") : text.index("\n\n\nrule")]
    assert [comment.text for comment in read.file.comments] == ["# remark", "# behind"]


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_part_lies_within_its_whole(path) -> None:  # type: ignore[no-untyped-def]
    read = Read(path.read_text(encoding="utf-8"))
    assert read.file is not None
    for node in walk(read.file):
        for part in children(node):
            if isinstance(part, nodes.Note):
                continue  # stands above its declaration
            assert node.span.start <= part.span.start <= part.span.end <= node.span.end, (show(node), show(part))


def test_walking_meets_every_node_once_and_trees_compare_by_content() -> None:
    text = "rule a():\n    if b:\n        c(d)\n"
    one, other, third = Read(text), Read("\n" + text.replace("c(d)", "c( d )")), Read(text.replace("d", "e"))
    assert one.file is not None and other.file is not None and third.file is not None
    assert [type(node).__name__ for node in walk(one.file)] == [
        "File",
        "Rule",
        "Identifier",
        "If",
        "Name",
        "CallStatement",
        "Call",
        "Name",
        "Name",
    ]
    assert same_tree(one.file, other.file)
    assert not same_tree(one.file, third.file)


def test_an_expression_inside_a_file_can_be_read_alone() -> None:
    read = Read("define a = b + 1\n")
    sink = Sink()
    found = parse_expression(read.source, Span(0, 11, 16), sink)
    assert show(found) == f"(Arithmetic '+' {B} (Number 1))"
    assert found is not None and read.marked(found.span) == "b + 1"
    assert parse_expression(read.source, Span(0, 11, 14), sink) is None
    [fault] = sink.diagnostics
    assert fault.code == "RL0112" and fault.span.start == 14


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("define a(x: Int) =\n    x + 1\n", "define a(x: Int) = x + 1\n"),
        ("define a =  # why\n    # and so\n    3\n", "define a = 3\n"),
        ("rule r():\n    let x =\n        3 +\n        4\n", "rule r():\n    let x = 3 + 4\n"),
        ("rule r():\n    x +=\n        3\n    stop\n", "rule r():\n    x += 3\n    stop\n"),
        ("state:\n    a: list of Int =\n        [1, 2], public\n", "state:\n    a: list of Int = [1, 2], public\n"),
        ("setting a: Int =\n    3\n", "setting a: Int = 3\n"),
        ('example "x":\n    given a.b =\n        3\n', 'example "x":\n    given a.b = 3\n'),
    ],
)
def test_a_line_goes_on_deeper_after_an_equals_sign(text: str, joined: str) -> None:
    read = Read(text)
    assert not read.found
    assert show(read.file) == show(Read(joined).file)
    formatted = format_source(text)
    assert formatted.refused is None
    assert show(Read(formatted.text).file) == show(read.file)


@pytest.mark.parametrize(
    "text",
    [
        "rule r():\n    let x =\n    f(3)\n",
        "define a =\nrule r():\n    stop\n",
        "rule r():\n    let x =\n        ## a doc line\n        3\n",
        "rule r():\n    if a ==\n        3:\n        stop\n",
    ],
)
def test_no_line_goes_on_where_a_value_was_forgotten(text: str) -> None:
    assert Read(text).codes[0] == "RL0112"
