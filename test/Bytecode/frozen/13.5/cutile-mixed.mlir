cuda_tile.module @kernels {
  entry @mixed_Kt1_A1f32_1l0_A1f32_1l0_Si32_I128(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>) optimization_hints=<default = {}> {
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
      %61 = constant <f32: 1.000000e+00> : tile<f32>
      %62 = reshape %61 : tile<f32> -> tile<1xf32>
      %63 = broadcast %62 : tile<1xf32> -> tile<128xf32>
      %64 = addf %34, %63 : tile<128xf32>
      yield %64 : tile<128xf32>
    } else {
      %61 = constant <f32: 1.000000e+00> : tile<f32>
      %62 = reshape %61 : tile<f32> -> tile<1xf32>
      %63 = broadcast %62 : tile<1xf32> -> tile<128xf32>
      %64 = subf %34, %63 : tile<128xf32>
      yield %64 : tile<128xf32>
    }
    %38 = constant <i32: 0> : tile<i32>
    %39 = constant <i32: 1> : tile<i32>
    %40 = constant <i32: 10> : tile<i32>
    %41 = constant <f32: 5.000000e-01> : tile<f32>
    %42 = reshape %41 : tile<f32> -> tile<1xf32>
    %43 = broadcast %42 : tile<1xf32> -> tile<128xf32>
    %44:2 = loop iter_values(%arg7 = %38, %arg8 = %37) : tile<i32>, tile<128xf32> -> tile<i32>, tile<128xf32> {
      %61 = cmpi less_than %arg7, %arg6, signed : tile<i32> -> tile<i1>
      if %61 {
      } else {
        break %arg7, %arg8 : tile<i32>, tile<128xf32>
      }
      %62 = addi %arg7, %39 : tile<i32>
      %63 = cmpi greater_than %62, %40, signed : tile<i32> -> tile<i1>
      if %63 {
        break %62, %arg8 : tile<i32>, tile<128xf32>
      } else {
      }
      %64 = mulf %arg8, %43 : tile<128xf32>
      continue %62, %64 : tile<i32>, tile<128xf32>
    }
    %45 = join_tokens %0, %26 : token
    %46 = print_tko "i %d\0A", %blockId_x token=%45 : tile<i32> -> token
    %47 = exti %10 signed : tile<128xi32> -> tile<128xi64>
    %48 = exti %3 signed : tile<i32> -> tile<i64>
    %49 = reshape %48 : tile<i64> -> tile<1xi64>
    %50 = broadcast %49 : tile<1xi64> -> tile<128xi64>
    %51 = cmpi less_than %47, %50, unsigned : tile<128xi64> -> tile<128xi1>
    %52 = exti %4 signed : tile<i32> -> tile<i64>
    %53 = reshape %52 : tile<i64> -> tile<1xi64>
    %54 = broadcast %53 : tile<1xi64> -> tile<128xi64>
    %55 = muli %47, %54 : tile<128xi64>
    %56 = reshape %arg3 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %57 = broadcast %56 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %58 = offset %57, %55 : tile<128xptr<f32>>, tile<128xi64> -> tile<128xptr<f32>>
    %59 = join_tokens %0, %46 : token
    %60 = store_ptr_tko weak %58, %44#1, %51 token=%59 : tile<128xptr<f32>>, tile<128xf32>, tile<128xi1> -> token
    return
  }
}

