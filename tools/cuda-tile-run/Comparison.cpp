//===- Comparison.cpp - Comparison of results -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"

using namespace tessera;
using namespace tessera::run;
using namespace tessera::runtime;
using interp::BoundsMode;
using llvm::Expected;
using llvm::StringRef;

/// Null without Tile IR, because only its operations have bounds.
const LaunchBounds *Comparison::boundsIn(BoundsMode mode) {
  if (!kernel.isTileIR())
    return nullptr;
  std::unique_ptr<LaunchBounds> &found = bounds[static_cast<size_t>(mode)];
  if (!found)
    found = std::make_unique<LaunchBounds>(kernel, launch, mode, options,
                                           messages());
  return found.get();
}

/// Calls `compare(allowed values)` and writes its sentence about an array.
template <typename Fn>
Expected<Verdict> Comparison::judge(unsigned buffer, BoundsMode mode,
                                    StringRef leftName, StringRef rightName,
                                    Fn compare) {
  const NpyArray &array = *preparation.arrays[buffer];
  Expected<Difference> difference = compare(std::nullopt);
  if (!difference)
    return difference.takeError();
  Verdict verdict = difference->getVerdict();
  if (verdict != Verdict::Agree) {
    const LaunchBounds *known = boundsIn(mode);
    if (known && known->areKnown() && array.format) {
      Format format = *array.format;
      unsigned bytes = array.elementBytes;
      auto allowed = [&](int64_t offset) {
        uint64_t byte = offset * bytes;
        return known->find(buffer, byte, format)
            .value_or(interp::exactly(
                loadScalar(format, known->getContents(buffer).data() + byte)));
      };
      difference = compare(AllowedValues(allowed));
      if (!difference)
        return difference.takeError();
      verdict = difference->getVerdict();
    } else if (known && known->isNotDecidable()) {
      verdict = Verdict::NotDecidable;
    }
  }
  sentences += escapeName(launch.buffers[buffer].name) + ": " +
               describeDifference(array, *difference, leftName, rightName) +
               "\n";
  return verdict;
}

Verdict Comparison::ofEngines(const Launch &left, StringRef leftName,
                              const Launch &right, StringRef rightName) {
  Verdict worst = Verdict::Agree;
  for (auto [number, array] : llvm::enumerate(preparation.arrays)) {
    if (!array)
      continue;
    auto compare = [&, buffer = number,
                    &array = *array](std::optional<AllowedValues> allowed) {
      return Expected<Difference>(
          compareArrays(array, *left.buffers[buffer].contents,
                        *right.buffers[buffer].contents, allowed));
    };
    Verdict verdict = llvm::cantFail(
        judge(number, BoundsMode::Engines, leftName, rightName, compare));
    worst = std::max(worst, verdict);
  }
  return worst;
}

Expected<Verdict> Comparison::withExpected(const Launch &left,
                                           StringRef leftName) {
  Verdict worst = Verdict::Agree;
  for (const auto &[file, expected] : preparation.expected) {
    auto compare =
        [&, &file = file, &expected = expected](
            std::optional<AllowedValues> allowed) -> Expected<Difference> {
      Expected<Difference> difference = compareWithExpected(
          *preparation.arrays[file.buffer], *left.buffers[file.buffer].contents,
          expected, allowed);
      if (!difference)
        return llvm::createStringError("--expect=" + file.of + "=" + file.file +
                                       ": " +
                                       llvm::toString(difference.takeError()));
      return difference;
    };
    Expected<Verdict> verdict =
        judge(file.buffer, BoundsMode::Reals, leftName, "expected", compare);
    if (!verdict)
      return verdict;
    worst = std::max(worst, *verdict);
  }
  return worst;
}
