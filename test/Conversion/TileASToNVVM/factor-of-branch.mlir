// LLVM finds that a branch is never taken, and the factor that it gives a constant: the
// code may not set its registers while the product of the iteration before reads them.
//
// RUN: sh -c 'set -e; for n in 0 1 5; do cuda-tile-run %s --engine=emulate --compare=interpret --check=all --async=random --warps=random --arg=ptr:new:i32[64,64] --arg=i32:$n; done'

#spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 4096, frozen = true>
#fragments = #tileas.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#sums = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tileas.layout<register = [[1 to 8, 0]], lane = [[0, 1 to 16]], warp = [[16, 0], [32, 0]]>
#columns = #tileas.layout<register = [[0, 32], [1 to 4, 0]], lane = [[0, 1 to 16]], warp = [[8, 0], [16, 0]]>
#described = #tileas.layout<offset = [[1 to 16, 0], [0, 1], [0, 2], [16, 4], [0, 8 to 32]]>
!lhs = tensor<64x32xi8, #fragments>
!rhs = !tileas.buffer<32x64xi8, #described>
!sum = tensor<64x64xi32, #sums>

tileas.kernel @k(%p: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %ones = arith.constant dense<1> : !lhs
  %twos = arith.constant dense<2> : tensor<32x64xi8, #columns>
  %none = arith.constant dense<0> : !sum
  %b = tileas.alloc_shared at 0 : !rhs
  %a = tileas.alloc_shared at 2048 : !tileas.buffer<64x32xi8>
  tileas.shared_store %twos to %b : tensor<32x64xi8, #columns>, !rhs
  tileas.shared_store %ones to %a : !lhs, !tileas.buffer<64x32xi8>
  tileas.proxy_fence
  tileas.barrier
  %start = tileas.pend %none : <!sum, !lhs>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %start) -> (!tileas.pending<!sum, !lhs>) : i32 {
    %bit = arith.andi %i, %c1 : i32
    %acc = tileas.settle %carried : <!sum, !lhs>
    %never = arith.cmpi sge, %bit, %c3 : i32
    %factor = scf.if %never -> (!lhs) {
      %read = tileas.shared_load %a : !tileas.buffer<64x32xi8> -> !lhs
      scf.yield %read : !lhs
    } else {
      scf.yield %ones : !lhs
    }
    %next = tileas.wgmma %factor as<u8>, %b as<u8>, %acc by [64, 64, 32] pending : !lhs, !rhs, !sum
    scf.yield %next : !tileas.pending<!sum, !lhs>
  }
  %all = tileas.settle %last : <!sum, !lhs>
  %t = tileas.store %all to %p[%zero, %zero] extents [%size, %size] strides [%size, %one] by<owner> : !sum, !tileaa.ptr
  tileas.return
}
