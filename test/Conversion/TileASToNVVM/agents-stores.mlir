// A product of two agents, as in agents-copies.mlir, but for the factors: the warp
// loads them, and stores them to the rings.
//
// RUN: sh -c 'set -e; for n in 0 1 3 5; do %python %S/Inputs/product.py %t $((32 * n)); for gpu in sm_80 sm_86 sm_89 sm_90 sm_100 sm_120; do sed s/sm_80/$gpu/ %s > %t.mlir; cuda-tile-run %t.mlir --gpu-name=$gpu --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:new:f32[64,64] --arg=i32:$n --expect=2=%t.c.npy --engine=emulate --check=all --async=random --warps=random --seed=$n; done; done'
// RUN: %python %S/../../Interpreter/twins.py %s --gpu-name=sm_80 --arg=ptr:%t.a.npy --arg=ptr:%t.b.npy --arg=ptr:new:f32[64,64] --arg=i32:5 --expect=2=%t.c.npy

#acc = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 32]]>
#rows = #tileas.layout<register = [[0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[32, 0]]>
#copyA = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [8, 0], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = []>
#copyB = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [4, 0], [8, 0], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = []>
#a = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 8], [4, 16], [8, 0], [16, 0], [32, 0]]>
#b = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0]]>
#c = #tileas.layout<offset = [[8, 0], [16, 0], [0, 2], [0, 4], [1, 0], [1, 1], [2, 0], [4, 0], [32, 0], [0, 8], [0, 16], [0, 32]]>
!A = !tileas.buffer<64x32xf16, #a>
!B = !tileas.buffer<32x64xf16, #b>
!C = !tileas.buffer<64x64xf32, #c>
!ringA = !tileas.buffer<64x32xf16, #a, stages = 3>
!ringB = !tileas.buffer<32x64xf16, #b, stages = 3>
!full = !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
!empty = !tileas.buffer<!tileas.mbarrier<2>, stages = 3>
!sums = tensor<64x64xf32, #acc>
tileas.kernel @product(%x: !tileaa.ptr, %y: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 3, shared = 41016, frozen = true>} {
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
    agent "load" warps 1 {
      scf.for %i = %i0 to %n step %i1 : i32 {
        %wide = arith.extui %i : i32 to i64
        %k = arith.muli %wide, %c32 overflow<nsw, nuw> : i64
        %e = tileas.mbarrier_phase previous %empty[%i] : !empty
        tileas.wait_phase %e
        //twin early-reuse (holds nothing|where phase . is under way / race|no test or wait): remove
        %toA = tileas.slice %A[%i] : !ringA
        %toB = tileas.slice %B[%i] : !ringB
        //twin one-stage (agree|holds nothing / race): %toB = tileas.slice %B[%i0] : !ringB
        %a, %ta = tileas.load %pa[%c0, %k] extents [%c64, %c160] strides [%c160, %c1] {whole, width = 8 : i64} : !tileaa.ptr -> tensor<64x32xf16, #copyA>
        %b, %tb = tileas.load %pb[%k, %c0] extents [%c160, %c64] strides [%c64, %c1] {whole, width = 8 : i64} : !tileaa.ptr -> tensor<32x64xf16, #copyB>
        tileas.shared_store %a to %toA : tensor<64x32xf16, #copyA>, !A
        tileas.shared_store %b to %toB : tensor<32x64xf16, #copyB>, !B
        //twin full-before-stores (- / race): tileas.mbarrier_arrive %full[%i] : !full tileas.shared_store %b to %toB : tensor<32x64xf16, #copyB>, !B
        tileas.mbarrier_arrive %full[%i] : !full
        //twin full-before-stores (- / race): remove
        //twin never-full (deadlock / deadlock): remove
      }
    }
    agent "multiply" warps 2 {
      %none = arith.constant dense<0.0> : !sums
      %sum = scf.for %i = %i0 to %n step %i1 iter_args(%acc = %none) -> (!sums) : i32 {
        %fromA = tileas.slice %A[%i] : !ringA
        %fromB = tileas.slice %B[%i] : !ringB
        %f = tileas.mbarrier_phase %full[%i] : !full
        tileas.wait_phase %f for %fromA, %fromB : !A, !B
        //twin no-wait (holds nothing|where phase . is under way / race): remove
        //twin empties-early (- / race): tileas.wait_phase %f for %fromA, %fromB : !A, !B tileas.mbarrier_arrive %empty[%i] : !empty
        %s = tileas.mma %fromA as<f16>, %fromB as<f16>, %acc by [16, 8, 16] : !A, !B, !sums
        tileas.mbarrier_arrive %empty[%i] : !empty
        //twin never-empty (deadlock / deadlock): remove
        //twin empties-early (- / race): remove
        scf.yield %s : !sums
      }
      tileas.shared_store %sum to %C : !sums, !C
      tileas.barrier
      %turned = tileas.shared_load %C : !C -> tensor<64x64xf32, #rows>
      %t = tileas.store %turned to %z[%c0, %c0] extents [%c64, %c64] strides [%c64, %c1] by<owner> : tensor<64x64xf32, #rows>, !tileaa.ptr
    }
  tileas.return
}
