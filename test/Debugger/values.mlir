// The debugger on text of Tile IR: values by their names, as tables, whole, in
// part and as numpy; changes; tokens and views; and going back, which undoes
// them.
//
// RUN: sed -n 's|^// > ||p' %s > %t
// RUN: tessera debug %s --grid=2 --arg=ptr:new:f32[8,16] --arg=i32:8 < %t | FileCheck %s

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %wide = constant <f32: 0.25> : tile<32x16xf32>
    %small = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %view = make_tensor_view %p, shape = [%n, 16], strides = [16, 1]
        : tile<i32> -> tensor_view<?x16xf32, strides=[16,1]>
    %tiles = make_partition_view %view
        : partition_view<tile=(1x4), tensor_view<?x16xf32, strides=[16,1]>>
    %row = reshape %small : tile<4xf32> -> tile<1x4xf32>
    %t = make_token : token
    %u = store_view_tko weak %row, %tiles[%x, %y] token = %t
        : tile<1x4xf32>, partition_view<tile=(1x4), tensor_view<?x16xf32, strides=[16,1]>>, tile<i32>
        -> token
    %v = join_tokens %u, %t : token
    %sum = addf %small, %small : tile<4xf32>
    return
  }
}

// Without a breakpoint the launch stops at its first operation.
//
// > values
// > break 17
// > continue
// CHECK:      tile block (0, 0, 0), operation 1, values.mlir:10 in k
// CHECK-NEXT:    10 |     %wide = constant
// CHECK-NEXT: (tessera) values
// CHECK-NEXT:   %n: tile<i32> = 8
// CHECK-NEXT:   %p: tile<ptr<f32>> = 0x1000000000, 0 bytes into 'argument 0, p (ptr:new:f32[8,16])' (512 bytes)
// CHECK-NEXT: (tessera) break 17
// CHECK-NEXT:   1  values.mlir:17
// CHECK-NEXT: (tessera) continue
// CHECK-NEXT: breakpoint
// CHECK-NEXT: tile block (0, 0, 0), operation 6, values.mlir:17 in k
//
// > print %wide
// > print %wide full
// > print %small[1:3]
// > print %small[1]
// > print %small numpy
// > print %small[9]
// CHECK:      (tessera) print %wide
// CHECK-NEXT: %wide: tile<32x16xf32>
// CHECK-NEXT: 0 1 2 3 4 ... 11 12 13 14 15
// CHECK-NEXT: 0 0.25
// CHECK:      ... ... ...
// CHECK-NEXT: 24 0.25
// CHECK:      (tessera) print %wide full
// CHECK-NEXT: %wide: tile<32x16xf32>
// CHECK-NEXT: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// CHECK-NOT:  ...
// CHECK:      31 0.25
// CHECK-NEXT: (tessera) print %small[1:3]
// CHECK-NEXT: %small[1:3]: tile<4xf32>
// CHECK-NEXT: 0 1
// CHECK-NEXT: 0 2 3
// CHECK-NEXT: (tessera) print %small[1]
// CHECK-NEXT: %small[1]: tile<4xf32>
// CHECK-NEXT:   2
// CHECK-NEXT: (tessera) print %small numpy
// CHECK-NEXT: from numpy import array, inf, nan
// CHECK-NEXT: array([1, 2, 3, 4], dtype='<f4')
// CHECK-NEXT: (tessera) print %small[9]
// CHECK-NEXT:   '9' is no index or range from 0 to 4; write [1, 0:4, :]
//
// > set %small[0:2] = -1.5
// > print %small
// > set %small = nonsense
// > set %nothing = 1
// > step 2
// > tokens
// > step
// > tokens
// > print %view[0, 0:4]
// > print %tiles
// CHECK:      (tessera) print %small
// CHECK:      0 -1.5 -1.5 3 4
// CHECK-NEXT: (tessera) set %small = nonsense
// CHECK-NEXT:   {{.*}}nonsense
// CHECK-NEXT: (tessera) set %nothing = 1
// CHECK-NEXT:   there is no tile '%nothing' here
// CHECK:      (tessera) tokens
// CHECK-NEXT:   %t  after nothing
// CHECK:      (tessera) tokens
// CHECK-NEXT:   %t  after nothing
// CHECK-NEXT:   %u  after store_view_tko (values.mlir:19)
// CHECK:      (tessera) print %view[0, 0:4]
// CHECK:      0 -1.5 -1.5 3 4
// CHECK-NEXT: (tessera) print %tiles
// CHECK-NEXT: %tiles: partition_view<
// CHECK-NEXT:   0 bytes into 'argument 0, p (ptr:new:f32[8,16])' (512 bytes); f32, shape [8, 16], strides [16, 1]; tiles of [1, 4], index space [8, 4]
//
// Behind the change it stays when one goes back; before it, it is undone.
//
// > back
// > print %small
// > back 3
// > print %small
// > print %view[0, 0:4]
// CHECK:      (tessera) back
// CHECK:      (tessera) print %small
// CHECK:      0 -1.5 -1.5 3 4
// CHECK:      (tessera) back 3
// CHECK-NEXT: tile block (0, 0, 0), operation 5, values.mlir:15 in k
// CHECK:      (tessera) print %small
// CHECK:      0 1 2 3 4
// CHECK:      (tessera) print %view[0, 0:4]
// CHECK:      0 0 0 0 0
//
// > continue
// > continue
// > blocks
// > block 0
// > reverse-continue
// > delete
// > break 17 in 1,0,0
// > restart
// > continue
// > reverse-next
// > break 999
// > frobnicate
// > continue
// > continue
// > step
// > quit
// CHECK:      tile block (1, 0, 0), operation 17, values.mlir:17 in k
// CHECK:      (tessera) blocks
// CHECK-NEXT: 2 tile blocks: 1 ended, 1 live, 0 not started
// CHECK-NEXT: > 1 (1, 0, 0)  values.mlir:17  %row = reshape
// CHECK-NEXT: (tessera) block 0
// CHECK-NEXT:   tile block '0' does not live; `blocks` lists those that do
// CHECK-NEXT: (tessera) reverse-continue
// CHECK-NEXT: tile block (0, 0, 0), operation 6, values.mlir:17 in k
// CHECK:      (tessera) restart
// CHECK-NEXT: tile block (0, 0, 0), operation 1, values.mlir:10 in k
// CHECK:      (tessera) continue
// CHECK-NEXT: breakpoint
// CHECK-NEXT: tile block (1, 0, 0), operation 17, values.mlir:17 in k
// CHECK:      (tessera) reverse-next
// CHECK-NEXT: tile block (1, 0, 0), operation 16, values.mlir:15 in k
// CHECK:      (tessera) break 999
// CHECK-NEXT:   the kernel has no operation at or behind line 999; `list` shows the lines that it has
// CHECK-NEXT: (tessera) frobnicate
// CHECK-NEXT:   there is no command 'frobnicate'; `help` lists them
// CHECK-NEXT: (tessera) continue
// CHECK-NEXT: breakpoint
// CHECK:      (tessera) continue
// CHECK-NEXT: the launch has ended, nothing found
// CHECK-NEXT: (tessera) step
// CHECK-NEXT:   the launch has ended; `back`, `restart` or `quit`
// CHECK-NEXT: (tessera) quit
