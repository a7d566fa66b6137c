// The worked example of the format, byte for byte.

// RUN: cuda-tile-translate --mlir-to-cudatilebc %s -o %t
// RUN: od -A x -t x1 -v %t | FileCheck %s
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t | FileCheck %s --check-prefix=TEXT

cuda_tile.module @kernels {
  entry @noop() {
    return
  }
}

// CHECK:      000000 7f 54 69 6c 65 49 52 00 0d 01 00 00 82 10 08 cb
// CHECK-NEXT: 000010 01 00 00 02 00 03 5c 00 00 cb cb cb cb cb cb cb
// CHECK-NEXT: 000020 85 0b 04 cb 01 cb cb cb 00 00 00 00 10 00 00 81
// CHECK-NEXT: 000030 0c 04 cb cb 01 cb cb cb 00 00 00 00 6e 6f 6f 70
// CHECK-NEXT: 000040 00
// CHECK-NEXT: 000041
// CHECK-NOT:  {{.}}

// TEXT:      cuda_tile.module @kernels {
// TEXT-NEXT:   entry @noop() {
// TEXT-NEXT:     return
// TEXT-NEXT:   }
// TEXT-NEXT: }
