# ===- control.py - Control flow, globals, tokens, the grid -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Control flow, the grid, and memory; and programs that must fail, with their
messages."""

import itertools

from exact import INTS, signed
from memory import STORED, pointers
from tiles import literal
from writer import Theme, Value, array_text, edges, tile

# ===------------------------------------------------------------------------===#
# Control flow
# ===------------------------------------------------------------------------===#


def for_loops(theme):
    """Sums of the counter, with bounds of each type and signedness."""
    for kind, n in INTS.items():
        mask, t = (1 << n) - 1, tile(kind)
        bounds = [(0, 1, 1), (1, 1, 1), (0, 0, 1)]
        if n > 1:
            bounds += [(0, 10, 3), (-3, 4, 2), (5, -5, 1), (2, 7, 7), (-1, 3, 5)]
        for low, high, step in bounds:
            for word in ("", "unsigned "):
                read = (lambda x: x & mask) if word else (lambda x: signed(x & mask, n))
                counters = range(read(low), read(high), step)
                if counters and counters[-1] - counters[0] > 1000:
                    continue  # to a huge number: the lower one, read as unsigned
                inputs = {
                    name: Value(kind, (), [v & mask])
                    for name, v in zip(("low", "high", "step"), (low, high, step))
                }
                body = f"""%none = constant <{kind}: 0> : {t}
%r, %trips = for {word}%i in (%low to %high, step %step) : {t} iter_values(%s = %none, %n = %zero) -> ({t}, tile<i32>) {{
  %next = addi %s, %i : {t}
  %one = constant <i32: 1> : tile<i32>
  %more = addi %n, %one : tile<i32>
  continue %next, %more : {t}, tile<i32>
}}"""
                outputs = {
                    "r": Value(kind, (), [sum(counters) & mask]),
                    "trips": Value("i32", (), [len(counters)]),
                }
                # The step is read as signed: among i1 there is no positive one.
                error = "must be positive" if n == 1 else None
                theme.case("for", body, inputs, outputs, error=error)


def loops(theme):
    """Collatz' sequence: a loop with values, left from within two branches."""
    body = """%one = constant <i32: 1> : tile<i32>
%two = constant <i32: 2> : tile<i32>
%three = constant <i32: 3> : tile<i32>
%r, %seven = loop iter_values(%x = %a, %n = %zero) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
  %done = cmpi equal %x, %one, signed : tile<i32> -> tile<i1>
  %more = addi %n, %one : tile<i32>
  if %done {
    %k = muli %n, %three : tile<i32>
    break %n, %k : tile<i32>, tile<i32>
  } else {
    %odd = remi %x, %two signed : tile<i32>
    %isOdd = cmpi equal %odd, %one, signed : tile<i32> -> tile<i1>
    if %isOdd {
      %y = muli %x, %three : tile<i32>
      %z = addi %y, %one : tile<i32>
      continue %z, %more : tile<i32>, tile<i32>
    }
  }
  %half = divi %x, %two signed : tile<i32>
  continue %half, %more : tile<i32>, tile<i32>
}"""
    for start in (1, 2, 6, 7, 27):
        steps, x = 0, start
        while x != 1:
            x = 3 * x + 1 if x % 2 else x // 2
            steps += 1
        outputs = {
            "r": Value("i32", (), [steps]),
            "seven": Value("i32", (), [3 * steps]),
        }
        theme.case("loop", body, {"a": Value("i32", (), [start])}, outputs)


def branches(theme):
    """Values of each type out of branches; a nested loop that one of them skips."""
    for kind in [*STORED, "i4", "ptr<i32>"]:
        for shape in ((), (2, 4)):
            for condition in (0, 1):
                c = Value("i1", (), [condition])
                a, b = theme.anything(kind, shape), theme.anything(kind, shape)
                body = f"""%r, %q = if %c -> ({a.type}, {a.type}) {{
  yield %a, %b : {a.type}, {a.type}
}} else {{
  yield %b, %a : {a.type}, {a.type}
}}"""
                first, second = (a, b) if condition else (b, a)
                outputs = {"r": first, "q": second}
                theme.case("if", body, {"c": c, "a": a, "b": b}, outputs)


def early_exits(theme):
    """Odd numbers up to the first one that reaches the limit."""
    body = """%one = constant <i32: 1> : tile<i32>
%two = constant <i32: 2> : tile<i32>
%many = constant <i32: 100> : tile<i32>
%r = loop iter_values(%outer = %zero) : tile<i32> -> tile<i32> {
  %sum = for %i in (%zero to %many, step %one) : tile<i32> iter_values(%s = %outer) -> (tile<i32>) {
    %even = remi %i, %two signed : tile<i32>
    %skip = cmpi equal %even, %zero, signed : tile<i32> -> tile<i1>
    if %skip {
      continue %s : tile<i32>
    }
    %full = cmpi greater_than %s, %limit, signed : tile<i32> -> tile<i1>
    %t = if %full -> (tile<i32>) {
      yield %s : tile<i32>
    } else {
      %u = addi %s, %i : tile<i32>
      yield %u : tile<i32>
    }
    continue %t : tile<i32>
  }
  %enough = cmpi greater_than %sum, %limit, signed : tile<i32> -> tile<i1>
  if %enough {
    break %sum : tile<i32>
  }
  continue %sum : tile<i32>
}"""
    for limit in (0, 10, 2500, 9000):
        total = 0
        while total <= limit:
            for i in range(1, 100, 2):
                total += i if total <= limit else 0
        inputs = {"limit": Value("i32", (), [limit])}
        theme.case("loop", body, inputs, {"r": Value("i32", (), [total])})


# ===------------------------------------------------------------------------===#
# The grid
# ===------------------------------------------------------------------------===#


GRID_KERNEL = """(%memory: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %memory, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = store_ptr_tko weak %p, VALUE : tile<ptr<i32>>, tile<i32> -> token
    return
  }"""


def grids(theme):
    """Each tile block writes its index or the number of blocks, at its place in the grid."""
    for grid in ((1,), (7,), (3, 2), (2, 3, 4), (1, 1, 5)):
        extents = (*grid, 1, 1)[:3]
        blocks = list(itertools.product(*map(range, reversed(extents))))
        for axis, name in enumerate("xyz"):
            for subject, word, values in (
                ("get_tile_block_id", name, [block[2 - axis] for block in blocks]),
                ("get_num_tile_blocks", f"n{name}", [extents[axis]] * len(blocks)),
            ):
                text = GRID_KERNEL.replace("VALUE", f"%{word}")
                arguments = [array_text("i32", (len(blocks),), after=values)]
                theme.kernel(subject, text, arguments, grid)


# ===------------------------------------------------------------------------===#
# Memory with names, and without
# ===------------------------------------------------------------------------===#


def globals_of(theme, kind):
    bits = theme.pick(edges(kind), 8)[:8]
    text = ", ".join(literal(kind, b) for b in bits)
    name = f"table_{kind}"
    theme.declare(f"global @{name} <{kind}: [{text}]> : tile<8x{kind}>")
    body = (
        f"%g = get_global @{name} : tile<ptr<{kind}>>\n%offsets = iota : tile<8xi32>\n"
        + pointers("p", "%g", kind, (8,))
        + f"\n%r, %k = load_ptr_tko weak %p : {tile(f'ptr<{kind}>', (8,))}"
        + f" -> tile<8x{kind}>, token"
    )
    theme.case("get_global", body, {}, {"r": Value(kind, (8,), bits)})


def allocas(theme, kind):
    """Loads return what was stored; a second allocation is other memory."""
    a, b = (Value(kind, (4,), theme.pick(edges(kind), 4)[:4]) for _ in range(2))
    p = tile(f"ptr<{kind}>", (4,))
    for word in ("", " global"):
        body = (
            f"%m = alloca num_elem = 4, alignment = 16{word} : tile<ptr<{kind}>>\n"
            f"%n = alloca num_elem = 4, alignment = 64{word} : tile<ptr<{kind}>>\n"
            "%offsets = iota : tile<4xi32>\n"
            + pointers("p", "%m", kind, (4,))
            + "\n"
            + pointers("q", "%n", kind, (4,))
            + f"""
%k0 = store_ptr_tko weak %p, %a : {p}, {a.type} -> token
%k1 = store_ptr_tko weak %q, %b : {p}, {a.type} -> token
%k2 = join_tokens %k0, %k1 : token
%r, %k3 = load_ptr_tko weak %p token=%k2 : {p} -> {a.type}, token
%s, %k4 = load_ptr_tko weak %q token=%k2 : {p} -> {a.type}, token"""
        )
        theme.case("alloca", body, {"a": a, "b": b}, {"r": a, "s": b})


def tokens(theme):
    """Accesses to one place, which only tokens keep in order."""
    i = "tile<ptr<i32>>"
    body = f"""%k0 = make_token : token
%x, %k1 = load_ptr_tko weak %memory token=%k0 : {i} -> tile<i32>, token
%k2 = MIDDLE
%k3 = store_ptr_tko weak %memory, %a token=%k2 : {i}, tile<i32> -> token
%r, %k4 = load_ptr_tko weak %memory token=%k3 : {i} -> tile<i32>, token"""
    for subject, middle in (
        ("make_token", "join_tokens %k0, %k1 : token"),
        ("join_tokens", "join_tokens %k1, %k1 : token"),
        ("gdc_wait_tko", "gdc_wait_tko token = %k1 -> token"),
        ("gdc_launch_dependents_tko", "gdc_launch_dependents_tko token = %k1 -> token"),
        ("memory_fence_alias_tko", "memory_fence_alias_tko %k1"),
    ):
        a = Value("i32", (), [7])
        text = body.replace("MIDDLE", middle)
        theme.case(subject, text, {"a": a}, {"r": a, "x": Value("i32", (), [5])},
                   ("i32", [5], [7]))  # fmt: skip


def assumptions(theme):
    """True assumptions change nothing."""
    for kind in INTS:
        for shape in ((), (8,)):
            value = Value(
                kind, shape, [1 if kind == "i1" else 96] * (8 if shape else 1)
            )
            predicates = ["bounded<0, ?>" if kind != "i1" else "bounded<?, ?>"]
            predicates += ["div_by<32>"] if kind != "i1" else []
            predicates += ["same_elements<[8]>"] if shape else []
            for predicate in predicates:
                body = f"%r = assume {predicate}, %a : {value.type}"
                theme.case("assume", body, {"a": value}, {"r": value})


# ===------------------------------------------------------------------------===#
# Programs that must fail
# ===------------------------------------------------------------------------===#


def failures(theme):
    def fails(subject, body, kind, values, error):
        inputs = {n: Value(kind, (), [v]) for n, v in zip("ab", values)}
        outputs = {"r": Value(kind, (), [0])}
        theme.case(subject, body, inputs, outputs, error=error)

    for kind in ("i8", "i32", "i64"):
        n, t = INTS[kind], tile(kind)
        least, minus_one = 1 << (n - 1), (1 << n) - 1
        fails("divi", f"%r = divi %a, %b signed : {t}", kind, (5, 0), "zero")
        fails("remi", f"%r = remi %a, %b unsigned : {t}", kind, (5, 0), "zero")
        text = f"%r = divi %a, %b signed : {t}"
        fails("divi", text, kind, (least, minus_one), "least signed number")
        for name, values in (
            ("addi", (least - 1, 1)),
            ("subi", (least, 1)),
            ("muli", (least - 1, 2)),
        ):
            text = f"%r = {name} %a, %b overflow<no_signed_wrap> : {t}"
            fails(name, text, kind, values, "wrap")
        text = f"%r = assume div_by<8>, %a : {t}"
        fails("assume", text, kind, (12, 0), "multiple of 8")
        text = f"%r = assume bounded<0, 9>, %a : {t}"
        fails("assume", text, kind, (10, 0), "at most 9")


def control():
    theme = Theme("control")
    for_loops(theme)
    loops(theme)
    early_exits(theme)
    branches(theme)
    grids(theme)
    for kind in STORED:
        globals_of(theme, kind)
        allocas(theme, kind)
    tokens(theme)
    assumptions(theme)
    failures(theme)
    return theme
