# ===- test_torch_streams.py - Streams, events and graphs of torch -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs of torch that order work by streams and events, in threads and in `backward`."""

import ctypes
import subprocess
import sys
import threading
import time

import pytest
import torch

from torch_functions import Double, backward_through


def test_events_with_time():
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    torch.ones(100, device="cuda").sum()
    end.record()
    torch.cuda.synchronize()
    assert begin.query() and begin.elapsed_time(end) >= 0
    with pytest.raises(ValueError, match="enable_timing"):
        torch.cuda.Event().elapsed_time(end)


def test_streams():
    stream = torch.cuda.Stream(priority=-1)
    x = torch.ones(4, device="cuda")
    with torch.cuda.stream(stream):
        y = x * 2
        y.record_stream(stream)
        assert torch.cuda.current_stream() == stream
    torch.cuda.current_stream().wait_stream(stream)
    assert y.tolist() == [2, 2, 2, 2] and stream.query()
    with torch.cuda.stream(None):
        assert torch.cuda.current_stream() == torch.cuda.default_stream()
    same = torch.cuda.ExternalStream(stream.cuda_stream)
    assert same == stream and same.device == x.device


def test_streams_of_threads():
    stream, seen = torch.cuda.Stream(), []

    def work():
        seen.append(torch.cuda.current_stream() == torch.cuda.default_stream())
        seen.append(torch.ones(3, device="cuda").add(1).tolist())

    with torch.cuda.stream(stream):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert seen == [True, [2, 2, 2]]


def test_graph_of_operators():
    x, weight = torch.zeros(3, device="cuda"), torch.full((3,), 2.0, device="cuda")
    count = torch.zeros(1, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = (x * weight).relu()
        count += 1
    assert count.item() == 0
    for start in (1.0, -1.0, 5.0):
        x.fill_(start)
        graph.replay()
        torch.cuda.synchronize()
        assert y.tolist() == [max(2 * start, 0)] * 3
    assert count.item() == 3


@pytest.mark.parametrize("read", ["item", "tolist", "cpu"])
def test_values_that_the_host_reads_in_a_capture(read):
    """On a GPU, too, the host cannot wait for what has not run."""
    x = torch.ones(1, device="cuda")
    with pytest.raises(RuntimeError, match="captured stream"):
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            getattr(x, read)()


def test_copies_to_the_host_in_a_capture():
    """Copies without `non_blocking` wait, and the others are nodes of the graph."""
    x, place = torch.ones(3, device="cuda"), torch.zeros(3).pin_memory()
    with pytest.raises(RuntimeError, match="captured stream"):
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            place.copy_(x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        place.copy_(2 * x, non_blocking=True)
    x.fill_(3)
    graph.replay()
    torch.cuda.synchronize()
    assert place.tolist() == [6] * 3


def test_stream_of_a_backward_with_another_inside():
    seen = []

    def during(_):
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream), torch.enable_grad():
            backward_through(lambda _: seen.append(torch.cuda.current_stream() == stream))
            seen.append(torch.cuda.current_stream() == stream)
        seen.append(torch.cuda.current_stream() == torch.cuda.default_stream())

    backward_through(during)
    assert seen == [True] * 3


def test_stream_of_a_backward_while_another_begins():
    """The other one, of the host, is under way until after the first one has ended."""
    begun, end, seen = threading.Event(), threading.Event(), []

    def other(_):
        begun.set()
        end.wait()

    def during(_):
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            thread.start()
            begun.wait()
            seen.append(torch.cuda.current_stream() == stream)
        seen.append(torch.cuda.current_stream() == of_caller)

    thread = threading.Thread(target=backward_through, args=(other, "cpu"))
    of_caller = torch.cuda.Stream()
    with torch.cuda.stream(of_caller):
        backward_through(during)
    default = torch.cuda.default_stream()
    backward_through(lambda _: seen.append(torch.cuda.current_stream() == default))
    end.set()
    thread.join()
    assert seen == [True] * 3


def test_streams_of_backwards_of_many_threads():
    """One thread of the engine computes for all of them."""
    seen = []

    def during(_):
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            time.sleep(0.001)
            seen.append(torch.cuda.current_stream() == stream)

    def work():
        with torch.cuda.stream(torch.cuda.Stream()):
            for _ in range(10):
                backward_through(during)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 30


def test_stream_of_a_backward_is_that_of_the_forward():
    """As the engine has it: whoever calls `backward`, and in which stream."""
    x, seen = torch.ones(3, device="cuda", requires_grad=True), []
    first, second = torch.cuda.Stream(), torch.cuda.Stream()

    def see(_):
        seen.append(torch.cuda.current_stream())

    with torch.cuda.stream(first):
        y = Double.apply(x, see)
    with torch.cuda.stream(second):
        second.wait_stream(first)
        z = Double.apply(y, see).sum()
    z.backward()
    assert seen == [second, first] and x.grad.tolist() == [4, 4, 4]


def test_streams_of_backwards_at_once():
    """Each of several threads has the stream that it began in, whichever began last."""
    streams, seen = [torch.cuda.Stream() for _ in range(4)], []
    meeting = threading.Barrier(len(streams), timeout=60)

    def work(stream):
        def during(_):
            seen.append(torch.cuda.current_stream() == stream)

        try:
            with torch.cuda.stream(stream):
                for _ in range(10):
                    meeting.wait()
                    backward_through(during)
        except BaseException:
            meeting.abort()  # The others would wait for this thread.
            raise

    threads = [threading.Thread(target=work, args=(stream,)) for stream in streams]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 40


def test_generic_streams_and_events():
    stream, event = torch.Stream("cuda", priority=-1), torch.Event("cuda")
    x = torch.ones(4, device="cuda")
    with stream:
        assert torch.cuda.current_stream() == torch.accelerator.current_stream() == stream
        y = x * 2
        event.record()
    assert torch.cuda.current_stream() == torch.cuda.default_stream() != stream
    special = torch.cuda.Stream()
    assert isinstance(special, torch.Stream) and isinstance(torch.cuda.Event(), torch.Event)
    special.wait_event(event)
    special.wait_stream(stream)
    stream.wait_stream(special)
    stream.wait_event(special.record_event())
    stream.synchronize()
    assert stream.query() and event.query() and y.tolist() == [2, 2, 2, 2]
    torch.accelerator.set_stream(special)
    assert torch.cuda.current_stream() == special
    torch.accelerator.set_stream(torch.cuda.default_stream())
    with torch.cuda.stream(stream):
        assert torch.cuda.current_stream() == stream and not stream.is_capturing()


def test_priorities_of_streams():
    for priority, told in ((0, 0), (-1, -1), (-5, -5), (-9, -5), (3, 0)):
        stream = torch.cuda.Stream(priority=priority)
        with torch.cuda.stream(stream):
            assert stream.priority == torch.cuda.current_stream().priority == told
    assert torch.cuda.default_stream().priority == 0


def test_streams_are_used_in_turn():
    """torch has 32 of a priority, too."""
    made = [torch.cuda.Stream(priority=-2) for _ in range(70)]
    made += [torch.Stream("cuda", priority=-2) for _ in range(70)]
    assert len({stream.stream_id for stream in made}) == 32
    assert made[0] != made[1] and made[0] == made[32]


#: A kernel runs while the first thread asks the driver for something. It ends when another
#: thread of Python sets the second word.
WAITING = """
import ctypes, sys, threading, time
import torch

PROGRAM = b'''
.version 8.0
.target sm_90
.address_size 64
.visible .entry wait(.param .u64 words)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<3>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [words];
  mov.u32 %r2, 1;
  st.volatile.global.u32 [%rd1], %r2;
AGAIN:
  ld.volatile.global.u32 %r1, [%rd1+4];
  add.u32 %r2, %r2, 1;
  st.volatile.global.u32 [%rd1+8], %r2;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra AGAIN;
  ret;
}
'''
cuda = ctypes.CDLL("libcuda.so.1")
torch.cuda.synchronize()
stream, event = torch.cuda.current_stream(), torch.cuda.Event()
generic, generic_event = torch.Stream("cuda"), torch.Event("cuda")
event.record()
generic_event.record()
context, module, kernel = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
cuda.cuCtxGetCurrent(ctypes.byref(context))
cuda.cuModuleLoadData(ctypes.byref(module), PROGRAM)
cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"wait")
address = ctypes.c_void_p()
cuda.cuMemHostAlloc(ctypes.byref(address), ctypes.c_size_t(12), 0)
words = (ctypes.c_uint32 * 3).from_address(address.value)
value = ctypes.c_uint64(address.value)
parameters = (ctypes.c_void_p * 1)(ctypes.addressof(value))


def launch():
    cuda.cuCtxSetCurrent(context)
    assert cuda.cuLaunchKernel(kernel, *[1] * 6, 0, None, parameters, None) == 0


def end():
    asks.wait()
    # Where the first thread keeps Python's lock, it has it by now.
    time.sleep(0.05)
    words[1] = 1


# A wait for a word that nobody changes would be a deadlock: the kernel counts in the third one.
for ask in (ASKS,):
    words[0] = words[1] = 0
    asks = threading.Event()
    threads = [threading.Thread(target=launch), threading.Thread(target=end)]
    for thread in threads:
        thread.start()
    while not words[0]:
        time.sleep(0.001)
    asks.set()
    ask()
    for thread in threads:
        thread.join()
    print("done")
"""


def run_waiting(code, asks):
    """Ends a program of which a thread waits for ever."""
    command = [sys.executable, "-c", code.replace("ASKS", ", ".join(asks))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stdout == "done\n" * len(asks), done.stdout + done.stderr


def test_other_threads_run_while_one_waits_for_the_driver():
    asks = ["torch.cuda.Stream", "lambda: stream.priority", "lambda: generic.wait_event(event)"]
    asks += [f"stream.{name}" for name in ("query", "synchronize", "record_event")]
    asks += [f"generic.{name}" for name in ("query", "synchronize", "record_event")]
    asks += [f"event.{name}" for name in ("query", "synchronize", "record", "wait")]
    asks += [f"generic_event.{name}" for name in ("query", "synchronize", "record", "wait")]
    run_waiting(WAITING, asks)


def test_number_of_devices_waits_for_no_kernel():
    """The kernel ends after the answer alone."""
    answered = WAITING.replace("    asks.set()\n    ask()\n", "    ask()\n    asks.set()\n")
    assert answered != WAITING
    run_waiting(answered, ["torch.cuda.device_count", "torch.accelerator.device_count"])


def test_wrong_streams_raise_where_they_are_used():
    message, here = "CUDA error: .*CUDA_ERROR_INVALID_HANDLE", torch.cuda.current_stream()
    event = here.record_event()
    generic = torch.Stream(stream_id=12345678, device_index=0, device_type=1)
    for stream in (generic, torch.cuda.ExternalStream(12345678)):
        uses = [stream.synchronize, stream.query, stream.record_event]
        for use in (*uses, lambda: stream.wait_event(event), lambda: here.wait_stream(stream)):
            with pytest.raises(RuntimeError, match=message):
                use()
            # Nobody else hears of it.
            assert event.query() and here.query()
    with pytest.raises(torch.AcceleratorError, match=message):
        torch.cuda.ExternalStream(12345678).synchronize()


def test_wrong_stream_of_a_backward_raises_there():
    """A thread of the engine meets the error."""
    cuda, handle = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
    x = torch.ones(3, device="cuda", requires_grad=True)
    assert cuda.cuStreamCreate(ctypes.byref(handle), 1) == 0
    with torch.cuda.stream(torch.cuda.ExternalStream(handle.value)):
        y = (2 * x).sum()
    assert cuda.cuStreamDestroy_v2(handle) == 0
    with pytest.raises(RuntimeError, match="CUDA_ERROR_INVALID_HANDLE"):
        y.backward()
    torch.cuda.synchronize()
    assert torch.cuda.current_stream().query()
