//===- Bounds.h - Allowed results of a launch -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the error bounds of a launch: the interpreter runs it once
// more and computes, for each element of the buffers, the values that another
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
  /// Runs a launch that has not run yet. If that fails, writes the reason to
  /// `errors`.
  LaunchBounds(const Kernel &kernel, Launch launch, interp::BoundsMode mode,
               const EngineOptions &options, llvm::raw_ostream &errors);

  /// True if the run succeeded, so that there are bounds.
  bool areKnown() const { return known; }
  /// If it failed: true if only the bounds are to blame, because the kernel's
  /// control flow depends on them.
  bool isNotDecidable() const { return bounds.isNotDecidable(); }

  /// The values allowed for the element at this byte of a buffer. None if only
  /// the value that the interpreter leaves there is right.
  std::optional<interp::ElementBounds> find(unsigned buffer, uint64_t byte,
                                            Format format) const {
    return bounds.find(addresses[buffer] + byte, format);
  }

  /// The contents of a buffer after the interpreter's run.
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
