//===- Limits.cpp - Limits on a launch ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"
#include "../LaunchLimits.h"
#include "../Machine/CallStack.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

Limits Limits::of(llvm::StringRef target) {
  // Shared memory of a block in KiB; all other limits are the same since 7.0.
  static constexpr std::pair<unsigned, uint64_t> rows[] = {
      {70, 96},   {72, 96},   {75, 64},   {80, 163}, {86, 99},
      {87, 163},  {88, 99},   {89, 99},   {90, 227}, {100, 227},
      {101, 227}, {103, 227}, {110, 227}, {120, 99}, {121, 99}};
  Limits limits;
  limits.sharedBytes = 227 << 10;
  unsigned number = 0;
  if (target.consume_front("sm_"))
    target.consumeInteger(10, number);
  for (auto [capability, kibibytes] : rows)
    if (capability == number)
      limits.sharedBytes = kibibytes << 10;
  return limits;
}

uint64_t tessera::ptx::mostResidentBlocks(const LaunchState &launch) {
  // The least value of 10.0, 10.3 and 11.0.
  constexpr uint64_t mostBlocks = 24, mostThreads = 1536;
  constexpr uint64_t sharedBytes = 228 << 10, reservedBytes = 1 << 10;
  uint64_t byShared = sharedBytes / (launch.sharedBytes + reservedBytes);
  return std::min({mostBlocks, mostThreads / sizeOf(launch.block), byShared});
}

static llvm::Error checkGrid(const LaunchState &launch) {
  for (unsigned i = 0; i != 3; ++i) {
    if (launch.block[i] > mostThreadsIn[i])
      return llvm::createStringError(
          "a block of " + llvm::Twine(launch.block[i]) +
          " threads in dimension " + llvm::Twine(i) +
          " cannot be launched; there may be " + llvm::Twine(mostThreadsIn[i]));
    if (launch.grid[i] > mostBlocksIn[i])
      return llvm::createStringError(
          "a grid of " + llvm::Twine(launch.grid[i]) + " blocks in dimension " +
          llvm::Twine(i) + " cannot be launched; there may be 1 to " +
          llvm::Twine(mostBlocksIn[i]));
  }
  return llvm::Error::success();
}

llvm::Error tessera::ptx::checkLimits(const LaunchState &launch) {
  const Module &module = *launch.image.module;
  const Limits limits = Limits::of(module.target);
  if (llvm::Error error = checkGrid(launch))
    return error;
  std::string entry = "entry '" + launch.entryTitle() + "' ";
  if (launch.sharedBytes > limits.sharedBytes)
    return llvm::createStringError(
        entry + "needs " + llvm::Twine(launch.sharedBytes) +
        " bytes of shared memory; a block on " + module.target + " has " +
        llvm::Twine(limits.sharedBytes));
  if (launch.parameters.size() > limits.parameterBytes)
    return llvm::createStringError(entry + "takes " +
                                   llvm::Twine(launch.parameters.size()) +
                                   " bytes of parameters; there may be " +
                                   llvm::Twine(limits.parameterBytes));
  uint64_t local = launch.entry->syntax->localBytes;
  if (local > largestLocal)
    return llvm::createStringError(entry + "needs " + llvm::Twine(local) +
                                   " bytes of local memory; a thread has " +
                                   llvm::Twine(largestLocal));
  // A warp is given registers in units of 256. ptxas ignores, with a warning,
  // more of them than a thread can have.
  uint64_t each = launch.entry->syntax->maximumRegisters;
  if (each > 255)
    each = 0;
  uint64_t threads =
      uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  uint64_t all =
      llvm::divideCeil(threads, warpSize) * llvm::alignTo(each * warpSize, 256);
  if (all > limits.registers)
    return llvm::createStringError(
        entry + "keeps " + llvm::Twine(each) +
        " registers for each thread (.maxnreg); a block of " +
        llvm::Twine(threads) + " threads needs " + llvm::Twine(all) +
        " of them, and a block on " + module.target + " has " +
        llvm::Twine(limits.registers));
  return llvm::Error::success();
}
