cuda_tile.module @kernels attributes {smith.arguments = [dense<[-0.80037485310440626, 0.12446526021178433, 2.5927264576125804E+103, -3.6556336601224108E+90]> : tensor<4xf64>, dense<2147483647> : tensor<1xi32>, dense<[-9223372036854775808, 7106424624325774875, -8417124761135041783, -9075448286667330114]> : tensor<4xi64>, dense<[11, 11, 3, 2, 6, 15, 15, 3, 0, 3, 14, 10, 10, 12, 9, 10]> : tensor<16xi32>, dense<0> : tensor<50xi32>, dense<0> : tensor<4xi64>, dense<0.000000e+00> : tensor<4xf64>], smith.grid = array<i32: 1, 1, 1>, smith.version = "13.4"} {
  global @scratch0 <i32: [-2147483648, 1176809101, -1997816897, 34872835, -2071517795, -67692563, 312874021, -114661687, -1937305127, -1374505881, 195194692, -2099457201, 491652805, -819662947, -846216654, 153463749]> : tile<16xi32>
  entry @smith(%arg0: tile<ptr<f64>>, %arg1: tile<ptr<i32>>, %arg2: tile<ptr<i64>>, %arg3: tile<ptr<i32>>, %arg4: tile<ptr<i32>>, %arg5: tile<ptr<i64>>, %arg6: tile<ptr<f64>>) {
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32>
    %0 = muli %blockId_z, %gridSize_y : tile<i32>
    %1 = addi %0, %blockId_y : tile<i32>
    %2 = muli %1, %gridSize_x : tile<i32>
    %3 = addi %2, %blockId_x : tile<i32>
    %4 = get_global @scratch0 : tile<ptr<i32>>
    %5 = constant <i32: 16> : tile<i32>
    %6 = muli %3, %5 : tile<i32>
    %7 = offset %4, %6 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %8 = iota : tile<1xi32>
    %9 = reshape %8 : tile<1xi32> -> tile<i32>
    %10 = assume div_by<4>, %7 : tile<ptr<i32>>
    %11 = offset %10, %9 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %12 = store_ptr_tko relaxed sys %11, %gridSize_y : tile<ptr<i32>>, tile<i32> -> token
    %13 = reshape %blockId_z : tile<i32> -> tile<1x1xi32>
    %14 = broadcast %13 : tile<1x1xi32> -> tile<16x1xi32>
    %15 = reshape %14 : tile<16x1xi32> -> tile<16x1x1xi32>
    %16 = reshape %blockId_z : tile<i32> -> tile<1x1xi32>
    %17 = broadcast %16 : tile<1x1xi32> -> tile<16x1xi32>
    %18 = reshape %17 : tile<16x1xi32> -> tile<16x1x1xi32>
    %19 = maxi %15, %18 signed : tile<16x1x1xi32>
    %20 = constant <i32: [-2147483648, -462806944, 785818443, 487714920, 40462402, 1522618303, -1505268298, -436307575, 2147483647, -135006143, 998768240, -54369473, -1845767857, 2065075663, 697752282, 953657189]> : tile<16xi32>
    %21 = constant <f64: [[1.000000e+01, 1.600000e+01, -1.000000e+01, -1.000000e+01]]> : tile<1x4xf64>
    %22 = constant <f64: -1.000000e+00> : tile<1x4xf64>
    %23 = constant <f64: 1.000000e+00> : tile<1x4xf64>
    %24 = maxf %21, %22 : tile<1x4xf64>
    %25 = minf %24, %23 : tile<1x4xf64>
    %26 = tan %25 : tile<1x4xf64>
    %27 = make_tensor_view %arg1, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %28 = make_partition_view %27 : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %29 = constant <i32: 0> : tile<i32>
    %tile, %result_token = load_view_tko weak %28[%29] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %30 = reshape %tile : tile<1xi32> -> tile<1x1xi32>
    %31 = reshape %blockId_y : tile<i32> -> tile<1x1xi32>
    %32 = constant <i32: 31> : tile<1x1xi32>
    %33 = andi %31, %32 : tile<1x1xi32>
    %34 = constant <i32: 1> : tile<1x1xi32>
    %35 = addi %33, %34 : tile<1x1xi32>
    %36 = remi %30, %35 unsigned : tile<1x1xi32>
    %37 = make_tensor_view %arg2, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %38 = make_partition_view %37 : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %39 = constant <i32: 0> : tile<i32>
    %tile_0, %result_token_1 = load_view_tko weak %38[%39] : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> tile<4xi64>, token
    %40 = make_tensor_view %arg3, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %41 = make_partition_view %40 : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %42 = constant <i32: 0> : tile<i32>
    %tile_2, %result_token_3 = load_view_tko weak %41[%42] : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> tile<16xi32>, token
    %43 = reshape %26 : tile<1x4xf64> -> tile<4xf64>
    %44 = constant <f64: [0.38780382615681663, -403157482573311.56, 0.55547187675461984, -2.6465618958916139]> : tile<4xf64>
    %45 = maxf %43, %44 : tile<4xf64>
    %46 = constant <i32: 1> : tile<i32>
    %47 = muli %3, %46 : tile<i32>
    %48 = offset %arg4, %47 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %49 = iota : tile<1xi32>
    %50 = reshape %49 : tile<1xi32> -> tile<i32>
    %51 = offset %48, %50 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %52 = store_ptr_tko weak %51, %gridSize_z : tile<ptr<i32>>, tile<i32> -> token
    %53 = constant <i32: 1> : tile<i32>
    %54 = offset %arg4, %53 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %55 = reshape %19 : tile<16x1x1xi32> -> tile<16xi32>
    %56 = make_tensor_view %54, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %57 = make_partition_view %56 : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %58 = store_view_tko weak %55, %57[%3] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    %59 = constant <i32: 17> : tile<i32>
    %60 = offset %arg4, %59 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %61 = make_tensor_view %60, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %62 = make_partition_view %61 : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %63 = store_view_tko weak %20, %62[%3] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    %64 = constant <i32: 33> : tile<i32>
    %65 = offset %arg4, %64 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %66 = constant <i32: 1> : tile<i32>
    %67 = muli %3, %66 : tile<i32>
    %68 = offset %65, %67 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %69 = iota : tile<1xi32>
    %70 = reshape %69 : tile<1xi32> -> tile<1x1xi32>
    %71 = reshape %68 : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %72 = broadcast %71 : tile<1x1xptr<i32>> -> tile<1x1xptr<i32>>
    %73 = offset %72, %70 : tile<1x1xptr<i32>>, tile<1x1xi32> -> tile<1x1xptr<i32>>
    %74 = store_ptr_tko weak %73, %36 : tile<1x1xptr<i32>>, tile<1x1xi32> -> token
    %75 = make_tensor_view %arg5, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %76 = make_partition_view %75 : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %77 = store_view_tko weak %tile_0, %76[%3] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
    %78 = constant <i32: 34> : tile<i32>
    %79 = offset %arg4, %78 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %80 = make_tensor_view %79, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %81 = make_partition_view %80 : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %82 = store_view_tko weak %tile_2, %81[%3] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    %83 = make_tensor_view %arg6, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %84 = make_partition_view %83 : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %85 = store_view_tko weak %45, %84[%3] : tile<4xf64>, partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}

//% - entry: smith
//%   grid: [1, 1, 1]
//%   args:
//%     - ptr: f64[4]
//%       in: -0.80037485310440626 0.12446526021178433 2.5927264576125804E+103 -3.6556336601224108E+90
//%     - ptr: i32[1]
//%       in: 2147483647
//%     - ptr: i64[4]
//%       in: -9223372036854775808 7106424624325774875 -8417124761135041783 -9075448286667330114
//%     - ptr: i32[16]
//%       in: 11*2 3 2 6 15*2 3 0 3 14 10*2 12 9 10
//%     - ptr: i32[50]
//%       in: 0*50
//%       out: 1 0*16 -2147483648 -462806944 785818443 487714920 40462402 1522618303 -1505268298 -436307575 2147483647 -135006143 998768240 -54369473 -1845767857 2065075663 697752282 953657189 0 11*2 3 2 6 15*2 3 0 3 14 10*2 12 9 10
//%     - ptr: i64[4]
//%       in: 0*4
//%       out: -9223372036854775808 7106424624325774875 -8417124761135041783 -9075448286667330114
//%     - ptr: f64[4]
//%       in: 0*4
//%       out: 1.5574077246549023*2 0.55547187675461984 -1.5574077246549023
