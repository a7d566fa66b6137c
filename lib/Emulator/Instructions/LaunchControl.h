//===- LaunchControl.h - Blocks that take over others' work -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_LAUNCHCONTROL_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_LAUNCHCONTROL_H

#include "../Decoder.h"

namespace tessera::ptx {

/// clusterlaunchcontrol.try_cancel and .query_cancel.
bool decodeLaunchControl(InstructionDecoder &d);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_LAUNCHCONTROL_H
