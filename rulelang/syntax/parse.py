"""From a source file to its tree, with all its faults of syntax.

A file is cut at its top-level declarations and each is parsed alone, so that no fault reaches the next declaration. Within one,
a fault is reported, mended in a draft of the text, and the declaration is parsed again: a missing colon is put in, a line that
cannot be read is taken out with the block under it. The words of lines taken out go into `damaged`, so that the checker does
not also complain that what they declared does not exist. Parsing always yields a tree, of what could be read. A declaration that
was read before and held no fault is not parsed again (`memory`).
"""

from __future__ import annotations

import re

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.build import WORD, Context, TooDeep, branches
from rulelang.syntax.build_clauses import ScriptParts
from rulelang.syntax.build_declarations import rebuild
from rulelang.syntax.build_expressions import expression
from rulelang.syntax.errors import diagnose
from rulelang.syntax.faults import Draft, Edit, Fault
from rulelang.syntax.layout import DEEPEST, STEP, Layout, lay_out, split
from rulelang.syntax.memory import MEMORY
from rulelang.syntax.parser import Stuck, run
from rulelang.syntax.tokens import DECLARATION_WORDS
from rulelang.text.diagnostic import Fix, Label, Sink
from rulelang.text.source import SourceFile, Span

MOST_FAULTS = 25
"""How many faults of one declaration are mended before the rest of it is given up."""

MOST_WORK = 600_000
"""How many characters of one declaration are read again and again to find all its faults; a longer one is given up earlier."""

LARGEST_FILE = 2_000_000
"""How many characters a file may have."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_SIMPLE = re.compile(r"[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*$")
_VALUE_WORDS = frozenset(("none", "true", "false", "not", "any", "if", "or", "and", "is", "in"))
_SQUARES = tuple(f"{letter}{row}" for letter in "abcdefghijklmnopqrstuvwxyz" for row in range(1, 31))
"""Names that the grid of a board may have given to its squares."""

_KNOWN_HEAD = re.compile(r"(?:state|player|play|(?:kind|table) [A-Z][A-Za-z0-9]*|also [a-z_][a-z0-9_]*)(?![A-Za-z0-9_])")
_INSTANCE = re.compile(r"[A-Z][A-Za-z0-9]*[ ]+[a-z_]")
_FIRST_WORD = re.compile(r"[A-Za-z_]+")
_FOLLOWERS = re.compile(r"(?:else|otherwise|until)(?![A-Za-z0-9_])")

_HEADS = {
    "game": 'game x "x":',
    "kind": "kind K:",
    "table": "table K:",
    "symbols": "symbols K:",
    "also": "also x:",
    "board": "board x of K:",
    "state": "state:",
    "player": "player:",
    "play": "play:",
    "phase": "phase x:",
    "rule": "rule x():",
    "define": "define x():",
    "scoring": "scoring for each player x:",
    "example": 'example "x":',
    "before": "before x:",
    "after": "after x:",
    "replace": "replace x:",
    "add": "add to x:",
}
"""For each declaration with a block, a head that can be read: it stands in for one that cannot, so that the block is still
read.
"""


def parse_rules(source: SourceFile, sink: Sink) -> nodes.File:
    """The declarations of a `.rules` file."""
    reading = Reading(source, sink)
    declarations: list[nodes.Declaration] = []
    for start, end in reading.chunks():
        declaration = reading.declaration(start, end)
        if declaration is not None:
            declarations.append(declaration)
    reading.finish()
    span = Span(source.number, 0, len(source.text))
    damaged = frozenset(reading.damaged.union(*(d.damaged for d in declarations)))
    return nodes.File(span=span, declarations=declarations, comments=reading.comments, damaged=damaged)


def parse_script(source: SourceFile, sink: Sink) -> nodes.Script:
    """The header and the clauses of a `.play` file."""
    reading = Reading(source, sink, script=True)
    parts = ScriptParts()
    for start, end in reading.chunks():
        reading.script_lines(start, end, parts)
    reading.finish()
    return nodes.Script(
        span=Span(source.number, 0, len(source.text)),
        game=parts.game,
        game_span=parts.game_span,
        variants=parts.variants,
        says_variants="variants" in parts.seen,
        settings=parts.settings,
        seed=parts.seed,
        rules=parts.rules,
        clauses=parts.clauses,
        comments=reading.comments,
    )


def parse_expression(source: SourceFile, span: Span, sink: Sink) -> nodes.Expression | None:
    """The expression that a stretch of a file holds; none if it cannot be read."""
    draft = Draft(source.text[span.start : span.end], [0], [span.start], [False])
    context = Context(source, draft, "", sink, _part)
    try:
        return _expression(context, draft)
    except TooDeep as deep:
        _report_too_deep(sink, deep.span)
        return None


def _part(outer: Context, start: int, end: int) -> nodes.Expression | None:
    """An expression inside a text in quotes, from `start` to `end` of the outer draft."""
    text = outer.text[start:end]
    stripped = text.strip()
    if _SIMPLE.match(stripped) is not None:
        names = stripped.split(".")
        if names[0] not in _VALUE_WORDS and len(names) <= DEEPEST:
            at = start + text.index(stripped)
            value: nodes.Expression = nodes.Name(span=outer.place(at, at + len(names[0])), text=names[0])
            begin = at
            at += len(names[0])
            for name in names[1:]:
                word = nodes.Identifier(span=outer.place(at + 1, at + 1 + len(name)), text=name)
                at += 1 + len(name)
                value = nodes.Attribute(span=outer.place(begin, at), value=value, name=word)
            return value
    inner = Draft(text, [0], [outer.draft.origin(start)], [False])
    context = Context(outer.source, inner, "", outer.sink, _part, outer.depth, outer.damaged, outer.misnamed)
    return _expression(context, inner)


def _expression(context: Context, draft: Draft) -> nodes.Expression | None:
    """Parse a draft that holds one expression."""
    if not draft.text.strip():
        return None
    layout = lay_out(draft.text.replace("\n", " "))
    context.text = layout.text
    for line in layout.lines:
        line.level = 0
    if len(layout.lines) != 1:
        return None
    faults = [fault for fault in layout.faults if not fault.mended]
    if faults:
        _report(context.source, context.sink, draft, faults[0])
        return None
    result = run(layout, "expression")
    if isinstance(result, Stuck):
        _report(context.source, context.sink, draft, diagnose(layout, result, "expression"))
        return None
    return expression(context, branches(result)[0])


def _report(source: SourceFile, sink: Sink, draft: Draft, fault: Fault) -> Span:
    """Turn a fault of a draft into a diagnostic."""

    def place(start: int, end: int) -> Span:
        first = draft.origin(min(start, max(len(draft.text) - 1, 0))) if draft.text else draft.origins[0]
        if start >= len(draft.text) and draft.text:
            first += 1
        if end <= start:
            return Span(source.number, first, first)
        last = draft.origin(min(end, len(draft.text)) - 1) + 1 if min(end, len(draft.text)) > start else first
        return Span(source.number, first, max(first, last))

    line = str(source.position(draft.origin(fault.line_of)).line) if fault.line_of is not None else ""
    fix = fault.replacement
    span = place(fault.start, fault.end)
    sink.error(
        fault.code,
        fault.message.replace("{line}", line),
        span,
        label=fault.label,
        others=tuple(Label(place(spot.start, spot.end), spot.text) for spot in fault.others),
        notes=fault.notes,
        help=tuple(help.replace("{line}", line) for help in fault.help),
        fix=Fix(place(fix.start, fix.end), fix.text, True) if fix is not None else None,
    )
    return span


def _report_too_deep(sink: Sink, span: Span) -> None:
    sink.error("RL0115", f"nested deeper than {DEEPEST} levels", span, help="take a part out into a rule or define of its own")


class Reading:
    """The reading of one file."""

    def __init__(self, source: SourceFile, sink: Sink, script: bool = False) -> None:
        self.source = source
        self.sink = sink
        self.script = script
        self.text = _clean(source, sink)
        self.comments: list[nodes.Comment] = []
        self.damaged: set[str] = set()
        self.step = STEP
        self.left_open = False
        self.misnamed: set[str] = set()
        self.pending: list[tuple[Draft, Fault]] = []

    def chunks(self) -> list[tuple[int, int]]:
        """The stretches of the file to parse one by one; comments before the first are taken in."""
        chunks = [(chunk.start, chunk.end) for chunk in split(self.text)]
        first = chunks[0][0] if chunks else len(self.text)
        if first:
            self._take_comments(lay_out(self.text[:first]), 0)
        self.step = self._find_step(chunks)
        return chunks

    def finish(self) -> None:
        """Report what waited for the end of the file: lines that begin with a word of the language, unless the file declares that
        word as a name; then this was said at its declaration."""
        for draft, fault in self.pending:
            if fault.word not in self.misnamed:
                _report(self.source, self.sink, draft, fault)

    def _take_comments(self, layout: Layout, shift: int) -> None:
        for start, end in layout.comments:
            span = Span(self.source.number, start + shift, end + shift)
            self.comments.append(nodes.Comment(span=span, text=self.text[span.start : span.end]))

    def _find_step(self, chunks: list[tuple[int, int]]) -> int:
        """By how many spaces this file indents; said once if it is not four."""
        if re.search(r"^ +[^ #\n]", self.text, re.MULTILINE) is None:
            return STEP
        steps: set[int] = set()
        blocks = 0
        first: Span | None = None
        for start, end in chunks:
            layout = lay_out(self.text[start:end], clauses=self.has_clauses(start))
            for above, line in zip(layout.lines, layout.lines[1:], strict=False):
                if above.opens and line.indent > above.indent:
                    steps.add(line.indent - above.indent)
                    blocks += 1
                    if first is None:
                        first = Span(self.source.number, start + line.begin, start + line.start)
            if STEP in steps or len(steps) > 1:
                return STEP
        if len(steps) != 1 or blocks < 2 or first is None:
            return STEP
        step = steps.pop()
        self.sink.error(
            "RL0104",
            f"this file indents its blocks by {step} {'space' if step == 1 else 'spaces'}",
            first,
            label="the first of them",
            help="indent by four spaces for each block; `rulelang fmt` does it for the whole file",
        )
        return step

    def has_clauses(self, start: int) -> bool:
        """Whether answers may stand in the chunk that begins here."""
        if self.script:
            return True
        at = start
        while self.text[at] in "#@":
            at = self.text.find("\n", at) + 1
            while at and self.text[at : at + 1].isspace():
                at += 1
            if not at or at >= len(self.text):
                return False
        return self.text.startswith("example", at)

    # -------------------------------------------------------------------------------------------------------- one chunk

    def declaration(self, start: int, end: int) -> nodes.Declaration | None:
        """The declaration of a chunk; none if its head could not be read, or there is none. What follows a bracket left open and
        is no declaration is the rest of that line, and no second fault.
        """
        word = _FIRST_WORD.match(self.text, start)
        begins_none = self.text[start] not in "#@" and (word is None or word.group() not in DECLARATION_WORDS)
        if self.left_open and begins_none and _INSTANCE.match(self.text, start) is None:
            self._take_comments(lay_out(self.text[start:end], self.step), start)
            self.damaged.update(WORD.findall(self.text[start:end]))
            return None
        tree, context, whole = self._tree(start, end, "start")
        declaration: nodes.Declaration | None = None
        if word is not None and word.group() == "board" and (context.damaged or not whole):
            self.damaged.update(_SQUARES)
        if tree is not None:
            try:
                declaration = rebuild(context, tree)
            except TooDeep as deep:
                _report_too_deep(self.sink, deep.span)
                whole = False
        if declaration is None or not whole:
            if not whole:
                self.damaged.update(WORD.findall(self.text[start:end]))
            return None
        declaration.damaged = frozenset(context.damaged)
        return declaration

    def script_lines(self, start: int, end: int, parts: ScriptParts) -> None:
        """The lines of a chunk of a script."""
        tree, context, _ = self._tree(start, end, "script")
        if tree is None:
            return
        try:
            for branch in branches(tree):
                parts.take(context, branch)
        except TooDeep as deep:
            _report_too_deep(self.sink, deep.span)

    def _tree(self, start: int, end: int, grammar: str) -> tuple[Branch | None, Context, bool]:
        """Parse a chunk, mending what can be mended: its tree, the context to build it in, and whether its head could be read."""
        draft = Draft(self.text[start:end], [0], [start], [False])
        context = Context(self.source, draft, "", self.sink, _part, misnamed=self.misnamed)
        clauses = self.has_clauses(start)
        key = (draft.text, self.step, clauses, grammar)
        before = MEMORY.get(key)
        if before is not None:
            layout, tree = before
            self._take_comments(layout, start)
            self.left_open = False
            context.text = layout.text
            return tree, context, True
        whole = True
        most = max(3, min(MOST_FAULTS, MOST_WORK // (end - start + 1)))
        for attempt in range(most):
            layout = lay_out(draft.text, self.step, clauses)
            if attempt == 0:
                self._take_comments(layout, start)
            edits: list[Edit] = []
            if layout.broken:
                if attempt == 0:
                    for fault in layout.faults:
                        _report(self.source, self.sink, draft, fault)
                return None, context, False
            if attempt == 0:
                self.left_open = any(fault.code == "RL0107" and not fault.edits for fault in layout.faults)
            for fault in layout.faults:
                if attempt == 0:
                    _report(self.source, self.sink, draft, fault)
                if fault.edits:
                    edits.extend(fault.edits)
                elif not fault.mended:
                    taken, head = self._take_out(layout, draft, fault.start, context)
                    whole = whole and not head
                    edits.extend(taken)
            if not edits:
                if not layout.lines:
                    return None, context, whole
                result = run(layout, grammar)
                if isinstance(result, Branch):
                    context.draft, context.text = draft, layout.text
                    if attempt == 0 and not layout.faults:
                        MEMORY.keep(key, layout, result)
                    return result, context, whole
                fault = diagnose(layout, result, grammar)
                if draft.edited and draft.is_inserted(min(fault.start, len(draft.text) - 1)) and fault.start < len(draft.text):
                    break
                self.pending.append((draft, fault))
                if fault.edits:
                    edits = [*fault.edits]
                    for edit in edits:
                        context.damaged.update(WORD.findall(edit.text), WORD.findall(draft.text[edit.start : edit.end]))
                else:
                    edits, head = self._take_out(layout, draft, result.start, context)
                    whole = whole and not head
                if not edits:
                    break
            for edit in _apart(edits):
                draft = draft.edit(edit)
        return None, context, False

    def _take_out(self, layout: Layout, draft: Draft, offset: int, context: Context) -> tuple[list[Edit], bool]:
        """The edits that take out the line at an offset with its block; and whether that was the head of the declaration."""
        lines = layout.lines
        index = layout.line_at(min(offset, len(draft.text) - 1))
        line = lines[index]
        if line.level == 0 and not line.doc and draft.text[line.start] != "@" and not self.script:
            return self._take_out_head(layout, draft, index, context)
        last = layout.block_end(index) if line.level or self.script else index + 1
        while last < len(lines) and lines[last].level == line.level and _FOLLOWERS.match(draft.text, lines[last].start):
            last = layout.block_end(last)
        stop = max(lines[last - 1].end, line.start)
        context.damaged.update(WORD.findall(draft.text[line.start : stop]))
        return [Edit(line.start, stop, "##")], False

    def _take_out_head(self, layout: Layout, draft: Draft, index: int, context: Context) -> tuple[list[Edit], bool]:
        """Put a head that can be read in the place of one that cannot; take out everything where there is none. The declaration
        is lost, unless all that its head says is known.
        """
        line = layout.lines[index]
        after = layout.block_end(index)
        word = _FIRST_WORD.match(draft.text, line.start)
        head = _HEADS.get(word.group()) if word is not None else None
        if head is None and _INSTANCE.match(draft.text, line.start) is not None:
            head = "K x:"
        if head is None or after == index + 1 or draft.is_inserted(line.start):
            return [Edit(line.start, max(layout.lines[-1].end, line.start), "")], True
        known = _KNOWN_HEAD.match(draft.text, line.start)
        if known is not None:
            context.damaged.update(WORD.findall(draft.text[known.end() : line.end]))
            return [Edit(line.start, line.end, f"{known.group()}:")], False
        return [Edit(line.start, line.end, head)], True


def _apart(edits: list[Edit]) -> list[Edit]:
    """Edits from the last to the first, without those that lie within others."""
    ordered = sorted(edits, key=lambda edit: (edit.start, -edit.end))
    kept: list[Edit] = []
    for edit in ordered:
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept[::-1]


def _clean(source: SourceFile, sink: Sink) -> str:
    """The text to read: reports a file that is too large, and control characters, which are then read as spaces."""
    text = source.text
    if len(text) > LARGEST_FILE:
        sink.error(
            "RL0116",
            f"this file has {len(text):,} characters; at most {LARGEST_FILE:,} are read",
            Span(source.number, 0, 0),
            help="spread the rules over several files and `include` them",
        )
        return ""
    found = _CONTROL.search(text)
    if found is None:
        return text
    count = len(_CONTROL.findall(text))
    more = () if count == 1 else (f"there are {count - 1} more in this file",)
    sink.error(
        "RL0117",
        f"a control character (U+{ord(found.group()):04X}) stands in the text",
        Span(source.number, found.start(), found.end()),
        notes=more,
        help="take it out; it cannot be seen and may change what is shown",
    )
    return _CONTROL.sub(" ", text)
