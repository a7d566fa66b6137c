// Kernels in which warps that compute go on beginning copies and products, and why.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-plan-issue))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir
// CHECK-NOT: copy_barrier
// CHECK-NOT: issue

#x = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
#q = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>
#k = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
#y = #tileas.layout<register = [[0, 1 to 16]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0], [0, 32]]>
!x = tensor<128x64xf32, #x>
!y = tensor<128x64xf32, #y>
!q = !tileas.buffer<128x64xf16, #q>
!k = !tileas.buffer<64x64xf16, #k>
!full = !tileas.buffer<!tileas.mbarrier<1>>

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}the kernel has no plan
tileas.kernel @unplanned(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}the front end asks for a number of warps
tileas.kernel @fixed(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, fixed_warps = true, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}a tile block has several CTAs
tileas.kernel @cluster(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}registers have no room
tileas.kernel @crowded(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 255>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// Beside five warps of two blocks a thread has 168. Guards of powers give up a quarter of what
// they have, and no more.
// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}registers have no room
tileas.kernel @guarded(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 184, of_guards = 60>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %power = tileaa.exp2 %x : !x
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}no iteration waits for products
tileas.kernel @pending(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m pending : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}threads meet in a branch
tileas.kernel @branch(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    scf.if %b {
      tileas.barrier
    }
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}warps exchange elements
tileas.kernel @exchange(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    tileas.barrier
    %y = arith.truncf %x : !x to tensor<128x64xf16, #x>
    tileas.shared_store %y to %q : tensor<128x64xf16, #x>, !q
    tileas.barrier
    %w = tileas.shared_load %q : !q -> tensor<128x64xf16, #x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}a warp would need what others compute
tileas.kernel @bounds(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %bound, %token = tileas.load %p by<owner> : !tileaa.ptr -> i32
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %bound step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}no iteration waits for products
tileas.kernel @waits_in_branch(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    scf.if %b {
      tileas.await_products %m
    }
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m pending : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}warps exchange elements
tileas.kernel @lanes(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 8, plan = <blocks = 1, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !y
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !y
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!y>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!y>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!y> : !y
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!y>
    scf.yield %s : !tileas.tmem_tile<!y>
  }
  tileas.return
}

// REMARK: [[#@LINE+1]]:1: remark: [Missed] RemarkIssuingWarp {{.*}}sums or buffers have no places yet
tileas.kernel @unplaced(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared : !k
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %n step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}
