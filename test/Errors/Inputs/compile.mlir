// Programs that are valid text and cannot be compiled, or are no Tile IR, are
// refused with a way out. messages.test holds tileiras to what is announced here.

module attributes {nv_tileaa.compute_capability = 80 : i32, tt.num_ctas = 2 : i32} {
  // expected-error @+1 {{the program says that it is for sm_80, but --gpu-name says sm_90: drop one of them}}
  cuda_tile.module @m {
    entry @k() {
      return
    }
  }
}

// -----

module attributes {tt.num_ctas = 16 : i32, nv_tileaa.compute_capability = 90 : i32} {
  cuda_tile.module @m {
    // expected-error @+1 {{entry 'k' is to run in clusters of 16 CTAs, and sm_90 runs larger ones than 8 only if the launch opts in; ask for 8 at most}}
    entry @k() {
      return
    }
  }
}

// -----

module attributes {nv_tileaa.compute_capability = 90 : i32, tt.num_warps = 32 : i32} {
  cuda_tile.module @m {
    // expected-error @+1 {{entry 'k' asks for 3 CTAs on each multiprocessor, and no more than 2 of 1024 threads with 0 bytes of shared memory fit on one of sm_90; lower 'nvvm.minctasm', or use fewer warps or smaller tiles}}
    entry @k() {
      return
    } {nvvm.minctasm = 3 : i32}
  }
}

// -----

module attributes {nv_tileaa.compute_capability = 90 : i32, tt.num_warps = 2 : i32} {
  cuda_tile.module @m {
    // expected-error @+1 {{entry 'k' asks for 'tt.num_warps' = 2, but a tile of it takes 1024 registers of each of these 64 threads, and a thread has 255; ask for 16 warps, or use smaller tiles}}
    entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
      %x = constant <f32: 1.0> : tile<256x256xf32>
      %zero = constant <i32: 0> : tile<i32>
      // expected-note @+1 {{the tile is computed here}}
      %y = loop iter_values(%a = %x) : tile<256x256xf32> -> tile<256x256xf32> {
        %b = addf %a, %a rounding<nearest_even> : tile<256x256xf32>
        %c = cmpi equal %n, %zero, signed : tile<i32> -> tile<i1>
        if %c {
          break %b : tile<256x256xf32>
        }
        continue %b : tile<256x256xf32>
      }
      %v = make_tensor_view %p, shape = [256, 256], strides = [256, 1] : tensor_view<256x256xf32, strides=[256,1]>
      %w = make_partition_view %v : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>
      %t = store_view_tko weak %y, %w[%zero, %zero] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> token
      return
    }
  }
}

// -----

module attributes {nv_tileaa.compute_capability = 100 : i32} {
  // expected-error @+1 {{the program says that it is for sm_100, but --gpu-name says sm_90: drop one of them}}
  cuda_tile.module @m {
    entry @k() {
      return
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'nvvm.barrier' op is of a dialect that has no place in a program: write a kernel as a cuda_tile.entry in a cuda_tile.module, and its body with operations of cuda_tile}}
    nvvm.barrier
    return
  }
}

// -----

cuda_tile.module @m {
}
// expected-error @+1 {{'cuda_tile.module' op is the second in its file: compile one cuda_tile.module at a time}}
cuda_tile.module @n {
}

// -----

// expected-error @+1 {{'builtin.module' op holds no cuda_tile.module: put the kernels into one, each as a cuda_tile.entry}}
module {
}

// -----

tileaa.entry @k() { tileaa.return }
// expected-error @+1 {{operations of the stages tileaa and cuda-tile stand side by side}}
cuda_tile.module @m {
}

// -----

// expected-error @+1 {{custom op 'func.func' is of a dialect that has no place in a program}}
func.func @k() {
  return
}

// -----

// expected-error @+1 {{'func.func' op is of a dialect that has no place in a program}}
"func.func"() <{sym_name = "k", function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{custom op 'nv_tileaa.func' is of a dialect that has no place in a program}}
nv_tileaa.func @k() {
}

// -----

// expected-error @+1 {{custom op 'tt.func' is of a dialect that has no place in a program}}
tt.func @k() {
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'nv_tileas.async.pipeline.create' is of a dialect that has no place in a program}}
  nv_tileas.async.pipeline.create
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op argument 0 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found '!llvm.ptr'}}
  entry @k(%p: !llvm.ptr) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'!tt.ptr<f32>' is no type of a program: write tile<...>, ptr<...>, a view or token}}
  entry @k(%p: !tt.ptr<f32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op argument 0 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found 'memref<4xf32>'}}
  entry @k(%p: memref<4xf32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    return
  // expected-error @+1 {{'#cute.layout<1>' is no attribute of a program: what a front end may attach is built in}}
  } {note = #cute.layout<1>}
}

// -----

// expected-error @+1 {{'ub.unreachable' op is of a dialect that has no place in a program}}
ub.unreachable

// -----

module {
  // expected-error @+1 {{'builtin.module' op stands in another one: a cuda_tile.module stands directly in the outermost}}
  module {
    cuda_tile.module @m {
    }
  }
}

// -----

#map = affine_map<(d0) -> (d0)>
cuda_tile.module @m {
  // expected-error @+1 {{the '{' in this line has no '}' before the end of the text: entry @k() {}}
  entry @k() {
    return

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'tileaa.block_id' op is of a dialect that has no place in a program}}
    %x, %y, %z = "tileaa.block_id"() : () -> (i32, i32, i32)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'llvm.mlir.constant' op is of a dialect that has no place in a program}}
    %c = llvm.mlir.constant(1 : i32) : i32
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'arith.constant' op is of a dialect that has no place in a program}}
    %c = arith.constant 1 : i32
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'tileaa.alloca' op is beyond the 1073741824 bytes that a tile block may allocate}}
    %p = alloca num_elem = 300000000, alignment = 16 : tile<ptr<f32>>
    %v = constant <f32: 1.0> : tile<f32>
    %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.alloca' op has 5000000000000000000 elements, more than there is memory for}}
    %p = alloca num_elem = 5000000000000000000, alignment = 16 : tile<ptr<f32>>
    %v = constant <f32: 1.0> : tile<f32>
    %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op has a multicast pointer, which sm_90 has not: compile for sm_100 or sm_103}}
  entry @k(%p: tile<ptr<f32, <multicast>>>) {
    return
  }
}
