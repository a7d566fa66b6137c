cuda_tile.module @kernels {
  global @print_mutex <i32: 1> : tile<1xi32>
  entry @mixed_Kt1_A1f32_1l0_A1f32_1l0_Si32_I128(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %2 = assume bounded<0, ?>, %arg2 : tile<i32>
    %3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %4 = assume bounded<0, ?>, %arg5 : tile<i32>
    %5 = constant <i32: 128> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %6 = iota : tile<128xi32>
    %7 = muli %blockId_x, %5 : tile<i32>
    %8 = reshape %7 : tile<i32> -> tile<1xi32>
    %9 = broadcast %8 : tile<1xi32> -> tile<128xi32>
    %10 = addi %6, %9 : tile<128xi32>
    %11 = exti %10 signed : tile<128xi32> -> tile<128xi64>
    %12 = exti %1 signed : tile<i32> -> tile<i64>
    %13 = reshape %12 : tile<i64> -> tile<1xi64>
    %14 = broadcast %13 : tile<1xi64> -> tile<128xi64>
    %15 = cmpi less_than %11, %14, unsigned : tile<128xi64> -> tile<128xi1>
    %16 = exti %2 signed : tile<i32> -> tile<i64>
    %17 = reshape %16 : tile<i64> -> tile<1xi64>
    %18 = broadcast %17 : tile<1xi64> -> tile<128xi64>
    %19 = muli %11, %18 : tile<128xi64>
    %20 = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %21 = broadcast %20 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %22 = offset %21, %19 : tile<128xptr<f32>>, tile<128xi64> -> tile<128xptr<f32>>
    %23 = constant <f32: 0.000000e+00> : tile<f32>
    %24 = reshape %23 : tile<f32> -> tile<1xf32>
    %25 = broadcast %24 : tile<1xf32> -> tile<128xf32>
    %result, %result_token = load_ptr_tko weak %22, %15, %25 token=%0 : tile<128xptr<f32>>, tile<128xi1>, tile<128xf32> -> tile<128xf32>, token
    %26 = join_tokens %0, %result_token : token
    %27 = reshape %arg6 : tile<i32> -> tile<1xi32>
    %28 = broadcast %27 : tile<1xi32> -> tile<128xi32>
    %29 = cmpi less_than %10, %28, signed : tile<128xi32> -> tile<128xi1>
    %30 = constant <f32: 2.000000e+00> : tile<f32>
    %31 = reshape %30 : tile<f32> -> tile<1xf32>
    %32 = broadcast %31 : tile<1xf32> -> tile<128xf32>
    %33 = mulf %result, %32 : tile<128xf32>
    %34 = select %29, %result, %33 : tile<128xi1>, tile<128xf32>
    %35 = constant <i32: 0> : tile<i32>
    %36 = cmpi greater_than %blockId_x, %35, signed : tile<i32> -> tile<i1>
    %37 = if %36 -> (tile<128xf32>) {
      %65 = constant <f32: 1.000000e+00> : tile<f32>
      %66 = reshape %65 : tile<f32> -> tile<1xf32>
      %67 = broadcast %66 : tile<1xf32> -> tile<128xf32>
      %68 = addf %34, %67 : tile<128xf32>
      yield %68 : tile<128xf32>
    } else {
      %65 = constant <f32: 1.000000e+00> : tile<f32>
      %66 = reshape %65 : tile<f32> -> tile<1xf32>
      %67 = broadcast %66 : tile<1xf32> -> tile<128xf32>
      %68 = subf %34, %67 : tile<128xf32>
      yield %68 : tile<128xf32>
    }
    %38 = constant <i32: 0> : tile<i32>
    %39 = constant <i32: 1> : tile<i32>
    %40 = constant <i32: 10> : tile<i32>
    %41 = constant <f32: 5.000000e-01> : tile<f32>
    %42 = reshape %41 : tile<f32> -> tile<1xf32>
    %43 = broadcast %42 : tile<1xf32> -> tile<128xf32>
    %44:2 = loop iter_values(%arg7 = %38, %arg8 = %37) : tile<i32>, tile<128xf32> -> tile<i32>, tile<128xf32> {
      %65 = cmpi less_than %arg7, %arg6, signed : tile<i32> -> tile<i1>
      if %65 {
      } else {
        break %arg7, %arg8 : tile<i32>, tile<128xf32>
      }
      %66 = addi %arg7, %39 : tile<i32>
      %67 = cmpi greater_than %66, %40, signed : tile<i32> -> tile<i1>
      if %67 {
        break %66, %arg8 : tile<i32>, tile<128xf32>
      } else {
      }
      %68 = mulf %arg8, %43 : tile<128xf32>
      continue %66, %68 : tile<i32>, tile<128xf32>
    }
    %45 = join_tokens %0, %26 : token
    %46 = get_global @print_mutex : tile<ptr<i32>>
    %47 = constant <i32: 0> : tile<i32>
    %48 = constant <i32: 1> : tile<i32>
    loop {
      %result_2, %result_token_3 = atomic_cas_tko acq_rel device %46, %48, %47 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %65 = cmpi equal %result_2, %48, unsigned : tile<i32> -> tile<i1>
      if %65 {
        break
      } else {
      }
    }
    %49 = print_tko "i %d\0A", %blockId_x : tile<i32> -> token
    %50 = make_token : token
    %result_0, %result_token_1 = atomic_rmw_tko acq_rel device %46, xchg, %48 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %51 = exti %10 signed : tile<128xi32> -> tile<128xi64>
    %52 = exti %3 signed : tile<i32> -> tile<i64>
    %53 = reshape %52 : tile<i64> -> tile<1xi64>
    %54 = broadcast %53 : tile<1xi64> -> tile<128xi64>
    %55 = cmpi less_than %51, %54, unsigned : tile<128xi64> -> tile<128xi1>
    %56 = exti %4 signed : tile<i32> -> tile<i64>
    %57 = reshape %56 : tile<i64> -> tile<1xi64>
    %58 = broadcast %57 : tile<1xi64> -> tile<128xi64>
    %59 = muli %51, %58 : tile<128xi64>
    %60 = reshape %arg3 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %61 = broadcast %60 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %62 = offset %61, %59 : tile<128xptr<f32>>, tile<128xi64> -> tile<128xptr<f32>>
    %63 = join_tokens %0, %50 : token
    %64 = store_ptr_tko weak %62, %44#1, %55 token=%63 : tile<128xptr<f32>>, tile<128xf32>, tile<128xi1> -> token
    return
  }
}

