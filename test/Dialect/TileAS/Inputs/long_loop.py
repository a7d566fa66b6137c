"""Prints a kernel whose loop copies a tile asynchronously, and adds it to a sum
as often as asked. With "alone" an SM has shared memory for one block. With
"numbers" an iteration loads the number of its tile, with "twice" the place of that number,
too, and with "condition" whether the tile is copied."""

import sys

HEAD = """
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#w = #tileas.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = []>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32ARGUMENT) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
"""

LOOP = """
  %ring_tiles = tileas.alloc_shared : <128xi32, stages = 4>
  %ring = tileas.ring %ring_tiles : <!tileas.buffer<128xi32, stages = 4>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %none) -> (tensor<128xi32, #l>) : i32 {
    %wide = arith.extsi %i : i32 to i64
LOADS
    %start = arith.muli NUMBER, %size : i64
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %c = tileas.async_copy %p[%start] extents [%all] strides [%one]CONDITION to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%i] after %c : <!tileas.buffer<128xi32, stages = 4>>
    %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 4>>
    %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
    tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 4>>
"""

TAIL = """
    scf.yield %s{0} : tensor<128xi32, #l>
  }}
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
"""

ALONE = """
  %much = tileas.alloc_shared : <32768xi32>
"""

READ = """
  %y = tileas.shared_load %much : <32768xi32> -> tensor<32768xi32, #tileas.layout<register = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]], lane = [[1024], [2048], [4096], [8192], [16384]], warp = []>>
"""



def load(result, place):
    return f"""
    %{result}_tile, %{result}_t = tileas.load %table[%{place}] extents [%all] strides [%one] {{width = 1 : i64}} : !tileaa.ptr -> tensor<1xi32, #w>
    %{result}_word = tileaa.unsplat %{result}_tile : tensor<1xi32, #w> -> i32
    %{result} = arith.extui %{result}_word : i32 to i64"""


LOADED = {
    "numbers": (load("number", "wide"), "%number", ""),
    "twice": (load("place", "wide") + load("number", "place"), "%number", ""),
    "condition": (
        load("flag", "wide") + "\n    %has = arith.cmpi ne, %flag, %zero : i64",
        "%wide",
        " if %has",
    ),
}

count = int(sys.argv[1])
is_alone = "alone" in sys.argv
loads, number, condition = LOADED.get(sys.argv[-1], ("", "%wide", ""))
text = HEAD + (ALONE if is_alone else "") + LOOP
for word, instead in (
    ("ARGUMENT", ", %table: !tileaa.ptr" if loads else ""),
    ("LOADS", loads),
    ("NUMBER", number),
    ("CONDITION", condition),
):
    text = text.replace(word, instead)
print(text)
for k in range(count):
    print(f"    %s{k + 1} = arith.addi %s{k}, %x : tensor<128xi32, #l>")
print(TAIL.format(count) + (READ if is_alone else "") + "  tileas.return\n}")
