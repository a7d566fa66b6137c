// Products by wgmma: descriptors of buffers, operands that an instruction takes
// and gives, the order of proxies. The emulator gives what the interpreter gives
// with all checks, and finds each fence, commit, wait and barrier that is missing.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared,tileas-make-asynchronous{tensor-maps=0},tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=PLACED < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=nvvm | FileCheck %s --check-prefix=NVVM
// RUN: %python -c "import struct; v = [i * 7 % 5 - 2 for i in range(16384)]; open(r'%t.hex', 'w').write(struct.pack('<16384e', *v).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: cuda-tile-run %t.mlir --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --entry=chain --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[8192] --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --entry=turns --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[8192] --arg=i32:2 --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --entry=kept --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[8192] --arg=i32:2 --compare=emulate --check=all
//
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "fence.proxy.async"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=PROXY
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "wgmma.fence"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "wgmma.commit"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "wgmma.wait"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "bar.sync"
// RUN: not cuda-tile-run %t.less.ptx --entry=product --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "wgmma.fence"
// RUN: not cuda-tile-run %t.less.ptx --entry=chain --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[8192] --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FENCE
//
// PROXY: a fence.proxy.async after the earlier access is missing
// FENCE: needs a wgmma.fence before it
// RACE: {{data race on shared address|wgmma.wait_group has to come before this access}}

// Copies are waited for, then fenced, then comes the barrier behind which the
// machine reads.
// PLACED-LABEL: tileas.kernel @product(
// PLACED: tileas.alloc_shared at 0
// PLACED: tileas.wait_group
// PLACED: tileas.proxy_fence
// PLACED-NEXT: tileas.barrier
// PLACED: tileas.wgmma
// PLACED-NOT: tileas.proxy_fence
// PLACED: tileas.return

// All from the fence on is one piece. The first instruction changes registers before
// the last one reads its descriptors, which are in none of these.
// NVVM-LABEL: @product(
// NVVM: "wgmma.fence.sync.aligned;{{.*}}wgmma.mma_async{{.*}}wgmma.mma_async{{.*}}wgmma.commit_group.sync.aligned;{{.*}}wgmma.wait_group.sync.aligned 0;", "=&f,=&f,

// CHECK: .entry product(
// CHECK: .shared .align 1024 .b8 __tessera_shared_product
// CHECK: cp.async.wait_group
// CHECK: fence.proxy.async.shared::cta;
// CHECK: bar.sync
// CHECK: wgmma.fence.sync.aligned;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {[[SUMS:.*]]}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 1, 1, 1, 0, 1;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {[[SUMS]]}, %rd{{.*}}, %rd{{.*}}, 1, 1, 1, 0, 1;
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK: wgmma.wait_group.sync.aligned 0;
tileas.kernel @product(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %pitch = arith.constant 128 : i64
  %start = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128x64xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %at] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileas.load %q[%at, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
    %z = tileas.wgmma %x as<f16>, %y as<f16>, %acc by [64, 64, 16] : tensor<128x64xf16>, tensor<64x64xf16>, tensor<128x64xf32>
    scf.yield %z : tensor<128x64xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] by<owner> : tensor<128x64xf32>, !tileaa.ptr
  tileas.return
}

// A product of a block adds to nothing, and so to no registers of zeros. Its sum is the
// next factor as it lies in registers.
// CHECK: .entry chain(
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1, 0, 1;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 1, 1, 1, 0, 1;
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK-NOT: shfl
// CHECK-NOT: st.shared
// CHECK: wgmma.fence.sync.aligned;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {{{.*}}}, {{{%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+}}}, %rd{{[0-9]+}}, 1, 1, 1, 1;
tileas.kernel @chain(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 64 : i64
  %rows = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %x, %t = tileas.load %p[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %y, %u = tileas.load %q[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %s = tileas.wgmma %x as<f16>, %y as<f16>, %none by [64, 64, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %h = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %d = tileas.wgmma %h as<f16>, %y as<f16>, %s by [64, 64, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %v = tileas.store %d to %r[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// Two sums take turns: each becomes the other's. The sum of a product moves to
// its new registers behind the wait, not between product and wait.
// CHECK: .entry turns(
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK-NOT: mov.b32
// CHECK: wgmma.wait_group.sync.aligned 0;
tileas.kernel @turns(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %ones = arith.constant dense<1.0> : tensor<64x64xf32>
  %x, %t = tileas.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %y, %u = tileas.load %q[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %last:3 = scf.for %k = %c0 to %n step %c1 iter_args(%even = %none, %odd = %ones, %factor = %x) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf16>) : i32 {
    %z = tileas.wgmma %factor as<f16>, %y as<f16>, %even by [64, 64, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %is = arith.cmpi eq, %k, %c1 : i32
    %next = scf.if %is -> (tensor<64x64xf16>) {
      %w, %v = tileas.load %q[%zero, %one] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
      scf.yield %w : tensor<64x64xf16>
    } else {
      scf.yield %x : tensor<64x64xf16>
    }
    scf.yield %odd, %z, %next : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf16>
  }
  %v = tileas.store %last#0 to %r[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// A factor in registers that all iterations read stays where it is.
// CHECK: .entry kept(
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: $L__BB{{.*}}:
// CHECK-NOT: mov.b32
// CHECK: wgmma.fence.sync.aligned;
// CHECK-NOT: mov.b32
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {{{.*}}}, {{{%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+}}}, %rd{{[0-9]+}}, 1, 1, 1, 1;
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK-NOT: mov.b32
// CHECK: bra
tileas.kernel @kept(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 64 : i64
  %rows = arith.constant 128 : i64
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %x, %t = tileas.load %p[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %y, %u = tileas.load %q[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %s = tileas.wgmma %x as<f16>, %y as<f16>, %none by [64, 64, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %h = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (tensor<64x64xf32>) : i32 {
    %z = tileas.wgmma %h as<f16>, %y as<f16>, %acc by [64, 64, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %z : tensor<64x64xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%rows, %pitch] strides [%pitch, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
