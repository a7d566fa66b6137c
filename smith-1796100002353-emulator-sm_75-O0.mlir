cuda_tile.module @kernels attributes {smith.arguments = [dense<[-5.000000e-01, 5.000000e-01, -8.000000e+00, -4.500000e+00, -2.500000e+00, -3.000000e+00, 6.500000e+00, 6.500000e+00, -3.000000e+00, -1.500000e+00, -6.000000e+00, -1.000000e+00, 1.500000e+00, 6.000000e+00, -2.000000e+00, 1.000000e+00, 0.000000e+00, -6.500000e+00, 1.000000e+00, -4.500000e+00, -5.500000e+00, -5.000000e+00, 5.000000e-01, -7.000000e+00, -5.500000e+00, 7.500000e+00, 5.000000e+00, 1.000000e+00, -6.000000e+00, 6.500000e+00, -4.500000e+00, 2.500000e+00, -2.000000e+00, -3.500000e+00, -2.000000e+00, -5.000000e-01, 1.000000e+00, -8.000000e+00, 2.500000e+00, 5.000000e-01, 4.500000e+00, 2.500000e+00, 1.000000e+00, 4.000000e+00, -4.500000e+00, 3.500000e+00, -3.000000e+00, -5.000000e+00, -5.000000e-01, 2.000000e+00, 2.500000e+00, 2.000000e+00, 6.500000e+00, -2.000000e+00, 4.000000e+00, -4.000000e+00, 1.500000e+00, 4.500000e+00, 1.500000e+00, -4.500000e+00, -2.500000e+00, 1.000000e+00, 2.500000e+00, -1.000000e+00]> : tensor<64xf64>, dense<[-1, -4, 5, -5, -8, -8, -8, 0, -2, 4, -4, -2, 6, 5, -6, -3, -3, -1, -2, 1, 3, 2, -7, 6, 6, 2, 3, 3, -8, 7, -8, 5, 0, -3, -5, -4, -3, 5, -2, -5, -1, -5, -2, 3, -8, 0, -1, 2, 7, -2, 5, -8, -5, 4, -4, -7, -7, 1, 2, -8, -2, 3, 7, -7]> : tensor<64xi8>, dense<[0, 29, 30, 31]> : tensor<4xi16>, dense<[-2, -7, -7, 3, -7, -7, 7, -1, 6, -3, -6, -8, 6, -3, 7, 0, -5, 3, 7, 0, 1, -2, -8, 5, 5, -8, -7, -2, 7, 5, 4, -2]> : tensor<32xi16>, dense<1074472029> : tensor<1xi32>, dense<[-1051721728, -1056964608, 1097859072, 1084227584, -1050673152, -1049624576, -1082130432, -1069547520, -1050673152, -1063256064, -1055916032, 0, 1092616192, 1084227584, -1054867456, 1094713344, 1095761920, -1050673152, 1095761920, 1086324736, 1086324736, 1090519040, 1090519040, 1097859072, -1051721728, 1096810496, -1069547520, -1069547520, 1084227584, -1061158912, 1097859072, 1086324736, 1092616192, -1050673152, 1091567616, 1094713344, 1094713344, -1061158912, -1055916032, -1056964608, -1056964608, -1065353216, 1086324736, 1090519040, 1094713344, -1055916032, 1094713344, -1049624576, 1086324736, -1069547520, 0, -1048576000, 1065353216, -1050673152, 1095761920, 1084227584, -1053818880, 1097859072, 1086324736, 1082130432, -1082130432, 1082130432, 1065353216, -1056964608]> : tensor<64xi32>, dense<[-118, 46, 20, -77, -109, 127, -96, -49, 31, 23, 60, -69, -49, 62, -1, -106, 71, -5, 121, 127, 8, -16, 38, -124, 1, -128, -12, -125, -39, -43, 82, 56, -113, 86, -8, -25, -107, -128, -48, -96, -58, -128, -26, -128, -72, 109, 25, 109, 23, 126, 64, -91, -128, 92, 109, 76, -49, -72, -119, -2, -91, -44, -12, -6]> : tensor<64xi8>, dense<[-3.500000e+00, -6.500000e+00, -6.500000e+00, 1.000000e+00, -6.500000e+00, 5.000000e+00, 1.500000e+00, -4.500000e+00]> : tensor<8xf32>, dense<0.000000e+00> : tensor<64xf64>, dense<0> : tensor<1xi32>, dense<0> : tensor<64xi64>, dense<0.000000e+00> : tensor<64xf32>, dense<0.000000e+00> : tensor<68xbf16>], smith.grid = array<i32: 1, 1, 1>, smith.version = "13.3"} {
  global @scratch0 <i16: 12933> : tile<32xi16> loc(#loc)
  global private @input2 alignment = 16 <bf16: -0.000000e+00> : tile<512xbf16> loc(#loc)
  global @input5 <i32: 2137064260> : tile<64xi32> loc(#loc)
  global constant @input9 <f32: -3.250000e+00> : tile<64xf32> loc(#loc)
  entry @smith(%arg0: tile<ptr<f64>> loc(#loc), %arg1: tile<ptr<i8>> loc(#loc), %arg2: tile<ptr<i16>> loc(#loc), %arg3: tile<ptr<i16>> loc(#loc), %arg4: tile<ptr<i32>> loc(#loc), %arg5: tile<ptr<tf32>> loc(#loc), %arg6: tile<ptr<i8>> loc(#loc), %arg7: tile<ptr<f32>> loc(#loc), %arg8: tile<ptr<f64>> loc(#loc), %arg9: tile<ptr<i32>> loc(#loc), %arg10: tile<ptr<i64>> loc(#loc), %arg11: tile<ptr<f32>> loc(#loc), %arg12: tile<ptr<bf16>> loc(#loc)) {
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc262)
    %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32> loc(#loc263)
    %0 = muli %blockId_z, %gridSize_y : tile<i32> loc(#loc345)
    %1 = addi %0, %blockId_y : tile<i32> loc(#loc346)
    %2 = muli %1, %gridSize_x : tile<i32> loc(#loc347)
    %3 = addi %2, %blockId_x : tile<i32> loc(#loc348)
    %4 = constant <f64: -0.000000e+00> : tile<16x1x2x2xf64> loc(#loc349)
    %5 = constant <f64: -1.000000e+00> : tile<16x1x2x2xf64> loc(#loc481)
    %6 = constant <f64: 1.000000e+00> : tile<16x1x2x2xf64> loc(#loc482)
    %7 = maxf %4, %5 : tile<16x1x2x2xf64> loc(#loc483)
    %8 = minf %7, %6 : tile<16x1x2x2xf64> loc(#loc)
    %9 = floor %8 : tile<16x1x2x2xf64> loc(#loc484)
    %10 = tan %9 : tile<16x1x2x2xf64> loc(#loc)
    %11 = constant <f64: -3.000000e+00> : tile<16x1x2x2xf64> loc(#loc485)
    %12 = cmpf greater_than unordered %10, %11 : tile<16x1x2x2xf64> -> tile<16x1x2x2xi1> loc(#loc423)
    %13 = constant <f64: [[[[-7.500000e-01, -3.500000e+00], [-1.500000e+00, -3.250000e+00]]], [[[1.500000e+00, -2.500000e+00], [-3.750000e+00, -3.250000e+00]]], [[[-1.000000e+00, -1.250000e+00], [3.750000e+00, 1.250000e+00]]], [[[1.500000e+00, 2.750000e+00], [2.000000e+00, -3.500000e+00]]], [[[-2.000000e+00, 1.750000e+00], [4.000000e+00, 3.500000e+00]]], [[[-5.000000e-01, -3.750000e+00], [5.000000e-01, -2.500000e+00]]], [[[1.500000e+00, -5.000000e-01], [3.750000e+00, 1.000000e+00]]], [[[-1.500000e+00, -4.000000e+00], [-1.000000e+00, -5.000000e-01]]], [[[-2.000000e+00, -3.500000e+00], [-3.500000e+00, 2.000000e+00]]], [[[-3.500000e+00, 2.500000e+00], [-1.750000e+00, -1.500000e+00]]], [[[-3.500000e+00, -3.250000e+00], [-7.500000e-01, -3.750000e+00]]], [[[7.500000e-01, -1.500000e+00], [-1.250000e+00, -2.500000e+00]]], [[[-1.000000e+00, 2.500000e-01], [-4.000000e+00, -7.500000e-01]]], [[[-3.750000e+00, 3.750000e+00], [-1.000000e+00, 3.750000e+00]]], [[[1.250000e+00, 7.500000e-01], [-2.250000e+00, 3.750000e+00]]], [[[3.500000e+00, 1.750000e+00], [2.000000e+00, 5.000000e-01]]]]> : tile<16x1x2x2xf64> loc(#loc486)
    %14 = select %12, %9, %13 : tile<16x1x2x2xi1>, tile<16x1x2x2xf64> loc(#loc425)
    %15 = get_global @input2 : tile<ptr<bf16>> loc(#loc426)
    %16 = constant <i16: 7> : tile<i16> loc(#loc427)
    %17 = constant <i16: 2> : tile<i16> loc(#loc428)
    %18 = constant <i16: 1> : tile<i16> loc(#loc)
    %19 = make_tensor_view %15, shape = [18, 3, 3, 2], strides = [21, %16, %17, %18] : tile<i16> -> tensor_view<18x3x3x2xbf16, strides=[21,?,?,?]> loc(#loc487)
    %20:4 = get_tensor_shape %19 : tensor_view<18x3x3x2xbf16, strides=[21,?,?,?]> -> tile<i32> loc(#loc430)
    %21 = make_gather_scatter_view %19 : gather_scatter_view<tile=(16x1x2x2), padding_value = zero, tensor_view<18x3x3x2xbf16, strides=[21,?,?,?]>, sparse_dim=1> loc(#loc431)
    %22 = constant <i8: 127> : tile<i8> loc(#loc432)
    %23 = constant <i8: 15> : tile<i8> loc(#loc433)
    %24 = andi %22, %23 : tile<i8> loc(#loc488)
    %25 = reshape %gridSize_z : tile<i32> -> tile<1xi32> loc(#loc)
    %26 = make_tensor_view %arg1, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]> loc(#loc489)
    %27 = make_partition_view %26 : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>> loc(#loc490)
    %28 = constant <i32: 0> : tile<i32> loc(#loc)
    %tile, %result_token = load_view_tko weak %27[%28] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token loc(#loc491)
    %29 = reshape %tile : tile<1xi8> -> tile<i8> loc(#loc)
    %30 = constant <i8: 1> : tile<i8> loc(#loc492)
    %31 = andi %29, %30 : tile<i8> loc(#loc526)
    %32 = constant <i8: 2> : tile<i8> loc(#loc527)
    %33 = constant <i8: 1> : tile<i8> loc(#loc493)
    %34 = andi %32, %33 : tile<i8> loc(#loc494)
    %tile_0, %result_token_1 = load_view_tko weak %21[%24, %25, %31, %34] : gather_scatter_view<tile=(16x1x2x2), padding_value = zero, tensor_view<18x3x3x2xbf16, strides=[21,?,?,?]>, sparse_dim=1>, tile<i8>, tile<1xi32>, tile<i8>, tile<i8> -> tile<16x1x2x2xbf16>, token loc(#loc495)
    %35 = constant <i32: 4> : tile<i32> loc(#loc435)
    %36 = muli %3, %35 : tile<i32> loc(#loc436)
    %37 = offset %arg2, %36 : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>> loc(#loc496)
    %38 = reshape %20#1 : tile<i32> -> tile<1x1xi32> loc(#loc497)
    %39 = broadcast %38 : tile<1x1xi32> -> tile<64x1xi32> loc(#loc498)
    %40 = reshape %39 : tile<64x1xi32> -> tile<16x1x2x2xi32> loc(#loc499)
    %41 = reshape %37 : tile<ptr<i16>> -> tile<1x1x1x1xptr<i16>> loc(#loc441)
    %42 = broadcast %41 : tile<1x1x1x1xptr<i16>> -> tile<16x1x2x2xptr<i16>> loc(#loc442)
    %43 = offset %42, %40 : tile<16x1x2x2xptr<i16>>, tile<16x1x2x2xi32> -> tile<16x1x2x2xptr<i16>> loc(#loc443)
    %result, %result_token_2 = load_ptr_tko weak %43 : tile<16x1x2x2xptr<i16>> -> tile<16x1x2x2xi16>, token loc(#loc444)
    %44 = constant <i1: false> : tile<i1> loc(#loc528)
    if %44 {
      %129 = cmpi less_than_or_equal %20#2, %gridSize_z, signed : tile<i32> -> tile<i1> loc(#loc445)
      %130:2 = if %129 -> (tile<1x1x16x4xptr<i16>>, tile<16x1x2x2xi16>) {
        %158 = reshape %129 : tile<i1> -> tile<1x1xi1> loc(#loc447)
        %159 = broadcast %158 : tile<1x1xi1> -> tile<64x1xi1> loc(#loc502)
        %160 = reshape %159 : tile<64x1xi1> -> tile<16x1x2x2xi1> loc(#loc448)
        %161 = select %160, %result, %result : tile<16x1x2x2xi1>, tile<16x1x2x2xi16> loc(#loc449)
        %162 = reshape %20#2 : tile<i32> -> tile<1x1xi32> loc(#loc450)
        %163 = broadcast %162 : tile<1x1xi32> -> tile<64x1xi32> loc(#loc503)
        %164 = reshape %163 : tile<64x1xi32> -> tile<1x1x16x4xi32> loc(#loc350)
        %165 = reshape %arg3 : tile<ptr<i16>> -> tile<1x1x1x1xptr<i16>> loc(#loc351)
        %166 = broadcast %165 : tile<1x1x1x1xptr<i16>> -> tile<1x1x16x4xptr<i16>> loc(#loc452)
        %167 = offset %166, %164 : tile<1x1x16x4xptr<i16>>, tile<1x1x16x4xi32> -> tile<1x1x16x4xptr<i16>> loc(#loc)
        yield %167, %161 : tile<1x1x16x4xptr<i16>>, tile<16x1x2x2xi16> loc(#loc276)
      } else {
        %158 = constant <i8: [[[[0, 0], [15, 13]]], [[[5, 4], [15, 15]]], [[[2, 7], [13, 15]]], [[[3, 15], [14, 11]]], [[[5, 13], [2, 12]]], [[[0, 13], [0, 2]]], [[[15, 5], [0, 7]]], [[[14, 0], [5, 9]]], [[[4, 12], [10, 2]]], [[[9, 11], [7, 13]]], [[[5, 6], [0, 7]]], [[[15, 14], [6, 0]]], [[[4, 0], [8, 3]]], [[[2, 10], [6, 1]]], [[[9, 4], [2, 7]]], [[[9, 0], [15, 6]]]]> : tile<16x1x2x2xi8> loc(#loc277)
        %159 = make_tensor_view %arg1, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]> loc(#loc278)
        %160 = make_partition_view %159 : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>> loc(#loc279)
        %161 = constant <i32: 0> : tile<i32> loc(#loc280)
        %tile_9, %result_token_10 = load_view_tko weak %160[%161] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token loc(#loc281)
        %162 = reshape %tile_9 : tile<64xi8> -> tile<16x1x2x2xi8> loc(#loc282)
        %163 = constant <i8: 63> : tile<16x1x2x2xi8> loc(#loc353)
        %164 = andi %162, %163 : tile<16x1x2x2xi8> loc(#loc453)
        %165 = constant <i8: 1> : tile<16x1x2x2xi8> loc(#loc355)
        %166 = addi %164, %165 : tile<16x1x2x2xi8> loc(#loc)
        %167 = divi %158, %166 unsigned rounding<positive_inf> : tile<16x1x2x2xi8> loc(#loc356)
        %168 = get_global @scratch0 : tile<ptr<i16>> loc(#loc454)
        %169 = constant <i32: 32> : tile<i32> loc(#loc)
        %170 = muli %3, %169 : tile<i32> loc(#loc285)
        %171 = offset %168, %170 : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>> loc(#loc286)
        %172 = get_global @input2 : tile<ptr<bf16>> loc(#loc287)
        %173 = constant <bf16: [[-4.500000e+00, 4.500000e+00], [-8.000000e+00, 2.000000e+00]]> : tile<2x2xbf16> loc(#loc288)
        %174 = constant <bf16: 1.000000e+00> : tile<2x2xbf16> loc(#loc289)
        %175 = constant <bf16: 2.560000e+02> : tile<2x2xbf16> loc(#loc290)
        %176 = maxf %173, %174 : tile<2x2xbf16> loc(#loc291)
        %177 = minf %176, %175 : tile<2x2xbf16> loc(#loc358)
        %178 = floor %177 : tile<2x2xbf16> loc(#loc294)
        %179 = log %178 : tile<2x2xbf16> loc(#loc295)
        %180 = constant <bf16: -2.000000e+00> : tile<2x2xbf16> loc(#loc296)
        %181 = cmpf greater_than unordered %179, %180 : tile<2x2xbf16> -> tile<2x2xi1> loc(#loc297)
        %182 = reshape %tile_0 : tile<16x1x2x2xbf16> -> tile<64xbf16> loc(#loc298)
        %183 = constant <i32: 3> : tile<i32> loc(#loc299)
        %184 = extract %182[%183] : tile<64xbf16> -> tile<4xbf16> loc(#loc359)
        %185 = reshape %184 : tile<4xbf16> -> tile<2x2xbf16> loc(#loc360)
        %186 = select %181, %178, %185 : tile<2x2xi1>, tile<2x2xbf16> loc(#loc455)
        %187 = get_global @input5 : tile<ptr<i32>> loc(#loc361)
        %188 = make_tensor_view %187, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]> loc(#loc456)
        %189 = make_partition_view %188 : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>> loc(#loc457)
        %190 = constant <i32: 0> : tile<i32> loc(#loc362)
        %tile_11, %result_token_12 = load_view_tko weak %189[%190] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token loc(#loc363)
        %191 = reshape %tile_11 : tile<64xi32> -> tile<1x1x16x4xi32> loc(#loc364)
        %192 = constant <i32: 31> : tile<1x1x16x4xi32> loc(#loc365)
        %193 = andi %191, %192 : tile<1x1x16x4xi32> loc(#loc458)
        %194 = reshape %arg3 : tile<ptr<i16>> -> tile<1x1x1x1xptr<i16>> loc(#loc367)
        %195 = broadcast %194 : tile<1x1x1x1xptr<i16>> -> tile<1x1x16x4xptr<i16>> loc(#loc368)
        %196 = offset %195, %193 : tile<1x1x16x4xptr<i16>>, tile<1x1x16x4xi32> -> tile<1x1x16x4xptr<i16>> loc(#loc369)
        yield %196, %result : tile<1x1x16x4xptr<i16>>, tile<16x1x2x2xi16> loc(#loc459)
      } loc(#loc446)
      %131 = constant <i32: 1> : tile<i32> loc(#loc370)
      %132 = muli %3, %131 : tile<i32> loc(#loc460)
      %133 = offset %arg4, %132 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>> loc(#loc372)
      %134 = constant <i32: -1844166127> : tile<16x1x2x2xi32> loc(#loc373)
      %135 = constant <i32: 31> : tile<16x1x2x2xi32> loc(#loc461)
      %136 = andi %134, %135 : tile<16x1x2x2xi32> loc(#loc375)
      %137 = reshape %arg1 : tile<ptr<i8>> -> tile<1x1x1x1xptr<i8>> loc(#loc462)
      %138 = broadcast %137 : tile<1x1x1x1xptr<i8>> -> tile<16x1x2x2xptr<i8>> loc(#loc377)
      %139 = offset %138, %136 : tile<16x1x2x2xptr<i8>>, tile<16x1x2x2xi32> -> tile<16x1x2x2xptr<i8>> loc(#loc)
      %140 = reshape %gridSize_z : tile<i32> -> tile<1x1xi32> loc(#loc378)
      %141 = broadcast %140 : tile<1x1xi32> -> tile<64x1xi32> loc(#loc)
      %142 = reshape %141 : tile<64x1xi32> -> tile<16x1x2x2xi32> loc(#loc379)
      %143 = reshape %arg1 : tile<ptr<i8>> -> tile<1x1x1x1xptr<i8>> loc(#loc380)
      %144 = broadcast %143 : tile<1x1x1x1xptr<i8>> -> tile<16x1x2x2xptr<i8>> loc(#loc463)
      %145 = offset %144, %142 : tile<16x1x2x2xptr<i8>>, tile<16x1x2x2xi32> -> tile<16x1x2x2xptr<i8>> loc(#loc)
      %146 = cat %139, %145 dim = 1 : tile<16x1x2x2xptr<i8>>, tile<16x1x2x2xptr<i8>> -> tile<16x2x2x2xptr<i8>> loc(#loc382)
      %147 = make_tensor_view %arg5, shape = [64], strides = [1] : tensor_view<64xtf32, strides=[1]> loc(#loc383)
      %148 = make_partition_view %147 : partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>> loc(#loc384)
      %149 = constant <i32: 0> : tile<i32> loc(#loc)
      %tile_7, %result_token_8 = load_view_tko weak %148[%149] : partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>>, tile<i32> -> tile<64xtf32>, token loc(#loc385)
      %150 = reshape %tile_7 : tile<64xtf32> -> tile<1x1x16x4xtf32> loc(#loc386)
      %151 = broadcast %150 : tile<1x1x16x4xtf32> -> tile<1x2x16x4xtf32> loc(#loc387)
      %152 = get_global @input2 : tile<ptr<bf16>> loc(#loc388)
      %153 = constant <bf16: 3.750000e+00> : tile<16x1x2x2xbf16> loc(#loc389)
      %154 = cosh %153 : tile<16x1x2x2xbf16> loc(#loc390)
      %155 = constant <bf16: -2.000000e+00> : tile<16x1x2x2xbf16> loc(#loc391)
      %156 = cmpf greater_than unordered %154, %155 : tile<16x1x2x2xbf16> -> tile<16x1x2x2xi1> loc(#loc464)
      %157 = select %156, %153, %tile_0 : tile<16x1x2x2xi1>, tile<16x1x2x2xbf16> loc(#loc465)
    } loc(#loc501)
    %45 = constant <bf16: [[-3.000000e+00, -1.600000e+01], [-9.000000e+00, -4.000000e+00]]> : tile<2x2xbf16> loc(#loc466)
    %46 = exp %45 : tile<2x2xbf16> loc(#loc529)
    %47 = constant <bf16: -2.000000e+00> : tile<2x2xbf16> loc(#loc505)
    %48 = cmpf greater_than unordered %46, %47 : tile<2x2xbf16> -> tile<2x2xi1> loc(#loc506)
    %49 = reshape %tile_0 : tile<16x1x2x2xbf16> -> tile<64xbf16> loc(#loc507)
    %50 = constant <i32: 4> : tile<i32> loc(#loc508)
    %51 = extract %49[%50] : tile<64xbf16> -> tile<4xbf16> loc(#loc530)
    %52 = reshape %51 : tile<4xbf16> -> tile<2x2xbf16> loc(#loc531)
    %53 = select %48, %45, %52 : tile<2x2xi1>, tile<2x2xbf16> loc(#loc552)
    %54 = make_tensor_view %arg6, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]> loc(#loc)
    %55 = make_partition_view %54 : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>> loc(#loc553)
    %56 = constant <i32: 0> : tile<i32> loc(#loc534)
    %tile_3, %result_token_4 = load_view_tko weak %55[%56] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token loc(#loc554)
    %57 = reshape %tile_3 : tile<64xi8> -> tile<1x1x16x4xi8> loc(#loc536)
    %58 = exti %57 signed : tile<1x1x16x4xi8> -> tile<1x1x16x4xi64> loc(#loc)
    %59 = make_tensor_view %arg7, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]> loc(#loc537)
    %60 = make_partition_view %59 : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>> loc(#loc538)
    %61 = constant <i32: 0> : tile<i32> loc(#loc539)
    %tile_5, %result_token_6 = load_view_tko weak %60[%61] : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token loc(#loc555)
    %62 = reshape %tile_5 : tile<8xf32> -> tile<8x1xf32> loc(#loc556)
    %63 = constant <f32: -1.024000e+03> : tile<8x1xf32> loc(#loc)
    %64 = constant <f32: 1.024000e+03> : tile<8x1xf32> loc(#loc)
    %65 = maxf %62, %63 : tile<8x1xf32> loc(#loc542)
    %66 = minf %65, %64 : tile<8x1xf32> loc(#loc543)
    %67 = floor %66 : tile<8x1xf32> loc(#loc544)
    %68 = ftof %67 : tile<8x1xf32> -> tile<8x1xtf32> loc(#loc545)
    %69 = constant <f32: 4.000000e+00> : tile<1x8xf32> loc(#loc546)
    %70 = ftof %69 : tile<1x8xf32> -> tile<1x8xtf32> loc(#loc547)
    %71 = get_global @input9 : tile<ptr<f32>> loc(#loc548)
    %72 = constant <f32: 1.500000e+00> : tile<8x8xf32> loc(#loc549)
    %73 = constant <f32: 0xCB000000> : tile<8x8xf32> loc(#loc550)
    %74 = constant <f32: 0x4B000000> : tile<8x8xf32> loc(#loc551)
    %75 = maxf %72, %73 : tile<8x8xf32> loc(#loc509)
    %76 = minf %75, %74 : tile<8x8xf32> loc(#loc510)
    %77 = floor %76 : tile<8x8xf32> loc(#loc511)
    %78 = constant <f32: 0.000000e+00> : tile<8x8xf32> loc(#loc512)
    %79 = addf %77, %78 : tile<8x8xf32> loc(#loc513)
    %80 = mmaf %68, %70, %79 : tile<8x1xtf32>, tile<1x8xtf32>, tile<8x8xf32> loc(#loc514)
    %81 = absf %tile_0 : tile<16x1x2x2xbf16> loc(#loc515)
    %82 = rsqrt %81 : tile<16x1x2x2xbf16> loc(#loc516)
    %83 = constant <bf16: -2.000000e+00> : tile<16x1x2x2xbf16> loc(#loc517)
    %84 = cmpf greater_than unordered %82, %83 : tile<16x1x2x2xbf16> -> tile<16x1x2x2xi1> loc(#loc)
    %85 = select %84, %81, %tile_0 : tile<16x1x2x2xi1>, tile<16x1x2x2xbf16> loc(#loc)
    %86 = constant <i32: 2> : tile<i32> loc(#loc518)
    %87 = constant <i32: 0> : tile<i32> loc(#loc519)
    %88 = constant <i32: 2> : tile<i32> loc(#loc520)
    %89 = for %arg13 in (%86 to %87, step %88) : tile<i32> iter_values(%arg14 = %53) -> (tile<2x2xbf16>) {
      %129 = constant <i32: 1> : tile<i32> loc(#loc468)
      %130 = cmpi greater_than_or_equal %gridSize_y, %129, signed : tile<i32> -> tile<i1> loc(#loc521)
      %131 = if %130 -> (tile<2x2xbf16>) {
        %133 = reshape %20#2 : tile<i32> -> tile<1x1xi32> loc(#loc470)
        %134 = reshape %20#0 : tile<i32> -> tile<1x1xi32> loc(#loc392)
        %135 = addi %133, %134 overflow<no_signed_wrap> : tile<1x1xi32> loc(#loc393)
        %136 = constant <bf16: -1.600000e+01> : tile<2x2xbf16> loc(#loc394)
        %137 = constant <bf16: 1.600000e+01> : tile<2x2xbf16> loc(#loc471)
        %138 = maxf %arg14, %136 : tile<2x2xbf16> loc(#loc)
        %139 = minf %138, %137 : tile<2x2xbf16> loc(#loc396)
        %140 = floor %139 : tile<2x2xbf16> loc(#loc397)
        %141 = constant <bf16: -1.600000e+01> : tile<2x2xbf16> loc(#loc472)
        %142 = constant <bf16: 1.600000e+01> : tile<2x2xbf16> loc(#loc473)
        %143 = maxf %arg14, %141 : tile<2x2xbf16> loc(#loc400)
        %144 = minf %143, %142 : tile<2x2xbf16> loc(#loc401)
        %145 = floor %144 : tile<2x2xbf16> loc(#loc402)
        %146 = mulf %140, %145 rounding<zero> : tile<2x2xbf16> loc(#loc403)
        %147 = reshape %result : tile<16x1x2x2xi16> -> tile<1x1x16x4xi16> loc(#loc404)
        %148 = reshape %147 : tile<1x1x16x4xi16> -> tile<64xi16> loc(#loc405)
        %149 = constant <i32: 38> : tile<i32> loc(#loc)
        %150 = extract %148[%149] : tile<64xi16> -> tile<1xi16> loc(#loc315)
        %151 = reshape %150 : tile<1xi16> -> tile<1x1x1x1xi16> loc(#loc316)
        %152 = broadcast %151 : tile<1x1x1x1xi16> -> tile<1x1x16x4xi16> loc(#loc317)
        %153 = assume same_elements<[1, 1, 16, 4]>, %152 : tile<1x1x16x4xi16> loc(#loc318)
        continue %arg14 : tile<2x2xbf16> loc(#loc406)
      } else {
        %133 = constant <bf16: [[-9.000000e+00, 0.000000e+00], [1.600000e+01, -1.100000e+01]]> : tile<2x2xbf16> loc(#loc320)
        %134 = constant <bf16: -1.000000e+00> : tile<2x2xbf16> loc(#loc321)
        %135 = subf %133, %134 rounding<positive_inf> : tile<2x2xbf16> loc(#loc322)
        yield %135 : tile<2x2xbf16> loc(#loc323)
      } loc(#loc522)
      %132 = subf %53, %131 : tile<2x2xbf16> loc(#loc)
      continue %53 : tile<2x2xbf16> loc(#loc324)
    } loc(#loc467)
    %90 = constant <i32: 64> : tile<i32> loc(#loc325)
    %91 = muli %3, %90 : tile<i32> loc(#loc407)
    %92 = offset %arg8, %91 : tile<ptr<f64>>, tile<i32> -> tile<ptr<f64>> loc(#loc408)
    %93 = iota : tile<64xi32> loc(#loc329)
    %94 = reshape %93 : tile<64xi32> -> tile<16x1x2x2xi32> loc(#loc330)
    %95 = reshape %92 : tile<ptr<f64>> -> tile<1x1x1x1xptr<f64>> loc(#loc331)
    %96 = broadcast %95 : tile<1x1x1x1xptr<f64>> -> tile<16x1x2x2xptr<f64>> loc(#loc332)
    %97 = offset %96, %94 : tile<16x1x2x2xptr<f64>>, tile<16x1x2x2xi32> -> tile<16x1x2x2xptr<f64>> loc(#loc333)
    %98 = store_ptr_tko weak %97, %14 : tile<16x1x2x2xptr<f64>>, tile<16x1x2x2xf64> -> token loc(#loc)
    %99 = constant <i32: 1> : tile<i32> loc(#loc334)
    %100 = muli %3, %99 : tile<i32> loc(#loc335)
    %101 = offset %arg9, %100 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>> loc(#loc409)
    %102 = iota : tile<1xi32> loc(#loc338)
    %103 = reshape %102 : tile<1xi32> -> tile<i32> loc(#loc339)
    %104 = offset %101, %103 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>> loc(#loc)
    %105 = store_ptr_tko weak %104, %20#3 : tile<ptr<i32>>, tile<i32> -> token loc(#loc340)
    %106 = reshape %58 : tile<1x1x16x4xi64> -> tile<64xi64> loc(#loc341)
    %107 = make_tensor_view %arg10, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1]> loc(#loc342)
    %108 = make_partition_view %107 : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>> loc(#loc410)
    %109 = store_view_tko weak %106, %108[%3] : tile<64xi64>, partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>, tile<i32> -> token loc(#loc411)
    %110 = reshape %80 : tile<8x8xf32> -> tile<64xf32> loc(#loc412)
    %111 = make_tensor_view %arg11, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]> loc(#loc413)
    %112 = make_partition_view %111 : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>> loc(#loc414)
    %113 = store_view_tko weak %110, %112[%3] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token loc(#loc415)
    %114 = constant <i32: 64> : tile<i32> loc(#loc416)
    %115 = muli %3, %114 : tile<i32> loc(#loc417)
    %116 = offset %arg12, %115 : tile<ptr<bf16>>, tile<i32> -> tile<ptr<bf16>> loc(#loc)
    %117 = iota : tile<64xi32> loc(#loc418)
    %118 = reshape %117 : tile<64xi32> -> tile<16x1x2x2xi32> loc(#loc419)
    %119 = reshape %116 : tile<ptr<bf16>> -> tile<1x1x1x1xptr<bf16>> loc(#loc420)
    %120 = broadcast %119 : tile<1x1x1x1xptr<bf16>> -> tile<16x1x2x2xptr<bf16>> loc(#loc421)
    %121 = offset %120, %118 : tile<16x1x2x2xptr<bf16>>, tile<16x1x2x2xi32> -> tile<16x1x2x2xptr<bf16>> loc(#loc474)
    %122 = store_ptr_tko weak %121, %85 : tile<16x1x2x2xptr<bf16>>, tile<16x1x2x2xbf16> -> token loc(#loc475)
    %123 = constant <i32: 64> : tile<i32> loc(#loc476)
    %124 = offset %arg12, %123 : tile<ptr<bf16>>, tile<i32> -> tile<ptr<bf16>> loc(#loc523)
    %125 = reshape %89 : tile<2x2xbf16> -> tile<4xbf16> loc(#loc)
    %126 = make_tensor_view %124, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]> loc(#loc524)
    %127 = make_partition_view %126 : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>> loc(#loc478)
    %128 = store_view_tko weak %125, %127[%3] : tile<4xbf16>, partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> token loc(#loc479)
    return loc(#loc525)
  } loc(#loc261)
} loc(#loc)
#di_file = #cuda_tile.di_file<"smith.py" in "/made/by">
#loc = loc(unknown)
#loc1 = loc("/made/by/smith.py":1:24)
#loc2 = loc("/made/by/smith.py":4:14)
#loc3 = loc("/made/by/smith.py":6:50)
#loc4 = loc("/made/by/smith.py":8:1)
#loc5 = loc("/made/by/smith.py":9:17)
#loc6 = loc("/made/by/smith.py":11:43)
#loc7 = loc("/made/by/smith.py":13:41)
#loc8 = loc("/made/by/smith.py":14:53)
#loc9 = loc("/made/by/smith.py":117:18)
#loc10 = loc("/made/by/smith.py":14:20)
#loc11 = loc("/made/by/smith.py":14:5)
#loc12 = loc("/made/by/smith.py":16:16)
#loc13 = loc("/made/by/smith.py":17:10)
#loc14 = loc("/made/by/smith.py":19:32)
#loc15 = loc("/made/by/smith.py":19:26)
#loc16 = loc("/made/by/smith.py":112:31)
#loc17 = loc("/made/by/smith.py":21:21)
#loc18 = loc("/made/by/smith.py":23:56)
#loc19 = loc("/made/by/smith.py":25:60)
#loc20 = loc("/made/by/smith.py":27:20)
#loc21 = loc("/made/by/smith.py":28:15)
#loc22 = loc("/made/by/smith.py":106:18)
#loc23 = loc("/made/by/smith.py":28:56)
#loc24 = loc("/made/by/smith.py":29:21)
#loc25 = loc("/made/by/smith.py":31:50)
#loc26 = loc("/made/by/smith.py":31:34)
#loc27 = loc("/made/by/smith.py":32:26)
#loc28 = loc("/made/by/smith.py":118:20)
#loc29 = loc("/made/by/smith.py":33:2)
#loc30 = loc("/made/by/smith.py":35:40)
#loc31 = loc("/made/by/smith.py":37:28)
#loc32 = loc("/made/by/smith.py":38:46)
#loc33 = loc("/made/by/smith.py":38:16)
#loc34 = loc("/made/by/smith.py":39:16)
#loc35 = loc("/made/by/smith.py":40:41)
#loc36 = loc("/made/by/smith.py":41:17)
#loc37 = loc("/made/by/smith.py":42:24)
#loc38 = loc("/made/by/smith.py":43:42)
#loc39 = loc("/made/by/smith.py":44:13)
#loc40 = loc("/made/by/smith.py":44:53)
#loc41 = loc("/made/by/smith.py":101:18)
#loc42 = loc("/made/by/smith.py":46:1)
#loc43 = loc("/made/by/smith.py":116:16)
#loc44 = loc("/made/by/smith.py":46:15)
#loc45 = loc("/made/by/smith.py":114:11)
#loc46 = loc("/made/by/smith.py":47:56)
#loc47 = loc("/made/by/smith.py":112:2)
#loc48 = loc("/made/by/smith.py":48:35)
#loc49 = loc("/made/by/smith.py":48:12)
#loc50 = loc("/made/by/smith.py":50:17)
#loc51 = loc("/made/by/smith.py":52:60)
#loc52 = loc("/made/by/smith.py":52:58)
#loc53 = loc("/made/by/smith.py":115:56)
#loc54 = loc("/made/by/smith.py":53:18)
#loc55 = loc("/made/by/smith.py":53:26)
#loc56 = loc("/made/by/smith.py":53:30)
#loc57 = loc("/made/by/smith.py":53:54)
#loc58 = loc("/made/by/smith.py":55:15)
#loc59 = loc("/made/by/smith.py":115:41)
#loc60 = loc("/made/by/smith.py":56:39)
#loc61 = loc("/made/by/smith.py":58:21)
#loc62 = loc("/made/by/smith.py":60:35)
#loc63 = loc("/made/by/smith.py":102:23)
#loc64 = loc("/made/by/smith.py":61:17)
#loc65 = loc("/made/by/smith.py":61:48)
#loc66 = loc("/made/by/smith.py":61:3)
#loc67 = loc("/made/by/smith.py":108:29)
#loc68 = loc("/made/by/smith.py":62:44)
#loc69 = loc("/made/by/smith.py":62:6)
#loc70 = loc("/made/by/smith.py":62:57)
#loc71 = loc("/made/by/smith.py":64:41)
#loc72 = loc("/made/by/smith.py":66:2)
#loc73 = loc("/made/by/smith.py":68:57)
#loc74 = loc("/made/by/smith.py":70:37)
#loc75 = loc("/made/by/smith.py":72:38)
#loc76 = loc("/made/by/smith.py":74:3)
#loc77 = loc("/made/by/smith.py":110:26)
#loc78 = loc("/made/by/smith.py":74:48)
#loc79 = loc("/made/by/smith.py":75:32)
#loc80 = loc("/made/by/smith.py":76:38)
#loc81 = loc("/made/by/smith.py":109:25)
#loc82 = loc("/made/by/smith.py":77:49)
#loc83 = loc("/made/by/smith.py":78:10)
#loc84 = loc("/made/by/smith.py":79:7)
#loc85 = loc("/made/by/smith.py":79:37)
#loc86 = loc("/made/by/smith.py":81:59)
#loc87 = loc("/made/by/smith.py":81:26)
#loc88 = loc("/made/by/smith.py":82:8)
#loc89 = loc("/made/by/smith.py":84:40)
#loc90 = loc("/made/by/smith.py":114:26)
#loc91 = loc("/made/by/smith.py":86:13)
#loc92 = loc("/made/by/smith.py":87:36)
#loc93 = loc("/made/by/smith.py":87:54)
#loc94 = loc("/made/by/smith.py":88:29)
#loc95 = loc("/made/by/smith.py":88:21)
#loc96 = loc("/made/by/smith.py":90:46)
#loc97 = loc("/made/by/smith.py":92:60)
#loc98 = loc("/made/by/smith.py":92:24)
#loc99 = loc("/made/by/smith.py":94:21)
#loc100 = loc("/made/by/smith.py":95:57)
#loc101 = loc("/made/by/smith.py":97:10)
#loc102 = loc("/made/by/smith.py":99:48)
#loc103 = loc("/made/by/smith.py":101:54)
#loc104 = loc("/made/by/smith.py":103:50)
#loc105 = loc("/made/by/smith.py":105:49)
#loc106 = loc("/made/by/smith.py":106:16)
#loc107 = loc("/made/by/smith.py":107:24)
#loc108 = loc("/made/by/smith.py":104:45)
#loc109 = loc("/made/by/smith.py":107:49)
#loc110 = loc("/made/by/smith.py":107:53)
#loc111 = loc("/made/by/smith.py":107:44)
#loc112 = loc("/made/by/smith.py":107:30)
#loc113 = loc("/made/by/smith.py":107:37)
#loc114 = loc("/made/by/smith.py":108:35)
#loc115 = loc("/made/by/smith.py":115:8)
#loc116 = loc("/made/by/smith.py":110:39)
#loc117 = loc("/made/by/smith.py":112:38)
#loc118 = loc("/made/by/smith.py":113:9)
#loc119 = loc("/made/by/smith.py":107:36)
#loc120 = loc("/made/by/smith.py":115:16)
#loc121 = loc("/made/by/smith.py":115:44)
#loc122 = loc("/made/by/smith.py":103:41)
#loc123 = loc("/made/by/smith.py":117:5)
#loc124 = loc("/made/by/smith.py":117:49)
#loc125 = loc("/made/by/smith.py":118:52)
#loc126 = loc("/made/by/smith.py":118:60)
#loc127 = loc("/made/by/smith.py":119:12)
#loc128 = loc("/made/by/smith.py":116:24)
#loc129 = loc("/made/by/smith.py":119:28)
#loc130 = loc("/made/by/smith.py":119:31)
#loc131 = loc("/made/by/smith.py":121:19)
#loc132 = loc("/made/by/smith.py":122:13)
#loc133 = loc("/made/by/smith.py":124:35)
#loc134 = loc("/made/by/smith.py":126:48)
#loc135 = loc("/made/by/smith.py":128:44)
#loc136 = loc("/made/by/smith.py":130:8)
#loc137 = loc("/made/by/smith.py":132:50)
#loc138 = loc("/made/by/smith.py":134:39)
#loc139 = loc("/made/by/smith.py":135:56)
#loc140 = loc("/made/by/smith.py":136:34)
#loc141 = loc("/made/by/smith.py":136:38)
#loc142 = loc("/made/by/smith.py":139:50)
#loc143 = loc("/made/by/smith.py":100:1)
#loc144 = loc("/made/by/smith.py":140:10)
#loc145 = loc("/made/by/smith.py":141:13)
#loc146 = loc("/made/by/smith.py":142:13)
#loc147 = loc("/made/by/smith.py":144:30)
#loc148 = loc("/made/by/smith.py":145:36)
#loc149 = loc("/made/by/smith.py":145:55)
#loc150 = loc("/made/by/smith.py":145:2)
#loc151 = loc("/made/by/smith.py":101:57)
#loc152 = loc("/made/by/smith.py":145:48)
#loc153 = loc("/made/by/smith.py":119:15)
#loc154 = loc("/made/by/smith.py":145:23)
#loc155 = loc("/made/by/smith.py":146:22)
#loc156 = loc("/made/by/smith.py":111:27)
#loc157 = loc("/made/by/smith.py":147:8)
#loc158 = loc("/made/by/smith.py":148:27)
#loc159 = loc("/made/by/smith.py":150:22)
#loc160 = loc("/made/by/smith.py":151:37)
#loc161 = loc("/made/by/smith.py":153:34)
#loc162 = loc("/made/by/smith.py":102:32)
#loc163 = loc("/made/by/smith.py":153:60)
#loc164 = loc("/made/by/smith.py":112:56)
#loc165 = loc("/made/by/smith.py":155:8)
#loc166 = loc("/made/by/smith.py":155:45)
#loc167 = loc("/made/by/smith.py":157:32)
#loc168 = loc("/made/by/smith.py":159:22)
#loc169 = loc("/made/by/smith.py":159:5)
#loc170 = loc("/made/by/smith.py":161:25)
#loc171 = loc("/made/by/smith.py":163:59)
#loc172 = loc("/made/by/smith.py":165:24)
#loc173 = loc("/made/by/smith.py":165:26)
#loc174 = loc("/made/by/smith.py":166:35)
#loc175 = loc("/made/by/smith.py":166:56)
#loc176 = loc("/made/by/smith.py":167:60)
#loc177 = loc("/made/by/smith.py":167:44)
#loc178 = loc("/made/by/smith.py":168:27)
#loc179 = loc("/made/by/smith.py":170:57)
#loc180 = loc("/made/by/smith.py":170:17)
#loc181 = loc("/made/by/smith.py":171:50)
#loc182 = loc("/made/by/smith.py":173:30)
#loc183 = loc("/made/by/smith.py":173:5)
#loc184 = loc("/made/by/smith.py":175:17)
#loc185 = loc("/made/by/smith.py":176:22)
#loc186 = loc("/made/by/smith.py":178:35)
#loc187 = loc("/made/by/smith.py":179:54)
#loc188 = loc("/made/by/smith.py":179:25)
#loc189 = loc("/made/by/smith.py":179:1)
#loc190 = loc("/made/by/smith.py":102:42)
#loc191 = loc("/made/by/smith.py":181:17)
#loc192 = loc("/made/by/smith.py":182:30)
#loc193 = loc("/made/by/smith.py":182:9)
#loc194 = loc("/made/by/smith.py":183:46)
#loc195 = loc("/made/by/smith.py":185:15)
#loc196 = loc("/made/by/smith.py":186:19)
#loc197 = loc("/made/by/smith.py":112:4)
#loc198 = loc("/made/by/smith.py":186:30)
#loc199 = loc("/made/by/smith.py":188:45)
#loc200 = loc("/made/by/smith.py":189:52)
#loc201 = loc("/made/by/smith.py":116:58)
#loc202 = loc("/made/by/smith.py":190:16)
#loc203 = loc("/made/by/smith.py":119:42)
#loc204 = loc("/made/by/smith.py":192:3)
#loc205 = loc("/made/by/smith.py":193:52)
#loc206 = loc("/made/by/smith.py":193:17)
#loc207 = loc("/made/by/smith.py":195:1)
#loc208 = loc("/made/by/smith.py":197:51)
#loc209 = loc("/made/by/smith.py":198:8)
#loc210 = loc("/made/by/smith.py":200:38)
#loc211 = loc("/made/by/smith.py":202:23)
#loc212 = loc("/made/by/smith.py":202:20)
#loc213 = loc("/made/by/smith.py":203:28)
#loc214 = loc("/made/by/smith.py":203:47)
#loc215 = loc("/made/by/smith.py":204:17)
#loc216 = loc("/made/by/smith.py":205:23)
#loc217 = loc("/made/by/smith.py":206:33)
#loc218 = loc("/made/by/smith.py":207:32)
#loc219 = loc("/made/by/smith.py":209:54)
#loc220 = loc("/made/by/smith.py":209:21)
#loc221 = loc("/made/by/smith.py":211:30)
#loc222 = loc("/made/by/smith.py":109:46)
#loc223 = loc("/made/by/smith.py":107:17)
#loc224 = loc("/made/by/smith.py":212:17)
#loc225 = loc("/made/by/smith.py":212:57)
#loc226 = loc("/made/by/smith.py":214:28)
#loc227 = loc("/made/by/smith.py":215:34)
#loc228 = loc("/made/by/smith.py":217:44)
#loc229 = loc("/made/by/smith.py":218:27)
#loc230 = loc("/made/by/smith.py":220:16)
#loc231 = loc("/made/by/smith.py":220:39)
#loc232 = loc("/made/by/smith.py":115:39)
#loc233 = loc("/made/by/smith.py":221:36)
#loc234 = loc("/made/by/smith.py":223:33)
#loc235 = loc("/made/by/smith.py":223:54)
#loc236 = loc("/made/by/smith.py":224:23)
#loc237 = loc("/made/by/smith.py":224:37)
#loc238 = loc("/made/by/smith.py":224:57)
#loc239 = loc("/made/by/smith.py":224:59)
#loc240 = loc("/made/by/smith.py":224:10)
#loc241 = loc("/made/by/smith.py":224:36)
#loc242 = loc("/made/by/smith.py":225:44)
#loc243 = loc("/made/by/smith.py":226:50)
#loc244 = loc("/made/by/smith.py":228:45)
#loc245 = loc("/made/by/smith.py":230:45)
#loc246 = loc("/made/by/smith.py":231:35)
#loc247 = loc("/made/by/smith.py":232:43)
#loc248 = loc("/made/by/smith.py":233:30)
#loc249 = loc("/made/by/smith.py":234:35)
#loc250 = loc("/made/by/smith.py":234:15)
#loc251 = loc("/made/by/smith.py":236:35)
#loc252 = loc("/made/by/smith.py":238:13)
#loc253 = loc("/made/by/smith.py":238:12)
#loc254 = loc("/made/by/smith.py":240:40)
#loc255 = loc("/made/by/smith.py":105:48)
#loc256 = loc("/made/by/smith.py":240:8)
#loc257 = loc("/made/by/smith.py":240:37)
#loc258 = loc("/made/by/smith.py":241:22)
#loc259 = loc("/made/by/smith.py":103:57)
#loc260 = loc("/made/by/smith.py":242:1)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = "smith", linkageName = "smith", compileUnit = #di_compile_unit, scopeLine = 2>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = "helper", linkageName = "helper", compileUnit = #di_compile_unit, scopeLine = 2>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 8, column = 20>
#di_lexical_block1 = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 74, column = 27>
#di_lexical_block2 = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 92, column = 37>
#di_lexical_block3 = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 224, column = 29>
#loc261 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc262 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc263 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc264 = #cuda_tile.di_loc<#loc9 in #di_subprogram1>
#loc265 = #cuda_tile.di_loc<#loc16 in #di_subprogram1>
#loc266 = #cuda_tile.di_loc<#loc22 in #di_subprogram1>
#loc267 = #cuda_tile.di_loc<#loc28 in #di_subprogram1>
#loc268 = #cuda_tile.di_loc<#loc41 in #di_subprogram1>
#loc269 = #cuda_tile.di_loc<#loc43 in #di_subprogram1>
#loc270 = #cuda_tile.di_loc<#loc45 in #di_subprogram1>
#loc271 = #cuda_tile.di_loc<#loc47 in #di_subprogram1>
#loc272 = #cuda_tile.di_loc<#loc53 in #di_subprogram1>
#loc273 = #cuda_tile.di_loc<#loc59 in #di_subprogram1>
#loc274 = #cuda_tile.di_loc<#loc63 in #di_subprogram1>
#loc275 = #cuda_tile.di_loc<#loc67 in #di_subprogram1>
#loc276 = #cuda_tile.di_loc<#loc69 in #di_subprogram>
#loc277 = #cuda_tile.di_loc<#loc70 in #di_subprogram>
#loc278 = #cuda_tile.di_loc<#loc71 in #di_subprogram>
#loc279 = #cuda_tile.di_loc<#loc72 in #di_subprogram>
#loc280 = #cuda_tile.di_loc<#loc73 in #di_subprogram>
#loc281 = #cuda_tile.di_loc<#loc74 in #di_subprogram>
#loc282 = #cuda_tile.di_loc<#loc75 in #di_subprogram>
#loc283 = #cuda_tile.di_loc<#loc77 in #di_subprogram1>
#loc284 = #cuda_tile.di_loc<#loc81 in #di_subprogram1>
#loc285 = #cuda_tile.di_loc<#loc83 in #di_subprogram>
#loc286 = #cuda_tile.di_loc<#loc84 in #di_subprogram>
#loc287 = #cuda_tile.di_loc<#loc85 in #di_subprogram>
#loc288 = #cuda_tile.di_loc<#loc86 in #di_subprogram>
#loc289 = #cuda_tile.di_loc<#loc87 in #di_subprogram>
#loc290 = #cuda_tile.di_loc<#loc88 in #di_subprogram>
#loc291 = #cuda_tile.di_loc<#loc89 in #di_subprogram>
#loc292 = #cuda_tile.di_loc<#loc90 in #di_subprogram1>
#loc293 = #cuda_tile.di_loc<#loc91 in #di_subprogram>
#loc294 = #cuda_tile.di_loc<#loc92 in #di_subprogram>
#loc295 = #cuda_tile.di_loc<#loc93 in #di_subprogram>
#loc296 = #cuda_tile.di_loc<#loc94 in #di_subprogram>
#loc297 = #cuda_tile.di_loc<#loc95 in #di_subprogram>
#loc298 = #cuda_tile.di_loc<#loc96 in #di_subprogram>
#loc299 = #cuda_tile.di_loc<#loc97 in #di_subprogram>
#loc300 = #cuda_tile.di_loc<#loc108 in #di_subprogram1>
#loc301 = #cuda_tile.di_loc<#loc115 in #di_subprogram1>
#loc302 = #cuda_tile.di_loc<#loc119 in #di_subprogram1>
#loc303 = #cuda_tile.di_loc<#loc122 in #di_subprogram1>
#loc304 = #cuda_tile.di_loc<#loc128 in #di_subprogram1>
#loc305 = #cuda_tile.di_loc<#loc143 in #di_subprogram1>
#loc306 = #cuda_tile.di_loc<#loc151 in #di_subprogram1>
#loc307 = #cuda_tile.di_loc<#loc153 in #di_subprogram1>
#loc308 = #cuda_tile.di_loc<#loc156 in #di_subprogram1>
#loc309 = #cuda_tile.di_loc<#loc162 in #di_subprogram1>
#loc310 = #cuda_tile.di_loc<#loc164 in #di_subprogram1>
#loc311 = #cuda_tile.di_loc<#loc190 in #di_subprogram1>
#loc312 = #cuda_tile.di_loc<#loc197 in #di_subprogram1>
#loc313 = #cuda_tile.di_loc<#loc201 in #di_subprogram1>
#loc314 = #cuda_tile.di_loc<#loc203 in #di_subprogram1>
#loc315 = #cuda_tile.di_loc<#loc211 in #di_subprogram>
#loc316 = #cuda_tile.di_loc<#loc212 in #di_subprogram>
#loc317 = #cuda_tile.di_loc<#loc213 in #di_subprogram>
#loc318 = #cuda_tile.di_loc<#loc214 in #di_subprogram>
#loc319 = #cuda_tile.di_loc<#loc215 in #di_subprogram>
#loc320 = #cuda_tile.di_loc<#loc216 in #di_subprogram>
#loc321 = #cuda_tile.di_loc<#loc217 in #di_subprogram>
#loc322 = #cuda_tile.di_loc<#loc218 in #di_subprogram>
#loc323 = #cuda_tile.di_loc<#loc219 in #di_subprogram>
#loc324 = #cuda_tile.di_loc<#loc220 in #di_subprogram>
#loc325 = #cuda_tile.di_loc<#loc221 in #di_subprogram>
#loc326 = #cuda_tile.di_loc<#loc222 in #di_subprogram1>
#loc327 = #cuda_tile.di_loc<#loc223 in #di_subprogram1>
#loc328 = #cuda_tile.di_loc<#loc224 in #di_subprogram>
#loc329 = #cuda_tile.di_loc<#loc225 in #di_subprogram>
#loc330 = #cuda_tile.di_loc<#loc226 in #di_subprogram>
#loc331 = #cuda_tile.di_loc<#loc227 in #di_subprogram>
#loc332 = #cuda_tile.di_loc<#loc228 in #di_subprogram>
#loc333 = #cuda_tile.di_loc<#loc229 in #di_subprogram>
#loc334 = #cuda_tile.di_loc<#loc230 in #di_subprogram>
#loc335 = #cuda_tile.di_loc<#loc231 in #di_subprogram>
#loc336 = #cuda_tile.di_loc<#loc232 in #di_subprogram1>
#loc337 = #cuda_tile.di_loc<#loc233 in #di_subprogram>
#loc338 = #cuda_tile.di_loc<#loc234 in #di_subprogram>
#loc339 = #cuda_tile.di_loc<#loc235 in #di_subprogram>
#loc340 = #cuda_tile.di_loc<#loc236 in #di_subprogram>
#loc341 = #cuda_tile.di_loc<#loc237 in #di_subprogram>
#loc342 = #cuda_tile.di_loc<#loc238 in #di_subprogram>
#loc343 = #cuda_tile.di_loc<#loc255 in #di_subprogram1>
#loc344 = #cuda_tile.di_loc<#loc259 in #di_subprogram1>
#di_lexical_block4 = #cuda_tile.di_lexical_block<scope = #di_lexical_block, file = #di_file, line = 14, column = 30>
#di_lexical_block5 = #cuda_tile.di_lexical_block<scope = #di_lexical_block2, file = #di_file, line = 95, column = 32>
#di_lexical_block6 = #cuda_tile.di_lexical_block<scope = #di_lexical_block2, file = #di_file, line = 99, column = 30>
#di_lexical_block7 = #cuda_tile.di_lexical_block<scope = #di_lexical_block2, file = #di_file, line = 107, column = 24>
#di_lexical_block8 = #cuda_tile.di_lexical_block<scope = #di_lexical_block2, file = #di_file, line = 136, column = 25>
#di_lexical_block9 = #cuda_tile.di_lexical_block<scope = #di_lexical_block3, file = #di_file, line = 236, column = 34>
#loc345 = #cuda_tile.di_loc<#loc4 in #di_lexical_block>
#loc346 = #cuda_tile.di_loc<#loc5 in #di_lexical_block>
#loc347 = #cuda_tile.di_loc<#loc6 in #di_lexical_block>
#loc348 = #cuda_tile.di_loc<#loc7 in #di_lexical_block>
#loc349 = #cuda_tile.di_loc<#loc8 in #di_lexical_block>
#loc350 = #cuda_tile.di_loc<#loc65 in #di_lexical_block>
#loc351 = #cuda_tile.di_loc<#loc66 in #di_lexical_block>
#loc352 = #cuda_tile.di_loc<#loc68 in #di_lexical_block>
#loc353 = #cuda_tile.di_loc<#loc76 in #di_lexical_block1>
#loc354 = #cuda_tile.di_loc<#loc78 in #di_lexical_block1>
#loc355 = #cuda_tile.di_loc<#loc79 in #di_lexical_block1>
#loc356 = #cuda_tile.di_loc<#loc80 in #di_lexical_block1>
#loc357 = #cuda_tile.di_loc<#loc82 in #di_lexical_block1>
#loc358 = loc(callsite(#loc292 at #loc293))
#loc359 = #cuda_tile.di_loc<#loc98 in #di_lexical_block2>
#loc360 = #cuda_tile.di_loc<#loc99 in #di_lexical_block2>
#loc361 = #cuda_tile.di_loc<#loc101 in #di_lexical_block2>
#loc362 = #cuda_tile.di_loc<#loc104 in #di_lexical_block2>
#loc363 = #cuda_tile.di_loc<#loc105 in #di_lexical_block2>
#loc364 = #cuda_tile.di_loc<#loc106 in #di_lexical_block2>
#loc365 = #cuda_tile.di_loc<#loc107 in #di_lexical_block2>
#loc366 = #cuda_tile.di_loc<#loc109 in #di_lexical_block2>
#loc367 = #cuda_tile.di_loc<#loc110 in #di_lexical_block2>
#loc368 = #cuda_tile.di_loc<#loc111 in #di_lexical_block2>
#loc369 = #cuda_tile.di_loc<#loc112 in #di_lexical_block2>
#loc370 = #cuda_tile.di_loc<#loc114 in #di_lexical_block2>
#loc371 = #cuda_tile.di_loc<#loc116 in #di_lexical_block2>
#loc372 = #cuda_tile.di_loc<#loc117 in #di_lexical_block2>
#loc373 = #cuda_tile.di_loc<#loc118 in #di_lexical_block2>
#loc374 = #cuda_tile.di_loc<#loc120 in #di_lexical_block2>
#loc375 = #cuda_tile.di_loc<#loc121 in #di_lexical_block2>
#loc376 = #cuda_tile.di_loc<#loc123 in #di_lexical_block2>
#loc377 = #cuda_tile.di_loc<#loc124 in #di_lexical_block2>
#loc378 = #cuda_tile.di_loc<#loc125 in #di_lexical_block2>
#loc379 = #cuda_tile.di_loc<#loc126 in #di_lexical_block2>
#loc380 = #cuda_tile.di_loc<#loc127 in #di_lexical_block2>
#loc381 = #cuda_tile.di_loc<#loc129 in #di_lexical_block2>
#loc382 = #cuda_tile.di_loc<#loc130 in #di_lexical_block2>
#loc383 = #cuda_tile.di_loc<#loc131 in #di_lexical_block2>
#loc384 = #cuda_tile.di_loc<#loc132 in #di_lexical_block2>
#loc385 = #cuda_tile.di_loc<#loc133 in #di_lexical_block2>
#loc386 = #cuda_tile.di_loc<#loc134 in #di_lexical_block2>
#loc387 = #cuda_tile.di_loc<#loc135 in #di_lexical_block2>
#loc388 = #cuda_tile.di_loc<#loc136 in #di_lexical_block2>
#loc389 = #cuda_tile.di_loc<#loc137 in #di_lexical_block2>
#loc390 = #cuda_tile.di_loc<#loc138 in #di_lexical_block2>
#loc391 = #cuda_tile.di_loc<#loc139 in #di_lexical_block2>
#loc392 = #cuda_tile.di_loc<#loc194 in #di_lexical_block2>
#loc393 = #cuda_tile.di_loc<#loc195 in #di_lexical_block2>
#loc394 = #cuda_tile.di_loc<#loc196 in #di_lexical_block2>
#loc395 = #cuda_tile.di_loc<#loc198 in #di_lexical_block2>
#loc396 = #cuda_tile.di_loc<#loc199 in #di_lexical_block2>
#loc397 = #cuda_tile.di_loc<#loc200 in #di_lexical_block2>
#loc398 = #cuda_tile.di_loc<#loc202 in #di_lexical_block2>
#loc399 = #cuda_tile.di_loc<#loc204 in #di_lexical_block2>
#loc400 = #cuda_tile.di_loc<#loc205 in #di_lexical_block2>
#loc401 = #cuda_tile.di_loc<#loc206 in #di_lexical_block2>
#loc402 = #cuda_tile.di_loc<#loc207 in #di_lexical_block2>
#loc403 = #cuda_tile.di_loc<#loc208 in #di_lexical_block2>
#loc404 = #cuda_tile.di_loc<#loc209 in #di_lexical_block2>
#loc405 = #cuda_tile.di_loc<#loc210 in #di_lexical_block2>
#loc406 = loc(callsite(#loc305 at #loc319))
#loc407 = loc(callsite(#loc326 at #loc325))
#loc408 = loc(callsite(#loc327 at #loc328))
#loc409 = loc(callsite(#loc336 at #loc337))
#loc410 = #cuda_tile.di_loc<#loc239 in #di_lexical_block3>
#loc411 = #cuda_tile.di_loc<#loc240 in #di_lexical_block3>
#loc412 = #cuda_tile.di_loc<#loc241 in #di_lexical_block3>
#loc413 = #cuda_tile.di_loc<#loc242 in #di_lexical_block3>
#loc414 = #cuda_tile.di_loc<#loc243 in #di_lexical_block3>
#loc415 = #cuda_tile.di_loc<#loc244 in #di_lexical_block3>
#loc416 = #cuda_tile.di_loc<#loc245 in #di_lexical_block3>
#loc417 = #cuda_tile.di_loc<#loc246 in #di_lexical_block3>
#loc418 = #cuda_tile.di_loc<#loc247 in #di_lexical_block3>
#loc419 = #cuda_tile.di_loc<#loc248 in #di_lexical_block3>
#loc420 = #cuda_tile.di_loc<#loc249 in #di_lexical_block3>
#loc421 = #cuda_tile.di_loc<#loc250 in #di_lexical_block3>
#di_lexical_block10 = #cuda_tile.di_lexical_block<scope = #di_lexical_block4, file = #di_file, line = 14, column = 8>
#di_lexical_block11 = #cuda_tile.di_lexical_block<scope = #di_lexical_block4, file = #di_file, line = 35, column = 32>
#di_lexical_block12 = #cuda_tile.di_lexical_block<scope = #di_lexical_block4, file = #di_file, line = 53, column = 8>
#di_lexical_block13 = #cuda_tile.di_lexical_block<scope = #di_lexical_block8, file = #di_file, line = 140, column = 37>
#di_lexical_block14 = #cuda_tile.di_lexical_block<scope = #di_lexical_block8, file = #di_file, line = 182, column = 29>
#di_lexical_block15 = #cuda_tile.di_lexical_block<scope = #di_lexical_block9, file = #di_file, line = 240, column = 33>
#loc422 = #cuda_tile.di_loc<#loc10 in #di_lexical_block4>
#loc423 = #cuda_tile.di_loc<#loc15 in #di_lexical_block4>
#loc424 = #cuda_tile.di_loc<#loc17 in #di_lexical_block4>
#loc425 = #cuda_tile.di_loc<#loc18 in #di_lexical_block4>
#loc426 = #cuda_tile.di_loc<#loc19 in #di_lexical_block4>
#loc427 = #cuda_tile.di_loc<#loc20 in #di_lexical_block4>
#loc428 = #cuda_tile.di_loc<#loc21 in #di_lexical_block4>
#loc429 = #cuda_tile.di_loc<#loc23 in #di_lexical_block4>
#loc430 = #cuda_tile.di_loc<#loc24 in #di_lexical_block4>
#loc431 = #cuda_tile.di_loc<#loc25 in #di_lexical_block4>
#loc432 = #cuda_tile.di_loc<#loc26 in #di_lexical_block4>
#loc433 = #cuda_tile.di_loc<#loc27 in #di_lexical_block4>
#loc434 = #cuda_tile.di_loc<#loc29 in #di_lexical_block4>
#loc435 = #cuda_tile.di_loc<#loc39 in #di_lexical_block4>
#loc436 = #cuda_tile.di_loc<#loc40 in #di_lexical_block4>
#loc437 = #cuda_tile.di_loc<#loc42 in #di_lexical_block4>
#loc438 = #cuda_tile.di_loc<#loc44 in #di_lexical_block4>
#loc439 = #cuda_tile.di_loc<#loc46 in #di_lexical_block4>
#loc440 = #cuda_tile.di_loc<#loc48 in #di_lexical_block4>
#loc441 = #cuda_tile.di_loc<#loc49 in #di_lexical_block4>
#loc442 = #cuda_tile.di_loc<#loc50 in #di_lexical_block4>
#loc443 = #cuda_tile.di_loc<#loc51 in #di_lexical_block4>
#loc444 = #cuda_tile.di_loc<#loc52 in #di_lexical_block4>
#loc445 = #cuda_tile.di_loc<#loc56 in #di_lexical_block4>
#loc446 = #cuda_tile.di_loc<#loc57 in #di_lexical_block4>
#loc447 = #cuda_tile.di_loc<#loc58 in #di_lexical_block4>
#loc448 = #cuda_tile.di_loc<#loc60 in #di_lexical_block4>
#loc449 = #cuda_tile.di_loc<#loc61 in #di_lexical_block4>
#loc450 = #cuda_tile.di_loc<#loc62 in #di_lexical_block4>
#loc451 = #cuda_tile.di_loc<#loc64 in #di_lexical_block4>
#loc452 = loc(callsite(#loc275 at #loc352))
#loc453 = loc(callsite(#loc283 at #loc354))
#loc454 = loc(callsite(#loc284 at #loc357))
#loc455 = #cuda_tile.di_loc<#loc100 in #di_lexical_block5>
#loc456 = #cuda_tile.di_loc<#loc102 in #di_lexical_block6>
#loc457 = #cuda_tile.di_loc<#loc103 in #di_lexical_block6>
#loc458 = loc(callsite(#loc300 at #loc366))
#loc459 = #cuda_tile.di_loc<#loc113 in #di_lexical_block7>
#loc460 = loc(callsite(#loc301 at #loc371))
#loc461 = loc(callsite(#loc302 at #loc374))
#loc462 = loc(callsite(#loc303 at #loc376))
#loc463 = loc(callsite(#loc304 at #loc381))
#loc464 = #cuda_tile.di_loc<#loc140 in #di_lexical_block8>
#loc465 = #cuda_tile.di_loc<#loc141 in #di_lexical_block8>
#loc466 = #cuda_tile.di_loc<#loc142 in #di_lexical_block8>
#loc467 = #cuda_tile.di_loc<#loc188 in #di_lexical_block8>
#loc468 = #cuda_tile.di_loc<#loc189 in #di_lexical_block8>
#loc469 = #cuda_tile.di_loc<#loc191 in #di_lexical_block8>
#loc470 = #cuda_tile.di_loc<#loc193 in #di_lexical_block8>
#loc471 = loc(callsite(#loc312 at #loc395))
#loc472 = loc(callsite(#loc313 at #loc398))
#loc473 = loc(callsite(#loc314 at #loc399))
#loc474 = #cuda_tile.di_loc<#loc251 in #di_lexical_block9>
#loc475 = #cuda_tile.di_loc<#loc252 in #di_lexical_block9>
#loc476 = #cuda_tile.di_loc<#loc253 in #di_lexical_block9>
#loc477 = #cuda_tile.di_loc<#loc256 in #di_lexical_block9>
#loc478 = #cuda_tile.di_loc<#loc257 in #di_lexical_block9>
#loc479 = #cuda_tile.di_loc<#loc258 in #di_lexical_block9>
#loc480 = #cuda_tile.di_loc<#loc260 in #di_lexical_block9>
#di_lexical_block16 = #cuda_tile.di_lexical_block<scope = #di_lexical_block11, file = #di_file, line = 39, column = 31>
#di_lexical_block17 = #cuda_tile.di_lexical_block<scope = #di_lexical_block13, file = #di_file, line = 145, column = 39>
#loc481 = loc(callsite(#loc264 at #loc422))
#loc482 = #cuda_tile.di_loc<#loc11 in #di_lexical_block10>
#loc483 = #cuda_tile.di_loc<#loc12 in #di_lexical_block10>
#loc484 = #cuda_tile.di_loc<#loc13 in #di_lexical_block10>
#loc485 = #cuda_tile.di_loc<#loc14 in #di_lexical_block10>
#loc486 = loc(callsite(#loc265 at #loc424))
#loc487 = loc(callsite(#loc266 at #loc429))
#loc488 = loc(callsite(#loc267 at #loc434))
#loc489 = #cuda_tile.di_loc<#loc30 in #di_lexical_block11>
#loc490 = #cuda_tile.di_loc<#loc31 in #di_lexical_block11>
#loc491 = #cuda_tile.di_loc<#loc32 in #di_lexical_block11>
#loc492 = #cuda_tile.di_loc<#loc33 in #di_lexical_block11>
#loc493 = #cuda_tile.di_loc<#loc36 in #di_lexical_block11>
#loc494 = #cuda_tile.di_loc<#loc37 in #di_lexical_block11>
#loc495 = #cuda_tile.di_loc<#loc38 in #di_lexical_block11>
#loc496 = loc(callsite(#loc268 at #loc437))
#loc497 = loc(callsite(#loc269 at #loc438))
#loc498 = loc(callsite(#loc270 at #loc439))
#loc499 = loc(callsite(#loc271 at #loc440))
#loc500 = #cuda_tile.di_loc<#loc54 in #di_lexical_block12>
#loc501 = #cuda_tile.di_loc<#loc55 in #di_lexical_block12>
#loc502 = loc(callsite(#loc273 at #loc448))
#loc503 = loc(callsite(#loc274 at #loc451))
#loc504 = #cuda_tile.di_loc<#loc144 in #di_lexical_block13>
#loc505 = #cuda_tile.di_loc<#loc145 in #di_lexical_block13>
#loc506 = #cuda_tile.di_loc<#loc146 in #di_lexical_block13>
#loc507 = #cuda_tile.di_loc<#loc147 in #di_lexical_block13>
#loc508 = #cuda_tile.di_loc<#loc148 in #di_lexical_block13>
#loc509 = #cuda_tile.di_loc<#loc176 in #di_lexical_block13>
#loc510 = #cuda_tile.di_loc<#loc177 in #di_lexical_block13>
#loc511 = #cuda_tile.di_loc<#loc178 in #di_lexical_block13>
#loc512 = #cuda_tile.di_loc<#loc179 in #di_lexical_block13>
#loc513 = #cuda_tile.di_loc<#loc180 in #di_lexical_block13>
#loc514 = #cuda_tile.di_loc<#loc181 in #di_lexical_block13>
#loc515 = #cuda_tile.di_loc<#loc182 in #di_lexical_block13>
#loc516 = #cuda_tile.di_loc<#loc183 in #di_lexical_block13>
#loc517 = #cuda_tile.di_loc<#loc184 in #di_lexical_block13>
#loc518 = #cuda_tile.di_loc<#loc185 in #di_lexical_block13>
#loc519 = #cuda_tile.di_loc<#loc186 in #di_lexical_block13>
#loc520 = #cuda_tile.di_loc<#loc187 in #di_lexical_block13>
#loc521 = loc(callsite(#loc311 at #loc469))
#loc522 = #cuda_tile.di_loc<#loc192 in #di_lexical_block14>
#loc523 = #cuda_tile.di_loc<#loc254 in #di_lexical_block15>
#loc524 = loc(callsite(#loc343 at #loc477))
#loc525 = loc(callsite(#loc344 at #loc480))
#loc526 = #cuda_tile.di_loc<#loc34 in #di_lexical_block16>
#loc527 = #cuda_tile.di_loc<#loc35 in #di_lexical_block16>
#loc528 = loc(callsite(#loc272 at #loc500))
#loc529 = loc(callsite(#loc305 at #loc504))
#loc530 = #cuda_tile.di_loc<#loc149 in #di_lexical_block17>
#loc531 = #cuda_tile.di_loc<#loc150 in #di_lexical_block17>
#loc532 = #cuda_tile.di_loc<#loc152 in #di_lexical_block17>
#loc533 = #cuda_tile.di_loc<#loc154 in #di_lexical_block17>
#loc534 = #cuda_tile.di_loc<#loc155 in #di_lexical_block17>
#loc535 = #cuda_tile.di_loc<#loc157 in #di_lexical_block17>
#loc536 = #cuda_tile.di_loc<#loc158 in #di_lexical_block17>
#loc537 = #cuda_tile.di_loc<#loc159 in #di_lexical_block17>
#loc538 = #cuda_tile.di_loc<#loc160 in #di_lexical_block17>
#loc539 = #cuda_tile.di_loc<#loc161 in #di_lexical_block17>
#loc540 = #cuda_tile.di_loc<#loc163 in #di_lexical_block17>
#loc541 = #cuda_tile.di_loc<#loc165 in #di_lexical_block17>
#loc542 = #cuda_tile.di_loc<#loc166 in #di_lexical_block17>
#loc543 = #cuda_tile.di_loc<#loc167 in #di_lexical_block17>
#loc544 = #cuda_tile.di_loc<#loc168 in #di_lexical_block17>
#loc545 = #cuda_tile.di_loc<#loc169 in #di_lexical_block17>
#loc546 = #cuda_tile.di_loc<#loc170 in #di_lexical_block17>
#loc547 = #cuda_tile.di_loc<#loc171 in #di_lexical_block17>
#loc548 = #cuda_tile.di_loc<#loc172 in #di_lexical_block17>
#loc549 = #cuda_tile.di_loc<#loc173 in #di_lexical_block17>
#loc550 = #cuda_tile.di_loc<#loc174 in #di_lexical_block17>
#loc551 = #cuda_tile.di_loc<#loc175 in #di_lexical_block17>
#loc552 = loc(callsite(#loc306 at #loc532))
#loc553 = loc(callsite(#loc307 at #loc533))
#loc554 = loc(callsite(#loc308 at #loc535))
#loc555 = loc(callsite(#loc309 at #loc540))
#loc556 = loc(callsite(#loc310 at #loc541))

//% - entry: smith
//%   grid: [1, 1, 1]
//%   args:
//%     - ptr: f64[64]
//%       in: -0.5 0.5 -8 -4.5 -2.5 -3 6.5*2 -3 -1.5 -6 -1 1.5 6 -2 1 0 -6.5 1 -4.5 -5.5 -5 0.5 -7 -5.5 7.5 5 1 -6 6.5 -4.5 2.5 -2 -3.5 -2 -0.5 1 -8 2.5 0.5 4.5 2.5 1 4 -4.5 3.5 -3 -5 -0.5 2 2.5 2 6.5 -2 4 -4 1.5 4.5 1.5 -4.5 -2.5 1 2.5 -1
//%     - ptr: i8[64]
//%       in: -1 -4 5 -5 -8*3 0 -2 4 -4 -2 6 5 -6 -3*2 -1 -2 1 3 2 -7 6*2 2 3*2 -8 7 -8 5 0 -3 -5 -4 -3 5 -2 -5 -1 -5 -2 3 -8 0 -1 2 7 -2 5 -8 -5 4 -4 -7*2 1 2 -8 -2 3 7 -7
//%     - ptr: i16[4]
//%       in: 0 29 30 31
//%     - ptr: i16[32]
//%       in: -2 -7*2 3 -7*2 7 -1 6 -3 -6 -8 6 -3 7 0 -5 3 7 0 1 -2 -8 5*2 -8 -7 -2 7 5 4 -2
//%     - ptr: i32[1]
//%       in: 1074472029
//%     - ptr: tf32[64]
//%       in: -13 -8 15 5 -14 -15 -1 -3 -14 -5 -9 0 10 5 -10 12 13 -14 13 6*2 8*2 15 -13 14 -3*2 5 -6 15 6 10 -14 9 12*2 -6 -9 -8*2 -4 6 8 12 -9 12 -15 6 -3 0 -16 1 -14 13 5 -11 15 6 4 -1 4 1 -8
//%     - ptr: i8[64]
//%       in: -118 46 20 -77 -109 127 -96 -49 31 23 60 -69 -49 62 -1 -106 71 -5 121 127 8 -16 38 -124 1 -128 -12 -125 -39 -43 82 56 -113 86 -8 -25 -107 -128 -48 -96 -58 -128 -26 -128 -72 109 25 109 23 126 64 -91 -128 92 109 76 -49 -72 -119 -2 -91 -44 -12 -6
//%     - ptr: f32[8]
//%       in: -3.5 -6.5*2 1 -6.5 5 1.5 -4.5
//%     - ptr: f64[64]
//%       in: 0*64
//%       out: -0*64
//%     - ptr: i32[1]
//%       in: 0
//%       out: 2
//%     - ptr: i64[64]
//%       in: 0*64
//%       out: -118 46 20 -77 -109 127 -96 -49 31 23 60 -69 -49 62 -1 -106 71 -5 121 127 8 -16 38 -124 1 -128 -12 -125 -39 -43 82 56 -113 86 -8 -25 -107 -128 -48 -96 -58 -128 -26 -128 -72 109 25 109 23 126 64 -91 -128 92 109 76 -49 -72 -119 -2 -91 -44 -12 -6
//%     - ptr: f32[64]
//%       in: 0*64
//%       out: -15*8 -27*16 5*8 -27*8 21*8 5*8 -19*8
//%     - ptr: bf16[68]
//%       in: 0*68
//%       out: 0*64 -3 -16 -9 -4
