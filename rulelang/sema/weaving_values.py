"""Changes of what is no rule: values of things, defaults of fields and kinds, settings, lines of scoring and of totals; and
what is removed as a whole.

`original()` in a new value is the value that was there, put in its place in the tree.
"""

from __future__ import annotations

from copy import deepcopy

from rulelang.sema import say, spots
from rulelang.sema.clashes import is_original, path_span
from rulelang.sema.context import Game, use
from rulelang.sema.names import is_value
from rulelang.sema.symbols import FieldSymbol, InstanceSymbol, KindSymbol
from rulelang.sema.things import SIGN, sign_of
from rulelang.sema.totals import of_routine
from rulelang.sema.trees import everything
from rulelang.sema.weaving_inside import both, unfit
from rulelang.syntax import nodes
from rulelang.text.suggest import help_for


def weave(game: Game, variant: nodes.Variant, change: nodes.Change) -> bool:
    """Make a change of a value, of a line, or the removal of something whole; false if it is none of these."""
    first = change.path[0].text
    if change.path[-1].text == "title" and len(change.path) > 1 and _title(game, change):
        return True
    if change.line is not None:
        if not spots.has_lines(game, first) and (spots.free_routine(game, first) or spots.owner_of(game, first)):
            # The question that a choice asks.
            return False
        _line(game, change)
        return True
    if change.verb == "add" and first == "scoring" and len(change.path) == 1:
        _add_lines(game, change)
        return True
    if change.verb == "remove" and len(change.path) == 1 and _remove_declared(game, variant, change):
        return True
    return _value(game, change)


# ------------------------------------------------------------------------------------------------------------ values


def _value(game: Game, change: nodes.Change) -> bool:
    """A change of a value by its dotted name; false if the name leads to none."""
    names = [part.text for part in change.path]
    model = game.model
    field: FieldSymbol | None = None
    if len(names) == 1:
        setting = model.settings.get(names[0])
        if setting is not None:
            if _is_value(game, change):
                setting.default = _put(game, change, setting.default)
            return True
        field = model.state_fields.get(names[0])
    elif len(names) == 2 and names[0] in ("state", "player"):
        fields = model.state_fields if names[0] == "state" else model.player_fields
        field = fields.get(names[1])
        if field is None and spots.owner_of(game, names[0]) is None:
            message = "the game has no such field" if names[0] == "state" else "players have no such field"
            game.unknown("RL0401", message, change.path[1].span, names[1], fields)
            return True
    if field is not None:
        if _is_value(game, change):
            field.node.default = _put(game, change, field.node.default)
            use(field, change.path[-1].span)
        return True
    owner = spots.owner_of(game, names[0]) if len(names) == 2 else None
    if isinstance(owner, InstanceSymbol):
        return _of_thing(game, change, owner)
    if isinstance(owner, KindSymbol):
        return _of_kind(game, change, owner)
    return False


def _title(game: Game, change: nodes.Change) -> bool:
    """A change of the title of a phase or a step; false if the name leads to neither."""
    routine = spots.free_routine(game, change.path[0].text)
    if routine is None:
        return False
    names = [part.text for part in change.path[1:-1]]
    node: nodes.Node | None = routine.node
    if names:
        found = spots.find(routine.body or [], names)
        node = found[0].node if len(found) == 1 else None
    if not isinstance(node, nodes.Phase | nodes.Step) or spots.find(routine.body or [], [*names, "title"]):
        return False
    if not _is_value(game, change):
        return True
    if isinstance(change.value, nodes.Text):
        node.title = change.value
    else:
        unfit(game, change, "a title is a text in quotes")
    return True


def _is_value(game: Game, change: nodes.Change) -> bool:
    """Whether a change gives a value; reports one that does something else to it."""
    if change.verb == "replace" and change.value is not None and not change.parameters:
        return True
    name = ".".join(part.text for part in change.path)
    unfit(game, change, f"`{name}` is a value, which can only be replaced by another", f"write `replace {name} = ...`")
    return False


def _put(game: Game, change: nodes.Change, old: nodes.Expression | None) -> nodes.Expression:
    """The new value, in which the old one stands for `original()`."""
    assert change.value is not None
    return _substituted(game, change.value, old)


def _substituted(game: Game, value: nodes.Expression, old: nodes.Expression | None) -> nodes.Expression:
    calls = [node for node in everything(value) if is_original(node)]
    if not calls:
        return value
    if old is None or any(isinstance(call, nodes.Call) and call.arguments for call in calls):
        message = "nothing stood here, so there is no `original`" if old is None else "`original()` of a value is told nothing"
        game.sink.error("RL0403", message, calls[0].span)
        return old if old is not None else nodes.Number(span=value.span, value=0)
    return _exchanged(value, old)


def _exchanged(node: nodes.Expression, old: nodes.Expression) -> nodes.Expression:
    """An expression in which another stands for each `original()`."""
    if is_original(node):
        return deepcopy(old)
    for part in everything(node):
        for name in getattr(type(part), "__dataclass_fields__", ()):
            inside = getattr(part, name)
            if isinstance(inside, nodes.Node) and is_original(inside):
                setattr(part, name, deepcopy(old))
            elif isinstance(inside, list):
                inside[:] = [deepcopy(old) if isinstance(each, nodes.Node) and is_original(each) else each for each in inside]
    return node


def _of_thing(game: Game, change: nodes.Change, thing: InstanceSymbol) -> bool:
    name = change.path[1].text
    field = thing.kind.field(name)
    if field is None and name not in ("x", "label", SIGN):
        return False
    if not _is_value(game, change):
        return True
    if field is None:
        if name == "x":
            thing.copies = _put(game, change, thing.copies)
        elif name == SIGN and isinstance(change.value, nodes.Text):
            thing.sign = sign_of(game, change.value)
        elif isinstance(change.value, nodes.Text):
            thing.label = change.value
        else:
            unfit(game, change, f"a {name} is a text in quotes")
        return True
    use(field, change.path[1].span)
    if change.key is not None:
        pairs = thing.map_values.setdefault(name, [])
        for number, (key, value) in enumerate(pairs):
            if game.text(key.span) == game.text(change.key.span):
                pairs[number] = (key, _put(game, change, value))
                return True
        pairs.append((change.key, _put(game, change, field.node.default)))
        return True
    old = thing.values.get(name)
    if old is None:
        old = next((kind.fixed[name].value for kind in thing.kind.lineage() if name in kind.fixed), field.node.default)
    thing.values[name] = _put(game, change, old)
    return True


def _of_kind(game: Game, change: nodes.Change, kind: KindSymbol) -> bool:
    name = change.path[1].text
    field = kind.field(name)
    if field is None:
        return False
    if not _is_value(game, change):
        return True
    use(field, change.path[1].span)
    if name in kind.fields:
        field.node.default = _put(game, change, field.node.default)
        return True
    above = next((k.fixed[name].value for k in kind.lineage() if name in k.fixed), field.node.default)
    fixed = nodes.Fixed(span=change.span, name=change.path[1], value=_put(game, change, above))
    kind.fixed[name] = fixed
    return True


# ------------------------------------------------------------------------------------------------------------ lines


def _lines(game: Game, change: nodes.Change) -> list[tuple[list[nodes.ScoreLine], list[str]]] | None:
    """The lines of scoring, or of a total, with the names that each group of them knows."""
    first = change.path[0].text
    if first == "scoring" and game.model.scoring is not None:
        scoring = game.model.scoring
        return [(scoring.lines, [scoring.player.text])]
    routine = game.model.routines.get(first)
    total = of_routine(routine)
    if routine is None or total is None:
        return None
    groups = [(total.lines, [p.name for p in routine.parameters])]
    groups += [(added.lines, [p.name.text for p in added.parameters or []]) for added in total.added]
    return groups


def _line(game: Game, change: nodes.Change) -> None:
    """A change of one line, which is named by its label."""
    assert change.line is not None
    name = change.path[0].text
    groups = _lines(game, change) if len(change.path) == 1 else None
    if groups is None:
        message = f"`{'.'.join(p.text for p in change.path)}` has no lines with a label"
        unfit(game, change, message, "lines stand in scoring and in totals")
        return
    label = game.text(change.line.span)
    found = [(lines, line, names) for lines, names in groups for line in lines if game.text(line.label.span) == label]
    if not found:
        plain = {game.text(line.label.span).strip('"'): None for lines, _ in groups for line in lines}
        helps = help_for(label.strip('"'), plain)
        game.sink.error("RL0401", f"`{name}` has no line {label}", change.line.span, help=helps)
        return
    if len(found) > 1:
        unfit(game, change, f"`{name}` has {len(found)} lines called {label}")
        return
    lines, line, names = found[0]
    if change.parameters is not None and [p.name.text for p in change.parameters] != names:
        unfit(game, change, f"the names known there are {', '.join(f'`{n}`' for n in names)}", "use the same names here")
    elif change.verb == "remove":
        lines.remove(line)
    elif change.verb == "limit" and change.condition is not None:
        line.condition = both(line.condition, change.condition)
    elif change.verb == "replace" and change.value is not None:
        line.value = _substituted(game, change.value, line.value)
    else:
        unfit(
            game, change, f"{label} is a line, which can be replaced, limited or removed", f"write `replace {name}.{label} = ...`"
        )


def _add_lines(game: Game, change: nodes.Change) -> None:
    scoring = game.model.scoring
    if scoring is None:
        game.sink.error("RL0401", "the game has no scoring to be added to", path_span(change))
        return
    if change.parameters is not None and [p.name.text for p in change.parameters] != [scoring.player.text]:
        unfit(
            game,
            change,
            f"the player of scoring is called `{scoring.player.text}`",
            f"write `add to scoring({scoring.player.text}):`",
        )
        return
    if change.options:
        unfit(game, change, "scoring takes lines and no options", 'a line is a text, a colon and a value: `"Coins": p.coins`')
        return
    scoring.lines.extend(change.lines)


# ------------------------------------------------------------------------------------------------------------ removed


def _remove_declared(game: Game, variant: nodes.Variant, change: nodes.Change) -> bool:
    """Remove a thing, rule, define or phase as a whole; false where the path leads elsewhere."""
    model, name = game.model, change.path[0].text
    kind = model.kinds.get(name)
    if kind is not None:
        unfit(game, change, f"`{name}` is a kind, of which only things can be removed", "name one of its things", kind)
        return True
    if name in model.settings or name in model.state_fields:
        found = model.settings.get(name) or model.state_fields[name]
        unfit(game, change, f"`{name}` is {say.symbol_words(found)}, and rules speak of it", "replace its value", found)
        return True
    thing = next((i for i in model.instances if i.name == name), None)
    if thing is not None:
        if thing.board is not None or any(thing in way for board in model.boards.values() for way in board.ways):
            unfit(game, change, f"`{name}` is a part of a board", "", thing)
            return True
        model.instances.remove(thing)
        thing.kind.instances.remove(thing)
        for board in model.boards.values():
            board.spaces = [space for space in board.spaces if space is not thing]
        game.names.values[name] = [s for s in game.names.values[name] if s is not thing]
        if not game.names.values[name]:
            del game.names.values[name]
        game.names.per_player.pop(name, None)
        game.removed[name] = (variant, change)
        return True
    routine = model.routines.pop(name, None)
    if routine is None:
        return False
    game.names.calls.pop(name, None)
    if is_value(routine):
        game.names.values.pop(name, None)
    game.removed[name] = (variant, change)
    return True
