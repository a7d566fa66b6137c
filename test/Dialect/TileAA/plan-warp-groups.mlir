// Warp groups multiply where the GPU has instructions for them, and the tile has
// the rows and columns to keep them busy.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90 warp-groups=false}))' | FileCheck %s --check-prefix=WARPS
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100}))' | FileCheck %s --check-prefix=THREAD
//
// WARPS-NOT: by [64,
//
// THREAD-LABEL: @least(
// THREAD: tileaa.mma {{.*}} by [64, 64, 16]

// CHECK-LABEL: @least(
// CHECK-SAME: warps = 4
// CHECK: tileaa.mma {{.*}} by [64, 64, 16]
tileaa.entry @least() {
  %a = arith.constant dense<1.0> : tensor<64x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x64xf16>
  %c = arith.constant dense<1.0> : tensor<64x64xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<64x16xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  tileaa.return
}

// Two groups have the rows of one instruction each, and all columns.
// CHECK-LABEL: @two_groups(
// CHECK-SAME: warps = 8
// CHECK: tileaa.mma {{.*}} by [64, 256, 16]
tileaa.entry @two_groups() {
  %a = arith.constant dense<1.0> : tensor<128x64xbf16>
  %b = arith.constant dense<1.0> : tensor<64x256xbf16>
  %c = arith.constant dense<1.0> : tensor<128x256xf32>
  %d = tileaa.mma %a as<bf16>, %b as<bf16>, %c : tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128x256xf32>
  tileaa.return
}

// A group multiplies all matrices of a batch, one after the other.
// CHECK-LABEL: @batch(
// CHECK: tileaa.mma {{.*}} by [64, 64, 16]
tileaa.entry @batch() {
  %a = arith.constant dense<1.0> : tensor<2x64x16xf16>
  %b = arith.constant dense<1.0> : tensor<2x16x64xf16>
  %c = arith.constant dense<1.0> : tensor<2x64x64xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<2x64x16xf16>, tensor<2x16x64xf16>, tensor<2x64x64xf32>
  tileaa.return
}

// Integers of both kinds, floats of 8 bits whose sums may be short, and tf32.
// CHECK-LABEL: @integers(
// CHECK: tileaa.mma {{.*}} by [64, 64, 32]
tileaa.entry @integers() {
  %a = arith.constant dense<1> : tensor<64x32xi8>
  %b = arith.constant dense<1> : tensor<32x64xi8>
  %c = arith.constant dense<1> : tensor<64x64xi32>
  %d = tileaa.mma %a as<s8>, %b as<u8>, %c : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xi32>
  tileaa.return
}

// CHECK-LABEL: @small_floats(
// CHECK: tileaa.mma {{.*}} by [64, 64, 32] fast_acc
// CHECK: tileaa.mma {{.*}} by [64, 64, 32] :
tileaa.entry @small_floats() {
  %a = arith.constant dense<1> : tensor<64x32xi8>
  %b = arith.constant dense<1> : tensor<32x64xi8>
  %c = arith.constant dense<1.0> : tensor<64x64xf32>
  %d = tileaa.mma %a as<e4m3>, %b as<e5m2>, %c fast_acc : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xf32>
  %e = tileaa.mma %a as<e4m3>, %b as<e5m2>, %d : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xf32>
  tileaa.return
}

// Beside the sum of a thread there is room for that of an instruction with 128
// columns: two groups share out the columns.
// CHECK-LABEL: @small_floats_of_many_columns(
// CHECK: tileaa.mma {{.*}} by [64, 256, 32] fast_acc
tileaa.entry @small_floats_of_many_columns() {
  %a = arith.constant dense<1> : tensor<128x32xi8>
  %b = arith.constant dense<1> : tensor<32x256xi8>
  %c = arith.constant dense<1.0> : tensor<128x256xf32>
  %d = tileaa.mma %a as<e4m3>, %b as<e4m3>, %c fast_acc : tensor<128x32xi8>, tensor<32x256xi8>, tensor<128x256xf32>
  tileaa.return
}

// CHECK-LABEL: @promoted_sums_of_many_columns(
// CHECK: tileaa.mma {{.*}} by [64, 128, 32] :
tileaa.entry @promoted_sums_of_many_columns() {
  %a = arith.constant dense<1> : tensor<128x32xi8>
  %b = arith.constant dense<1> : tensor<32x256xi8>
  %c = arith.constant dense<1.0> : tensor<128x256xf32>
  %d = tileaa.mma %a as<e4m3>, %b as<e4m3>, %c : tensor<128x32xi8>, tensor<32x256xi8>, tensor<128x256xf32>
  tileaa.return
}

// One group has all 256 columns.
// CHECK-LABEL: @promoted_sums_of_one_group(
// CHECK: tileaa.mma {{.*}} by [16, 8, 32] :
tileaa.entry @promoted_sums_of_one_group() {
  %a = arith.constant dense<1> : tensor<64x32xi8>
  %b = arith.constant dense<1> : tensor<32x256xi8>
  %c = arith.constant dense<1.0> : tensor<64x256xf32>
  %d = tileaa.mma %a as<e4m3>, %b as<e4m3>, %c : tensor<64x32xi8>, tensor<32x256xi8>, tensor<64x256xf32>
  tileaa.return
}

// CHECK-LABEL: @tf32(
// CHECK: tileaa.mma {{.*}} by [64, 64, 8] :
// CHECK: tileaa.mma {{.*}} by [64, 64, 8] :
// CHECK: tileaa.mma {{.*}} by [64, 64, 8] :
tileaa.entry @tf32() {
  %a = arith.constant dense<1.0> : tensor<64x32xf32>
  %b = arith.constant dense<1.0> : tensor<32x64xf32>
  %c = arith.constant dense<1.0> : tensor<64x64xf32>
  %d = tileaa.mma %a as<tf32>, %b as<tf32>, %c : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x64xf32> -> tensor<32x64xf32>
  %e = tileaa.mma %a as<tf32>, %r as<tf32>, %d : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  %s = tileaa.convert_float %a from <f32> to <tf32> : tensor<64x32xf32> -> tensor<64x32xf32>
  %f = tileaa.mma %s as<tf32>, %r as<tf32>, %e : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
  tileaa.return
}

// Threads round what no map copies, and mma.sync rounds what it has read.
// CHECK-LABEL: @rounded_by_threads(
// CHECK: tileaa.mma {{.*}} by [16, 8, 8] :
tileaa.entry @rounded_by_threads(%p: !tileaa.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 128 : i64
  %a, %t = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x32xf32>
  %b, %u = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<32x128xf32>
  %c = arith.constant dense<0.0> : tensor<128x128xf32>
  %r = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
  %s = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x128xf32> -> tensor<32x128xf32>
  %d = tileaa.mma %r as<tf32>, %s as<tf32>, %c : tensor<128x32xf32>, tensor<32x128xf32>, tensor<128x128xf32>
  tileaa.return
}

// Maps round, and the right factor, which lies across K, comes from registers.
// CHECK-LABEL: @rounded(
// CHECK-SAME: warps = 4
// CHECK: tileaa.mma {{.*}} by [64, 128, 8] swapped :
tileaa.entry @rounded(%q: !tileaa.ptr) {
  %p = tileaa.assume %q {div_by = 16 : i64} : !tileaa.ptr
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 128 : i64
  %a, %t = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x32xf32>
  %b, %u = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<32x128xf32>
  %c = arith.constant dense<0.0> : tensor<128x128xf32>
  %r = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
  %s = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x128xf32> -> tensor<32x128xf32>
  %d = tileaa.mma %r as<tf32>, %s as<tf32>, %c : tensor<128x32xf32>, tensor<32x128xf32>, tensor<128x128xf32>
  tileaa.return
}

// With 64 of its words beside a sum of 128 a thread has too few registers left.
// CHECK-LABEL: @rounded_more(
// CHECK-SAME: warps = 8
// CHECK: tileaa.mma {{.*}} by [64, 128, 8] swapped :
tileaa.entry @rounded_more(%q: !tileaa.ptr) {
  %p = tileaa.assume %q {div_by = 16 : i64} : !tileaa.ptr
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 128 : i64
  %a, %t = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x64xf32>
  %b, %u = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x128xf32>
  %c = arith.constant dense<0.0> : tensor<128x128xf32>
  %r = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x64xf32> -> tensor<128x64xf32>
  %s = tileaa.convert_float %b from <f32> to <tf32> : tensor<64x128xf32> -> tensor<64x128xf32>
  %d = tileaa.mma %r as<tf32>, %s as<tf32>, %c : tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x128xf32>
  tileaa.return
}

// Two groups that share out columns would both read all rows.
// CHECK-LABEL: @rounded_columns(
// CHECK-SAME: warps = 4
// CHECK: tileaa.mma {{.*}} by [16, 8, 8] :
tileaa.entry @rounded_columns(%p: !tileaa.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 128 : i64
  %a, %t = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %b, %u = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x128xf32>
  %c = arith.constant dense<0.0> : tensor<64x128xf32>
  %r = tileaa.convert_float %a from <f32> to <tf32> : tensor<64x64xf32> -> tensor<64x64xf32>
  %s = tileaa.convert_float %b from <f32> to <tf32> : tensor<64x128xf32> -> tensor<64x128xf32>
  %d = tileaa.mma %r as<tf32>, %s as<tf32>, %c : tensor<64x64xf32>, tensor<64x128xf32>, tensor<64x128xf32>
  tileaa.return
}

// Bytes along K or across: where those of the right factor alone lie across, the
// transposes are multiplied, with that factor from registers.
// CHECK-LABEL: @swapped(
// CHECK: tileaa.mma {{.*}} by [64, 64, 32] :
// CHECK: tileaa.mma {{.*}} by [64, 64, 32] swapped :
// CHECK: tileaa.mma {{.*}} by [64, 64, 32] swapped :
tileaa.entry @swapped(%p: !tileaa.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 128 : i64
  %a, %t = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x32xi8>
  %b, %u = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<64x32xi8>
  %x, %v = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<32x64xi8>
  %y, %w = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<32x128xi8>
  %m = arith.constant dense<0> : tensor<64x64xi32>
  %n = arith.constant dense<0> : tensor<64x128xi32>
  %c = tileaa.permute %b [1, 0] : tensor<64x32xi8> -> tensor<32x64xi8>
  %d = tileaa.mma %a as<s8>, %c as<s8>, %m : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xi32>
  %e = tileaa.mma %a as<s8>, %y as<s8>, %n : tensor<64x32xi8>, tensor<32x128xi8>, tensor<64x128xi32>
  %f = tileaa.mma %a as<s8>, %x as<s8>, %m : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xi32>
  tileaa.return
}

// The left factor lies across K: a few bytes that threads turn are worth it with 128
// columns, and those of both factors are not with 64.
// CHECK-LABEL: @turned(
// CHECK: tileaa.mma {{.*}} by [64, 128, 32] :
// CHECK: tileaa.mma {{.*}} by [16, 8, 32] :
tileaa.entry @turned(%p: !tileaa.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pitch = arith.constant 128 : i64
  %x, %v = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<32x64xi8>
  %z, %s = tileaa.load %p[%zero, %zero] extents [%pitch, %pitch] strides [%pitch, %one] : !tileaa.ptr -> tensor<128x32xi8>
  %m = arith.constant dense<0> : tensor<64x64xi32>
  %n = arith.constant dense<0> : tensor<64x128xi32>
  %a = tileaa.permute %x [1, 0] : tensor<32x64xi8> -> tensor<64x32xi8>
  %b = tileaa.permute %z [1, 0] : tensor<128x32xi8> -> tensor<32x128xi8>
  %d = tileaa.mma %a as<s8>, %b as<s8>, %n : tensor<64x32xi8>, tensor<32x128xi8>, tensor<64x128xi32>
  %e = tileaa.mma %a as<s8>, %x as<s8>, %m : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xi32>
  tileaa.return
}

// Half of a group's rows.
// CHECK-LABEL: @few_rows(
// CHECK: tileaa.mma {{.*}} by [16, 8, 16]
tileaa.entry @few_rows() {
  %a = arith.constant dense<1.0> : tensor<32x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x64xf16>
  %c = arith.constant dense<1.0> : tensor<32x64xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<32x16xf16>, tensor<16x64xf16>, tensor<32x64xf32>
  tileaa.return
}

// Few columns are longer in the banks than in the tensor cores, by mma.sync even more.
// CHECK-LABEL: @few_columns(
// CHECK: tileaa.mma {{.*}} by [64, 32, 16]
tileaa.entry @few_columns() {
  %a = arith.constant dense<1.0> : tensor<128x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x32xf16>
  %c = arith.constant dense<1.0> : tensor<128x32xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<128x16xf16>, tensor<16x32xf16>, tensor<128x32xf32>
  tileaa.return
}

// Of 128 x 256, an SM has registers for one block. Its groups issue copies while
// their products go on, so that another warp saves nothing, unless it is asked for.
// A CTA whose warps are given has no more of them.
// RUN: cuda-tile-opt %s --remarks-filter=Schedule --remark-format=emitRemark -o %t.mlir \
// RUN:   --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90 copy-warps=1}))' | FileCheck %s --check-prefix=ASKED
// REMARK-DAG: RemarkCopyCandidate{{.*}}copied{{.*}}Blocks=1, Chosen=true, CopyWarps=0, Cycles=1044, {{.*}}Registers=192, ThreadCycles=1044, UnitCycles=1024
// REMARK-DAG: RemarkCopyCandidate{{.*}}copied{{.*}}Blocks=1, Chosen=false, CopyWarps=1, Cycles=1044, {{.*}}another number takes no more cycles"{{.*}}ThreadCycles=1044
// REMARK-DAG: RemarkCopyWarps{{.*}}copied{{.*}}CopyWarps=0, {{.*}}warps that only copy would save no cycles
// REMARK-DAG: RemarkCopyCandidate{{.*}}fixed{{.*}}Chosen=false, CopyWarps=1, {{.*}}the front end asks for the warps of a CTA
// CHECK: @copied({{.*}}warps = 8>}
// ASKED: @copied({{.*}}warps = 8, copy_warps = 1
tileaa.entry @copied(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// CHECK: @fixed({{.*}}warps = 8, fixed_warps = true>}
tileaa.entry @fixed(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {launch = #tileaa.launch<warps = 8>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// A thread of 32 warps has 64 registers, of which a sum may take half: ptxas refuses a
// product of a group where it takes all of them.
// CHECK-LABEL: @half_of_few_registers(
// CHECK: tileaa.mma {{.*}} by [64, 64, 16]
tileaa.entry @half_of_few_registers() attributes {launch = #tileaa.launch<warps = 32>} {
  %a = arith.constant dense<1.0> : tensor<256x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x128xf16>
  %c = arith.constant dense<1.0> : tensor<256x128xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
  tileaa.return
}

// CHECK-LABEL: @all_of_few_registers(
// CHECK: tileaa.mma {{.*}} by [16, 8, 16]
tileaa.entry @all_of_few_registers() attributes {launch = #tileaa.launch<warps = 32>} {
  %a = arith.constant dense<1.0> : tensor<256x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x256xf16>
  %c = arith.constant dense<1.0> : tensor<256x256xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
  tileaa.return
}

// Each group reads eight columns of a sum in tensor memory at least.
// THREAD-LABEL: @narrow(
// THREAD: tileaa.mma {{.*}} by [16, 8, 16]
tileaa.entry @narrow() attributes {launch = #tileaa.launch<warps = 16>} {
  %a = arith.constant dense<1.0> : tensor<64x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x16xf16>
  %c = arith.constant dense<1.0> : tensor<64x16xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<64x16xf16>, tensor<16x16xf16>, tensor<64x16xf32>
  tileaa.return
}

// Multiply-adds would have 64 registers of each thread of eight warps for their sum, of
// which two groups cannot share the eight columns of the other product. With 128 registers
// of four warps that keeps its engine. Two groups that share 64 columns read all rows twice.
// CHECK-LABEL: @beside_multiply_adds(
// CHECK-SAME: warps = 4
// CHECK: tileaa.mma {{.*}} by [64, 8, 16]
// CHECK: tileaa.mma {{.*}} tensor<128x128xf32>
// CHECK-LABEL: @shared_beside_multiply_adds(
// CHECK-SAME: warps = 8
// CHECK: tileaa.mma {{.*}} by [64, 32, 16]
// CHECK: tileaa.mma {{.*}} tensor<128x128xf32>
tileaa.entry @beside_multiply_adds() {
  %a = arith.constant dense<1.0> : tensor<64x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x8xf16>
  %c = arith.constant dense<1.0> : tensor<64x8xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<64x64xf16>, tensor<64x8xf16>, tensor<64x8xf32>
  %x = arith.constant dense<1.0> : tensor<128x8xf32>
  %y = arith.constant dense<1.0> : tensor<8x128xf32>
  %z = arith.constant dense<1.0> : tensor<128x128xf32>
  %w = tileaa.mma %x as<f32>, %y as<f32>, %z : tensor<128x8xf32>, tensor<8x128xf32>, tensor<128x128xf32>
  tileaa.return
}

tileaa.entry @shared_beside_multiply_adds() {
  %a = arith.constant dense<1.0> : tensor<64x64xf16>
  %b = arith.constant dense<1.0> : tensor<64x64xf16>
  %c = arith.constant dense<1.0> : tensor<64x64xf32>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %x = arith.constant dense<1.0> : tensor<128x8xf32>
  %y = arith.constant dense<1.0> : tensor<8x128xf32>
  %z = arith.constant dense<1.0> : tensor<128x128xf32>
  %w = tileaa.mma %x as<f32>, %y as<f32>, %z : tensor<128x8xf32>, tensor<8x128xf32>, tensor<128x128xf32>
  tileaa.return
}

// A loop that adds the product of each iteration to a tile that it carries has both at
// once: 128 and 128 registers of a thread of 4 warps, and half of each of 8.
// CHECK-LABEL: @added_by_threads(
// CHECK-SAME: warps = 8
tileaa.entry @added_by_threads(%p: !tileaa.ptr, %n: i64, %s: f32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %scale = tileaa.splat %s : f32 -> tensor<128x128xf32>
  %sum = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %i] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf16>
    %b, %u = tileaa.load %p[%i, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %none : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    %e = tileaa.fma %d, %scale, %acc : tensor<128x128xf32>
    scf.yield %e : tensor<128x128xf32>
  }
  %w = tileaa.store %sum to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}
