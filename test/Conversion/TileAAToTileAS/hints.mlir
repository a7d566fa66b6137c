// Hints choose the number of warps: that for the GPU before that for all, in the
// range of the hint. They never make an error.
//
// RUN: cuda-tile-opt %s --convert-tileaa-to-tileas=gpu-name=sm_90 | FileCheck %s
// RUN: cuda-tile-opt %s --convert-tileaa-to-tileas=gpu-name=sm_90a | FileCheck %s

// CHECK: @for_gpu() {{.*}}warps = 8,
tileaa.entry @for_gpu() attributes {optimization_hints = {sm_90 = {num_worker_warps_per_cta = 8}, default = {num_worker_warps_per_cta = 2}}} { tileaa.return }
// CHECK: @for_all() {{.*}}warps = 8,
tileaa.entry @for_all() attributes {optimization_hints = {sm_80 = {num_worker_warps_per_cta = 4}, default = {num_worker_warps_per_cta = 8}}} { tileaa.return }
// CHECK: @other_gpu() {{.*}}warps = 4,
tileaa.entry @other_gpu() attributes {optimization_hints = {sm_80 = {num_worker_warps_per_cta = 8}}} { tileaa.return }
// CHECK: @no_power_of_two() {{.*}}warps = 4,
tileaa.entry @no_power_of_two() attributes {optimization_hints = {sm_90 = {num_worker_warps_per_cta = 9}}} { tileaa.return }
// CHECK: @too_many() {{.*}}warps = 8,
tileaa.entry @too_many() attributes {optimization_hints = {sm_90 = {num_worker_warps_per_cta = 1024}}} { tileaa.return }
// CHECK: @negative() {{.*}}warps = 4,
tileaa.entry @negative() attributes {optimization_hints = {sm_90 = {num_worker_warps_per_cta = -1}}} { tileaa.return }
// CHECK: @senseless() {{.*}}warps = 4,
tileaa.entry @senseless() attributes {optimization_hints = {sm_90 = "fast", default = {num_worker_warps_per_cta = "all"}}} { tileaa.return }
