"""Sets the rows of a benchmark run side by side: table.py ROWS FOLDER. A row is `who key/n value unit`; of several the
median stands. Prints tables; FOLDER gets bench.json, and the pictures bench.svg and growth.svg."""
import json
import math
import os
import platform
import re
import statistics
import sys

times, units, whos = {}, {}, ["gpu.h"]  # (key, n) -> who -> figures
for line in open(sys.argv[1], encoding="utf-8"):
    m = re.match(r"(\S+) (.+)/(\d+) (\S+) (\S+)$", line.strip())
    if not m:
        continue
    who, key, n, value, unit = m[1], m[2], int(m[3]), float(m[4]), m[5]
    times.setdefault((key, n), {}).setdefault(who, []).append(value)
    units[key, n] = unit
    if who not in whos:
        whos.append(who)
rows = {key: {who: statistics.median(v) for who, v in r.items()} for key, r in times.items()}


def n_text(n):
    if n > 65536 and n & (n - 1) == 0:
        return f"2^{n.bit_length() - 1}"
    return f"{n:.0e}".replace("e+0", "e") if n >= 1000000 else str(n)


def ahead(key):
    """How many times as fast as the best peer gpu.h is; None without a peer."""
    ours, peers = rows[key].get("gpu.h"), [v for who, v in rows[key].items() if who != "gpu.h"]
    if not ours or not peers:
        return None
    return ours / max(peers) if units[key].endswith("/s") else min(peers) / ours


def crossings(key):
    """Sentences that say from which n on gpu.h is the fastest, or no longer is."""
    last, said = None, []
    for n in sorted(n for k, n in rows if k == key):
        q = ahead((key, n))
        if q and last != (q >= 1):
            last = q >= 1
            said.append(f"{'ahead' if last else 'behind'} from n = {n_text(n)}")
    return ", ".join(said) or "no peer"


def svg(width, height, title):
    return [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
            f'font-size="12">', '<rect width="100%" height="100%" fill="white"/>', f'<text x="10" y="16">{title}</text>']


def bars(pairs):
    """A bar for each row: how gpu.h stands to the best peer; 1 is as fast."""
    h, left, scale = 18, 230, 60
    out = svg(left + 8 * scale + 60, h * len(pairs) + 40, "speed of gpu.h over the fastest peer of each row (1: equal)")
    for i, (name, q) in enumerate(pairs):
        y, w = 28 + i * h, min(q, 8) * scale
        out.append(f'<text x="{left - 6}" y="{y + 12}" text-anchor="end">{name}</text>')
        out.append(f'<rect x="{left}" y="{y + 2}" width="{w:.0f}" height="{h - 5}" fill="{"#3b7" if q >= 1 else "#d73"}"/>')
        out.append(f'<text x="{left + w + 4:.0f}" y="{y + 12}">{q:.2f}</text>')
    out.append(f'<line x1="{left + scale}" y1="24" x2="{left + scale}" y2="{28 + h * len(pairs)}" stroke="black" '
               f'stroke-dasharray="3,3"/>')
    return "\n".join(out) + "\n</svg>\n"


def lines(keys):
    """A panel for each of keys: microseconds of a call over n, both as logarithms."""
    colours = dict(zip(whos, ("#0a7f5a", "#d73a49", "#0366d6", "#b08800", "#6f42c1", "#59636e")))
    w, h, gap = 300, 260, 64
    out = svg(len(keys) * (w + gap) + 20, h + 90, "microseconds of a call over the number of elements")
    for i, key in enumerate(keys):
        points = {n: r for (k, n), r in rows.items() if k == key}
        us = [v for r in points.values() for v in r.values()]
        n0, n1 = math.log10(min(points)), math.log10(max(points))
        u0, u1 = math.floor(math.log10(min(us))), math.ceil(math.log10(max(us)))
        left = gap + i * (w + gap)
        at = lambda n, v: (left + (math.log10(n) - n0) / max(n1 - n0, 1e-9) * w,
                           40 + (u1 - math.log10(v)) / max(u1 - u0, 1) * h)
        out.append(f'<text x="{left}" y="34">{key}</text>')
        for d in range(u0, u1 + 1):
            y = at(1, 10.0**d)[1]
            out.append(f'<line x1="{left}" x2="{left + w}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            out.append(f'<text x="{left - 4}" y="{y + 4:.1f}" text-anchor="end">{10.0**d:g}</text>')
        for d in range(math.ceil(n0), math.floor(n1) + 1):
            out.append(f'<text x="{at(10.0**d, 1)[0]:.1f}" y="{h + 56}" text-anchor="middle">1e{d}</text>')
        for who in whos:
            path = " ".join("%.1f,%.1f" % at(n, points[n][who]) for n in sorted(points) if who in points[n])
            if path:
                out.append(f'<polyline points="{path}" fill="none" stroke="{colours.get(who, "#888")}" stroke-width="2"/>')
    shown = [who for who in whos if any(k in keys and who in r for (k, _), r in rows.items())]
    for i, who in enumerate(shown):
        out.append(f'<text x="{gap + i * 90}" y="{h + 80}" fill="{colours.get(who, "#888")}">{who}</text>')
    return "\n".join(out) + "\n</svg>\n"


print("| work | n | unit | " + " | ".join(whos) + " | gpu.h / best peer |")
print("|---|---|---|" + "---|" * (len(whos) + 1))
pairs = []
for key in rows:
    r, q = rows[key], ahead(key)
    if key[0].startswith("growth ") or (len(r) == 1 and "gpu.h" not in r):
        continue
    if q:
        pairs.append((f"{key[0]}, {n_text(key[1])}", q))
    cells = [f"{r[who]:.4g}" if who in r else "" for who in whos]
    print(f"| {key[0]} | {n_text(key[1])} | {units[key]} | {' | '.join(cells)} | {f'{q:.2f}' if q else ''} |")
growth = list(dict.fromkeys(key for key, _ in rows if key.startswith("growth ")))
for key in growth:
    print(f"{key}: gpu.h is {crossings(key)}")

folder = sys.argv[2]
machine = {"machine": platform.machine(), "system": platform.platform(), "processors": os.cpu_count()}
with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as f:
    json.dump({**machine, "rows": [{"work": k, "n": n, "unit": units[k, n], **r, "ahead": ahead((k, n))}
                                   for (k, n), r in rows.items()]}, f, indent=1)
for name, text in (("bench.svg", pairs and bars(pairs)), ("growth.svg", growth and lines(growth))):
    if text:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
