//===- Works.h - Several launches that run at once --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of works is a list in YAML. Each is a launch, or a step of the host
// between launches, and names the earlier ones that it comes after. They share
// the memory of the command line:
//
//   - kernel: kernel.ptx
//     entry: increment
//     block: [ 32 ]
//     args: [ 'ptr:@m0+0' ]
//   - step: a copy
//     reads: [ 'm0+0:128' ]
//     writes: [ 'm1+0:128' ]
//     contents: step-1.bin
//     after: [ 0 ]
//
// docs/tools/cuda-tile-run.md describes it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_WORKS_H
#define TESSERA_RUNTIME_WORKS_H

#include "tessera/Runtime/Engine.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace tessera::runtime {

struct WorkText {
  /// For a launch: the options that cuda-tile-run has for a single one.
  std::string kernel, entry;
  std::vector<uint32_t> grid, block, cluster, preferredCluster;
  uint64_t sharedBytes = 0;
  std::vector<std::string> arguments, variables;
  /// For a step: its name in messages, and the memory that it touches, as
  /// `NAME+BYTES:COUNT`.
  std::string step;
  std::vector<std::string> reads, writes;
  /// A file with the bytes that it writes, one range behind the other; empty if
  /// it leaves the memory as it is.
  std::string contents;
  /// The works that it comes after: `0`, or `0:triggered` or `0:started`
  /// (LaunchStage).
  std::vector<std::string> after;
};

/// Reads a file of works. If it is malformed, writes the reason to `errors`,
/// with the place.
std::optional<std::vector<WorkText>> readWorks(llvm::StringRef file,
                                               llvm::raw_ostream &errors);
/// Reads works from what stands in a file.
std::optional<std::vector<WorkText>> parseWorks(llvm::MemoryBufferRef file,
                                                llvm::raw_ostream &errors);
std::string writeWorks(std::vector<WorkText> works);

std::string describeEdge(ptx::LaunchEdge edge);
/// Reads one element of `after`.
llvm::Expected<ptx::LaunchEdge> parseEdge(llvm::StringRef text);

/// Runs works on the emulator, as Engine::run does one launch. The memories are
/// the buffers of `launch`.
bool emulateWorks(llvm::ArrayRef<WorkText> works,
                  llvm::MutableArrayRef<NamedMemory> memories, Launch &launch,
                  const EngineOptions &options, RunReport &report,
                  llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_WORKS_H
