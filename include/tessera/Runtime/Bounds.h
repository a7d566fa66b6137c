//===- Bounds.h - What a launch may leave in its buffers -------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the error bounds of a launch: the interpreter runs it once
// more and finds out, for each element of the buffers, which values another
// correct run may leave there.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_BOUNDS_H
#define TESSERA_RUNTIME_BOUNDS_H

#include "tessera/Interpreter/ErrorBounds.h"
#include "tessera/Runtime/Engine.h"

namespace tessera::runtime {

class LaunchBounds {
public:
  /// Runs a launch that has not run yet. Where that fails, says why on ERRORS.
  LaunchBounds(const Kernel &kernel, Launch launch, interp::BoundsMode mode,
               const EngineOptions &options, llvm::raw_ostream &errors);

  /// Whether the run went well, so that there are bounds.
  bool areKnown() const { return known; }
  /// Where it did not: whether only the bounds are to blame, on which the
  /// kernel's course depends.
  bool isNotDecidable() const { return bounds.isNotDecidable(); }

  /// What an element at this byte of a buffer may be. Nothing where only what
  /// the interpreter leaves there is right.
  std::optional<interp::ElementBounds> find(unsigned buffer, uint64_t byte,
                                            Format format) const {
    return bounds.find(addresses[buffer] + byte, format);
  }

  /// What the interpreter left in a buffer.
  llvm::ArrayRef<uint8_t> getContents(unsigned buffer) const {
    return *launch.buffers[buffer].contents;
  }

private:
  Launch launch;
  interp::ErrorBounds bounds;
  std::vector<uint64_t> addresses;
  bool known;
};

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_BOUNDS_H
