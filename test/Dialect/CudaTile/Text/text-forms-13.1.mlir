// Every text form of 13.1.
// Each form parses with the prefix of the dialect and without, in generic form,
// and survives bytecode of the version that it came with.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s
// RUN: %python %S/../Inputs/spell_out.py %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.1 %s -o %t
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t | FileCheck %s

// CHECK: cuda_tile.module @kernels {
cuda_tile.module @kernels {
  // CHECK: global @one <i32: 7> : tile<1xi32>
  global @one <i32: 7> : tile<1xi32>
  // CHECK: global @pub <f32: 1.000000e+00> : tile<4xf32>
  global public @pub <f32: 1.0> : tile<4xf32>
  // CHECK: global @tab alignment = 128 <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf32>
  global @tab alignment = 128 <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>

  // Files of 13.1 lack hints for the target default.
  // CHECK: entry @k(%{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<i32>) optimization_hints=<{{(default = \{num_cta_in_cga = 1\}, )?}}sm_100 = {num_cta_in_cga = 2, occupancy = 4}> {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, occupancy = 4}, default = {num_cta_in_cga = 1}> {
    return
  }
  // The missing return is added, and an empty list of hints is none.
  // CHECK: entry @implicit() {
  entry @implicit() optimization_hints=<> {
  }

  // Types and elements.
  // CHECK: entry @types(%{{.*}}: tile<i1>, %{{.*}}: tile<i8>, %{{.*}}: tile<i16>, %{{.*}}: tile<i32>, %{{.*}}: tile<i64>, %{{.*}}: tile<f16>, %{{.*}}: tile<bf16>, %{{.*}}: tile<f32>, %{{.*}}: tile<tf32>, %{{.*}}: tile<f64>, %{{.*}}: tile<f8E4M3FN>, %{{.*}}: tile<f8E5M2>, %{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<ptr<i1>>, %{{.*}}: tile<ptr<tf32>>) {
  entry @types(%a: tile<i1>, %b: tile<i8>, %c: tile<i16>, %d: tile<i32>, %e: tile<i64>, %f: tile<f16>, %g: tile<bf16>, %h: tile<f32>, %i: tile<tf32>, %j: tile<f64>, %k: tile<f8E4M3FN>, %l: tile<f8E5M2>, %m: tile<ptr<f32>>, %n: tile<ptr<i1>>, %o: tile<ptr<tf32>>) {
    // CHECK: %{{.*}} = reshape %{{.*}} : tile<i32> -> tile<1x1xi32>
    %0 = reshape %d : tile<i32> -> tile<1x1xi32>
    // CHECK: %{{.*}} = broadcast %{{.*}} : tile<1x1xi32> -> tile<4x8xi32>
    %1 = broadcast %0 : tile<1x1xi32> -> tile<4x8xi32>
    // CHECK: %{{.*}} = reshape %{{.*}} : tile<ptr<f32>> -> tile<1xptr<f32>>
    %2 = reshape %m : tile<ptr<f32>> -> tile<1xptr<f32>>
    return
  }

  // Literals.
  // CHECK: entry @literals() {
  entry @literals() {
    // CHECK: %{{.*}} = constant <i1: [true, false, true, true]> : tile<4xi1>
    %0 = constant <i1: [true, false, true, true]> : tile<4xi1>
    // CHECK: %{{.*}} = constant <i1: true> : tile<i1>
    %1 = constant <i1: true> : tile<i1>
    // CHECK: %{{.*}} = constant <i8: [-128, 127]> : tile<2xi8>
    %2 = constant <i8: [-128, 127]> : tile<2xi8>
    // CHECK: %{{.*}} = constant <i16: 32767> : tile<i16>
    %3 = constant <i16: 0x7fff> : tile<i16>
    // CHECK: %{{.*}} = constant <i32: {{\[\[}}1, 2], [3, 4]]> : tile<2x2xi32>
    %4 = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    // CHECK: %{{.*}} = constant <i64: -1> : tile<4x8xi64>
    %5 = constant <i64: -1> : tile<4x8xi64>
    // CHECK: %{{.*}} = constant <i64: -1> : tile<i64>
    %6 = constant <i64: 0xffffffffffffffff> : tile<i64>
    // CHECK: %{{.*}} = constant <f16: 5.000000e-01> : tile<f16>
    %7 = constant <f16: 0.5> : tile<f16>
    // CHECK: %{{.*}} = constant <bf16: [1.000000e+00, 2.000000e+00]> : tile<2xbf16>
    %8 = constant <bf16: [1.0, 2.0]> : tile<2xbf16>
    // CHECK: %{{.*}} = constant <f32: 0x7F800000> : tile<4xf32>
    %9 = constant <f32: 0x7F800000> : tile<4xf32>
    // CHECK: %{{.*}} = constant <f64: 1.000000e-01> : tile<f64>
    %10 = constant <f64: 0.1> : tile<f64>
    // CHECK: %{{.*}} = constant <f64: 0x7FF0000000000000> : tile<f64>
    %11 = constant <f64: 0x7FF0000000000000> : tile<f64>
    // CHECK: %{{.*}} = constant <tf32: 1.000000e+00> : tile<tf32>
    %12 = constant <tf32: 1.0> : tile<tf32>
    // CHECK: %{{.*}} = constant <f8E4M3FN: 4.480000e+02> : tile<2xf8E4M3FN>
    %13 = constant <f8E4M3FN: 448.0> : tile<2xf8E4M3FN>
    // CHECK: %{{.*}} = constant <f8E5M2: 0x7C> : tile<f8E5M2>
    %14 = constant <f8E5M2: 0x7C> : tile<f8E5M2>
    return
  }

  // Core.
  // CHECK: entry @core(%{{.*}}: tile<i32>, %{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<f32>) {
  entry @core(%i: tile<i32>, %p: tile<ptr<f32>>, %x: tile<f32>) {
    %a = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
    // CHECK: %{{.*}} = reshape %{{.*}} : tile<4xf32> -> tile<1x4xf32>
    %s = reshape %a : tile<4xf32> -> tile<1x4xf32>
    // CHECK: %{{.*}} = broadcast %{{.*}} : tile<1x4xf32> -> tile<8x4xf32>
    %0 = broadcast %s : tile<1x4xf32> -> tile<8x4xf32>
    // CHECK: %{{.*}} = cat %{{.*}}, %{{.*}} dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    %1 = cat %a, %a dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    // CHECK: %{{.*}} = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %2 = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %t = constant <f32: 0.0> : tile<32x8xf32>
    // CHECK: %{{.*}} = extract %{{.*}}[%{{.*}}, %{{.*}}] : tile<32x8xf32> -> tile<4x2xf32>
    %3 = extract %t[%i, %i] : tile<32x8xf32> -> tile<4x2xf32>
    // CHECK: %{{.*}} = get_global @tab : tile<ptr<f32>>
    %4 = get_global @tab : tile<ptr<f32>>
    // CHECK: %{{.*}}, %{{.*}}, %{{.*}} = get_num_tile_blocks : tile<i32>
    %x0, %y0, %z0 = get_num_tile_blocks : tile<i32>
    // CHECK: %{{.*}}, %{{.*}}, %{{.*}} = get_tile_block_id : tile<i32>
    %x1, %y1, %z1 = get_tile_block_id : tile<i32>
    // CHECK: %{{.*}} = iota : tile<128xi32>
    %5 = iota : tile<128xi32>
    // CHECK: %{{.*}} = reshape %{{.*}} : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    // CHECK: %{{.*}} = broadcast %{{.*}} : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %ptrs = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    // CHECK: %{{.*}} = offset %{{.*}}, %{{.*}} : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %q = offset %ptrs, %2 : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %m = constant <f32: 0.0> : tile<2x4xf32>
    // CHECK: %{{.*}} = permute %{{.*}} [1, 0] : tile<2x4xf32> -> tile<4x2xf32>
    %6 = permute %m [1, 0] : tile<2x4xf32> -> tile<4x2xf32>
    // CHECK: %{{.*}} = reshape %{{.*}} : tile<4xf32> -> tile<2x2xf32>
    %7 = reshape %a : tile<4xf32> -> tile<2x2xf32>
    // CHECK: %{{.*}} = constant <i1: true> : tile<4xi1>
    %cond = constant <i1: true> : tile<4xi1>
    // CHECK: %{{.*}} = select %{{.*}}, %{{.*}}, %{{.*}} : tile<4xi1>, tile<4xf32>
    %8 = select %cond, %a, %a : tile<4xi1>, tile<4xf32>
    %r = constant <f32: 0.0> : tile<8x16xf32>
    // CHECK: %{{.*}} = reduce %{{.*}} dim=1 identities=[0.000000e+00 : f32] : tile<8x16xf32> -> tile<8xf32> (%{{.*}}: tile<f32>, %{{.*}}: tile<f32>) {
    %9 = reduce %r dim=1 identities=[0.0 : f32] : tile<8x16xf32> -> tile<8xf32> (%e: tile<f32>, %acc: tile<f32>) {
      // CHECK: %{{.*}} = addf %{{.*}}, %{{.*}} : tile<f32>
      %sum = addf %e, %acc : tile<f32>
      // CHECK: yield %{{.*}} : tile<f32>
      yield %sum : tile<f32>
    }
    // CHECK: %{{.*}} = scan %{{.*}} dim=1 reverse=false identities=[0xFF800000 : f32] : tile<8x16xf32> -> tile<8x16xf32> (%{{.*}}: tile<f32>, %{{.*}}: tile<f32>) {
    %10 = scan %r dim=1 reverse=false identities=[0xFF800000 : f32] : tile<8x16xf32> -> tile<8x16xf32> (%e: tile<f32>, %acc: tile<f32>) {
      // CHECK: %{{.*}} = addf %{{.*}}, %{{.*}} : tile<f32>
      %sum = addf %e, %acc : tile<f32>
      // CHECK: yield %{{.*}} : tile<f32>
      yield %sum : tile<f32>
    }
    // CHECK: %{{.*}} = reduce %{{.*}} dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%{{.*}}: tile<i32>, %{{.*}}: tile<i32>) {
    %11 = reduce %2 dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>) {
      // CHECK: %{{.*}} = addi %{{.*}}, %{{.*}} : tile<i32>
      %sum = addi %e, %acc : tile<i32>
      // CHECK: yield %{{.*}} : tile<i32>
      yield %sum : tile<i32>
    }
    return
  }

  // Conversions.
  // CHECK: entry @conversions(%{{.*}}: tile<ptr<f32>>) {
  entry @conversions(%p: tile<ptr<f32>>) {
    %a = constant <f32: 0.0> : tile<4xf32>
    // CHECK: %{{.*}} = constant <i8: 1> : tile<4xi8>
    %i8 = constant <i8: 1> : tile<4xi8>
    // CHECK: %{{.*}} = constant <i32: 1> : tile<4xi32>
    %i32 = constant <i32: 1> : tile<4xi32>
    // CHECK: %{{.*}} = constant <i64: 1> : tile<4xi64>
    %i64 = constant <i64: 1> : tile<4xi64>
    // CHECK: %{{.*}} = bitcast %{{.*}} : tile<4xf32> -> tile<4xi32>
    %0 = bitcast %a : tile<4xf32> -> tile<4xi32>
    // CHECK: %{{.*}} = exti %{{.*}} signed : tile<4xi8> -> tile<4xi32>
    %1 = exti %i8 signed : tile<4xi8> -> tile<4xi32>
    // CHECK: %{{.*}} = trunci %{{.*}} overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8>
    %2 = trunci %i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8>
    // CHECK: %{{.*}} = ftof %{{.*}} : tile<4xf32> -> tile<4xf16>
    %3 = ftof %a : tile<4xf32> -> tile<4xf16>
    // CHECK: %{{.*}} = ftoi %{{.*}} signed : tile<4xf32> -> tile<4xi32>
    %4 = ftoi %a signed : tile<4xf32> -> tile<4xi32>
    // CHECK: %{{.*}} = ftoi %{{.*}} signed : tile<4xf32> -> tile<4xi32>
    %5 = ftoi %a signed rounding<nearest_int_to_zero> : tile<4xf32> -> tile<4xi32>
    // CHECK: %{{.*}} = itof %{{.*}} unsigned : tile<4xi32> -> tile<4xf32>
    %6 = itof %i32 unsigned : tile<4xi32> -> tile<4xf32>
    // CHECK: %{{.*}} = int_to_ptr %{{.*}} : tile<4xi64> -> tile<4xptr<f32>>
    %7 = int_to_ptr %i64 : tile<4xi64> -> tile<4xptr<f32>>
    // CHECK: %{{.*}} = ptr_to_int %{{.*}} : tile<4xptr<f32>> -> tile<4xi64>
    %8 = ptr_to_int %7 : tile<4xptr<f32>> -> tile<4xi64>
    // CHECK: %{{.*}} = ptr_to_ptr %{{.*}} : tile<4xptr<f32>> -> tile<4xptr<i32>>
    %9 = ptr_to_ptr %7 : tile<4xptr<f32>> -> tile<4xptr<i32>>
    return
  }

  // Control flow.
  // CHECK: entry @control(%{{.*}}: tile<i1>, %{{.*}}: tile<f32>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>) {
  entry @control(%c1: tile<i1>, %f0: tile<f32>, %i0: tile<i32>, %lb: tile<i32>, %ub: tile<i32>, %st: tile<i32>) {
    // CHECK: %{{.*}} = constant <i1: true> : tile<4xi1>
    %cond = constant <i1: true> : tile<4xi1>
    // CHECK: assert %{{.*}}, "message" : tile<4xi1>
    assert %cond, "message" : tile<4xi1>
    // CHECK: if %{{.*}} {
    if %c1 {
    } else {
    }
    // CHECK: if %{{.*}} {
    if %c1 {
      return
    }
    // CHECK: %{{.*}}:2 = if %{{.*}} -> (tile<f32>, tile<i32>) {
    %u, %v = if %c1 -> (tile<f32>, tile<i32>) {
      // CHECK: yield %{{.*}}, %{{.*}} : tile<f32>, tile<i32>
      yield %f0, %i0 : tile<f32>, tile<i32>
    } else {
      // CHECK: yield %{{.*}}, %{{.*}} : tile<f32>, tile<i32>
      yield %f0, %i0 : tile<f32>, tile<i32>
    }
    // CHECK: for %{{.*}} in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> {
    for %iv in (%lb to %ub, step %st) : tile<i32> {
      // CHECK: if %{{.*}} {
      if %c1 {
        // CHECK: continue
        continue
      }
    }
    %init = constant <f32: 0.0> : tile<4xf32>
    // CHECK: %{{.*}} = for %{{.*}} in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> iter_values(%{{.*}} = %{{.*}}) -> (tile<4xf32>) {
    %r = for %iv in (%lb to %ub, step %st) : tile<i32> iter_values(%acc = %init) -> (tile<4xf32>) {
      // CHECK: continue %{{.*}} : tile<4xf32>
      continue %acc : tile<4xf32>
    }
    // CHECK: %{{.*}}:2 = for %{{.*}} in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> iter_values(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tile<4xf32>, tile<i32>) {
    %r2, %r3 = for %iv in (%lb to %ub, step %st) : tile<i32> iter_values(%acc = %init, %bcc = %i0) -> (tile<4xf32>, tile<i32>) {
      // CHECK: continue %{{.*}}, %{{.*}} : tile<4xf32>, tile<i32>
      continue %acc, %bcc : tile<4xf32>, tile<i32>
    }
    // CHECK: loop {
    loop {
      // CHECK: break
      break
    }
    // CHECK: %{{.*}} = loop iter_values(%{{.*}} = %{{.*}}) : tile<i32> -> tile<f32> {
    %l0 = loop iter_values(%w = %i0) : tile<i32> -> tile<f32> {
      // CHECK: break %{{.*}} : tile<f32>
      break %f0 : tile<f32>
    }
    // CHECK: %{{.*}} = loop : tile<i32> {
    %l1 = loop : tile<i32> {
      // CHECK: break %{{.*}} : tile<i32>
      break %i0 : tile<i32>
    }
    // CHECK: %{{.*}}:2 = loop iter_values(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tile<i32>, tile<f32> -> tile<f32>, tile<i32> {
    %l2, %l3 = loop iter_values(%w = %i0, %y = %f0) : tile<i32>, tile<f32> -> tile<f32>, tile<i32> {
      // CHECK: if %{{.*}} {
      if %c1 {
        // CHECK: break %{{.*}}, %{{.*}} : tile<f32>, tile<i32>
        break %f0, %i0 : tile<f32>, tile<i32>
      }
      // CHECK: continue %{{.*}}, %{{.*}} : tile<i32>, tile<f32>
      continue %w, %y : tile<i32>, tile<f32>
    }
    return
  }

  // Memory.
  // CHECK: entry @memory(%{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<ptr<i32>>) {
  entry @memory(%p: tile<ptr<f32>>, %pi: tile<ptr<i32>>) {
    // CHECK: %{{.*}} = reshape %{{.*}} : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    // CHECK: %{{.*}} = broadcast %{{.*}} : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %ptrs = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    // CHECK: %{{.*}} = reshape %{{.*}} : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pi1 = reshape %pi : tile<ptr<i32>> -> tile<1xptr<i32>>
    // CHECK: %{{.*}} = broadcast %{{.*}} : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %iptrs = broadcast %pi1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    // CHECK: %{{.*}} = constant <i1: true> : tile<4xi1>
    %mask = constant <i1: true> : tile<4xi1>
    %pad = constant <f32: 0.0> : tile<4xf32>
    // CHECK: %{{.*}} = constant <i32: 1> : tile<4xi32>
    %i = constant <i32: 1> : tile<4xi32>
    // CHECK: %{{.*}} = make_token : token
    %t0 = make_token : token
    // CHECK: %{{.*}}, %{{.*}} = load_ptr_tko weak %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
    %v0, %t1 = load_ptr_tko weak %ptrs, %mask, %pad token=%t0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
    // CHECK: %{{.*}}, %{{.*}} = load_ptr_tko relaxed device %{{.*}} optimization_hints = <sm_90 = {latency = 3}> : tile<4xptr<f32>> -> tile<4xf32>, token
    %v1, %t2 = load_ptr_tko relaxed device %ptrs optimization_hints = <sm_90 = {latency = 3}> : tile<4xptr<f32>> -> tile<4xf32>, token
    // CHECK: %{{.*}}, %{{.*}} = load_ptr_tko acquire tl_blk %{{.*}}, %{{.*}} : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
    %v2, %t3 = load_ptr_tko acquire tl_blk %ptrs, %mask : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
    // CHECK: %{{.*}} = store_ptr_tko release sys %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
    %t4 = store_ptr_tko release sys %ptrs, %v0, %mask token=%t0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
    // CHECK: %{{.*}} = store_ptr_tko weak %{{.*}}, %{{.*}} : tile<4xptr<f32>>, tile<4xf32> -> token
    %t5 = store_ptr_tko weak %ptrs, %v0 : tile<4xptr<f32>>, tile<4xf32> -> token
    // Empty hints of an access stay.
    // CHECK: %{{.*}} = store_ptr_tko weak %{{.*}}, %{{.*}} optimization_hints = <> : tile<4xptr<f32>>, tile<4xf32> -> token
    %t6 = store_ptr_tko weak %ptrs, %v0 optimization_hints = <> : tile<4xptr<f32>>, tile<4xf32> -> token
    // CHECK: %{{.*}} = join_tokens %{{.*}}, %{{.*}} : token
    %t7 = join_tokens %t0, %t1 : token
    // CHECK: %{{.*}}, %{{.*}} = atomic_cas_tko acq_rel device %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
    %o0, %t8 = atomic_cas_tko acq_rel device %iptrs, %i, %i, %mask token=%t0 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
    // CHECK: %{{.*}}, %{{.*}} = atomic_rmw_tko relaxed device %{{.*}}, addf, %{{.*}}, %{{.*}} token=%{{.*}} : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
    %o1, %t9 = atomic_rmw_tko relaxed device %ptrs, addf, %pad, %mask token=%t0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
    // CHECK: %{{.*}}, %{{.*}} = atomic_rmw_tko release sys %{{.*}}, xchg, %{{.*}} : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %o2, %t10 = atomic_rmw_tko release sys %iptrs, xchg, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    return
  }

  // Views.
  // CHECK: entry @views(%{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<ptr<f16>>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>) {
  entry @views(%p: tile<ptr<f32>>, %ph: tile<ptr<f16>>, %n: tile<i32>, %ld: tile<i32>, %i: tile<i32>, %j: tile<i32>) {
    // CHECK: %{{.*}} = make_token : token
    %t0 = make_token : token
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [%{{.*}}, 64], strides = [%{{.*}}, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    %tv0 = make_tensor_view %p, shape = [%n, 64], strides = [%ld, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %tv1 = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [], strides = [] : tensor_view<f32>
    %tv2 = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    %pv0 = make_partition_view %tv1 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    %pv1 = make_partition_view %tv0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(8x8), padding_value = neg_zero, tensor_view<128x64xf32, strides=[64,1]>>
    %pv2 = make_partition_view %tv1 : partition_view<tile=(8x8), padding_value = neg_zero, tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(8x8), padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>>
    %pv3 = make_partition_view %tv1 : partition_view<tile=(8x8), padding_value = nan, tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(8x8), padding_value = pos_inf, tensor_view<128x64xf32, strides=[64,1]>>
    %pv4 = make_partition_view %tv1 : partition_view<tile=(8x8), padding_value = pos_inf, tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(8x8), padding_value = neg_inf, tensor_view<128x64xf32, strides=[64,1]>>
    %pv5 = make_partition_view %tv1 : partition_view<tile=(8x8), padding_value = neg_inf, tensor_view<128x64xf32, strides=[64,1]>, dim_map=[0, 1]>
    // CHECK: %{{.*}}, %{{.*}} = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %v0, %t1 = load_view_tko weak %pv0[%i, %j] token = %t0 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    // One type for all indices, or one for each.
    // CHECK: %{{.*}}, %{{.*}} = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %v1, %t2 = load_view_tko weak %pv0[%i, %j] token=%t0 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32>, tile<i32> -> tile<64x64xf32>, token
    // CHECK: %{{.*}}, %{{.*}} = load_view_tko relaxed sys %{{.*}}[%{{.*}}, %{{.*}}] optimization_hints = <sm_100 = {allow_tma = false, latency = 10}> : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %v2, %t3 = load_view_tko relaxed sys %pv0[%i, %j] optimization_hints = <sm_100 = {allow_tma = false, latency = 10}> : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    // CHECK: %{{.*}} = store_view_tko weak %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t4 = store_view_tko weak %v0, %pv0[%i, %j] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    // CHECK: %{{.*}}:2 = get_tensor_shape %{{.*}} : tensor_view<128x64xf32, strides=[64,1]> -> tile<i64>
    %d0, %d1 = get_tensor_shape %tv1 : tensor_view<128x64xf32, strides=[64,1]> -> tile<i64>
    // CHECK: %{{.*}}:2 = get_index_space_shape %{{.*}} : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>> -> tile<i32>
    %d2, %d3 = get_index_space_shape %pv0 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>> -> tile<i32>
    return
  }

  // Floats.
  // CHECK: entry @floats(%{{.*}}: tile<f32>, %{{.*}}: tile<f32>, %{{.*}}: tile<f32>) {
  entry @floats(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // CHECK: %{{.*}} = absf %{{.*}} : tile<f32>
    %0 = absf %a : tile<f32>
    // CHECK: %{{.*}} = ceil %{{.*}} : tile<f32>
    %1 = ceil %a : tile<f32>
    // CHECK: %{{.*}} = floor %{{.*}} : tile<f32>
    %2 = floor %a : tile<f32>
    // CHECK: %{{.*}} = cos %{{.*}} : tile<f32>
    %3 = cos %a : tile<f32>
    // CHECK: %{{.*}} = cosh %{{.*}} : tile<f32>
    %4 = cosh %a : tile<f32>
    // CHECK: %{{.*}} = sin %{{.*}} : tile<f32>
    %5 = sin %a : tile<f32>
    // CHECK: %{{.*}} = sinh %{{.*}} : tile<f32>
    %6 = sinh %a : tile<f32>
    // CHECK: %{{.*}} = tan %{{.*}} : tile<f32>
    %7 = tan %a : tile<f32>
    // CHECK: %{{.*}} = log %{{.*}} : tile<f32>
    %8 = log %a : tile<f32>
    // CHECK: %{{.*}} = log2 %{{.*}} : tile<f32>
    %9 = log2 %a : tile<f32>
    // CHECK: %{{.*}} = negf %{{.*}} : tile<f32>
    %10 = negf %a : tile<f32>
    // CHECK: %{{.*}} = addf %{{.*}}, %{{.*}} rounding<zero> flush_to_zero : tile<f32>
    %11 = addf %a, %b rounding<zero> flush_to_zero : tile<f32>
    // CHECK: %{{.*}} = addf %{{.*}}, %{{.*}} : tile<f32>
    %12 = addf %a, %b rounding<nearest_even> : tile<f32>
    // CHECK: %{{.*}} = subf %{{.*}}, %{{.*}} rounding<positive_inf> : tile<f32>
    %13 = subf %a, %b rounding<positive_inf> : tile<f32>
    // CHECK: %{{.*}} = mulf %{{.*}}, %{{.*}} flush_to_zero : tile<f32>
    %14 = mulf %a, %b flush_to_zero : tile<f32>
    // CHECK: %{{.*}} = fma %{{.*}}, %{{.*}}, %{{.*}} rounding<negative_inf> : tile<f32>
    %15 = fma %a, %b, %c rounding<negative_inf> : tile<f32>
    // CHECK: %{{.*}} = divf %{{.*}}, %{{.*}} rounding<approx> flush_to_zero : tile<f32>
    %16 = divf %a, %b rounding<approx> flush_to_zero : tile<f32>
    // CHECK: %{{.*}} = divf %{{.*}}, %{{.*}} rounding<full> : tile<f32>
    %17 = divf %a, %b rounding<full> : tile<f32>
    // CHECK: %{{.*}} = sqrt %{{.*}} rounding<approx> : tile<f32>
    %18 = sqrt %a rounding<approx> : tile<f32>
    // CHECK: %{{.*}} = rsqrt %{{.*}} flush_to_zero : tile<f32>
    %19 = rsqrt %a flush_to_zero : tile<f32>
    // CHECK: %{{.*}} = exp %{{.*}} : tile<f32>
    %20 = exp %a : tile<f32>
    // CHECK: %{{.*}} = exp %{{.*}} : tile<f32>
    %21 = exp %a rounding<full> : tile<f32>
    // CHECK: %{{.*}} = exp2 %{{.*}} flush_to_zero : tile<f32>
    %22 = exp2 %a flush_to_zero : tile<f32>
    // CHECK: %{{.*}} = tanh %{{.*}} : tile<f32>
    %23 = tanh %a : tile<f32>
    // CHECK: %{{.*}} = maxf %{{.*}}, %{{.*}} flush_to_zero propagate_nan : tile<f32>
    %24 = maxf %a, %b flush_to_zero propagate_nan : tile<f32>
    // Either order of the flags.
    // CHECK: %{{.*}} = maxf %{{.*}}, %{{.*}} flush_to_zero propagate_nan : tile<f32>
    %25 = maxf %a, %b propagate_nan flush_to_zero : tile<f32>
    // CHECK: %{{.*}} = minf %{{.*}}, %{{.*}} propagate_nan : tile<f32>
    %26 = minf %a, %b propagate_nan : tile<f32>
    // CHECK: %{{.*}} = fpowf %{{.*}}, %{{.*}} : tile<f32>
    %27 = fpowf %a, %b : tile<f32>
    // The name of the op up to 13.3.
    // CHECK: %{{.*}} = fpowf %{{.*}}, %{{.*}} : tile<f32>
    %28 = pow %a, %b : tile<f32>
    // CHECK: %{{.*}} = remf %{{.*}}, %{{.*}} : tile<f32>
    %29 = remf %a, %b : tile<f32>
    // CHECK: %{{.*}} = cmpf less_than ordered %{{.*}}, %{{.*}} : tile<f32> -> tile<i1>
    %30 = cmpf less_than ordered %a, %b : tile<f32> -> tile<i1>
    // CHECK: %{{.*}} = cmpf not_equal unordered %{{.*}}, %{{.*}} : tile<f32> -> tile<i1>
    %31 = cmpf not_equal unordered %a, %b : tile<f32> -> tile<i1>
    %l = constant <f16: 0.0> : tile<16x32xf16>
    %m = constant <f16: 0.0> : tile<32x8xf16>
    %acc = constant <f32: 0.0> : tile<16x8xf32>
    // CHECK: %{{.*}} = mmaf %{{.*}}, %{{.*}}, %{{.*}} : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
    %32 = mmaf %l, %m, %acc : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
    return
  }

  // Integers.
  // CHECK: entry @integers(%{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<ptr<f32>>) {
  entry @integers(%i: tile<i32>, %j: tile<i32>, %p: tile<ptr<f32>>) {
    // CHECK: %{{.*}} = absi %{{.*}} : tile<i32>
    %0 = absi %i : tile<i32>
    // CHECK: %{{.*}} = addi %{{.*}}, %{{.*}} overflow<no_wrap> : tile<i32>
    %1 = addi %i, %j overflow<no_wrap> : tile<i32>
    // CHECK: %{{.*}} = addi %{{.*}}, %{{.*}} : tile<i32>
    %2 = addi %i, %j overflow<none> : tile<i32>
    // CHECK: %{{.*}} = subi %{{.*}}, %{{.*}} overflow<no_unsigned_wrap> : tile<i32>
    %3 = subi %i, %j overflow<no_unsigned_wrap> : tile<i32>
    // CHECK: %{{.*}} = muli %{{.*}}, %{{.*}} overflow<no_signed_wrap> : tile<i32>
    %4 = muli %i, %j overflow<no_signed_wrap> : tile<i32>
    // CHECK: %{{.*}} = andi %{{.*}}, %{{.*}} : tile<i32>
    %5 = andi %i, %j : tile<i32>
    // CHECK: %{{.*}} = ori %{{.*}}, %{{.*}} : tile<i32>
    %6 = ori %i, %j : tile<i32>
    // CHECK: %{{.*}} = xori %{{.*}}, %{{.*}} : tile<i32>
    %7 = xori %i, %j : tile<i32>
    // CHECK: %{{.*}} = cmpi greater_than_or_equal %{{.*}}, %{{.*}}, unsigned : tile<i32> -> tile<i1>
    %8 = cmpi greater_than_or_equal %i, %j, unsigned : tile<i32> -> tile<i1>
    // CHECK: %{{.*}} = divi %{{.*}}, %{{.*}} signed rounding<negative_inf> : tile<i32>
    %9 = divi %i, %j signed rounding<negative_inf> : tile<i32>
    // CHECK: %{{.*}} = divi %{{.*}}, %{{.*}} unsigned : tile<i32>
    %10 = divi %i, %j unsigned rounding<zero> : tile<i32>
    // CHECK: %{{.*}} = maxi %{{.*}}, %{{.*}} signed : tile<i32>
    %11 = maxi %i, %j signed : tile<i32>
    // CHECK: %{{.*}} = mini %{{.*}}, %{{.*}} unsigned : tile<i32>
    %12 = mini %i, %j unsigned : tile<i32>
    // CHECK: %{{.*}} = mulhii %{{.*}}, %{{.*}} : tile<i32>
    %13 = mulhii %i, %j : tile<i32>
    // CHECK: %{{.*}} = negi %{{.*}} : tile<i32>
    %14 = negi %i : tile<i32>
    // CHECK: %{{.*}} = remi %{{.*}}, %{{.*}} unsigned : tile<i32>
    %15 = remi %i, %j unsigned : tile<i32>
    // CHECK: %{{.*}} = shli %{{.*}}, %{{.*}} overflow<no_signed_wrap> : tile<i32>
    %16 = shli %i, %j overflow<no_signed_wrap> : tile<i32>
    // CHECK: %{{.*}} = shri %{{.*}}, %{{.*}} signed : tile<i32>
    %17 = shri %i, %j signed : tile<i32>
    // CHECK: %{{.*}} = constant <i8: 1> : tile<4x8xi8>
    %l = constant <i8: 1> : tile<4x8xi8>
    // CHECK: %{{.*}} = constant <i8: 1> : tile<8x2xi8>
    %r = constant <i8: 1> : tile<8x2xi8>
    // CHECK: %{{.*}} = constant <i32: 1> : tile<4x2xi32>
    %acc = constant <i32: 1> : tile<4x2xi32>
    // CHECK: %{{.*}} = mmai %{{.*}}, %{{.*}}, %{{.*}} signed unsigned : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    %18 = mmai %l, %r, %acc signed unsigned : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    return
  }

  // Assumptions.
  // CHECK: entry @assumptions(%{{.*}}: tile<i32>, %{{.*}}: tile<ptr<f32>>) {
  entry @assumptions(%n: tile<i32>, %p: tile<ptr<f32>>) {
    // CHECK: %{{.*}} = constant <i32: [0, 4, 8, 12, 16, 20, 24, 28]> : tile<8xi32>
    %x = constant <i32: [0, 4, 8, 12, 16, 20, 24, 28]> : tile<8xi32>
    // CHECK: %{{.*}} = constant <i32: 1> : tile<8x8xi32>
    %y = constant <i32: 1> : tile<8x8xi32>
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // CHECK: %{{.*}} = assume div_by<16>, %{{.*}} : tile<ptr<f32>>
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    // CHECK: %{{.*}} = assume div_by<4, every 2 along 0>, %{{.*}} : tile<8xi32>
    %1 = assume div_by<4, every 2 along 0>, %x : tile<8xi32>
    // CHECK: %{{.*}} = assume div_by<8>, %{{.*}} : tile<i32>
    %2 = assume #cuda_tile.div_by<8>, %n : tile<i32>
    // CHECK: %{{.*}} = assume same_elements<[1, 4]>, %{{.*}} : tile<8x8xi32>
    %3 = assume same_elements<[1, 4]>, %y : tile<8x8xi32>
    // CHECK: %{{.*}} = assume bounded<0, ?>, %{{.*}} : tile<i32>
    %4 = assume bounded<0, ?>, %n : tile<i32>
    // CHECK: %{{.*}} = assume bounded<?, -1>, %{{.*}} : tile<i32>
    %5 = assume bounded<?, -1>, %n : tile<i32>
    // CHECK: %{{.*}} = assume bounded<?, ?>, %{{.*}} : tile<i32>
    %6 = assume bounded<?, ?>, %n : tile<i32>
    // CHECK: %{{.*}} = assume bounded<0, 7>, %{{.*}} : tile<i32>
    %7 = assume #cuda_tile.bounded<0, 7>, %n : tile<i32>
    // CHECK: %{{.*}} = assume div_by<16>, %{{.*}} : tensor_view<64xf32, strides=[1]>
    %8 = assume div_by<16>, %tv : tensor_view<64xf32, strides=[1]>
    return
  }
}
