# ===- _arrays.py - Arrays and numbers as parameters ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The arguments of a kernel become its parameters, and regions of memory that it may touch.

An array lends only the bytes of its elements: in a view with gaps, such as a slice, the
bytes between its elements are out of bounds. Nothing is copied, so the kernel's stores are
in the array afterwards. Only an array that must not be written is copied, and compared when
the kernel has ended.
"""

import ctypes
import dataclasses
import re
from typing import Any, List, Mapping, Optional, Sequence, Tuple

import numpy as np

#: The names in Tile IR of the types of numpy and ml_dtypes.
FORMATS = {
    "bool": "i1",
    "int8": "i8",
    "uint8": "i8",
    "int16": "i16",
    "uint16": "i16",
    "int32": "i32",
    "uint32": "i32",
    "int64": "i64",
    "uint64": "i64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2",
    "float8_e8m0fnu": "f8E8M0FNU",
}
#: The reverse, for floats.
DTYPES = {
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "tf32": "float32",
    "bf16": "bfloat16",
    **{tile: name for name, tile in FORMATS.items() if tile.startswith("f8")},
}

POINTER = re.compile(r"tile<ptr<(.+)>>")
SCALAR = re.compile(r"tile<(\w+)>")


class Output:
    """An array that nobody has written; see `output`."""

    def __init__(self, array: Any) -> None:
        self.array = array


def output(array: Any) -> Output:
    """Say that a kernel shall not read what an array holds.

    Parameters
    ----------
    array : array
        An array that the kernel writes, such as the result of `numpy.empty`.

    Returns
    -------
    Output
        The argument for the kernel: the checks report each element that it reads before
        it has written it.

    Examples
    --------
    >>> add = tessera.load(pathlib.Path("examples/vector_add.mlir"))["vector_add"]
    >>> a, b, c = np.ones(8, "f4"), np.ones(8, "f4"), np.empty(8, "f4")
    >>> add(1, a, b, tessera.output(c), 8).ok
    True
    >>> add(1, a, tessera.output(b), c, 8, raises=False).ok
    False
    """
    return Output(array)


# ===------------------------------------------------------------------------===#
# Arrays of any library
# ===------------------------------------------------------------------------===#


def _is_of_this_process(address: int, size: int) -> bool:
    """Return True if the host may read and write these bytes."""
    end = address + size
    with open("/proc/self/maps") as maps:
        for line in maps:
            first, last = (int(part, 16) for part in line.split(" ", 1)[0].split("-"))
            if first <= address < last and line.split(" ", 2)[1].startswith("rw"):
                address = last
                if address >= end:
                    return True
    return False


def _from_cuda_interface(value: Any) -> np.ndarray:
    described = value.__cuda_array_interface__
    if not isinstance(described, Mapping) or not {"data", "shape", "typestr"} <= {*described}:
        raise TypeError("its __cuda_array_interface__ has no data, shape or typestr")
    if described.get("mask") is not None:
        raise TypeError("its __cuda_array_interface__ has a mask, which no kernel sees")
    interface = dict(described, version=3)
    interface.pop("stream", None)
    holder = type("Lent", (), {"__array_interface__": interface, "owner": value})()
    address, _ = interface["data"]
    span = extent(
        address,
        interface["shape"],
        interface.get("strides"),
        np.dtype(interface["typestr"]).itemsize,
    )
    if span[1] > span[0] and not _is_of_this_process(span[0], span[1] - span[0]):
        raise TypeError(
            f"the array at {address:#x} lies in the memory of a GPU; copy it to the host"
        )
    return np.asarray(holder)


def _bytes_at(first: int, last: int) -> memoryview:
    return memoryview((ctypes.c_uint8 * (last - first)).from_address(first)).cast("B")


def _says_whether_it_is_read_only(value: Any) -> bool:
    """Return True if DLPack says if it is read-only, which it does from version 1 on."""
    if np.lib.NumpyVersion(np.__version__) < "2.1.0":
        return False
    try:
        value.__dlpack__(max_version=(1, 0))
    except TypeError:
        return False
    return True


def _from_dlpack(value: Any) -> np.ndarray:
    array = np.from_dlpack(value)
    if array.flags.writeable or _says_whether_it_is_read_only(value):
        return array
    # Without that, numpy takes the array for read-only.
    first, last = extent(array.ctypes.data, array.shape, array.strides, array.itemsize)
    return np.ndarray(
        array.shape,
        array.dtype,
        _bytes_at(first, last),
        array.ctypes.data - first,
        array.strides,
    )


def as_array(value: Any) -> Optional[np.ndarray]:
    """An array over the same memory; None if the value is no array."""
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, np.generic):
        return None
    if isinstance(value, memoryview):
        return np.asarray(value)
    if hasattr(value, "__cuda_array_interface__"):
        return _from_cuda_interface(value)
    if hasattr(value, "__dlpack__"):
        return _from_dlpack(value)
    return None


def extent(
    address: int,
    shape: Sequence[int],
    strides: Optional[Sequence[int]],
    itemsize: int,
) -> Tuple[int, int]:
    """The addresses between which the elements lie."""
    if 0 in shape:
        return address, address
    if strides is None:
        return address, address + itemsize * int(np.prod(shape, dtype=np.int64))
    reach = [(length - 1) * stride for length, stride in zip(shape, strides)]
    first = address + sum(step for step in reach if step < 0)
    last = address + sum(step for step in reach if step > 0)
    return first, last + itemsize


#: A view with more pieces is refused, because each piece slows down every access: the
#: caller should pass a contiguous copy.
MOST_PIECES = 1 << 16


def pieces(
    address: int, shape: Sequence[int], strides: Sequence[int], itemsize: int
) -> Tuple["np.ndarray[Any, Any]", int]:
    """The beginnings of the pieces that the elements fill without a gap, and their length."""
    first, last = extent(address, shape, strides, itemsize)
    if first == last:
        return np.empty(0, np.uint64), 0
    # The direction of a dimension does not change the bytes that it covers.
    outer, length = [], itemsize
    for stride, count in sorted((abs(s), n) for s, n in zip(strides, shape) if s and n > 1):
        if stride <= length:
            length += stride * (count - 1)
        else:
            outer.append((stride, count))
    if np.prod([float(count) for _, count in outer]) > MOST_PIECES:
        return np.empty(MOST_PIECES + 1, np.uint64), length
    starts = np.array([first], np.uint64)
    for stride, count in outer:
        steps = np.arange(count, dtype=np.uint64) * np.uint64(stride)
        starts = (starts[:, None] + steps).ravel()
    return np.unique(starts), length


@dataclasses.dataclass
class Piece:
    """Bytes without a gap that a kernel may touch."""

    first: int
    last: int
    arguments: List[int]
    is_written: bool
    is_fixed: bool
    #: True if the array has gaps, so that the piece is only a part of it.
    is_part: bool

    @property
    def name(self) -> str:
        numbers = " and ".join(map(str, self.arguments))
        name = f"argument{'s' if len(self.arguments) > 1 else ''} {numbers}"
        return name + ", a view with gaps" * self.is_part

    def contents(self) -> bytes:
        return ctypes.string_at(self.first, self.last - self.first)


#: A copy lies as far from a multiple of this as the bytes that it is of: what a kernel may
#: access there depends on it.
ALIGNMENT = 4096


@dataclasses.dataclass
class Region:
    """From the first to the last byte of an array, or of several that overlap."""

    first: int
    last: int
    pieces: List[Piece] = dataclasses.field(default_factory=list)
    #: Objects that keep the bytes alive.
    owners: List[Any] = dataclasses.field(default_factory=list)

    @property
    def is_private(self) -> bool:
        """True if the kernel gets a copy, because it must not write all of it."""
        return any(piece.is_fixed for piece in self.pieces)

    def take_back(self, copy: "Region") -> None:
        """Take over the writable bytes that a kernel has written into a copy."""
        for piece, other in zip(self.pieces, copy.pieces):
            if piece.is_fixed and piece.contents() != other.contents():
                raise ValueError(f"the kernel writes {piece.name}, which is read-only")
        for piece, other in zip(self.pieces, copy.pieces):
            if not piece.is_fixed:
                ctypes.memmove(piece.first, other.first, piece.last - piece.first)

    def copied(self) -> "Region":
        """The same bytes elsewhere, equally aligned."""
        size = self.last - self.first
        room = np.empty(size + ALIGNMENT, np.uint8)
        start = (self.first - room.ctypes.data) % ALIGNMENT
        memory = room[start : start + size]
        memory[:] = np.frombuffer(_bytes_at(self.first, self.last), np.uint8)
        moved = memory.ctypes.data - self.first
        return Region(
            self.first + moved,
            self.last + moved,
            [
                dataclasses.replace(each, first=each.first + moved, last=each.last + moved)
                for each in self.pieces
            ],
            [memory],
        )


@dataclasses.dataclass(frozen=True)
class Pointer:
    """A parameter that points into a region; into none if the array is empty."""

    region: Optional[int]
    offset: int


@dataclasses.dataclass
class Memory:
    """The regions of a launch, and the place of each array."""

    regions: List[Region]
    #: By the number of the argument.
    arrays: List[Optional[Tuple[np.ndarray, Pointer]]]

    def address(self, pointer: Pointer) -> int:
        base = self.regions[pointer.region].first if pointer.region is not None else 0
        return base + pointer.offset

    def pieces(self) -> List[Piece]:
        return [piece for region in self.regions for piece in region.pieces]

    def copied(self) -> "Memory":
        return Memory([region.copied() for region in self.regions], self.arrays)

    def view(self, argument: int) -> Optional[np.ndarray]:
        """The array of an argument as it is in this memory."""
        found = self.arrays[argument]
        if found is None:
            return None
        array, pointer = found
        if pointer.region is None:
            return array
        region = self.regions[pointer.region]
        raw = _bytes_at(region.first, region.last)
        return np.ndarray(array.shape, array.dtype, raw, pointer.offset, array.strides)


@dataclasses.dataclass
class _Lent:
    """An array among the arguments, and the place of its elements."""

    number: int
    array: np.ndarray
    is_output: bool

    def __post_init__(self) -> None:
        array = self.array
        place = array.ctypes.data, array.shape, array.strides, array.itemsize
        self.first, self.last = extent(*place)
        starts, length = pieces(*place)
        if len(starts) > MOST_PIECES:
            raise ValueError(
                f"argument {self.number} is a view of shape {array.shape} with strides "
                f"{array.strides}, which has more than {MOST_PIECES} gaps; "
                "give a contiguous copy (numpy.ascontiguousarray)"
            )
        self.pieces = [
            Piece(
                first,
                first + length,
                [self.number],
                not self.is_output,
                not array.flags.writeable,
                len(starts) > 1,
            )
            for first in starts.tolist()
        ]


def _find_arrays(arguments: Sequence[Any]) -> List[_Lent]:
    found = []
    for number, value in enumerate(arguments):
        is_output = isinstance(value, Output)
        try:
            array = as_array(value.array if is_output else value)
        except (TypeError, ValueError, BufferError) as error:
            raise TypeError(f"argument {number}: {error}") from error
        if is_output and array is None:
            raise TypeError(f"argument {number} is no array: {value.array!r}")
        if array is None:
            continue
        if not array.dtype.isnative:
            raise TypeError(
                f"argument {number} has elements of type {array.dtype}, in the byte order of "
                "other machines; give x.astype(x.dtype.newbyteorder('='))"
            )
        if array.dtype.hasobject or not array.itemsize:
            raise TypeError(f"argument {number} has elements of type {array.dtype}")
        if np.ma.is_masked(array):
            raise TypeError(f"argument {number} has a mask, which no kernel sees")
        found.append(_Lent(number, array, is_output))
    return found


def _united(found: Sequence[Piece]) -> List[Piece]:
    """The same bytes, each in one piece."""
    united: List[Piece] = []
    for piece in sorted(found, key=lambda each: (each.first, each.last)):
        if not united or piece.first >= united[-1].last:
            united.append(piece)
            continue
        other = united[-1]
        other.last = max(other.last, piece.last)
        other.arguments = sorted({*other.arguments, *piece.arguments})
        other.is_written |= piece.is_written
        other.is_fixed |= piece.is_fixed
        other.is_part &= piece.is_part
    return united


def lay_out(arguments: Sequence[Any]) -> Memory:
    """The memory of the arrays among the arguments; overlapping ones share a region."""
    found = _find_arrays(arguments)
    regions: List[Region] = []
    arrays: List[Optional[Tuple[np.ndarray, Pointer]]] = [None] * len(arguments)
    for lent in sorted(found, key=lambda each: (each.first, each.last)):
        if lent.first == lent.last:
            arrays[lent.number] = lent.array, Pointer(None, lent.array.ctypes.data)
            continue
        if not regions or lent.first >= regions[-1].last:
            regions.append(Region(lent.first, lent.last))
        region = regions[-1]
        region.last = max(region.last, lent.last)
        region.pieces += lent.pieces
        region.owners.append(lent.array)
        offset = lent.array.ctypes.data - region.first
        arrays[lent.number] = lent.array, Pointer(len(regions) - 1, offset)
    for region in regions:
        region.pieces = _united(region.pieces)
    return Memory(regions, arrays)


# ===------------------------------------------------------------------------===#
# Parameters
# ===------------------------------------------------------------------------===#


@dataclasses.dataclass(frozen=True)
class Parameter:
    """The requirements of one parameter of a kernel."""

    type: str
    size: int


#: Scalars of numpy that are no real number, though some can be converted to one.
NO_NUMBERS = np.complexfloating, np.flexible, np.datetime64, np.timedelta64, np.object_


def _is_float(value: Any) -> bool:
    """Return True unless the number is whole by its type. The floats of ml_dtypes are no
    `np.floating`, and its integers no `np.integer`.
    """
    if isinstance(value, np.generic):
        return not value.dtype.name.lstrip("u").startswith(("bool", "int"))
    return isinstance(value, float)


def _integer(value: int, bits: int, size: int, what: str) -> bytes:
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        room = f"{size} bytes" if bits == 8 * size else f"{bits} bit"
        raise OverflowError(f"{what}: {value} does not fit into {room}")
    return (value & ((1 << bits) - 1)).to_bytes(size, "little")


def _dtype(name: str, what: str) -> "np.dtype[Any]":
    try:
        return np.dtype(name)
    except TypeError:
        pass
    try:
        import ml_dtypes

        dtype: "np.dtype[Any]" = np.dtype(getattr(ml_dtypes, name))
        return dtype
    except ImportError:
        raise TypeError(f"{what}: numbers of type {name} need ml_dtypes") from None


def _scalar(value: Any, parameter: Parameter, what: str) -> bytes:
    """The bits of a number."""
    match = SCALAR.fullmatch(parameter.type)
    if not match and isinstance(value, np.generic) and value.itemsize == parameter.size:
        return value.tobytes()  # PTX, where anything of the size will do
    if not isinstance(value, (bool, int, float, np.generic)) or isinstance(value, NO_NUMBERS):
        raise TypeError(f"{what} is {parameter.type}, not {type(value).__name__}")
    if match:
        name = DTYPES.get(match[1])
    else:  # PTX, whose types often only give the size
        name = {2: "float16", 4: "float32", 8: "float64"}.get(
            parameter.size if _is_float(value) or ".f" in parameter.type else 0
        )
    if name:
        try:
            with np.errstate(over="ignore"):  # what is too large becomes infinite
                return np.array(value).astype(_dtype(name, what)).tobytes()
        except OverflowError:
            raise OverflowError(f"{what}: {value} is too large for a float") from None
    if _is_float(value):
        raise TypeError(f"{what} is {parameter.type}, not a float")
    bits = 1 if match and match[1] == "i1" else 8 * parameter.size
    return _integer(int(value), bits, parameter.size, what)


def _check_pointer(array: np.ndarray, parameter: Parameter, what: str) -> None:
    match = POINTER.fullmatch(parameter.type)
    if not match:
        if SCALAR.fullmatch(parameter.type) or parameter.size != 8:
            raise TypeError(f"{what} is {parameter.type}, not an array")
        return
    wanted, name = match[1], array.dtype.name
    if array.dtype.names:
        raise TypeError(f"{what} is {parameter.type}, not an array of records")
    if array.dtype.kind == "V" and name not in FORMATS:
        return
    given = FORMATS.get(name, name)
    if given != wanted and not wanted.startswith("ptr<") and (given, wanted) != ("f32", "tf32"):
        raise TypeError(f"{what} is {parameter.type}, not an array of {name}")


def bind(
    arguments: Sequence[Any], memory: Memory, parameters: Sequence[Parameter]
) -> List[Any]:
    """For each parameter a `Pointer`, or the bytes of a number.

    If the kernel has as many parameters as there are arguments, an array is one pointer. If
    it has more, an array is passed as to cuTile's kernels: the pointer, the length of each
    dimension, and the stride of each in elements.
    """
    expanded: List[Tuple[int, Any]] = []
    for number, value in enumerate(arguments):
        found = memory.arrays[number]
        if found is None:
            expanded.append((number, value))
            continue
        array, pointer = found
        expanded.append((number, pointer))
        for stride in array.strides:
            if len(parameters) != len(arguments) and stride % array.itemsize:
                raise ValueError(f"argument {number} has strides between elements")
        expanded += [(number, length) for length in array.shape]
        expanded += [(number, stride // array.itemsize) for stride in array.strides]
    if len(parameters) == len(arguments):
        expanded = [
            (number, found[1] if found else value)
            for number, (value, found) in enumerate(zip(arguments, memory.arrays))
        ]
    elif len(parameters) != len(expanded):
        raise TypeError(
            f"the kernel has {len(parameters)} parameters ("
            + ", ".join(each.type for each in parameters)
            + f"), but {len(arguments)} arguments are given"
        )
    bound: List[Any] = []
    for (number, value), parameter in zip(expanded, parameters):
        what = f"argument {number}"
        found = memory.arrays[number]
        if found and isinstance(value, Pointer):
            _check_pointer(found[0], parameter, what)
            bound.append(value)
        elif POINTER.fullmatch(parameter.type):
            raise TypeError(f"{what} is {parameter.type}, not {type(value).__name__}")
        else:
            bound.append(_scalar(value, parameter, what))
    return bound
