"""Draws the README's picture, tests/bench/speed.svg, from the figures in tests/bench/RESULTS.md, and prints the README's table
of the same rows. `picture.py --check` writes nothing: it fails where the picture or the README says something else."""
import html
import os
import re
import sys

here = os.path.dirname(os.path.abspath(__file__))
picture = os.path.join(here, "speed.svg")
COPY = "the card's own copy"  # what the rows in GB/s are a share of; products are a share of cuBLAS
ROWS = (  # a row of RESULTS.md, and what the README calls it
    ("a + b", "`a + b`"),
    ("(2x+3y)/(x+y+1) in one pass", "`(2x+3y)/(x+y+1)` in one call"),
    ("sum of floats, added in double", "sum of floats, added in double"),
    ("variance", "variance"),
    ("prefix sum", "prefix sum"),
    ("transpose, 16384 x 16384", "transpose, 16384 x 16384"),
    ("histogram, 256 bins", "histogram, 256 bins"),
    ("normal random numbers", "normal random numbers"),
    ("f32, 8192 cubed", "matrix product, f32, 8192 x 8192"),
    ("bf16, 8192 cubed", "matrix product, bf16, 8192 x 8192"),
)
LEFT, SCALE, HEIGHT, TOP, WIDTH = 246, 4.1, 36, 62, 860  # pixels; SCALE: of one per cent


def results():
    """First cell -> (figure, name of the peer, its figure, unit), of the tables that have a column `unit`."""
    rows, columns = {}, None
    for line in open(os.path.join(here, "RESULTS.md"), encoding="utf-8"):
        cells = [c.strip() for c in line.strip().strip("|").split("|")] if line.startswith("|") else None
        if not cells:
            columns = None
        elif columns is None:
            columns = cells
        elif "unit" in columns and "gpu.h" in columns:
            row = dict(zip(columns, cells))
            peer = re.match(r"([A-Za-z]+)\D*([\d.]+)", row.get("best peer", "cuBLAS " + row.get("cuBLAS", "")))
            who, figure = peer.groups() if peer else ("", "")
            rows[cells[0]] = row["gpu.h"], who, figure, row["unit"]
    return rows


def table(rows):
    lines = ["| work | gpu.h | best peer | which |", "|---|---|---|---|"]
    for key, name in ROWS:
        ours, who, theirs, unit = rows[key]
        lines.append(f"| {name} | {ours} {unit} | {theirs} {unit} | {who} |")
    return "\n".join(lines) + "\n"


def svg(rows):
    bottom = TOP + HEIGHT * len(ROWS)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 44}" width="{WIDTH}" height="{bottom + 44}"',
        '     font-family="sans-serif" font-size="13" role="img" aria-label="Speed of gpu.h beside the best peer on an H200">',
        "<style>",
        ".page{fill:#ffffff;stroke:#d0d7de} .text{fill:#1f2328} .small{fill:#59636e;font-size:11px} .grid{stroke:#d0d7de}",
        ".small{paint-order:stroke;stroke:#ffffff;stroke-width:3px}",
        ".full{stroke:#59636e;stroke-dasharray:4 3} .ours{fill:#0a7f5a} .peer{fill:#9aa4ae}",
        "@media (prefers-color-scheme: dark) {",
        ".page{fill:#0d1117;stroke:#30363d} .text{fill:#e6edf3} .small{fill:#9198a1;stroke:#0d1117} .grid{stroke:#30363d}",
        ".full{stroke:#9198a1} .ours{fill:#2fbf8f} .peer{fill:#6e7681} }",
        "</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{bottom + 43}" rx="6"/>',
        f'<rect class="ours" x="{LEFT}" y="16" width="12" height="12"/><text class="text" x="{LEFT + 18}" y="27">gpu.h</text>',
        f'<rect class="peer" x="{LEFT + 80}" y="16" width="12" height="12"/><text class="text" x="{LEFT + 98}" y="27">best peer</text>',
        f'<text class="small" x="{LEFT + 180}" y="27">NVIDIA H200, float32, n = 2^28 unless said; longer is faster</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        x = LEFT + percent * SCALE
        kind = "full" if percent == 100 else "grid"
        out.append(f'<line class="{kind}" x1="{x:g}" y1="{TOP - 10}" x2="{x:g}" y2="{bottom}"/>')
        out.append(f'<text class="small" x="{x:g}" y="{TOP - 16}" text-anchor="middle">{percent} %</text>')
    for i, (key, name) in enumerate(ROWS):
        ours, who, theirs, unit = rows[key]
        whole = float(rows[COPY][0]) if unit == rows[COPY][3] else float(theirs)
        y = TOP + i * HEIGHT
        name = html.escape(name.replace("`", ""))
        out.append(f'<text class="text" x="{LEFT - 10}" y="{y + 18}" text-anchor="end">{name}</text>')
        for top, kind, figure, what in ((y + 2, "ours", ours, f"{ours} {unit}"), (y + 16, "peer", theirs, f"{theirs} {who}")):
            width = 100 * float(figure) / whole * SCALE
            out.append(f'<rect class="{kind}" x="{LEFT}" y="{top}" width="{width:.1f}" height="12"/>')
            out.append(f'<text class="small" x="{LEFT + width + 6:.1f}" y="{top + 10}">{what}</text>')
    for line, text in enumerate((f"100 %: what the card's own copy reaches, {rows[COPY][0]} GB/s read and written (work that only reads",
                                 "can reach more); for matrix products, what cuBLAS reaches")):
        out.append(f'<text class="small" x="{LEFT}" y="{bottom + 18 + 15 * line}">{text}</text>')
    return "\n".join(out) + "\n</svg>\n"


rows = results()
if sys.argv[1:] == ["--check"]:
    readme = open(os.path.join(here, "..", "..", "README.md"), encoding="utf-8").read()
    wrong = []
    if table(rows) not in readme:
        wrong.append("README.md has other figures than tests/bench/RESULTS.md: put the table that picture.py prints into it")
    if not os.path.exists(picture) or open(picture, encoding="utf-8").read() != svg(rows):
        wrong.append("tests/bench/speed.svg is not what RESULTS.md gives: run tests/bench/picture.py")
    sys.exit("\n".join(wrong) or 0)
with open(picture, "w", encoding="utf-8") as f:
    f.write(svg(rows))
print(table(rows), end="")
