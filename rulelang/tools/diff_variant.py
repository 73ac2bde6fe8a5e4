"""The difference of two games as a variant of the first one, which makes it the second.

Each difference is said in the way an author would: another value, another body, a line more. What cannot be said so, a rule with
other parameters, a field of another type, is removed and declared anew. A variant stands behind the game, so where the order
of things decides, those behind the first that is out of place are declared anew too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulelang.errors import NotFound
from rulelang.syntax import nodes
from rulelang.syntax.walk import same_tree
from rulelang.tools.diffing import Book, Difference, Unit, differences


@dataclass(slots=True)
class Said:
    """A variant, and what of the difference no variant can say."""

    text: str
    unsaid: list[str]


def diff_variant(first: Book, second: Book, name: str) -> Said:
    """The variant of the first game that makes it the second one, as far as that can be said."""
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
        raise NotFound(f"`{name}` cannot be the name of a variant: small letters, digits and `_`, beginning with a letter")
    writer = _Writer(first, second)
    writer.write(differences(first, second))
    head = f'variant {name} "{second.title}" of {first.name}'
    notes = [f"# cannot be said by a variant: {each}" for each in writer.unsaid]
    return Said("\n\n".join([head, *(["\n".join(notes)] if notes else []), *writer.pieces()]) + "\n", writer.unsaid)


class _Writer:
    """Writes differences as declarations and changes."""

    def __init__(self, first: Book, second: Book) -> None:
        self.first = first
        self.second = second
        self.unsaid: list[str] = []
        self.fields: dict[str, list[str]] = {}
        self.members: dict[str, list[str]] = {}
        self.lines: dict[str, list[str]] = {}
        self.others: list[str] = []
        self.gone: list[str] = []
        """What is removed, in the order of the first game."""
        self.anew: set[str] = set()
        """What is removed and declared anew, with all that stands in it."""

    def write(self, found: list[Difference]) -> None:
        """Say all differences. What others may speak of in its new form is declared anew first, then all bodies that have
        changed, since a body that is only replaced is still checked as it was."""
        self.anew = self._out_of_order() | self._lines_out_of_order()
        for each in found:
            if each.old is not None and each.new is not None and self._whole_anew(each.old, each.new):
                self.anew.add(each.path)
        for difference in sorted(found, key=lambda d: d.new is not None):
            if not self._inside_anew(difference.path) and difference.path not in self.anew:
                self.take(difference)
        for path in [path for path in self.second.units if path in self.anew and not self._inside_anew(path)]:
            self.declare_anew(self.second.units[path])

    def _speaks_anew(self) -> bool:
        """Whether anything is removed, of which a body that is replaced may still speak."""
        return bool(self.anew or self.gone)

    def _inside_anew(self, path: str) -> bool:
        return any(path.startswith(f"{whole}.") for whole in self.anew)

    def _out_of_order(self) -> set[str]:
        """Things that must be declared anew, since they come behind one that does not stand where it stood."""
        found: set[str] = set()
        roots: dict[str, list[str]] = {}
        for path, unit in self.second.units.items():
            if unit.form == "thing" and "[" not in path:
                roots.setdefault(self._root(self.second, unit), []).append(path)
        for root, wanted in roots.items():
            here = [p for p, u in self.first.units.items() if u.form == "thing" and self._root(self.first, u) == root]
            kept = [p for p in here if p in wanted]
            same = 0
            while same < min(len(kept), len(wanted)) and kept[same] == wanted[same]:
                same += 1
            found.update(path for path in wanted[same:] if path in self.first.units)
        return found

    def _lines_out_of_order(self) -> set[str]:
        """Sums whose lines are not those that were there, in their order, and behind them new ones; or are not alike but for what
        they come to."""
        found: set[str] = set()
        for path in ("scoring", *(p for p, u in self.second.units.items() if u.form == "total")):
            one, other = self._sum(self.first, path), self._sum(self.second, path)
            if one is None or other is None:
                continue
            before = {self.first.outline.written(line.label): line for line in one.lines}
            after = {self.second.outline.written(line.label): line for line in other.lines}
            order = [label for label in before if label in after]
            order += [label for label in after if label not in before]
            written = [self.second.outline.written(line.label) for line in other.lines]
            alike = all(self._alike(before[label], after[label]) for label in order if label in before)
            if written != order or len(before) != len(one.lines) or not alike:
                found.add(path)
        return found

    @staticmethod
    def _sum(book: Book, path: str) -> nodes.Scoring | nodes.Total | None:
        owner = book.units[path].owner if path in book.units else None
        return owner if isinstance(owner, nodes.Scoring | nodes.Total) else None

    @staticmethod
    def _alike(one: nodes.ScoreLine, other: nodes.ScoreLine) -> bool:
        """Whether two lines differ at most in what they come to."""
        pairs = ((one.head, other.head), (one.condition, other.condition))
        return all(a is b if a is None or b is None else same_tree(a, b) for a, b in pairs)

    def _root(self, book: Book, unit: Unit) -> str:
        """The topmost kind of a thing, as the declarations of a book say."""
        name = unit.text.split(maxsplit=1)[0]
        for _ in range(len(book.units)):
            kind = book.units.get(name)
            if kind is None or kind.form != "kind" or " is " not in kind.text:
                break
            name = kind.text.rpartition(" is ")[2]
        return name

    def _whole_anew(self, old: Unit, new: Unit) -> bool:
        """Whether a difference is said by removing something and declaring it anew."""
        if old.form != new.form or new.form in ("game", "symbols", "always", "example", "component", "play"):
            return old.form != new.form
        match new.form:
            case "rule" | "define" | "phase" | "whenever":
                return not self._same_head(old.node, new.node)
            case "anytime" | "supply":
                return True
            case "board":
                return not self._board(old, new, say=False)
            case "enum":
                return not self._enum(old, new, say=False)
            case "setting":
                return not self._setting(old, new, say=False)
            case "field":
                return not self._default(old, new, say=False)
            case "kind":
                return True
            case "thing":
                return not self._thing(old, new, say=False)
            case "total":
                return True
            case "scoring":
                return self._player(old) != self._player(new) or not self._ranks(new)
        return False

    def _player(self, unit: Unit) -> str:
        return unit.owner.player.text if isinstance(unit.owner, nodes.Scoring) else ""

    def _ranks(self, unit: Unit) -> list[nodes.Rank]:
        return unit.owner.ranks if isinstance(unit.owner, nodes.Scoring) else []

    def declare_anew(self, new: Unit) -> None:
        """Remove something, and say it in its new form."""
        owner = new.path.partition(".")[0]
        if "[" in owner:
            self.unsaid.append(f"{new.path} has become `{self._short(new)}`")
            return
        self.gone.append(f"remove {new.path}")
        if new.form == "field" and owner in ("state", "player"):
            self.fields.setdefault(owner, []).append(new.text)
        elif new.form == "field":
            self.members.setdefault(owner, []).append(f"    {new.text}")
        elif new.form == "thing":
            self.others.append(self._thing_text(new))
        else:
            node = new.node or new.owner
            assert node is not None
            self.others.append("\n".join(self.second.lines(node.span, leading=True)))

    def _thing_text(self, new: Unit) -> str:
        """A thing with all that it has, as a declaration of its own."""
        lines: list[str] = []
        for path, unit in self.second.units.items():
            if not path.startswith(f"{new.path}."):
                continue
            if unit.node is not None:
                written = self.second.lines(unit.node.span)
                depth = len(written[0]) - len(written[0].lstrip())
                lines.extend(f"    {line[depth:]}" if line.strip() else "" for line in written)
            else:
                lines.append(f"    {path.partition('.')[2]}: {unit.text}")
        return new.text + (":\n" + "\n".join(lines) if lines else "")

    def pieces(self) -> list[str]:
        """All of it, additions first."""
        blocks = [f"{holder}:\n" + "\n".join(f"    {line}" for line in lines) for holder, lines in self.fields.items()]
        blocks += [f"kind {kind}:\n" + "\n".join(lines) for kind, lines in self.members.items()]
        blocks += [f"add to {name}:\n" + "\n".join(f"    {line}" for line in lines) for name, lines in self.lines.items()]
        return [*(["\n\n".join(self.gone)] if self.gone else []), *blocks, *self.others]

    def take(self, difference: Difference) -> None:
        """Say one difference."""
        old, new = difference.old, difference.new
        if old is None and new is not None:
            self.added(new)
        elif new is None and old is not None:
            self.removed(old)
        elif old is not None and new is not None and not self.changed(old, new):
            self.unsaid.append(f"{difference.path} has become `{self._short(new)}`")

    def _short(self, unit: Unit) -> str:
        return unit.text if len(unit.text) <= 60 else f"{unit.text[:57].rstrip()}..."

    def _whole(self, unit: Unit) -> str:
        node = unit.node or unit.owner
        assert node is not None
        return "\n".join(self.second.lines(node.span, leading=True))

    # ------------------------------------------------------------------------------------------ added and removed

    def added(self, new: Unit) -> None:
        """What only the second game has."""
        owner = new.path.partition(".")[0]
        if new.form == "field" and owner in ("state", "player"):
            self.fields.setdefault(owner, []).append(new.text)
        elif new.form in ("field", "member", "value") and isinstance(new.owner, nodes.Kind):
            lines = self.second.lines(new.node.span) if new.node is not None else [f"    {new.text}"]
            self.members.setdefault(owner, []).extend(lines)
        elif new.form == "value":
            self.others.append(f"replace {new.path} = {new.text}")
        elif new.form == "member" and new.node is not None:
            self._body(new)
        elif new.form == "line":
            names = self._line_names(new)
            self.lines.setdefault(f"{owner}{names}", []).append(new.text)
        elif new.form == "thing" and "[" in new.path:
            self.unsaid.append(f"a seat more in the table of players: `{self._short(new)}`")
        elif new.form == "thing":
            self.others.append(self._thing_text(new))
        elif new.form == "component":
            self.others.append(f"components:\n    {new.text}")
        elif new.form in ("game", "scoring", "play"):
            self.unsaid.append(f"`{new.path}` is new")
        else:
            self.others.append(self._whole(new))

    def _line_names(self, unit: Unit) -> str:
        if isinstance(unit.owner, nodes.Scoring):
            return f"({unit.owner.player.text})"
        assert isinstance(unit.owner, nodes.Total)
        names = ", ".join(p.name.text for p in unit.owner.parameters)
        return f"({names})" if names else ""

    def removed(self, old: Unit) -> None:
        """What only the first game has."""
        stay = ("game", "play", "symbols", "always", "component", "example")
        if old.form not in stay and "[" not in old.path.partition(".")[0]:
            self.gone.append(f"remove {old.path}")
        elif old.form != "example":
            self.unsaid.append(f"{old.path} is gone")

    # ------------------------------------------------------------------------------------------ changed

    def changed(self, old: Unit, new: Unit) -> bool:
        """What both say in different words; false if no variant can say it."""
        path = new.path
        match new.form:
            case "value" if "[" not in path.partition(".")[0]:
                text = new.text.partition("=")[2].strip() if isinstance(new.owner, nodes.Kind) else new.text
                self.others.append(f"replace {path} = {text}")
                return True
            case "field":
                return self._default(old, new)
            case "setting":
                return self._setting(old, new)
            case "thing":
                return self._thing(old, new)
            case "enum":
                return self._enum(old, new)
            case "line":
                return self._line(old, new)
            case "component":
                self.others.append(f"components:\n    {new.text}")
                return True
            case "example":
                assert new.node is not None
                self.others.append("replace " + "\n".join(self.second.lines(new.node.span)))
                return True
            case "member" if not self._same_head(old.node, new.node):
                return self._member_anew(new)
            case "phase" | "rule" | "define" | "member" | "play" | "whenever":
                return self._titled(old, new) and (self._same_body(old, new) or self._body(new))
            case "die":
                assert isinstance(new.node, nodes.Die)
                self.others.append(f"replace die {new.path}: {', '.join(str(face) for face in new.node.faces)}")
                return True
            case "board":
                return self._board(old, new)
            case "scoring":
                ranks = ", then ".join(self.second.outline.written(rank) for rank in self._ranks(new))
                self.others.append(f"replace winner: {ranks}")
                return True
            case _:
                return False

    def _default(self, old: Unit, new: Unit, say: bool = True) -> bool:
        """A field that differs in its default alone."""
        shape = re.compile(r"=\s*([^,\"]+?)\s*(?=,|\"|$)")
        before, after = shape.search(old.text), shape.search(new.text)
        if before is None or after is None or shape.sub("=", old.text, 1) != shape.sub("=", new.text, 1):
            return False
        if say:
            self.others.append(f"replace {new.path} = {after[1]}")
        return True

    def _setting(self, old: Unit, new: Unit, say: bool = True) -> bool:
        one, other = old.node, new.node
        if (
            not isinstance(one, nodes.Setting)
            or not isinstance(other, nodes.Setting)
            or not same_tree(one.type_node, other.type_node)
            or self.first.outline.written(one.label) != self.second.outline.written(other.label)
        ):
            return False
        if say:
            self.others.append(f"replace {new.path} = {self.second.outline.written(other.value)}")
        return True

    def _thing(self, old: Unit, new: Unit, say: bool = True) -> bool:
        """A thing of the same kind and family, with another number of copies or another label."""
        shape = re.compile(r'^(\w+ \S+?)(?: x (.+?))?( for each .*?)?( ".*")?$')
        before, after = shape.match(old.text), shape.match(new.text)
        if before is None or after is None or before[1] != after[1] or before[3] != after[3]:
            return False
        if (before[2] != after[2] and after[2] is None) or (before[4] != after[4] and after[4] is None):
            return False
        if say and before[2] != after[2]:
            self.others.append(f"replace {new.path}.x = {after[2]}")
        if say and before[4] != after[4]:
            self.others.append(f"replace {new.path}.label = {after[4].strip()}")
        return True

    def _enum(self, old: Unit, new: Unit, say: bool = True) -> bool:
        one, other = old.node, new.node
        if not isinstance(one, nodes.Enum) or not isinstance(other, nodes.Enum):
            return False
        before = [(name.text, label) for name, label in one.members]
        after = [(name.text, label) for name, label in other.members]
        if after[: len(before)] != before:
            return False
        added = [name if label is None else f'{name} "{label}"' for name, label in after[len(before) :]]
        if say:
            self.others.append(f"enum {new.path}: {', '.join(added)}")
        return True

    def _board(self, old: Unit, new: Unit, say: bool = True) -> bool:
        """A board whose lines differ, not what it is of, and that has lines of all the sorts it had."""
        one, other = old.node, new.node
        if not isinstance(one, nodes.Board) or not isinstance(other, nodes.Board) or one.kind.text != other.kind.text:
            return False
        edges = [board.edge_kind.text if board.edge_kind is not None else "" for board in (one, other)]
        forms = [
            (bool(b.ways), bool(b.gaps), b.grid is None, b.hexes is None, b.condition is None, b.start is None)
            for b in (one, other)
        ]
        if edges[0] != edges[1] or forms[0] != forms[1]:
            return False
        if say:
            lines = self.second.lines(other.span)
            self.others.append("\n".join([f"replace board {new.path}:", *lines[1:]]))
        return True

    def _titled(self, old: Unit, new: Unit) -> bool:
        """Say another title of a phase, if there is one."""
        one, other = getattr(old.node, "title", None), getattr(new.node, "title", None)
        if one is not None and other is not None and not same_tree(one, other):
            self.others.append(f"replace {new.path}.title = {self.second.outline.written(other)}")
        return True

    def _same_body(self, old: Unit, new: Unit) -> bool:
        one, other = getattr(old.node, "body", None), getattr(new.node, "body", None)
        if not isinstance(one, list) or not isinstance(other, list) or len(one) != len(other):
            return False
        return all(same_tree(a, b) for a, b in zip(one, other, strict=True))

    def _member_anew(self, new: Unit) -> bool:
        """A rule or define of a kind or thing with another head."""
        owner = new.path.partition(".")[0]
        assert new.node is not None
        lines = self.second.lines(new.node.span)
        depth = len(lines[0]) - len(lines[0].lstrip())
        text = [f"    {line[depth:]}" if line.strip() else "" for line in lines]
        self.gone.append(f"remove {new.path}")
        if isinstance(new.owner, nodes.Kind):
            self.members.setdefault(owner, []).extend(text)
        else:
            self.others.append("\n".join([f"also {owner}:", *text]))
        return True

    def _line(self, old: Unit, new: Unit) -> bool:
        one, other = old.node, new.node
        if not isinstance(one, nodes.ScoreLine) or not isinstance(other, nodes.ScoreLine):
            return False
        heads = (one.head, other.head)
        conditions = (one.condition, other.condition)
        for pair in (heads, conditions):
            if (pair[0] is None) != (pair[1] is None) or (
                pair[0] is not None and pair[1] is not None and not same_tree(pair[0], pair[1])
            ):
                return False
        self.others.append(f"replace {new.path} = {self.second.outline.written(other.value)}")
        return True

    def _same_head(self, old: nodes.Node | None, new: nodes.Node | None) -> bool:
        """Whether two rules are called alike: the same parameters, result, loop and skip, and a title or none."""
        if old is None or new is None or type(old) is not type(new):
            return False
        if (getattr(old, "title", None) is None) != (getattr(new, "title", None) is None):
            return False
        for name in ("returns", "head", "skip"):
            one, other = getattr(old, name, None), getattr(new, name, None)
            if (one is None) != (other is None) or (one is not None and other is not None and not same_tree(one, other)):
                return False
        before = [p.type_node for p in getattr(old, "parameters", [])]
        after = [p.type_node for p in getattr(new, "parameters", [])]
        return len(before) == len(after) and all(
            (a is None) == (b is None) and (a is None or b is None or same_tree(a, b)) for a, b in zip(before, after, strict=True)
        )

    def _body(self, new: Unit) -> bool:
        """Another body for a rule."""
        node = new.node
        assert node is not None
        if self._speaks_anew() and new.form in ("rule", "define", "phase", "member", "whenever"):
            if new.form == "member":
                return self._member_anew(new)
            self.anew.add(new.path)
            return True
        names = [p.name.text for p in getattr(node, "parameters", [])]
        head = getattr(node, "head", None)
        names += [head.name.text] if head is not None else []
        called = f"{new.path}({', '.join(names)})" if names or isinstance(node, nodes.Rule) else new.path
        called = called.removesuffix("()")
        if isinstance(node, nodes.Define) and node.value is not None:
            self.others.append(f"replace {called} = {self.second.outline.written(node.value)}")
            return True
        body = getattr(node, "body", None)
        if not body:
            return False
        lines = self.second.lines(body[0].span.to(body[-1].span))
        depth = len(lines[0]) - len(lines[0].lstrip())
        self.others.append(f"replace {called}:\n" + "\n".join(f"    {line[depth:]}" if line.strip() else "" for line in lines))
        return True
