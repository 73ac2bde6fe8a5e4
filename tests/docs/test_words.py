"""The appendices name every word there is, and no other."""

from __future__ import annotations

import re

from rulelang.sema import library
from rulelang.syntax.tokens import RESERVED
from rulelang.text.codes import CODES
from tests.docs.blocks import DOCUMENTS, ROOT, blocks

DOCS = ROOT / "docs"
GRAMMAR = (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")


def quoted(text: str) -> set[str]:
    """The words in backticks."""
    return {word for quote in re.findall(r"`([^`]*)`", text) for word in re.findall(r"[a-z]+", quote)}


def part(text: str, heading: str) -> str:
    """What stands under a heading, up to the next of its depth."""
    depth = heading.split()[0]
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^{depth} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no {heading}"
    return found[1]


def test_reserved_words() -> None:
    """The list of reserved words is that of the language."""
    table = part((DOCS / "words.md").read_text(encoding="utf-8"), "## Reserved words")
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert {word for row in rows for word in quoted(row)} == RESERVED


def test_words_of_the_grammar() -> None:
    """Every word that the grammar knows stands in the list of words."""
    words = {word for word in re.findall(r'"([a-z]+)"', GRAMMAR) if word.isalpha()}
    assert words - quoted((DOCS / "words.md").read_text(encoding="utf-8")) == set()


def test_sections_are_those_of_the_grammar() -> None:
    """The grammar's sections stand in the manual under the same names."""
    manual = (DOCS / "language.md").read_text(encoding="utf-8")
    headings = {heading.lower() for heading in re.findall(r"^##+ (.+)$", manual, re.MULTILINE)}
    sections = set(re.findall(r"^// -{20,} (.+)$", GRAMMAR, re.MULTILINE)) - {"words"}
    assert sections - headings == set()


def test_library() -> None:
    """Each function of the library has its heading and an example that uses it; each value stands in the table."""
    text = (DOCS / "library.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^### ([a-z_]+)$", text, re.MULTILINE))
    assert headings == set(library.FUNCTION_NAMES)
    for name in library.FUNCTION_NAMES:
        example = re.search(r"```rules\n(.*?)```", part(text, f"### {name}"), re.DOTALL)
        assert example is not None and re.search(rf"\b{name}\(", example[1]), f"`{name}` has no example"
    values = set(re.findall(r"`([a-z_]+)`", part(text, "## Values")))
    assert set(library.VALUES) | {"total"} <= values


def test_codes_exist() -> None:
    """Every code that the documentation names is one."""
    for document in DOCUMENTS:
        named = set(re.findall(r"RL\d{4}", document.read_text(encoding="utf-8")))
        assert named - set(CODES) == set(), document.name


def test_links_lead_somewhere() -> None:
    """Links between pages and to headings hold."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
            if "://" in target:
                continue
            path, _, anchor = target.partition("#")
            there = (document.parent / path) if path else document
            assert there.exists(), f"{document.name}: {target}"
            if anchor:
                headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
                assert anchor in {slug(h) for h in headings}, f"{document.name}: {target}"


def slug(heading: str) -> str:
    """How a heading is called in a link."""
    plain = re.sub(r"[^\w\- ]", "", heading.lower())
    return plain.replace(" ", "-")


def test_every_fence_is_understood() -> None:
    """No block is passed over because its language is misspelt."""
    for document in DOCUMENTS:
        for block in blocks(document):
            assert block.language in {"rules", "play", "console", "python", "text", "lark"}, block.name
