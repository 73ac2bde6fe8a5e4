"""Variants: what they add, merged into a game before it is checked.

A variant is a file that begins with `variant`, its name and the game it belongs to. What it declares counts as if it stood in
the game itself. The changes of named parts (`before`, `replace`, …) are read by the syntax already, but nothing carries them out
yet, so each is refused rather than passed over; so is switching a variant on by the number of players, which is not known here.
"""

from __future__ import annotations

from rulelang.sema.context import Game
from rulelang.sema.model import GameModel
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label, Sink
from rulelang.text.source import Span


def merge(
    model: GameModel, declarations: list[nodes.Declaration], variants: list[nodes.File], sink: Sink
) -> list[nodes.Declaration]:
    """The declarations of a game with those that its variants add."""
    merged = list(declarations)
    for file in variants:
        _head(model, file, sink)
        for declaration in file.declarations:
            match declaration:
                case nodes.Variant():
                    pass
                case nodes.Change():
                    word = "add to" if declaration.verb == "add" else declaration.verb
                    sink.error(
                        "RL0122",
                        f"`{word}` is a word of a later version of the language: variants only add so far",
                        _first_line(model, declaration.span),
                        help="declare something new, or change a copy of the game",
                    )
                case nodes.GameDeclaration() | nodes.Include():
                    what = "game" if isinstance(declaration, nodes.GameDeclaration) else "include"
                    sink.error("RL0404", f"`{what}` cannot stand in a variant", _first_line(model, declaration.span))
                case _:
                    merged.append(declaration)
    return merged


def _head(model: GameModel, file: nodes.File, sink: Sink) -> None:
    """Look at the `variant` line: there is one, and it is about this game."""
    heads = [d for d in file.declarations if isinstance(d, nodes.Variant)]
    if not heads:
        if not file.damaged:
            sink.error(
                "RL0404",
                "this is no variant: it has no `variant` line",
                Span(file.span.file, file.span.start, file.span.start),
                help=f'begin with `variant my_variant "My variant" of {model.name or "my_game"}`',
            )
        return
    head = heads[0]
    for other in heads[1:]:
        sink.error("RL0404", "a file holds one variant", other.name.span, others=(Label(head.name.span, "the first"),))
    if model.declaration is not None and head.of.text != model.name:
        others = (Label(model.declaration.name.span, "the game"),)
        sink.error(
            "RL0404", f"this is a variant of `{head.of.text}`, and the game is `{model.name}`", head.of.span, others=others
        )
    if head.for_players is not None:
        sink.error(
            "RL0122",
            "that a variant is for a number of players only is said in a later version of the language",
            head.name.span,
            help="leave `for … players` out, and switch the variant on by its name",
        )
    model.variants.append(head)


def _first_line(model: GameModel, span: Span) -> Span:
    text = model.sources.files[span.file].text[span.start : span.end]
    return Span(span.file, span.start, span.start + len(text.split("\n", 1)[0]))


def changes_of(variants: list[nodes.File]) -> list[nodes.Change]:
    """All changes that variants make: bodies in which something may be written."""
    return [d for file in variants for d in file.declarations if isinstance(d, nodes.Change)]


def apply(game: Game, variants: list[nodes.File]) -> None:
    """Make the changes: there are none that `merge` has let pass."""
