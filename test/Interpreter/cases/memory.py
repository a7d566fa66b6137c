# ===- memory.py - Pointers and views -----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Pointers and views, against a list of elements that Python indexes."""

import itertools
import math

from exact import FLOATS, INTS, NAN, Number, encode, inf, signed
from writer import (
    NUMBERS,
    Theme,
    Value,
    admitted_shapes,
    edges,
    strides_of,
    tile,
    width_of,
)

# Types that an entry can point to.
STORED = [kind for kind in NUMBERS if kind != "f4E2M1FN"]
RANKS = ((), (1,), (8,), (2, 4), (1, 2, 4), (2, 1, 2, 2))


def on_memory(theme, subject, kind, body, states, inputs, outputs, grid=None):
    """A case with an array %memory, whose bits before and after are `states`."""
    theme.case(subject, body, inputs, outputs, (kind, *states), grid)


def pointers(name, base, kind, shape, offsets="%offsets", index="i32"):
    """The lines that make a tile of pointers from a base and a tile of offsets."""
    ones = (1,) * len(shape)
    scalar, one = tile(f"ptr<{kind}>"), tile(f"ptr<{kind}>", ones)
    many = tile(f"ptr<{kind}>", shape)
    return f"""%{name}.one = reshape {base} : {scalar} -> {one}
%{name}.all = broadcast %{name}.one : {one} -> {many}
%{name} = offset %{name}.all, {offsets} : {many}, {tile(index, shape)} -> {many}"""


# ===-----------------------------------------------------------------------===#
# Through pointers
# ===-----------------------------------------------------------------------===#


def pointer_loads(theme, kind):
    for shape in RANKS:
        count = math.prod(shape)
        memory = theme.pick(edges(kind), 16)[:16]
        places = [theme.random.randrange(16) for _ in range(count)]
        mask = [theme.random.getrandbits(1) for _ in range(count)]
        # Where the mask is false the pointer may be anything.
        offsets = [p if m else 1 << 20 for p, m in zip(places, mask)]
        padding = theme.pick(edges(kind), count)[:count]
        p, t = tile(f"ptr<{kind}>", shape), tile(kind, shape)
        variants = {
            "": (places, [memory[i] for i in places], f"{p}"),
            ", %mask": (
                offsets,
                [memory[i] if m else "_" for i, m in zip(places, mask)],
                f"{p}, {tile('i1', shape)}",
            ),
            ", %mask, %padding": (
                offsets,
                [memory[i] if m else b for i, m, b in zip(places, mask, padding)],
                f"{p}, {tile('i1', shape)}, {t}",
            ),
        }
        for operands, (index, result, types) in variants.items():
            values = {
                "offsets": Value("i32", shape, index),
                "mask": Value("i1", shape, mask),
                "padding": Value(kind, shape, padding),
            }
            on_memory(
                theme,
                "load_ptr_tko",
                kind,
                pointers("p", "%memory", kind, shape)
                + f"\n%r, %k = load_ptr_tko weak %p{operands} : {types} -> {t}, token",
                (memory, None),
                values,
                {"r": Value(kind, shape, result)},
            )


def pointer_stores(theme, kind):
    for shape in RANKS:
        count = math.prod(shape)
        memory = theme.pick(edges(kind), 16)[:16]
        places = theme.random.sample(range(16), count)
        mask = [theme.random.getrandbits(1) for _ in range(count)]
        a = Value(kind, shape, theme.pick(edges(kind), count)[:count])
        p, t = tile(f"ptr<{kind}>", shape), tile(kind, shape)
        for masked in (False, True):
            after = list(memory)
            for place, bits, m in zip(places, a.bits, mask):
                if m or not masked:
                    after[place] = bits
            offsets = [
                i if m or not masked else -(1 << 20) for i, m in zip(places, mask)
            ]
            values = {
                "offsets": Value("i32", shape, [o & 0xFFFFFFFF for o in offsets]),
                "mask": Value("i1", shape, mask),
                "a": a,
            }
            operands = ", %mask" if masked else ""
            types = f", {tile('i1', shape)}" if masked else ""
            on_memory(
                theme,
                "store_ptr_tko",
                kind,
                pointers("p", "%memory", kind, shape)
                + f"\n%k = store_ptr_tko weak %p, %a{operands} : {p}, {t}{types} -> token",
                (memory, after),
                values,
                {},
            )


# ===-----------------------------------------------------------------------===#
# Views
# ===-----------------------------------------------------------------------===#

PADDINGS = {
    "zero": Number.of(0),
    "neg_zero": Number.of(0, True),
    "nan": NAN,
    "pos_inf": inf(),
    "neg_inf": inf(True),
}


class View:
    """A tile view of a tensor in memory: its text, and the map from elements of a tile
    to elements of memory."""

    def __init__(self, kind, extents, tiles, *, strides=None, dim_map=None):
        self.kind, self.extents, self.tiles = kind, extents, tiles
        self.strides = strides or strides_of(extents)
        self.dim_map = dim_map or list(range(len(tiles)))
        self.steps = tiles  # elements from one tile to the next
        self.head, self.options = "partition_view", []
        self.dynamic = False
        self.multicast = False

    def strided(self, steps):
        self.head, self.steps = "strided_view", steps
        return self

    @property
    def tensor(self):
        def text(values):
            return ["?" if self.dynamic else str(v) for v in values]

        extents = "x".join(text(self.extents) + [self.kind])
        strides = ",".join(text(self.strides))
        ptr_attr = ", #cuda_tile.ptr_attr<multicast>" if self.multicast else ""
        return f"tensor_view<{extents}, strides=[{strides}]{ptr_attr}>"

    def type(self, padding):
        parts = [f"tile=({'x'.join(map(str, self.tiles))})"]
        if self.head == "strided_view":
            parts.append(f"traversal_strides=[{','.join(map(str, self.steps))}]")
        if padding:
            parts.append(f"padding_value = {padding}")
        parts.append(self.tensor)
        if self.dim_map != list(range(len(self.tiles))):
            parts.append(f"dim_map={self.dim_map}")
        return f"{self.head}<{', '.join(parts)}>"

    def make(self, padding, index="i32"):
        """The lines that make %v from %memory; dynamic extents are constants of the
        type `index`."""
        lines, names = [], {}
        if self.dynamic:
            for word, values in (("extent", self.extents), ("stride", self.strides)):
                for k, v in enumerate(values):
                    names[word, k] = f"%{word}{k}"
                    low = signed(v, width_of(index))
                    lines.append(
                        f"%{word}{k} = constant <{index}: {low}> : {tile(index)}"
                    )
        shape = [names.get(("extent", k), str(v)) for k, v in enumerate(self.extents)]
        steps = [names.get(("stride", k), str(v)) for k, v in enumerate(self.strides)]
        types = f"{tile(index)} -> " if self.dynamic else ""
        base = "%memory"
        if self.multicast:
            base = "%many"
            here, everywhere = tile(f"ptr<{self.kind}>"), tile(f"ptr<{self.kind}, <multicast>>")
            lines.append(f"%many = ptr_to_ptr %memory : {here} -> {everywhere}")
        lines.append(
            f"%tensor = make_tensor_view {base}, shape = [{', '.join(shape)}],"
            f" strides = [{', '.join(steps)}] : {types}{self.tensor}"
        )
        maker = f"make_{self.head}"
        lines.append(f"%v = {maker} %tensor : {self.type(padding)}")
        return "\n".join(lines)

    def index_space(self):
        counts = []
        for k, step in enumerate(self.steps):
            extent = self.extents[self.dim_map[k]]
            counts.append(-(-extent // step))
        return counts

    def places(self, index):
        """The place in memory of each element of the tile at `index`, or None."""
        for element in itertools.product(*map(range, self.tiles)):
            place = 0
            for k, e in enumerate(element):
                at, dim = index[k] * self.steps[k] + e, self.dim_map[k]
                if place is None or at >= self.extents[dim]:
                    place = None
                else:
                    place += at * self.strides[dim]
            yield place

    @property
    def size(self):
        return 1 + sum((n - 1) * s for n, s in zip(self.extents, self.strides))


def indices(view, index, kind="i32"):
    names = {f"i{k}": Value(kind, (), [i]) for k, i in enumerate(index)}
    return names, ", ".join(f"%{name}" for name in names)


def fill_of(kind, padding):
    """The code of a padding. An infinity that the format has is not a converted number,
    so it is not saturated."""
    if kind == "f8E5M2" and padding in ("pos_inf", "neg_inf"):
        return 0x7C if padding == "pos_inf" else 0xFC
    return encode(kind, PADDINGS[padding]) if kind in FLOATS else 0


def view_load(
    theme, view, index, padding=None, index_kind="i32", subject="load_view_tko"
):
    kind = view.kind
    memory = theme.pick(edges(kind), view.size)[: view.size]
    fill = fill_of(kind, padding) if padding else "_"
    result = [fill if p is None else memory[p] for p in view.places(index)]
    names, written = indices(view, index, index_kind)
    v, t = view.type(padding), tile(kind, view.tiles)
    body = view.make(padding) + (
        f"\n%r, %k = load_view_tko weak %v[{written}] :"
        f" {v}, {tile(index_kind)} -> {t}, token"
    )
    outputs = {"r": Value(kind, view.tiles, result)}
    on_memory(theme, subject, kind, body, (memory, None), names, outputs)


def view_store(theme, view, index, index_kind="i32"):
    kind = view.kind
    memory = theme.pick(edges(kind), view.size)[: view.size]
    count = math.prod(view.tiles)
    a = Value(kind, view.tiles, theme.pick(edges(kind), count)[:count])
    after = list(memory)
    for place, bits in zip(view.places(index), a.bits):
        if place is not None:
            after[place] = bits
    names, written = indices(view, index, index_kind)
    body = view.make(None) + (
        f"\n%k = store_view_tko weak %a, %v[{written}] :"
        f" {a.type}, {view.type(None)}, {tile(index_kind)} -> token"
    )
    on_memory(
        theme, "store_view_tko", kind, body, (memory, after), {"a": a, **names}, {}
    )


def views_of(kind):
    """Views of every rank: whole, hanging over the end, mapped, with gaps."""
    yield View(kind, [1], [1])
    yield View(kind, [7], [4])
    yield View(kind, [3], [8])
    yield View(kind, [4, 6], [2, 4])
    yield View(kind, [5, 3], [2, 4], strides=[4, 1])
    yield View(kind, [5, 3], [2, 4], dim_map=[1, 0])
    yield View(kind, [3, 4], [4, 2], strides=[1, 3])
    yield View(kind, [2, 3, 5], [2, 1, 4], dim_map=[0, 2, 1])
    yield View(kind, [1, 3, 2, 2], [1, 2, 2, 1])
    yield View(kind, [9], [4]).strided([3])
    yield View(kind, [5, 7], [2, 4]).strided([3, 2])
    yield View(kind, [5, 7], [4, 2], dim_map=[1, 0]).strided([4, 5])


def views_of_type(theme, kind):
    """Loads and stores of the first and of the last tile of each view."""
    names = list(PADDINGS) if kind in FLOATS else ["zero"]
    cycle = itertools.cycle([*names, None])
    for view in views_of(kind):
        if not admitted_shapes([view.tiles], [kind]):
            continue
        space = view.index_space()
        for index in {tuple(0 for _ in space), tuple(n - 1 for n in space)}:
            view_load(theme, view, index, next(cycle))
            view_store(theme, view, index)
    hanging = View(kind, [5, 3], [2, 4])
    for padding in names:
        view_load(theme, hanging, (2, 0), padding)
    dynamic = View(kind, [5, 3], [2, 4], strides=[3, 1])
    dynamic.dynamic = True
    view_load(theme, dynamic, (2, 0), "zero")
    view_store(theme, dynamic, (2, 0))


def gathers(theme, kind):
    """Rows of a tensor in any order, some of them outside of it."""
    extents, memory = (6, 4), theme.pick(edges(kind), 24)[:24]
    tensor = f"tensor_view<6x4x{kind}, strides=[4,1]>"
    make = f"%tensor = make_tensor_view %memory, shape = [6, 4], strides = [4, 1] : {tensor}"
    for sparse, shape in ((0, (4, 4)), (0, (8, 2)), (1, (2, 4)), (1, (4, 1))):
        rows = [theme.random.randrange(-2, extents[sparse] + 3) for _ in range(8)]
        rows = rows[: shape[sparse]]
        start = 1 if shape[1 - sparse] < extents[1 - sparse] else 0
        view = (
            f"gather_scatter_view<tile=({shape[0]}x{shape[1]}),"
            f" padding_value = zero, {tensor}, sparse_dim={sparse}>"
        )
        values = {
            "rows": Value("i32", (len(rows),), [r & 0xFFFFFFFF for r in rows]),
            "start": Value("i32", (), [start]),
        }
        names = "%rows, %start" if sparse == 0 else "%start, %rows"
        types = [tile("i32", (len(rows),)), tile("i32")]
        types = ", ".join(types if sparse == 0 else types[::-1])
        zero = encode(kind, PADDINGS["zero"]) if kind in FLOATS else 0

        def place(i, j):
            at = [i, j]
            at[sparse], at[1 - sparse] = rows[at[sparse]], start + at[1 - sparse]
            inside = all(0 <= a < n for a, n in zip(at, extents))
            return at[0] * 4 + at[1] if inside else None

        places = [place(i, j) for i in range(shape[0]) for j in range(shape[1])]
        result = [zero if p is None else memory[p] for p in places]
        body = (
            f"{make}\n%v = make_gather_scatter_view %tensor : {view}\n"
            f"%r, %k = load_view_tko weak %v[{names}] : {view}, {types}"
            f" -> {tile(kind, shape)}, token"
        )
        outputs = {"r": Value(kind, shape, result)}
        on_memory(theme, "load_view_tko", kind, body, (memory, None), values, outputs)
        if len(set(rows)) < len(rows):
            unique = theme.random.sample(range(-2, extents[sparse] + 3), len(rows))
            rows[:] = unique
            values["rows"] = Value("i32", (len(rows),), [r & 0xFFFFFFFF for r in rows])
            places = [place(i, j) for i in range(shape[0]) for j in range(shape[1])]
        count = math.prod(shape)
        a = Value(kind, shape, theme.pick(edges(kind), count)[:count])
        after = list(memory)
        for p, bits in zip(places, a.bits):
            if p is not None:
                after[p] = bits
        body = (
            f"{make}\n%v = make_gather_scatter_view %tensor : {view}\n"
            f"%k = store_view_tko weak %a, %v[{names}] : {a.type}, {view}, {types} -> token"
        )
        on_memory(
            theme, "store_view_tko", kind, body, (memory, after), {"a": a, **values}, {}
        )


def shape_queries(theme):
    """Extents of tensors and of index spaces as integers of each type."""
    for index, n in INTS.items():
        for extents, tiles in (((1,), (1,)), ((1, 1), (1, 2)), ((5, 6, 7), (2, 4, 8))):
            if max(extents) >= 1 << n:
                continue
            for dynamic in (False, True):
                view = View("i8", list(extents), list(tiles))
                view.dynamic = dynamic
                if dynamic and max(view.strides) >= 1 << n:
                    continue
                names = [f"r{k}" for k in range(len(extents))]
                written = ", ".join(f"%{name}" for name in names)
                make = view.make(None, index)
                memory = [0] * view.size, None
                for subject, source, values in (
                    ("get_tensor_shape", f"%tensor : {view.tensor}", extents),
                    (
                        "get_index_space_shape",
                        f"%v : {view.type(None)}",
                        view.index_space(),
                    ),
                ):
                    body = f"{make}\n{written} = {subject} {source} -> {tile(index)}"
                    outputs = {m: Value(index, (), [v]) for m, v in zip(names, values)}
                    on_memory(theme, subject, "i8", body, memory, {}, outputs)


def index_types(theme):
    """Indices, extents and strides of each integer type, read as unsigned."""
    for index, n in INTS.items():
        view = View("i32", [200], [1])
        for at in {0, 1, min((1 << n) - 1, 199)}:
            view_load(theme, view, (at,), index_kind=index)
            view_store(theme, view, (at,), index_kind=index)
        many = min((1 << n) - 1, 200)
        view = View("i16", [many], [2])
        view.dynamic = True
        memory = theme.pick(edges("i16"), many)[:many]
        body = view.make("zero", index) + (
            f"\n%i = constant <i32: {(many - 1) // 2}> : tile<i32>"
            f"\n%r, %k = load_view_tko weak %v[%i] : {view.type('zero')}, tile<i32>"
            " -> tile<2xi16>, token"
        )
        places = view.places(((many - 1) // 2,))
        result = [0 if p is None else memory[p] for p in places]
        outputs = {"r": Value("i16", (2,), result)}
        on_memory(theme, "make_tensor_view", "i16", body, (memory, None), {}, outputs)


def memory():
    theme = Theme("memory")
    for kind in STORED:
        pointer_loads(theme, kind)
        pointer_stores(theme, kind)
    return theme


def views():
    theme = Theme("views")
    for kind in NUMBERS:
        views_of_type(theme, kind)
        gathers(theme, kind)
    shape_queries(theme)
    index_types(theme)
    return theme
