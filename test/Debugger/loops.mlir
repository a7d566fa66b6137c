// A comment is a breakpoint, each time that a loop comes to its line; a tile goes to
// a file and comes back.
//
// RUN: sed -n 's|^// > ||p' %s > %t
// RUN: rm -f %t.npy
// RUN: sed 's|@FILE@|%t.npy|' %t > %t.commands
// RUN: tessera debug %s --arg=ptr:new:i32[2] < %t.commands | FileCheck %s
// RUN: %python -c "import sys; text = open(sys.argv[1], 'rb').read(); assert text.startswith(b'\x93NUMPY') and text.endswith(bytes([3, 0, 0, 0, 4, 0, 0, 0]))" %t.npy

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %two = constant <i32: [3, 4]> : tile<2xi32>
    %sum = for %i in (%c0 to %c2, step %c1) : tile<i32> iter_values(%s = %two) -> (tile<2xi32>) {
      %next = addi %s, %s : tile<2xi32> // tessera: break
      continue %next : tile<2xi32>
    }
    return
  }
}

// > print %s to @FILE@
// > print %s to @FILE@/none
// > print
// > next
// > next
// > print %s
// > set %s = @FILE@
// > step
// > print %next
// > step
// > print %sum
// > list
// > back
// > set %i = @FILE@
// > quit
// CHECK:      breakpoint
// CHECK-NEXT: tile block (0, 0, 0), operation 6, loops.mlir:[[LINE:[0-9]+]] in k
// CHECK:      (tessera) print %s to
// CHECK-NEXT: %s: tile<2xi32>
// CHECK-NEXT:   written to
// CHECK-NEXT: (tessera) print %s to
// CHECK-NEXT: %s: tile<2xi32>
// CHECK-NEXT:   cannot write '{{.*}}/none'
// CHECK-NEXT: (tessera) print
// CHECK-NEXT:   write `print NAME`
// CHECK:      (tessera) next
// CHECK:      (tessera) next
// CHECK-NEXT: breakpoint
// CHECK-NEXT: tile block (0, 0, 0), operation 8, loops.mlir:[[LINE]] in k
// CHECK:      (tessera) print %s
// CHECK:      0 6 8
// CHECK:      (tessera) set %s =
// CHECK-NEXT: (tessera) step
// CHECK:      (tessera) print %next
// CHECK:      0 6 8
// CHECK:      (tessera) step
// CHECK-NEXT: tile block (0, 0, 0), operation 10, {{.*}} in k
// CHECK:      (tessera) print %sum
// CHECK:      0 6 8
// CHECK:      (tessera) list
// CHECK:      >{{.*}} | return
// CHECK:      (tessera) back
// CHECK-NEXT: tile block (0, 0, 0), operation 9, {{.*}} in k
// CHECK:      (tessera) set %i =
// CHECK-NEXT:   {{.*}} has another shape or type than '%i'
