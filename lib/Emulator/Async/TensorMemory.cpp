//===- TensorMemory.cpp - Tensor memory of a block ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include "../Machine/Block.h"
#include "../Machine/Report.h"
#include "../Machine/Warp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace tessera::ptx;

static constexpr unsigned cellBytes = 16, cellElements = 16;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

unsigned TensorProduct::laneOf(unsigned row) const {
  // PTX ISA, section "Data Path Layout Organization": 64 rows are 16 of each 32
  // lanes.
  return kind.shape.m == 64 ? row / 16 * 32 + row % 16 + dAddress / 65536 % 32
                            : row;
}

static std::vector<uint8_t> readCells(const Block &block,
                                      const std::vector<uint32_t> &cells) {
  std::vector<uint8_t> bytes(cells.size() * cellBytes);
  for (size_t i = 0; i != cells.size(); ++i)
    std::memcpy(&bytes[i * cellBytes], &block.shared[cells[i]], cellBytes);
  return bytes;
}

/// PTX ISA, section "Packing formats of elements": 16 numbers of less than 8
/// bits are packed at the start of a cell. Here each gets its byte.
static void spread(Type type, std::vector<uint8_t> &bytes) {
  unsigned width = bitWidth(type);
  if (width >= 8)
    return;
  for (size_t cell = 0; cell != bytes.size(); cell += cellBytes) {
    uint8_t packed[cellBytes + 1] = {};
    std::memcpy(packed, &bytes[cell], cellBytes);
    for (unsigned i = 0; i != cellElements; ++i) {
      unsigned at = i * width;
      unsigned two = packed[at / 8] | packed[at / 8 + 1] << 8;
      bytes[cell + i] =
          static_cast<uint8_t>(two >> at % 8 & ((1u << width) - 1));
    }
  }
}

void TensorProduct::read() {
  aBytes = readCells(memory.block, aCells);
  bBytes = readCells(memory.block, bCells);
  spread(kind.a, aBytes);
  spread(kind.b, bBytes);
}

void TensorProduct::write() { memory.finishThrough(*this); }

void TensorProduct::takeA(std::vector<uint32_t> &elements) const {
  unsigned k = kind.shape.k;
  if (!isAInTensorMemory)
    return a.unpack(aBytes.data(), elements.data(), k, 1);
  unsigned perWord = 32 / a.bits;
  uint32_t mask = ~uint32_t(0) >> (32 - a.bits);
  for (unsigned row = 0; row != kind.shape.m; ++row)
    for (unsigned i = 0; i != k; ++i)
      elements[row * k + i] =
          memory.word(laneOf(row), aRegion.first + i / perWord) >>
              (i % perWord * a.bits) &
          mask;
}

/// D * 2^-scale.
static uint32_t scaleDown(uint32_t bits, bool isHalf, unsigned scale) {
  FloatFormat format = isHalf ? halfFormat : singleFormat;
  double value =
      bitsToDouble(convertFloat(format, doubleFormat, bits, Rounding::Nearest));
  return static_cast<uint32_t>(
      convertFloat(doubleFormat, format,
                   doubleToBits(std::ldexp(value, -static_cast<int>(scale))),
                   Rounding::Nearest));
}

void TensorProduct::compute() {
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  std::vector<uint32_t> left(size_t(m) * k), right(size_t(k) * n),
      d(size_t(m) * n);
  takeA(left);
  b.unpack(bBytes.data(), right.data(), 1, n);
  bool isHalf = kind.d == Type::F16;
  for (unsigned row = 0; accumulates && row != m; ++row)
    for (unsigned i = 0; i != n; ++i) {
      uint32_t bits = memory.word(laneOf(row), dRegion.first + i);
      bits = isHalf ? bits & 0xFFFF : bits;
      d[row * n + i] = scaleOfD ? scaleDown(bits, isHalf, scaleOfD) : bits;
    }
  multiplyTensors(kind, negatesA, negatesB, left, right, d.data());
  for (unsigned row = 0; row != m; ++row)
    for (unsigned i = 0; i != n; ++i)
      if (!disabled[laneOf(row)])
        memory.word(laneOf(row), dRegion.first + i) = d[row * n + i];
  aBytes = {};
  bBytes = {};
}

void TensorMemory::finishThrough(TensorProduct &last) {
  computeThrough(pending, last);
}

void TensorMemory::begin(std::shared_ptr<TensorProduct> product) {
  pending.push_back(product);
  unobserved.push_back(product);
  markWritten(product->dRegion);
  async.launch(std::move(product));
}

void TensorMemory::commit(const AsyncOrigin &origin, Mbarrier &mbarrier) {
  Commit commit;
  commit.arrival = std::make_shared<AsyncArrival>(
      AsyncArrival{origin, mbarrier.offset, {}, false});
  for (const auto &product : unobserved)
    if (product->origin.warp == origin.warp &&
        product->origin.lane == origin.lane) {
      commit.products.push_back(product);
      commit.arrival->after.push_back(product);
    }
  // Who waits knows what the thread knew: the arrival comes after all of it.
  if (RaceChecker *races = block.launch.races)
    races->arriveMbarrier(*origin.warp, origin.lane, block, mbarrier.offset,
                          MemoryOrder::Release, Scope::Cluster);
  auto arrival = commit.arrival;
  commits.push_back(std::move(commit));
  async.launch(std::move(arrival), mbarrier);
}

void TensorMemory::observe(const Mbarrier &mbarrier) {
  bool hasChanged = false;
  for (const Commit &commit : commits) {
    const AsyncArrival &arrival = *commit.arrival;
    if (arrival.mbarrier != mbarrier.offset || !arrival.isDone ||
        arrival.phase >= mbarrier.phase)
      continue;
    hasChanged = true;
    for (const auto &product : commit.products)
      product->isObserved = true;
  }
  if (!hasChanged)
    return;
  llvm::erase_if(unobserved, [](const auto &p) { return p->isObserved; });
  llvm::erase_if(commits, [&](const Commit &commit) {
    return llvm::all_of(commit.products,
                        [](const auto &p) { return p->isObserved; }) &&
           commit.arrival->isDone;
  });
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

TensorMemory::TensorMemory(AsyncUnit &async, Block &block)
    : block(block), async(async), words(tensorLanes * tensorColumns),
      written(tensorColumns), loads(block.warps.size()),
      stores(block.warps.size()) {}

std::string TensorMemory::describe(const AsyncOrigin &origin) const {
  return describeLocation(block.launch.image, *origin.code, origin.pc) + ": " +
         instructionText(*origin.code, origin.pc);
}

static bool isColumnCount(uint32_t columns) {
  return columns >= 32 && columns <= tensorColumns &&
         (columns & (columns - 1)) == 0;
}

std::optional<uint32_t> TensorMemory::allocate(Warp &warp, uint32_t columns) {
  auto fail = [&](const llvm::Twine &message) {
    warp.fault(0, message);
    return std::nullopt;
  };
  if (!isColumnCount(columns))
    return fail("columns of tensor memory are a power of two from 32 to 512, "
                "not " +
                llvm::Twine(columns));
  if (isRelinquished)
    return fail("the block has given up its right to allocate tensor memory "
                "(tcgen05.relinquish_alloc_permit)");
  if (block.launch.config.checks.sync && columns > lastCount)
    return fail("a block may not allocate more columns of tensor memory, " +
                llvm::Twine(columns) + ", than in the allocation before, " +
                llvm::Twine(lastCount));
  for (uint32_t first = 0; first + columns <= tensorColumns; first += columns) {
    bool isFree = llvm::none_of(allocations, [&](const Allocation &a) {
      return first < a.first + a.count && a.first < first + columns;
    });
    if (!isFree)
      continue;
    const Inst &inst = warp.code().instructions[warp.pc()];
    allocations.push_back({first, columns, AsyncOrigin(warp, inst, 0)});
    lastCount = columns;
    for (uint32_t i = 0; i != columns; ++i)
      written[first + i].reset();
    return first;
  }
  return std::nullopt;
}

void TensorMemory::deallocate(Warp &warp, const Inst &inst, uint32_t address,
                              uint32_t columns) {
  auto it = llvm::find_if(
      allocations, [&](const Allocation &a) { return a.first == address; });
  if (it == allocations.end() || it->count != columns) {
    std::string what = it == allocations.end()
                           ? "no allocation of tensor memory begins at 0x" +
                                 llvm::utohexstr(address, true) +
                                 ": it was freed before, or never made"
                           : "the allocation of tensor memory has " +
                                 std::to_string(it->count) + " columns, not " +
                                 std::to_string(columns);
    return warp.fault(0, what);
  }
  TensorRegion all;
  all.lanes.set();
  all.first = address;
  all.count = columns;
  if (!checkFlight(AsyncOrigin(warp, inst, 0), all, /*isWrite=*/true, nullptr))
    return;
  allocations.erase(it);
  block.noteProgress();
}

bool TensorMemory::checkEnd() {
  if (!block.launch.config.checks.sync || allocations.empty())
    return true;
  const Allocation &left = allocations.front();
  left.origin.fault("the block ends with " + llvm::Twine(left.count) +
                    " columns of tensor memory that it has allocated here and "
                    "not freed");
  return false;
}

std::string TensorMemory::describeWait() const {
  unsigned used = 0;
  for (const Allocation &a : allocations)
    used += a.count;
  return "for tensor memory: " + std::to_string(used) + " of " +
         std::to_string(tensorColumns) + " columns are allocated";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool TensorMemory::check(const AsyncOrigin &origin,
                         const TensorRegion &region) const {
  for (const Allocation &a : allocations)
    if (region.first >= a.first &&
        region.first + region.count <= a.first + a.count)
      return true;
  origin.fault("columns " + llvm::Twine(region.first) + " to " +
               llvm::Twine(region.first + region.count - 1) +
               " of tensor memory lie in no allocation of the block");
  return false;
}

bool TensorMemory::checkFlight(const AsyncOrigin &origin,
                               const TensorRegion &region, bool isWrite,
                               const TensorProduct *product) const {
  auto fail = [&](const char *what, const AsyncOrigin &other) {
    origin.fault(llvm::Twine("tensor memory that this instruction ") +
                 (isWrite ? "writes" : "reads") + " is in use by " + what +
                 "\n  first: " + describe(other));
    return false;
  };
  for (const auto &other : unobserved) {
    // Products of one thread, accumulator, shape and kind are a pipeline.
    bool isPipelined = product && product->origin.warp == other->origin.warp &&
                       product->origin.lane == other->origin.lane &&
                       product->dAddress == other->dAddress &&
                       product->descriptor == other->descriptor;
    if (!isPipelined && (other->dRegion.overlaps(region) ||
                         (isWrite && other->aRegion.overlaps(region))))
      return fail("a product that is not known to be over: tcgen05.commit, and "
                  "a wait for its mbarrier, have to come first",
                  other->origin);
  }
  for (const auto &flights : stores)
    for (const Flight &flight : flights)
      if (flight.region.overlaps(region))
        return fail(
            "a store that is not known to be over: tcgen05.wait::st has "
            "to come first",
            flight.origin);
  for (const auto &flights : loads)
    for (const Flight &flight : flights)
      if (isWrite && flight.region.overlaps(region))
        return fail("a load that is not known to be over: tcgen05.wait::ld has "
                    "to come first",
                    flight.origin);
  return true;
}

void TensorMemory::noteLoad(const AsyncOrigin &origin,
                            const TensorRegion &region) {
  loads[origin.warp->number].push_back({region, origin});
}

void TensorMemory::noteStore(const AsyncOrigin &origin,
                             const TensorRegion &region) {
  stores[origin.warp->number].push_back({region, origin});
  markWritten(region);
}

void TensorMemory::wait(Warp &warp, bool isForLoads) {
  (isForLoads ? loads : stores)[warp.number].clear();
}

void TensorMemory::markWritten(const TensorRegion &region) {
  for (unsigned i = 0; i != region.count; ++i)
    written[region.first + i] |= region.lanes;
}

bool TensorMemory::checkWritten(const AsyncOrigin &origin,
                                const TensorRegion &region) const {
  if (!block.launch.config.checks.memory)
    return true;
  for (unsigned i = 0; i != region.count; ++i)
    if ((region.lanes & ~written[region.first + i]).any()) {
      origin.fault("use of tensor memory that nobody has written: column " +
                   llvm::Twine(region.first + i));
      return false;
    }
  return true;
}

TensorMemory &AsyncUnit::tensorMemory() {
  if (!tensor)
    tensor = std::make_unique<TensorMemory>(*this, block);
  return *tensor;
}

bool AsyncUnit::checkEnd() { return !tensor || tensor->checkEnd(); }
