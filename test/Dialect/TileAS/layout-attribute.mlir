// The layout attribute: text as written, one list of coordinates for each bit.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope | cuda-tile-opt --mlir-print-local-scope | FileCheck %s

// CHECK: tensor<4x2xf32, #tileas.layout<register = [], lane = [{{\[}}0, 1], [1, 0], [2, 0], [0, 0], [0, 0]], warp = []>>
// A bit may move along several dimensions, and a swizzle is such a bit.
// CHECK-SAME: tensor<32x2xf16, #tileas.layout<register = [{{\[}}3, 1]], lane = [{{\[}}1, 0], [2, 0], [4, 0], [8, 1], [16, 0]], warp = [{{\[}}0, 0]]>>
tileas.kernel @layouts(
    %a: tensor<4x2xf32, #tileas.layout<register = [], lane = [[0, 1], [1, 0], [2, 0], [0, 0], [0, 0]], warp = []>>,
    %b: tensor<32x2xf16, #tileas.layout<register = [[3, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 1], [16, 0]], warp = [[0, 0]]>>)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}
