// A kernel that needs more shared memory than a block can have fails with a
// message that clients search for.
//
// RUN: not tileiras %s --gpu-name=sm_86 --emit=ptx 2>&1 | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefix=FITS

// CHECK: too-much-shared.mlir:[[@LINE+3]]:{{.*}}error: entry 'k' uses too much shared data (0x20000 bytes, 0x18c00 max)
// CHECK-NOT: {{^}}.visible .entry
// FITS: .visible .entry k(
tileaa.entry @k(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<64x512xf32>
  %t1 = tileaa.print "%f", %v : tensor<64x512xf32>
  tileaa.return
}
