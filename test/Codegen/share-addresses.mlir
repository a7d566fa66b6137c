// Neighbours that a thread gathers have one address, and offsets in the
// instructions, where no index wraps around.
//
// RUN: tileiras %s --gpu-name=sm_80 --emit=llvm | FileCheck %s
// RUN: %python %source/test/Compiler/Inputs/rows.py %t.npy "<f2" 5000
// RUN: cuda-tile-run %s --grid=2 --arg=ptr:%t.npy --arg=ptr:new:f16[5000] --arg=i32:5000 --gpu-name=sm_80 --compare=emulate --check=all

// CHECK: %[[INDEX:[0-9]+]] = shl {{.*}}i64 %{{[0-9]+}}, 1
// CHECK: %[[FROM:[0-9]+]] = getelementptr i8, ptr addrspace(1) %0, i64 %[[INDEX]]
// CHECK: getelementptr i8, ptr addrspace(1) %[[FROM]], i64 512
// CHECK: getelementptr i8, ptr addrspace(1) %[[FROM]], i64 1024
// CHECK: getelementptr i8, ptr addrspace(1) %[[FROM]], i64 1536
// CHECK: %[[TO:[0-9]+]] = getelementptr i8, ptr addrspace(1) %1, i64 %[[INDEX]]
// CHECK: getelementptr i8, ptr addrspace(1) %[[TO]], i64 512
// CHECK: getelementptr i8, ptr addrspace(1) %[[TO]], i64 1024
// CHECK: getelementptr i8, ptr addrspace(1) %[[TO]], i64 1536

cuda_tile.module @m {
  entry @copy(%from: tile<ptr<f16>>, %to: tile<ptr<f16>>, %n: tile<i32>) {
    %x = assume div_by<16>, %from : tile<ptr<f16>>
    %y = assume div_by<16>, %to : tile<ptr<f16>>
    %count = assume div_by<8>, %n : tile<i32>
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %size = constant <i32: 4096> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> tile<4096xi32>
    %iota = iota : tile<4096xi32>
    %index = addi %firsts, %iota : tile<4096xi32>
    %count1 = reshape %count : tile<i32> -> tile<1xi32>
    %counts = broadcast %count1 : tile<1xi32> -> tile<4096xi32>
    %exists = cmpi less_than %index, %counts, signed : tile<4096xi32> -> tile<4096xi1>
    %x1 = reshape %x : tile<ptr<f16>> -> tile<1xptr<f16>>
    %xs = broadcast %x1 : tile<1xptr<f16>> -> tile<4096xptr<f16>>
    %sources = offset %xs, %index : tile<4096xptr<f16>>, tile<4096xi32> -> tile<4096xptr<f16>>
    %y1 = reshape %y : tile<ptr<f16>> -> tile<1xptr<f16>>
    %ys = broadcast %y1 : tile<1xptr<f16>> -> tile<4096xptr<f16>>
    %targets = offset %ys, %index : tile<4096xptr<f16>>, tile<4096xi32> -> tile<4096xptr<f16>>
    %values, %t0 = load_ptr_tko weak %sources, %exists : tile<4096xptr<f16>>, tile<4096xi1> -> tile<4096xf16>, token
    %t1 = store_ptr_tko weak %targets, %values, %exists : tile<4096xptr<f16>>, tile<4096xf16>, tile<4096xi1> -> token
    return
  }
}
