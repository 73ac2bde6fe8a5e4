"""From the declarations of all files to symbols.

Everything that has a name gets its symbol here, in the order of the text: kinds and enums first, since types name them, then
fields, routines, things. Values and bodies are not looked at yet; that is the business of `constants` and `bodies`. A name
declared twice is reported at the second place, and the first one counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.sema import boards, diagrams, library, records, say, standing, things, tokens, totals, types
from rulelang.sema.context import Game
from rulelang.sema.declared_types import kind_named, resolve_type
from rulelang.sema.declaring import Declared, declare, twice
from rulelang.sema.methods import link_originals, methods_of, parameters_of, returns_of
from rulelang.sema.names import BUILT_IN_TYPES, Names
from rulelang.sema.symbols import (
    BoardSymbol,
    DieSymbol,
    EnumMember,
    EnumSymbol,
    FieldSymbol,
    InstanceSymbol,
    KindSymbol,
    RoutineSymbol,
    SettingSymbol,
    Symbol,
)
from rulelang.syntax import nodes
from rulelang.text.diagnostic import Label
from rulelang.text.source import Span

HIGHEST_LADDER = 100
"""How many kinds may stand above one another."""


def collect(game: Game, declarations: list[nodes.Declaration]) -> None:
    """Make all symbols of a game and its names."""
    declared: Declared = {}
    model = game.model
    for node in declarations:
        if isinstance(node, nodes.Kind):
            _kind_name(game, node)
        elif isinstance(node, nodes.Enum):
            _enum(game, node)
    _parents(game, declarations)
    for node in declarations:
        match node:
            case nodes.Setting():
                _setting(game, node, declared)
            case nodes.Die():
                _die(game, node)
            case nodes.StateBlock():
                _fields(game, node.fields, "state", model.state_fields, declared)
            case nodes.PlayerBlock():
                _fields(game, node.fields, "player", model.player_fields, {})
            case nodes.Kind() if node.symbol is not None:
                _members(game, node, node.symbol)
            case nodes.Rule() | nodes.Define() | nodes.Phase():
                _routine(game, node, declared)
            case nodes.Play():
                _play(game, node)
            case nodes.Scoring():
                _scoring(game, node)
            case nodes.Always():
                model.always.append(node)
            case nodes.Total():
                _total(game, node, declared)
            case nodes.Components():
                model.components.append(node)
            case nodes.Whenever():
                declare(game, standing.whenever(game, node), declared)
            case nodes.Anytime():
                declare(game, standing.anytime(game, node), declared)
            case nodes.Example():
                model.examples.append(node)
    for node in declarations:
        if isinstance(node, nodes.Supply):
            records.collect(game, node)
    totals.add_own(game, [d for d in declarations if isinstance(d, nodes.Change)])
    for kind in _outermost_first(model.kinds.values()):
        if kind.node is not None:
            methods_of(game, kind.node, kind)
    for node in declarations:
        if isinstance(node, nodes.Instance):
            things.instance(game, node, declared)
        elif isinstance(node, nodes.Table):
            things.table(game, node, declared)
        elif isinstance(node, nodes.Board):
            _board(game, node, declared)
    for node in declarations:
        if isinstance(node, nodes.Also):
            things.also(game, node)
    boards.lay_out(game, declared)
    diagrams.collect(game, declarations)
    for enum in model.enums.values():
        _members_of_enum(game, enum, declared)
    for kind in model.kinds.values():
        kind.has_owner = _owned(kind) or any(_owned(k) for k in _below(kind))
    for kind in model.kinds.values():
        _other_fields(game, kind.fields)
    _other_fields(game, model.state_fields)
    _other_fields(game, model.player_fields)
    link_originals(model.kinds.values(), model.instances)
    capitals = game.names.capitals
    game.names = Names.of(model)
    game.names.capitals.update(capitals)
    for instance in game.names.per_player.values():
        field = model.player_fields.get(instance.name)
        if field is not None:
            twice(game, instance.name, instance.span, field)


# ------------------------------------------------------------------------------------------------------------ kinds and enums


def _capital(game: Game, name: nodes.Identifier, symbol: KindSymbol | EnumSymbol) -> bool:
    if name.text in BUILT_IN_TYPES:
        game.sink.error("RL0211", f"`{name.text}` is a type of the language", name.span, help="choose another name")
        return False
    earlier = game.names.capitals.get(name.text)
    if earlier is not None:
        twice(game, name.text, name.span, earlier)
        return False
    game.names.capitals[name.text] = symbol
    return True


def _kind_name(game: Game, node: nodes.Kind) -> None:
    symbol = KindSymbol(name=node.name.text, span=node.name.span, doc=node.doc, notes=node.notes, node=node)
    if _capital(game, node.name, symbol):
        node.symbol = symbol
        game.model.kinds[symbol.name] = symbol


def _enum(game: Game, node: nodes.Enum) -> None:
    symbol = EnumSymbol(name=node.name.text, span=node.name.span, doc=node.doc, notes=node.notes)
    seen: dict[str, EnumMember] = {}
    for name, label in node.members:
        if name.text in seen:
            twice(game, name.text, name.span, seen[name.text])
            continue
        number = len(symbol.members)
        member = EnumMember(
            name=name.text, span=name.span, enum=symbol, number=number, label=label or name.text.replace("_", " ")
        )
        seen[name.text] = member
        symbol.members.append(member)
    if _capital(game, node.name, symbol):
        node.symbol = symbol
        game.model.enums[symbol.name] = symbol


def _members_of_enum(game: Game, enum: EnumSymbol, declared: Declared) -> None:
    """A member may share its name with members of other enums and with things, and with nothing else."""
    for member in enum.members:
        earlier = declared.get(member.name)
        if member.name in library.VALUES:
            game.sink.error("RL0211", f"`{member.name}` is a word of the library", member.span, help="choose another name")
        elif earlier is not None and not isinstance(earlier, InstanceSymbol) and not _is_call(earlier):
            twice(game, member.name, member.span, earlier)


def _is_call(symbol: Symbol) -> bool:
    return isinstance(symbol, RoutineSymbol) and not (symbol.form == "define" and not symbol.parameters)


def _parents(game: Game, declarations: Iterable[nodes.Declaration]) -> None:
    """Let kinds know the kind above; circles and endless ladders are reported and cut."""
    above: dict[KindSymbol, KindSymbol] = {}
    places: dict[KindSymbol, nodes.Identifier] = {}
    for node in declarations:
        if isinstance(node, nodes.Kind) and node.symbol is not None and node.parent is not None:
            parent = kind_named(game, node.parent)
            if parent is not None:
                above[node.symbol] = parent
                places[node.symbol] = node.parent
    depth: dict[KindSymbol, int] = {}
    told = False
    for start in list(above):
        ladder: list[KindSymbol] = []
        kind = start
        while kind in above and kind not in depth:
            depth[kind] = -1
            ladder.append(kind)
            kind = above[kind]
        if ladder and depth.get(kind) == -1:
            names = [k.name for k in (*ladder[ladder.index(kind) :], kind)]
            message = f"`{ladder[-1].name}` stands above itself"
            game.sink.error("RL0210", message, places[ladder[-1]].span, notes=(" is ".join(names),))
            del above[ladder[-1]]
        for each in reversed(ladder):
            depth[each] = depth.get(above[each], 0) + 1 if each in above else 0
            if depth[each] > HIGHEST_LADDER:
                if not told:
                    message = f"kinds stand above one another deeper than {HIGHEST_LADDER} levels"
                    game.sink.error("RL0115", message, places[each].span)
                told = True
                del above[each]
                depth[each] = 0
    for kind, parent in above.items():
        kind.parent = parent
        parent.children.append(kind)


def _outermost_first(kinds: Iterable[KindSymbol]) -> Iterator[KindSymbol]:
    pending = [k for k in kinds if k.parent is None]
    while pending:
        kind = pending.pop(0)
        yield kind
        pending.extend(kind.children)


def _below(kind: KindSymbol) -> Iterator[KindSymbol]:
    for child in kind.children:
        yield child
        yield from _below(child)


def _owned(kind: KindSymbol) -> bool:
    return any(i.family is not None and i.family.per_player for i in kind.instances)


# ------------------------------------------------------------------------------------------------------------ fields and members


def _fields(
    game: Game, declared_fields: Iterable[nodes.Field], holder: KindSymbol | str, into: dict[str, FieldSymbol], declared: Declared
) -> None:
    for node in declared_fields:
        symbol = field_symbol(game, node, holder)
        if holder == "player" and symbol.name == "name":
            game.sink.error("RL0211", "players have a `name` already", node.name.span, help="choose another name")
            continue
        if symbol.name in into:
            twice(game, symbol.name, symbol.span, into[symbol.name])
            continue
        if holder == "state" and not declare(game, symbol, declared):
            continue
        into[symbol.name] = symbol


def field_symbol(game: Game, node: nodes.Field, holder: KindSymbol | str) -> FieldSymbol:
    """The symbol of a field, with its type."""
    type_ = resolve_type(game, node.type_node)
    symbol = FieldSymbol(
        name=node.name.text,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        type=type_,
        holder=holder,
        node=node,
        visibility=node.visibility or "public",
        top_public=node.top_public,
        announced=node.announced,
        label=node.label or node.name.text.replace("_", " "),
        mutable=isinstance(type_, types.ZoneType),
    )
    node.symbol = symbol
    if isinstance(type_, types.ZoneType) and type_.form == "tokens":
        type_.kind.root.counted = True
    if node.top_public and not (isinstance(type_, types.ZoneType) and type_.form == "pile"):
        game.sink.error("RL0611", "only a pile has a top", node.span, help="leave `top public` out")
    if node.visibility == "private" and holder == "state":
        game.sink.error(
            "RL0611",
            f"`{node.name.text}` belongs to no player, so it is private to nobody",
            node.span,
            help="write `secret`, `public`, or `private to` and a field that holds a player",
        )
    return symbol


def _other_fields(game: Game, fields: dict[str, FieldSymbol]) -> None:
    """Find the field after `private to`, which must hold a player, and the zone after `refilled from`."""
    for symbol in fields.values():
        name = symbol.node.visible_to
        if name is None and symbol.node.refilled_from is None:
            continue
        candidates: dict[str, FieldSymbol] = dict(game.model.state_fields)
        candidates.update(fields)
        if isinstance(symbol.holder, KindSymbol):
            for kind in reversed(symbol.holder.lineage()):
                candidates.update(kind.fields)
        if symbol.node.refilled_from is not None:
            tokens.refilled_from(game, symbol, candidates)
        if name is None:
            continue
        found = candidates.get(name.text)
        if found is None and name.text == "owner" and isinstance(symbol.holder, KindSymbol) and symbol.holder.has_owner:
            # The player to whom each thing of a family belongs.
            symbol.visibility = "private"
        elif found is None:
            near = [n for n, f in candidates.items() if isinstance(types.without_none(f.type), types.PlayerType)]
            game.unknown("RL0202", f"there is no field called `{name.text}`", name.span, name.text, near)
        elif not isinstance(types.without_none(found.type), types.PlayerType | types.BadType):
            game.sink.error("RL0611", f"`{name.text}` holds {say.type_words(found.type)} and no player", name.span)
        else:
            found.uses.append(name.span)
            symbol.visible_to = found


def _members(game: Game, node: nodes.Kind, kind: KindSymbol) -> None:
    for member in node.members:
        if isinstance(member, nodes.Field):
            symbol = field_symbol(game, member, kind)
            if symbol.name == "name":
                game.sink.error(
                    "RL0211", "each thing has a `name` already", member.name.span, help="choose another name, such as `title`"
                )
            elif symbol.name in kind.fields:
                twice(game, symbol.name, symbol.span, kind.fields[symbol.name])
            else:
                kind.fields[symbol.name] = symbol
        elif isinstance(member, nodes.Fixed):
            if member.name.text in kind.fixed:
                game.sink.error(
                    "RL0605",
                    f"`{member.name.text}` is given twice",
                    member.name.span,
                    others=(Label(kind.fixed[member.name.text].name.span, "the first"),),
                )
            else:
                kind.fixed[member.name.text] = member


# ------------------------------------------------------------------------------------------------------------ routines


def routine_symbol(game: Game, node: nodes.Rule | nodes.Define | nodes.Phase) -> RoutineSymbol:
    """The symbol of a free rule, define or phase."""
    form = "rule" if isinstance(node, nodes.Rule) else "define" if isinstance(node, nodes.Define) else "phase"
    symbol = RoutineSymbol(
        name=node.name.text,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        form=form,
        parameters=parameters_of(game, node.parameters),
        returns=types.VOID if isinstance(node, nodes.Phase) else returns_of(game, node),
        body=node.body,
        value=node.value if isinstance(node, nodes.Define) else None,
        node=node,
    )
    node.symbol = symbol
    return symbol


def _routine(game: Game, node: nodes.Rule | nodes.Define | nodes.Phase, declared: Declared) -> None:
    symbol = routine_symbol(game, node)
    if symbol.body is None and symbol.value is None:
        game.sink.error(
            "RL0603",
            f"`{symbol.name}` has no body",
            symbol.span,
            help="only a rule or define of a kind may be left open, for its things to give",
        )
    if declare(game, symbol, declared):
        game.model.routines[symbol.name] = symbol


def _total(game: Game, node: nodes.Total, declared: Declared) -> None:
    symbol = RoutineSymbol(
        name=node.name.text,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        form="define",
        parameters=parameters_of(game, node.parameters),
        returns=types.INT,
        node=node,
    )
    node.symbol = symbol
    if declare(game, symbol, declared):
        game.model.routines[symbol.name] = symbol


def _play(game: Game, node: nodes.Play) -> None:
    span = Span(node.span.file, node.span.start, node.span.start + len("play"))
    symbol = RoutineSymbol(
        name="play", span=span, doc=node.doc, notes=node.notes, form="play", returns=types.VOID, body=node.body, node=node
    )
    node.symbol = symbol
    if game.model.play is not None:
        twice(game, "play", span, game.model.play)
    else:
        game.model.play = symbol


def _scoring(game: Game, node: nodes.Scoring) -> None:
    earlier = game.model.scoring
    if earlier is not None:
        game.sink.error(
            "RL0201", "`scoring` is declared twice", node.player.span, others=(Label(earlier.player.span, "declared here"),)
        )
    else:
        game.model.scoring = node


# ------------------------------------------------------------------------------------------------------------ the rest


def _setting(game: Game, node: nodes.Setting, declared: Declared) -> None:
    type_ = resolve_type(game, node.type_node)
    if not isinstance(type_, types.IntType | types.BoolType | types.EnumType | types.BadType):
        game.sink.error(
            "RL0315",
            f"a setting cannot be {say.type_words(type_)}",
            node.type_node.span,
            help="a setting is a number, yes/no, or one of an enum",
        )
        type_ = types.BAD
    label = "".join(p for p in node.label.parts if isinstance(p, str)) if node.label is not None else ""
    symbol = SettingSymbol(
        name=node.name.text, span=node.name.span, doc=node.doc, notes=node.notes, type=type_, default=node.value, label=label
    )
    node.symbol = symbol
    if declare(game, symbol, declared):
        game.model.settings[symbol.name] = symbol


def _die(game: Game, node: nodes.Die) -> None:
    symbol = DieSymbol(name=node.name.text, span=node.name.span, doc=node.doc, notes=node.notes, faces=list(node.faces))
    node.symbol = symbol
    earlier = game.model.dice.get(symbol.name)
    if earlier is not None:
        twice(game, symbol.name, symbol.span, earlier)
    else:
        game.model.dice[symbol.name] = symbol


def _board(game: Game, node: nodes.Board, declared: Declared) -> None:
    kind = kind_named(game, node.kind)
    edge_kind = kind_named(game, node.edge_kind) if node.edge_kind is not None else None
    if kind is None or (node.edge_kind is not None and edge_kind is None):
        game.lost.update(name for name, _ in boards.way_names(node))
    if kind is None:
        game.lost.add(node.name.text)
        return
    symbol = BoardSymbol(
        name=node.name.text,
        span=node.name.span,
        doc=node.doc,
        notes=node.notes,
        kind=kind,
        edge_kind=edge_kind,
        node=node,
        type=types.BoardType(node.name.text, kind, edge_kind),
    )
    node.symbol = symbol
    if declare(game, symbol, declared):
        game.model.boards[symbol.name] = symbol
