// Agents with parts of the registers: warps that copy give some of theirs to warps
// that multiply. ptxas knows with how many a kernel begins where a bound fixes it.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-freeze-kernel-spec))' -o %t.frozen.mlir
// RUN: tileiras %t.frozen.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}
//
// RUN: sh -c 'set -e; for n in 0 1 3 5; do %python %S/Inputs/product.py %t $((32 * n)); for gpu in sm_90 sm_100 sm_120; do sed s/sm_90/$gpu/ %t.frozen.mlir > %t.mlir; cuda-tile-run %t.mlir --gpu-name=$gpu --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:new:f32[64,64] --arg=i32:$n --expect=2=%t.c.npy --engine=emulate --check=all --async=random --warps=random --seed=$n; done; done'
//
// Without the bound the parts may have no effect.
// RUN: grep -v minnctapersm %t.ptx > %t.unbound.ptx
// RUN: not cuda-tile-run %t.unbound.ptx --engine=emulate --check=sync --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:new:f32[64,64] --arg=i32:5 2>&1 | FileCheck %s --check-prefix=UNBOUND
//
// CHECK: .reqntid 384, 1, 1
// CHECK: .minnctapersm 1
// CHECK: setmaxnreg.dec.sync.aligned.u32 40;
// CHECK: setmaxnreg.inc.sync.aligned.u32 232;
//
// UNBOUND: may have no effect

#acc = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [16, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 16], [0, 32], [32, 0]]>
#rows = #tileas.layout<register = [[0, 32], [1, 0], [2, 0], [4, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[8, 0], [16, 0], [32, 0]]>
#copyA = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [32, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]]>
#copyB = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#a = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0]]>
#b = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0]]>
#c = #tileas.layout<offset = [[8, 0], [16, 0], [0, 2], [0, 4], [1, 0], [1, 1], [2, 0], [4, 0], [32, 0], [0, 8], [0, 16], [0, 32]]>
!A = !tileas.buffer<64x32xf16, #a>
!B = !tileas.buffer<32x64xf16, #b>
!C = !tileas.buffer<64x64xf32, #c>
!ringA = !tileas.buffer<64x32xf16, #a, stages = 3>
!ringB = !tileas.buffer<32x64xf16, #b, stages = 3>
!full = !tileas.buffer<!tileas.mbarrier<4>, stages = 3>
!empty = !tileas.buffer<!tileas.mbarrier<8>, stages = 3>
!sums = tensor<64x64xf32, #acc>
tileas.kernel @product(%x: !tileaa.ptr, %y: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 12, shared = 41016, frozen = false>} {
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c32 = arith.constant 32 : i64
  %c64 = arith.constant 64 : i64
  %c160 = arith.constant 160 : i64
  %pa = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %pb = tileaa.assume %y {div_by = 16 : i64} : !tileaa.ptr
  %A = tileas.alloc_shared at 0 : !ringA
  %B = tileas.alloc_shared at 12288 : !ringB
  %C = tileas.alloc_shared at 24576 : !C
  %full = tileas.alloc_shared at 40960 : !full
  %empty = tileas.alloc_shared at 40992 : !empty
  tileas.mbarrier_init %full : !full
  tileas.mbarrier_init %empty : !empty
  tileas.agents
    agent "load" warps 4 registers 40 {
      scf.for %i = %i0 to %n step %i1 : i32 {
        %wide = arith.extui %i : i32 to i64
        %k = arith.muli %wide, %c32 overflow<nsw, nuw> : i64
        %e = tileas.mbarrier_phase previous %empty[%i] : !empty
        tileas.wait_phase %e
        %toA = tileas.slice %A[%i] : !ringA
        %toB = tileas.slice %B[%i] : !ringB
        %ca = tileas.async_copy %pa[%c0, %k] extents [%c64, %c160] strides [%c160, %c1] to %toA {tile = tensor<64x32xf16, #copyA>, whole, width = 8 : i64} : !tileaa.ptr, !A
        %cb = tileas.async_copy %pb[%k, %c0] extents [%c160, %c64] strides [%c64, %c1] to %toB {tile = tensor<32x64xf16, #copyB>, whole, width = 8 : i64} : !tileaa.ptr, !B
        tileas.mbarrier_arrive %full[%i] after %ca, %cb : !full
      }
    }
    agent "multiply" warps 8 registers 232 {
      %none = arith.constant dense<0.0> : !sums
      %sum = scf.for %i = %i0 to %n step %i1 iter_args(%acc = %none) -> (!sums) : i32 {
        %fromA = tileas.slice %A[%i] : !ringA
        %fromB = tileas.slice %B[%i] : !ringB
        %f = tileas.mbarrier_phase %full[%i] : !full
        tileas.wait_phase %f for %fromA, %fromB : !A, !B
        %s = tileas.mma %fromA as<f16>, %fromB as<f16>, %acc by [16, 8, 16] : !A, !B, !sums
        tileas.mbarrier_arrive %empty[%i] : !empty
        scf.yield %s : !sums
      }
      tileas.shared_store %sum to %C : !sums, !C
      tileas.barrier
      %turned = tileas.shared_load %C : !C -> tensor<64x64xf32, #rows>
      %t = tileas.store %turned to %z[%c0, %c0] extents [%c64, %c64] strides [%c64, %c1] by<owner> : tensor<64x64xf32, #rows>, !tileaa.ptr
    }
  tileas.return
}
