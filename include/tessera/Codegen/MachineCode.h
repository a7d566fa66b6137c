//===- MachineCode.h - Checks the assembler's output ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_MACHINECODE_H
#define TESSERA_CODEGEN_MACHINECODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// Checks that the bytes are a complete ELF file for NVIDIA's GPUs: its header,
/// its tables, and everything that these refer to lie inside of the file. The
/// error names the place in the file.
llvm::Error checkMachineCode(llvm::StringRef cubin);

} // namespace tessera

#endif // TESSERA_CODEGEN_MACHINECODE_H
