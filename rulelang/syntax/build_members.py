"""From parse tree to nodes: what stands inside declarations, with the doc lines and notes before it: fields, rules and defines of
kinds, values of things, rows of tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lark import Token

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.build import Context, branches, child, doc_text, only, token, token_or_none, tokens
from rulelang.syntax.build_expressions import expression, parameters, plain_of, returns, type_node
from rulelang.syntax.build_statements import block_or_none
from rulelang.text.source import Span


class Leads:
    """The doc lines and notes before a declaration, a member or a row."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.doc: list[str] = []
        self.notes: list[nodes.Note] = []
        self.last: Span | None = None
        self.last_doc: Span | None = None

    def take(self, part: Branch | Token) -> bool:
        """Whether this is a doc line or a note; if so, keep it."""
        if isinstance(part, Token):
            if part.type == "DOC" and not self.context.placeholder(part):
                self.doc.append(doc_text(part))
                self.last_doc = self.context.span(part)
                return True
            return False
        if part.data != "note":
            return False
        name = token(part, "NAME")
        text = token_or_none(part, "STRING")
        self.notes.append(
            nodes.Note(
                span=self.context.span(part),
                name=str(name),
                text=self.context.plain(text) if text is not None else None,
            )
        )
        self.last = self.context.span(part)
        return True

    def give(self, declarations: Iterable[nodes.Declaration]) -> None:
        """Hand what was kept to what follows."""
        for declaration in declarations:
            declaration.doc = [*self.doc]
            declaration.notes = [*self.notes]
        self.doc, self.notes, self.last, self.last_doc = [], [], None, None

    def finish(self, top: bool = False) -> None:
        """Report notes that nothing follows; also doc lines, if they stand at the end of a file (at the end of a block they are
        remarks).
        """
        if top and self.context.draft.edited:
            return
        if top and self.doc and self.last_doc is not None and not self.notes:
            self.context.sink.warning(
                "RL0120",
                "this doc line belongs to nothing",
                self.last_doc,
                label="no declaration follows that it could be about",
                help="put it above the declaration it is about, or write `#` for a remark",
            )
        if self.notes and self.last is not None:
            self.context.sink.error(
                "RL0120",
                "this note belongs to nothing",
                self.last,
                label="nothing follows that it could be about",
                help="put it on the line above the declaration it is about",
            )


def members(context: Context, parts: Iterable[Branch | Token]) -> list[nodes.Declaration]:
    """The members, slots or rows among these, with their doc lines and notes."""
    leads = Leads(context)
    found: list[nodes.Declaration] = []
    for part in parts:
        if leads.take(part) or isinstance(part, Token):
            continue
        made = _MEMBERS.get(str(part.data))
        if made is None:
            continue
        with context.level(part):
            members = made(context, part)
        leads.give(members)
        found.extend(members)
    leads.finish()
    return found


# ------------------------------------------------------------------------------------------------------------ fields and members


_VISIBILITY = {"public": "public", "private": "private", "private_to": "private to", "secret": "secret"}


def _fields(context: Context, branch: Branch) -> list[nodes.Declaration]:
    """A line of fields: one node for each name."""
    visibility: str | None = None
    visible_to: nodes.Identifier | None = None
    refilled_from: nodes.Identifier | None = None
    said: dict[str, Span] = {}
    for part in branches(branch):
        form = str(part.data)
        role = "visibility" if form in _VISIBILITY else form
        if form not in _VISIBILITY and form not in ("top_public", "announced", "refilled_from"):
            continue
        if role in said:
            context.twice(
                "this says twice who may see the field" if role == "visibility" else "this stands twice",
                context.span(part),
                said[role],
            )
        said[role] = context.span(part)
        if form in _VISIBILITY:
            visibility = _VISIBILITY[form]
            if form == "private_to":
                visible_to = context.identifier(token(part, "NAME"))
        elif form == "refilled_from":
            refilled_from = context.identifier(token(part, "NAME"))
    default = child(branch, "default")
    label = plain_of(context, branch)
    return [
        nodes.Field(
            span=context.span(branch),
            name=context.declared(name, "field"),
            type_node=type_node(context, only(branch)),
            default=expression(context, only(default)) if default is not None else None,
            visibility=visibility,
            visible_to=visible_to,
            top_public="top_public" in said,
            announced="announced" in said,
            label=label,
            refilled_from=refilled_from,
        )
        for name in tokens(branch, "NAME")
    ]


def _fixed(context: Context, branch: Branch) -> list[nodes.Declaration]:
    name = context.identifier(token(branch, "NAME"))
    return [nodes.Fixed(span=context.span(branch), name=name, value=expression(context, only(branch)))]


def rule(context: Context, branch: Branch) -> nodes.Rule:
    return nodes.Rule(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "rule"),
        parameters=parameters(context, branch) or [],
        returns=returns(context, branch),
        body=block_or_none(context, branch),
    )


def define(context: Context, branch: Branch) -> nodes.Define:
    value = value_after_equals(branch)
    return nodes.Define(
        span=context.span(branch),
        name=context.declared(token(branch, "NAME"), "define"),
        parameters=parameters(context, branch) or [],
        returns=returns(context, branch),
        value=expression(context, value) if value is not None else None,
        body=block_or_none(context, branch),
    )


def value_after_equals(branch: Branch) -> Branch | None:
    """The expression of `define x = …` or `replace x = …`: the one part that is nothing else."""
    for part in branches(branch):
        if part.data not in ("params", "returns", "block", "path"):
            return part
    return None


def _value(context: Context, branch: Branch) -> list[nodes.Declaration]:
    key = child(branch, "key_of")
    return [
        nodes.Value(
            span=context.span(branch),
            name=context.identifier(token(branch, "NAME")),
            key=expression(context, only(key)) if key is not None else None,
            value=expression(context, next(part for part in branches(branch) if part is not key)),
        )
    ]


def _row(context: Context, branch: Branch) -> list[nodes.Declaration]:
    cells: list[nodes.Expression | None] = []
    for cell in branches(branch):
        cells.append(expression(context, only(cell)) if branches(cell) else None)
    return [nodes.Row(span=context.span(branch), cells=cells)]


_MEMBERS: dict[str, Callable[[Context, Branch], list[nodes.Declaration]]] = {
    "field": _fields,
    "fixed": _fixed,
    "rule": lambda context, branch: [rule(context, branch)],
    "define": lambda context, branch: [define(context, branch)],
    "open_rule": lambda context, branch: [rule(context, branch)],
    "open_define": lambda context, branch: [define(context, branch)],
    "value": _value,
    "row": _row,
}
