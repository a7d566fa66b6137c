//===- Postponed.h - Accesses that a barrier may settle ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two barriers of a whole block, its threads mostly access bytes of
// shared memory that no other one writes to, and after the second one every
// thread of the block follows these accesses. So they are kept as they come, and
// reach the chains of their words only if something that may race touches one of
// their pages. A barrier does away with loads that every thread follows, and
// with writes that later ones of the same bytes have replaced.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_POSTPONED_H
#define TESSERA_LIB_EMULATOR_RACES_POSTPONED_H

#include "Chains.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <optional>
#include <vector>

namespace tessera::ptx::races {

constexpr uint64_t pageBytes = 4096;

/// Pages of a block's shared memory, a bit for each.
using PageSet = uint64_t;
constexpr unsigned pageSetBits = 8 * sizeof(PageSet);
/// The pages of some bytes; all if one of them has no bit.
PageSet pagesOf(uint64_t address, uint64_t size);
/// The pages of lanes' elements, none of which crosses the end of a page.
PageSet pagesOf(const Request &request);

/// A weak access by lanes of a warp or by operations that they began together, or
/// what one operation reads.
struct PostponedAccess {
  Record record;
  uint32_t warp = 0;
  uint32_t version = 0; ///< of the warp's knowledge
  PageSet pages = 0;    ///< in which it is still to be made
  /// The slot of operations; none of lanes themselves.
  std::optional<uint32_t> slot;
  uint32_t first = ~0u, end = 0; ///< offsets around all of its bytes
  // By lanes: `size` bytes at the offset of each. For each word that they store,
  // the lanes that store the value already there; empty if none does.
  uint32_t size = 0;
  LaneMask lanes = 0;
  std::array<uint32_t, warpSize> offsets;
  std::vector<LaneMask> repeated;
  SharedPieces pieces; ///< by one operation; null otherwise

  bool isWrite() const { return record.kind != Access::Load; }
  /// Calls `what` with each word of the bits of bytes that it accesses in some of
  /// its pages: the word's number, and the bits.
  template <typename F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void forEachWord(PageSet some, F what) const {
    const uint64_t element = ~uint64_t(0) >> (64 - size % 64) % 64;
    for (LaneMask left = lanes; left; left &= left - 1) {
      const uint32_t at = offsets[static_cast<size_t>(llvm::countr_zero(left))];
      if (LLVM_LIKELY(some >> at / pageBytes & 1))
        what(at / 64, element << at % 64);
    }
    if (!pieces || !some)
      return;
    const uint64_t begin = uint64_t(llvm::countr_zero(some)) * pageBytes,
                   end = uint64_t(llvm::bit_width(some)) * pageBytes;
    for (auto piece = llvm::partition_point(
             *pieces,
             [=](auto each) { return each.first + each.second <= begin; });
         piece != pieces->end() && piece->first < end; ++piece)
      for (uint64_t at = std::max(piece->first, begin),
                    last = std::min(piece->first + piece->second, end);
           at != last;) {
        const uint64_t count = std::min(last - at, 64 - at % 64);
        if (some >> at / pageBytes & 1)
          what(at / 64, ~uint64_t(0) >> (64 - count) << at % 64);
        at += count;
      }
  }
};

/// The open reads of one page, among the first `looked` accesses.
struct PostponedReads {
  std::vector<uint32_t> numbers;
  size_t looked = 0;
  /// Lanes of a warp, or an operation of theirs, as of what the warp knows; and how
  /// many of these reads they are known to follow.
  struct Follower {
    uint32_t warp = ~0u, version = 0;
    LaneMask lanes = 0;

    bool operator==(const Follower &o) const {
      return warp == o.warp && version == o.version && lanes == o.lanes;
    }
  } follower;
  size_t followed = 0;
};

struct Postponed {
  /// Limit on all of them; a block with more has hardly a barrier that will come
  /// soon.
  static constexpr size_t most = 4096;
  /// Accesses that not every thread of the block follows, and writes that all do
  /// and nothing has replaced.
  std::vector<PostponedAccess> open, settled;
  std::vector<PostponedAccess> staying; ///< room for a barrier
  PageSet pages = 0;                    ///< of any of them
  PageSet written = 0, read = 0;        ///< by open ones
  /// A bit for each byte: what open ones write, and what those that have been
  /// looked at read.
  std::vector<uint64_t> writtenBytes, readBytes;
  std::vector<PostponedReads> reads; ///< by page
  /// Pages whose chains have only writes that every thread follows, and those of
  /// them that have only such reads, too.
  PageSet quiet = 0, calm = 0;
  /// Pages that are known not to be so until the next barrier of the whole block.
  PageSet noisy = 0, stirred = 0;

  /// Adds the pages of an open access, and the bytes that it writes. False if open
  /// ones have written some of its bytes, or its lanes write one twice.
  bool add(const PostponedAccess &access);
  /// Adds its pages alone.
  void addPages(const PostponedAccess &access) {
    pages |= access.pages;
    (access.isWrite() ? written : read) |= access.pages;
  }
  /// True if the last open access meets none of the others' reads; looks at these
  /// first.
  bool meetsNoRead();
  /// Forgets what open accesses have of some pages.
  void closePages(PageSet some);
  /// Forgets settled writes where open ones have all of their bytes, in some pages.
  void dropReplaced(PageSet by);
  void clear();
};

/// Calls `what` with the number of each page.
template <typename F> void forEachPageOf(PageSet pages, F what) {
  for (; pages; pages &= pages - 1)
    what(static_cast<unsigned>(llvm::countr_zero(pages)));
}

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_POSTPONED_H
