// A tile of 32 floats, of which four warps hold copies, goes through shared
// memory in a loop.
!small = tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]>>
tileas.kernel @copies(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 128, frozen = true>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %first = arith.constant dense<1.0> : !small
  %buffer = tileas.alloc_shared at 0 : <32xf32>
  %last = scf.for %i = %zero to %ten step %one iter_args(%x = %first) -> (!small) : i32 {
    tileas.shared_store %x to %buffer : !small, <32xf32>
    tileas.barrier
    %y = tileas.shared_load %buffer : <32xf32> -> !small
    tileas.barrier
    scf.yield %y : !small
  }
  tileas.return
}
