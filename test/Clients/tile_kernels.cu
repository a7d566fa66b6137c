//===- tile_kernels.cu - Kernels in CUDA Tile C++ -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the API reference of CUDA Tile C++ offers to common kernels, with edges
// that no tile divides. test_tile_cpp.py runs them.
//
//===----------------------------------------------------------------------===//

#include "cuda_tile.h"
#include <cuda_fp16.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void axpy(const float *x, float *y, float a, int n) {
  ct::partition_view from{ct::tensor_span{x, ct::extents{n}}, ct::shape{256_ic}};
  ct::partition_view to{ct::tensor_span{y, ct::extents{n}}, ct::shape{256_ic}};
  int i = ct::bid().x;
  to.store_masked(from.load_masked(i) * a + to.load_masked(i), i);
}

/// A loop of C++; ct::irange makes another form of it.
extern "C" __tile_global__ void product(const __half *a, const __half *b, float *c, int m,
                                        int n, int k) {
  a = ct::assume_aligned(a, 16_ic);
  b = ct::assume_aligned(b, 16_ic);
  n = ct::assume_divisible(n, 8_ic);
  k = ct::assume_divisible(k, 8_ic);
  ct::partition_view as{ct::tensor_span{a, ct::extents{m, k}}, ct::shape{64_ic, 32_ic}};
  ct::partition_view bs{ct::tensor_span{b, ct::extents{k, n}}, ct::shape{32_ic, 64_ic}};
  ct::partition_view cs{ct::tensor_span{c, ct::extents{m, n}}, ct::shape{64_ic, 64_ic}};
  int x = ct::bid().x, y = ct::bid().y;
  auto sum = ct::full<ct::tile<float, ct::shape<64, 64>>>(0.0f);
  for (int i = 0; i < (k + 31) / 32; ++i)
    sum = ct::mma(as.load_masked(x, i), bs.load_masked(i, y), sum);
  cs.store_masked(sum, x, y);
}

extern "C" __tile_global__ void softmax(const float *x, float *y, int rows, int columns) {
  ct::partition_view from{ct::tensor_span{x, ct::extents{rows, columns}},
                          ct::shape{4_ic, 128_ic}};
  ct::partition_view to{ct::tensor_span{y, ct::extents{rows, columns}},
                        ct::shape{4_ic, 128_ic}};
  int row = ct::bid().x;
  auto index = ct::iota<ct::tile<int, ct::shape<1, 128>>>();
  auto loaded = from.load_masked(row, 0);
  auto tile = ct::select(index < columns, loaded, ct::full<decltype(loaded)>(-1e30f));
  auto powers = ct::exp(tile - ct::reduce_max(tile, 1_ic));
  to.store_masked(powers / ct::sum(powers, 1_ic), row, 0);
}

extern "C" __tile_global__ void histogram(const int *keys, int *counts, int n) {
  auto index = ct::iota<ct::tile<int, ct::shape<128>>>() + int(ct::bid().x) * 128;
  auto inside = index < n;
  auto key = ct::load_masked(keys + index, inside, 0);
  ct::atomic_add_masked(counts + key, ct::full<decltype(key)>(1), inside,
                        ct::memory_order_relaxed_t{});
}

extern "C" __tile_global__ void running(const int *x, int *y) {
  auto index = ct::iota<ct::tile<int, ct::shape<256>>>();
  ct::store(y + index, ct::partial_sum(ct::load(x + index), 0_ic));
}

/// Steps of a whole grid, an early end, a branch.
extern "C" __tile_global__ void collatz(const int *x, int *steps, int n, int most) {
  for (int i = ct::bid().x; i < n; i += ct::num_blocks().x) {
    int value = x[i], step = 0;
    while (value != 1) {
      if (step == most)
        break;
      value = value % 2 ? 3 * value + 1 : value / 2;
      ++step;
    }
    steps[i] = step;
  }
}
