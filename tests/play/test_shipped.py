"""What must hold of every shipped game, in whatever state: nothing lost, saving changes nothing, two readings of the rules agree.

That nobody learns what he may not see is asked in `test_redeal`.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulelang.machine import ir
from rulelang.machine.evaluate import Evaluator
from rulelang.machine.split import Ask
from rulelang.play import simulate
from rulelang.play.loading import load_compiled
from rulelang.play.match import Match
from rulelang.play.perft import counts
from rulelang.play.transcript import as_text, entries
from rulelang.runtime import keeping
from tests.play.helpers import SHIPPED, place, random_play, shipped, workshop

ROOT = Path(__file__).parents[2]
GAMES = pytest.mark.parametrize(("name", "players"), SHIPPED)


def match_of(name: str, players: int, seed: int = 3) -> Match:
    return shipped(name).start(players, seed)


@GAMES
def test_a_random_game_ends_and_loses_nothing(name: str, players: int) -> None:
    for number, match in enumerate(random_play(match_of(name, players), 1)):
        if number % 5 == 0 or match.over:
            assert match.check_invariants() == []
    assert match.over and match.winners


@GAMES
def test_saving_and_loading_changes_nothing(name: str, players: int) -> None:
    game = shipped(name)
    match = match_of(name, players)
    source = random.Random(5)
    for number in range(400):
        if not match.pending:
            break
        if number % 20 == 0 or number < 12 or len(match.pending) > 1:
            again = game.restore(match.to_json())
            assert keeping.dump(again.machine, again.state) == keeping.dump(match.machine, match.state)
            match = again
        choice = source.choice(match.pending)
        match.choose(choice.seat, source.choice(choice.options))
    plain = match_of(name, players)
    for _ in random_play(plain, 5, len(match.moves)):
        pass
    assert keeping.dump(plain.machine, plain.state) == keeping.dump(match.machine, match.state)


PLAYED = """
import sys
from rulelang.play.match import Game
from rulelang.play.transcript import as_text, entries
from tests.play.helpers import random_play
for name, players in (("tictactoe", 2), ("treasures", 3)):
    match = Game(name).start(players, seed=8)
    for _ in random_play(match, 2, 150):
        pass
    sys.stdout.write(as_text(entries(match)))
    sys.stdout.write(match.to_json())
"""


def test_a_game_is_the_same_in_every_process(tmp_path: Path) -> None:
    told = set()
    for hashes in ("1", "2"):
        # The second process takes what the first has compiled and kept.
        env = {**os.environ, "PYTHONHASHSEED": hashes, "RULELANG_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", PLAYED], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
        told.add(done.stdout)
    here = ""
    for name, players in (("tictactoe", 2), ("treasures", 3)):
        match = shipped(name).start(players, seed=8)
        for _ in random_play(match, 2, 150):
            pass
        here += as_text(entries(match)) + match.to_json()
    assert told == {here}


def test_compiling_twice_gives_the_same_program() -> None:
    """Frames of a match mean the same in each process that compiles the game, and so does what tools compile again."""
    text = "import sys; from tests.play.test_shipped import sources; sys.stdout.write(sources())"
    env = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", text], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == sources() == sources()


def sources() -> str:
    """All generated code of a game, compiled afresh."""
    return "".join(module.source for module in load_compiled(place("treasures"), 3).program.modules.values())


# ---------------------------------------------------------------------------------------------- two readings of the rules


def choices_of(match: Match, compiled: Any) -> Iterator[tuple[ir.Choice, Any, dict[ir.Variable, Any]]]:
    """The choices asked now, with the state and the rule's own names."""
    for choice in match.pending:
        lowered = compiled.lowered.registry.choices[choice.asked.choice]
        own = match.machine.state_of(match.state, choice.asked)
        for split in compiled.facts.splits.values():
            if any(isinstance(block.end, Ask) and block.end.choice is lowered for block in split.blocks):
                yield lowered, own, {variable: own.frames[-1][slot] for variable, slot in split.slots.items()}


@GAMES
def test_generated_code_and_the_evaluator_agree(name: str, players: int) -> None:
    """Options and bills as generated code gives them, and as the slow reading of the same rules does."""
    compiled, machine = workshop(name).compiled(players)
    compared = 0
    for number, match in enumerate(random_play(match_of(name, players, 2), 6, 120)):
        if number % 4 and players > 2:
            continue
        for choice, own, env in choices_of(match, compiled):
            evaluator = Evaluator(compiled.lowered, own)
            asked = next(c for c in match.pending if c.asked.choice == choice.number)
            generated = {(o.name, o.values) for o in asked.options if o.values or o.name}
            slow = set()
            alike = any(a is not None for alternative in choice.alternatives for a in alternative.alike)
            for alternative in choice.alternatives:
                for found in evaluator.passes(alternative.sources, env):
                    if alternative.condition is None or evaluator.value(alternative.condition, found):
                        values = tuple(found[s.variable] for s in alternative.sources)
                        slow.add(("" if choice.pick else alternative.name, values))
            fits = generated <= slow if alike else generated == slow
            assert fits, (choice.path, generated - slow, slow - generated)
            compared += 1
        sheet = compiled.lowered.sheet
        if sheet is not None:
            evaluator = Evaluator(compiled.lowered, match.state)
            for seat in range(players):
                bill, _, _ = machine.score(match.state, seat)
                if all(line.items is None for line in sheet.lines):
                    points = [
                        evaluator.value(line.value, {sheet.player: seat})
                        for line in sheet.lines
                        if line.condition is None or evaluator.value(line.condition, {sheet.player: seat})
                    ]
                    assert [gained for _, _, gained in bill] == points
    assert compared > 3


# ---------------------------------------------------------------------------------------------- numbers


def test_the_numbers_of_moves_are_those_that_are_known() -> None:
    machine = shipped("tictactoe").machine(2)
    found = [d.positions for d in counts(machine, machine.start(0), 6)]
    assert found == [9, 72, 504, 3024, 15120, 54720]
    machine = shipped("connect_four").machine(2)
    assert [d.positions for d in counts(machine, machine.start(0), 4)] == [7, 49, 343, 2401]


def test_a_simulation_does_not_depend_on_the_number_of_workers() -> None:
    game = shipped("tictactoe")
    one = simulate.simulate(game, 2, 180, seed=3, workers=1, sample=5).data()
    two = simulate.simulate(game, 2, 180, seed=3, workers=2, sample=5).data()
    one.pop("seconds")
    two.pop("seconds")
    assert one == two
    assert sum(share["share"] for share in one["wins"].values()) == pytest.approx(1)
    assert json.dumps(one)
    assert simulate.simulate(game, 2, 180, seed=4, sample=0).data()["wins"] != one["wins"]
