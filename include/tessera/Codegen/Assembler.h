//===- Assembler.h - From PTX to machine code, through ptxas ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas runs in a child process, so that a crash of it does not take ours
// along.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_ASSEMBLER_H
#define TESSERA_CODEGEN_ASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct AssemblerOptions {
  std::string ptxasPath;
  /// The machine to assemble for, as ptxas calls it: "sm_90a".
  std::string gpu;
  unsigned optLevel = 3;
  /// Shared memory in bytes that ptxas lets a kernel of this machine declare,
  /// and what a block can have (see LargeShared.h).
  uint64_t maxStaticSharedBytes = 0, maxSharedBytes = 0;
  /// Source lines for profilers; not together with `deviceDebug`.
  bool lineInfo = false;
  /// Full debug information; ptxas then wants level 0.
  bool deviceDebug = false;
  /// How many threads may compile the kernels of a program that has several.
  /// The machine code is the same for any number; 0, for programs of one
  /// kernel, leaves out what ptxas does to have threads at all.
  unsigned threads = 0;
  /// What else ptxas gets on its command line.
  llvm::ArrayRef<std::string> others;
};

/// What one kernel costs, as `ptxas -v` says. Sizes are bytes, `registers` is
/// for each thread, `sharedBytes` the static shared memory of a block.
struct KernelResources {
  std::string kernel;
  /// Warps of a block, and how many of them an SM holds at once of as many as
  /// it can; 0 where the program does not say how large a block is. Not from
  /// ptxas.
  unsigned warps = 0, residentWarps = 0, maxResidentWarps = 0;
  unsigned registers = 0;
  unsigned barriers = 0;
  uint64_t sharedBytes = 0;
  uint64_t stackBytes = 0;
  uint64_t spillStoreBytes = 0;
  uint64_t spillLoadBytes = 0;
};

/// A line of ptxas that speaks about the program.
struct AssemblerMessage {
  enum class Severity { Info, Warning, Error };
  Severity severity;
  /// Without the prefix that names ptxas and the file. Front ends search for
  /// some of ptxas's texts ("uses too much shared data (0x… bytes, 0x… max)").
  std::string text;
  /// Line of the PTX text, from 1; 0 when ptxas names none.
  unsigned line = 0;
};

struct AssemblerLog {
  std::vector<KernelResources> kernels;
  std::vector<AssemblerMessage> messages;
};

/// What a ptxas says that lacks the PTX version or the GPU it was given, and
/// nothing where the log holds no such message: the program is right then.
std::optional<std::string> findRefusalByAge(const AssemblerLog &log);

/// Reads what ptxas wrote to its standard streams.
AssemblerLog parseAssemblerLog(llvm::StringRef text);

struct Assembly {
  /// The machine code (an ELF file); empty when the PTX was refused, and then
  /// the log holds at least one error.
  std::string cubin;
  /// Whether there are tile kernels that this ptxas has no mark for
  /// (TileMark.h).
  bool lacksTileMark = false;
  AssemblerLog log;
};

/// Whether ptxas says that it has too little memory.
bool lacksMemory(llvm::StringRef said);

/// Assembles `ptx`. The error is for what is not the program's fault: ptxas
/// crashed, says nothing or leaves what is no machine code; or, with a code of
/// the system's, it cannot be run or loaded, was killed, or has no memory.
llvm::Expected<Assembly> assemble(llvm::StringRef ptx,
                                  const AssemblerOptions &options);

} // namespace tessera

#endif // TESSERA_CODEGEN_ASSEMBLER_H
