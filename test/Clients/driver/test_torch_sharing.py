# ===- test_torch_sharing.py - Tensors of the device in several processes ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch.multiprocessing hands tensors of the device over by CUDA IPC: both processes have
one memory."""

import gc

import pytest
import torch
import torch.multiprocessing

#: No process takes as long, unless it has failed.
PATIENCE = 60


def add_one(received, answers, until):
    """Answers what it got, adds one to each element, and keeps the tensors."""
    tensors = received.get(timeout=PATIENCE)
    answers.put([(type(x).__name__, x.tolist(), x.dtype, x.requires_grad) for x in tensors])
    with torch.no_grad():
        for x in tensors:
            x += 1
    torch.cuda.synchronize()
    answers.put([x.data_ptr() for x in tensors])
    until.wait(PATIENCE)


@pytest.fixture
def other():
    """A process that runs `add_one`, its queues, and what ends it."""
    spawn = torch.multiprocessing.get_context("spawn")
    to, back, until = spawn.Queue(), spawn.Queue(), spawn.Event()
    process = spawn.Process(target=add_one, args=(to, back, until))
    process.start()

    def end():
        until.set()
        process.join(PATIENCE)
        return process.exitcode

    yield to, back, end
    end()


def test_tensors_in_one_memory(other):
    """Memory of the driver, a result of the host's operators, a view, and a parameter."""
    to, back, end = other
    made = torch.empty(3, device="cuda").fill_(5)
    result = torch.arange(6.0, device="cuda") * 2
    view = result.view(2, 3)[:, 1:]
    parameter = torch.nn.Parameter(torch.ones(1, dtype=torch.float16, device="cuda"))
    to.put([made, result, view, parameter, torch.empty(0, device="cuda")])
    told = back.get(timeout=PATIENCE)
    assert told[0] == ("Tensor", [5, 5, 5], torch.float32, False)
    assert told[2] == ("Tensor", [[2, 4], [8, 10]], torch.float32, False)
    assert told[3] == ("Parameter", [1], torch.float16, True)
    assert told[4][1] == []
    addresses = back.get(timeout=PATIENCE)
    assert addresses[2] - addresses[1] == 4
    assert made.tolist() == [6, 6, 6] and parameter.item() == 2
    assert result.tolist() == [1, 4, 6, 7, 10, 12] and view.tolist() == [[4, 6], [10, 12]]
    result += 1
    assert view[0, 0] == 5
    assert end() == 0


def test_a_sender_keeps_the_memory_until_the_receiver_is_done(other):
    to, back, end = other
    gc.collect()
    torch.cuda.ipc_collect()
    before = torch.cuda.memory_allocated()
    to.put([torch.full((256,), 3.0, device="cuda")])
    assert back.get(timeout=PATIENCE)[0][1] == [3] * 256
    back.get(timeout=PATIENCE)
    gc.collect()
    torch.cuda.ipc_collect()
    assert torch.cuda.memory_allocated() == before + 1024
    assert end() == 0
    torch.cuda.ipc_collect()
    assert torch.cuda.memory_allocated() == before


def send_on(received, answers):
    x = received.get(timeout=PATIENCE)
    try:
        torch.multiprocessing.reductions.reduce_tensor(x)
    except RuntimeError as error:
        answers.put(str(error))
    torch.multiprocessing.reductions.reduce_tensor(x.clone())
    answers.put("sent")


def run_other(target, *arguments, method="spawn"):
    context = torch.multiprocessing.get_context(method)
    queues = context.Queue(), context.Queue()
    process = context.Process(target=target, args=(*queues, *arguments))
    process.start()
    return process, *queues


def test_what_was_received_is_not_sent_on():
    process, to, back = run_other(send_on)
    x = torch.ones(2, device="cuda")
    to.put(x)
    assert "received from another process" in back.get(timeout=PATIENCE)
    assert back.get(timeout=PATIENCE) == "sent"
    process.join(PATIENCE)
    assert process.exitcode == 0


def await_event(received, answers):
    event, x = received.get(timeout=PATIENCE)
    event.wait()
    torch.cuda.current_stream().synchronize()
    answers.put((event.query(), x.tolist()))


def test_events_of_several_processes():
    process, to, back = run_other(await_event)
    event, x = torch.cuda.Event(interprocess=True), torch.zeros(2, device="cuda")
    x += 4
    event.record()
    to.put((event, x))
    assert back.get(timeout=PATIENCE) == (True, [4, 4])
    process.join(PATIENCE)
    assert process.exitcode == 0
    with pytest.raises(RuntimeError, match="interprocess=True"):
        torch.cuda.Event().ipc_handle()


def use_the_device(_, answers):
    try:
        torch.ones(1, device="cuda")
        answers.put("")
    except RuntimeError as error:
        answers.put(str(error))


def test_fork_after_the_device_was_used():
    torch.ones(1, device="cuda")
    process, _, back = run_other(use_the_device, method="fork")
    assert "you must use the 'spawn' start method" in back.get(timeout=PATIENCE)
    process.join(PATIENCE)
