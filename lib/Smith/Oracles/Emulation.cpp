//===- Emulation.cpp - Runs generated programs on the emulator ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"

using namespace tessera;
using namespace tessera::smith;
using llvm::Error;
using llvm::Expected;

/// Allocates the memory behind the pointers of the launch, with its contents;
/// returns an address for each argument, 0 for numbers.
static Expected<std::vector<uint64_t>> fill(ptx::GlobalMemory &memory,
                                            const Launch &launch) {
  std::vector<uint64_t> addresses;
  for (const Argument &argument : launch.arguments) {
    addresses.push_back(0);
    if (!argument.isPointer)
      continue;
    std::string name =
        "the memory of argument " + std::to_string(addresses.size() - 1);
    if (Error error = memory.allocate(argument.bytes.size(), name)
                          .moveInto(addresses.back()))
      return std::move(error);
    if (Error error = memory.write(addresses.back(), argument.bytes))
      return std::move(error);
  }
  return addresses;
}

/// The parameter buffer: each value at its offset in the entry.
static std::vector<uint8_t> layOut(const ptx::Entry &entry,
                                   const Launch &launch,
                                   llvm::ArrayRef<uint64_t> addresses) {
  std::vector<uint8_t> bytes(entry.parameterBytes);
  for (auto [parameter, argument, address] :
       llvm::zip(entry.parameters, launch.arguments, addresses))
    for (uint64_t i = 0; i < parameter.size; ++i) {
      uint8_t byte = argument.isPointer          ? address >> 8 * i
                     : i < argument.bytes.size() ? argument.bytes[i]
                                                 : 0;
      bytes[parameter.offset + i] = byte;
    }
  return bytes;
}

Expected<Outcome> smith::emulate(const ptx::Program &program,
                                 const Launch &launch, ptx::LaunchConfig config,
                                 ptx::LaunchStage stage) {
  ptx::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  if (Error error = fill(memory, launch).moveInto(addresses))
    return std::move(error);
  Outcome outcome;
  config.printSink = [&](llvm::StringRef text) { outcome.printed += text; };
  std::vector<ptx::LaunchRequest> requests;
  for (auto [grid, entry] : llvm::zip(launch.grids(), program.entries())) {
    config.grid = grid;
    ptx::LaunchRequest &request = requests.emplace_back();
    request.program = &program;
    request.entry = entry.name;
    request.parameters = layOut(entry, launch, addresses);
    request.config = config;
    if (requests.size() == 2)
      request.after = {{0, stage}};
  }
  auto statistics = ptx::launchConcurrently(requests, memory);
  if (!statistics)
    return statistics.takeError();
  for (auto [argument, address] : llvm::zip(launch.arguments, addresses)) {
    if (!argument.isPointer)
      continue;
    std::vector<uint8_t> &bytes =
        outcome.memory.emplace_back(argument.bytes.size());
    if (Error error = memory.read(address, bytes))
      return std::move(error);
    canonicalizeNaNs(argument.format, bytes);
  }
  return outcome;
}

Outcome smith::withoutGlobals(Outcome outcome, const Launch &launch) {
  outcome.memory.resize(llvm::count_if(
      launch.arguments, [](const Argument &a) { return a.isPointer; }));
  return outcome;
}

bool smith::mayPrintSame(llvm::StringRef left, llvm::StringRef right,
                         const Launch &launch) {
  if (launch.numBlocks() == 1)
    return left == right;
  std::string sortedLeft = left.str(), sortedRight = right.str();
  llvm::sort(sortedLeft);
  llvm::sort(sortedRight);
  return sortedLeft == sortedRight;
}
