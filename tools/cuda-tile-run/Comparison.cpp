//===- Comparison.cpp - Whether results are right -------------------------===//
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

/// Null where there is no Tile IR, whose operations alone have bounds.
const LaunchBounds *Comparison::boundsIn(BoundsMode mode) {
  if (!kernel.getModule())
    return nullptr;
  std::unique_ptr<LaunchBounds> &found = bounds[static_cast<size_t>(mode)];
  if (!found)
    found = std::make_unique<LaunchBounds>(kernel, launch, mode, options,
                                           llvm::errs());
  return found.get();
}

/// Calls `compare(allowed values)` and prints what it says of an array.
template <typename Fn>
Expected<Verdict> Comparison::judge(unsigned argument, unsigned buffer,
                                    BoundsMode mode, StringRef leftName,
                                    StringRef rightName, Fn compare) {
  const Argument &arg = preparation.arguments[argument];
  Expected<Difference> difference = compare(std::nullopt);
  if (!difference)
    return difference.takeError();
  Verdict verdict = difference->getVerdict();
  if (verdict != Verdict::Agree) {
    const LaunchBounds *known = boundsIn(mode);
    if (known && known->areKnown() && arg.array.format) {
      Format format = *arg.array.format;
      unsigned bytes = arg.array.elementBytes;
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
  llvm::outs() << "argument " << argument << " (" << arg.text << "): "
               << describeDifference(arg.array, *difference, leftName,
                                     rightName)
               << '\n';
  return verdict;
}

Verdict Comparison::ofEngines(const Launch &left, StringRef leftName,
                              const Launch &right, StringRef rightName) {
  Verdict worst = Verdict::Agree;
  unsigned buffer = 0;
  for (auto [number, argument] : llvm::enumerate(preparation.arguments)) {
    if (!argument.hasMemory())
      continue;
    auto compare =
        [&, &array = argument.array](std::optional<AllowedValues> allowed) {
          return Expected<Difference>(
              compareArrays(array, *left.buffers[buffer].contents,
                            *right.buffers[buffer].contents, allowed));
        };
    Verdict verdict = llvm::cantFail(judge(number, buffer, BoundsMode::Engines,
                                           leftName, rightName, compare));
    worst = std::max(worst, verdict);
    ++buffer;
  }
  return worst;
}

Expected<Verdict> Comparison::withExpected(const Launch &left,
                                           StringRef leftName) {
  Verdict worst = Verdict::Agree;
  for (const auto &[file, expected] : preparation.expected) {
    unsigned buffer = 0;
    for (unsigned i = 0; i < file.argument; ++i)
      buffer += preparation.arguments[i].hasMemory();
    auto compare =
        [&, &file = file, &expected = expected](
            std::optional<AllowedValues> allowed) -> Expected<Difference> {
      Expected<Difference> difference = compareWithExpected(
          preparation.arguments[file.argument].array,
          *left.buffers[buffer].contents, expected, allowed);
      if (!difference)
        return llvm::createStringError(
            "--expect=" + llvm::Twine(file.argument) + "=" + file.file + ": " +
            llvm::toString(difference.takeError()));
      return difference;
    };
    Expected<Verdict> verdict = judge(file.argument, buffer, BoundsMode::Reals,
                                      leftName, "expected", compare);
    if (!verdict)
      return verdict;
    worst = std::max(worst, *verdict);
  }
  return worst;
}
