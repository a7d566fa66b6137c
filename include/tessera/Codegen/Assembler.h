//===- Assembler.h - From PTX to machine code, through ptxas ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs ptxas in a child process, so that a crash of ptxas does not end the
// compiler.
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
  /// Shared memory in bytes that ptxas lets a kernel for this GPU declare, and
  /// the maximum that a block can have (see LargeShared.h).
  uint64_t maxStaticSharedBytes = 0, maxSharedBytes = 0;
  /// Source lines for profilers; not together with `deviceDebug`.
  bool lineInfo = false;
  /// Full debug information, for which ptxas requires level 0.
  bool deviceDebug = false;
  /// Number of threads that may compile the kernels of a program with several.
  /// The machine code is the same for any number. For programs of one kernel, 0
  /// leaves out the setup of threads.
  unsigned threads = 0;
  /// Further arguments for the command line of ptxas.
  llvm::ArrayRef<std::string> others;
};

/// Resources of one kernel, as `ptxas -v` reports them. Sizes are bytes,
/// `registers` is for each thread, `sharedBytes` the static shared memory of a
/// block.
struct KernelResources {
  std::string kernel;
  /// Warps of a block, warps that an SM holds at once, and the most that it can
  /// hold; all 0 if the program does not fix the size of a block. Not reported
  /// by ptxas.
  unsigned warps = 0, residentWarps = 0, maxResidentWarps = 0;
  /// Columns of tensor memory of a block; not reported by ptxas, either.
  unsigned tensorColumns = 0;
  unsigned registers = 0;
  unsigned barriers = 0;
  uint64_t sharedBytes = 0;
  uint64_t stackBytes = 0;
  uint64_t spillStoreBytes = 0;
  uint64_t spillLoadBytes = 0;
  /// Losses of speed that ptxas advises of, such as products that wait for each other.
  unsigned advisories = 0;
};

/// A message of ptxas about the program.
struct AssemblerMessage {
  enum class Severity { Info, Warning, Error };
  Severity severity;
  /// The text without the prefix that names ptxas and the file. Front ends
  /// search for some of ptxas's texts ("uses too much shared data (0x… bytes,
  /// 0x… max)").
  std::string text;
  /// Line of the PTX text, from 1; 0 when ptxas names none.
  unsigned line = 0;
};

struct AssemblerLog {
  std::vector<KernelResources> kernels;
  std::vector<AssemblerMessage> messages;
};

/// The message by which a ptxas says that it is too old for the PTX version or
/// the GPU. Nothing if the log has no such message; if it has, the program is
/// not at fault.
std::optional<std::string> findRefusalByAge(const AssemblerLog &log);

/// Parses the output of ptxas, from both standard streams.
AssemblerLog parseAssemblerLog(llvm::StringRef text);

struct Assembly {
  /// The machine code (an ELF file). Empty if the PTX was refused; the log then
  /// holds at least one error.
  std::string cubin;
  /// True if the program has tile kernels for which this ptxas has no mark
  /// (TileMark.h).
  bool lacksTileMark = false;
  AssemblerLog log;
};

/// True if the output `said` of ptxas reports that memory ran out.
bool lacksMemory(llvm::StringRef said);

/// Assembles `ptx`. Returns an error only for faults that are not the
/// program's. Without an error code of the system: ptxas crashed, printed
/// nothing, or left a file that is no machine code. With one: ptxas cannot be
/// run or loaded, was killed, or ran out of memory.
llvm::Expected<Assembly> assemble(llvm::StringRef ptx,
                                  const AssemblerOptions &options);

} // namespace tessera

#endif // TESSERA_CODEGEN_ASSEMBLER_H
