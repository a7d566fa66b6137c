//===- Memory.h - Device memory of the emulator ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory is a sparse 64-bit address space of named allocations. Gaps lie
// between them, so that running off the end of one is always noticed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_MEMORY_H
#define TESSERA_EMULATOR_MEMORY_H

#include "tessera/Emulator/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace tessera::ptx {

struct FreeDeleter {
  /// False if the array belongs to somebody else and is not to be freed.
  bool isOwner = true;
  void operator()(void *array) const {
    if (isOwner)
      std::free(array);
  }
};
/// An array from calloc: pages that are never touched take no memory of the
/// host.
template <typename T> using HostArray = std::unique_ptr<T[], FreeDeleter>;

/// True if bits `first` to `first + count - 1` are set.
inline bool areAllSet(const uint64_t *bits, uint64_t first, uint64_t count) {
  auto wordAt = [bits](uint64_t number) {
    return __atomic_load_n(&bits[number], __ATOMIC_RELAXED);
  };
  constexpr uint64_t all = ~uint64_t(0);
  if (!count)
    return true;
  const uint64_t last = first + count - 1;
  // Bits of the first and of the last word that are not asked for count as set.
  const uint64_t before = ~(all << first % 64), behind = all << last % 64 << 1;
  if (first / 64 == last / 64)
    return (wordAt(first / 64) | before | behind) == all;
  uint64_t common =
      (wordAt(first / 64) | before) & (wordAt(last / 64) | behind);
  for (uint64_t at = first / 64 + 1; at != last / 64; ++at)
    common &= wordAt(at);
  return common == all;
}

/// One contiguous piece of device memory.
struct Allocation {
  uint64_t address = 0;
  uint64_t size = 0; ///< in bytes
  std::string name;  ///< for reports
  bool isConstant = false;
  HostArray<uint8_t> bytes;
  /// A bit for each byte: set once the host or a kernel has written it. Null if
  /// the whole allocation counts as written, as after a run without the check
  /// of memory.
  HostArray<uint64_t> written;
  /// For a multicast object, which has no bytes of its own: where its memory
  /// lies in each participant. Empty for other memory.
  std::vector<uint64_t> participants;

  bool isMulticast() const { return !participants.empty(); }
  void markWritten(uint64_t offset, uint64_t count,
                   bool isWritten = true) const;
  /// True if any of `count` bytes has been written. `count` is at most 64, and
  /// `offset` a multiple of it.
  bool isAnyWritten(uint64_t offset, uint64_t count) const {
    return !written ||
           (__atomic_load_n(&written[offset / 64], __ATOMIC_RELAXED) >>
                (offset % 64) &
            (~uint64_t(0) >> (64 - count)));
  }
  /// True if all `count` bytes have been written.
  bool isAllWritten(uint64_t offset, uint64_t count) const {
    return !written || areAllSet(written.get(), offset, count);
  }
  bool contains(uint64_t at, uint64_t count) const {
    return at >= address && count <= size && at - address <= size - count;
  }
};

/// Device memory. Owns its allocations and survives any number of launches. No
/// allocation may be made or freed while a launch runs.
class GlobalMemory {
public:
  GlobalMemory();
  /// Memory whose own allocations lie at `firstAddress` and above, to leave the
  /// addresses below to map().
  explicit GlobalMemory(uint64_t firstAddress);
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;

  /// Allocates `size` zeroed bytes (0 is fine), which count as never written,
  /// and returns their address, a multiple of `alignment`, which is a power of
  /// two (at least 256 is used, as the CUDA driver does). The name appears in
  /// reports.
  llvm::Expected<uint64_t> allocate(uint64_t size, llvm::StringRef name,
                                    uint64_t alignment = 256,
                                    bool isConstant = false);

  /// An allocation over the caller's bytes, which have to outlive it: stores of
  /// a kernel change them directly.
  llvm::Expected<uint64_t> attach(llvm::MutableArrayRef<uint8_t> bytes,
                                  llvm::StringRef name, bool isWritten);

  /// A multicast object over `size` bytes at each of the addresses
  /// `participants`, as one GPU sees it whose memory is among those of others.
  /// Only multimem instructions reach its addresses. Fails if a range does not
  /// lie within one allocation that can be written.
  llvm::Expected<uint64_t> bind(llvm::ArrayRef<uint64_t> participants,
                                uint64_t size, llvm::StringRef name);

  /// Makes host memory at `address` device memory of the same address.
  /// `written` has a bit for each byte, and one word more than they need; bits
  /// that a kernel writes are set. If null, all bytes count as written. Both
  /// arrays belong to the caller and outlive the allocation. Fails if another
  /// allocation overlaps.
  llvm::Error map(uint64_t address, uint64_t size, llvm::StringRef name,
                  uint64_t *written, bool isConstant = false);

  /// Copies bytes to or from device memory. The whole range must lie within one
  /// allocation.
  llvm::Error write(uint64_t address, llvm::ArrayRef<uint8_t> bytes);
  llvm::Error read(uint64_t address,
                   llvm::MutableArrayRef<uint8_t> bytes) const;

  /// Makes all bytes of the allocation at `address`, or of every allocation,
  /// count as written.
  void markWritten(uint64_t address);
  void markAllWritten();

  /// Frees the allocation that starts at `address`.
  llvm::Error free(uint64_t address);

  /// The allocation with the greatest start that is not above `address`, or
  /// null. The caller checks that it reaches `address`.
  const Allocation *findAtOrBelow(uint64_t address) const;

  /// The bytes of all allocations.
  uint64_t countBytes() const;

  /// A sentence naming the allocation nearest to `address`.
  std::string describeNearest(uint64_t address) const;

private:
  llvm::Expected<uint64_t> place(std::unique_ptr<Allocation> allocation,
                                 uint64_t alignment);

  std::vector<std::unique_ptr<Allocation>> allocations; // by address
  uint64_t nextAddress;
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_MEMORY_H
