cuda_tile.module @kernels {
  entry @ints_Kt1_A1i32_1l0_A1i32_1l0_I128(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %1 = constant <i32: 3> : tile<128xi32>
    %2 = constant <i32: 7> : tile<128xi32>
    %3 = constant <i32: 2> : tile<128xi32>
    %4 = constant <i32: 1> : tile<128xi32>
    %5 = constant <i32: 15> : tile<128xi32>
    %6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %8 = make_tensor_view %arg0, shape = [%6], strides = [%7] : tile<i32> -> tensor_view<?xi32, strides=[?]>
    %9 = assume bounded<0, ?>, %arg4 : tile<i32>
    %10 = assume bounded<0, ?>, %arg5 : tile<i32>
    %11 = make_tensor_view %arg3, shape = [%9], strides = [%10] : tile<i32> -> tensor_view<?xi32, strides=[?]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %12 = make_partition_view %8 : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[?]>>
    %tile, %result_token = load_view_tko weak %12[%blockId_x] token = %0 : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[?]>>, tile<i32> -> tile<128xi32>, token
    %13 = divi %tile, %1 signed rounding<negative_inf> : tile<128xi32>
    %14 = remi %13, %2 signed : tile<128xi32>
    %15 = constant <i32: 0> : tile<128xi32>
    %16 = cmpi less_than %14, %15, signed : tile<128xi32> -> tile<128xi1>
    %17 = cmpi less_than %2, %15, signed : tile<128xi32> -> tile<128xi1>
    %18 = xori %16, %17 : tile<128xi1>
    %19 = cmpi not_equal %14, %15, signed : tile<128xi32> -> tile<128xi1>
    %20 = andi %18, %19 : tile<128xi1>
    %21 = addi %14, %2 : tile<128xi32>
    %22 = select %20, %21, %14 : tile<128xi1>, tile<128xi32>
    %23 = negi %22 : tile<128xi32>
    %24 = shri %tile, %3 signed : tile<128xi32>
    %25 = xori %23, %24 : tile<128xi32>
    %26 = shli %tile, %4 : tile<128xi32>
    %27 = andi %26, %5 : tile<128xi32>
    %28 = ori %25, %27 : tile<128xi32>
    %29 = maxi %28, %tile signed : tile<128xi32>
    %30 = itof %29 signed : tile<128xi32> -> tile<128xf32>
    %31 = ftoi %30 signed : tile<128xf32> -> tile<128xi32>
    %32 = make_partition_view %11 : partition_view<tile=(128), tensor_view<?xi32, strides=[?]>>
    %33 = store_view_tko weak %31, %32[%blockId_x] token = %0 : tile<128xi32>, partition_view<tile=(128), tensor_view<?xi32, strides=[?]>>, tile<i32> -> token
    return
  }
}

