# ===- cutlass_kernels.py - Products of CUTLASS ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of small integers, exact in every order, at sizes that no tile divides."""

import numpy as np
from clients import Out, Structure, collective_program, cutlass_program, integers
from cutlass_parameters import HARDWARE, divisor, factors, power_divisor, tensor, work_taker


def gemm(name, type=np.float32, into=np.float32, size=(75, 72, 40), since=75, **macros):
    def make(random):
        m, n, k = size
        a, b = integers(random, (m, k), np.int64, 3), integers(random, (k, n), np.int64, 3)
        c = integers(random, (m, n), np.int64, 3)
        right = (a @ b + c).astype(into)
        numbers = map(np.int32, size)
        return [a.astype(type), b.astype(type), c.astype(into), Out(right), *numbers]

    cutlass_program(name, size, macros, since)(make)


SIMT = {"CLASS": "OpClassSimt", "MMA_M": 1, "MMA_N": 1, "MMA_K": 1, "ALIGNMENT": 1, "DEPTH": 8}
HALF = {"ELEMENT": "cutlass::half_t", "CLASS": "OpClassTensorOp", "DEPTH": 32, "MMA_M": 16, "MMA_N": 8}

gemm("cutlass_f32", ELEMENT="float", INTO="float", ARCH="Sm50", STAGES=2, EPILOGUE=1, **SIMT)
gemm(
    "cutlass_f16_2_stages", np.float16, INTO="float", ARCH="Sm75", MMA_K=8,
    STAGES=2, ALIGNMENT=8, EPILOGUE=4, **HALF,
)  # fmt: skip
gemm(
    "cutlass_f16_3_stages", np.float16, INTO="float", ARCH="Sm80", MMA_K=16,
    STAGES=3, ALIGNMENT=8, EPILOGUE=4, since=80, **HALF,
)  # fmt: skip
gemm(
    "cutlass_f16_narrow", np.float16, np.float16, INTO="cutlass::half_t", ARCH="Sm75",
    MMA_K=8, STAGES=2, ALIGNMENT=1, EPILOGUE=1, size=(45, 39, 33), **HALF,
)  # fmt: skip


@collective_program("cutlass_cute.cu", "cutlass_cute", 80, (2, 2), 128)
def cute(random):
    """The same by CuTe: GemmUniversal::Params of sm_80."""
    m, n, k = size = (75, 72, 104)
    a, b = integers(random, (m, k), np.int64, 3), integers(random, (n, k), np.int64, 3)
    c = integers(random, (m, n), np.int64, 3)
    arrays = {"a": a.astype(np.float16), "b": b.astype(np.float16), "c": c.astype(np.float32)}
    arrays["d"] = Out((a @ b.T + c).astype(np.float32))
    mainloop = f"{{ptr:@a,i64:{k},i64:{m * k},ptr:@b,i64:{k},i64:{n * k}}}"
    factors = "{f32:1,f32:1,i64:0,i64:0,i64:0,i64:0}"
    results = f"i64:{n},i64:{m * n}"
    epilogue = f"{{{factors},ptr:@c,{results},ptr:@d,{results}}}"
    problem = f"{{{','.join(f'i32:{length}' for length in (*size, 1))}}}"
    return [Structure(arrays, f"i32:0,{problem},{mainloop},{epilogue}")]


# ===------------------------------------------------------------------------===#
# Products of warp groups
# ===------------------------------------------------------------------------===#

def ending(factors, size):
    """Where the result goes, behind the FACTORS of A B and of C, which is none; its
    rows and matrices lie so far apart."""
    m, n, _ = size
    strides = f"i64:{n},i64:{m * n}"
    return f"{{{factors},i64:0,{strides},ptr:@d,{strides}}}"


def hopper(tile, cluster, size):
    """GemmUniversal::Params of cluster x 1 blocks, whose number of tiles is a power
    of two along M and N."""
    m, n, k = size
    tiles = -(-m // tile[0]), -(-n // tile[1])
    loads = [tensor("a", tile[0]), tensor("b", tile[1] // cluster)]
    halves = [2 * 64 * rows for rows in tile]
    mainloop = f"{{{','.join(loads)},i32:{sum(halves)},i32:{halves[0]},i32:{halves[1]}}}"

    # Along N first.
    count = tiles[0] * tiles[1]
    shapes = f"{power_divisor(1)},{power_divisor(cluster)}"
    order = f"{shapes},{divisor(count)},{divisor(tiles[1])},i64:{count},i32:0,i32:1"
    scheduler = f"{{{order},i32:{tiles[0] // cluster},i32:{tiles[1]},i32:1,i32:{cluster},i32:1}}"
    problem = f"{{i32:{m},i32:{n},i32:{k},i32:1}}"
    end = ending("{f32:1,f32:0,i64:0,i64:0,i64:0,i64:0}", size)
    return ",".join(["i32:0", problem, mainloop, end, HARDWARE, scheduler])


def blackwell(tile, cluster, size):
    """The same for sm_100, where the rows of TILE are those of all blocks."""
    m, n, k = size
    loads = [tensor("a", tile[0] // cluster), tensor("b", tile[1] // cluster)]
    mainloop = f"{{{','.join(2 * loads)},{{i32:0,i32:0,i32:0}},i8:0,i8:0}}"
    scheduler = work_taker(tile, cluster, size)
    problem = f"{{i32:{m},i32:{n},i32:{k},i32:1}}"
    return ",".join(["i32:0", problem, mainloop, ending(factors(), size), scheduler, HARDWARE])


RELAXED_ARRIVAL = "barrier.cluster.arrive.relaxed.aligned;"
MISSING_FENCE = "fence.mbarrier_init.release.cluster; // missing\n\t"


def add_fence(text):
    """CUTLASS 4.2 initialises the mbarrier by which two blocks agree to free tensor
    memory (tmem_deallocation_result_barrier) behind the last fence, and the arrival at
    the barrier of the cluster releases nothing."""
    return text.replace(RELAXED_ARRIVAL, MISSING_FENCE + RELAXED_ARRIVAL)


def collective(
    name, gpu, parameters, tile, cluster, size, grid, block, mend=lambda text: text
):
    def make(random):
        m, n, k = size
        a, b = integers(random, (1, m, k), np.int64, 3), integers(random, (1, n, k), np.int64, 3)
        right = (a @ b.transpose(0, 2, 1)).astype(np.float32)
        arrays = {"a": a.astype(np.float16), "b": b.astype(np.float16), "d": Out(right)}
        return [Structure(arrays, parameters(tile, cluster, size))]

    collective_program("cutlass_collectives.cu", name, gpu, grid, block, mend)(make)


SIZE = (450, 120, 232)
collective("cutlass_cooperative", 90, hopper, (128, 64), 2, SIZE, (2, 2), 384)
collective("cutlass_ping_pong", 90, hopper, (64, 64), 1, SIZE, (1, 2), 384)
collective("cutlass_1_block", 100, blackwell, (128, 64), 1, SIZE, (4, 2), 256)
collective("cutlass_2_blocks", 100, blackwell, (256, 64), 2, SIZE, (4, 2), 256, add_fence)
