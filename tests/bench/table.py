"""Sets the rows of a benchmark run side by side: table.py ROWS FOLDER. A row is a line of JSON as bench.py writes it,
or `who key/n value unit`; of several such the median stands. Prints tables; FOLDER gets bench.json, and two pictures:
bench.svg and growth.svg."""
import json
import math
import os
import platform
import re
import statistics
import sys

rows, ceilings, texts = [], {}, {}
for line in open(sys.argv[1], encoding="utf-8"):
    m = re.match(r"(\S+) (.+)/(\d+) (\S+) (\S+)$", line.strip())
    if line.startswith('{"ceilings'):
        r = json.loads(line)
        ceilings[r["place"]] = r["ceilings"]
    elif line.startswith("{"):
        rows.append(json.loads(line))
    elif m:
        texts.setdefault((m[2], int(m[3]), m[5]), {}).setdefault(m[1], []).append(float(m[4]))
for (key, n, unit), found in texts.items():
    place = "cpu" if key.startswith("cpu ") else "gpu"
    rows.append({"family": "", "name": key.removeprefix("cpu "), "place": place, "unit": unit, "sizes": {"n": n}
        if n > 1 else {}, "target": 0,
                 "figures": {who: statistics.median(v) for who, v in found.items()}})
OURS = ("gpu.h", "before", "gpu.h, CPU")


def n_text(n):
    if n > 65536 and n & (n - 1) == 0:
        return f"2^{n.bit_length() - 1}"
    return f"{n:.3g}".replace("e+0", "e") if n >= 1000000 else str(int(n))


def faster(row, a, b):
    """How many times as fast figure a is as b."""
    return a / b if row["unit"].endswith("/s") else b / a


def peers(row):
    """(times as fast as gpu.h, name, figure) of those that are not ours, the fastest first."""
    found = row.get("figures", {})
    return sorted(((faster(row, v, found["gpu.h"]), who, v) for who, v in found.items() if who not in OURS),
        reverse=True) if "gpu.h" in found else []


def table(place):
    mine = [r for r in rows if r["place"] == place and r["family"] != "growth"]
    before = any("before" in r.get("figures", {}) for r in mine)
    print(f"\n## On the {place.upper()}\n")
    if place in ceilings:
        giga = lambda k, v: f"{v / 1e9:.4g} GB/s" if k == "copy" else f"{v / 1e12:.4g} TFLOP/s"
        print("Ceilings, measured: " + ", ".join(f"{k} {giga(k, v)}"
                                                 for k, v in ceilings[place].items()) + ".\n")
    print(f"| work | sizes | unit | gpu.h |{' before |' * before} best peer | times as fast | of the ceiling | target |"
          " of the target | others |")
    print("|---|---|---|---|" + "---|" * (6 + before))
    for r in mine:
        found, q = r.get("figures", {}), peers(r)
        ours = found.get("gpu.h")
        per = lambda limit: f"{faster(r, ours, limit):.2f}" if ours and limit else ""
        others = [f"{who} {v:.4g}" for _, who, v in q[1:]] + [f"{who} {why}" for who, why in r.get("failed",
            {}).items() if who != "gpu.h"]
        others += [f"{who} has another result" for who in r.get("wrong", [])]
        cells = [r["name"], " x ".join(n_text(v) for v in r["sizes"].values() if v), r["unit"],
                 f"{ours:.4g}" if ours else r.get("skip") or r.get("failed", {}).get("gpu.h", "")]
        cells += [f"{found['before']:.4g}" if "before" in found else ""] * before
        cells += [f"{q[0][1]} {q[0][2]:.4g}" if q else "", f"{1 / q[0][0]:.2f}" if q else "", per(r.get("ceiling")),
            f"{r['target']:g}" if r["target"] else "",
                  per(r["target"]), ", ".join(others)]
        print("| " + " | ".join(cells) + " |")
    for title, of in (("as the best peer", lambda r: 1 / peers(r)[0][0] if peers(r) else None),
                      ("as the target asks", lambda r: faster(r, r["figures"]["gpu.h"], r["target"]) if r["target"]
                          and "gpu.h" in r.get("figures", {}) else None)):
        known = [v for v in map(of, mine) if v]
        good = sum(v > 0.98 for v in known)
        if known: print(f"\nAs fast {title} or faster (within 2 %): {good} of {len(known)} rows.")


def curves(place):
    """name -> who -> [(n, microseconds)], by n."""
    found = {}
    for r in rows:
        if r["place"] == place and r["family"] == "growth":
            n = r["sizes"].get("d0") or r["sizes"]["n"]
            for who, v in r.get("figures", {}).items():
                found.setdefault(r["name"], {}).setdefault(who, []).append((n, v))
    return {name: {who: sorted(points) for who, points in c.items()} for name, c in found.items() if "gpu.h" in c}


def crossings(ours, theirs):
    """Whether gpu.h is faster at the least n, and (n, microseconds) where that changes, on the lines between points."""
    both = [(n, v, dict(theirs)[n]) for n, v in ours if n in dict(theirs)]
    found = []
    for (n0, a0, b0), (n1, a1, b1) in zip(both, both[1:]):
        if (a0 <= b0) != (a1 <= b1):
            t = math.log(a0 / b0) / (math.log(a0 / b0) - math.log(a1 / b1))
            found.append((n0 * (n1 / n0) ** t, a0 * (a1 / a0) ** t))
    return bool(both) and both[0][1] <= both[0][2], found


def where_faster(ours, who, theirs):
    ahead, found = crossings(ours, theirs)
    if not found: return f"faster than {who} at every n" if ahead else f"faster than {who} at no n"
    parts = [f"{'from' if (i % 2 == 0) != ahead else 'up to'} n = {n:.2g}" for i, (n, _) in enumerate(found)]
    return f"faster than {who} " + ", ".join(parts)


def growth(place):
    for name, c in curves(place).items():
        whos = sorted(c, key=lambda who: who != "gpu.h")
        print(f"\n{name}{', n x n' * (name.endswith('nn'))} on the {place.upper()}, microseconds a call:\n\n| n | " +
              " | ".join(whos) + " |\n|---|" + "---|" * len(whos))
        for n in sorted({n for points in c.values() for n, _ in points}):
            print(f"| {n_text(n)} | " + " | ".join(f"{dict(c[who])[n]:.4g}" if n in dict(c[who]) else ""
                for who in whos) + " |")
        said = [where_faster(c["gpu.h"], who, c[who]) for who in whos[1:]]
        if said: print("\ngpu.h is " + "; ".join(said) + ".")


def svg(width, height, title):
    return [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
            f'font-size="12">', '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="10" y="16">{title}</text>']


def bars(pairs):
    """A bar for each row: how gpu.h stands to the best peer, 1 is as fast; a mark: what the ceiling would allow."""
    h, left, scale = 18, 330, 60
    out = svg(left + 8 * scale + 60, h * len(pairs) + 40,
        "speed of gpu.h over the fastest peer of each row (1: equal; |: the ceiling)")
    for i, (name, q, most) in enumerate(pairs):
        y, w = 28 + i * h, min(q, 8) * scale
        name = name.replace("&", "&amp;").replace("<", "&lt;")
        out.append(f'<text x="{left - 6}" y="{y + 12}" text-anchor="end">{name}</text>')
        colour = "#3b7" if q >= 1 else "#d73"
        out.append(f'<rect x="{left}" y="{y + 2}" width="{w:.0f}" height="{h - 5}" fill="{colour}"/>')
        if most and most <= 8:
            out.append(f'<rect x="{left + most * scale:.0f}" y="{y}" width="2" height="{h - 1}" fill="#333"/>')
        out.append(f'<text x="{left + w + 4:.0f}" y="{y + 12}">{q:.2f}</text>')
    out.append(f'<line x1="{left + scale}" y1="24" x2="{left + scale}" y2="{28 + h * len(pairs)}" stroke="black" '
               f'stroke-dasharray="3,3"/>')
    return "\n".join(out) + "\n</svg>\n"


def lines(places):
    """A panel for each curve: microseconds of a call over n, both as logarithms; circles where two cross."""
    panels = [(place, name, c) for place in places for name, c in curves(place).items()]
    whos = list(dict.fromkeys(who for _, _, c in panels for who in sorted(c, key=lambda who: who != "gpu.h")))
    colours = dict(zip(whos, ("#0a7f5a", "#d73a49", "#0366d6", "#b08800", "#6f42c1", "#59636e")))
    w, h, gap, across = 300, 260, 64, 5
    out = svg(min(len(panels), across) * (w + gap) + 20, (len(panels) + across - 1) // across * (h + 70) + 40,
              "microseconds of a call over the number of elements; circles: where gpu.h and a peer cross")
    for i, (place, name, c) in enumerate(panels):
        us, ns = [v for points in c.values() for _, v in points], [n for points in c.values() for n, _ in points]
        n0, n1 = math.log10(min(ns)), math.log10(max(ns))
        u0, u1 = math.floor(math.log10(min(us))), math.ceil(math.log10(max(us)))
        left, top = gap + i % across * (w + gap), 60 + i // across * (h + 70)
        at = lambda n, v: (left + (math.log10(n) - n0) / max(n1 - n0, 1e-9) * w,
            top + (u1 - math.log10(v)) / max(u1 - u0, 1) * h)
        out.append(f'<text x="{left}" y="{top - 6}">{name} on the {place.upper()}</text>')
        for d in range(u0, u1 + 1):
            y = at(min(ns), 10.0**d)[1]
            out.append(f'<line x1="{left}" x2="{left + w}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            out.append(f'<text x="{left - 4}" y="{y + 4:.1f}" text-anchor="end">{10.0**d:g}</text>')
        for d in range(math.ceil(n0), math.floor(n1) + 1):
            out.append(f'<text x="{at(10.0**d, 1)[0]:.1f}" y="{top + h + 16}" text-anchor="middle">1e{d}</text>')
        for who in c:
            path = " ".join("%.1f,%.1f" % at(n, v) for n, v in c[who])
            out.append(f'<polyline points="{path}" fill="none" stroke="{colours.get(who, "#888")}" stroke-width="2"/>')
            for cross in crossings(c["gpu.h"], c[who])[1] if who != "gpu.h" else []:
                x, y = at(*cross)
                out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="none" stroke-width="2" '
                           f'stroke="{colours.get(who, "#888")}"/>')
    for i, who in enumerate(whos):
        out.append(f'<text x="{gap + i * 110}" y="34" fill="{colours.get(who, "#888")}">{who}</text>')
    return "\n".join(out) + "\n</svg>\n"


places = [place for place in ("gpu", "cpu") if any(r["place"] == place for r in rows)]
for place in places:
    table(place)
    growth(place)
pairs = [(f"{r['name']}, {' x '.join(n_text(v) for v in r['sizes'].values() if v)} ({r['place']})", 1 / peers(r)[0][0],
          faster(r, r["ceiling"],
              peers(r)[0][2]) if r.get("ceiling") else None) for r in rows if r["family"] != "growth" and peers(r)]
folder = sys.argv[2]
machine = {"machine": platform.machine(), "system": platform.platform(), "processors": os.cpu_count(),
    "ceilings": ceilings}
cross = {f"{place} {name} {who}": crossings(c["gpu.h"], c[who]) for place in places for name,
    c in curves(place).items() for who in c if who != "gpu.h"}
with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as f:
    json.dump({**machine, "crossings": cross, "rows": rows}, f, indent=1)
for name, text in (("bench.svg", pairs and bars(pairs)), ("growth.svg", any(curves(p) for p in places)
    and lines(places))):
    if text:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
