"""What rules write, by name, before anything is resolved.

The checker forgets what a test has shown as soon as something it depends on may have changed. While it walks a body it does not
know yet what the rules called there do, since they may stand further down. So this module looks at the bare tree first: for each
name of a rule, phase or member, which names of fields it assigns, whether it moves things, which names it calls; and closes that
over calls. Names are not resolved, so two rules of one name count together: that forgets too much, never too little.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.sema.facts import ANYTHING
from rulelang.sema.trees import everything
from rulelang.syntax import nodes

Names = frozenset[str]


def singulars(name: str) -> list[str]:
    """The words that `gains 1 …` accepts for a field: `points`, `point`; `boxes`, `box`; `berries`, `berry`."""
    words = [name]
    if name.endswith("ies") and len(name) > 3:
        words.append(name[:-3] + "y")
    if name.endswith("es") and len(name) > 2:
        words.append(name[:-2])
    if name.endswith("s") and len(name) > 1:
        words.append(name[:-1])
    return words


def plurals(word: str) -> list[str]:
    """The names of fields that a word after `gains 1` may mean, likeliest first."""
    names = [word, f"{word}s", f"{word}es"]
    if word.endswith("y"):
        names.append(f"{word[:-1]}ies")
    return names


def target_name(target: nodes.Expression) -> str:
    """The name that an assignment to this changes: `b` of `a.b[c]`."""
    while isinstance(target, nodes.Item):
        target = target.value
    if isinstance(target, nodes.Name):
        return target.text
    if isinstance(target, nodes.Attribute):
        return target.name.text
    return ANYTHING


def _own(roots: nodes.Node | Iterable[nodes.Node]) -> tuple[set[str], set[str]]:
    """What stands in a tree itself: names written, names called or read (a define is called by its bare name)."""
    written: set[str] = set()
    called: set[str] = set()
    tried: set[int] = set()
    for node in everything(roots):
        if isinstance(node, nodes.Assign):
            written.add(target_name(node.target))
        elif isinstance(node, nodes.Gain):
            written.update(plurals(node.resource.text))
            called.add(f"{node.verb}_{node.resource.text}")
            called.update(f"{node.verb}_{name}" for name in plurals(node.resource.text))
        elif isinstance(node, nodes.Move | nodes.Draw | nodes.Shuffle):
            written.add("move")
        elif isinstance(node, nodes.TurnOf):
            written.add("active")
        elif isinstance(node, nodes.Call) and id(node) not in tried:
            function = node.function
            if isinstance(function, nodes.Attribute):
                called.add(function.name.text)
            elif isinstance(function, nodes.Name):
                called.add(function.text)
                if function.text in ("possible", "would") and node.arguments:
                    # What is tried happens to a copy.
                    tried.add(id(node.arguments[0]))
        if isinstance(node, nodes.Draw | nodes.Roll):
            if node.name is not None:
                written.add(node.name.text)
    return written, called


class Writes:
    """The names each rule, phase or member may write, with all it calls.

    `assigned` are all names that anything assigns, also where the line has another fault.
    """

    def __init__(self, files: Iterable[nodes.Node]) -> None:
        written: dict[str, set[str]] = {}
        called: dict[str, set[str]] = {}
        for node in everything(files):
            if isinstance(node, nodes.Rule | nodes.Phase | nodes.Play | nodes.Whenever | nodes.Anytime):
                own, calls = _own(node)
                name = "play" if isinstance(node, nodes.Play) else node.name.text
                written.setdefault(name, set()).update(own)
                called.setdefault(name, set()).update(calls)
            elif isinstance(node, nodes.Change) and node.path:
                own, calls = _own(node)
                # A hook may run around whatever its last name means.
                written.setdefault(node.path[-1].text, set()).update(own)
                called.setdefault(node.path[-1].text, set()).update(calls)
        self.assigned = frozenset(name for names in written.values() for name in names)
        changed = True
        while changed:
            changed = False
            for name, calls in called.items():
                own = written[name]
                before = len(own)
                for other in calls:
                    own |= written.get(other, set())
                changed = changed or len(own) != before
        self._written = {name: frozenset(names) for name, names in written.items()}

    def of_call(self, name: str) -> Names:
        """What a call of this name may write."""
        return self._written.get(name, frozenset())

    def of(self, roots: nodes.Node | Iterable[nodes.Node]) -> Names:
        """What running a tree may write."""
        own, calls = _own(roots)
        for name in calls:
            own |= self._written.get(name, frozenset())
        return frozenset(own)
