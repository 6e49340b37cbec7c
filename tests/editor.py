#!/usr/bin/env python3
"""Asks clangd where the functions of a program are: editor.py CLANGD PROGRAM.c [NAME EXPECTED]...

'Go to definition' on the first NAME in PROGRAM must lead to a line that contains EXPECTED."""
import json
import pathlib
import subprocess
import sys

server = subprocess.Popen([sys.argv[1], "--log=error"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
path = pathlib.Path(sys.argv[2]).resolve()
text = path.read_text()
number = 0


def send(method, params, wait):
    """Sends a request, and returns its result; a notification has none."""
    global number
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if wait:
        number += 1
        message["id"] = number
    body = json.dumps(message).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()
    while wait:
        length = 0
        while (line := server.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        answer = json.loads(server.stdout.read(length))
        if answer.get("id") == number and "method" not in answer:
            return answer.get("result")
    return None


send("initialize", {"processId": None, "rootUri": None, "capabilities": {},
                    "initializationOptions": {"fallbackFlags": ["-I.", "-I" + str(pathlib.Path.cwd())]}}, True)
send("initialized", {}, False)
document = {"uri": path.as_uri(), "languageId": "c", "version": 1, "text": text}
send("textDocument/didOpen", {"textDocument": document}, False)
failed = 0
for name, expected in zip(sys.argv[3::2], sys.argv[4::2]):
    at = text.index(name)
    position = {"line": text.count("\n", 0, at), "character": at - text.rfind("\n", 0, at) - 1}
    places = send("textDocument/definition", {"textDocument": {"uri": document["uri"]}, "position": position},
                  True) or []
    lines = []
    for place in places:
        found = pathlib.Path(place["uri"].replace("file://", "")).read_text()
        lines.append(found.splitlines()[place["range"]["start"]["line"]])
    if not any(expected in line for line in lines):
        failed += 1
        print(f"{name}: expected a line with \"{expected}\", got {lines}")
server.terminate()
sys.exit(failed != 0)
