//===- GlobalMemory.h - The memory that tile programs share ----*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the global memory of the reference interpreter: separate
// allocations in a 64-bit address space, every access checked against them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_GLOBALMEMORY_H
#define TESSERA_INTERPRETER_GLOBALMEMORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tessera::interp {

/// Addresses are made up, the same in every run, aligned to 256 bytes as those
/// of a GPU are, above 2^36 (so that an address cut to 32 bits hits nothing),
/// and a gap of unmapped bytes follows each allocation.
///
/// It knows of each byte whether anybody has written it.
///
/// Allocating and releasing is for one thread alone; reading and writing is for
/// many.
class GlobalMemory {
public:
  /// Memory whose first allocation lies at `firstAddress` or soon after, and
  /// whose last one ends before `endAddress`.
  explicit GlobalMemory(uint64_t firstAddress = uint64_t(1) << 36,
                        uint64_t endAddress = uint64_t(1) << 61);
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;

  /// Makes an allocation of zeroed bytes, which nobody has written, and returns
  /// its address, or 0 when there is not as much memory. `name` stands in
  /// messages about it. Pages that nothing writes cost no memory of the host.
  /// The address is a multiple of `alignment`, a power of two.
  uint64_t allocate(uint64_t bytes, llvm::StringRef name,
                    uint64_t alignment = 1);

  /// An allocation whose bytes are those of the caller, which have to outlive
  /// it: what a program writes, it writes there.
  uint64_t attach(llvm::MutableArrayRef<uint8_t> bytes, llvm::StringRef name,
                  bool isWritten);

  /// Makes the bytes of the host at `address` memory of the same address, below
  /// all that is allocated. Of `written`, the first word tells of all bytes at
  /// once whether they have been written, if it is not 0, and those behind it
  /// have a bit for each; null: all have. Both are the caller's and outlive the
  /// allocation. False where something else lies there.
  bool map(uint64_t address, uint64_t bytes, llvm::StringRef name,
           uint64_t *written);

  /// Makes the allocation at this address one that programs only read.
  void makeConstant(uint64_t address);

  /// Ends the allocation at this address, which is not given out again.
  void release(uint64_t address);

  /// As above, while other threads may still use what `resolve` gave them: the
  /// memory goes back to the host, but its place there is not used again.
  void retire(uint64_t address);

  /// \name Access by the host; false when the bytes do not all lie in one
  /// allocation, and then nothing is copied
  /// @{
  [[nodiscard]] bool write(uint64_t address, llvm::ArrayRef<uint8_t> bytes);
  [[nodiscard]] bool read(uint64_t address,
                          llvm::MutableArrayRef<uint8_t> bytes) const;
  /// @}

  enum class Use { Read, Write };

  /// Bytes that lie side by side in one allocation; none if made by default.
  class Range {
  public:
    Range() = default;
    explicit operator bool() const { return bytes; }
    /// Where they lie on the host.
    uint8_t *data() const { return bytes; }

    /// The first byte that nobody has written, or `size` if there is none.
    uint64_t findUnwritten(uint64_t size) const;
    void markWritten(uint64_t size) const;

  private:
    friend class GlobalMemory;
    uint8_t *bytes = nullptr;
    /// One bit for each byte of the allocation, behind a word that is not 0 if
    /// all have been written at once.
    std::atomic<uint64_t> *written = nullptr;
    uint64_t offset = 0;
  };

  /// The bytes [address, address + size); none if they do not all lie in one
  /// allocation that has this use.
  Range resolve(uint64_t address, uint64_t size, Use use = Use::Read) const;

  /// Says for a message where an address lies, such as "12 bytes past the end
  /// of 'x' (4096 bytes)" or "8 bytes into 'y' (64 bytes), which is constant".
  std::string describe(uint64_t address) const;

private:
  struct Allocation;
  uint64_t place(uint64_t bytes, llvm::StringRef name, uint64_t alignment,
                 uint8_t *external);
  const Allocation *lastStartingAtOrBefore(uint64_t address) const;
  std::vector<Allocation>::iterator find(uint64_t address);

  /// In order of address.
  std::vector<Allocation> allocations;
  /// Those that were retired: places on the host without memory.
  std::vector<Allocation> retired;
  uint64_t nextAddress;
  const uint64_t endAddress;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_GLOBALMEMORY_H
