//===- VerdictText.cpp - The verdict in sentences -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/KernelName.h"
#include "tessera/Report/KernelReport.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tessera;
using namespace tessera::report;
using llvm::formatv;
using llvm::StringRef;

std::string report::shortenPlace(const Place &place) {
  if (place.line == 0)
    return "";
  StringRef file = StringRef(place.file).rsplit('/').second;
  return formatv("{0}:{1}", file.empty() ? StringRef(place.file) : file,
                 place.line);
}

/// "tensor cores", "DRAM", ...
static std::string nameUnit(StringRef unit) {
  if (unit == "tensor")
    return "the tensor cores";
  if (unit == "issue")
    return "the issue of instructions";
  if (unit == "warp")
    return "the issue of single warps";
  if (unit == "DRAM" || unit == "shared memory")
    return unit.str();
  if (unit == "L1" || unit == "L2")
    return "the " + unit.str() + " cache";
  return "the " + unit.str() + " pipe";
}

static std::string describeLimit(const KernelFacts &kernel,
                                 const Verdict &verdict) {
  const bound::BoundPart &most = verdict.parts.front();
  std::string what = verdict.isLoop ? "an iteration of the loop" : "a run";
  if (std::string place = shortenPlace(verdict.place);
      !place.empty() && verdict.isLoop)
    what += " at " + place;
  std::string text =
      formatv("{0} is limited by {1}: {2} takes {3:f0} cycles there for each "
              "block, on an SM of {4} ({5} rates)",
              shortKernelName(kernel.name), nameUnit(most.name), what,
              most.cycles, verdict.board->name, getBasisName(most.basis));
  if (verdict.parts.size() > 1)
    text += formatv("; after that {0}, {1:f0} cycles",
                    nameUnit(verdict.parts[1].name), verdict.parts[1].cycles);
  return text + ".";
}

static std::string describeRoof(const Verdict &verdict) {
  if (verdict.roof.empty())
    return "";
  std::string text;
  if (verdict.roof == verdict.parts.front().name)
    text = "That is the roof of this work, if nothing waits.";
  else
    text = formatv("The roof of this work is {0}, with {1:f0} cycles: at best "
                   "{2:f0} % of it is reached.",
                   nameUnit(verdict.roof), verdict.roofCycles,
                   100 * verdict.getShareOfRoof());
  if (verdict.inFlight)
    text +=
        formatv(" An SM has {0} bytes under way of the {1} that keep memory "
                "busy.",
                verdict.inFlight->bytes, verdict.inFlight->needed);
  return text;
}

static std::string describeChange(const Change &change) {
  std::string place = shortenPlace(change.place);
  return formatv("{0}{1}up to {2:f2} times as fast: {3}; {4}.", place,
                 place.empty() ? "" : ": ", change.gain, change.reason,
                 change.advice);
}

std::vector<std::string> report::describeVerdict(const KernelFacts &kernel) {
  if (!kernel.verdict)
    return {};
  const Verdict &verdict = *kernel.verdict;
  if (verdict.getCycles() < 1)
    return {shortKernelName(kernel.name) + " does next to nothing."};
  std::string head = describeLimit(kernel, verdict);
  if (std::string roof = describeRoof(verdict); !roof.empty())
    head += " " + roof;
  if (verdict.changes.empty())
    head +=
        " No change that the model knows gains more than 2 %: less work, or "
        "narrower types, would.";
  std::vector<std::string> sentences = {head};
  for (const Change &change : verdict.changes)
    sentences.push_back(describeChange(change));
  return sentences;
}
