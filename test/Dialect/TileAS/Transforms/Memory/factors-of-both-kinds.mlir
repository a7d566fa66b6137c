// A tile that a warpgroup's product and one of fragments multiply has a buffer that a
// matrix descriptor names, in whatever order the products stand: fragments are read from
// any.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-in-shared))' --mlir-print-local-scope | FileCheck %s

#spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>
#columns = #tileas.layout<register = [[1 to 4, 0], [0, 1], [0, 2]], lane = [[8 to 32, 0], [0, 4], [0, 8]], warp = [[0, 16], [0, 32]]>
#lhs = #tileas.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16], [0, 32]], lane = [[0, 4], [0, 8], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#rows = #tileas.layout<register = [[1 to 8, 0], [0, 8], [0, 16]], lane = [[16, 0], [32, 0], [0, 1 to 4]], warp = [[0, 32], [0, 64]]>
#rhs = #tileas.layout<register = [[1, 0], [2, 0], [16, 0], [0, 8 to 64], [32, 0]], lane = [[4, 0], [8, 0], [0, 1 to 4]], warp = [[0, 0], [0, 0]]>
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>

// CHECK-LABEL: @descriptor_first(
// CHECK: %[[X:.*]] = tileas.alloc_shared : <64x64xi8, #tileas.layout<offset = {{\[\[}}0, 1 to 32],
// CHECK: tileas.wgmma %[[X]]
// CHECK: tileas.mma %[[X]]
tileas.kernel @descriptor_first(%x: tensor<64x64xi8, #columns>, %y: tensor<64x128xi8, #rows>, %z: tensor<64x128xi8, #rhs>, %s: tensor<64x128xi32, #sum>) attributes {spec = #spec} {
  %c = tileas.convert_layout %x : tensor<64x64xi8, #columns> -> tensor<64x64xi8, #lhs>
  %a = tileas.wgmma %c as<u8>, %y as<u8>, %s by [64, 128, 32] : tensor<64x64xi8, #lhs>, tensor<64x128xi8, #rows>, tensor<64x128xi32, #sum>
  %b = tileas.mma %c as<u8>, %z as<u8>, %a by [16, 8, 32] : tensor<64x64xi8, #lhs>, tensor<64x128xi8, #rhs>, tensor<64x128xi32, #sum>
  tileas.return
}

// CHECK-LABEL: @fragments_first(
// CHECK: %[[X:.*]] = tileas.alloc_shared : <64x64xi8, #tileas.layout<offset = {{\[\[}}0, 1 to 32],
// CHECK: tileas.mma %[[X]]
// CHECK: tileas.wgmma %[[X]]
tileas.kernel @fragments_first(%x: tensor<64x64xi8, #columns>, %y: tensor<64x128xi8, #rows>, %z: tensor<64x128xi8, #rhs>, %s: tensor<64x128xi32, #sum>) attributes {spec = #spec} {
  %c = tileas.convert_layout %x : tensor<64x64xi8, #columns> -> tensor<64x64xi8, #lhs>
  %b = tileas.mma %c as<u8>, %z as<u8>, %s by [16, 8, 32] : tensor<64x64xi8, #lhs>, tensor<64x128xi8, #rhs>, tensor<64x128xi32, #sum>
  %a = tileas.wgmma %c as<u8>, %y as<u8>, %b by [64, 128, 32] : tensor<64x64xi8, #lhs>, tensor<64x128xi8, #rows>, tensor<64x128xi32, #sum>
  tileas.return
}
