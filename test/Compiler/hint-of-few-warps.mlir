// A hint makes no error: threads of as few warps as this one asks for could not hold the tile
// that a permutation takes at once, so that there are more. Other numbers up to 32 are as asked.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_75 -O0 --emit=ptx -o - | FileCheck %s
// CHECK-LABEL: .entry large
// CHECK: .reqntid 256
// CHECK-LABEL: .entry small
// CHECK: .reqntid 128
// CHECK-LABEL: .entry single
// CHECK: .reqntid 32,
// CHECK-LABEL: .entry wide
// CHECK: .reqntid 128,
// CHECK-LABEL: .entry many
// CHECK: .reqntid 512,

cuda_tile.module @m {
  entry @large(%p: tile<ptr<i8>>, %q: tile<ptr<i8>>, %i: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
    %o = iota : tile<262144xi32>
    %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %pn = broadcast %p1 : tile<1xptr<i8>> -> tile<262144xptr<i8>>
    %pp = offset %pn, %o : tile<262144xptr<i8>>, tile<262144xi32> -> tile<262144xptr<i8>>
    // No slices of a load that is not weak.
    %x, %t = load_ptr_tko relaxed device %pp : tile<262144xptr<i8>> -> tile<262144xi8>, token
    %y = reshape %x : tile<262144xi8> -> tile<512x512xi8>
    %z = permute %y [1, 0] : tile<512x512xi8> -> tile<512x512xi8>
    %q1 = reshape %q : tile<ptr<i8>> -> tile<1xptr<i8>>
    %qn = broadcast %q1 : tile<1xptr<i8>> -> tile<262144xptr<i8>>
    %qo = offset %qn, %o : tile<262144xptr<i8>>, tile<262144xi32> -> tile<262144xptr<i8>>
    %qp = reshape %qo : tile<262144xptr<i8>> -> tile<512x512xptr<i8>>
    %u = store_ptr_tko weak %qp, %z : tile<512x512xptr<i8>>, tile<512x512xi8> -> token
    return
  }

  entry @small(%p: tile<ptr<i8>>) optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
    %o = iota : tile<1024xi32>
    %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %pn = broadcast %p1 : tile<1xptr<i8>> -> tile<1024xptr<i8>>
    %pp = offset %pn, %o : tile<1024xptr<i8>>, tile<1024xi32> -> tile<1024xptr<i8>>
    %x, %t = load_ptr_tko weak %pp : tile<1024xptr<i8>> -> tile<1024xi8>, token
    %u = store_ptr_tko weak %pp, %x token=%t : tile<1024xptr<i8>>, tile<1024xi8> -> token
    return
  }

  entry @single(%p: tile<ptr<i8>>) optimization_hints=<default = {num_worker_warps_per_cta = 1}> {
    %o = iota : tile<1024xi32>
    %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %pn = broadcast %p1 : tile<1xptr<i8>> -> tile<1024xptr<i8>>
    %pp = offset %pn, %o : tile<1024xptr<i8>>, tile<1024xi32> -> tile<1024xptr<i8>>
    %x, %t = load_ptr_tko weak %pp : tile<1024xptr<i8>> -> tile<1024xi8>, token
    %u = store_ptr_tko weak %pp, %x token=%t : tile<1024xptr<i8>>, tile<1024xi8> -> token
    return
  }

  entry @wide(%p: tile<ptr<i8>>) optimization_hints=<default = {num_worker_warps_per_cta = 1}> {
    %o = iota : tile<16384xi32>
    %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %pn = broadcast %p1 : tile<1xptr<i8>> -> tile<16384xptr<i8>>
    %pp = offset %pn, %o : tile<16384xptr<i8>>, tile<16384xi32> -> tile<16384xptr<i8>>
    %x, %t = load_ptr_tko weak %pp : tile<16384xptr<i8>> -> tile<16384xi8>, token
    %u = store_ptr_tko weak %pp, %x token=%t : tile<16384xptr<i8>>, tile<16384xi8> -> token
    return
  }

  entry @many(%p: tile<ptr<i8>>) optimization_hints=<default = {num_worker_warps_per_cta = 16}> {
    %o = iota : tile<1024xi32>
    %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %pn = broadcast %p1 : tile<1xptr<i8>> -> tile<1024xptr<i8>>
    %pp = offset %pn, %o : tile<1024xptr<i8>>, tile<1024xi32> -> tile<1024xptr<i8>>
    %x, %t = load_ptr_tko weak %pp : tile<1024xptr<i8>> -> tile<1024xi8>, token
    %u = store_ptr_tko weak %pp, %x token=%t : tile<1024xptr<i8>>, tile<1024xi8> -> token
    return
  }
}
