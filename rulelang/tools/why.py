"""Questions about refusals: why can this player not do that, at this point of a script or an example?

The point is given by a file and a line, or by a script and a move: then it is where the script has come to at its end.
The clauses before the point are run as usual, and what is asked is answered by `rulelang.play.why`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulelang.errors import NotFound, RulelangError, ScriptError
from rulelang.locate import RULES, SCRIPT, locate
from rulelang.play.clauses import Failed, Run
from rulelang.play.example import SEED, Workshop, player_symbols
from rulelang.play.match import Match
from rulelang.play.script import Scripts
from rulelang.play.why import Reason, what_is_asked, why_not
from rulelang.syntax import nodes
from rulelang.text.suggest import listing
from rulelang.tools.setup import Setup

PLACE = re.compile(r"(?P<file>.+):(?P<line>[0-9]+)")
MOVE = re.compile(r"(?P<player>[a-z][a-z0-9_]*)\s*:\s*(?P<words>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question and its answer: no reasons where the move is legal. `asked` says what is asked, and of whom."""

    player: str
    words: str
    asked: str
    reasons: tuple[Reason, ...]


def why(where: str, move: str | None = None, setup: Setup | None = None) -> Answered:
    """Why a move is refused: of the clause at `FILE:LINE`, or of `ann: words` where a script, or a game, has come to.

    Raises `NotFound` where there is nothing to ask about, and `ScriptError` where the clauses before it fail.
    """
    setup = setup if setup is not None else Setup()
    if move is not None:
        player, words = split_move(move)
        match = _at_end(where, setup)
        return _answer(match, player, words)
    place = PLACE.fullmatch(where)
    if place is None:
        raise RulelangError("say which line is meant, as FILE:LINE, or which move, as `ann: words`")
    return _at_line(Path(place["file"]), int(place["line"]), setup)


def split_move(move: str) -> tuple[str, str]:
    """`ann: build tower` as the player and the words."""
    found = MOVE.fullmatch(move.strip())
    if found is None:
        raise RulelangError(f"`{move}` is no move: write the player and what he chooses, as `ann: build tower`")
    return found["player"], found["words"].strip()


def _answer(match: Match, player: str, words: str) -> Answered:
    return Answered(player, words, what_is_asked(match), why_not(match, match.seat(player), words, everything=True))


def _at_end(where: str, setup: Setup) -> Match:
    """The match where a script ends; at the beginning of a game."""
    path = Path(where)
    if path.suffix == SCRIPT:
        if not path.is_file():
            raise NotFound(f"there is no file `{where}`")
        players = setup.players if setup.players is None or isinstance(setup.players, int) else list(setup.players)
        played = Scripts(setup.variants, setup.settings, players, without=setup.without).run(path)
        # A script that leaves a choice open is just what is asked about here.
        faults = [d for d in played.diagnostics if d.code != "RL0713"]
        if played.match is None or any(d.severity.value == "error" for d in faults):
            raise ScriptError(faults, played.sources)
        return played.match
    place = replace(locate(where), without=setup.without)
    shop = Workshop(place, setup.variants, setup.settings)
    return shop.game.start(setup.players, SEED)


def _at_line(path: Path, line: int, setup: Setup) -> Answered:
    if not path.is_file():
        raise NotFound(f"there is no file `{path}`")
    if path.suffix == SCRIPT:
        players = setup.players if setup.players is None or isinstance(setup.players, int) else list(setup.players)
        scripts = Scripts(setup.variants, setup.settings, players, without=setup.without)
        run, sources = scripts.ready(path)
        clauses: Sequence[nodes.Clause] = run.clauses
    elif path.suffix == RULES:
        base = Workshop(replace(locate(path), without=setup.without), setup.variants, setup.settings)
        found = [(s, e) for s, e in base.all_examples() if _holds(s.model.sources, e, path, line)]
        if not found:
            raise NotFound(f"no example stands at line {line} of `{path}`")
        shop, example = found[0]
        sources = shop.model.sources
        clauses = example.clauses
        run = shop.run(clauses, shop.players_of(clauses), player_symbols(clauses), SEED)
    else:
        raise NotFound(f"`{path}` is neither a script nor rules")
    wanted = [c for c in clauses if isinstance(c, nodes.Answer | nodes.Refused)]
    clause = next((c for c in wanted if sources.file(c.span).position(c.span.start).line == line), None)
    if clause is None:
        lines = [str(sources.file(c.span).position(c.span.start).line) for c in wanted]
        ways = f"; moves stand in lines {listing(lines[:6], 'and')}" if lines else ""
        raise NotFound(f"no move stands in line {line} of `{path}`{ways}")
    _run_to(run, clause, sources)
    return _answer(run.match, clause.player.text, clause.words)


def _holds(sources: object, example: nodes.Example, path: Path, line: int) -> bool:
    from rulelang.text.source import SourceMap

    assert isinstance(sources, SourceMap)
    file = sources.file(example.span)
    if Path(file.name).resolve() != path.resolve():
        return False
    last = example.clauses[-1].span if example.clauses else example.span
    return file.position(example.span.start).line <= line <= file.position(last.start).line


def _run_to(run: Run, clause: nodes.Clause, sources: object) -> None:
    """Run what stands before a clause."""
    from rulelang.text.source import SourceMap

    assert isinstance(sources, SourceMap)
    before = run.clauses[: list(run.clauses).index(clause)]
    try:
        for earlier in before:
            run.one(earlier)
        run.ready(clause)
    except Failed as failed:
        raise ScriptError([failed.diagnostic], sources) from failed


__all__ = ["Answered", "split_move", "why"]
