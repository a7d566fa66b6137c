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
  std::unique_ptr<uint8_t, Unmap> bytes;
  bool isConstant = false;
};

GlobalMemory::GlobalMemory(uint64_t firstAddress) : nextAddress(firstAddress) {}
GlobalMemory::~GlobalMemory() = default;

uint64_t GlobalMemory::allocate(uint64_t bytes, StringRef name,
                                uint64_t alignment) {
  constexpr uint64_t most = uint64_t(1) << 60;
  if (bytes > most || alignment > most)
    return 0;
  // Unreserved pages: those that nothing touches take no memory, so that an
  // array may be larger than what the host has.
  uint64_t mapped = std::max<uint64_t>(bytes, 1);
  void *pages = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    return 0;
  uint64_t address = alignTo(nextAddress, std::max(alignment, leastAlignment));
  allocations.push_back({address,
                         bytes,
                         name.str(),
                         {static_cast<uint8_t *>(pages), Unmap{mapped}}});
  nextAddress = address + bytes + gap;
  return address;
}

void GlobalMemory::makeConstant(uint64_t address) {
  find(address)->isConstant = true;
}

void GlobalMemory::release(uint64_t address) {
  allocations.erase(find(address));
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

uint8_t *GlobalMemory::resolve(uint64_t address, uint64_t size, Use use) const {
  const Allocation *allocation = lastStartingAtOrBefore(address);
  if (!allocation || (use == Use::Write && allocation->isConstant))
    return nullptr;
  uint64_t offset = address - allocation->address;
  if (offset > allocation->size || size > allocation->size - offset)
    return nullptr;
  return allocation->bytes.get() + offset;
}

bool GlobalMemory::write(uint64_t address, ArrayRef<uint8_t> bytes) {
  uint8_t *target = resolve(address, bytes.size());
  if (target && !bytes.empty())
    std::memcpy(target, bytes.data(), bytes.size());
  return target;
}

bool GlobalMemory::read(uint64_t address,
                        MutableArrayRef<uint8_t> bytes) const {
  const uint8_t *source = resolve(address, bytes.size());
  if (source && !bytes.empty())
    std::memcpy(bytes.data(), source, bytes.size());
  return source;
}

std::string GlobalMemory::describe(uint64_t address) const {
  auto of = [](const Allocation &a) {
    return "'" + a.name + "' (" + utostr(a.size) + " bytes)";
  };
  const Allocation *before = lastStartingAtOrBefore(address);
  if (before && address - before->address < before->size)
    return utostr(address - before->address) + " bytes into " + of(*before) +
           (before->isConstant ? ", which is constant" : "");
  const Allocation *after = before ? before + 1 : allocations.data();
  bool hasAfter = after != allocations.data() + allocations.size();
  // Whichever allocation is nearer is likely the one that was meant.
  if (before && (!hasAfter || address - before->address - before->size <
                                  after->address - address))
    return utostr(address - before->address - before->size) +
           " bytes past the end of " + of(*before);
  if (hasAfter)
    return utostr(after->address - address) + " bytes before " + of(*after);
  return "no memory is allocated";
}
