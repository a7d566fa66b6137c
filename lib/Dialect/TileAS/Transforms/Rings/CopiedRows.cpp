//===- CopiedRows.cpp - Rows that are copied beside factors ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopiedRows.h"
#include "../Layouts/LayoutCosts.h"
#include "AsyncCopies.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::isRowBesideProducts(Value tile) {
  tileaa::AccessOpInterface load = asLoad(tile.getDefiningOp());
  auto loop = load ? dyn_cast<scf::ForOp>(load->getParentOp()) : scf::ForOp();
  auto type = dyn_cast<RankedTensorType>(tile.getType());
  return loop && type && isa<FloatType>(type.getElementType()) &&
         llvm::count_if(type.getShape(),
                        [](int64_t extent) { return extent != 1; }) == 1 &&
         isCopyable(load) && load.getResultToken().use_empty() &&
         multipliesInTensorMemory(loop) && readsSums(loop);
}

bool tileas::isRow(AsyncCopy &copy) {
  return copy.way.empty() && isRowBesideProducts(copy.load.getAccessed());
}

static void leaveToThreads(AsyncCopy &row,
                           const tileaa::ValueFactsAnalysis &facts) {
  AccessRun run = findRun(
      facts, row.load,
      getMaxGlobalAccessBytes(row.load->getParentOfType<KernelOpInterface>()));
  for (Operation *user : llvm::make_early_inc_range(row.buffer->getUsers())) {
    auto read = dyn_cast<SharedLoadOp>(user);
    if (!read)
      continue;
    OpBuilder builder(row.load);
    Operation *own = builder.clone(*row.load);
    own->getResult(0).setType(read.getType());
    auto access = cast<WideAccessOpInterface>(own);
    int64_t width = getWidth(getLinearLayout(read.getType()), run);
    access.setWidth(width);
    access.setWhole(width > 1 && run.isWhole);
    read.getResult().replaceAllUsesWith(own->getResult(0));
    read.erase();
  }
  row.erase();
}

void tileas::leaveRows(KernelOpInterface kernel,
                       const llvm::SmallPtrSetImpl<Operation *> &copied,
                       const tileaa::ValueFactsAnalysis &facts) {
  SmallVector<AsyncCopy, 0> rows;
  kernel.getBody().walk([&](tileaa::AccessOpInterface load) {
    StringRef reason;
    if (!asLoad(load) || copied.contains(load) ||
        !isRowBesideProducts(load.getAccessed()))
      return;
    if (std::optional<AsyncCopy> copy = matchCopy(load, reason);
        copy && isRow(*copy))
      rows.push_back(std::move(*copy));
  });
  for (AsyncCopy &row : rows)
    leaveToThreads(row, facts);
}
