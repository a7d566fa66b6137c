//===- GlobalMemory.cpp - Device memory of the emulator -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>

using namespace tessera::ptx;

/// The first allocation's address: far from null and from small integers.
static constexpr uint64_t firstAddress = uint64_t(0x7f00) << 32;
/// The least distance between two allocations.
static constexpr uint64_t gap = 1 << 20;
static constexpr uint64_t leastAlignment = 256;
static constexpr uint64_t largestAllocation = uint64_t(1) << 40;

/// calloc: the host gives pages of zeros when they are touched.
template <typename T> static HostArray<T> allocateZeros(uint64_t count) {
  return HostArray<T>(
      static_cast<T *>(std::calloc(std::max<uint64_t>(count, 1), sizeof(T))));
}

GlobalMemory::GlobalMemory() : GlobalMemory(firstAddress) {}
GlobalMemory::GlobalMemory(uint64_t firstAddress) : nextAddress(firstAddress) {}
GlobalMemory::~GlobalMemory() = default;

llvm::Expected<uint64_t> GlobalMemory::allocate(uint64_t size,
                                                llvm::StringRef name,
                                                uint64_t alignment,
                                                bool isConstant) {
  if (!llvm::isPowerOf2_64(alignment))
    return llvm::createStringError("the alignment " + llvm::Twine(alignment) +
                                   " is no power of two");
  auto allocation = std::make_unique<Allocation>();
  if (size <= largestAllocation) {
    allocation->bytes = allocateZeros<uint8_t>(size);
    allocation->written = allocateZeros<uint64_t>(size / 64 + 1);
  }
  allocation->size = size;
  allocation->name = name.str();
  allocation->isConstant = isConstant;
  if (!allocation->written)
    allocation->bytes.reset();
  return place(std::move(allocation), alignment);
}

llvm::Expected<uint64_t>
GlobalMemory::attach(llvm::MutableArrayRef<uint8_t> bytes, llvm::StringRef name,
                     bool isWritten) {
  auto allocation = std::make_unique<Allocation>();
  allocation->size = bytes.size();
  allocation->name = name.str();
  if (bytes.empty())
    allocation->bytes = allocateZeros<uint8_t>(0);
  else
    allocation->bytes =
        HostArray<uint8_t>(bytes.data(), FreeDeleter{/*isOwner=*/false});
  if (!isWritten) {
    allocation->written = allocateZeros<uint64_t>(bytes.size() / 64 + 1);
    if (!allocation->written)
      allocation->bytes.reset();
  }
  return place(std::move(allocation), leastAlignment);
}

llvm::Expected<uint64_t>
GlobalMemory::bind(llvm::ArrayRef<uint64_t> participants, uint64_t size,
                   llvm::StringRef name) {
  if (participants.empty())
    return llvm::createStringError("the multicast object '" + name +
                                   "' has no participant");
  for (uint64_t address : participants) {
    const Allocation *memory = findAtOrBelow(address);
    if (!memory || !memory->contains(address, size) || memory->isConstant ||
        memory->isMulticast())
      return llvm::createStringError(
          "a participant of the multicast object '" + name + "' needs " +
          llvm::Twine(size) + " bytes of memory at 0x" +
          llvm::utohexstr(address, true) + "; " + describeNearest(address));
  }
  auto object = std::make_unique<Allocation>();
  object->bytes = allocateZeros<uint8_t>(0);
  object->size = size;
  object->name = name.str();
  object->participants = participants.vec();
  return place(std::move(object), leastAlignment);
}

llvm::Error GlobalMemory::map(uint64_t address, uint64_t size,
                              llvm::StringRef name, uint64_t *written,
                              bool isConstant) {
  auto next =
      llvm::upper_bound(allocations, address, [](uint64_t at, const auto &a) {
        return at < a->address;
      });
  const Allocation *before =
      next == allocations.begin() ? nullptr : std::prev(next)->get();
  if (size > UINT64_MAX - address || address + size > nextAddress ||
      (before &&
       address - before->address < std::max(before->size, uint64_t(1))) ||
      (next != allocations.end() && (*next)->address - address < size))
    return llvm::createStringError("'" + name + "' cannot lie at 0x" +
                                   llvm::utohexstr(address, true) +
                                   ", where other memory is");
  auto allocation = std::make_unique<Allocation>();
  allocation->address = address;
  allocation->size = size;
  allocation->name = name.str();
  allocation->isConstant = isConstant;
  FreeDeleter keep{/*isOwner=*/false};
  allocation->bytes =
      HostArray<uint8_t>(reinterpret_cast<uint8_t *>(address), keep);
  allocation->written = HostArray<uint64_t>(written, keep);
  allocations.insert(next, std::move(allocation));
  return llvm::Error::success();
}

/// Gives the allocation an address above those of all that exist.
llvm::Expected<uint64_t>
GlobalMemory::place(std::unique_ptr<Allocation> allocation,
                    uint64_t alignment) {
  if (!allocation->bytes)
    return llvm::createStringError("the host has no memory for " +
                                   llvm::Twine(allocation->size) +
                                   " bytes of '" + allocation->name + "'");
  allocation->address =
      llvm::alignTo(nextAddress, std::max(alignment, leastAlignment));
  nextAddress = allocation->address + allocation->size + gap;
  allocations.push_back(std::move(allocation));
  return allocations.back()->address;
}

const Allocation *GlobalMemory::findAtOrBelow(uint64_t address) const {
  auto it =
      llvm::upper_bound(allocations, address, [](uint64_t at, const auto &a) {
        return at < a->address;
      });
  return it == allocations.begin() ? nullptr : std::prev(it)->get();
}

llvm::Error GlobalMemory::write(uint64_t address,
                                llvm::ArrayRef<uint8_t> bytes) {
  const Allocation *allocation = findAtOrBelow(address);
  if (!allocation || allocation->isMulticast() ||
      !allocation->contains(address, bytes.size()))
    return llvm::createStringError(
        "no allocation holds " + llvm::Twine(bytes.size()) + " bytes at 0x" +
        llvm::utohexstr(address, true) + "; " + describeNearest(address));
  if (!bytes.empty()) {
    std::memcpy(allocation->bytes.get() + (address - allocation->address),
                bytes.data(), bytes.size());
    allocation->markWritten(address - allocation->address, bytes.size());
  }
  return llvm::Error::success();
}

llvm::Error GlobalMemory::read(uint64_t address,
                               llvm::MutableArrayRef<uint8_t> bytes) const {
  const Allocation *allocation = findAtOrBelow(address);
  if (!allocation || allocation->isMulticast() ||
      !allocation->contains(address, bytes.size()))
    return llvm::createStringError(
        "no allocation holds " + llvm::Twine(bytes.size()) + " bytes at 0x" +
        llvm::utohexstr(address, true) + "; " + describeNearest(address));
  if (!bytes.empty())
    std::memcpy(bytes.data(),
                allocation->bytes.get() + (address - allocation->address),
                bytes.size());
  return llvm::Error::success();
}

/// Atomic, as blocks on several host threads write bytes that share a word of
/// bits.
void Allocation::markWritten(uint64_t offset, uint64_t count,
                             bool isWritten) const {
  while (written && count) {
    uint64_t now = std::min(count, 64 - offset % 64);
    uint64_t bits = (~uint64_t(0) >> (64 - now)) << (offset % 64);
    uint64_t *word = &written[offset / 64];
    uint64_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    if (isWritten && bits == ~uint64_t(0))
      __atomic_store_n(word, bits, __ATOMIC_RELAXED);
    else if (isWritten && (old & bits) != bits)
      __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
    else if (!isWritten)
      __atomic_fetch_and(word, ~bits, __ATOMIC_RELAXED);
    offset += now;
    count -= now;
  }
}

void GlobalMemory::markWritten(uint64_t address) {
  for (const auto &allocation : allocations)
    if (allocation->address == address)
      allocation->written.reset();
}

void GlobalMemory::markAllWritten() {
  for (const auto &allocation : allocations)
    allocation->written.reset();
}

llvm::Error GlobalMemory::free(uint64_t address) {
  auto it =
      llvm::lower_bound(allocations, address, [](const auto &a, uint64_t at) {
        return a->address < at;
      });
  if (it == allocations.end() || (*it)->address != address)
    return llvm::createStringError("no allocation starts at 0x" +
                                   llvm::utohexstr(address, true));
  allocations.erase(it);
  return llvm::Error::success();
}

uint64_t GlobalMemory::countBytes() const {
  uint64_t sum = 0;
  for (const auto &allocation : allocations)
    sum += allocation->size;
  return sum;
}

std::string GlobalMemory::describeNearest(uint64_t address) const {
  const Allocation *nearest = findAtOrBelow(address);
  auto next =
      llvm::upper_bound(allocations, address, [](uint64_t at, const auto &a) {
        return at < a->address;
      });
  // Addresses below the end of `nearest` are inside it.
  if (next != allocations.end() &&
      (!nearest || (*next)->address - address <
                       address - (nearest->address + nearest->size) + 1))
    if (!nearest || address >= nearest->address + nearest->size)
      nearest = next->get();
  if (!nearest)
    return "nothing is allocated";
  uint64_t end = nearest->address + nearest->size;
  std::string text = "the nearest allocation is '" + nearest->name + "' at 0x" +
                     llvm::utohexstr(nearest->address, true) + ", " +
                     std::to_string(nearest->size) + " bytes; the address is ";
  if (address < nearest->address)
    return text + std::to_string(nearest->address - address) +
           " bytes before it";
  if (address < end)
    return text + std::to_string(end - address) + " bytes before its end";
  return text + std::to_string(address - end) + " bytes past its end";
}
