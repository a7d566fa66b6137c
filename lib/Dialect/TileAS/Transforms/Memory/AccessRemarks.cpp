//===- AccessRemarks.cpp - Remarks on the width of accesses ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRemarks.h"

#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Support/RemarkCategories.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// The reason that an access is not wider, and advice to make it wider.
struct Explanation {
  std::string reason;
  StringLiteral suggestion;
};
} // namespace

static Explanation explainRun(const AccessRun &run, int64_t bytes) {
  switch (run.limit) {
  case RunLimit::Instruction:
    return {"instructions that access multicast memory take one element of "
            "this type at once",
            "use f32, f16 or bf16 where that is precise enough"};
  case RunLimit::Neighbours:
    return {llvm::formatv("no more than {0} bytes are known to lie side by side"
                          " in memory",
                          bytes),
            "make the stride of one dimension of a view the constant 1, or "
            "pointers the sum of one pointer and consecutive numbers"};
  case RunLimit::Alignment:
    return {llvm::formatv("no more than {0} bytes are known to lie side by side"
                          " and to be aligned together",
                          bytes),
            "promise by assume that pointers, strides, starts and extents are "
            "multiples of 16 bytes"};
  case RunLimit::Extent:
    return {llvm::formatv("the tile has no more than {0} bytes side by side in "
                          "memory",
                          bytes),
            "use a tile that is longer along the dimension of stride 1"};
  case RunLimit::Mask:
    return {llvm::formatv("the mask is not known to be the same for more than "
                          "{0} bytes side by side",
                          bytes),
            "promise by assume that what the mask compares with is a multiple "
            "of 16 bytes"};
  case RunLimit::Ordering:
    return {"an access with a memory ordering other than weak takes each "
            "element by itself",
            "make it weak where no other tile block reads or writes the same "
            "elements meanwhile"};
  }
  llvm_unreachable("a narrow run has a limit");
}

/// The same if a wider access is possible, but the layout prevents it.
static Explanation explainLayout(LayoutAttr layout, int64_t bytes) {
  return {llvm::formatv("the layout, which costs least for all ops that share "
                        "the tile, gives a thread {0} bytes side by side of "
                        "its {1} elements",
                        bytes, layout.getNumRegisters()),
          "use larger tiles, or let all accesses to the tile run along the "
          "same dimension"};
}

void tileas::explainWidth(StringRef kernel, Operation *op, LayoutAttr layout,
                          int64_t width, const AccessRun &run) {
  auto access = dyn_cast<tileaa::AccessOpInterface>(op);
  if (!access || !op->getContext()->getRemarkEngine())
    return;
  int64_t bytes =
      getElementBytes(getElementTypeOrSelf(access.getAccessedType()));
  auto named = [&](StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::memory)
        .function(kernel);
  };
  remark::passed(op->getLoc(),
                 named(access.isWrite()
                           ? "RemarkMemoryStoreInstructionSelected"
                           : "RemarkMemoryLoadInstructionSelected"))
      << remark::add("each access of a thread takes {0} bytes", width * bytes);
  // The alignment that front ends promise for arrays; wider accesses need more
  // luck. Atomic accesses are per element in any case.
  constexpr int64_t usualBytes = 16;
  if (width * bytes >= usualBytes || isa<AtomicOp>(op))
    return;
  auto [reason, suggestion] = width < run.length
                                  ? explainLayout(layout, width * bytes)
                                  : explainRun(run, width * bytes);
  remark::missed(op->getLoc(), named("RemarkMemoryAccessNarrow"))
      << remark::reason("{0}", reason) << remark::suggest("{0}", suggestion);
}
