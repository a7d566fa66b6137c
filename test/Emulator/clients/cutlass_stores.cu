//===- cutlass_stores.cu - Products that tensor maps store ------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D = A B of CUTLASS's persistent kernels, whose results go out by tensor maps:
// on sm_90a with the steps along K dealt out to blocks, which add up what they
// share (stream-K), and for groups of products, whose tensor maps the kernel
// makes itself; on sm_100a and sm_120a with factors for blocks of A and B along
// K. One compilation has all kernels of a GPU.
//
//===----------------------------------------------------------------------===//

#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/epilogue/fusion/operations.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/group_array_problem_shape.hpp>
#include <cutlass/gemm/kernel/gemm_universal.hpp>

namespace epi = cutlass::epilogue;
namespace gemm = cutlass::gemm;
using cute::_1, cute::_128, cute::_256, cute::_64, cute::Shape;
using RowMajor = cutlass::layout::RowMajor;
using ColumnMajor = cutlass::layout::ColumnMajor;
using OneProduct = Shape<int, int, int, int>;
using Groups = gemm::GroupProblemShape<Shape<int, int, int>>;

/// AccessA and AccessB are the elements of one access at least. Pointers to the
/// layouts Rows and Columns stand for groups of matrices.
template <class Arch, class OperatorClass, class Problem, class Tile, class A,
          int AccessA, class B, int AccessB, class Schedule, class Ending,
          class Order = void, class Rows = RowMajor,
          class Columns = ColumnMajor>
struct Product {
  using Cluster = Shape<_1, _1, _1>;
  using Epilogue = typename epi::collective::CollectiveBuilder<
      Arch, OperatorClass, Tile, Cluster, epi::collective::EpilogueTileAuto,
      float, float, void, Rows, 4, float, Rows, 4, Ending>::CollectiveOp;
  using Mainloop = typename gemm::collective::CollectiveBuilder<
      Arch, OperatorClass, A, Rows, AccessA, B, Columns, AccessB, float, Tile,
      Cluster, gemm::collective::StageCount<2>, Schedule>::CollectiveOp;
  using Kernel =
      gemm::kernel::GemmUniversal<Problem, Mainloop, Epilogue, Order>;
};

#define PRODUCT(NAME, ...)                                                     \
  using NAME##_kernel = Product<__VA_ARGS__>::Kernel;                          \
  static_assert(NAME##_kernel::SharedStorageSize <= 99 << 10);                \
  extern "C" __global__ void __cluster_dims__(1)                               \
      __launch_bounds__(NAME##_kernel::MaxThreadsPerBlock, 1)                  \
          NAME(__grid_constant__ const NAME##_kernel::Params params) {         \
    extern __shared__ __align__(1024) char memory[];                           \
    NAME##_kernel()(params, memory);                                           \
  }

#if __CUDA_ARCH__ == 900
using cutlass::arch::OpClassTensorOp, cutlass::arch::Sm90;
using Half = cutlass::half_t;

PRODUCT(cutlass_stream_k, Sm90, OpClassTensorOp, OneProduct,
        Shape<_128, _64, _64>, Half, 8, Half, 8,
        gemm::KernelTmaWarpSpecializedCooperative,
        epi::TmaWarpSpecializedCooperative, gemm::StreamKScheduler)
PRODUCT(cutlass_grouped, Sm90, OpClassTensorOp, Groups, Shape<_64, _64, _64>,
        Half, 8, Half, 8, gemm::KernelPtrArrayTmaWarpSpecializedPingpong,
        epi::PtrArrayTmaWarpSpecializedPingpong, void, RowMajor *,
        ColumnMajor *)
#else
using Scaled = cutlass::arch::OpClassBlockScaledTensorOp;
/// Of 16 elements one factor of ue4m3, or of 32 one that is a power of two.
using Four = cutlass::nv_float4_t<cutlass::float_e2m1_t>;
using EightOf32 = cutlass::mx_float8_t<cutlass::float_e4m3_t>;
using FourOf32 = cutlass::mx_float4_t<cutlass::float_e2m1_t>;
#if __CUDA_ARCH__ == 1000
PRODUCT(cutlass_nvf4, cutlass::arch::Sm100, Scaled, OneProduct,
        Shape<_128, _64, _256>, Four, 32, Four, 32,
        gemm::KernelTmaWarpSpecialized1SmNvf4Sm100, epi::TmaWarpSpecialized1Sm)
PRODUCT(cutlass_mxf8f6f4, cutlass::arch::Sm100, Scaled, OneProduct,
        Shape<_128, _64, _128>, EightOf32, 16, FourOf32, 128,
        gemm::KernelTmaWarpSpecialized1SmMxf8f6f4Sm100,
        epi::TmaWarpSpecialized1Sm)
#else
PRODUCT(cutlass_geforce, cutlass::arch::Sm120, Scaled, OneProduct,
        Shape<_128, _128, _128>, Four, 32, Four, 32,
        gemm::KernelTmaWarpSpecializedNvf4Sm120,
        epi::TmaWarpSpecializedCooperative)
#endif
#endif
