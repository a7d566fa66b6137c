// Small arrays that are accessed by numbers at run time are in registers.
//
// RUN: tileiras --gpu-name=sm_90 -O3 --emit=ptx %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_90 -O1 --emit=ptx %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_90 -O3 --emit=llvm %s | FileCheck %s --check-prefix=LLVM
// RUN: tileiras --gpu-name=sm_90 -O0 --emit=ptx %s | FileCheck %s --check-prefix=PLAIN

// CHECK-LABEL: .entry small(
// CHECK-NOT: local
// CHECK: ret;
//
// PLAIN-LABEL: .entry small(
// PLAIN: .local
//
// The element that has the number is the one that is loaded.
// LLVM-LABEL: @small(ptr addrspace(1) %0, i32 %1, i32 %2, i32 %3)
// LLVM-NOT: alloca
// LLVM: %[[IS:.*]] = icmp eq i64 %{{.*}}, 1
// LLVM: select i1 %[[IS]], i32 %2, i32 %1
llvm.func @small(%p: !llvm.ptr<1>, %a: i32, %b: i32, %at: i32) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %array = llvm.alloca %one x !llvm.array<2 x i32> : (i32) -> !llvm.ptr
  llvm.store %a, %array : i32, !llvm.ptr
  %second = llvm.getelementptr %array[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  llvm.store %b, %second : i32, !llvm.ptr
  %place = llvm.getelementptr %array[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %r = llvm.load %place : !llvm.ptr -> i32
  llvm.store %r, %p : i32, !llvm.ptr<1>
  llvm.return
}

// A store by a number leaves the other elements.
// LLVM-LABEL: @stored(ptr addrspace(1) %0, i32 %1, i32 %2, i32 %3)
// LLVM-NOT: alloca
// LLVM: %[[IS:.*]] = icmp eq i64 %{{.*}}, 0
// LLVM: select i1 %[[IS]], i32 %2, i32 %1
llvm.func @stored(%p: !llvm.ptr<1>, %a: i32, %b: i32, %at: i32) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %array = llvm.alloca %one x !llvm.array<3 x i32> : (i32) -> !llvm.ptr
  llvm.store %a, %array : i32, !llvm.ptr
  %place = llvm.getelementptr %array[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %b, %place : i32, !llvm.ptr
  %r = llvm.load %array : !llvm.ptr -> i32
  llvm.store %r, %p : i32, !llvm.ptr<1>
  llvm.return
}

// With more elements each access would compare with all of them.
// CHECK-LABEL: .entry large(
// CHECK: ld.local
llvm.func @large(%p: !llvm.ptr<1>, %a: i32, %at: i32) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %array = llvm.alloca %one x !llvm.array<9 x i32> : (i32) -> !llvm.ptr
  %place = llvm.getelementptr %array[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %a, %place : i32, !llvm.ptr
  %first = llvm.load %array : !llvm.ptr -> i32
  llvm.store %first, %p : i32, !llvm.ptr<1>
  llvm.return
}

// A word of another size is no element.
// CHECK-LABEL: .entry halves(
// CHECK: ld.local
llvm.func @halves(%p: !llvm.ptr<1>, %a: i64, %at: i32) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %array = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
  llvm.store %a, %array {alignment = 4} : i64, !llvm.ptr
  %place = llvm.getelementptr %array[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %r = llvm.load %place : !llvm.ptr -> i32
  llvm.store %r, %p : i32, !llvm.ptr<1>
  llvm.return
}
