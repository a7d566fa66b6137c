//===- cutlass_collectives.cu - Products of warp groups ---------*- CUDA
//-*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D = A B of CUTLASS's persistent kernels: tiles of A (by rows) and B (by
// columns) come by tensor maps, and warps have roles. On sm_90a two warp groups
// share a tile (cooperative), or alternate at tiles (ping-pong); on sm_100a
// one block, or two of a cluster, multiply in tensor memory, and clusters take
// over the work of others. One compilation has both kernels of a GPU.
//
//===----------------------------------------------------------------------===//

#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/epilogue/fusion/operations.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/kernel/gemm_universal.hpp>

namespace epi = cutlass::epilogue;
namespace gemm = cutlass::gemm;
using cute::_1, cute::_128, cute::_2, cute::_256, cute::_64;
using Half = cutlass::half_t;
using RowMajor = cutlass::layout::RowMajor;
using ColumnMajor = cutlass::layout::ColumnMajor;
using TensorOp = cutlass::arch::OpClassTensorOp;

template <class Arch, class Tile, class Cluster, class Schedule, class Ending>
struct Product {
  using Epilogue = typename epi::collective::CollectiveBuilder<
      Arch, TensorOp, Tile, Cluster, epi::collective::EpilogueTileAuto, float,
      float, void, RowMajor, 4, float, RowMajor, 4, Ending>::CollectiveOp;
  using Mainloop = typename gemm::collective::CollectiveBuilder<
      Arch, TensorOp, Half, RowMajor, 8, Half, ColumnMajor, 8, float, Tile,
      Cluster, gemm::collective::StageCount<3>, Schedule>::CollectiveOp;
  using Kernel = gemm::kernel::GemmUniversal<cute::Shape<int, int, int, int>,
                                             Mainloop, Epilogue>;
};

#define PRODUCT(NAME, CLUSTER, ...)                                            \
  using NAME##_kernel = Product<__VA_ARGS__>::Kernel;                          \
  static_assert(NAME##_kernel::SharedStorageSize <= 99 << 10);                 \
  extern "C" __global__ void __cluster_dims__(CLUSTER)                         \
      __launch_bounds__(NAME##_kernel::MaxThreadsPerBlock, 1)                  \
          NAME(__grid_constant__ const NAME##_kernel::Params params) {         \
    extern __shared__ __align__(1024) char memory[];                           \
    NAME##_kernel()(params, memory);                                           \
  }

#if __CUDA_ARCH__ == 900
PRODUCT(cutlass_cooperative, 2, cutlass::arch::Sm90,
        cute::Shape<_128, _64, _64>, cute::Shape<_2, _1, _1>,
        gemm::KernelTmaWarpSpecializedCooperative, epi::NoSmemWarpSpecialized)
PRODUCT(cutlass_ping_pong, 1, cutlass::arch::Sm90, cute::Shape<_64, _64, _64>,
        cute::Shape<_1, _1, _1>, gemm::KernelTmaWarpSpecializedPingpong,
        epi::NoSmemWarpSpecialized)
#else
PRODUCT(cutlass_1_block, 1, cutlass::arch::Sm100, cute::Shape<_128, _64, _64>,
        cute::Shape<_1, _1, _1>, gemm::KernelTmaWarpSpecialized1SmSm100,
        epi::NoSmemWarpSpecialized1Sm)
PRODUCT(cutlass_2_blocks, 2, cutlass::arch::Sm100, cute::Shape<_256, _64, _64>,
        cute::Shape<_2, _1, _1>, gemm::KernelTmaWarpSpecialized2SmSm100,
        epi::NoSmemWarpSpecialized2Sm)
#endif
