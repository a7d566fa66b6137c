// RUN: not cuda-tile-run %s --entry=divide --engine=interpret --grid=4 --arg=i32:2 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not cuda-tile-run %s --entry=stray --engine=interpret --grid=1 --arg=i64:4096 2>&1 | FileCheck %s --check-prefix=STRAY
// RUN: not cuda-tile-run %s --entry=checked --engine=interpret --grid=1 --arg=i32:7 2>&1 | FileCheck %s --check-prefix=CHECKED
//
// What is undefined is an error at the operation, which names the element and
// the tile block, and no exit code of success.

cuda_tile.module @undefined {
  entry @divide(%n: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %d = subi %n, %x : tile<i32>
    // DIVIDE: undefined.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: integer division by zero (tile block (2, 0, 0))
    %q = divi %n, %d signed : tile<i32>
    return
  }

  entry @stray(%address: tile<i64>) {
    %p = int_to_ptr %address : tile<i64> -> tile<ptr<f32>>
    // STRAY: undefined.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: out-of-bounds load of 4 bytes at 0x1000, no memory is allocated (tile block (0, 0, 0))
    %v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }

  // A program whose assert does not hold has failed, though it runs to its end.
  entry @checked(%n: tile<i32>) {
    %i = iota : tile<8xi32>
    %one = reshape %n : tile<i32> -> tile<1xi32>
    %all = broadcast %one : tile<1xi32> -> tile<8xi32>
    %ok = cmpi less_than %i, %all, signed : tile<8xi32> -> tile<8xi1>
    // CHECKED: undefined.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: assertion failed: below n (element [7], tile block (0, 0, 0))
    assert %ok, "below n" : tile<8xi1>
    return
  }
}
