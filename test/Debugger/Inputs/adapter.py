# ===- adapter.py - A client of the debug adapter ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A client of the Debug Adapter Protocol that does what an editor does.

usage: adapter.py TESSERA KERNEL SOURCE

KERNEL is total.mlir with its places in SOURCE, total.py. Fails at the first answer
that is not as expected.
"""

import json
import subprocess
import sys

KERNEL_ARGUMENTS = [
    "--grid=2",
    "--arg=ptr:new:f32[2,24]",
    *(f"--arg=i32:{number}" for number in (2, 24, 24, 1)),
    "--arg=ptr:new:f32[2]",
    *(f"--arg=i32:{number}" for number in (2, 1)),
]


def is_number(value):
    """True, which JSON has as well, is none."""
    return type(value) is int


class Client:
    def __init__(self, tessera):
        self.process = subprocess.Popen(
            [tessera, "debug", "--adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.seq = 0
        self.events = []

    def write(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def read(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        assert self.process.stdout.readline() == b"\r\n"
        return json.loads(self.process.stdout.read(length))

    def send(self, command, **arguments):
        self.seq += 1
        request = {
            "seq": self.seq,
            "type": "request",
            "command": command,
            "arguments": arguments,
        }
        text = json.dumps(request).encode()
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))

    def answer(self):
        """The answer to the last request; events ahead of it are kept."""
        while (message := self.read())["type"] == "event":
            self.events.append(message)
        assert message["request_seq"] == self.seq, message
        return message

    def ask(self, command, **arguments):
        self.send(command, **arguments)
        message = self.answer()
        assert message["success"], message
        return message.get("body", {})

    def refused(self, command, **arguments):
        self.send(command, **arguments)
        message = self.answer()
        assert not message["success"], message
        error = message["body"]["error"]
        assert is_number(error["id"]) and error["format"] == message["message"], message
        return message["message"]

    def wait(self, name):
        """The next event of this name; others before it are dropped."""
        while True:
            message = self.events.pop(0) if self.events else self.read()
            assert message["type"] == "event", message
            if message["event"] == name:
                return message["body"]

    def stop_after(self, command, **arguments):
        self.ask(command, **arguments)
        return self.wait("stopped")

    def frame(self, thread=1):
        return self.ask("stackTrace", threadId=thread)["stackFrames"][0]

    def line(self, thread=1):
        return self.frame(thread)["line"]

    def variables(self, thread=1):
        scopes = self.ask("scopes", frameId=self.frame(thread)["id"])["scopes"]
        assert [scope["name"] for scope in scopes] == ["Variables", "Values of the Tile IR"]
        reference = scopes[0]["variablesReference"]
        listed = self.ask("variables", variablesReference=reference)["variables"]
        return reference, {each["name"]: each for each in listed}

    def end(self):
        self.ask("disconnect")
        assert self.process.wait(timeout=60) == 0


def start(client, kernel, source, lines, condition="", checks="memory", **settings):
    """From the beginning to the first event of the launch; the breakpoints."""
    features = client.ask("initialize", adapterID="tessera")
    assert features["supportsStepBack"] and features["supportsSetVariable"]
    assert client.refused("threads") == "nothing has been launched"
    arguments = [*KERNEL_ARGUMENTS, "--check=" + checks]
    client.ask("launch", program=kernel, args=arguments, **settings)
    client.wait("initialized")
    breakpoints = client.ask(
        "setBreakpoints",
        source={"path": source},
        breakpoints=[{"line": line, "condition": condition} for line in lines],
    )["breakpoints"]
    client.ask("setExceptionBreakpoints", filters=[])
    client.ask("configurationDone")
    return breakpoints


def check_stepping(client, kernel, source):
    # Line 999 has no operations, and none behind it.
    breakpoints = start(client, kernel, source, [26, 999])
    assert breakpoints[0]["verified"] and breakpoints[0]["line"] == 26, breakpoints
    assert not breakpoints[1]["verified"]
    stopped = client.wait("stopped")
    assert stopped["reason"] == "breakpoint" and stopped["threadId"] == 1, stopped
    threads = client.ask("threads")["threads"]
    assert threads == [{"id": 1, "name": "tile block (0, 0, 0)"}], threads
    frame = client.frame()
    assert frame["name"] == "total" and frame["source"]["path"] == source, frame

    # Values, as a tree, and one that is changed.
    reference, variables = client.variables()
    assert variables["k"]["value"] == "0" and variables["k"]["variablesReference"] == 0
    assert variables["acc"]["type"] == "tile<8xf32>"
    inside = variables["acc"]["variablesReference"]
    part = client.ask("variables", variablesReference=inside, start=2, count=2)["variables"]
    assert [each["name"] for each in part] == ["[2]", "[3]"], part
    assert part[0]["evaluateName"] == "acc[2]"
    set_to = client.ask("setVariable", variablesReference=inside, name="[2]", value="7.5")
    assert set_to == {"value": "7.5"}, set_to
    result = client.ask("evaluate", expression="acc[0:4]", frameId=client.frame()["id"])
    assert result["result"] == "[0, 0, 7.5, 0]", result
    assert "no 'b'" in client.refused("evaluate", expression="b", frameId=client.frame()["id"])
    console = client.ask("evaluate", expression="blocks", context="repl")["result"]
    assert console.startswith("2 tile blocks: 0 ended, 1 live, 1 not started"), console
    assert client.refused("variables", variablesReference=4711)

    # Forwards: over the end of the loop's body to its begin, out of the loop.
    assert client.stop_after("next", threadId=1)["reason"] == "step"
    assert client.line() == 24
    client.stop_after("stepIn", threadId=1)
    assert client.frame()["name"] == "reshape"
    client.stop_after("continue", threadId=1)
    assert client.variables()[1]["acc"]["value"].startswith("[1, 1, 8.5, 1")
    client.ask("setBreakpoints", source={"path": source}, breakpoints=[])
    client.stop_after("stepOut", threadId=1)
    assert client.line() == 27

    # And back, to before the change.
    client.stop_after("stepBack", threadId=1)
    assert client.line() == 26
    client.stop_after("stepBack", threadId=1, granularity="instruction")
    assert client.frame()["name"] == "scaled" and client.line() == 16
    stopped = client.stop_after("reverseContinue", threadId=1)
    assert stopped["reason"] == "entry", stopped
    client.stop_after("next", threadId=1)
    client.stop_after("restart")
    client.ask("continue", threadId=1)
    code = client.wait("exited")["exitCode"]
    assert is_number(code) and code == 0
    client.wait("terminated")
    client.end()


def check_blocks(client, kernel, source):
    """A breakpoint of one tile block, in a function that is inlined."""
    start(client, kernel, source, [15], "1,0,0", stopOnEntry=True)
    assert client.wait("stopped")["reason"] == "entry"
    assert "there is no request" in client.refused("stepSideways")
    stopped = client.stop_after("continue", threadId=1)
    assert stopped["reason"] == "breakpoint" and stopped["threadId"] == 2, stopped
    frames = client.ask("stackTrace", threadId=2)["stackFrames"]
    assert [frame["name"] for frame in frames] == ["scaled", "total"], frames
    assert [frame["line"] for frame in frames] == [15, 25], frames
    client.end()


def check_finding(client, kernel, source):
    """Use of memory that nobody has written stops the launch by itself."""
    start(client, kernel, source, [], checks="all")
    stopped = client.wait("stopped")
    assert stopped["reason"] == "exception", stopped
    assert stopped["text"].startswith("nobody has written"), stopped
    assert client.ask("exceptionInfo", threadId=1)["description"] == stopped["text"]
    assert client.line() == 24
    client.ask("continue", threadId=1)
    assert "total.py:24" in client.wait("output")["output"]
    code = client.wait("exited")["exitCode"]
    assert is_number(code) and code == 1
    client.end()


def check_errors(client, kernel):
    client.ask("initialize")
    assert "names no kernel" in client.refused("launch")
    assert "gone.mlir" in client.refused("launch", program="gone.mlir")
    message = client.refused("launch", program=kernel, args=["--grid=0"])
    assert "--grid=0" in message, message
    client.end()


def main(tessera, kernel, source):
    check_stepping(Client(tessera), kernel, source)
    check_blocks(Client(tessera), kernel, source)
    check_finding(Client(tessera), kernel, source)
    check_errors(Client(tessera), kernel)
    client = Client(tessera)
    client.write(b"Content-Width: 7\r\n\r\n")
    client.process.stdin.close()
    assert client.process.wait(timeout=60) == 1


if __name__ == "__main__":
    main(*sys.argv[1:])
