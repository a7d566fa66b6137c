//===- Comparison.h - Comparison of results ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILERUN_COMPARISON_H
#define TESSERA_TOOLS_CUDATILERUN_COMPARISON_H

#include "Preparation.h"
#include "tessera/Runtime/Bounds.h"
#include "tessera/Runtime/Compare.h"

namespace tessera::run {

/// Compares the results of two runs of one launch, and writes a sentence for
/// each array. Only if bits differ does the interpreter compute the error
/// bounds.
class Comparison {
public:
  /// `launch` has not run yet. All must outlive the comparison.
  Comparison(const runtime::Kernel &kernel, const Preparation &preparation,
             const runtime::Launch &launch,
             const runtime::EngineOptions &options)
      : kernel(kernel), preparation(preparation), launch(launch),
        options(options) {}

  /// Compares two engines with these names.
  runtime::Verdict ofEngines(const runtime::Launch &left,
                             llvm::StringRef leftName,
                             const runtime::Launch &right,
                             llvm::StringRef rightName);

  /// Compares expected results with those of one engine.
  llvm::Expected<runtime::Verdict> withExpected(const runtime::Launch &left,
                                                llvm::StringRef leftName);

  /// Returns what has been written since the last call.
  std::string takeSentences() { return std::exchange(sentences, {}); }

private:
  template <typename Fn>
  llvm::Expected<runtime::Verdict>
  judge(unsigned buffer, interp::BoundsMode mode, llvm::StringRef leftName,
        llvm::StringRef rightName, Fn compare);
  const runtime::LaunchBounds *boundsIn(interp::BoundsMode mode);

  const runtime::Kernel &kernel;
  const Preparation &preparation;
  const runtime::Launch &launch;
  const runtime::EngineOptions &options;
  std::array<std::unique_ptr<runtime::LaunchBounds>, 2> bounds;
  std::string sentences;
};

} // namespace tessera::run

#endif // TESSERA_TOOLS_CUDATILERUN_COMPARISON_H
