//===- cutlass_cute.cu - A product of CuTe for sm_80 ------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D = A B + C of CUTLASS's collectives for sm_80: cp.async fills three stages,
// with zeros beyond the matrices, and ldmatrix feeds the warps' mma.
//
//===----------------------------------------------------------------------===//

#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/epilogue/collective/default_epilogue.hpp>
#include <cutlass/epilogue/thread/linear_combination.h>
#include <cutlass/gemm/collective/collective_mma.hpp>
#include <cutlass/gemm/kernel/gemm_universal.hpp>

namespace epi = cutlass::epilogue;
namespace gemm = cutlass::gemm;
using namespace cute;
using Half = cutlass::half_t;

using Instruction = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;
using Warps =
    TiledMMA<Instruction, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>>;
/// 128 threads, each of which copies eight elements along K.
using ToShared = decltype(make_tiled_copy(
    Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint128_t>, Half>{},
    Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{}));
using SharedTile = decltype(composition(
    Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}));
using FromShared = Copy_Atom<SM75_U32x4_LDSM_N, Half>;
using ByRows = Stride<int64_t, _1, int64_t>;

using Mainloop = gemm::collective::CollectiveMma<
    gemm::MainloopSm80CpAsync<3>, Shape<_64, _64, _32>, Half, ByRows, Half,
    ByRows, Warps, ToShared, SharedTile, FromShared, identity, ToShared,
    SharedTile, FromShared, identity>;
using Epilogue = epi::collective::DefaultEpilogue<
    float, ByRows, ByRows,
    epi::thread::LinearCombination<float, 1, float, float>,
    gemm::EpilogueDefault>;
using Kernel =
    gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue>;

extern "C" __global__ void __launch_bounds__(Kernel::MaxThreadsPerBlock)
    cutlass_cute(__grid_constant__ const Kernel::Params params) {
  extern __shared__ __align__(128) char memory[];
  Kernel()(params, memory);
}
