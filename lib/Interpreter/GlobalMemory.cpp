//===- GlobalMemory.cpp - The memory that tile programs share -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/GlobalMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace llvm;
using namespace tessera::interp;

static constexpr uint64_t leastAlignment = 256;
static constexpr uint64_t gap = uint64_t(1) << 16;

namespace {
/// Gives pages back to the host.
struct Unmap {
  uint64_t size;
  void operator()(uint8_t *pages) const { ::munmap(pages, size); }
};
} // namespace

struct GlobalMemory::Allocation {
  uint64_t address;
  uint64_t size;
  std::string name;
  std::unique_ptr<uint8_t, Unmap> pages;
  uint8_t *bytes; ///< in the pages, or the caller's
  /// The bits of written bytes, see Range.
  std::atomic<uint64_t> *written;
  bool isConstant = false;
};

GlobalMemory::GlobalMemory(uint64_t firstAddress, uint64_t endAddress)
    : nextAddress(firstAddress), endAddress(endAddress) {}
GlobalMemory::~GlobalMemory() = default;

static uint64_t writtenOffset(uint64_t bytes) {
  return alignTo(bytes, sizeof(uint64_t));
}

uint64_t GlobalMemory::allocate(uint64_t bytes, StringRef name,
                                uint64_t alignment) {
  return place(bytes, name, alignment, nullptr);
}

uint64_t GlobalMemory::attach(MutableArrayRef<uint8_t> bytes, StringRef name,
                              bool isWritten) {
  uint64_t address = place(bytes.size(), name, 1, bytes.data());
  if (address && isWritten)
    allocations.back().written[0] = 1;
  return address;
}

uint64_t GlobalMemory::place(uint64_t bytes, StringRef name, uint64_t alignment,
                             uint8_t *external) {
  constexpr uint64_t most = uint64_t(1) << 60;
  if (bytes > most || alignment > most)
    return 0;
  uint64_t address = alignTo(nextAddress, std::max(alignment, leastAlignment));
  if (address + bytes + gap > endAddress)
    return 0;
  // Unreserved pages: those that nothing touches take no memory, so that an
  // array may be larger than the host's memory. The bits of written bytes
  // follow the bytes.
  uint64_t offset = external ? 0 : writtenOffset(bytes);
  uint64_t mapped =
      offset + (1 + llvm::divideCeil(bytes, 64)) * sizeof(uint64_t);
  void *pages = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    return 0;
  auto *own = static_cast<uint8_t *>(pages);
  allocations.push_back(
      {address,
       bytes,
       name.str(),
       {own, Unmap{mapped}},
       external ? external : own,
       reinterpret_cast<std::atomic<uint64_t> *>(own + offset)});
  nextAddress = address + bytes + gap;
  return address;
}

/// Stands for the `written` bits of memory that counts as written as a whole.
static std::atomic<uint64_t> allWritten{1};

bool GlobalMemory::map(uint64_t address, uint64_t bytes, StringRef name,
                       uint64_t *written) {
  const Allocation *before = lastStartingAtOrBefore(address);
  auto next = before ? allocations.begin() + (before - allocations.data()) + 1
                     : allocations.begin();
  if (bytes > UINT64_MAX - address || address + bytes > nextAddress ||
      (before &&
       address - before->address < std::max(before->size, uint64_t(1))) ||
      (next != allocations.end() && next->address - address < bytes))
    return false;
  allocations.insert(
      next, {address,
             bytes,
             name.str(),
             {nullptr, Unmap{0}},
             reinterpret_cast<uint8_t *>(address),
             written ? reinterpret_cast<std::atomic<uint64_t> *>(written)
                     : &allWritten});
  return true;
}

void GlobalMemory::makeConstant(uint64_t address) {
  find(address)->isConstant = true;
}

void GlobalMemory::release(uint64_t address) {
  allocations.erase(find(address));
}

void GlobalMemory::retire(uint64_t address) {
  auto allocation = find(address);
  uint8_t *pages = allocation->pages.get();
  ::madvise(pages, allocation->pages.get_deleter().size, MADV_DONTNEED);
  retired.push_back(std::move(*allocation));
  allocations.erase(allocation);
}

std::vector<GlobalMemory::Allocation>::iterator
GlobalMemory::find(uint64_t address) {
  const Allocation *allocation = lastStartingAtOrBefore(address);
  assert(allocation && allocation->address == address && "no allocation there");
  return allocations.begin() + (allocation - allocations.data());
}

const GlobalMemory::Allocation *
GlobalMemory::lastStartingAtOrBefore(uint64_t address) const {
  auto after = std::upper_bound(
      allocations.begin(), allocations.end(), address,
      [](uint64_t a, const Allocation &b) { return a < b.address; });
  return after == allocations.begin() ? nullptr : &*std::prev(after);
}

GlobalMemory::Range GlobalMemory::resolve(uint64_t address, uint64_t size,
                                          Use use) const {
  const Allocation *allocation = lastStartingAtOrBefore(address);
  if (!allocation || (use == Use::Write && allocation->isConstant))
    return {};
  Range range;
  range.offset = address - allocation->address;
  if (range.offset > allocation->size || size > allocation->size - range.offset)
    return {};
  range.bytes = allocation->bytes + range.offset;
  range.written = allocation->written;
  return range;
}

//===----------------------------------------------------------------------===//
// Written bytes
//===----------------------------------------------------------------------===//

/// Calls `fn(word, mask)` for the words that hold the bits [first, last), until
/// it returns true.
template <typename Fn>
static void forEachWord(uint64_t first, uint64_t last, Fn fn) {
  for (uint64_t bit = first; bit < last;) {
    uint64_t end = std::min(last, alignDown(bit, 64) + 64);
    uint64_t mask = maskTrailingOnes<uint64_t>(end - bit) << bit % 64;
    if (fn(bit / 64, mask))
      return;
    bit = end;
  }
}

uint64_t GlobalMemory::Range::findUnwritten(uint64_t size) const {
  if (LLVM_LIKELY(written[0].load(std::memory_order_relaxed)))
    return size;
  uint64_t found = size;
  forEachWord(offset, offset + size, [&](uint64_t word, uint64_t mask) {
    uint64_t missing =
        mask & ~written[1 + word].load(std::memory_order_relaxed);
    if (missing)
      found = word * 64 + llvm::countr_zero(missing) - offset;
    return missing != 0;
  });
  return found;
}

void GlobalMemory::Range::markWritten(uint64_t size) const {
  if (written[0].load(std::memory_order_relaxed))
    return;
  forEachWord(offset, offset + size, [&](uint64_t word, uint64_t mask) {
    std::atomic<uint64_t> &bits = written[1 + word];
    // Most words are written whole, or not for the first time.
    if (mask == ~uint64_t(0))
      bits.store(mask, std::memory_order_relaxed);
    else if (mask & ~bits.load(std::memory_order_relaxed))
      bits.fetch_or(mask, std::memory_order_relaxed);
    return false;
  });
}

//===----------------------------------------------------------------------===//
// Access by the host
//===----------------------------------------------------------------------===//

bool GlobalMemory::write(uint64_t address, ArrayRef<uint8_t> bytes) {
  Range target = resolve(address, bytes.size());
  if (!target || bytes.empty())
    return bool(target);
  std::memcpy(target.data(), bytes.data(), bytes.size());
  if (bytes.size() == lastStartingAtOrBefore(address)->size)
    target.written[0].store(1, std::memory_order_relaxed);
  else
    target.markWritten(bytes.size());
  return true;
}

bool GlobalMemory::read(uint64_t address,
                        MutableArrayRef<uint8_t> bytes) const {
  Range source = resolve(address, bytes.size());
  if (source && !bytes.empty())
    std::memcpy(bytes.data(), source.data(), bytes.size());
  return bool(source);
}

std::string GlobalMemory::describe(uint64_t address) const {
  auto of = [](const Allocation &a) {
    // Whoever has mapped memory of the host knows it by its address.
    bool isMapped = reinterpret_cast<uint64_t>(a.bytes) == a.address;
    std::string at =
        isMapped ? "at 0x" + utohexstr(a.address, /*LowerCase=*/true) + " "
                 : "";
    return "'" + a.name + "' " + at + "(" + utostr(a.size) + " bytes)";
  };
  const Allocation *before = lastStartingAtOrBefore(address);
  if (before && address - before->address < before->size)
    return utostr(address - before->address) + " bytes into " + of(*before) +
           (before->isConstant ? ", which is constant" : "");
  const Allocation *after = before ? before + 1 : allocations.data();
  bool hasAfter = after != allocations.data() + allocations.size();
  // The nearer allocation is likely the intended one.
  if (before && (!hasAfter || address - before->address - before->size <
                                  after->address - address))
    return utostr(address - before->address - before->size) +
           " bytes past the end of " + of(*before);
  if (hasAfter)
    return utostr(after->address - address) + " bytes before " + of(*after);
  return "no memory is allocated";
}
