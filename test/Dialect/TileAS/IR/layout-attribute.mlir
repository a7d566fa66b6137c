// The layout attribute: one list of coordinates for each bit, or for three bits and
// more along which the coordinates double.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --allow-unregistered-dialect \
// RUN:   | cuda-tile-opt --mlir-print-local-scope --allow-unregistered-dialect | FileCheck %s

// CHECK: tensor<4x2xf32, #tileas.layout<register = [], lane = [{{\[}}0, 1], [1, 0], [2, 0], [0, 0], [0, 0]], warp = []>>
// A bit may move along several dimensions, and a swizzle is such a bit.
// CHECK-SAME: tensor<32x2xf16, #tileas.layout<register = {{\[\[}}3, 1]], lane = {{\[\[}}1 to 4, 0], [8, 1], [16, 0]], warp = {{\[\[}}0, 0]]>>
tileas.kernel @layouts(
    %a: tensor<4x2xf32, #tileas.layout<register = [], lane = [[0, 1], [1, 0], [2, 0], [0, 0], [0, 0]], warp = []>>,
    %b: tensor<32x2xf16, #tileas.layout<register = [[3, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 1], [16, 0]], warp = [[0, 0]]>>)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// An attribute is any map, whatever its dimensions are called and whoever may
// have it: what is spread over the blocks of a cluster, and tensor memory.
// CHECK: module attributes
// CHECK-SAME: test.cluster = #tileas.layout<register = {{\[\[}}1]], lane = {{\[\[}}2 to 32]], warp = {{\[\[}}64]], block = {{\[\[}}128], [0]]>
// CHECK-SAME: test.tensor_memory = #tileas.layout<row = {{\[\[}}0, 2], [1 to 4, 0]], column = {{\[\[}}0, 1]]>
module attributes {
    test.cluster = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64]], block = [[128], [0]]>,
    test.tensor_memory = #tileas.layout<row = [[0, 2], [1, 0], [2, 0], [4, 0]], column = [[0, 1]]>} {}

// Such a run may be of any length, and each coordinate takes part in it or is 0.
// CHECK: module attributes
// CHECK-SAME: test.one = #tileas.layout<offset = {{\[\[}}4], [1], [2]]>
// CHECK-SAME: test.swizzle = #tileas.layout<offset = {{\[\[}}0, 1 to 32], [1 to 4, 8 to 32], [8, 0], [16, 0]]>
module attributes {
    test.one = #tileas.layout<offset = [[4 to 4], [1 to 2]]>,
    test.swizzle = #tileas.layout<offset = [[0, 1], [0, 2 to 16], [0, 32], [1 to 2, 8 to 16], [4, 32], [8 to 16, 0]]>} {}
