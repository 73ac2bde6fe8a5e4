"""Writes the rules of a playout, in which nothing stops: a choice takes one of its legal options by chance on the spot.

Every legal option is as likely as every other, and that can be had without listing them all. Three ways are written:

- Where all that could ever be chosen is known before play (the spaces of a board, the steps from each), one of these is drawn
  until one is legal. So each legal one stays as likely as the others. After some draws in vain the legal ones are listed after
  all, and if they are few, the next are listed at once.
- Where an option is only legal if something holds after it was tried, the options are listed without that, and one is drawn until
  that holds, those in vain being struck out.
- Otherwise the legal options are listed, and one is drawn.

Tests must know what was chosen: in a module that is `noted`, choices draw from a source of their own, and tell what they drew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rulelang.backend.candidates import Candidate, candidates, deferred
from rulelang.backend.fusion import conjunction, faultless
from rulelang.backend.kept import Having, Sought
from rulelang.backend.statements import encoded
from rulelang.backend.structured import IN_PLACE_LABELS, Structured
from rulelang.machine import ir
from rulelang.machine.walk import defined

FEWEST = 16
"""Fewer candidates than this are not drawn from: listing the legal ones is as quick."""
PATIENCE = (1 / 2, 3 / 8)
"""How many draws are made at most, of as many things as an option begins with, before the legal ones are listed: then less than
half of what listing costs is lost. The second is for options with further parameters, listed for few of these things only."""
SHARE = 1 / 4
"""Where one of those is drawn that have a value of a field, they are taken to be this part of all."""


@dataclass(frozen=True, slots=True)
class _Draw:
    """How a candidate is drawn: from which rows, whether these begin with its sort, of how many, as Python; and, if first one of
    some things is drawn and then one of its rows, who these are and how many rows each has."""

    rows: str
    leaves: bool
    count: str
    those: str = ""
    most: int = 1


def _without_first(row: tuple[int, ...], has_leaf: bool, wants_leaf: bool) -> Any:
    """A row without the thing by which it is found."""
    leaf, values = (row[0], row[2:]) if has_leaf else (0, row[1:])
    if wants_leaf:
        return (leaf, *values)
    return values if len(values) > 1 else values[0]


class Playing(Structured):
    """Writes a routine of a playout."""

    def _do_choice(self, statement: ir.Choice) -> None:
        if self.module.has_whenever:
            self.writer.line("WHENEVER(S)")
        if statement.keeps:
            self._choice_with_way_back(statement)
            return
        if self._may_draw(statement) and self._drawn(statement):
            return
        late = deferred(statement)
        if late is not None:
            self._struck_out(statement, *late)
            return
        self.options(statement, lambda text: self.writer.line(f"options = {text}") if text != "options" else None)
        self.writer.line("if options:")
        with self.writer.indented():
            self.writer.line(f"code = {self.one_of('options')}")
            self.chosen(statement, "code")
            self._taken(statement, "code")
        self._nothing(statement)

    def one_of(self, items: str) -> str:
        """The Python that takes one of a list by chance."""
        return f"{items}[int({self.module.chance}() * len({items}))]"

    def chosen(self, statement: ir.Choice, code: str) -> None:
        """Write that somebody has chosen: what tells of it in games in which options are taken back, and in tests."""
        if self.module.facts.takes_back:
            self.writer.line(f"S.counters[1 + {self.simple(statement.player, 'chooser')}] += 1")
        self.noted(statement, code)

    def noted(self, statement: ir.Choice, code: str) -> None:
        """Write that tests are told who chose what."""
        if self.module.noted:
            self.writer.line(f"TAKEN({self.expr(statement.player)}, {statement.number}, {code})")

    def _nothing(self, statement: ir.Choice) -> None:
        """Write what happens where there is nothing to choose."""
        self.writer.line("else:")
        with self.writer.indented():
            if statement.otherwise is not None:
                self.body(statement.otherwise)
            else:
                self.writer.line(f"raise NO_OPTION(S, {statement.number})")

    def witness(self, expr: ir.QueryExpr) -> str:
        """In a loop that goes on and on, what settled a question the last time is looked at first."""
        source = expr.sources[0]
        if not isinstance(source.domain, ir.Const) or len(source.domain.value) < FEWEST or len(expr.sources) > 1:
            return ""
        if not self.open or not faultless([source.condition or [], expr.result or []]):
            return ""
        if self.by_value(source) is not source:
            return ""
        name = self.temporary("witness")
        self.at_start.append(f"{name} = {source.domain.value[0]}")
        return name

    # ---------------------------------------------------------------------------------------------------- without a list

    @staticmethod
    def _may_draw(statement: ir.Choice) -> bool:
        """Whether a choice asks for exactly one of its options, each of which is one of its kind."""
        plain = len(statement.alternatives) == 1 and not statement.optional and statement.members is None
        return plain and statement.picked is None and not any(a is not None for a in statement.alternatives[0].alike)

    def _drawn(self, statement: ir.Choice) -> bool:
        """Write the draws from what could be chosen, if that is known before play; whether it is."""
        found = candidates(statement, self.lowered.world)
        if found is None:
            return False
        table, count, leaves = found
        alternative = statement.alternatives[0]
        wanted = self.module.seeker.sought(alternative.sources[0])
        if wanted is not None:
            leaves = [leaf.given(wanted.told_by) for leaf in leaves]
            if len(alternative.sources) == 1 and leaves[0].condition is None:
                self._any_of(statement, wanted)
                return True
        if count < FEWEST:
            return False
        patience = self.temporary("patience")
        first = alternative.sources[0].domain
        begun = len(first.value) if isinstance(first, ir.Const) else count // 2
        most = int(begun * PATIENCE[len(alternative.sources) > 1] * (1 if wanted is None else SHARE))
        self.at_start.append(f"{patience} = {most}")
        names = [self.names.of(source.variable) for source in alternative.sources]
        rows = self.expr(table)
        bound = {variable for leaf in leaves for variable in leaf.variables} | {s.variable for s in alternative.sources}
        conditions = [leaf.condition for leaf in leaves if leaf.condition is not None]
        bound |= defined(conditions)
        leaves = [replace(leaf, conditions=tuple(self.asked_once(list(leaf.conditions), bound))) for leaf in leaves]
        with self.known_before(conditions, bound):
            if wanted is None:
                if not isinstance(table, ir.Const):
                    rows = self.kept(rows, "candidates")
                draw = _Draw(rows, len(leaves) > 1, f"{count}")
            else:
                draw = self._by_those(wanted, table, leaves)
            tries = f"range({patience})" if not draw.those else f"range({patience} if {draw.those} else 0)"
            self.writer.line(f"for {self.temporary('draw')} in {tries}:")
            with self.writer.indented():
                self._one_candidate(draw, leaves, table)
            self.writer.line("else:")
        with self.writer.indented():
            self.options(statement, lambda text: self.writer.line(f"options = {text}") if text != "options" else None)
            self.writer.line(f"{patience} = {most} if len(options) * {most} >= {draw.count} else 0")
            self.writer.line("if options:")
            with self.writer.indented():
                self.writer.line(f"code = {self.one_of('options')}")
                self.decode(statement, "code")
            if statement.otherwise is not None:
                self.writer.line(f"else: {names[0]} = None")
            else:
                self._nothing(statement)
        if statement.otherwise is not None:
            self.writer.line(f"if {names[0]} is not None:")
            self.writer.depth += 1
        self._carry_out(statement, wanted, "" if wanted is None else draw.those)
        drawn, self.drawn = self.drawn, None
        if statement.otherwise is not None:
            self.writer.depth -= 1
            self._nothing(statement)
        else:
            self.drawn = drawn
        return True

    def _carry_out(self, statement: ir.Choice, wanted: Sought | None, those: str) -> None:
        """Write what happens with the option whose parameters have been drawn, the first perhaps from `those` with a value of a
        field."""
        alternative = statement.alternatives[0]
        names = [self.names.of(source.variable) for source in alternative.sources]
        code = names[0] if statement.pick else encoded(0, 1, names, alternative.sizes, alternative.offsets)
        self.chosen(statement, code)
        if wanted is not None:
            self.drawn = (wanted.array, alternative.sources[0].variable, those)
        if alternative.body:
            self.body(alternative.body)
        else:
            self.writer.line("pass")

    def _any_of(self, statement: ir.Choice, wanted: Sought) -> None:
        """Write that one is drawn of those that have a value of a field, all of which are legal."""
        those = self.kept(self.expr(Having(wanted.array, wanted.value)), "those")
        self.writer.line(f"if {those}:")
        with self.writer.indented():
            self.writer.line(f"{self.names.of(statement.alternatives[0].sources[0].variable)} = {self.one_of(those)}")
            self._carry_out(statement, wanted, those)
        drawn, self.drawn = self.drawn, None
        self._nothing(statement)
        if statement.otherwise is None:
            # What follows comes after a draw in any case.
            self.drawn = drawn

    def _by_those(self, wanted: Sought, table: ir.Expr, leaves: list[Candidate]) -> _Draw:
        """Write what it takes to draw one of those that have a value of a field, and with it one of its candidates."""
        those = self.kept(self.expr(Having(wanted.array, wanted.value)), "those")
        if len(leaves) == 1 and len(leaves[0].variables) == 1:
            return _Draw("", False, f"len({those})", those)
        several = len(leaves) > 1
        size = self.module.kept[wanted.array].size
        whole = [table.value] if isinstance(table, ir.Const) else self.lowered.world.tables[table.table]  # type: ignore[attr-defined]
        parted = [[[row for row in rows if row[several] == one] for one in range(size)] for rows in whole]
        most = max(len(rows) for those_rows in parted for rows in those_rows)
        several |= any(len(rows) < most for those_rows in parted for rows in those_rows)
        # Those with fewer candidates have some that nothing makes legal, so that all are as likely.
        never = (-1, *[0] * (len(leaves[0].variables) - 1))
        by_one = tuple(
            tuple(
                tuple([_without_first(row, len(leaves) > 1, several) for row in rows] + [never] * (most - len(rows)))
                for rows in those_rows
            )
            for those_rows in parted
        )
        if isinstance(table, ir.Lookup):
            name = f"{table.table}_by_one"
            self.lowered.world.tables[name] = by_one
            rows = self.kept(self.expr(ir.Lookup(name, table.index)), "candidates")
        else:
            rows = self.module.constant(by_one[0])
        return _Draw(rows, several, self.kept(f"len({those}) * {most}", "count"), those, most)

    def _one_candidate(self, draw: _Draw, leaves: list[Candidate], table: ir.Expr) -> None:
        """Write one draw, and that it is the last if the candidate is legal."""
        names = [self.names.of(variable) for variable in leaves[0].variables]
        index = f"int({self.module.chance}() * {draw.count})"
        if draw.those and not draw.rows:
            self.writer.line(f"{names[0]} = {draw.those}[{index}]")
        elif isinstance(table, ir.Const) and table.value == tuple(range(len(table.value))):
            self.writer.line(f"{names[0]} = {index}")
        else:
            row = f"{draw.rows}[{index}]"
            if draw.those:
                index = self.kept(index, "index")
                first, *names = names
                self.writer.line(f"{first} = {draw.those}[{index} // {draw.most}]")
                row = f"{draw.rows}[{first}][{index} % {draw.most}]"
            leaf = self.temporary("leaf") if draw.leaves else ""
            self.writer.line(f"{', '.join([leaf, *names] if leaf else names)} = {row}")
            for number, one in enumerate(leaves if leaf else ()):
                self.writer.line(f"{'if' if number == 0 else 'elif'} {leaf} == {number}:")
                with self.writer.indented():
                    self._if_legal(one)
            if leaf:
                return
        self._if_legal(leaves[0])

    def _if_legal(self, leaf: Candidate) -> None:
        if leaf.condition is None:
            self.writer.line("break")
        else:
            self.when(leaf.condition, lambda: self.writer.line("break"))

    # ---------------------------------------------------------------------------------------------------- tested when drawn

    def _struck_out(self, statement: ir.Choice, listed: ir.Choice, late: list[list[ir.Expr]]) -> None:
        """Write the draws from a list of options whose last conditions are only tested when they are drawn."""
        self.options(listed, lambda text: self.writer.line(f"options = {text}") if text != "options" else None)
        index, code = self.temporary("index"), self.temporary("code")
        self.writer.line("while options:")
        with self.writer.indented():
            self.writer.line(f"{index} = int({self.module.chance}() * len(options))")
            self.writer.line(f"{code} = options[{index}]")
            number = self.decode(listed, code)
            for alternative, conditions in enumerate(late):
                if number is not None:
                    self.writer.line(f"{'if' if alternative == 0 else 'elif'} {number} == {alternative}:")
                    self.writer.depth += 1
                if conditions:
                    self.when(conjunction(conditions), lambda: self.writer.line("break"))
                else:
                    self.writer.line("break")
                self.writer.depth -= 1 if number is not None else 0
            self.writer.line(f"options[{index}] = options[-1]")
            self.writer.line("options.pop()")
        self.writer.line("if options:")
        with self.writer.indented():
            self.chosen(statement, code)
            self._by_number(statement, number)
        self._nothing(statement)

    # ---------------------------------------------------------------------------------------------------- ways back

    def _choice_with_way_back(self, statement: ir.Choice) -> None:
        """A choice whose options may be taken back: then the state is as before, and one of the others is taken."""
        left, chooser, withdrawn = (self.temporary(name) for name in ("left", "chooser", "withdrawn"))
        self.writer.line(f"{chooser} = {self.expr(statement.player)}")
        self.options(statement, lambda text: self.writer.line(f"{left} = list({text})"))
        assigned = sorted(defined([a.body for a in statement.alternatives]), key=lambda v: v.name)
        inner = {source.variable for a in statement.alternatives for source in a.sources}
        outer = [self.names.of(v) for v in assigned if v in self.names.names and v not in inner]
        before, kept, code = self.temporary("before"), self.temporary("kept"), self.temporary("code")
        self.in_place += 1
        label = IN_PLACE_LABELS + self.in_place
        self.writer.line("while True:")
        leaving: set[str] = set()
        self.open.append((label, leaving))
        with self.writer.indented():
            self.writer.line(f"if not {left}:")
            with self.writer.indented():
                if statement.otherwise is not None:
                    self.body(statement.otherwise)
                    self.writer.line("break")
                else:
                    self.writer.line(f"raise NO_OPTION(S, {statement.number})")
            self.writer.line(f"{before} = COPY(S)")
            if outer:
                self.writer.line(f"{kept} = ({', '.join(outer)},)")
            self.writer.line(f"S.counters[1 + {chooser}] += 1")
            self.writer.line(f"{code} = {left}[int({self.module.chance}() * len({left}))]")
            self.noted(statement, code)
            self.writer.line("try:")
            with self.writer.indented():
                self._taken(statement, code)
                self.writer.line("break")
            self.writer.line(f"except WITHDRAWN as {withdrawn}:")
            with self.writer.indented():
                self._pass_on(statement, code)
                self.writer.line(f"TAKE_BACK({before}, S, {chooser}, {withdrawn})")
                self.writer.line(f"RESTORE(S, {before})")
                if outer:
                    self.writer.line(f"{', '.join(outer)}, = {kept}")
                self.writer.line(f"{left}.remove({code})")
        self.open.pop()
        self._loop_end(label, leaving)

    def _pass_on(self, statement: ir.Choice, code: str) -> None:
        """What options take back that have nothing in them but `cancel` is the option around them."""
        count = len(statement.alternatives)
        outward = [n for n, alternative in enumerate(statement.alternatives) if not alternative.keeps]
        if outward:
            self.writer.line(f"if {code} % {count} in {(*outward, outward[0])}: raise")

    def _taken(self, statement: ir.Choice, code: str) -> None:
        """What happens with an answer."""
        if statement.members is not None:
            self.writer.line(f"if {code} != -1:")
            with self.writer.indented():
                self._carried_out(statement, code)
            return
        self._carried_out(statement, code)

    def _carried_out(self, statement: ir.Choice, code: str) -> None:
        number = self.decode(statement, code)
        self._by_number(statement, self.kept(number, "taken") if number == code else number)

    def _by_number(self, statement: ir.Choice, number: str | None) -> None:
        """Write the bodies of the alternatives, of which the one of that number is carried out."""
        bodies = [a.body for a in statement.alternatives]
        if number is None:
            self.body(bodies[0])
            if not bodies[0]:
                self.writer.line("pass")
            return
        for index, body in enumerate(bodies):
            self.writer.line(f"{'if' if index == 0 else 'elif'} {number} == {index}:")
            with self.writer.indented():
                self.body(body)
