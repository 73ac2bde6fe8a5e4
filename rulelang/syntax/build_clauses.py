"""From parse tree to nodes: the clauses of examples and scripts.

An answer is one token, since its words are matched against the options as the game renders them and have no grammar of their own.
In `refused ann: words by rule` the last ` by ` that is followed by nothing but a dotted name ends the words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lark import Token

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.build import Context, branches, doc_text, only, token, token_or_none, tokens
from rulelang.syntax.build_boards import diagram_of
from rulelang.syntax.build_expressions import expression
from rulelang.text.source import Span

_BY = re.compile(r"[ \t]by[ \t]+(?P<path>[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*)[ \t]*$")


def clause(context: Context, branch: Branch) -> nodes.Clause:
    """One line of an example or a script."""
    with context.level(branch):
        return _clause(context, branch)


def _clause(context: Context, branch: Branch) -> nodes.Clause:
    span = context.span(branch)
    form = str(branch.data)
    if form == "script_note":
        return nodes.Narration(span=span, text=doc_text(token(branch, "DOC")))
    if form == "script_players":
        return nodes.Players(span=span, names=[context.declared(name, "player") for name in tokens(branch, "NAME")])
    if form == "set_setting":
        return nodes.SetSetting(
            span=span, name=context.identifier(token(branch, "NAME")), value=expression(context, only(branch))
        )
    if form == "given":
        target, value = (expression(context, part) for part in branches(branch))
        return nodes.Given(span=span, target=target, value=value)
    if form == "given_diagram":
        return nodes.GivenDiagram(span=span, target=expression(context, only(branch)), diagram=diagram_of(context, branch))
    if form == "dice":
        return nodes.Dice(span=span, faces=[context.signed(face) for face in branches(branch)])
    if form == "deck":
        zone, *things = (expression(context, part) for part in branches(branch))
        return nodes.Deck(span=span, zone=zone, things=things)
    if form == "random":
        return nodes.RandomPicks(span=span, things=[expression(context, part) for part in branches(branch)])
    if form == "when":
        return nodes.When(span=span, call=expression(context, only(branch)))
    if form == "expect":
        return nodes.Expect(span=span, condition=expression(context, only(branch)))
    if form == "expect_sees":
        player_written, sees, what = branches(branch)
        return nodes.ExpectSees(
            span=span,
            player=expression(context, player_written),
            what=expression(context, what),
            negated=sees.data == "not_sees",
        )
    if form == "expect_options":
        player = context.identifier(token(branch, "NAME"))
        return nodes.ExpectOptions(span=span, player=player, options=expression(context, only(branch)))
    if form == "expect_bill":
        return nodes.ExpectBill(
            span=span,
            player=context.identifier(token(branch, "NAME")),
            lines=[_bill_line(context, part) for part in branches(branch)],
        )
    if form == "expect_won":
        return nodes.ExpectWon(span=span, players=[context.identifier(name) for name in tokens(branch, "NAME")])
    player, words = _answer(context, token(branch, "ANSWER"))
    if form == "answer":
        return nodes.Answer(span=span, player=player, words=words)
    assert form == "refused", form
    return _refused(context, token(branch, "ANSWER"), span, player, words)


def _bill_line(context: Context, branch: Branch) -> nodes.BillLine:
    return nodes.BillLine(
        span=context.span(branch), label=context.plain(token(branch, "STRING")), value=expression(context, only(branch))
    )


def _answer(context: Context, answer: Token) -> tuple[nodes.Identifier, str]:
    """The player and the words of an answer."""
    text = str(answer)
    colon = text.index(":")
    start = answer.start_pos or 0
    player = nodes.Identifier(span=context.place(start, start + colon), text=text[:colon])
    return player, " ".join(text[colon + 1 :].split())


def _refused(context: Context, answer: Token, span: Span, player: nodes.Identifier, words: str) -> nodes.Refused:
    text = str(answer)
    start = answer.start_pos or 0
    found = _BY.search(text)
    by: list[nodes.Identifier] = []
    if found is not None:
        at = start + found.start("path")
        for name in found["path"].split("."):
            by.append(nodes.Identifier(span=context.place(at, at + len(name)), text=name))
            at += len(name) + 1
        words = " ".join(text[text.index(":") + 1 : found.start()].split())
    return nodes.Refused(span=span, player=player, words=words, by=by)


# ------------------------------------------------------------------------------------------------------------ scripts


@dataclass(slots=True)
class ScriptParts:
    """What was read of a script so far: the lines of its header, each of which may stand once, and its clauses."""

    game: str | None = None
    game_span: Span | None = None
    variants: list[nodes.Identifier] = field(default_factory=list)
    settings: list[tuple[nodes.Identifier, nodes.Expression]] = field(default_factory=list)
    seed: int | None = None
    clauses: list[nodes.Clause] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    seen: dict[str, Span] = field(default_factory=dict)

    def once(self, context: Context, word: str, span: Span) -> None:
        """Report a line that may stand once and stands again."""
        if word in self.seen:
            context.twice(f"`{word}` stands twice in this script", span, self.seen[word])
        self.seen[word] = span

    def take(self, context: Context, branch: Branch) -> None:
        """Read one line."""
        form = str(branch.data)
        span = context.span(branch)
        if form == "script_game":
            self.once(context, "game", span)
            text = token_or_none(branch, "STRING")
            named = text if text is not None else token(branch, "NAME")
            self.game = context.plain(text) if text is not None else str(named)
            self.game_span = context.span(named)
        elif form == "script_variants":
            self.once(context, "variants", span)
            self.variants = [context.identifier(name) for name in tokens(branch, "NAME")]
        elif form == "set_setting":
            name = context.identifier(token(branch, "NAME"))
            self.once(context, f"set {name.text}", span)
            self.settings.append((name, expression(context, only(branch))))
        elif form == "script_seed":
            self.once(context, "seed", span)
            self.seed = context.number(token(branch, "NUMBER"))
        elif form == "script_rules":
            self.once(context, "rules", span)
            self.rules = [context.plain(text) for text in tokens(branch, "STRING")]
        elif form == "script_state":
            first, *values = (context.plain(text) for text in tokens(branch, "STRING"))
            self.clauses.append(nodes.StateMark(span=span, digests=first.split(), values=values))
        elif form == "script_undo":
            self.clauses.append(nodes.Undo(span=span, anyway=bool(list(branches(branch)))))
        elif form == "script_redo":
            self.clauses.append(nodes.Redo(span=span))
        elif form != "script_note" or not context.placeholder(token(branch, "DOC")):
            self.clauses.append(clause(context, branch))
