//===- TensorColumns.cpp - The columns of a multiprocessor ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorColumns.h"
#include "../Grid/Block.h"
#include "../Grid/Limits.h"
#include "TensorMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

/// Draws the placement when a block first uses tensor memory, since it cannot
/// be seen before.
std::shared_ptr<TensorColumns> TensorColumns::of(Block &block) {
  LaunchState &launch = block.launch;
  if (launch.config.blocks != OrderPolicy::Random ||
      launch.largestCluster() > 1)
    return std::make_shared<TensorColumns>();
  auto &all = launch.multiprocessors;
  llvm::erase_if(all, [](const auto &each) { return each.expired(); });
  const uint64_t most = mostResidentBlocks(launch);
  std::vector<std::shared_ptr<TensorColumns>> free = {
      std::make_shared<TensorColumns>()};
  for (const auto &each : all)
    if (auto columns = each.lock(); columns->residents.size() < most)
      free.push_back(std::move(columns));
  uint64_t chosen = block.random.below(free.size());
  if (!chosen)
    all.push_back(free[chosen]);
  return free[chosen];
}

void TensorColumns::leave(TensorMemory &memory) {
  llvm::erase(residents, &memory);
  releasePermit(memory);
  wakeOthers(memory);
}

TensorMemory *TensorColumns::takePermit(TensorMemory &memory) {
  if (permitted && permitted != &memory)
    return permitted;
  permitted = &memory;
  return nullptr;
}

void TensorColumns::releasePermit(const TensorMemory &memory) {
  if (permitted != &memory)
    return;
  permitted = nullptr;
  wakeOthers(memory);
}

std::optional<uint32_t> TensorColumns::findFree(uint32_t count) const {
  for (uint32_t first = 0; first + count <= tensorColumns; first += count)
    if (llvm::none_of(residents, [&](const TensorMemory *memory) {
          return memory->hasAnyOf(first, count);
        }))
      return first;
  return std::nullopt;
}

uint32_t TensorColumns::countAllocated() const {
  uint32_t count = 0;
  for (const TensorMemory *memory : residents)
    count += memory->countAllocated();
  return count;
}

void TensorColumns::wakeOthers(const TensorMemory &memory) const {
  for (TensorMemory *other : residents)
    if (other != &memory)
      other->block.noteProgress();
}
