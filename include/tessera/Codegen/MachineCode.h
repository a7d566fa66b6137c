//===- MachineCode.h - What an assembler has left ---------------*- C++ -*-===//
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

/// An error, with its place in the file, where the bytes are not the whole of
/// an ELF file for NVIDIA's GPUs: its header, its tables, and all that these
/// say is in the file.
llvm::Error checkMachineCode(llvm::StringRef cubin);

} // namespace tessera

#endif // TESSERA_CODEGEN_MACHINECODE_H
