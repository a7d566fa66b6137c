// The planned CTAs are handed to the assembler, or a remark says why not.
//
// RUN: cuda-tile-opt %s -split-input-file --remarks-filter=Schedule --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-freeze-kernel-spec))' --mlir-print-local-scope 2>%t.txt | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=RemarkPlanNotKept < %t.txt

#words = #tileas.layout<register = [[1], [2], [4], [8], [16], [32]], lane = [[64], [128], [256], [512], [1024]], warp = [[2048], [4096]]>

// Three CTAs of four warps leave a thread 168 registers.
// CHECK-LABEL: tileas.kernel @three(
// CHECK-SAME: min_ctas_per_sm = 3, plan = <blocks = 3, registers = 64>, shared
tileas.kernel @three() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 3, registers = 64>, shared = 0, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<8192xf32, #words>
  tileas.return
}

// With fewer than 169 registers the assembler spills: no more than two CTAs leave a
// thread as many, whether a plan counts on more or there is none.
// CHECK-LABEL: tileas.kernel @known_to_spill(
// CHECK-SAME: min_ctas_per_sm = 2, plan = <blocks = 3, registers = 64>, findings = <least_registers = 169>, shared
tileas.kernel @known_to_spill() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 3, registers = 64>, findings = <least_registers = 169>, shared = 0, frozen = false>} {
  tileas.return
}

// CHECK-LABEL: tileas.kernel @known_to_spill_without_plan(
// CHECK-SAME: min_ctas_per_sm = 2, findings = <least_registers = 169>, shared
tileas.kernel @known_to_spill_without_plan() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, findings = <least_registers = 169>, shared = 0, frozen = false>} {
  tileas.return
}

// Two leave it all that it can have, as one does.
// CHECK-LABEL: tileas.kernel @two(
// CHECK-SAME: warps = 4, min_ctas_per_sm = 1, plan = <blocks = 2, registers = 64>, shared
tileas.kernel @two() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 2, registers = 64>, shared = 0, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<8192xf32, #words>
  tileas.return
}

// The front end asks for no fewer.
// CHECK-LABEL: tileas.kernel @more_than_asked_for(
// CHECK-SAME: min_ctas_per_sm = 4, plan = <blocks = 4, registers = 64>, shared
tileas.kernel @more_than_asked_for() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, min_ctas_per_sm = 3, plan = <blocks = 4, registers = 64>, shared = 0, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<8192xf32, #words>
  tileas.return
}

// It gets more if it asks for more.
// CHECK-LABEL: tileas.kernel @fewer_than_asked_for(
// CHECK-SAME: min_ctas_per_sm = 4, plan = <blocks = 3, registers = 64>, shared
tileas.kernel @fewer_than_asked_for() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, min_ctas_per_sm = 4, plan = <blocks = 3, registers = 64>, shared = 0, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<8192xf32, #words>
  tileas.return
}

// It sets the registers itself. With 64 there are more CTAs than planned.
// CHECK-LABEL: tileas.kernel @registers_asked_for(
// CHECK-SAME: warps = 4, max_registers = 64, plan = <
tileas.kernel @registers_asked_for() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, max_registers = 64, plan = <blocks = 3, registers = 64>, shared = 0, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<8192xf32, #words>
  tileas.return
}

// With 255 there may be fewer.
// CHECK-LABEL: tileas.kernel @too_many_registers(
// CHECK-SAME: warps = 4, max_registers = 255, plan = <
// REMARK: RemarkPlanNotKept{{.*}}fewer than the 3 CTAs that schedules count on: 'nvvm.maxnreg' lets a thread take more registers{{.*}}lower 'nvvm.maxnreg', or leave it out
tileas.kernel @too_many_registers() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, max_registers = 255, plan = <blocks = 3, registers = 64>, shared = 0, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<8192xf32, #words>
  tileas.return
}

// What has been placed in shared memory since leaves room for three.
// CHECK-LABEL: tileas.kernel @too_much_shared(
// CHECK-SAME: min_ctas_per_sm = 3, plan = <blocks = 3, registers = 64>, shared
// REMARK: RemarkPlanNotKept{{.*}}fewer than the 4 CTAs that schedules count on: shared memory has no room for them{{.*}}use smaller tiles
tileas.kernel @too_much_shared() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 4, registers = 64>, shared = 49152, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<8192xf32, #words>
  tileas.return
}

// Without a tile of 64 registers ptxas makes room by itself.
// CHECK-LABEL: tileas.kernel @small(
// CHECK-SAME: warps = 4, plan = <
tileas.kernel @small() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 8, registers = 64>, shared = 0, frozen = false>} {
  tileas.return
}

// Nor is there one here, but sums that take as many together, for which ptxas
// takes all that the plan has, and more.
// CHECK-LABEL: tileas.kernel @sums(
// CHECK-SAME: min_ctas_per_sm = 4, plan = <blocks = 4, registers = 128>, shared
// CHECK-LABEL: tileas.kernel @sums_with_room(
// CHECK-SAME: warps = 4, plan = <blocks = 4, registers = 120>, shared
#sums = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
tileas.kernel @sums(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 4, registers = 128>, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
  %a = tileas.alloc_shared : <64x32xf16>
  %b = tileas.alloc_shared : <32x64xf16>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %none, %y = %none) -> (tensor<64x64xf32, #sums>, tensor<64x64xf32, #sums>) : i32 {
    %p = tileas.mma %a as<f16>, %b as<f16>, %x by [16, 8, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32, #sums>
    %q = tileas.mma %a as<f16>, %b as<f16>, %y by [16, 8, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32, #sums>
    scf.yield %p, %q : tensor<64x64xf32, #sums>, tensor<64x64xf32, #sums>
  }
  tileas.return
}
tileas.kernel @sums_with_room(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 4, registers = 120>, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
  %a = tileas.alloc_shared : <64x32xf16>
  %b = tileas.alloc_shared : <32x64xf16>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %none, %y = %none) -> (tensor<64x64xf32, #sums>, tensor<64x64xf32, #sums>) : i32 {
    %p = tileas.mma %a as<f16>, %b as<f16>, %x by [16, 8, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32, #sums>
    %q = tileas.mma %a as<f16>, %b as<f16>, %y by [16, 8, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32, #sums>
    scf.yield %p, %q : tensor<64x64xf32, #sums>, tensor<64x64xf32, #sums>
  }
  tileas.return
}

// Sums count as well while their products are under way.
// CHECK-LABEL: tileas.kernel @sums_under_way(
// CHECK-SAME: min_ctas_per_sm = 4, plan = <blocks = 4, registers = 128>, shared
tileas.kernel @sums_under_way(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, plan = <blocks = 4, registers = 128>, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
  %a = tileas.alloc_shared : <64x32xf16>
  %b = tileas.alloc_shared : <32x64xf16>
  %first = tileas.pend %none : !tileas.pending<tensor<64x64xf32, #sums>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first, %y = %none) -> (!tileas.pending<tensor<64x64xf32, #sums>>, tensor<64x64xf32, #sums>) : i32 {
    %sum = tileas.settle %x : !tileas.pending<tensor<64x64xf32, #sums>>
    %p = tileas.wgmma %a as<f16>, %b as<f16>, %sum by [64, 64, 16] pending : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32, #sums>
    %q = tileas.wgmma %a as<f16>, %b as<f16>, %y by [64, 64, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32, #sums>
    scf.yield %p, %q : !tileas.pending<tensor<64x64xf32, #sums>>, tensor<64x64xf32, #sums>
  }
  tileas.return
}

// -----

// ptxas refuses products of f64 that leave a thread fewer than 64 registers: of the 16
// CTAs that are asked for, with 32 registers, eight stay.
#sums = #tileas.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>

// CHECK-LABEL: tileas.kernel @products_of_doubles(
// CHECK-SAME: warps = 4, min_ctas_per_sm = 8, shared
tileas.kernel @products_of_doubles() attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, min_ctas_per_sm = 16, shared = 0, frozen = false>} {
  %none = arith.constant dense<0.0> : tensor<64x8xf64, #sums>
  %lhs = tileas.alloc_shared : <64x8xf64>
  %rhs = tileas.alloc_shared : <8x8xf64>
  %0 = tileas.mma %lhs as<f64>, %rhs as<f64>, %none by [16, 8, 8] : !tileas.buffer<64x8xf64>, !tileas.buffer<8x8xf64>, tensor<64x8xf64, #sums>
  tileas.return
}

// Other products may have fewer.
// CHECK-LABEL: tileas.kernel @products_of_floats(
// CHECK-SAME: warps = 4, min_ctas_per_sm = 16, shared
tileas.kernel @products_of_floats() attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, min_ctas_per_sm = 16, shared = 0, frozen = false>} {
  %none = arith.constant dense<0.0> : tensor<64x8xf32, #sums>
  %lhs = tileas.alloc_shared : <64x8xf16>
  %rhs = tileas.alloc_shared : <8x8xf16>
  %0 = tileas.mma %lhs as<f16>, %rhs as<f16>, %none by [16, 8, 8] : !tileas.buffer<64x8xf16>, !tileas.buffer<8x8xf16>, tensor<64x8xf32, #sums>
  tileas.return
}

// -----

// Of 512 columns of tensor memory two CTAs have 256 each; a third one would wait for
// its columns.
// CHECK-LABEL: tileas.kernel @columns(
// CHECK-SAME: plan = <blocks = 2, registers = 64>
// REMARK: RemarkPlanNotKept{{.*}}fewer than the 3 CTAs that schedules count on: tensor memory has no room for them
tileas.kernel @columns() attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 3, registers = 64>, shared = 64, frozen = false>} {
  %place = tileas.alloc_shared at 0 : <1xi32>
  %done = tileas.alloc_shared at 16 : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %done : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 256 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.tmem_free %m columns 256 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// -----

// Two loops add up products and read the sums in the same 128 columns, of which four
// CTAs have room.
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>

// CHECK-LABEL: tileas.kernel @columns_of_loops(
// CHECK-SAME: plan = <blocks = 4, registers = 64>
tileas.kernel @columns_of_loops(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 4, registers = 64>, shared = 64, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<128x128xf32, #sum>
  %a = tileas.alloc_shared : <128x16xf16>
  %b = tileas.alloc_shared : <16x128xf16>
  scf.for %i = %zero to %n step %one : i32 {
    %0, %end0 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %1, %end1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
  }
  scf.for %i = %zero to %n step %one : i32 {
    %0, %end0 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %1, %end1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
  }
  tileas.return
}

// Of sums that follow each other within a loop 640 columns are counted: a CTA may have
// all 512.
// CHECK-LABEL: tileas.kernel @all_columns(
// CHECK-SAME: plan = <blocks = 1, registers = 64>
tileas.kernel @all_columns(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 1, registers = 64>, shared = 64, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<128x128xf32, #sum>
  %a = tileas.alloc_shared : <128x16xf16>
  %b = tileas.alloc_shared : <16x128xf16>
  scf.for %i = %zero to %n step %one : i32 {
    %0, %end0 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %1, %end1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %2, %end2 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %3, %end3 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %2 by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %4, %end4 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %5, %end5 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %4 by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %6, %end6 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %7, %end7 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %6 by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %8, %end8 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %none by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
    %9, %end9 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %8 by [128, 128, 16] : !tileas.buffer<128x16xf16>, !tileas.buffer<16x128xf16>, tensor<128x128xf32, #sum>
  }
  tileas.return
}
