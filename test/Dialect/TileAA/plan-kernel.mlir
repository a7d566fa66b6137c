// Warps, and the instruction of each product; remarks say why.
//
// RUN: cuda-tile-opt %s --remarks-filter=Schedule --remark-format=emitRemark --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_80}))' 2>%t.txt | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.txt
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_75 num-warps=1}))' | FileCheck %s --check-prefix=SM75

// CHECK: tileaa.entry @nothing() attributes {launch = #tileaa.launch<target = "sm_80", warps = 1>}
// REMARK-DAG: RemarkWarps{{.*}}nothing{{.*}}CTAs=1, {{.*}}small tiles have no work for more{{.*}}Warps=1
// SM75: tileaa.entry @nothing() attributes {launch = #tileaa.launch<target = "sm_75", warps = 1>}
tileaa.entry @nothing() { tileaa.return }

// Each thread of one warp has 16 bytes of a row of 256 f16, each of two warps of
// twice the row. Larger tiles are for the usual four.
// CHECK: @row(%{{.*}}warps = 1>
tileaa.entry @row(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e] extents[%e] strides[%e] : !tileaa.ptr -> tensor<256xf16>
  %t1 = tileaa.store %a to %p[%e] extents[%e] strides[%e] : tensor<256xf16>, !tileaa.ptr
  tileaa.return
}
// CHECK: @two_rows(%{{.*}}warps = 2>
// REMARK-DAG: RemarkWarpCandidate{{.*}}two_rows{{.*}}Blocks=32, Chosen=false, {{.*}}a CTA is to have more{{.*}}Warps=1
// REMARK-DAG: RemarkWarpCandidate{{.*}}two_rows{{.*}}Chosen=true, {{.*}}small tiles have no work for more{{.*}}Warps=2
// REMARK-DAG: RemarkWarpCandidate{{.*}}two_rows{{.*}}Chosen=false, {{.*}}fewer warps take no more cycles{{.*}}Warps=4
tileaa.entry @two_rows(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e] extents[%e] strides[%e] : !tileaa.ptr -> tensor<512xf16>
  %t1 = tileaa.store %a to %p[%e] extents[%e] strides[%e] : tensor<512xf16>, !tileaa.ptr
  tileaa.return
}
// CHECK: @usual(%{{.*}}warps = 4>
// REMARK-DAG: RemarkWarps{{.*}}usual{{.*}}as few hold all tiles{{.*}}Warps=4
tileaa.entry @usual(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e] extents[%e] strides[%e] : !tileaa.ptr -> tensor<8192xf16>
  %t1 = tileaa.store %a to %p[%e] extents[%e] strides[%e] : tensor<8192xf16>, !tileaa.ptr
  tileaa.return
}
// Computing takes more warps where it makes a large tile of a small one.
// CHECK: @spread(%{{.*}}warps = 4>
tileaa.entry @spread(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<64x1xf32>
  %b = tileaa.broadcast %a : tensor<64x1xf32> -> tensor<64x64xf32>
  tileaa.return
}

// What is asked for stays.
// CHECK: tileaa.entry @asked() attributes {launch = #tileaa.launch<target = "sm_80", warps = 2, stages = 3, fixed_warps = true>}
// REMARK-DAG: RemarkWarps{{.*}}asked{{.*}}the front end asks for them{{.*}}Warps=2
tileaa.entry @asked() attributes {launch = #tileaa.launch<warps = 2, stages = 3>} { tileaa.return }

// CHECK: tileaa.entry @advised() attributes {{.*}}launch = #tileaa.launch<target = "sm_80", warps = 8>
// REMARK-DAG: RemarkWarps{{.*}}advised{{.*}}a hint asks for them{{.*}}Warps=8
// REMARK-DAG: RemarkWarpCandidate{{.*}}advised{{.*}}Chosen=false, {{.*}}another number is asked for{{.*}}Warps=4
// REMARK-DAG: RemarkWarpCandidate{{.*}}advised{{.*}}Chosen=true, {{.*}}a hint asks for them{{.*}}Warps=8
tileaa.entry @advised() attributes {hints = #tileaa.entry_hints<warps = 8>} { tileaa.return }

// 16384 registers of tiles, of which a thread may have 64.
// CHECK: @tile({{.*}}warps = 8
// REMARK-DAG: RemarkWarps{{.*}}tile{{.*}}too much of a tile{{.*}}SumRegisters=0, TileRegisters=16384, Warps=8
// REMARK-DAG: RemarkWarpCandidate{{.*}}tile{{.*}}a thread would have too much of a tile{{.*}}TileRegisters=128, Warps=4
tileaa.entry @tile(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x128xf32>
  %t1 = tileaa.store %a to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// 32 where arithmetic makes it, and nothing is multiplied.
// CHECK: @computed({{.*}}warps = 16
tileaa.entry @computed(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e, %e] extents[%e, %e] strides[%e, %e] : !tileaa.ptr -> tensor<128x128xf32>
  %b = tileaa.addf %a, %a : tensor<128x128xf32>
  %t1 = tileaa.store %b to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// Warps that reduce a row wait for one another: an SM has two blocks of 16 warps where one
// tile is live meanwhile, as in a softmax, and one where another tile is, as the weights of
// a norm.
// CHECK: @one_live({{.*}}warps = 16
tileaa.entry @one_live(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e] extents[%e] strides[%e] : !tileaa.ptr -> tensor<16384xf32>
  %sum = tileaa.reduce %a dim 0 identities [0.0 : f32]
      : tensor<16384xf32> -> tensor<f32> {
  ^bb0(%x: f32, %y: f32):
    %z = tileaa.addf %x, %y : f32
    tileaa.yield %z : f32
  }
  %one = tileaa.reshape %sum : tensor<f32> -> tensor<1xf32>
  %all = tileaa.broadcast %one : tensor<1xf32> -> tensor<16384xf32>
  %b = tileaa.divf %a, %all : tensor<16384xf32>
  %t1 = tileaa.store %b to %p[%e] extents[%e] strides[%e] : tensor<16384xf32>, !tileaa.ptr
  tileaa.return
}
// CHECK: @two_live({{.*}}warps = 8
tileaa.entry @two_live(%p: !tileaa.ptr, %e: i64) {
  %a, %t0 = tileaa.load %p[%e] extents[%e] strides[%e] : !tileaa.ptr -> tensor<16384xf32>
  %w, %t1 = tileaa.load %p[%e] extents[%e] strides[%e] : !tileaa.ptr -> tensor<16384xf32>
  %sum = tileaa.reduce %a dim 0 identities [0.0 : f32]
      : tensor<16384xf32> -> tensor<f32> {
  ^bb0(%x: f32, %y: f32):
    %z = tileaa.addf %x, %y : f32
    tileaa.yield %z : f32
  }
  %one = tileaa.reshape %sum : tensor<f32> -> tensor<1xf32>
  %all = tileaa.broadcast %one : tensor<1xf32> -> tensor<16384xf32>
  %b = tileaa.divf %a, %all : tensor<16384xf32>
  %c = tileaa.mulf %b, %w : tensor<16384xf32>
  %t2 = tileaa.store %c to %p[%e] extents[%e] strides[%e] : tensor<16384xf32>, !tileaa.ptr
  tileaa.return
}

// A mask is made where it is used, and what it chooses takes the place of the sum:
// 128 registers of a thread for both, none for the mask.
// CHECK: @masked({{.*}}warps = 4
// REMARK-DAG: RemarkWarps{{.*}}masked{{.*}}SumRegisters=16384, TileRegisters=1, Warps=4
tileaa.entry @masked(%p: !tileaa.ptr, %e: i64, %a: f16, %end: i32) {
  %0 = tileaa.splat %a : f16 -> tensor<128x16xf16>
  %1 = tileaa.splat %a : f16 -> tensor<16x128xf16>
  %2 = arith.constant dense<0.0> : tensor<128x128xf32>
  %3 = tileaa.mma %0 as<f16>, %1 as<f16>, %2 : tensor<128x16xf16>, tensor<16x128xf16>, tensor<128x128xf32>
  %i = tileaa.iota : tensor<128xi32>
  %row = tileaa.reshape %i : tensor<128xi32> -> tensor<1x128xi32>
  %4 = tileaa.broadcast %row : tensor<1x128xi32> -> tensor<128x128xi32>
  %5 = tileaa.splat %end : i32 -> tensor<128x128xi32>
  %6 = arith.cmpi slt, %4, %5 : tensor<128x128xi32>
  %7 = arith.select %6, %3, %2 : tensor<128x128xi1>, tensor<128x128xf32>
  %8 = arith.truncf %7 : tensor<128x128xf32> to tensor<128x128xf16>
  %t = tileaa.store %8 to %p[%e, %e] extents[%e, %e] strides[%e, %e] : tensor<128x128xf16>, !tileaa.ptr
  tileaa.return
}

// The factors are widened for sm_75, whose tensor cores have no bf16.
// CHECK-LABEL: tileaa.entry @product(
// CHECK: tileaa.mma %{{.*}} as<bf16>, %{{.*}} as<bf16>, %{{.*}} by [16, 8, 16] : tensor<16x32xbf16>
// SM75-LABEL: tileaa.entry @product(
// SM75: tileaa.mma %{{.*}} as<f32>, %{{.*}} as<f32>, %{{[0-9a-z_]+}} : tensor<16x32xf32>
tileaa.entry @product(%a: bf16, %c: f32) {
  %0 = tileaa.splat %a : bf16 -> tensor<16x32xbf16>
  %1 = tileaa.splat %a : bf16 -> tensor<32x8xbf16>
  %2 = tileaa.splat %c : f32 -> tensor<16x8xf32>
  %3 = tileaa.mma %0 as<bf16>, %1 as<bf16>, %2 : tensor<16x32xbf16>, tensor<32x8xbf16>, tensor<16x8xf32>
  tileaa.return
}
