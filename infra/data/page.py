"""Statistics as one HTML file: a chart and a table for each question, with its SQL. It needs no script and no network.

The same dump makes the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from infra.data.statistics import Answer

BARS_MAX: Final = 40
_ROW: Final = 22
_LEFT: Final = 260
_WIDTH: Final = 460
_RIGHT: Final = 90


@dataclass(frozen=True, slots=True)
class _Chart:
    """What a chart shows of an answer: bars of `value`, a line from `low` to `high`, and a stroke at `beside`."""

    labels: tuple[str, ...]
    value: str
    legend: str
    low: str = ""
    high: str = ""
    beside: str = ""


_CHARTS: Final = {
    "seats": _Chart(
        ("ruleset", "seats", "seat"), "share", "share of games won; line: 95 % interval; stroke: a fair share", "low",
        "high", "fair",
    ),
    "seat_test": _Chart(
        ("ruleset", "seats"), "p", "how often chance alone differs as much: below 0.05 it hints at an advantage"
    ),
    "length": _Chart(
        ("ruleset", "seats"), "steps_half", "steps of half of the games; line: to nine of ten games", "steps_half",
        "steps_most",
    ),
    "bots": _Chart(("ruleset", "bot"), "share", "share of games won; line: 95 % interval", "low", "high"),
    "bot_pairs": _Chart(
        ("ruleset", "bot", "against"), "share", "share of pairs in which the first bot places before the second",
        "low", "high",
    ),
    "refusals": _Chart(("ruleset", "code"), "share", "share of all commands of that ruleset"),
    "take_backs": _Chart(("ruleset", "why"), "n", "take-backs, by what allowed them"),
    "think_time": _Chart(
        ("ruleset", "type"), "ms_half", "ms of half of the commands; line: to nine of ten", "ms_half", "ms_most"
    ),
}  # fmt: skip
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --bar: #7aa6c2; --line: #b3412f; --soft: #767676 }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #161616; --bar: #3f6f8f; --line: #ff8a70; --soft: #999 } }
body { color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
section { margin: 3rem 0 } svg { width: 100%; height: auto } svg text { fill: var(--ink); font-size: 12px }
rect { fill: var(--bar) } .interval { stroke: var(--line); stroke-width: 2 } .beside { stroke: var(--ink); stroke-width: 2 }
.scroll { overflow-x: auto } table { border-collapse: collapse } td, th { padding: 0.1rem 0.6rem; text-align: right; border-bottom: 1px solid var(--soft) }
td:first-child, th:first-child { text-align: left } code, pre { font-size: 12px; overflow-wrap: anywhere; white-space: pre-wrap }
@media print { details > pre { display: block } section { break-inside: avoid } }
""".strip()  # noqa: E501


def page_of(manifest: str, made: Sequence[Answer]) -> bytes:
    """The page over the answers to a dump with this SHA-256 of its manifest."""
    sections = "".join(map(_section, made))
    text = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Emberlog: statistics of a dump</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style></head><body>\n'
        f"<h1>Statistics of a dump</h1>\n<p>SHA-256 of its manifest: <code>{escape(manifest)}</code>. Each figure can"
        " be repeated: the SQL below each chart, run with DuckDB over the same files, returns the same rows.</p>\n"
        f"{sections}</body></html>\n"
    )
    return text.encode()


def _section(answer: Answer) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in answer.columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(_text(cell))}</td>' for cell in row)}</tr>\n" for row in answer.rows)
    grid = f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'
    return (
        f"<section><h2>{escape(answer.question)}</h2>\n{_svg(answer)}\n"
        f"<details><summary>All {len(answer.rows)} rows</summary>{grid}</details>\n"
        f"<details open><summary>SQL, SHA-256 <code>{answer.sha256}</code></summary>"
        f"<pre>{escape(answer.sql)}</pre></details></section>\n"
    )


def _svg(answer: Answer) -> str:
    chart = _CHARTS[answer.name]
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows[:BARS_MAX]]
    if not rows:
        return "<p>The dump has nothing to count here.</p>"
    most = max(_number(row[name]) for row in rows for name in (chart.value, chart.high, chart.beside) if name) or 1.0
    width, height = _LEFT + _WIDTH + _RIGHT, _ROW * len(rows) + 4
    bars = "".join(_bar(chart, row, at, _WIDTH / most) for at, row in enumerate(rows))
    rest = len(answer.rows) - len(rows)
    more = f" The first {BARS_MAX} rows; {rest} more are in the table." if rest else ""
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img"><title>{escape(answer.question)}</title>\n{bars}</svg>\n'
        f"<p>{escape(chart.legend)}.{more}</p>"
    )


def _bar(chart: _Chart, row: dict[str, Any], at: int, scale: float) -> str:
    top, middle = at * _ROW + 4, at * _ROW + 4 + (_ROW - 6) / 2
    value = _number(row[chart.value])
    label = " ".join(f"{name} {row[name]}" if isinstance(row[name], int) else str(row[name]) for name in chart.labels)
    parts = [
        f'<text x="{_LEFT - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(label)}</text>',
        f'<rect x="{_LEFT}" y="{top}" width="{value * scale:.1f}" height="{_ROW - 6}"/>',
    ]
    end = value
    if chart.high:
        low, end = _number(row[chart.low]), _number(row[chart.high])
        ends = f'x1="{_LEFT + low * scale:.1f}" x2="{_LEFT + end * scale:.1f}"'
        parts.append(f'<line class="interval" {ends} y1="{middle}" y2="{middle}"/>')
    if chart.beside:
        place = f"{_LEFT + _number(row[chart.beside]) * scale:.1f}"
        parts.append(f'<line class="beside" x1="{place}" x2="{place}" y1="{top}" y2="{top + _ROW - 6}"/>')
        end = max(end, _number(row[chart.beside]))
    text = _text(row[chart.value])
    parts.append(f'<text x="{_LEFT + max(end, value) * scale + 6:.1f}" y="{middle + 4:.0f}">{escape(text)}</text>')
    return "".join(parts) + "\n"


def _number(cell: Any) -> float:  # noqa: ANN401  a cell of DuckDB
    return 0.0 if cell is None else float(cell)


def _text(cell: Any) -> str:  # noqa: ANN401  a cell of DuckDB
    return "" if cell is None else str(cell)
