// A lane has a row of a tile that lies in shared memory row by row, of which the
// first elements of all rows are in one bank.
!rows = tensor<32x32xf32, #tileas.layout<register = [[0, 16], [0, 8], [0, 4], [0, 2], [0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>>
tileas.kernel @conflicts(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 4096, frozen = true>} {
  %first = arith.constant dense<1.0> : !rows
  %buffer = tileas.alloc_shared at 0 : <32x32xf32>
  tileas.shared_store %first to %buffer : !rows, <32x32xf32>
  tileas.return
}
