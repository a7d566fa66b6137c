// Accesses: predicates instead of branches, ordering and scope in the PTX text.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=nvvm -o - | FileCheck %s --check-prefix=NVVM
// RUN: tileiras %s --gpu-name=sm_90 --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -O3 | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -O0 | FileCheck %s --check-prefix=O0
// RUN: tileiras %s --gpu-name=sm_75 --emit=ptx -O3 | FileCheck %s

// No pass may see more in a pointer than there is: `noalias` would make a load
// one that an acquire does not refresh. What assembly does stays where it is.
// NVVM-NOT: noalias
// LLVM-NOT: noalias
// LLVM-NOT: readonly {{.*}}%
// LLVM: call {{.*}}asm sideeffect "mov.b32 $0, $3;{{.*}}~{memory}"{{.*}} #[[ASM:[0-9]+]]
// LLVM: attributes #[[ASM]] = { {{.*}}convergent{{.*}} }

// Masked and bounded accesses are predicated one by one; what is masked off is
// not read, and gets its padding.
// CHECK-LABEL: .visible .entry masked(
// CHECK-NOT: bra
// CHECK: mov.b32 %[[R:r[0-9]+]], %{{r[0-9]+}};
// CHECK-NEXT: @%{{p[0-9]+}} ld.global.b32 %[[R]], [%{{rd[0-9]+}}];
// CHECK: @%{{p[0-9]+}} st.global.b32 [%{{rd[0-9]+}}], %[[R]];
// CHECK-NOT: bra
// CHECK: ret;
// O0-LABEL: .visible .entry masked(
// O0: @%{{p[0-9]+}} ld.global.b32
// O0: @%{{p[0-9]+}} st.global.b32
// O0: ret;
tileaa.entry @masked(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64, %pad: f32) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %i = tileaa.iota : tensor<128xi32>
  %limit = arith.constant dense<77> : tensor<128xi32>
  %m = arith.cmpi slt, %i, %limit : tensor<128xi32>
  %v, %t0 = tileaa.load %p[%zero] extents [%n] strides [%one] mask %m : tensor<128xi1> other %pad : f32 : !tileaa.ptr -> tensor<128xf32>
  %t1 = tileaa.store %v to %q[%zero] extents [%n] strides [%one] mask %m : tensor<128xi1> after %t0 : tensor<128xf32>, !tileaa.ptr
  tileaa.return
}

// A scalar is stored by one thread.
// CHECK-LABEL: .visible .entry scalar(
// CHECK: ld.global.b32
// CHECK: @%{{p[0-9]+}} st.global.b32
// CHECK-NOT: st.global
// CHECK: ret;
tileaa.entry @scalar(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %v, %t0 = tileaa.load %p : !tileaa.ptr -> i32
  %t1 = tileaa.store %v to %q after %t0 : i32, !tileaa.ptr
  tileaa.return
}

// So is each element of a tile that several threads hold: 32 elements on 128
// threads.
// CHECK-LABEL: .visible .entry copies(
// CHECK: setp.{{[a-z0-9.]*}} %[[OWNER:p[0-9]+]],
// CHECK: @%{{p[0-9]+}} st.global.b32
// CHECK: ret;
tileaa.entry @copies(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v = tileaa.iota : tensor<32xi32>
  %t1 = tileaa.store %v to %p[%zero] extents [%n] strides [%one] : tensor<32xi32>, !tileaa.ptr
  tileaa.return
}

// A load that is not weak is made once, and its value goes through shared memory
// behind a barrier. A release waits for all threads.
// CHECK-LABEL: .visible .entry orders(
// CHECK: @%{{p[0-9]+}} ld.relaxed.cta.global.b32
// CHECK: st.shared.b32
// CHECK: bar{{.*}}.sync
// CHECK: ld.shared.b32
// CHECK: @%{{p[0-9]+}} ld.acquire.gpu.global.b32
// CHECK: bar{{.*}}.sync
// CHECK: @%{{p[0-9]+}} ld.acquire.sys.global.b64
// CHECK: @%{{p[0-9]+}} st.relaxed.sys.global.b32
// CHECK: bar{{.*}}.sync
// CHECK: @%{{p[0-9]+}} st.release.gpu.global.b32
// CHECK: @%{{p[0-9]+}} st.release.cta.global.b64
// CHECK: ret;
// O0-LABEL: .visible .entry orders(
// O0: ld.acquire.gpu.global.b32
// O0: bar{{.*}}.sync
// O0: st.release.gpu.global.b32
tileaa.entry @orders(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %a, %t0 = tileaa.load %p ordering<relaxed> scope<block> : !tileaa.ptr -> i32
  %b, %t1 = tileaa.load %p after %t0 ordering<acquire> scope<device> : !tileaa.ptr -> i32
  %c, %t2 = tileaa.load %q after %t1 ordering<acquire> scope<system> : !tileaa.ptr -> i64
  %t3 = tileaa.store %a to %p after %t2 ordering<relaxed> scope<system> : i32, !tileaa.ptr
  %t4 = tileaa.store %b to %p after %t3 ordering<release> scope<device> : i32, !tileaa.ptr
  %t5 = tileaa.store %c to %q after %t4 ordering<release> scope<block> : i64, !tileaa.ptr
  tileaa.return
}

// A value that only an acquire orders is read after it, by a load that no cache
// may answer for it.
// CHECK-LABEL: .visible .entry flag(
// CHECK: ld.acquire.gpu.global.b32
// CHECK: bar{{.*}}.sync
// CHECK: ld.global.b32
// CHECK-NOT: .nc
// CHECK: ret;
tileaa.entry @flag(%flag: !tileaa.ptr, %data: !tileaa.ptr, %out: !tileaa.ptr) {
  %f, %t0 = tileaa.load %flag ordering<acquire> scope<device> : !tileaa.ptr -> i32
  %v, %t1 = tileaa.load %data after %t0 : !tileaa.ptr -> i32
  %s = arith.addi %f, %v : i32
  %t2 = tileaa.store %s to %out after %t1 : i32, !tileaa.ptr
  tileaa.return
}

// Every width that memory has.
// CHECK-LABEL: .visible .entry widths(
// CHECK-DAG: ld.global.{{[a-z]}}8
// CHECK-DAG: ld.global.{{[a-z]}}16
// CHECK-DAG: ld.global.{{[a-z]}}64
// CHECK-DAG: @%{{p[0-9]+}} st.global.b8
// CHECK-DAG: @%{{p[0-9]+}} st.global.b16
// CHECK-DAG: @%{{p[0-9]+}} st.global.b64
tileaa.entry @widths(%p: !tileaa.ptr, %q: !tileaa.ptr) {
  %a, %t0 = tileaa.load %p : !tileaa.ptr -> i8
  %b, %t1 = tileaa.load %p : !tileaa.ptr -> bf16
  %c, %t2 = tileaa.load %p : !tileaa.ptr -> f64
  %t3 = tileaa.store %a to %q after %t0 : i8, !tileaa.ptr
  %t4 = tileaa.store %b to %q after %t1 : bf16, !tileaa.ptr
  %t5 = tileaa.store %c to %q after %t2 : f64, !tileaa.ptr
  tileaa.return
}

// Tokens may be selected between, and leave no trace.
// CHECK-LABEL: .visible .entry select_token(
// CHECK-NOT: selp
// CHECK: ret;
tileaa.entry @select_token(%p: !tileaa.ptr, %x: f32, %c: i1) {
  %t0 = tileaa.make_token
  %t1 = tileaa.store %x to %p : f32, !tileaa.ptr
  %t2 = arith.select %c, %t0, %t1 : !tileaa.token
  %v, %t3 = tileaa.load %p after %t2 : !tileaa.ptr -> f32
  %t4 = tileaa.store %v to %p after %t3 : f32, !tileaa.ptr
  tileaa.return
}
