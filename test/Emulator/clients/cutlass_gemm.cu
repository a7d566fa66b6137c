//===- cutlass_gemm.cu - A product of CUTLASS, at ragged sizes -*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The macros choose one configuration: ELEMENT, the arrays' type; INTO, that of
// the result; CLASS and ARCH, as CUTLASS names them; MMA_M, MMA_N and MMA_K,
// the shape of an instruction; DEPTH, K of a tile; STAGES; ALIGNMENT and
// EPILOGUE, the elements of one access. Blocks compute 64 by 64 of D = A B + C.
//
//===----------------------------------------------------------------------===//

#include <cutlass/epilogue/thread/linear_combination.h>
#include <cutlass/gemm/device/gemm.h>

template <int M, int N, int K> using Shape = cutlass::gemm::GemmShape<M, N, K>;
using Element = ELEMENT;
using Into = INTO;
using RowMajor = cutlass::layout::RowMajor;
using Epilogue =
    cutlass::epilogue::thread::LinearCombination<Into, EPILOGUE, Into, Into>;
using Gemm = cutlass::gemm::device::Gemm<
    Element, RowMajor, Element, RowMajor, Into, RowMajor, Into,
    cutlass::arch::CLASS, cutlass::arch::ARCH, Shape<64, 64, DEPTH>,
    Shape<32, 32, DEPTH>, Shape<MMA_M, MMA_N, MMA_K>, Epilogue,
    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, STAGES,
    ALIGNMENT, ALIGNMENT>;
using Kernel = Gemm::GemmKernel;

extern "C" __global__ void NAME(Element *a, Element *b, Into *c, Into *d, int m,
                                int n, int k) {
  extern __shared__ __align__(128) char memory[];
  cutlass::gemm::GemmCoord tiles(gridDim.x, gridDim.y, 1);
  Kernel::Params params({m, n, k}, tiles, {a, k}, {b, n}, {c, n}, {d, n},
                        {Into(1), Into(1)});
  Kernel()(params, *reinterpret_cast<Kernel::SharedStorage *>(memory));
}
