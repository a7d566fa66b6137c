// The first version of bytecode that can hold a program.
//
// RUN: cuda-tile-translate --analyze-min-version --split-input-file %s | FileCheck %s --implicit-check-not=13.
// RUN: not cuda-tile-translate --analyze-min-version %S/../../Dialect/CudaTile/Ops/testing-func.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error:

// CHECK: {{^}}13.1{{$}}
cuda_tile.module @sum {
  entry @k(%x: tile<f32>) {
    %0 = addf %x, %x : tile<f32>
    return
  }
}

// -----

// An operation of a later version, a type, and a clause.
// CHECK: {{^}}13.2{{$}}
cuda_tile.module @angle {
  entry @k(%x: tile<f32>) {
    %0 = atan2 %x, %x : tile<f32>
    return
  }
}

// -----

// CHECK: {{^}}13.3{{$}}
cuda_tile.module @four_bits {
  entry @k(%p: tile<ptr<f4E2M1FN>>) {
    return
  }
}

// -----

// CHECK: {{^}}13.2{{$}}
cuda_tile.module @counter {
  entry @k(%n: tile<i32>) {
    for unsigned %i in (%n to %n, step %n) : tile<i32> {
      continue
    }
    return
  }
}

// -----

// CHECK: {{^}}13.4{{$}}
cuda_tile.module @attributed {
  entry @k(%p: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>) {
    return
  }
}

// -----

// An argument's attribute.
// CHECK: {{^}}13.5{{$}}
cuda_tile.module @noted {
  entry @k(%n: tile<i32> {test.note = 1 : i32}) {
    return
  }
}

// -----

// CHECK: {{^}}13.5{{$}}
cuda_tile.module @elsewhere {
  entry @k(%p: tile<ptr<f32, <unicast>>>) {
    return
  }
}
