"""Talks to a language server with documents and messages that are nested too deep, and with
messages that are none, and prints its diagnostics and answers."""

import json
import subprocess
import sys


def message(content):
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def notification(method, **parameters):
    return message({"jsonrpc": "2.0", "method": method, "params": parameters})


def request(number, method, **parameters):
    return message(
        {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
    )


def document(number, text):
    item = {"uri": f"file:///{number}.mlir", "languageId": "mlir", "version": 1}
    return notification("textDocument/didOpen", textDocument=dict(item, text=text))


DEEP = 100000
texts = [
    "cuda_tile.module @m {\n  entry @k() {" + "if %c {" * DEEP,
    "module attributes {a = " + "[" * DEEP,
    "#m = affine_map<(d0) -> (" + "d0 + " * DEEP,
    "cuda_tile.module @m {\n",  # being typed: the parser reports the missing part
    "cuda_tile.module @m { entry @k(%a: tile<i32>) { return } }",
    "\r\r\r'\r\rx",  # a place behind a carriage return
]
session = request(1, "initialize", processId=None, rootUri=None, capabilities={})
session += b"".join(document(number, text) for number, text in enumerate(texts))
for opening in (b"[", b'{"a":', b'{"jsonrpc": "2.0", "method": "m", "params": ' + b"["):
    session += message(opening * DEEP)
# Valid JSON that is no message of the protocol: each is answered, and the session goes on.
for other in (b"[]", b"3", b"null", b'{"id": 5, "method": "m"}'):
    session += message(other)
place = {"line": 0, "character": 36}
session += request(
    2, "textDocument/hover", textDocument={"uri": "file:///4.mlir"}, position=place
)
session += request(3, "shutdown") + notification("exit")

ended = subprocess.run(sys.argv[1:], input=session, capture_output=True)
for part in ended.stdout.split(b"Content-Length: ")[1:]:
    said = json.loads(part.split(b"\r\n\r\n", 1)[1])
    for diagnostic in said.get("params", {}).get("diagnostics", []):
        start = diagnostic["range"]["start"]["line"]
        print(said["params"]["uri"], start, diagnostic["message"].split("\n")[0])
    if "id" in said:
        print("answer", said["id"], "error" if "error" in said else "result")
print(ended.stderr.decode())
print("ended with", ended.returncode)
