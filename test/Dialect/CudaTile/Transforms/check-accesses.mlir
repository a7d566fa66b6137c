// Asserts in front of accesses: what they ask, and that they find it, interpreted
// and compiled.
//
// RUN: cuda-tile-opt %s --cuda-tile-check-accesses | FileCheck %s
// RUN: cuda-tile-opt %s --cuda-tile-check-accesses -o %t.mlir
// DEFINE: %{run} = cuda-tile-run %t.mlir --check=none
// RUN: not %{run} --entry=allocations --arg=i32:5 --arg=i32:4 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not %{run} --entry=allocations --arg=i32:5 --arg=i32:4 --engine=emulate --gpu-name=sm_80 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not %{run} --entry=allocations --arg=i32:-1 --arg=i32:1 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: %{run} --entry=allocations --arg=i32:4 --arg=i32:4
// RUN: %{run} --entry=allocations --arg=i32:5 --arg=i32:3
// RUN: %{run} --entry=allocations --arg=i32:5 --arg=i32:3 --engine=emulate --gpu-name=sm_80
// RUN: not %{run} --entry=promise --arg=ptr:new:i32[16] --arg=i32:15 --arg=i32:1 2>&1 | FileCheck %s --check-prefix=PROMISE
// RUN: not %{run} --entry=promise --arg=ptr:new:i32[16] --arg=i32:15 --arg=i32:1 --engine=emulate --gpu-name=sm_90 2>&1 | FileCheck %s --check-prefix=PROMISE
// RUN: not %{run} --entry=promise --arg=ptr:new:i32[16] --arg=i32:7 --arg=i32:0 2>&1 | FileCheck %s --check-prefix=PROMISE
// RUN: %{run} --entry=promise --arg=ptr:new:i32[16] --arg=i32:16 --arg=i32:1
// RUN: not %{run} --entry=writes --arg=i32:4 --arg=i32:0 2>&1 | FileCheck %s --check-prefix=STORED
// RUN: not %{run} --entry=writes --arg=i32:4 --arg=i32:0 --engine=emulate --gpu-name=sm_80 2>&1 | FileCheck %s --check-prefix=STORED
// RUN: not %{run} --entry=writes --arg=i32:3 --arg=i32:8 2>&1 | FileCheck %s --check-prefix=ADDED
// RUN: not %{run} --entry=writes --arg=i32:3 --arg=i32:8 --engine=emulate --gpu-name=sm_80 2>&1 | FileCheck %s --check-prefix=ADDED
// RUN: %{run} --entry=writes --arg=i32:3 --arg=i32:7
// RUN: %{run} --entry=writes --arg=i32:3 --arg=i32:7 --engine=emulate --gpu-name=sm_80
// RUN: not %{run} --entry=unsigned_floats --arg=i32:4 2>&1 | FileCheck %s --check-prefix=FLOATS
// RUN: %{run} --entry=unsigned_floats --arg=i32:3

cuda_tile.module @m {
  global @table <i32: [1, 2, 3, 4, 5, 6, 7, 8]> : tile<8xi32>
  global @floats <f8E5M3FNU: [0.5, 1.0, 6.0, 3.0]> : tile<4xf8E5M3FNU>

  // 32 bytes hold an i32 at offsets below 29. What is masked may be anywhere.
  // CHECK-LABEL: entry @allocations(
  // CHECK: %[[BASE:.*]] = ptr_to_int %{{.*}} : tile<ptr<i32>> -> tile<i64>
  // CHECK: %[[OFFSETS:.*]] = subi %{{.*}}, %{{.*}} : tile<4xi64>
  // CHECK: %[[END:.*]] = constant <i64: 29> : tile<4xi64>
  // CHECK: %[[IN:.*]] = cmpi less_than %[[OFFSETS]], %[[END]], unsigned
  // CHECK: %[[OFF:.*]] = xori %{{.*}}, %{{.*}} : tile<4xi1>
  // CHECK: %[[OK:.*]] = ori %[[IN]], %[[OFF]] : tile<4xi1>
  // CHECK: assert %[[OK]], "{{.*}}check-accesses.mlir:[[#@LINE+16]]:{{[0-9]+}}: an access of 4 bytes goes beyond global 'table' of 32 bytes"
  // CHECK: assert {{.*}}: an access of 4 bytes through a pointer that is no multiple of that"
  // CHECK: load_ptr_tko
  // BEYOND: an access of 4 bytes goes beyond global 'table' of 32 bytes
  entry @allocations(%first: tile<i32>, %count: tile<i32>) {
    %g = get_global @table : tile<ptr<i32>>
    %one = reshape %g : tile<ptr<i32>> -> tile<1xptr<i32>>
    %all = broadcast %one : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %o = reshape %first : tile<i32> -> tile<1xi32>
    %f = broadcast %o : tile<1xi32> -> tile<4xi32>
    %i = iota : tile<4xi32>
    %places = addi %f, %i : tile<4xi32>
    %ptrs = offset %all, %places : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %c = reshape %count : tile<i32> -> tile<1xi32>
    %n = broadcast %c : tile<1xi32> -> tile<4xi32>
    %mask = cmpi less_than %i, %n, signed : tile<4xi32> -> tile<4xi1>
    %x, %t = load_ptr_tko weak %ptrs, %mask : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    return
  }

  // CHECK-LABEL: entry @promise(
  // CHECK: get_tensor_shape
  // CHECK: assert {{.*}}: the tile is promised to lie inside of the tensor along dimension 0, and does not"
  // CHECK-NEXT: load_view_tko
  // PROMISE: the tile is promised to lie inside of the tensor along dimension 0, and does not
  entry @promise(%p: tile<ptr<i32>>, %n: tile<i32>, %k: tile<i32>) {
    %v = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %x, %t = load_view_tko weak %w[%k] inbounds = [true] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    return
  }

  // Nothing is known of an array but that it is not at the start of memory; bytes
  // are aligned everywhere; and what a view cuts off is no error.
  // CHECK-LABEL: entry @unknown(
  // CHECK: constant <i64: 4096>
  // CHECK: assert {{.*}}: an access through a null pointer"
  // CHECK-NOT: assert
  entry @unknown(%p: tile<ptr<i8>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i8>> -> tile<i8>, token
    %v = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi8, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<16xi8, strides=[1]>>
    %k = constant <i32: 9> : tile<i32>
    %y, %u = load_view_tko weak %w[%k] : partition_view<tile=(8), tensor_view<16xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    return
  }

  // Stores and atomics are asked as loads are, and an alloca knows its size, too.
  // CHECK-LABEL: entry @writes(
  // CHECK: assert {{.*}}: an access of 4 bytes goes beyond the alloca of 16 bytes"
  // CHECK: store_ptr_tko
  // CHECK: assert {{.*}}: an access of 4 bytes goes beyond global 'table' of 32 bytes"
  // CHECK: atomic_rmw_tko
  // STORED: an access of 4 bytes goes beyond the alloca of 16 bytes
  // ADDED: an access of 4 bytes goes beyond global 'table' of 32 bytes
  entry @writes(%i: tile<i32>, %k: tile<i32>) {
    %a = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
    %p = offset %a, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
    %g = get_global @table : tile<ptr<i32>>
    %q = offset %g, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %u = atomic_rmw_tko relaxed device %q, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }

  // The literal of this type is none of MLIR's own.
  // CHECK-LABEL: entry @unsigned_floats(
  // CHECK: assert {{.*}}: an access of 1 bytes goes beyond global 'floats' of 4 bytes"
  // FLOATS: goes beyond global 'floats' of 4 bytes
  entry @unsigned_floats(%i: tile<i32>) {
    %g = get_global @floats : tile<ptr<f8E5M3FNU>>
    %p = offset %g, %i : tile<ptr<f8E5M3FNU>>, tile<i32> -> tile<ptr<f8E5M3FNU>>
    %x, %t = load_ptr_tko weak %p : tile<ptr<f8E5M3FNU>> -> tile<f8E5M3FNU>, token
    return
  }
}
