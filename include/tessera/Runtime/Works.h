//===- Works.h - Several launches that run at once --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of works is a list in YAML. Each is a launch, or a step that the host
// does itself between launches, and says which of those before it comes first.
// The memory that they share is that of the command line:
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
  /// Of a launch: what the options of cuda-tile-run say of the only one.
  std::string kernel, entry;
  std::vector<uint32_t> grid, block, cluster, preferredCluster;
  uint64_t sharedBytes = 0;
  std::vector<std::string> arguments, variables;
  /// Of a step: how messages call it, and what it touches, `NAME+BYTES:COUNT`.
  std::string step;
  std::vector<std::string> reads, writes;
  /// A file with the bytes that it writes, of one range behind the other; none:
  /// it leaves what is there.
  std::string contents;
  /// What comes before it: `0`, or `0:triggered` or `0:started` (LaunchStage).
  std::vector<std::string> after;
};

/// Reads a file of works. Says on ERRORS, with the place, where it is none.
std::optional<std::vector<WorkText>> readWorks(llvm::StringRef file,
                                               llvm::raw_ostream &errors);
/// Reads works from what stands in a file.
std::optional<std::vector<WorkText>> parseWorks(llvm::MemoryBufferRef file,
                                                llvm::raw_ostream &errors);
std::string writeWorks(std::vector<WorkText> works);

std::string describeEdge(ptx::LaunchEdge edge);
/// Reads what an element of `after` says.
llvm::Expected<ptx::LaunchEdge> parseEdge(llvm::StringRef text);

/// Runs works on the emulator, as Engine::run does one launch, over the
/// memories, which are the buffers of `launch`.
bool emulateWorks(llvm::ArrayRef<WorkText> works,
                  llvm::MutableArrayRef<NamedMemory> memories, Launch &launch,
                  const EngineOptions &options, RunReport &report,
                  llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_WORKS_H
