# ===- test_launch.py - Kernels called from Python --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Arrays of every kind, numbers of every type, findings and counters."""

import _thread
import collections.abc
import signal
import threading

import kernels
import ml_dtypes
import numpy as np
import pytest

import tessera
from tessera import _progress

ENGINES = ["interpret", "emulate", "both"]


@pytest.mark.parametrize("engine", ENGINES)
def test_add(add, engine):
    a, b = np.random.default_rng(1).random((2, 3000), np.float32)
    c = np.empty(3000, np.float32)
    result = add(3, a, b, tessera.output(c), 3000, engine=engine)
    np.testing.assert_array_equal(c, a + b)
    assert result.ok and result.engine == engine and result.seconds > 0
    assert result.findings == () and result.printed == "" and result.counters is None


@pytest.mark.parametrize("engine", ENGINES)
def test_array_with_lengths_and_strides(engine):
    bump = tessera.load(kernels.BUMP)["k"]
    whole = np.arange(10, dtype=np.int32)
    bump(5, whole[::2], 100, engine=engine)
    np.testing.assert_array_equal(whole, [100, 1, 102, 3, 104, 5, 106, 7, 108, 9])
    bump(5, whole[::-2], 100, engine=engine)
    np.testing.assert_array_equal(whole[1::2], [101, 103, 105, 107, 109])


@pytest.mark.parametrize("engine", ENGINES)
def test_finding(engine):
    """One tile block too many stores out of bounds."""
    bump = tessera.load(kernels.BUMP, name="bump.mlir")["k"]
    array = np.zeros(4, np.int32)
    with pytest.raises(tessera.LaunchError) as caught:
        bump(5, array, 1, engine=engine)
    error = caught.value
    assert error.location.file == "bump.mlir" and error.location.line == 6
    assert "argument 0" in str(error)
    assert error.ir == kernels.BUMP
    assert error.cuda_error == "CUDA_ERROR_ILLEGAL_ADDRESS"
    result = bump(5, array, 1, engine=engine, raises=False)
    assert result.cuda_error == error.cuda_error
    assert bump(4, array, 1, engine=engine).cuda_error is None
    assert not result.ok and result.findings[0].severity == "error"


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_race(engine):
    race = tessera.load(kernels.RACE)["k"]
    place = np.zeros(1, np.int32)
    with pytest.raises(tessera.LaunchError, match="race") as caught:
        race(2, place, engine=engine)
    assert caught.value.cuda_error == "CUDA_ERROR_LAUNCH_FAILED"
    assert race(2, place, engine=engine, checks="none").ok
    assert race(2, place, engine=engine, checks="memory").ok
    with pytest.raises(tessera.ConfigurationError, match="there is no check 'luck'"):
        race(2, place, engine=engine, checks="luck")


def test_race_has_a_note_at_the_other_access():
    with pytest.raises(tessera.LaunchError) as caught:
        tessera.load(kernels.RACE)["k"](2, np.zeros(1, np.int32), engine="interpret")
    assert caught.value.notes and caught.value.notes[0].location.line == 4


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_seed_chooses(engine):
    """The seed decides which of several racing stores is the last."""
    race = tessera.load(kernels.RACE)["k"]
    left = set()
    for seed in range(10):
        place = np.zeros(1, np.int32)
        race(8, place, engine=engine, checks="none", seed=seed)
        left.add(int(place[0]))
    assert len(left) > 1


NUMBERS = [
    ("i1", True, np.bool_),
    ("i1", -1, np.bool_),
    ("i1", np.uint8(0), np.bool_),
    ("i8", -3, np.int8),
    ("i8", ml_dtypes.int4(-3), np.int8),
    ("i16", 65535, np.uint16),
    ("i32", np.int32(-7), np.int32),
    ("i64", -(2**63), np.int64),
    ("f16", 0.1, np.float16),
    ("bf16", 0.1, ml_dtypes.bfloat16),
    ("f32", np.float64(0.1), np.float32),
    ("f64", 0.1, np.float64),
    ("f32", 3, np.float32),
]


@pytest.mark.parametrize("tile, value, dtype", NUMBERS)
def test_numbers(tile, value, dtype):
    place = np.zeros(1, dtype)
    tessera.load(kernels.store_constant(tile))["k"](1, place, value, engine="interpret")
    assert place[0] == np.array(value).astype(dtype)


@pytest.mark.parametrize(
    "tile, array, value, message",
    [
        ("i32", np.zeros(1, np.float32), 1, "argument 0 is tile<ptr<i32>>, not an array of f"),
        ("f32", np.zeros(1, "f4,f4"), 1, "argument 0 is tile<ptr<f32>>, not an array of records"),
        ("i32", 5, 1, "argument 0 is tile<ptr<i32>>, not int"),
        ("i32", np.zeros(1, np.int32), 1.5, "argument 1 is tile<i32>, not a float"),
        ("i32", np.zeros(1, np.int32), np.float16(2), "argument 1 is tile<i32>, not a float"),
        ("i32", np.zeros(1, np.int32), ml_dtypes.bfloat16(1.5), "is tile<i32>, not a float"),
        ("i1", np.zeros(1, np.bool_), 0.5, "argument 1 is tile<i1>, not a float"),
        ("i1", np.zeros(1, np.bool_), 2, "argument 1: 2 does not fit into 1 bit"),
        ("i32", np.zeros(1, np.int32), 2**32, "argument 1: 4294967296 does not fit"),
        ("i32", np.zeros(1, np.int32), np.zeros(1), "argument 1 is tile<i32>, not an array"),
        ("i32", np.zeros(1, np.int32), "1", "argument 1 is tile<i32>, not str"),
        ("i32", np.zeros(1, ">i4"), 1, "argument 0 has elements of type >i4, in the byte order"),
        ("i32", np.zeros(1, "V0"), 1, "argument 0 has elements of type |V0"),
        ("i32", np.zeros(1, [("a", ">i4")]), 1, "argument 0 has elements of type [('a', '>i4')]"),
        ("i32", np.ma.masked_equal(np.zeros(1, np.int32), 0), 1, "argument 0 has a mask"),
        ("i32", np.zeros(1, np.int32), np.str_("8"), "argument 1 is tile<i32>, not str_"),
        ("i32", np.zeros(1, np.int32), np.void(b"four"), "argument 1 is tile<i32>, not void"),
        ("i32", np.zeros(1, np.int32), np.timedelta64(8), "argument 1 is tile<i32>, not timed"),
        ("f32", np.zeros(1, np.float32), np.complex64(1), "argument 1 is tile<f32>, not compl"),
        ("f64", np.zeros(1, np.float64), 2**2000, "argument 1: 1148"),
    ],
)
def test_wrong_arguments(tile, array, value, message):
    with pytest.raises((TypeError, OverflowError)) as caught:
        tessera.load(kernels.store_constant(tile))["k"](1, array, value)
    assert message in str(caught.value)


def test_a_number_too_large_becomes_infinite_without_a_warning(recwarn):
    place = np.zeros(1, np.float16)
    tessera.load(kernels.store_constant("f16"))["k"](1, place, 1e9)
    assert place[0] == np.inf and not recwarn


def test_wrong_number_of_arguments(add):
    with pytest.raises(TypeError, match="the kernel has 4 parameters .* but 3 arguments"):
        add(1, np.zeros(1, np.float32), 1, 2)
    for grid in (0, (1, 1, 1, 1), ()):
        with pytest.raises(ValueError, match="grid"):
            add(grid, *[np.zeros(1, np.float32)] * 3, 1)
    with pytest.raises(tessera.ConfigurationError, match="there is no engine 'fast'"):
        add(1, *[np.zeros(1, np.float32)] * 3, 1, engine="fast")


@pytest.mark.parametrize(
    "options, message",
    [
        ({"grid": None}, "grid is None, not one to three numbers"),
        ({"grid": 2.0}, "grid is 2.0, not one to three numbers"),
        ({"grid": "12"}, "grid is '12', not one to three numbers"),
        ({"grid": (1, 2.5)}, "grid is 2.5, not a whole number"),
        ({"block": 0}, "block is 0, not one to three numbers from 1 on"),
        ({"block": []}, r"block is \[\], not one to three numbers from 1 on"),
        ({"cluster": 0}, "cluster is 0, not one to three numbers from 1 on"),
        ({"cluster": 1.5}, "cluster is 1.5, not one to three numbers"),
        ({"shared": "a"}, "shared is 'a', not a whole number"),
        ({"seed": None}, "seed is None, not a whole number"),
        ({"engine": 3}, "engine is 3, not a str"),
        ({"gpu": 90}, "gpu is 90, not a str"),
        ({"checks": ["memory"]}, r"checks is \['memory'\], not a str"),
    ],
)
def test_wrong_options(add, options, message):
    """A message names the option, and none is taken for another one."""
    options = {"grid": 1, **options}
    with pytest.raises((TypeError, ValueError), match=message):
        add(options.pop("grid"), *[np.zeros(1, np.float32)] * 3, 1, **options)


def test_extents_in_an_array(add):
    arrays = [np.ones(1, np.float32)] * 3
    assert add(np.array([1, 1]), *arrays, 0, block=np.array([128, 1])).ok


def test_numbers_are_not_cut(add):
    """ctypes would keep only the low bits of a number that does not fit."""
    arguments = [np.zeros(1, np.float32)] * 3 + [1]
    for grid in (2**32 + 3, 2**64 + 1, (1, 1, 2**32 + 1)):
        with pytest.raises(ValueError, match="grid is .*, not a number from 0 to 4294967295"):
            add(grid, *arguments)
        with pytest.raises(ValueError, match="grid is"):
            tessera.compare(add, grid, *arguments)
    for grid, limit in ((2**31, 2**31 - 1), ((1, 65536), 65535)):
        with pytest.raises(tessera.LaunchError, match=f"a grid of .*there may be 1 to {limit}"):
            add(grid, *arguments, engine="emulate")
    for seed in (-1, 2**64, 2**64 + 7):
        with pytest.raises(ValueError, match=f"seed is {seed}, not a number from 0 to"):
            add(1, *arguments, seed=seed)
    assert add(1, *arguments, seed=2**64 - 1).ok
    for wrong in ({"block": 2**32 + 1}, {"cluster": 2**32 + 1}, {"shared": 2**64}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} is"):
            add(1, *arguments, **wrong)
    with pytest.raises(ValueError, match="opt is 4294967299"):
        tessera.compile(kernels.store_constant("i32"), opt=2**32 + 3)


def test_overlapping_arrays(add):
    """They share one region of memory, whose name lists all of them."""
    whole = np.arange(6, dtype=np.float32)
    add(1, whole[:4], whole[:4], whole[2:], 2)
    np.testing.assert_array_equal(whole, [0, 1, 0, 2, 4, 5])
    with pytest.raises(tessera.LaunchError, match="arguments 0 and 1 and 2"):
        add(1, whole[:4], whole[:4], whole[2:], 7)


def test_read_only_array(add):
    a, c = np.ones(4, np.float32), np.zeros(4, np.float32)
    fixed = np.frombuffer(a.tobytes(), np.float32)
    add(1, fixed, fixed[::2], c, 4)
    np.testing.assert_array_equal(c, 2 * a)
    with pytest.raises(ValueError, match="the kernel writes argument 2, which is read-only"):
        add(1, a, a, fixed, 4)
    np.testing.assert_array_equal(fixed, a)


@pytest.mark.parametrize("engine", ENGINES)
def test_copies_are_as_aligned_as_the_array(add, engine):
    """The kernel gets a copy of an array that it must not write; so does `compare`."""
    apart = np.zeros(9 * 4, np.uint8)[1:33].view(np.float32)
    c = np.zeros(8, np.float32)
    with pytest.raises(tessera.LaunchError, match="misaligned"):
        tessera.compare(add, 1, apart, apart, c, 8)
    apart.flags.writeable = False
    with pytest.raises(tessera.LaunchError, match="misaligned"):
        add(1, apart, apart, c, 8, engine=engine)


def test_empty_array(add):
    nothing = np.zeros(0, np.float32)
    assert add(1, nothing, nothing, nothing, 0).ok


class OnDevice:
    """An array of another library, on a device whose memory is the host's."""

    def __init__(self, array, address=None):
        self.array = array
        self.address = address or array.ctypes.data

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.array.shape,
            "typestr": self.array.dtype.str,
            "data": (self.address, False),
            "strides": self.array.strides,
            "version": 3,
            "stream": 1,
        }


class Exported:
    """An array that only has DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class ExportedAsBefore(Exported):
    """The same before version 1, in which arrays cannot say that they are read-only."""

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()


@pytest.mark.parametrize("wrap", [OnDevice, Exported, ExportedAsBefore])
def test_arrays_of_other_libraries(add, wrap):
    a, b, c = np.ones(8, np.float32), np.ones(8, np.float32), np.zeros(8, np.float32)
    add(1, wrap(a), wrap(b), wrap(c), 8)
    np.testing.assert_array_equal(c, a + b)


def test_read_only_arrays_of_other_libraries(add):
    a = np.ones(8, np.float32)
    fixed = np.zeros(8, np.float32)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        add(1, a, a, Exported(fixed), 8)
    assert not fixed.any()


class Described:
    def __init__(self, description):
        self.__cuda_array_interface__ = description


@pytest.mark.parametrize(
    "description, message",
    [
        (None, "its __cuda_array_interface__ has no data, shape or typestr"),
        ({"shape": (1,), "typestr": "<f4"}, "its __cuda_array_interface__ has no data"),
        ({"shape": (1,), "typestr": "zz", "data": (8, False)}, "data type 'zz' not understood"),
        (
            {"shape": (1,), "typestr": "<f4", "data": (8, False), "mask": object()},
            "its __cuda_array_interface__ has a mask, which no kernel sees",
        ),
    ],
)
def test_broken_arrays_of_other_libraries(add, description, message):
    array = np.zeros(1, np.float32)
    with pytest.raises(TypeError, match=f"argument 1: {message}"):
        add(1, array, Described(description), array, 1)


def test_memory_of_a_gpu_is_refused(add):
    a = np.ones(8, np.float32)
    with pytest.raises(TypeError, match="lies in the memory of a GPU"):
        add(1, OnDevice(a, address=0x10), a, a, 8)


class Torchlike(Exported):
    """An array with both interfaces, of which CUDA's comes first."""

    @property
    def __cuda_array_interface__(self):
        return OnDevice(self.array).__cuda_array_interface__


WRAPS = [lambda array: array, memoryview, OnDevice, Exported, ExportedAsBefore, Torchlike]

#: Views with gaps of a 4x4 array, in which a kernel cannot write four adjacent elements.
GAPS = {
    "column": lambda a: a[:, 1],
    "last column": lambda a: a[:, 3],
    "every second": lambda a: a.reshape(-1)[::2],
    "from the end": lambda a: a.reshape(-1)[:3:-2],
    "rows from the end": lambda a: a[::-1, 0],
    "block": lambda a: a[1:3, 1:3],
    "block of columns": lambda a: a[:, 1:3],
    "transposed block": lambda a: a[1:3, 1:3].T,
    "second of two rows": lambda a: a[1::2, :2],
    "backwards": lambda a: a.reshape(-1)[::-1],
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("name", GAPS)
def test_bytes_between_elements_are_no_part_of_a_view(name, wrap, engine):
    """A pointer has no strides, so a kernel that takes it for dense leaves the view."""
    whole = np.zeros((4, 4), np.float32)
    view = GAPS[name](whole)
    outside = np.ones((4, 4), bool)
    GAPS[name](outside)[...] = False
    fill = tessera.load(kernels.fill(4))["k"]
    with pytest.raises(tessera.LaunchError, match="out of bounds|out-of-bounds") as caught:
        fill(1, wrap(view), 1.0, engine=engine)
    assert "argument 0" in str(caught.value)
    assert ("a view with gaps" in str(caught.value)) == (name != "backwards")
    assert not whole[outside].any()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("wrap", WRAPS)
def test_dense_arrays_are_memory(wrap, engine):
    """Dense arrays work in any order of their dimensions."""
    fill = tessera.load(kernels.fill(4))["k"]
    for shape in ((4,), (2, 2), (1, 4, 1)):
        whole = np.zeros(6, np.float32)
        view = whole[1:5].reshape(shape)
        for array in (view, view.T, view[None]):
            whole[:] = 0
            fill(1, wrap(array), 1.0, engine=engine)
            np.testing.assert_array_equal(whole, [0, 1, 1, 1, 1, 0])
    rows = np.zeros((2, 8), np.float32)
    fill(1, wrap(rows[:, :4]), 1.0, engine=engine)
    np.testing.assert_array_equal(rows, [[1] * 4 + [0] * 4, [0] * 8])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("wrap", WRAPS)
def test_strides_as_numbers(wrap, engine):
    gather = tessera.load(kernels.GATHER)["k"]
    whole = np.arange(12, dtype=np.float32).reshape(3, 4)
    to = np.zeros((3, 2), np.float32)[:, 0]
    to_row = np.zeros(3, np.float32)
    gather(3, wrap(whole[:, 2]), to_row, 4, engine=engine)
    np.testing.assert_array_equal(to_row, [2, 6, 10])
    with pytest.raises(tessera.LaunchError, match="argument 0, a view with gaps"):
        gather(3, wrap(whole[:, 2]), to_row, 3, engine=engine)
    with pytest.raises(tessera.LaunchError, match="argument 1, a view with gaps"):
        gather(3, wrap(whole[:, 2]), wrap(to), 4, engine=engine)


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_broadcast_array(engine):
    """One element that is repeated; numpy makes the array read-only."""
    gather = tessera.load(kernels.GATHER)["k"]
    one, to = np.full(1, 7, np.float32), np.zeros(3, np.float32)
    many = np.broadcast_to(one, (3, 3))
    gather(3, many, to, 0, engine=engine)
    np.testing.assert_array_equal(to, 7)
    with pytest.raises(tessera.LaunchError, match="argument 0"):
        gather(3, many, to, 1, engine=engine)
    with pytest.raises(ValueError, match="the kernel writes argument 0, which is read-only"):
        tessera.load(kernels.fill(1))["k"](1, many, 1.0, engine=engine)
    assert one[0] == 7


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_views_whose_elements_mingle(engine):
    """Two views with interleaved elements, of which only one may be written."""
    gather = tessera.load(kernels.GATHER)["k"]
    pairs = np.arange(1, 7, dtype=np.float32).reshape(3, 2)
    source, target = pairs[:, 0], pairs[:, 1]
    source.flags.writeable = False
    gather(1, source, target, 2, engine=engine)
    np.testing.assert_array_equal(pairs, [[1, 1], [3, 4], [5, 6]])
    with pytest.raises(ValueError, match="the kernel writes argument 1.* read-only"):
        gather(1, target[1:], source, 2, engine=engine)
    np.testing.assert_array_equal(pairs, [[1, 1], [3, 4], [5, 6]])


def test_output_with_gaps():
    """The elements count as unwritten, and the bytes between them are out of bounds."""
    gather = tessera.load(kernels.GATHER)["k"]
    pairs, to = np.zeros((3, 2), np.float32), np.zeros(3, np.float32)
    with pytest.raises(tessera.LaunchError, match="argument 0|nobody has written"):
        gather(3, tessera.output(pairs[:, 0]), to, 2)
    gather(1, to, tessera.output(pairs[:, 0]), 1)


def test_too_many_gaps(add):
    many = np.zeros((1 << 17, 2), np.float32)[:, 0]
    with pytest.raises(ValueError, match="argument 1 is a view .* give a contiguous copy"):
        add(1, many.copy(), many, many.copy(), 4)
    # The limit on pieces does not matter if the elements are adjacent.
    whole = np.zeros((1 << 17, 2), np.float32)
    assert add(1, whole.T, whole[::-1], whole.copy(), 2).ok


def test_print():
    result = tessera.load(kernels.PRINT)["k"](2, 5, engine="interpret")
    assert result.printed == "x is 5\nx is 5\n"


def test_failure_has_what_was_printed():
    program = kernels.entry(
        "%p: tile<ptr<i32>>, %x: tile<i32>",
        """    %t = print_tko "x is %d\\n", %x : tile<i32> -> token
    %at = offset %p, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %u = store_ptr_tko weak %at, %x : tile<ptr<i32>>, tile<i32> -> token""",
    )
    with pytest.raises(tessera.LaunchError) as caught:
        tessera.load(program)["k"](1, np.zeros(4, np.int32), 7, engine="interpret")
    assert caught.value.printed == "x is 7\n"


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_several_threads(engine):
    bump = tessera.load(kernels.BUMP)["k"]
    arrays = [np.zeros(16, np.int32) for _ in range(8)]

    def work(number):
        for _ in range(5):
            bump(16, arrays[number], number, engine=engine)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, array in enumerate(arrays):
        np.testing.assert_array_equal(array, 5 * number)


def test_ptx():
    kernel = tessera.load(kernels.PTX)["k"]
    assert repr(kernel) == "<Kernel k(.param .u64, .param .u32)>"
    array = np.zeros(32, np.int32)
    kernel(1, array, 7, block=32)
    np.testing.assert_array_equal(array, np.arange(32) + 7)
    kernel(1, array, np.uint32(8), block=(32, 1))
    np.testing.assert_array_equal(array, np.arange(32) + 8)
    for engine in ("interpret", "both"):
        with pytest.raises(ValueError, match="k is PTX, .* nothing to interpret"):
            kernel(1, array, 9, block=32, engine=engine)
    np.testing.assert_array_equal(array, np.arange(32) + 8)


def test_counters(add):
    arrays = [np.zeros(1024, np.float32) for _ in range(3)]
    counters = add(1, *arrays, 1024, counters=True).counters
    assert counters["totals"]["global_load_bytes"] == 2 * 4096
    assert add(1, *arrays, 1024).counters is None


def test_program():
    program = tessera.load(kernels.PTX, name="k.ptx")
    assert list(program) == ["k"] and len(program) == 1
    assert repr(program) == "<Program k.ptx: k>"
    assert isinstance(program, collections.abc.Mapping)
    assert dict(program) == {"k": program["k"]} and "q" not in program
    assert program.get("q") is None and {program: 1}[program] == 1
    with pytest.raises(KeyError, match="k.ptx has no kernel 'q'; it has k"):
        program["q"]


def test_cubin_that_carries_its_program(examples, tmp_path):
    with pytest.raises(tessera.VerifyError, match="--carry-program"):
        tessera.load(tessera.compile(examples / "vector_add.mlir"))


class Terminal:
    def __init__(self):
        self.text = ""
        self.written = threading.Event()

    def write(self, text):
        self.text += text
        self.written.set()

    def flush(self):
        pass

    def isatty(self):
        return True


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_progress(engine, monkeypatch):
    """A launch that tells how far it is waits until that is drawn."""
    monkeypatch.setattr(_progress, "PATIENCE", 0.0)
    monkeypatch.setattr(_progress, "PERIOD", 0.001)
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    tell = _progress.Watch._tell

    def tell_and_wait(watch, ended, all_blocks, user):
        goes_on = tell(watch, ended, all_blocks, user)
        return terminal.written.wait(60) and goes_on

    monkeypatch.setattr(_progress.Watch, "_tell", tell_and_wait)
    bump = tessera.load(kernels.BUMP)["k"]
    array = np.zeros(4000, np.int32)
    bump(len(array), array, 1, engine=engine)
    assert "k:" in terminal.text and "/4000 blocks" in terminal.text
    assert terminal.text.endswith("\r")
    terminal.text = ""
    bump(len(array), array, 1, engine=engine, progress=False)
    assert terminal.text == ""


@pytest.fixture
def interruptible():
    """Restores SIGINT, which is ignored in the background jobs of a shell."""
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, old)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_interrupt(engine):
    """Ctrl-C ends a launch that would take minutes."""
    bump = tessera.load(kernels.BUMP)["k"]
    array = np.zeros(1 << 22, np.int32)
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        bump(len(array), array, 1, engine=engine)
    assert array[-1] == 0
    # The device goes on.
    assert bump(1, array[:1], 1, engine=engine).ok


def test_launch_in_a_signal_handler():
    """The device is taken by the launch that the handler interrupts."""
    bump = tessera.load(kernels.BUMP)["k"]
    array = np.zeros(1 << 22, np.int32)

    def launch(*_):
        bump(1, array[:1], 1)

    before = signal.signal(signal.SIGALRM, launch)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(RuntimeError, match="a launch of this program is under way"):
            bump(len(array), array, 1)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert bump(1, array[:1], 1).ok
