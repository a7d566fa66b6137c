//===- RaceReport.cpp - The report of a data race -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceReport.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

static std::string nounOf(const AccessKind &kind) {
  return kind.modifies ? "atomic" : kind.writes ? "store" : "load";
}

/// "release device", by the order and scope of an access.
template <typename Ordering, typename ScopeAttr>
static std::string describeOrder(Ordering ordering, ScopeAttr scope) {
  std::string words = stringifyEnum(ordering).str();
  return scope ? words + " " + stringifyEnum(scope.getValue()).str() : words;
}

static std::string describeOrder(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<LoadPtrTkoOp, StorePtrTkoOp, LoadViewTkoOp, StoreViewTkoOp,
            AtomicRMWTkoOp, AtomicCASTkoOp, AtomicRedViewTkoOp,
            MultimemLoadReduceViewTkoOp, MultimemReduceViewTkoOp,
            MultimemStoreViewTkoOp>([](auto op) {
        return describeOrder(op.getMemoryOrderingSemantics(),
                             op.getMemoryScopeAttr());
      })
      .Case([](tileaa::AccessOpInterface op) {
        std::string words = stringifyEnum(op.getOrdering()).str();
        std::optional<tileaa::Scope> scope = op.getScope();
        return scope ? words + " " + stringifyEnum(*scope).str() : words;
      })
      .Default([](Operation *) { // a copy by the machine
        return stringifyEnum(tileaa::Ordering::Weak).str();
      });
}

/// "release device store of 4 bytes".
static std::string describe(const AccessKind &kind) {
  std::string words = describeOrder(kind.op);
  words += " " + nounOf(kind);
  if (kind.isHalfByte)
    return words + " of half a byte";
  if (kind.bytes == 0)
    return words + " of misaligned bytes";
  return words + " of " + std::to_string(kind.bytes) +
         (kind.bytes == 1 ? " byte" : " bytes");
}

/// Names the missing edge that would order the two accesses, or the property
/// that would excuse them.
static std::string missingEdge(const RaceDetector::Race &race) {
  const AccessKind &earlier = race.earlier, &later = race.later;
  std::string that = "that " + nounOf(earlier), self = "this " + nounOf(later);
  if (race.isWithinRun) {
    std::string reason = std::string("two elements of one ") +
                         (later.isStrong ? "" : "weak ") +
                         "store have no order; let one of them write there";
    if (!later.isHalfByte)
      reason += ", or make the store relaxed with scope tl_blk";
    return reason;
  }

  std::string reason;
  if (earlier.isStrong && later.isStrong) {
    if (earlier.isHalfByte || later.isHalfByte) {
      reason = "no memory writes half a byte in one step, whatever the "
               "ordering; ";
    } else if (earlier.bytes != later.bytes || earlier.bytes == 0) {
      reason = "they are not accesses to the same bytes, so that their memory "
               "orderings do not count; ";
    } else {
      const std::string &narrow = later.isLocal ? self : that;
      return "the scope tl_blk of " + narrow +
             " leaves the other tile block out; make it device";
    }
  }
  if (earlier.tileBlock != later.tileBlock)
    return reason + "nothing orders the two tile blocks; after " + that +
           " its token has to lead to a release, and " + self +
           " has to take a token of an acquire that has seen this release";
  if (earlier.op == later.op)
    return reason + "no token leads from one run of the operation to the next; "
                    "carry its "
                    "result token through the loop to its token operand";
  return reason + "no token leads from " + that + " to " + self + "; give " +
         self + " the result token of " + that;
}

RaceReport::RaceReport(const RaceDetector::Race &race, const std::string &place,
                       const std::string &tileBlock) {
  error = "data race " + place + ": this " + describe(race.later) +
          " conflicts with ";
  error += race.isWithinRun
               ? "itself"
               : "an earlier " + describe(race.earlier) + " by " + tileBlock;
  error += ", and " + missingEdge(race);
  if (!race.isWithinRun)
    note = "here is the " + describe(race.earlier) + " by " + tileBlock;
}
