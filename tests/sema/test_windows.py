"""Windows, what is open at any time, rules that nobody calls, options taken back, choices joined: what the checker asks."""

from __future__ import annotations

import pytest

from tests.sema.marked import check, only

BASE = """
kind Card

Card ace x 3

player:
    coins: Int 0 to 9 = 1
    hand: pile of Card

state:
    deck: pile of Card = Card
"""


def game(*lines: str, act: tuple[str, ...] = ("p.coins += 1",)) -> str:
    """A game with these declarations, and a phase that does this."""
    body = "\n    ".join(act)
    return "\n".join([BASE, *lines, "", "phase act(p: Player):", f"    {body}", "", "play:", "    act(players[1])", ""])


# ------------------------------------------------------------------------------------------------------------ windows


@pytest.mark.parametrize(
    "act",
    [
        ('offer each q in players "Act?":', '    hit "Hit": q.coins += p.coins'),
        ("offer each q in clockwise(p) where q is not p, first to act:", '    hit "Hit": q.coins += 1'),
        ("offer each q in [p]:", "    hit(card from q.hand where card is ace) where q.coins > 1:", "        move card to deck"),
        ("offer each c in deck: # RL0301", "    hit: p.coins += 1"),
        ("offer each n in [1, 2]: # RL0301", "    hit: p.coins += 1"),
        ("offer each q in players where q.coins: # RL0304", "    hit: q.coins += 1"),
        ("offer each q in players:", "    hit: q.coins += 1", "    hit: q.coins += 2 # RL0505"),
        ("offer each q in players:", "    hit: stop # RL0502"),
        ("offer each q in players:", "    hit: return", "p.coins += 1"),
        ("offer each q in players:", "    hit: q.coins += 1", "q.coins = 0 # RL0202"),
    ],
)
def test_who_is_asked_in_a_window(act: tuple[str, ...]) -> None:
    check(game(act=act))


def test_a_window_asks_and_so_no_value_can_hold_one() -> None:
    found = only(
        game(
            "define sum_of(p: Player) -> Int:",
            "    offer each q in players: # RL0501",
            "        hit: nothing",
            "    return p.coins",
            act=("p.coins = sum_of(p)",),
        ),
        "RL0501",
    )
    assert "`offer` asks players" in found.message


def test_no_window_while_all_choose_at_once() -> None:
    found = only(
        game(act=("at once for each q in players:", "    offer each r in [q]: # RL0503", "        hit: nothing")),
        "RL0503",
    )
    assert found.help == ("offer it after it, when all have chosen",)


# ------------------------------------------------------------------------------------------------------------ at any time


@pytest.mark.parametrize(
    "lines",
    [
        ("anytime purse for each q in players where q.coins < 5 during act:", "    borrow: q.coins += 1"),
        ('anytime purse "Purse" for each q in players:', '    borrow "Borrow": q.coins += 1'),
        ("anytime purse for each c in Card: # RL0301", "    borrow: nothing"),
        ("anytime purse for each q in players during night: # RL0202", "    borrow: q.coins += 1"),
        (
            "anytime purse for each q in players during nap: # RL0209",
            "    borrow: q.coins += 1",
            "",
            "rule nap(): # RL0901",
            '    log "z"',
        ),
        (
            "anytime purse for each q in players where nap(q): # RL0501",
            "    borrow: q.coins += 1",
            "",
            "rule nap(q: Player) -> Bool:",
            "    q.coins += 1",
            "    return true",
        ),
        (
            "anytime purse for each q in players:",
            "    borrow(n from range(1, 3)) where q.coins > n:",
            "        q chooses card from q.hand # RL0905",
            "        move card to deck",
        ),
    ],
)
def test_for_whom_something_is_open_and_when(lines: tuple[str, ...]) -> None:
    check(game(*lines))


CHOOSE = ("if p.hand.size > 0:", "    p chooses card from p.hand", "    move card to deck")


@pytest.mark.parametrize(
    ("opened", "told"),
    [
        # What is looked at before the choice may be gone when the choice is asked afresh.
        (('anytime purse "Purse" for each q in players:', "    sell(card from q.hand): move card to deck"), True),
        (("anytime purse for each q in players during act:", "    sell(card from q.hand): give_up(card)"), True),
        (("anytime purse for each q in players during act:", "    borrow: q.coins += 1"), False),
        (("anytime purse for each q in players during nap:", "    sell(card from q.hand): move card to deck"), False),
        ((), False),
    ],
)
def test_what_may_be_emptied_while_it_is_asked(opened: tuple[str, ...], told: bool) -> None:
    more = ("", "rule give_up(card: Card):", "    move card to deck", "", "phase nap:", "    give_up(ace_1)")
    text = game(*opened, *more, act=(*CHOOSE, "nap()"))
    if not told:
        check(text)
        return
    found = only(text.replace("card from p.hand\n", "card from p.hand # RL0905\n"), "RL0905")
    assert found.message == "this choice may find nothing to choose from once something else was done while it is asked"
    assert [other.text for other in found.others] == ["this is open meanwhile, and may leave nothing of it"]


def test_a_choice_of_its_own_is_not_emptied_by_what_is_open_at_any_time() -> None:
    check(
        game(
            "anytime purse for each q in players:",
            "    sell where q.hand.size > 0:",
            "        q chooses card from q.hand",
            "        move card to deck",
        )
    )


def test_otherwise_says_what_is_done_when_it_was_emptied() -> None:
    opened = ("anytime purse for each q in players:", "    sell(card from q.hand): move card to deck")
    check(game(*opened, act=("if p.hand.size > 0:", "    p chooses card from p.hand:", "        move card to deck",
                             "    otherwise:", "        nothing")))  # fmt: skip


def test_a_phase_that_is_none_and_the_nearest() -> None:
    found = only(game("anytime purse for each q in players during acts: # RL0202", "    borrow: q.coins += 1"), "RL0202")
    assert found.help == ("did you mean `act`?",)


# ------------------------------------------------------------------------------------------------------------ whenever


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (("roll d6 as n", "q.coins = n"), "draws on chance"),
        (("q chooses n from [1, 2]", "q.coins = n"), "asks a player"),
        (("ask(q)",), "asks a player"),
        (("offer each r in players:", "    hit: q.coins += 1"), "asks a player"),
        (("shuffle deck", "q.coins = 1"), "draws on chance"),
    ],
)
def test_what_nobody_calls_neither_asks_nor_draws_on_chance(body: tuple[str, ...], said: str) -> None:
    lines = ["whenever poor for each q in players where q.coins == 0: # RL0512", *(f"    {line}" for line in body), ""]
    ask = ["rule ask(q: Player):", "    q chooses n from [1, 2]", "    q.coins = n"] if "ask(q)" in body else []
    found = only(game(*lines, *ask), "RL0512")
    assert found.message == f"`poor` {said}, and a `whenever` can neither ask nor draw on chance"


def test_a_whenever_may_move_tell_and_end_the_game() -> None:
    check(
        game(
            "whenever rich for each q in players where q.coins > 8:",
            "    move all from q.hand to deck",
            '    log "{q} is rich"',
            "    end game won by q",
        )
    )


# ------------------------------------------------------------------------------------------------------------ taking back


@pytest.mark.parametrize(
    "act",
    [
        ('p chooses "Pay?":', "    pay:", "        p.coins -= 1", "        if p.coins == 0: cancel", "    keep: nothing"),
        ('p chooses "Pay?":', "    pay:", "        p.coins -= 1", "        sure(p)", "    keep: nothing"),
        ('p chooses "Pay?":', "    pay: p.coins -= 1", "    keep: cancel # RL0514"),
        ("cancel # RL0514",),
        ("p chooses n from [0, 1]:", "    if n == 0: cancel", "    p.coins += n"),
        ("p chooses n from [0, 1]", "if n == 0: cancel # RL0514", "p.coins += n"),
        ("p may choose n from [0, 1]:", "    if n == 0: cancel", "    p.coins += n"),
    ],
)
def test_a_cancel_needs_an_option_around_it(act: tuple[str, ...]) -> None:
    sure = ("rule sure(q: Player):", '    q chooses "Sure?":', "        yes_please: nothing", "        no_thanks: cancel")
    check(game(*(sure if any("sure(p)" in line for line in act) else ()), act=act))


def test_no_value_takes_anything_back() -> None:
    odd = ("define odd(p: Player) -> Bool:", "    if p.coins > 1: cancel # RL0501", "    return true")
    found = only(game(*odd, act=("if odd(p): p.coins += 1",)), "RL0501")
    assert "`cancel` takes back a choice" in found.message


# ------------------------------------------------------------------------------------------------------------ one move


@pytest.mark.parametrize(
    "act",
    [
        ("as one move:", "    p chooses a from [1, 2]", "    p chooses b from [1, 2]", "    p.coins = a + b"),
        ("as one move:", "    p chooses a from [1, 2]", "    roll d6 as b # RL0513", "    p.coins = min(9, a + b)"),
        (
            "let q = left_of(p)",
            "as one move:",
            "    p chooses a from [1, 2]",
            "    q chooses b from [1, 2] # RL0513",
            "    p.coins = a + b",
        ),
        ("as one move:", "    offer each q in players: # RL0513", "        hit: q.coins = 1"),
        ("as one move:", "    throw(p) # RL0513"),
    ],
)
def test_one_move_is_one_players_and_without_chance(act: tuple[str, ...]) -> None:
    throw = ("rule throw(q: Player):", "    roll d6 as n", "    q.coins = n")
    check(game(*(throw if any("throw(p)" in line for line in act) else ()), act=act))
