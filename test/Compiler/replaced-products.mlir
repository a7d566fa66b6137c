// Products that the strip miner has replaced by those of slices stay in their places, without
// operands, until it ends. The columns of tensor memory are counted for the next one meanwhile,
// over all products of the kernel, and asking a replaced one for its shape ended the compiler.
//
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_100 -O2 --emit=ptx -o - | FileCheck %s

// CHECK: .entry k(

cuda_tile.module @m {
  entry @k(%p0: tile<i32>, %p1: tile<ptr<f16>>, %p2: tile<ptr<f16>>, %p3: tile<ptr<f16>>, %p4: tile<ptr<f32>>, %p5: tile<ptr<f32>>, %p6: tile<ptr<f32>>, %p7: tile<ptr<f32>>, %p8: tile<ptr<f32>>, %p9: tile<ptr<f32>>, %p10: tile<ptr<f16>>) {
    %c0 = constant <i32: 0> : tile<i32>
%c1 = constant <i32: 1> : tile<i32>
    %v1 = iota : tile<8192xi32>
    %v2 = reshape %p1 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %v3 = broadcast %v2 : tile<1xptr<f16>> -> tile<8192xptr<f16>>
    %v4 = offset %v3, %v1 : tile<8192xptr<f16>>, tile<8192xi32> -> tile<8192xptr<f16>>
    %v5 = reshape %v4 : tile<8192xptr<f16>> -> tile<128x64xptr<f16>>
    %v6, %v7 = load_ptr_tko weak %v5 : tile<128x64xptr<f16>> -> tile<128x64xf16>, token
    %v8 = iota : tile<8192xi32>
    %v9 = reshape %p2 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %v10 = broadcast %v9 : tile<1xptr<f16>> -> tile<8192xptr<f16>>
    %v11 = offset %v10, %v8 : tile<8192xptr<f16>>, tile<8192xi32> -> tile<8192xptr<f16>>
    %v12 = reshape %v11 : tile<8192xptr<f16>> -> tile<128x64xptr<f16>>
    %v13, %v14 = load_ptr_tko weak %v12 : tile<128x64xptr<f16>> -> tile<128x64xf16>, token
    %v15 = iota : tile<65536xi32>
    %v16 = reshape %p3 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %v17 = broadcast %v16 : tile<1xptr<f16>> -> tile<65536xptr<f16>>
    %v18 = offset %v17, %v15 : tile<65536xptr<f16>>, tile<65536xi32> -> tile<65536xptr<f16>>
    %v19 = reshape %v18 : tile<65536xptr<f16>> -> tile<512x128xptr<f16>>
    %v20, %v21 = load_ptr_tko weak %v19 : tile<512x128xptr<f16>> -> tile<512x128xf16>, token
    %v22 = permute %v13 [1, 0] : tile<128x64xf16> -> tile<64x128xf16>
    %v23 = constant <f32: 0.0> : tile<128x128xf32>
    %v24 = for %iv23 in (%c0 to %p0, step %c1) : tile<i32> iter_values(%accv23 = %v23) -> (tile<128x128xf32>) {
 %qv23 = mmaf %v6, %v22, %accv23 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
 continue %qv23 : tile<128x128xf32>
}
    %v27 = constant <f32: 0.0078125> : tile<128x128xf32>
%v25 = mulf %v24, %v27 : tile<128x128xf32>
%v26 = ftof %v25 : tile<128x128xf32> -> tile<128x128xf16>
    %v28 = iota : tile<16384xi32>
    %v29 = reshape %p4 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v30 = broadcast %v29 : tile<1xptr<f32>> -> tile<16384xptr<f32>>
    %v31 = offset %v30, %v28 : tile<16384xptr<f32>>, tile<16384xi32> -> tile<16384xptr<f32>>
    %v32 = reshape %v31 : tile<16384xptr<f32>> -> tile<128x128xptr<f32>>
    %v33 = store_ptr_tko weak %v32, %v24 : tile<128x128xptr<f32>>, tile<128x128xf32> -> token
    %v34 = constant <f32: 1.0> : tile<64x64xf32>
    %v35 = mmaf %v22, %v13, %v34 : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32>
    %v38 = constant <f32: 0.0078125> : tile<64x64xf32>
%v36 = mulf %v35, %v38 : tile<64x64xf32>
%v37 = ftof %v36 : tile<64x64xf32> -> tile<64x64xf16>
    %v39 = iota : tile<4096xi32>
    %v40 = reshape %p5 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v41 = broadcast %v40 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %v42 = offset %v41, %v39 : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %v43 = reshape %v42 : tile<4096xptr<f32>> -> tile<64x64xptr<f32>>
    %v44 = store_ptr_tko weak %v43, %v35 : tile<64x64xptr<f32>>, tile<64x64xf32> -> token
    %v45 = constant <f32: 0.0> : tile<512x64xf32>
    %v46, %ddv45 = loop iter_values(%accv45 = %v45, %jv45 = %c0) : tile<512x64xf32>, tile<i32> -> tile<512x64xf32>, tile<i32> {
 %qv45 = mmaf %v20, %v13, %accv45 : tile<512x128xf16>, tile<128x64xf16>, tile<512x64xf32>
 %ev45 = cmpi greater_than_or_equal %jv45, %p0, signed : tile<i32> -> tile<i1>
 if %ev45 { break %qv45, %jv45 : tile<512x64xf32>, tile<i32> }
 %kv45 = addi %jv45, %c1 : tile<i32>
 %negv45 = negf %qv45 : tile<512x64xf32>
 continue %negv45, %kv45 : tile<512x64xf32>, tile<i32>
}
    %v49 = constant <f32: 0.0078125> : tile<512x64xf32>
%v47 = mulf %v46, %v49 : tile<512x64xf32>
%v48 = ftof %v47 : tile<512x64xf32> -> tile<512x64xf16>
    %v50 = iota : tile<32768xi32>
    %v51 = reshape %p6 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v52 = broadcast %v51 : tile<1xptr<f32>> -> tile<32768xptr<f32>>
    %v53 = offset %v52, %v50 : tile<32768xptr<f32>>, tile<32768xi32> -> tile<32768xptr<f32>>
    %v54 = reshape %v53 : tile<32768xptr<f32>> -> tile<512x64xptr<f32>>
    %v55 = store_ptr_tko weak %v54, %v46 : tile<512x64xptr<f32>>, tile<512x64xf32> -> token
    %v56 = constant <f32: 1.0> : tile<512x128xf32>
    %v57 = for %iv56 in (%c0 to %p0, step %c1) : tile<i32> iter_values(%accv56 = %v56) -> (tile<512x128xf32>) {
 %qv56 = mmaf %v20, %v26, %accv56 : tile<512x128xf16>, tile<128x128xf16>, tile<512x128xf32>
 continue %qv56 : tile<512x128xf32>
}
    %v60 = constant <f32: 0.0078125> : tile<512x128xf32>
%v58 = mulf %v57, %v60 : tile<512x128xf32>
%v59 = ftof %v58 : tile<512x128xf32> -> tile<512x128xf16>
    %v61 = iota : tile<65536xi32>
    %v62 = reshape %p7 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v63 = broadcast %v62 : tile<1xptr<f32>> -> tile<65536xptr<f32>>
    %v64 = offset %v63, %v61 : tile<65536xptr<f32>>, tile<65536xi32> -> tile<65536xptr<f32>>
    %v65 = reshape %v64 : tile<65536xptr<f32>> -> tile<512x128xptr<f32>>
    %v66 = store_ptr_tko weak %v65, %v57 : tile<512x128xptr<f32>>, tile<512x128xf32> -> token
    %v67 = constant <f32: 1.0> : tile<64x64xf32>
    %ccv67 = cmpi greater_than %p0, %c1, signed : tile<i32> -> tile<i1>
%v68 = if %ccv67 -> (tile<64x64xf32>) {
 %qv67 = mmaf %v37, %v37, %v67 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
 yield %qv67 : tile<64x64xf32>
 } else { yield %v67 : tile<64x64xf32> }
    %v71 = constant <f32: 0.0078125> : tile<64x64xf32>
%v69 = mulf %v68, %v71 : tile<64x64xf32>
%v70 = ftof %v69 : tile<64x64xf32> -> tile<64x64xf16>
    %v72 = iota : tile<4096xi32>
    %v73 = reshape %p8 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v74 = broadcast %v73 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %v75 = offset %v74, %v72 : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %v76 = reshape %v75 : tile<4096xptr<f32>> -> tile<64x64xptr<f32>>
    %v77 = store_ptr_tko weak %v76, %v68 : tile<64x64xptr<f32>>, tile<64x64xf32> -> token
    %v78 = constant <f32: 1.0> : tile<128x128xf32>
    %ccv78 = cmpi greater_than %p0, %c1, signed : tile<i32> -> tile<i1>
%v79 = if %ccv78 -> (tile<128x128xf32>) {
 %qv78 = mmaf %v6, %v22, %v78 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
 yield %qv78 : tile<128x128xf32>
 } else { yield %v78 : tile<128x128xf32> }
    %v82 = constant <f32: 0.0078125> : tile<128x128xf32>
%v80 = mulf %v79, %v82 : tile<128x128xf32>
%v81 = ftof %v80 : tile<128x128xf32> -> tile<128x128xf16>
    %v83 = iota : tile<16384xi32>
    %v84 = reshape %p9 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v85 = broadcast %v84 : tile<1xptr<f32>> -> tile<16384xptr<f32>>
    %v86 = offset %v85, %v83 : tile<16384xptr<f32>>, tile<16384xi32> -> tile<16384xptr<f32>>
    %v87 = reshape %v86 : tile<16384xptr<f32>> -> tile<128x128xptr<f32>>
    %v88 = store_ptr_tko weak %v87, %v79 : tile<128x128xptr<f32>>, tile<128x128xf32> -> token
    %v89 = iota : tile<16384xi32>
    %v90 = reshape %p10 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %v91 = broadcast %v90 : tile<1xptr<f16>> -> tile<16384xptr<f16>>
    %v92 = offset %v91, %v89 : tile<16384xptr<f16>>, tile<16384xi32> -> tile<16384xptr<f16>>
    %v93 = reshape %v92 : tile<16384xptr<f16>> -> tile<128x128xptr<f16>>
    %v94 = store_ptr_tko weak %v93, %v81 : tile<128x128xptr<f16>>, tile<128x128xf16> -> token
    return
  }
}
