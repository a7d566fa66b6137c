// A function of tests takes and gives what a kernel cannot.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -canonicalize -inline | FileCheck %s
// RUN: cuda-tile-opt %s -pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.testing$func(cse)))' | FileCheck %s
//
// Bytecode has no place for it, and a compiler does not know it.
// RUN: not cuda-tile-translate --mlir-to-cudatilebc %s -o %t 2>&1 | FileCheck %s --check-prefix=BYTECODE
// BYTECODE: testing-func.mlir:[[#@LINE+8]]:3: error: 'cuda_tile.testing$func' op cannot be stored in bytecode
// RUN: not tileiras --gpu-name=sm_90 %s -o %t 2>&1 | FileCheck %s --check-prefix=COMPILER
// COMPILER: testing-func.mlir:[[#@LINE+6]]:3: error: {{.*}}testing$func

// CHECK: cuda_tile.module @m {
cuda_tile.module @m {
  // CHECK-NEXT: testing$func @types(%[[A:.*]]: tile<4xf32>, %{{.*}}: tensor_view<?x64xf32, strides=[?,1]>, %[[P:.*]]: partition_view<tile=(8x8), tensor_view<?x64xf32, strides=[?,1]>>, %[[T:.*]]: token {test.note}) -> (tile<4xf32>, token, partition_view<tile=(8x8), tensor_view<?x64xf32, strides=[?,1]>>) {
  // CHECK-NEXT: return %[[A]], %[[T]], %[[P]] : tile<4xf32>, token, partition_view<tile=(8x8), tensor_view<?x64xf32, strides=[?,1]>>
  testing$func @types(%a: tile<4xf32>, %v: tensor_view<?x64xf32, strides=[?,1]>, %p: partition_view<tile=(8x8), tensor_view<?x64xf32, strides=[?,1]>>, %t: token {test.note}) -> (tile<4xf32>, token, partition_view<tile=(8x8), tensor_view<?x64xf32, strides=[?,1]>>) {
    return %a, %t, %p : tile<4xf32>, token, partition_view<tile=(8x8), tensor_view<?x64xf32, strides=[?,1]>>
  }

  // CHECK: testing$func @one_result(%[[A:.*]]: tile<4xf32>) -> tile<4xf32> {
  cuda_tile.testing$func @one_result(%a: !cuda_tile.tile<4xf32>) -> !cuda_tile.tile<4xf32> {
    cuda_tile.return %a : !cuda_tile.tile<4xf32>
  }

  // A return from a loop or a branch gives the results, too.
  // CHECK: testing$func @early(
  testing$func @early(%c: tile<i1>, %a: tile<4xf32>) -> (tile<4xf32>) {
    // CHECK: loop
    loop {
      // CHECK: if
      if %c {
        // CHECK: return %{{.*}} : tile<4xf32>
        return %a : tile<4xf32>
      }
    }
    return %a : tile<4xf32>
  }

  // CHECK: testing$func @implicit() {
  // CHECK-NEXT: return
  testing$func @implicit() {
    // CHECK-NEXT: } {test.note}
  } {test.note}
  // CHECK: testing$func @no_results() {
  testing$func @no_results() -> () {
    return
  }
}
