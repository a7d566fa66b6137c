//===- SymbolicKernel.h - A kernel and a launch for validation --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_RUNTIME_SYMBOLICKERNEL_H
#define TESSERA_UNITTESTS_RUNTIME_SYMBOLICKERNEL_H

#include "tessera/Runtime/Validator.h"

namespace tessera::runtime {

/// Elementwise operations, a reduction and a product, in a loop; all arrays hold
/// zeros.
inline constexpr llvm::StringLiteral symbolicKernel = R"(
cuda_tile.module @kernels {
  entry @all(%in: tile<ptr<f32>>, %half: tile<ptr<f16>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %view = make_tensor_view %in, shape = [60, 32], strides = [32, 1] : tensor_view<60x32xf32, strides=[32,1]>
    %tiles = make_partition_view %view : partition_view<tile=(64x32), padding_value = zero, tensor_view<60x32xf32, strides=[32,1]>>
    %x, %t0 = load_view_tko weak %tiles[%zero, %zero] : partition_view<tile=(64x32), padding_value = zero, tensor_view<60x32xf32, strides=[32,1]>>, tile<i32> -> tile<64x32xf32>, token
    %third = constant <f32: 0.3> : tile<64x32xf32>
    %y0 = subf %x, %third rounding<zero> : tile<64x32xf32>
    %y1 = mulf %y0, %x rounding<nearest_even> : tile<64x32xf32>
    %y = divf %y1, %third rounding<nearest_even> : tile<64x32xf32>
    %max = reduce %y dim=0 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<32xf32> (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %hv = make_tensor_view %half, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %ht = make_partition_view %hv : partition_view<tile=(32x32), tensor_view<64x64xf16, strides=[64,1]>>
    %nothing = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<32x32xf32>) {
      %p, %t1 = load_view_tko weak %ht[%zero, %k] : partition_view<tile=(32x32), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x32xf16>, token
      %q, %t2 = load_view_tko weak %ht[%k, %one] : partition_view<tile=(32x32), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x32xf16>, token
      %next = mmaf %p, %q, %acc : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %row = reshape %max : tile<32xf32> -> tile<1x32xf32>
    %rows = broadcast %row : tile<1x32xf32> -> tile<32x32xf32>
    %isLess = cmpf less_than ordered %sum, %rows : tile<32x32xf32> -> tile<32x32xi1>
    %chosen = select %isLess, %sum, %rows : tile<32x32xi1>, tile<32x32xf32>
    %turned = permute %chosen [1, 0] : tile<32x32xf32> -> tile<32x32xf32>
    %ov = make_tensor_view %out, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %ot = make_partition_view %ov : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %t3 = store_view_tko weak %turned, %ot[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
)";

inline Launch makeZeros() {
  Launch launch;
  launch.entry = "all";
  for (auto [name, bytes] : {std::pair("in", 60 * 32 * 4),
                             {"half", 64 * 64 * 2},
                             {"out", 32 * 32 * 4}}) {
    launch.parameters.push_back({unsigned(launch.buffers.size())});
    launch.buffers.emplace_back();
    launch.buffers.back().name = name;
    launch.buffers.back().bytes = bytes;
    launch.buffers.back().makeContents();
  }
  launch.parameters.push_back({std::nullopt, numerics::Format::I32, 2});
  return launch;
}

/// A kernel that loads %x and %y through %a and %b, and stores the %r of the body
/// through %c.
inline std::string makeKernel(llvm::StringRef body) {
  std::string text = "cuda_tile.module @kernels { entry @all(%a: "
                     "tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {"
                     "%io = iota : tile<128xi32>";
  for (const char *name : {"a", "b", "c"}) {
    std::string v = "%" + std::string(name);
    text += v + "1 = reshape " + v + " : tile<ptr<i32>> -> tile<1xptr<i32>> " +
            v + "2 = broadcast " + v +
            "1 : tile<1xptr<i32>> -> tile<128xptr<i32>> " + v + "3 = offset " +
            v +
            "2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>> ";
  }
  text += "%x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> "
          "tile<128xi32>, token "
          "%y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> "
          "tile<128xi32>, token "
          "%one = constant <i32: 1> : tile<128xi32> "
          "%two = constant <i32: 2> : tile<128xi32> "
          "%seven = constant <i32: 7> : tile<128xi32> ";
  return text + body.str() +
         " %t2 = store_ptr_tko weak %c3, %r : tile<128xptr<i32>>, "
         "tile<128xi32> -> token return } }";
}

/// The place of the largest last bit of %x, of which there may be several.
inline constexpr const char *openPlace =
    "%m = andi %x, %one : tile<128xi32> "
    "%v, %j = reduce %m, %io dim=0 identities=[0 : i32, 0 : i32] : "
    "tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> "
    "(%e: tile<i32>, %f: tile<i32>, %ei: tile<i32>, %fi: tile<i32>) { "
    "%q = cmpi greater_than %e, %f, signed : tile<i32> -> tile<i1> "
    "%k = select %q, %e, %f : tile<i1>, tile<i32> "
    "%ki = select %q, %ei, %fi : tile<i1>, tile<i32> "
    "yield %k, %ki : tile<i32>, tile<i32> } "
    "%j1 = reshape %j : tile<i32> -> tile<1xi32> "
    "%j2 = broadcast %j1 : tile<1xi32> -> tile<128xi32> ";

/// A launch with three arrays of zeros.
inline Launch makeArrays(uint64_t bytes) {
  Launch launch;
  launch.entry = "all";
  for (const char *name : {"x", "y", "z"}) {
    launch.parameters.push_back({unsigned(launch.buffers.size())});
    launch.buffers.emplace_back();
    launch.buffers.back().name = name;
    launch.buffers.back().bytes = bytes;
    launch.buffers.back().makeContents();
  }
  return launch;
}

} // namespace tessera::runtime

#endif // TESSERA_UNITTESTS_RUNTIME_SYMBOLICKERNEL_H
