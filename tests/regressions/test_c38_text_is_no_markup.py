"""Case C38: what stands on a card is shown as it is written, and never acts on a terminal.

Source: ubermenchh/anki-cli#82, Codeplain-ai/codeplain PR #316, Textualize/rich#120.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from syrupy.assertion import SnapshotAssertion

from cli.main import group
from rulelang.errors import RulelangError
from rulelang.locate import locate
from rulelang.play.match import Game
from rulelang.text.render import safe_json, visible, width

LONG = "w" * 5000
GAME = f"""game markup "[bold]Mark[/bold] up [x2]":
    players 2

## A card is [red]a card[/red].
kind Card:
    cost: Int = 1

Card mine "Gold mine [x2]"
Card slash "[/] pays [bold]twice, [b"
Card joined "zero\u200dwidth"
Card long "{LONG}"
Card keep "\U0001f3f0 keep \U0001f469\u200d\U0001f680"
Card town "城堡"

kind Town

Town hill "[hill] 城"
Town dale "dale"

board land of Town:
    hill - dale

enum Mood: glad "[i]glad[/i]", sad "[sad"

setting house: Bool = false "[house] \U0001f3f0 rule"

player:
    hand: pile of Card, public
    mood: Mood = glad, public, announced "[mood]"
    points: Int = 0, public, announced "[p]oints"
    town: Town = hill, public, announced "[/pawn]"

state:
    deck: pile of Card = Card, public

rule take(me: Player):
    me chooses "[mg] \U0001f3f0":
        ## Takes [one].
        grab(x from deck where x.cost > 0) "[/] grab {{x}}":
            move x to me.hand
            log "{{me}} took {{x}} [/b]"
            me gains 1 points for "[a]"
            me.mood = sad
        sulk where me.points > 0 "[sulk] zero\u200dwidth":
            me.mood = sad
    otherwise:
        nothing

play:
    for each p in players:
        take(p)
    end game won by players[1] "[/end] 城"

scoring for each player p:
    "[points]": p.points

example "[an example] of {{{{a}}}}":
    players ann, ben
    when take(ann)
    ann: grab mine
    expect ann.points == 2
"""
SCRIPT = """game "game.rules"
players ann, ben
seed 1

ann: grab slash
ben: grab long
"""
NASTY = {
    "a title for the window": "\x1b]0;title\x07",
    "a colour": "\x1b[31m",
    "a colour of one sign": "\x9b31m",
    "an override": "\u202egnp.exe",
    "an isolate": "\u2066abc",
    "a null": "\x00",
    "a backspace": "\x08",
    "a line of another kind": "\u2028",
}


def acts(text: str) -> list[str]:
    """What in a text acts on a terminal, or is not seen, outside of emoji."""
    found = []
    for before, character in zip(["", *text], text, strict=False):
        joined = character == "\u200d" and not before.isascii()
        if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") and character not in "\n" and not joined:
            found.append(repr(character))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "some.play").write_text(SCRIPT, encoding="utf-8")
    return tmp_path


@pytest.fixture
def call(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RULELANG_CACHE", str(folder / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")

    def invoke(*arguments: str, input: str | None = None) -> Result:
        return CliRunner().invoke(group, list(arguments), input=input)

    return invoke


def shorter(text: str) -> str:
    """Long words shortened, so that a snapshot can be read, and the digest of the rules left out."""
    text = re.sub(r'(rules |"rules": ")[0-9a-f]{16}', r"\1DIGEST", text)
    return text.replace(LONG, "w(5000)w").replace("w" * 99 + "…", "w(99)w…")


SURFACES: dict[str, tuple[str, ...]] = {
    "bots play": ("play", ".", "--bot", "all=random", "--seed", "3"),
    "a script": ("run", "some.play"),
    "a script as a player": ("run", "some.play", "--as", "ann"),
    "a script as JSON": ("run", "some.play", "--format", "json"),
    "checked": ("check", "."),
    "tested": ("test", "."),
    "explained": ("show", ".", "rules"),
    "what can be changed": ("show", ".", "hooks"),
    "a board": ("show", ".", "board"),
    "found": ("find", ".", "grab"),
    "found as JSON": ("find", ".", "mine", "--format", "json"),
    "why": ("why", "some.play", "ben: grab mine"),
}


@pytest.mark.parametrize("name", SURFACES)
def test_every_surface_shows_texts_as_they_are_written(
    call: Callable[..., Result], name: str, snapshot: SnapshotAssertion
) -> None:
    result = call(*SURFACES[name])
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit), result.exception
    assert acts(result.output) == []
    assert shorter(result.output) == snapshot


TYPED = """table
why grab nothing
hello \x1b[31m red
why \u202egnp.exe
log
position
?
4
"""


def test_at_the_keyboard(call: Callable[..., Result], snapshot: SnapshotAssertion) -> None:
    result = call("play", ".", "--bot", "ben=random", "--seed", "2", "--record", "kept.play", "--save", "kept.json", input=TYPED)
    assert result.exit_code == 0, result.output
    assert acts(result.output) == []
    assert "hello \\x1b[31m red" in result.output
    assert shorter(result.stdout) == snapshot
    assert acts((call("run", "kept.play")).output) == []


def test_many_simulated(call: Callable[..., Result]) -> None:
    for style in ("text", "json", "csv"):
        result = call("simulate", ".", "--games", "4", "--format", style)
        assert result.exit_code == 0, result.output
        assert acts(result.output) == []
        if style == "text":
            assert "ended by “[/end] 城”: 4" in result.output


@pytest.mark.parametrize("name", NASTY)
def test_rules_with_what_acts_on_a_terminal_are_refused(call: Callable[..., Result], folder: Path, name: str) -> None:
    for old in ("Gold mine", "a card[/red]", "[/] grab", "[/end]", "[an example]"):
        (folder / "game.rules").write_text(GAME.replace(old, old + NASTY[name], 1), encoding="utf-8")
        for arguments in (("check", "."), ("check", ".", "--format", "plain"), ("check", ".", "--format", "json")):
            result = call(*arguments)
            assert result.exit_code == 1, result.output
            assert "RL0117" in result.output
            assert acts(result.output) == []


@pytest.mark.parametrize("name", NASTY)
def test_scripts_with_what_acts_on_a_terminal_are_refused(call: Callable[..., Result], folder: Path, name: str) -> None:
    for old in ("grab slash", "ann, ben", "ben: grab"):
        (folder / "some.play").write_text(SCRIPT.replace(old, old + NASTY[name], 1), encoding="utf-8")
        result = call("run", "some.play")
        assert result.exit_code != 0, result.output
        assert acts(result.output) == []


@pytest.mark.parametrize("name", NASTY)
def test_words_of_the_command_line_are_shown_as_escapes(call: Callable[..., Result], name: str) -> None:
    nasty = NASTY[name]
    for arguments in (
        ("play", ".", "--players", f"ann,{nasty}"),
        ("play", ".", "--bot", f"{nasty}=random"),
        ("play", ".", "--variant", f"x{nasty}"),
        ("play", ".", "--set", f"x{nasty}=1"),
        ("find", ".", f"x{nasty}"),
        ("explain", nasty),
        ("show", ".", "rule", nasty),
        ("why", "some.play", f"ben: {nasty}"),
        ("rename", ".", "mine", nasty),
        ("run", f"{nasty}.play"),
        (nasty,),
    ):
        result = call(*arguments)
        assert acts(result.output) == [], arguments


@pytest.mark.parametrize(
    "player",
    [
        *("[red]ann", "ann: pass", "ann, ben", "Ann", "ann ben", "", "ann.gold", "1", "{me}", "ann\n", "ännchen", "ann\u200dx"),
        *("seed", "players", "expect", "given"),
    ],
)
def test_names_that_could_be_part_of_a_move_are_refused(call: Callable[..., Result], folder: Path, player: str) -> None:
    game = Game(locate(str(folder)))
    with pytest.raises(RulelangError):
        game.start([player, "cleo"], 1)
    result = call("play", ".", "--players", f"{player},cleo", "--bot", "all=random")
    if "," not in player and player == player.strip():
        assert result.exit_code == 2, result.output
        assert "moves from" not in result.output
    assert acts(result.output) == []


def test_columns_stay_under_each_other(call: Callable[..., Result]) -> None:
    # What is there when ann has taken a card, as ben is shown it.
    table = call("play", ".", "--seed", "2", input="town\n").stdout.split("ben: [mg]")[0].split("ann: [mg]")[1].splitlines()
    rows = [line for line in table if line.startswith(("[mood]", "[p]oints", "hand"))]
    assert len(rows) == 3
    assert len({width(row[: row.index(cell)]) for row, cell in zip(rows, ("[sad", "1", "城堡"), strict=True)}) == 1
    assert len({width(row[: row.rindex(cell)]) for row, cell in zip(rows, ("[i]glad", "0", "-"), strict=True)}) == 1


def test_many_options_stay_in_columns(folder: Path) -> None:
    cards = "".join(f'Card x{n} "城 {n}"\n' for n in range(10)) + "".join(f'Card y{n} "y {n}"\n' for n in range(10))
    text = GAME.replace('Card mine "Gold', cards + 'Card mine "Gold').replace(f'Card long "{LONG}"\n', "")
    (folder / "game.rules").write_text(text, encoding="utf-8")
    from rulelang.tools.session import options_text

    options = Game(locate(str(folder))).start(2, 1).pending[0].options
    lines = options_text(options).splitlines()
    assert len(lines) == -(-len(options) // 2)
    second = [f"{number:>3}  " for number in range(len(lines) + 1, len(options) + 1)]
    assert len({width(line[: line.index(number)]) for line, number in zip(lines, second, strict=False)}) == 1
    assert max(map(width, lines)) <= 100


def test_what_is_too_broad_for_columns_is_a_list(folder: Path) -> None:
    cards = "".join(f'Card x{n} "{LONG}{n}"\n' for n in range(20))
    (folder / "game.rules").write_text(GAME.replace('Card mine "Gold', cards + 'Card mine "Gold'), encoding="utf-8")
    from rulelang.tools.session import options_text

    options = Game(locate(str(folder))).start(2, 1).pending[0].options
    assert len(options_text(options).splitlines()) == len(options)


def test_emoji_keep_their_joiner_and_letters_show_it() -> None:
    assert visible("\U0001f469\u200d\U0001f680") == "\U0001f469\u200d\U0001f680"
    assert visible("zero\u200dwidth") == "zero\\u200dwidth"
    assert visible("\U0001f469\u200d\u200d") == "\U0001f469\u200d\\u200d"


@pytest.mark.parametrize("name", NASTY)
def test_json_shows_what_acts_as_an_escape_and_means_the_same(name: str) -> None:
    data = {"text": f"a{NASTY[name]}b\n\t\x7f", "emoji": "\U0001f469\u200d\U0001f680 城", "tag": "x\U000e0041"}
    for indent in (None, 2):
        text = safe_json(json.dumps(data, ensure_ascii=False, indent=indent))
        assert acts(text) == []
        assert json.loads(text) == data
        assert "城" in text
