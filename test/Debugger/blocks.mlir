// Two tile blocks, of which the first waits for the second: `blocks` shows where both
// are, and steps are about the one that is looked at.
//
// RUN: sed -n 's|^// > ||p' %s > %t
// RUN: tessera debug %s --grid=2 --arg=ptr:new:i32[1] --check=race --break=23 < %t | FileCheck %s

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %c0, signed : tile<i32> -> tile<i1>
    if %first {
      loop {
        %v, %l = load_ptr_tko acquire device %p : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi not_equal %v, %c0, signed : tile<i32> -> tile<i1>
        if %set {
          break
        }
        continue
      }
    } else {
      %s = store_ptr_tko release device %p, %c1 : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}

// > blocks
// > block 0,0,0
// > print %v
// > step
// > step
// > print %v
// > quit
// CHECK:      tile block (1, 0, 0), operation {{[0-9]+}}, blocks.mlir:23 in k
// CHECK:      (tessera) blocks
// CHECK-NEXT: 2 tile blocks: 0 ended, 2 live, 0 not started
// CHECK-NEXT:   0 (0, 0, 0)  blocks.mlir:20  continue
// CHECK-NEXT: > 1 (1, 0, 0)  blocks.mlir:23  %s = store_ptr_tko
// CHECK-NEXT: (tessera) block 0,0,0
// CHECK-NEXT: tile block (0, 0, 0), operation [[NOW:[0-9]+]], blocks.mlir:20 in k
// CHECK:      (tessera) print %v
// CHECK-NEXT: %v: tile<i32>
// CHECK-NEXT:   0
// CHECK-NEXT: (tessera) step
// CHECK-NEXT: tile block (0, 0, 0), operation {{[0-9]+}}, blocks.mlir:15 in k
// CHECK:      (tessera) step
// CHECK-NEXT: tile block (0, 0, 0), operation {{[0-9]+}}, blocks.mlir:16 in k
// CHECK:      (tessera) print %v
// CHECK-NEXT: %v: tile<i32>
// CHECK-NEXT:   1
