//===- Visible.h - The devices that a process sees --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_VISIBLE_H
#define TESSERA_LIB_DRIVER_VISIBLE_H

#include "tessera/Target/TargetInfo.h"
#include <vector>

namespace tessera::driver {

/// The numbers, among the COUNT devices of the machine, of those that
/// CUDA_VISIBLE_DEVICES names, in its order; all if it is not set. They are
/// devices 0, 1, … of the process.
std::vector<int> visibleDevices(const TargetInfo &target, unsigned count);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_VISIBLE_H
