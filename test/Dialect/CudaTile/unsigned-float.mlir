// The type f8E5M3FNU, which the builtin dialect does not have.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @uses
  entry @uses(%p: tile<ptr<f8E5M3FNU>>, %f: tile<f32>, %h: tile<f16>, %b: tile<i8>, %i: tile<i32>) {
    // CHECK: = ftof %{{.*}} : tile<f32> -> tile<fnv8E5M3FNU>
    %0 = ftof %f : tile<f32> -> tile<f8E5M3FNU>
    // CHECK: = ftof %{{.*}} rounding<nearest_away> : tile<fnv8E5M3FNU> -> tile<f32>
    %1 = ftof %0 rounding<nearest_away> : tile<f8E5M3FNU> -> tile<f32>
    // f16 ends below the greatest exponent.
    // CHECK: = ftof %{{.*}} rounding<zero> : tile<fnv8E5M3FNU> -> tile<f16>
    %2 = ftof %0 rounding<zero> : tile<f8E5M3FNU> -> tile<f16>
    // CHECK: = ftof %{{.*}} rounding<positive_inf> : tile<fnv8E5M3FNU> -> tile<bf16>
    %3 = ftof %0 rounding<positive_inf> : tile<f8E5M3FNU> -> tile<bf16>
    // CHECK: = bitcast %{{.*}} : tile<i8> -> tile<fnv8E5M3FNU>
    %4 = bitcast %b : tile<i8> -> tile<f8E5M3FNU>
    // CHECK: = ftoi %{{.*}} signed : tile<fnv8E5M3FNU> -> tile<i32>
    %5 = ftoi %4 signed : tile<f8E5M3FNU> -> tile<i32>
    // CHECK: = itof %{{.*}} signed : tile<i32> -> tile<fnv8E5M3FNU>
    %6 = itof %i signed : tile<i32> -> tile<f8E5M3FNU>
    // CHECK: = load_ptr_tko weak %{{.*}} : tile<ptr<fnv8E5M3FNU>> -> tile<fnv8E5M3FNU>, token
    %7, %t = load_ptr_tko weak %p : tile<ptr<f8E5M3FNU>> -> tile<f8E5M3FNU>, token
    // CHECK: = make_tensor_view %{{.*}}, shape = [8], strides = [1] : tensor_view<8xfnv8E5M3FNU, strides=[1]>
    %8 = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf8E5M3FNU, strides=[1]>
    // CHECK: = make_partition_view %{{.*}} : partition_view<tile=(4), padding_value = nan, tensor_view<8xfnv8E5M3FNU, strides=[1]>>
    %9 = make_partition_view %8 : partition_view<tile=(4), padding_value = nan, tensor_view<8xf8E5M3FNU, strides=[1]>>
    // CHECK: = ptr_to_ptr %{{.*}} : tile<ptr<fnv8E5M3FNU>> -> tile<ptr<fnv8E5M3FNU>>
    %10 = ptr_to_ptr %p : tile<ptr<f8E5M3FNU>> -> tile<!cuda_tile.ptr<!cuda_tile.f8E5M3FNU>>
    return
  }
}
