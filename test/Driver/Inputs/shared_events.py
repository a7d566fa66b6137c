"""Two processes with one event, by the API of the driver and nothing else.

usage: shared_events.py [CASE EVENT MEMORY]

The parent starts this program again, with handles. A function of the host, which
runs in a stream before the event's record is done, has them take turns."""

import ctypes
import os
import subprocess
import sys

from api import Handle, call

HOST_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
INTERPROCESS, NO_TIMING = 4, 2


def say(*words):
    print(*words, flush=True)


def create(flags):
    event = ctypes.c_void_p()
    return call("cuEventCreate", ctypes.byref(event), flags), event


def export(name, value):
    handle = Handle()
    say(name, call(name, ctypes.byref(handle), value))
    return bytes(handle).hex()


def open_(name, made, handle, *flags):
    handle = Handle.from_buffer_copy(bytes.fromhex(handle))
    return call(name, ctypes.byref(made), handle, *flags), made


def record(event, function, memory=None):
    """Records an event behind a function of the host and a fill."""
    wrapped = HOST_FUNCTION(lambda _: function())
    call("cuLaunchHostFunc", None, wrapped, None)
    if memory:
        call("cuMemsetD8Async", memory, 2, ctypes.c_size_t(4), None)
    return call("cuEventRecord", event, None)


def byte_of(memory):
    host = ctypes.create_string_buffer(4)
    call("cuMemcpyDtoH_v2", host, memory, ctypes.c_size_t(4))
    return host[0][0]


def open_event(handle):
    result, event = open_("cuIpcOpenEventHandle", ctypes.c_void_p(), handle)
    say("child opens", result, call("cuEventQuery", event))
    return event


def waits(handle, memory):
    event = open_event(handle)
    memory = open_("cuIpcOpenMemHandle_v2", ctypes.c_uint64(), memory, 1)[1]
    say("opened")
    sys.stdin.readline()
    say("under way", call("cuEventQuery", event))
    say("turn")
    say("wait", call("cuStreamWaitEvent", None, event, 0))
    say("sees", byte_of(memory), call("cuEventQuery", event))
    say("destroy", call("cuEventDestroy_v2", event))


def dies(handle, _):
    event = open_event(handle)

    def end():
        say("turn")
        sys.stdin.readline()
        os._exit(0)

    record(event, end)


def start(case, *handles):
    return subprocess.Popen(
        [sys.executable, __file__, case, *handles],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def pass_on(child, until=None):
    """Prints what a child says up to a word."""
    for line in child.stdout:
        if line.strip() == until:
            return
        say(line.strip())


def give_turn(child):
    child.stdin.write("\n")
    child.stdin.flush()


context = ctypes.c_void_p()
call("cuInit", 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
call("cuCtxSetCurrent", context)
if len(sys.argv) > 2:
    globals()[sys.argv[1]](*sys.argv[2:])
    sys.exit()

say("timed", create(INTERPROCESS)[0])
export("cuIpcGetEventHandle", create(NO_TIMING)[1])
event = create(INTERPROCESS | NO_TIMING)[1]
memory = ctypes.c_uint64()
call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(4))
handles = export("cuIpcGetEventHandle", event), export("cuIpcGetMemHandle", memory)
say("own", open_("cuIpcOpenEventHandle", ctypes.c_void_p(), handles[0])[0])
wrong = open_("cuIpcOpenEventHandle", ctypes.c_void_p(), handles[1])[0]
say("of memory", wrong)

child = start("waits", *handles)
pass_on(child, "opened")


def take_turns():
    give_turn(child)
    pass_on(child, "turn")


say("record", record(event, take_turns, memory))
pass_on(child)
child.wait()

child = start("dies", *handles)
pass_on(child, "turn")
say("under way", call("cuEventQuery", event))
give_turn(child)
say("synchronize", call("cuEventSynchronize", event))
child.wait()
