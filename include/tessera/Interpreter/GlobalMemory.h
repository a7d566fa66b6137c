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

/// Addresses are synthetic and the same in every run. They are aligned to 256
/// bytes, as on a GPU, lie above 2^36 (so that an address cut to 32 bits hits
/// nothing), and a gap of unmapped bytes follows each allocation.
///
/// A bit for each byte tells if it has been written.
///
/// Only one thread may allocate and release; many may read and write.
class GlobalMemory {
public:
  /// Memory whose first allocation lies at `firstAddress` or soon after, and
  /// whose last one ends before `endAddress`.
  explicit GlobalMemory(uint64_t firstAddress = uint64_t(1) << 36,
                        uint64_t endAddress = uint64_t(1) << 61);
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;

  /// Makes an allocation of zeroed bytes, which count as unwritten. Returns its
  /// address, or 0 if there is not enough memory. `name` appears in messages.
  /// Pages that nothing writes take no memory of the host. The address is a
  /// multiple of `alignment`, a power of two.
  uint64_t allocate(uint64_t bytes, llvm::StringRef name,
                    uint64_t alignment = 1);

  /// An allocation over the caller's bytes, which have to outlive it: stores of
  /// a program change them directly.
  uint64_t attach(llvm::MutableArrayRef<uint8_t> bytes, llvm::StringRef name,
                  bool isWritten);

  /// Makes host memory at `address` memory of the same address, below all
  /// allocations. In `written`, a first word that is not 0 says that all bytes
  /// have been written; the words behind it have a bit for each byte. Null: all
  /// have been written. Both arrays belong to the caller and outlive the
  /// allocation. False if another allocation overlaps.
  bool map(uint64_t address, uint64_t bytes, llvm::StringRef name,
           uint64_t *written);

  /// Makes the allocation at this address read-only for programs.
  void makeConstant(uint64_t address);

  /// Ends the allocation at this address, which is not reused.
  void release(uint64_t address);

  /// Like release(), while other threads may still use results of `resolve`:
  /// the host gets the pages back, but their place there is not reused.
  void retire(uint64_t address);

  /// \name Access by the host. False, with nothing copied, if the bytes do not
  /// all lie in one allocation
  /// @{
  [[nodiscard]] bool write(uint64_t address, llvm::ArrayRef<uint8_t> bytes);
  [[nodiscard]] bool read(uint64_t address,
                          llvm::MutableArrayRef<uint8_t> bytes) const;
  /// @}

  enum class Use { Read, Write };

  /// Contiguous bytes of one allocation; empty if made by default.
  class Range {
  public:
    Range() = default;
    explicit operator bool() const { return bytes; }
    /// Their address on the host.
    uint8_t *data() const { return bytes; }

    /// Offset of the first unwritten byte, or `size` if there is none.
    uint64_t findUnwritten(uint64_t size) const;
    void markWritten(uint64_t size) const;

  private:
    friend class GlobalMemory;
    uint8_t *bytes = nullptr;
    /// One bit for each byte of the allocation, behind a word that is not 0 if
    /// all bytes have been written at once.
    std::atomic<uint64_t> *written = nullptr;
    uint64_t offset = 0;
  };

  /// The bytes [address, address + size); empty if they do not all lie in one
  /// allocation that allows this use.
  Range resolve(uint64_t address, uint64_t size, Use use = Use::Read) const;

  /// Describes the place of an address for a message, such as "12 bytes past
  /// the end of 'x' (4096 bytes)" or "8 bytes into 'y' (64 bytes), which is
  /// constant". Memory that has been mapped has its address as well.
  std::string describe(uint64_t address) const;

private:
  struct Allocation;
  uint64_t place(uint64_t bytes, llvm::StringRef name, uint64_t alignment,
                 uint8_t *external);
  const Allocation *lastStartingAtOrBefore(uint64_t address) const;
  std::vector<Allocation>::iterator find(uint64_t address);

  /// In order of address.
  std::vector<Allocation> allocations;
  /// Retired allocations: places on the host without memory.
  std::vector<Allocation> retired;
  uint64_t nextAddress;
  const uint64_t endAddress;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_GLOBALMEMORY_H
