// Where a conversion does not suit its operand, compiled code prints what the interpreter does: the length is that of the operand, and a
// letter that reads another kind of value gives way to one that does not. C would read beside the value, or at the address that it is.

// RUN: cuda-tile-run %s --engine=interpret --arg=ptr:new:i8[1] | FileCheck %s
// RUN: cuda-tile-run %s --engine=emulate --gpu-name=sm_90 --arg=ptr:new:i8[1] | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=llvm | FileCheck %s --check-prefix=LLVM

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>) {
    %i8 = constant <i8: 65> : tile<i8>
    %i16 = constant <i16: -3> : tile<i16>
    %i32 = constant <i32: -7> : tile<i32>
    %i64 = constant <i64: 5000000000> : tile<i64>
    %f16 = constant <f16: 0.5> : tile<f16>
    %f64 = constant <f64: 2.25> : tile<f64>
    %tile = constant <i64: [5000000000, -2]> : tile<2xi64>
    // CHECK: lengths: -7 -7 5000000000 12a05f200 65533 65
    %t0 = print_tko "lengths: %lld %hhd %d %hx %lu %zd\n", %i32, %i32, %i64, %i64, %i16, %i8
        : tile<i32>, tile<i32>, tile<i64>, tile<i64>, tile<i16>, tile<i8> -> token
    // CHECK: letters: -7 -7 -7 0.500000 2.250000 A
    %t1 = print_tko "letters: %s %n %f %d %llx %c\n", %i32, %i32, %i32, %f16, %f64, %i8 token=%t0
        : tile<i32>, tile<i32>, tile<i32>, tile<f16>, tile<f64>, tile<i8> -> token
    // CHECK: fields: -0007| 5000000000| [5000000000, -2]
    %t2 = print_tko "fields: %+05lld|%11d| %s\n", %i32, %i64, %tile token=%t1 : tile<i32>, tile<i64>, tile<2xi64> -> token
    // What suits stays as it is.
    // LLVM-DAG: c"exact: %d %lld %5.1f\0A\00"
    // CHECK: exact: -7 5000000000   2.2
    %t3 = print_tko "exact: %d %lld %5.1f\n", %i32, %i64, %f64 token=%t2 : tile<i32>, tile<i64>, tile<f64> -> token
    // A character has no sign: code 1 of a bit that is set, and 8 of half a byte.
    %true = constant <i1: true> : tile<i1>
    %eight = constant <i8: 8> : tile<i8>
    %half = trunci %eight : tile<i8> -> tile<i4>
    // CHECK: characters: {{[[:cntrl:]]\|[[:cntrl:]]\|}}
    %t4 = print_tko "characters: %c|%c|\n", %true, %half token=%t3 : tile<i1>, tile<i4> -> token
    // A zero in the text ends nothing.
    // CHECK: zeros: {{.*}}-7{{.*}} and behind
    %t5 = print_tko "zeros: \00%d\00 and behind\n", %i32 token=%t4 : tile<i32> -> token
    return
  }
}
