"""From parse tree to nodes: types and expressions.

Two things are decided here rather than in the grammar. `x in xs` inside a query is a generator, elsewhere a test. And
`first(xs)`, without any `in`, is a call: the word is a query only where something is gone through.
"""

from __future__ import annotations

from lark import Token

from rulelang.syntax import nodes
from rulelang.syntax.branches import Branch
from rulelang.syntax.build import WORD, Context, branches, child, children, only, token, token_or_none, tokens
from rulelang.syntax.tokens import RESERVED

_ARITHMETIC = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "divide_up": "/ rounded up", "remainder": "%"}
_ALSO_FUNCTIONS = ("first",)
"""Query words that are functions too: `first(players)`."""

_TESTS = {"is_": "is", "is_not": "is not", "in_": "in", "not_in": "not in"}


# ------------------------------------------------------------------------------------------------------------ types


def type_node(context: Context, branch: Branch) -> nodes.TypeNode:
    """A type as written."""
    with context.level(branch):
        span = context.span(branch)
        form = branch.data
        if form == "optional":
            return nodes.OptionalType(span=span, base=type_node(context, only(branch)))
        if form == "named_type":
            return nodes.NamedType(span=span, name=str(token(branch, "KIND")))
        if form == "bounded":
            lowest, highest = (context.signed(bound) for bound in branches(branch))
            return nodes.BoundedType(span=span, name=str(token(branch, "KIND")), lowest=lowest, highest=highest)
        if form == "list_of":
            return nodes.ListType(span=span, item=type_node(context, only(branch)))
        if form == "short_list_of":
            most = context.number(token(branch, "NUMBER"))
            return nodes.ListType(span=span, item=type_node(context, only(branch)), at_most=most)
        if form in ("pile_of", "slot_of", "tokens_of"):
            return nodes.ZoneType(span=span, form=form.removesuffix("_of"), kind=context.identifier(token(branch, "KIND")))
        assert form == "map_of", form
        return nodes.MapType(span=span, key=context.identifier(token(branch, "KIND")), value=type_node(context, only(branch)))


# ------------------------------------------------------------------------------------------------------------ expressions


def expression(context: Context, branch: Branch) -> nodes.Expression:
    """An expression."""
    with context.level(branch):
        return _expression(context, branch)


def _expression(context: Context, branch: Branch) -> nodes.Expression:
    form = str(branch.data)
    span = context.span(branch)
    if form in ("name", "kind_name"):
        word = branch.children[0]
        return nodes.Name(span=span, text=str(word))
    if form == "attribute":
        word = token(branch, "NAME")
        return nodes.Attribute(span=span, value=expression(context, only(branch)), name=context.identifier(word))
    if form == "number":
        return nodes.Number(span=span, value=context.number(token(branch, "NUMBER")))
    if form == "text":
        return context.text_node(token(branch, "STRING"))
    if form in ("true", "false"):
        return nodes.Truth(span=span, value=form == "true")
    if form == "none":
        return nodes.NoneLiteral(span=span)
    if form == "apply":
        return _call(context, branch)
    if form == "item":
        value, *keys = (expression(context, part) for part in branches(branch))
        return nodes.Item(span=span, value=value, keys=keys)
    if form == "query":
        return _query(context, branch)
    if form == "list_":
        return nodes.ListLiteral(span=span, items=[expression(context, item) for item in branches(branch)])
    if form == "conditional":
        then, condition, otherwise = (expression(context, part) for part in branches(branch))
        return nodes.Conditional(span=span, then=then, condition=condition, otherwise=otherwise)
    if form == "negation":
        return nodes.Not(span=span, operand=expression(context, only(branch)))
    if form == "negate":
        return nodes.Negate(span=span, operand=expression(context, only(branch)))
    if form == "pick_one":
        return nodes.PickOne(span=span, source=expression(context, only(branch)))
    left, right = (expression(context, part) for part in branches(branch))
    if form == "either":
        return nodes.Logical(span=span, operator="or", left=left, right=right)
    if form == "both":
        return nodes.Logical(span=span, operator="and", left=left, right=right)
    if form == "compare":
        sign = token_or_none(branch, "SAME") or token(branch, "COMPARE")
        return nodes.Comparison(span=span, operator=str(sign), left=left, right=right)
    if form in _TESTS:
        return nodes.Comparison(span=span, operator=_TESTS[form], left=left, right=right)
    return nodes.Arithmetic(span=span, operator=_ARITHMETIC[form], left=left, right=right)


def _call(context: Context, branch: Branch) -> nodes.Call:
    function = expression(context, only(branch))
    arguments: list[nodes.Expression] = []
    through: nodes.Walk | None = None
    along: nodes.Walk | None = None
    given = child(branch, "args")
    for part in branches(given) if given is not None else ():
        if part.data == "through":
            through = _walk(context, part)
        elif part.data == "along":
            along = _walk(context, part)
        elif part.data == "span":
            lowest, highest = (expression(context, bound) for bound in branches(part))
            arguments.append(nodes.RangeArgument(span=context.span(part), lowest=lowest, highest=highest))
        else:
            arguments.append(expression(context, part))
    return nodes.Call(span=context.span(branch), function=function, arguments=arguments, through=through, along=along)


def _walk(context: Context, branch: Branch) -> nodes.Walk:
    name = context.declared(token(branch, "NAME"), "variable")
    return nodes.Walk(span=context.span(branch), name=name, condition=expression(context, only(branch)))


def _query(context: Context, branch: Branch) -> nodes.Expression:
    opening = token(branch, "QUERY")
    word = str(opening)[:-1]
    parts = [part for part in branches(branch) if part.data not in ("result", "order")]
    result = child(branch, "result")
    ordering = child(branch, "order")
    sources = [part for part in parts if part.data != "where"]
    ranges = [_goes_through(part) for part in sources]
    if word in _ALSO_FUNCTIONS and result is None and ordering is None and len(sources) == len(parts) and not any(ranges):
        begin = opening.start_pos or 0
        function = nodes.Name(span=context.place(begin, begin + len(word)), text=word)
        return nodes.Call(span=context.span(branch), function=function, arguments=[expression(context, part) for part in sources])
    generators: list[nodes.Generator] = []
    for at, part in enumerate(parts):
        if part.data == "where":
            continue
        condition = parts[at + 1] if at + 1 < len(parts) and parts[at + 1].data == "where" else None
        generators.append(_query_generator(context, word, part, condition))
    return nodes.Query(
        span=context.span(branch),
        word=word,
        result=expression(context, only(result)) if result is not None else None,
        generators=generators,
        order=order(context, ordering) if ordering is not None else None,
    )


def _goes_through(branch: Branch) -> bool:
    """Whether this reads `x in xs` with a plain name before `in`."""
    return branch.data == "in_" and only(branch).data == "name"


def _query_generator(context: Context, word: str, branch: Branch, condition: Branch | None) -> nodes.Generator:
    test = expression(context, only(condition)) if condition is not None else None
    span = context.span(branch)
    whole = span.to(test.span) if test is not None else span
    if _goes_through(branch):
        left, right = branches(branch)
        name = context.declared(token(left, "NAME"), "variable")
        return nodes.Generator(span=whole, name=name, domain=expression(context, right), condition=test)
    misnamed = str(only(branch).data) if branch.data == "in_" else ""
    if misnamed in RESERVED:
        context.check_declared(misnamed, "variable", context.span(only(branch)))
    else:
        _report_no_source(context, word, branch)
    # To go on, `x in xs and c` is read as `x in xs where c`; of anything else only the words are kept.
    if branch.data == "both" and _goes_through(only(branch)):
        first, second = branches(branch)
        found = _query_generator(context, word, first, None)
        found.condition = expression(context, second)
        return found
    context.damaged.update(WORD.findall(context.text, branch.start, branch.end))
    expression(context, branch)
    # What it goes through has no name, and so no type that could be wrong once more.
    context.damaged.add("")
    domain = nodes.Name(span=span, text="")
    return nodes.Generator(span=whole, name=nodes.Identifier(span=span, text="_"), domain=domain, condition=test)


def _report_no_source(context: Context, word: str, branch: Branch) -> None:
    help = f"write `{word}(x in xs where …)`"
    if branch.data == "both" and _goes_through(only(branch)):
        help = "put `where` before the condition instead of `and`"
    context.sink.error(
        "RL0128",
        f"`{word}` does not say here what it goes through",
        context.span(branch),
        label="not of the form `x in xs`",
        help=help,
    )


def where(context: Context, branch: Branch) -> nodes.Expression | None:
    """The condition after `where` of a construct, if there is one."""
    found = child(branch, "where")
    return expression(context, only(found)) if found is not None else None


def generator(context: Context, branch: Branch) -> nodes.Generator:
    """`x in xs where C` of a family, or `x from xs where C` of an option."""
    name = context.declared(token(branch, "NAME"), "variable")
    domain = expression(context, only(branch))
    return nodes.Generator(span=context.span(branch), name=name, domain=domain, condition=where(context, branch))


def order(context: Context, branch: Branch) -> nodes.Order:
    """`by a, b desc, at random`"""
    keys = [
        nodes.Key(span=context.span(key), value=expression(context, only(key)), descending=child(key, "desc") is not None)
        for key in children(branch, "key")
    ]
    return nodes.Order(span=context.span(branch), keys=keys, at_random=child(branch, "by_random") is not None)


def head(context: Context, branch: Branch) -> nodes.Head:
    """`for each x in xs where C by k`"""
    name = context.declared(token(branch, "NAME"), "variable")
    domain = expression(context, only(branch))
    ordering = child(branch, "order")
    return nodes.Head(
        span=context.span(branch),
        name=name,
        domain=domain,
        condition=where(context, branch),
        order=order(context, ordering) if ordering is not None else None,
    )


def head_of(context: Context, branch: Branch) -> nodes.Head | None:
    """The `for each` of a construct, if it has one."""
    found = child(branch, "head")
    return head(context, found) if found is not None else None


def skip_of(context: Context, branch: Branch) -> nodes.Skip | None:
    """The `skip when` of a construct, if it has one."""
    found = child(branch, "skip")
    if found is None:
        return None
    return nodes.Skip(span=context.span(found), condition=expression(context, only(found)), why=text_of(context, found))


def text_of(context: Context, branch: Branch) -> nodes.Text | None:
    """The text in quotes of a construct, if it has one."""
    found = token_or_none(branch, "STRING")
    return context.text_node(found) if found is not None else None


def plain_of(context: Context, branch: Branch) -> str | None:
    """The fixed text in quotes of a construct, if it has one."""
    found = token_or_none(branch, "STRING")
    return context.plain(found) if found is not None else None


def parameters(context: Context, branch: Branch) -> list[nodes.Parameter] | None:
    """The parameters of a construct; none if it has no brackets."""
    found = child(branch, "params")
    if found is None:
        return None
    return [
        nodes.Parameter(
            span=context.span(part),
            name=context.declared(token(part, "NAME"), "parameter"),
            type_node=type_node(context, only(part)) if branches(part) else None,
        )
        for part in branches(found)
    ]


def path(context: Context, branch: Branch) -> list[nodes.Identifier]:
    """A dotted name; it may begin with a kind."""
    return [context.identifier(word) for word in (*tokens(branch, "KIND"), *tokens(branch, "NAME"))]


def returns(context: Context, branch: Branch) -> nodes.TypeNode | None:
    """The type after `->`, if there is one."""
    found = child(branch, "returns")
    return type_node(context, only(found)) if found is not None else None


def is_branch(node: Branch | Token, *names: str) -> bool:
    """Whether this is a branch of one of these names."""
    return isinstance(node, Branch) and node.data in names
