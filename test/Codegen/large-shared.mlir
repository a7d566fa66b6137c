// Beyond the 48 KiB that ptxas takes, kernels have their shared memory by two
// fields of the ELF file, each kernel its own; all else is as ptxas left it.
//
// RUN: rm -rf %t && mkdir %t
// RUN: tileiras %s --gpu-name=sm_80 -o %t/k.cubin
// RUN: llvm-readelf -S -l %t/k.cubin | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

// 65,536 and 32,768 bytes, and the sum of both, after a format of print.
// CHECK-DAG: .nv.shared.large NOBITS {{.*}} 010000 00
// CHECK-DAG: .nv.shared.small NOBITS {{.*}} 008000 00
// CHECK: LOAD {{.*}} 0x018010 RW
// PTX: .shared {{.*}}large[65536];

tileaa.entry @large(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<64x256xf32>
  %t1 = tileaa.print "%f", %v : tensor<64x256xf32>
  tileaa.return
}

tileaa.entry @small(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<32x256xf32>
  %t1 = tileaa.print "%f", %v : tensor<32x256xf32>
  tileaa.return
}
