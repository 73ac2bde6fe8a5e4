"""Digests of the rules of a game, one for each declaration with a name of its own.

They say which rules have changed since a match was recorded. A digest is made of the tree of a declaration, so it does not
depend on layout, comments and doc lines; nor on titles, labels, prompts and what is written to the log, since those are words
and change no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from rulelang.sema.model import GameModel
from rulelang.syntax import nodes
from rulelang.syntax.parse import parse_rules
from rulelang.syntax.walk import parts_of
from rulelang.text.diagnostic import Sink
from rulelang.text.source import Span

WORDS = frozenset(("doc", "notes", "label", "title", "prompt", "reason", "comments"))
"""Parts of a declaration that are only read."""
APART = (nodes.DocLine, nodes.Rule, nodes.Define, nodes.Row)
"""What has a digest of its own, or needs none, within a declaration."""


@dataclass(frozen=True, slots=True)
class RuleDigest:
    """A declaration's dotted name, its digest, where it stands, and its tree."""

    path: str
    digest: str
    span: Span
    node: nodes.Node


def digests_of(model: GameModel) -> dict[str, RuleDigest]:
    """The digests of all declarations of a game, of all files that were read for it, by dotted name."""
    found: dict[str, RuleDigest] = {}
    for file in model.sources.files:
        if not file.name.endswith(".rules"):
            continue
        for declaration in parse_rules(file, Sink()).declarations:
            for path, node in _named(file.text, declaration):
                name, number = path, 1
                while name in found:
                    number += 1
                    name = f"{path}[{number}]"
                named = getattr(node, "name", None)
                found[name] = RuleDigest(name, digest_of(node), named.span if isinstance(named, nodes.Node) else node.span, node)
    return found


def digest_of(node: nodes.Node) -> str:
    """The digest of a tree."""
    text: list[str] = []
    pending: list[object] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, APART) and part is not node:
            continue
        if isinstance(part, nodes.Node):
            text.append(type(part).__name__)
            words = WORDS | {"text"} if isinstance(part, nodes.Log) else WORDS
            names = [name for name in parts_of(part) if name not in words]
            pending.extend(getattr(part, name) for name in reversed(names))
            text.append(str(len(names)))
        elif isinstance(part, list | tuple):
            kept = [one for one in part if not isinstance(one, APART)]
            text.append(str(len(kept)))
            pending.extend(reversed(kept))
        elif not isinstance(part, Span):
            text.append(repr(part))
    return blake2b("\n".join(text).encode(), digest_size=2).hexdigest()


def _named(text: str, declaration: nodes.Declaration) -> Iterator[tuple[str, nodes.Node]]:
    match declaration:
        case nodes.Example() | nodes.GameDeclaration() | nodes.Include() | nodes.Variant():
            return
        case nodes.Kind(name=name, members=members):
            yield name.text, declaration
            for member in members:
                if isinstance(member, nodes.Rule | nodes.Define):
                    yield f"{name.text}.{member.name.text}", member
        case nodes.Instance(name=name, slots=slots) | nodes.Also(name=name, slots=slots):
            if isinstance(declaration, nodes.Instance):
                yield name.text, declaration
            for slot in slots:
                if isinstance(slot, nodes.Rule | nodes.Define):
                    yield f"{name.text}.{slot.name.text}", slot
        case nodes.Table(kind=kind, rows=rows, header=header):
            yield f"{kind.text}.table", declaration
            at = next((i for i, cell in enumerate(header) if text[cell.span.start : cell.span.end] == "name"), None)
            for number, row in enumerate(rows, 1):
                cell = row.cells[at] if at is not None and at < len(row.cells) else None
                path = text[cell.span.start : cell.span.end].strip('"') if cell is not None else f"{kind.text}[{number}]"
                yield path.replace(" ", ""), row
        case nodes.StateBlock(fields=fields) | nodes.PlayerBlock(fields=fields):
            holder = "state" if isinstance(declaration, nodes.StateBlock) else "player"
            for field in fields:
                yield f"{holder}.{field.name.text}", field
        case nodes.Change(verb=verb, path=path):
            yield f"{verb.replace(' ', '_')}:{'.'.join(part.text for part in path)}", declaration
        case nodes.Symbols(kind=kind):
            yield f"{kind.text}.symbols", declaration
        case _:
            named: object = getattr(declaration, "name", None)
            yield (named.text if isinstance(named, nodes.Identifier) else type(declaration).__name__.lower()), declaration


__all__ = ["RuleDigest", "digest_of", "digests_of"]
