//===- MachineCode.h - Checks the assembler's output ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_MACHINECODE_H
#define TESSERA_CODEGEN_MACHINECODE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// Checks that the bytes are a complete ELF file for NVIDIA's GPUs: its header,
/// its tables, and everything that these refer to lie inside of the file. The
/// error names the place in the file.
llvm::Error checkMachineCode(llvm::StringRef cubin);

/// The program that made an ELF file for NVIDIA's GPUs, and its version, as the
/// file says in its section .note.nv.tkinfo: "ptxas, Cuda compilation tools,
/// release 13.0, V13.0.88". Empty if it says nothing.
std::string describeMaker(llvm::StringRef cubin);

/// The resources that a thread of a kernel takes of its GPU.
struct MachineResources {
  unsigned registers = 0;
  /// Bytes of its stack frame.
  unsigned localBytes = 0;
  /// The threads of a block, or the most that it may have; 0 if the file does not
  /// say, or names more than a block can have.
  unsigned threads = 0;
};

/// Reads the resources of each kernel of an ELF file for NVIDIA's GPUs, by the
/// kernel's name, from .nv.info and its section .nv.info.NAME. An error if the
/// file is none, or is cut off.
llvm::Expected<llvm::StringMap<MachineResources>>
readMachineResources(llvm::StringRef cubin);

} // namespace tessera

#endif // TESSERA_CODEGEN_MACHINECODE_H
