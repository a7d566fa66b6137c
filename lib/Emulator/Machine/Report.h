//===- Report.h - Describes the place of a warp ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_REPORT_H
#define TESSERA_LIB_EMULATOR_MACHINE_REPORT_H

#include "../Code.h"
#include <array>
#include <string>

namespace tessera::ptx {

/// Formats a block or thread as "(1,0,0)".
std::string formatDim(const std::array<uint32_t, 3> &d);
/// "file:line:column" of an instruction.
std::string describeLocation(const Image &image, const Code &code, uint32_t pc);
/// "file:line" of the source by .loc, or "".
std::string describeSource(const Image &image, const Code &code, uint32_t pc);
/// On one line.
std::string instructionText(const Code &code, uint32_t pc);
/// Its location and its text: "file:line:column: add.s32 %r1, %r2, %r3".
std::string describeInstruction(const Image &image, const Code &code,
                                uint32_t pc);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_REPORT_H
