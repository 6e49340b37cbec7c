"""Sets the rows of a benchmark run side by side: table.py ROWS [PICTURE.svg]. A row is `who key/n value unit`; of several the median stands."""
import re, statistics, sys

rows, order, units, whos = {}, [], {}, ["gpu.h"]
for line in open(sys.argv[1]):
    m = re.match(r"(\S+) (.+)/(\d+) (\S+) (\S+)$", line.strip())
    if not m: continue
    who, key, n, value, unit = m.group(1), m.group(2), int(m.group(3)), float(m.group(4)), m.group(5)
    if (key, n) not in rows: rows[key, n] = {}; order.append((key, n)); units[key, n] = unit
    rows[key, n].setdefault(who, []).append(value)
    if who not in whos: whos.append(who)
for r in rows.values():
    for who in r: r[who] = statistics.median(r[who])

def n_text(n):
    return f"2^{n.bit_length() - 1}" if n > 65536 and n & (n - 1) == 0 else f"{n:.0e}".replace("e+0", "e") if n >= 1000000 else str(n)

def better(unit, a, b):  # how much better a is than b
    return a / b if unit.endswith("/s") else b / a

print("| work | n | unit | " + " | ".join(whos) + " | gpu.h / best peer |")
print("|---|---|---|" + "---|" * (len(whos) + 1))
pairs = []
for key in order:
    r, unit = rows[key], units[key]
    if len(r) == 1 and "gpu.h" not in r: continue
    peers = {w: v for w, v in r.items() if w != "gpu.h"}
    ratio = ""
    if peers and "gpu.h" in r:
        best = max(peers.values(), key=lambda v: v if unit.endswith("/s") else -v)
        q = better(unit, r["gpu.h"], best); ratio = f"{q:.2f}"; pairs.append((f"{key[0]}, {n_text(key[1])}", q))
    cells = [f"{r[w]:.4g}" if w in r else "" for w in whos]
    print(f"| {key[0]} | {n_text(key[1])} | {unit} | " + " | ".join(cells) + f" | {ratio} |")

if len(sys.argv) > 2 and pairs:  # bars of the last column; 1 is as fast as the fastest peer
    h, left, scale = 18, 190, 60
    top = [min(q, 8) for _, q in pairs]
    with open(sys.argv[2], "w") as f:
        f.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 8 * scale + 60}" height="{h * len(pairs) + 40}" font-family="sans-serif" font-size="12">\n')
        f.write(f'<rect width="100%" height="100%" fill="white"/><text x="10" y="16">speed of gpu.h over the fastest peer of each row (1: equal)</text>\n')
        for i, ((name, q), w) in enumerate(zip(pairs, top)):
            y = 28 + i * h
            f.write(f'<text x="{left - 6}" y="{y + 12}" text-anchor="end">{name}</text><rect x="{left}" y="{y + 2}" width="{w * scale:.0f}" height="{h - 5}" fill="{"#3b7" if q >= 1 else "#d73"}"/>'
                    f'<text x="{left + w * scale + 4:.0f}" y="{y + 12}">{q:.2f}</text>\n')
        f.write(f'<line x1="{left + scale}" y1="24" x2="{left + scale}" y2="{28 + h * len(pairs)}" stroke="black" stroke-dasharray="3,3"/>\n</svg>\n')
