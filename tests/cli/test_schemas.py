"""What `--format json` prints has the form that `docs/schema/` publishes.

`python -m tests.cli.test_schemas` writes the schemas anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import exit
from rulelang.tools.report import FORMS, schema
from tests.cli.conftest import ROOT, Rulelang

FOLDER = ROOT / "docs" / "schema"


def published(name: str) -> Path:
    """The file of a schema."""
    return FOLDER / f"{name}.json"


@pytest.mark.parametrize("name", list(FORMS))
def test_schemas_are_published(name: str) -> None:
    assert json.loads(published(name).read_text(encoding="utf-8")) == schema(name), "python -m tests.cli.test_schemas"


def test_nothing_else_is_published() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(FORMS)


def test_games(rulelang: Rulelang) -> None:
    result = rulelang("games", "--format", "json")
    games = FORMS["games"].validate_json(result.stdout).games
    assert [game.id for game in games] == sorted(game.id for game in games)
    (treasures,) = [game for game in games if game.id == "treasures"]
    assert (treasures.fewest_players, treasures.most_players) == (2, 5)
    assert Path(treasures.entry).is_file()
    assert {setting.name: setting.value for setting in treasures.settings}["misplay_penalty"] == "0"


def test_found(rulelang: Rulelang) -> None:
    result = rulelang("find", "tictactoe", "owner", "--format", "json")
    assert FORMS["found"].validate_json(result.stdout).found[0].path == "Square.owner"


def test_findings(rulelang: Rulelang, tmp_path: Path) -> None:
    (tmp_path / "bad.rules").write_text('game bad "Bad":\n    players 2\n\nplay:\n    nothingg\n', encoding="utf-8")
    result = rulelang("check", "bad.rules", "--format", "json")
    assert result.exit_code == exit.FINDINGS
    (finding, *_) = FORMS["findings"].validate_json(result.stdout)
    assert (finding.severity, finding.place.line) == ("error", 5)
    assert FORMS["findings"].validate_json(rulelang("check", "tictactoe", "--format", "json").stdout) == []


def test_transcript(rulelang: Rulelang) -> None:
    rulelang("play", "treasures", "--bot", "all=random", "--seed", "1", "--set", "round_limit=2", "--record", "match.play")
    lines = rulelang("run", "match.play", "--format", "json").stdout.splitlines()
    kinds = [FORMS["transcript"].validate_json(line).type for line in lines]
    assert kinds[0] == "header"
    assert kinds[-2:] == ["end", "verdict"]
    assert {"line", "score"} <= set(kinds)


def test_simulation(rulelang: Rulelang) -> None:
    result = rulelang("simulate", "treasures", "--games", "4", "--format", "json")
    found = FORMS["simulation"].validate_json(result.stdout)
    assert (found.games, found.players) == (4, ["ann", "ben"])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in FORMS:
        published(each).write_text(json.dumps(schema(each), indent=2) + "\n", encoding="utf-8")
