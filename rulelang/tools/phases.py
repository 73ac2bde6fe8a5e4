"""The course of a game as text: from `play` down, which phases and steps follow each other, what goes round, who is asked what.

Only what shapes the course is shown: phases, steps, turns, loops, branches around them, choices with their options, and rules
that lead to any of these; each is unfolded where it is first met and named afterwards. Whether a rule leads to a choice is read
from the names of what it calls, so a body of any thing counts for the rule of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.sema.model import GameModel
from rulelang.sema.trees import everything
from rulelang.syntax import nodes
from rulelang.tools.outline import Item, Outline
from rulelang.tools.woven import woven_outline

STRUCTURE = (nodes.Choose, nodes.ChooseOption, nodes.Offer, nodes.Step, nodes.TurnOf, nodes.EndGame)


class _Course:
    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.bodies: dict[str, list[Item]] = {}
        for item in outline.items:
            if item.form in ("rule", "phase") and _body(item) is not None:
                self.bodies.setdefault(item.path.rpartition(".")[2], []).append(item)
        self.matters = self._leading()
        self.shown: set[str] = set()
        self.lines: list[str] = []

    def _leading(self) -> set[str]:
        """The names of rules and phases that lead to something shown: phases, and what asks, ends or calls one that does."""
        leading = {
            name
            for name, items in self.bodies.items()
            if any(item.form == "phase" or any(isinstance(n, STRUCTURE) for n in everything(item.node)) for item in items)
        }
        calls = {name: {c for item in items for c in _calls(item.node)} for name, items in self.bodies.items()}
        while True:
            more = {name for name, called in calls.items() if name not in leading and called & leading}
            if not more:
                return leading
            leading |= more

    def say(self, depth: int, text: str, node: nodes.Node | None = None) -> None:
        line = "    " * depth + text
        place = self.outline.sources.place(node.span).rpartition(":")[0] if node is not None else ""
        self.lines.append(f"{line:<72}  {place}".rstrip() if place else line)

    def block(self, depth: int, block: nodes.Block | None) -> None:
        for statement in block or ():
            self.statement(depth, statement)

    def relevant(self, statement: nodes.Node | nodes.Block) -> bool:
        for node in everything(statement):
            if isinstance(node, STRUCTURE) or (isinstance(node, nodes.Call) and _called(node) in self.matters):
                return True
        return False

    def statement(self, depth: int, statement: nodes.Statement) -> None:
        if not self.relevant(statement):
            return
        written = self.outline.written
        match statement:
            case nodes.TurnOf():
                self.say(depth, f"turn of {written(statement.player)}", statement)
                self.block(depth + 1, statement.body)
            case nodes.Step():
                title = f" {written(statement.title)}" if statement.title is not None else ""
                head = f" {self.head(statement.head)}" if statement.head is not None else ""
                skip = f" skip when {written(statement.skip.condition)}" if statement.skip is not None else ""
                self.say(depth, f"step {statement.name.text}{title}{head}{skip}", statement)
                self.block(depth + 1, [*statement.before, *statement.body, *statement.after])
            case nodes.Part():
                self.block(depth, [*statement.body, *statement.after])
            case nodes.ForEach():
                self.say(depth, self.head(statement.head), statement)
                self.block(depth + 1, statement.body)
            case nodes.AtOnce():
                self.say(depth, f"at once {self.head(statement.head)}", statement)
                self.block(depth + 1, statement.body)
            case nodes.While():
                self.say(depth, f"while {written(statement.condition)}", statement)
                self.block(depth + 1, statement.body)
            case nodes.Repeat():
                self.repeat(depth, statement)
            case nodes.If():
                word = "if"
                for condition, body in statement.branches:
                    if self.relevant(body):
                        self.say(depth, f"{word} {written(condition)}", None)
                        self.block(depth + 1, body)
                    word = "else if"
                if statement.otherwise is not None and self.relevant(statement.otherwise):
                    self.say(depth, "else")
                    self.block(depth + 1, statement.otherwise)
            case nodes.Match():
                self.say(depth, f"match {written(statement.subject)}")
                for arm in statement.arms:
                    if self.relevant(arm.body):
                        self.say(depth + 1, ", ".join(written(pattern) for pattern in arm.patterns))
                        self.block(depth + 2, arm.body)
            case nodes.Choose() | nodes.ChooseOption():
                self.choice(depth, statement)
            case nodes.Looks():
                self.say(depth, f"{written(statement.player)} looks at {written(statement.zone)}", statement)
                self.block(depth + 1, statement.body)
            case nodes.OneMove():
                self.say(depth, "as one move", statement)
                self.block(depth + 1, statement.body)
            case nodes.Offer():
                first = ", first to act" if statement.first_to_act else ""
                prompt = f" {written(statement.prompt)}" if statement.prompt is not None else ""
                name = f"{statement.name.text} to " if statement.name is not None else ""
                self.say(depth, f"offer {name}{self.head(statement.head).removeprefix('for ')}{first}{prompt}", statement)
                self.options(depth + 1, statement.options)
            case nodes.EndGame():
                self.say(depth, written(statement), statement)
            case _:
                self.calls(depth, statement)

    def head(self, head: nodes.Head) -> str:
        return self.outline.written(head)

    def repeat(self, depth: int, statement: nodes.Repeat) -> None:
        written = self.outline.written
        parts = ["repeat"]
        if statement.times is not None:
            parts.append(f"{written(statement.times)} times")
        if statement.at_most is not None:
            parts.append(f"at most {written(statement.at_most)}")
        if statement.head is not None:
            parts.append(self.head(statement.head))
        self.say(depth, " ".join(parts), statement)
        self.block(depth + 1, statement.body)
        if statement.until is not None:
            self.say(depth, f"until {written(statement.until)}")

    def choice(self, depth: int, statement: nodes.Choose | nodes.ChooseOption) -> None:
        written = self.outline.written
        who = written(statement.player)
        prompt = f" {written(statement.prompt)}" if statement.prompt is not None else ""
        if isinstance(statement, nodes.Choose):
            verb = "may choose" if statement.quantity == "may" else "chooses"
            self.say(depth, f"{who} {verb} {statement.name.text} from {written(statement.domain)}{prompt}", statement)
            self.block(depth + 1, statement.body)
        else:
            self.say(depth, f"{who} chooses{prompt}", statement)
            self.options(depth + 1, statement.options)
        if statement.otherwise is not None and self.relevant(statement.otherwise):
            self.say(depth, "otherwise")
            self.block(depth + 1, statement.otherwise)

    def options(self, depth: int, options: list[nodes.Option]) -> None:
        for option in options:
            label = f" {self.outline.written(option.label)}" if option.label is not None else ""
            self.say(depth, f"{option.name.text}{label}", option)
            self.block(depth + 1, option.body)

    def calls(self, depth: int, statement: nodes.Statement) -> None:
        for node in everything(statement):
            if isinstance(node, nodes.Call) and _called(node) in self.matters:
                for item in self.bodies[_called(node)]:
                    self.routine(depth, item, self.outline.written(node))

    def routine(self, depth: int, item: Item, called: str) -> None:
        several = "." in item.path
        title = f" “{item.label}”" if item.label else ""
        name = f"{called} of {item.path.rpartition('.')[0]}" if several else called
        word = "phase " if item.form == "phase" else ""
        if item.path in self.shown:
            self.say(depth, f"{word}{name}{title} …")
            return
        self.shown.add(item.path)
        extra = ""
        if isinstance(item.node, nodes.Phase) and item.node.head is not None:
            extra += f" {self.head(item.node.head)}"
        if isinstance(item.node, nodes.Phase) and item.node.skip is not None:
            extra += f" skip when {self.outline.written(item.node.skip.condition)}"
        self.say(depth, f"{word}{name}{title}{extra}", item.node)
        self.block(depth + 1, _body(item))


def _body(item: Item) -> nodes.Block | None:
    return item.node.body if isinstance(item.node, nodes.Rule | nodes.Phase | nodes.Play) else None


def _called(call: nodes.Call) -> str:
    function = call.function
    if isinstance(function, nodes.Attribute):
        return function.name.text
    return function.text if isinstance(function, nodes.Name) else ""


def _calls(root: nodes.Node) -> Iterator[str]:
    for node in everything(root):
        if isinstance(node, nodes.Call):
            yield _called(node)


def phases_text(model: GameModel) -> str:
    """The course of a game, with its variants."""
    outline = woven_outline(model)
    course = _Course(outline)
    for item in outline.items:
        if item.form == "play":
            course.say(0, "play", item.node)
            course.block(1, _body(item))
    for item in outline.items:
        if isinstance(item.node, nodes.Whenever):
            course.say(0, f"whenever {item.path} {course.head(item.node.head)}", item.node)
            course.block(1, item.node.body)
        elif isinstance(item.node, nodes.Anytime):
            during = f" during {item.node.during.text}" if item.node.during is not None else ""
            course.say(0, f"anytime {item.path} {course.head(item.node.head)}{during}", item.node)
            course.options(1, item.node.options)
    for item in outline.items:
        if item.form == "scoring" and isinstance(item.node, nodes.Scoring):
            course.say(0, f"scoring for each player {item.node.player.text}", item.node)
            for line in item.node.lines:
                course.say(1, outline.written(line.label), None)
            for rank in item.node.ranks:
                course.say(1, f"winner: {outline.written(rank)}", None)
    return "\n".join(course.lines)
