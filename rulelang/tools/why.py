"""Why a move is refused: of a line of a script or of an example, or of words said at the end of a script.

Everything before the line is played, then the question is put to the match as it stands. The answer says first what is being
asked and of whom, then which kind of refusal it is, then the condition with its values and its place in the rules, and last
what would be legal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulelang.errors import NotFound, RulesError, ScriptError
from rulelang.locate import SCRIPT, locate
from rulelang.play.clauses import Failed, Run
from rulelang.play.example import SEED, Workshop, player_symbols
from rulelang.play.match import Match
from rulelang.play.script import Played, Scripts
from rulelang.play.why import Reason, why_not
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Severity
from rulelang.text.source import SourceMap, Span
from rulelang.text.suggest import listing
from rulelang.tools.setup import Setup

OPEN_END = frozenset(("RL0712", "RL0713"))
"""What a script is not blamed for that is stopped before its end: chance left over, and a choice left open."""
TARGET = re.compile(r"(?P<file>.+?):(?P<line>[0-9]+)(?::[0-9]+)?")
MOVE = re.compile(r"\s*(?P<player>[a-z][a-z0-9_]*)\s*:\s*(?P<words>.*\S)\s*")


@dataclass(frozen=True, slots=True)
class Answered:
    """The question and its answer: no reasons where the move is legal."""

    player: str
    words: str
    place: str
    asked: str
    reasons: tuple[Reason, ...]


def why(target: str, move: str | None, setup: Setup) -> Answered:
    """Why a move is refused. `target` is `FILE:LINE` of a move, or a script's `FILE` with the move in words."""
    if move is not None:
        said = MOVE.fullmatch(move)
        if said is None:
            raise NotFound(f"`{move}` is no move: write the player, a colon and what he would choose")
        played = _Until(None, setup).run(Path(target))
        match = _match(played)
        if said["player"] not in match.players:
            raise NotFound(f"nobody is called `{said['player']}`; the players are {listing(list(match.players), 'and')}")
        return _answered(match, said["player"], said["words"], "")
    found = TARGET.fullmatch(target)
    if found is None:
        raise NotFound(f"`{target}` names no line: write FILE:LINE, or FILE and the move")
    path, line = Path(found["file"]), int(found["line"])
    if path.suffix == SCRIPT:
        return _of_script(path, line, setup)
    return _of_example(path, line, setup)


def _of_script(path: Path, line: int, setup: Setup) -> Answered:
    runner = _Until(line, setup)
    played = runner.run(path)
    match = _match(played)
    if runner.move is None:
        raise NotFound(f"line {line} of `{path}` holds no move")
    return _answered(match, runner.move.player.text, runner.move.words, played.sources.place(runner.move.span))


def _of_example(path: Path, line: int, setup: Setup) -> Answered:
    shop = Workshop(locate(path), setup.variants, setup.settings)
    sources = shop.model.sources
    wanted = path.resolve()
    for number, read in enumerate(shop.model.paths):
        if read is not None and read.resolve() == wanted:
            for example in shop.model.examples:
                if example.span.file == number and _line(sources, example.span) <= line <= _last_line(sources, example.span):
                    return _in_example(shop, example, line, path)
    raise NotFound(f"line {line} of `{path}` stands in no example")


def _in_example(shop: Workshop, example: nodes.Example, line: int, path: Path) -> Answered:
    before, move = _cut(shop.model.sources, example.clauses, line)
    if move is None:
        raise NotFound(f"line {line} of `{path}` holds no move")
    symbols = player_symbols(example.clauses)
    run = shop.run(before, shop.players_of(example.clauses), symbols, SEED)
    try:
        _play(run)
    except Failed as failed:
        if failed.diagnostic.code not in OPEN_END:
            raise ScriptError([failed.diagnostic], shop.model.sources) from None
    return _answered(run.match, move.player.text, move.words, shop.model.sources.place(move.span))


class _Until(Scripts):
    """Runs scripts up to a line; `move` is what stands there."""

    def __init__(self, line: int | None, setup: Setup) -> None:
        super().__init__(setup.variants, setup.settings, setup.players)
        self.line = line
        self.move: nodes.Answer | nodes.Refused | None = None

    def _play(self, shop: Workshop, script: nodes.Script, played: Played, *rest: object) -> None:
        if self.line is not None:
            script.clauses, self.move = _cut(played.sources, script.clauses, self.line)
        super()._play(shop, script, played, *rest)  # type: ignore[arg-type]


def _cut(
    sources: SourceMap, clauses: Sequence[nodes.Clause], line: int
) -> tuple[list[nodes.Clause], nodes.Answer | nodes.Refused | None]:
    """The clauses before a line, and the move on it. There is always one clause at least, so that a whole game begins."""
    before = [clause for clause in clauses if _line(sources, clause.span) < line]
    here = [clause for clause in clauses if _line(sources, clause.span) == line]
    moves = [clause for clause in here if isinstance(clause, nodes.Answer | nodes.Refused)]
    span = clauses[0].span if clauses else Span(0, 0, 0)
    return before or [nodes.Narration(span=span, text="")], moves[0] if moves else None


def _line(sources: SourceMap, span: Span) -> int:
    return sources.file(span).position(span.start).line


def _last_line(sources: SourceMap, span: Span) -> int:
    return sources.file(span).position(max(span.start, span.end - 1)).line


def _play(run: Run) -> None:
    for _ in run.steps():
        pass


def _match(played: Played) -> Match:
    """The match of a script as it stands. Raises for what went wrong before."""
    wrong = [d for d in played.diagnostics if d.severity is Severity.ERROR and d.code not in OPEN_END]
    if wrong or played.match is None:
        raise (ScriptError if played.match is not None else RulesError)(played.diagnostics, played.sources)
    return played.match


def _answered(match: Match, player: str, words: str, place: str) -> Answered:
    reasons = why_not(match, match.seat(player), words, everything=True)
    asked = "; ".join(f"{choice.player} must choose: {choice.prompt or choice.path}" for choice in match.pending)
    return Answered(player, words, place, asked or "nobody is asked anything: the match is over", reasons)


def answered_text(answered: Answered) -> str:
    """The answer for people."""
    lines = [answered.asked]
    if not answered.reasons:
        lines.append(f"{answered.player} may choose `{answered.words}`")
    lines += [reason_text(reason) for reason in answered.reasons]
    return "\n".join(lines)


def reason_text(reason: Reason) -> str:
    """A reason for people: the kind, the condition, where it stands, what the rules say of it, what would be legal."""
    lines = [f"refused, {reason.kind} [{reason.code}]: {reason.message}"]
    if reason.place:
        lines.append(f"  --> {reason.place}" + (f"  {reason.path}" if reason.path else ""))
    if reason.rulebook:
        lines.append(f"  rule book: {reason.rulebook}")
    lines += [f"  {line.strip()}" for line in reason.doc if line.strip()]
    lines += [f"  help: {line}" for line in reason.help]
    if reason.near:
        lines.append(f"  near it are {listing(list(reason.near), 'and')}")
    return "\n".join(lines)
