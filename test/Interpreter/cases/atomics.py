# ===- atomics.py - What reads and writes at once -----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Each mode of the atomic operations with each type, in every order and scope: the
contents of memory afterwards, and the values returned."""

import collections
import itertools
import math

from exact import BASIC, FLOATS, INTS, Number, add, decode, encode, signed
from memory import RANKS, STORED, View, fill_of, indices, on_memory, pointers
from writer import Theme, Value, edges, tile, width_of


def integer_modes(n):
    mask = (1 << n) - 1
    read = lambda x: signed(x, n)  # noqa: E731
    return {
        "and": lambda x, y: x & y,
        "or": lambda x, y: x | y,
        "xor": lambda x, y: x ^ y,
        "add": lambda x, y: x + y & mask,
        "max": lambda x, y: max(x, y, key=read),
        "min": lambda x, y: min(x, y, key=read),
        "umax": max,
        "umin": min,
    }


def modes_of(kind):
    """The modes that take elements of this type, but xchg."""
    if kind in ("i32", "i64"):
        return integer_modes(INTS[kind])
    if kind not in BASIC:
        return {}

    def sum_of(x, y):
        return encode(kind, add(decode(kind, x), decode(kind, y)))

    return {"addf": sum_of}


ORDERS = list(itertools.product(("relaxed", "acquire", "release", "acq_rel"),
                                ("tl_blk", "device", "sys")))  # fmt: skip


def read_modify_writes(theme, kind):
    modes = dict(modes_of(kind))
    if width_of(kind) in (32, 64) and kind != "tf32":
        modes["xchg"] = lambda x, y: y
    orders = itertools.cycle(ORDERS)
    for (mode, function), shape in itertools.product(modes.items(), RANKS):
        count = math.prod(shape)
        memory = theme.pick(edges(kind), 16)[:16]
        places = theme.random.sample(range(16), count)
        mask = [theme.random.getrandbits(1) for _ in range(count)]
        a = Value(kind, shape, theme.pick(edges(kind), count)[:count])
        for masked in (False, True):
            after, old = list(memory), []
            for place, bits, m in zip(places, a.bits, mask):
                old.append(memory[place] if m or not masked else "_")
                if m or not masked:
                    after[place] = function(memory[place], bits)
            values = {
                "offsets": Value("i32", shape, places),
                "mask": Value("i1", shape, mask),
                "a": a,
            }
            operands = ", %mask" if masked else ""
            types = f", {tile('i1', shape)}" if masked else ""
            p = tile(f"ptr<{kind}>", shape)
            body = pointers("p", "%memory", kind, shape) + (
                f"\n%r, %k = atomic_rmw_tko {' '.join(next(orders))} %p, {mode}, %a{operands} :"
                f" {p}, {a.type}{types} -> {a.type}, token"
            )
            outputs = {"r": Value(kind, shape, old)}
            on_memory(
                theme, "atomic_rmw_tko", kind, body, (memory, after), values, outputs
            )


def compare_and_swaps(theme, kind):
    """Compares bits: zeros of two signs differ, and a NaN equals itself."""
    orders = itertools.cycle(ORDERS)
    for shape in RANKS:
        count = math.prod(shape)
        pool = edges(kind)
        memory = theme.pick(pool, 16)[:16]
        places = theme.random.sample(range(16), count)
        right = [theme.random.getrandbits(1) for _ in range(count)]
        expected = [
            memory[p] if r else theme.random.choice(pool) for p, r in zip(places, right)
        ]
        mask = [theme.random.getrandbits(1) for _ in range(count)]
        a = Value(kind, shape, theme.pick(pool, count)[:count])
        for masked in (False, True):
            after, old = list(memory), []
            for place, want, bits, m in zip(places, expected, a.bits, mask):
                runs = m or not masked
                old.append(memory[place] if runs else want)
                if runs and memory[place] == want:
                    after[place] = bits
            values = {
                "offsets": Value("i32", shape, places),
                "mask": Value("i1", shape, mask),
                "want": Value(kind, shape, expected),
                "a": a,
            }
            operands = ", %mask" if masked else ""
            types = f", {tile('i1', shape)}" if masked else ""
            p = tile(f"ptr<{kind}>", shape)
            body = pointers("p", "%memory", kind, shape) + (
                f"\n%r, %k = atomic_cas_tko {' '.join(next(orders))} %p, %want, %a{operands} :"
                f" {p}, {a.type}{types} -> {a.type}, token"
            )
            outputs = {"r": Value(kind, shape, old)}
            on_memory(
                theme, "atomic_cas_tko", kind, body, (memory, after), values, outputs
            )


def view_reductions(theme, kind):
    scopes = itertools.cycle(("tl_blk", "device"))
    index_types = itertools.cycle(INTS)
    # Padding has no effect here.
    paddings = itertools.cycle((None, None, "zero", "zero"))
    for mode, function in modes_of(kind).items():
        for view in (
            View(kind, [7], [4]),
            View(kind, [5, 3], [2, 4], dim_map=[1, 0]),
            View(kind, [9], [4]).strided([3]),
        ):
            index = tuple(n - 1 for n in view.index_space())
            memory = theme.pick(edges(kind), view.size)[: view.size]
            count = math.prod(view.tiles)
            a = Value(kind, view.tiles, theme.pick(edges(kind), count)[:count])
            after = list(memory)
            for place, bits in zip(view.places(index), a.bits):
                if place is not None:
                    after[place] = function(memory[place], bits)
            index_type = next(k for k in index_types if max(index) < 1 << INTS[k])
            names, written = indices(view, index, index_type)
            padding = next(paddings)
            body = view.make(padding) + (
                f"\n%k = atomic_red_view_tko relaxed {next(scopes)} %v[{written}], {mode}, %a :"
                f" {a.type}, {view.type(padding)}, {tile(index_type)} -> token"
            )
            on_memory(
                theme,
                "atomic_red_view_tko",
                kind,
                body,
                (memory, after),
                {"a": a, **names},
                {},
            )


def multimem_accesses(theme, kind, index_types):
    """Accesses to all participants, of which there is one: it reads and writes its own
    memory, for any reduction of a load. `index_types` continue from operation to
    operation."""
    loads = {"f16": ("add", "min", "max"), "bf16": ("add", "min", "max")}
    loads = loads.get(kind, ("add",) if kind in FLOATS else modes_of(kind))
    stores = {name.removesuffix("f"): f for name, f in modes_of(kind).items()}
    tests = [("multimem_load_reduce_view_tko", name, None) for name in loads]
    tests += [("multimem_reduce_view_tko", name, f) for name, f in stores.items()]
    tests.append(("multimem_store_view_tko", "add", lambda x, y: y))
    for (op, name, function), padding in itertools.product(tests, (None, "zero")):
        view = theme.random.choice(
            (View(kind, [7], [4]), View(kind, [5, 3], [2, 4], dim_map=[1, 0]))
        )
        view.multicast = True
        index = tuple(n - 1 for n in view.index_space())
        memory = theme.pick(edges(kind), view.size)[: view.size]
        count = math.prod(view.tiles)
        a = Value(kind, view.tiles, theme.pick(edges(kind), count)[:count])
        places = list(view.places(index))
        index_type = next(index_types[op])
        names, written = indices(view, index, index_type)
        reduction = f"reduction = #cuda_tile.multimem_reduction_kind<{name}>"
        reduction = "" if name == "add" else f" attributes {{{reduction}}}"
        v, i = view.type(padding), tile(index_type)
        values, outputs, after = dict(names), {}, None
        if function is None:
            fill = fill_of(kind, padding) if padding else "_"
            loaded = [fill if p is None else memory[p] for p in places]
            outputs["r"] = Value(kind, view.tiles, loaded)
            text = f"%r, %k = {op} relaxed sys %v[{written}]{reduction} : {v}, {i} -> {a.type}, token"
        else:
            after = list(memory)
            for place, bits in zip(places, a.bits):
                if place is not None:
                    after[place] = function(memory[place], bits)
            values["a"] = a
            text = f"%k = {op} relaxed device %v, %a[{written}]{reduction} : {v}, {a.type}, {i} -> token"
        body = f"{view.make(padding)}\n{text}"
        on_memory(theme, op, kind, body, (memory, after), values, outputs)


def histograms(theme, kind):
    """Many elements of one tile, and of several tile blocks, meet in few places."""
    mode = "addf" if kind in FLOATS else "add"
    for count, blocks in ((1, 1), (8, 3), (64, 2)):

        def number(n):
            return encode(kind, Number.of(n)) if kind in FLOATS else n

        sums = [theme.random.randrange(4) for _ in range(4)]
        steps = [theme.random.randrange(2) for _ in range(count)]
        bins = [theme.random.randrange(4) for _ in range(count)]
        after = list(sums)
        for place, step in zip(bins, steps):
            after[place] += step * blocks
        a = Value(kind, (count,), [number(n) for n in steps])
        values = {"offsets": Value("i32", (count,), bins), "a": a}
        p = tile(f"ptr<{kind}>", (count,))
        body = pointers("p", "%memory", kind, (count,)) + (
            f"\n%old, %k = atomic_rmw_tko relaxed device %p, {mode}, %a :"
            f" {p}, {a.type} -> {a.type}, token"
        )
        on_memory(
            theme,
            "atomic_rmw_tko",
            kind,
            body,
            ([number(n) for n in sums], [number(n) for n in after]),
            values,
            {},
            grid=(blocks,),
        )


def atomics():
    theme = Theme("atomics")
    for kind in STORED:
        if width_of(kind) in (16, 32, 64):
            read_modify_writes(theme, kind)
            view_reductions(theme, kind)
        if kind in ("i32", "i64", "f32", "f64"):
            compare_and_swaps(theme, kind)
        if modes_of(kind):
            histograms(theme, kind)
    return theme


def multimem():
    theme = Theme("multimem")
    index_types = collections.defaultdict(lambda: itertools.cycle(INTS))
    for kind in STORED:
        if modes_of(kind):
            multimem_accesses(theme, kind, index_types)
    return theme
