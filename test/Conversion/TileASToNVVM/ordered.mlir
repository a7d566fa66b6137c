// What has its place among the accesses without being one: all threads execute
// it, and a fence between two barriers. Dependent launches begin with sm_90.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s --implicit-check-not=griddepcontrol

// CHECK-LABEL: .entry k(
tileaa.entry @k(%p: !tileaa.ptr, %v: i32) {
  // SM90: griddepcontrol.wait;
  %t0 = tileaa.gdc_wait
  // CHECK: st.global
  %t1 = tileaa.store %v to %p after %t0 : i32, !tileaa.ptr
  // CHECK: bar.sync
  // CHECK: fence.proxy.alias;
  // CHECK: bar.sync
  %t2 = tileaa.fence_alias after %t1
  // CHECK: st.global
  %t3 = tileaa.store %v to %p after %t2 : i32, !tileaa.ptr
  // SM90: griddepcontrol.launch_dependents;
  %t4 = tileaa.gdc_launch_dependents after %t3
  tileaa.return
}
