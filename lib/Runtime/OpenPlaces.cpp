//===- OpenPlaces.cpp - What an open order of elements may change ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction whose body chooses among elements may give something else in each
// order. The program as written runs once with a source of its own for that, which
// all results of such a combination have, and all that is computed from them, by
// way of memory, too. No law of terms is applied, so that no source is lost. An
// element that is stored without this source is the same in all orders, as long as
// no branch, address or mask has it, and for all contents of memory by which these
// fall alike.
//
//===----------------------------------------------------------------------===//

#include "OpenPlaces.h"
#include "ValidationRun.h"

using namespace tessera;
using namespace tessera::runtime;
using interp::SymbolicRun;

OpenPlaces Validator::findOpenPlaces(SourceSets &sets,
                                     SourceSets::Set decided) const {
  mlir::Operation *program = firstProgram.get();
  // Tile blocks that come in another order change all that others read.
  if (mlir::Operation *access = SymbolicRun::findOpenAccess(program))
    return OpenPlaces(access);
  mlir::Operation *order = SymbolicRun::findOpenCombination(program);
  if (!order)
    return {};
  std::shared_ptr<interp::TermTable> tracked = SymbolicRun::makeTable();
  const SourceSets::Set source =
      sets.single(firstSource(launch.buffers.size()));
  SymbolicRun::trackOpenOrders(*tracked, sets, source);
  // Once, so that a decision leaves what it decides by a symbol.
  std::unique_ptr<Run> found = run(program, tracked, llvm::nulls());
  // Trials leave `decided` as it is, and so all by which this program decides.
  if (!found || found->symbolic.getLoss() ||
      sets.subtract(SymbolicRun::getDecidedSources(*tracked), decided))
    return OpenPlaces(order);
  OpenPlaces places = OpenPlaces::noneYet(order);
  for (unsigned number = 0; number != launch.buffers.size(); ++number)
    found->symbolic.forEachStored(
        found->addresses[number], launch.buffers[number].bytes,
        [&](const SymbolicRun::StoredElement &each) {
          if (sets.intersect(each.sources, source))
            places.add(number, each.address - found->addresses[number],
                       each.bytes);
        });
  return places;
}
