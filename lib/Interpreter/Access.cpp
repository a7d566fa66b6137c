//===- Access.cpp - Checked access to global memory -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Races/RaceReport.h"
#include "Terms/Symbols.h"
#include "Terms/TermMemory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Interpreter/SymbolicRun.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

static bool isHalfByte(Format format) {
  return numerics::bitWidth(format) == 4;
}

std::optional<Place> interp::placeBehind(Place first, uint64_t elements,
                                         Format format) {
  uint64_t bytes;
  bool isHighHalf = false;
  if (isHalfByte(format)) {
    if (__builtin_add_overflow(elements, first.isHighHalf, &elements))
      return std::nullopt;
    bytes = elements / 2;
    isHighHalf = elements % 2;
  } else if (__builtin_mul_overflow(
                 elements, uint64_t(numerics::storageBytes(format)), &bytes)) {
    return std::nullopt;
  }
  uint64_t address;
  if (__builtin_add_overflow(first.address, bytes, &address) || address >> 63)
    return std::nullopt;
  return Place{address, isHighHalf};
}

Place interp::placeInRun(Place first, uint64_t index, uint64_t stride,
                         Format format) {
  uint64_t elements;
  if (__builtin_mul_overflow(index, stride, &elements))
    return beyondAllAddresses;
  return placeBehind(first, elements, format).value_or(beyondAllAddresses);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The order of an access in cuda_tile.
template <typename Op> static AccessOrder orderInCudaTile(Op op) {
  using Ordering = cuda_tile::MemoryOrderingSemantics;
  Ordering ordering = op.getMemoryOrderingSemantics();
  AccessOrder order;
  order.isWeak = ordering == Ordering::Weak;
  order.acquires =
      ordering == Ordering::Acquire || ordering == Ordering::AcqRel;
  order.releases =
      ordering == Ordering::Release || ordering == Ordering::AcqRel;
  order.isLocal = op.getMemoryScope() == cuda_tile::MemoryScope::TlBlk;
  order.token = op.getToken();
  order.isLast = !op.getResultToken() || op.getResultToken().use_empty();
  return order;
}

/// The order of an access in tileaa or tileas.
static AccessOrder orderInStage(tileaa::AccessOpInterface op) {
  using tileaa::Ordering;
  Ordering ordering = op.getOrdering();
  AccessOrder order;
  order.isWeak = ordering == Ordering::Weak;
  order.acquires =
      ordering == Ordering::Acquire || ordering == Ordering::AcqRel;
  order.releases =
      ordering == Ordering::Release || ordering == Ordering::AcqRel;
  order.isLocal = op.getScope() == tileaa::Scope::Block;
  order.token = op.getToken();
  // Only users of the wait's token come after a copy.
  mlir::Value result = op.getResultToken();
  order.isLast = op.getAccessed() && (!result || result.use_empty());
  return order;
}

std::optional<AccessOrder> interp::getAccessOrder(Operation *op) {
  using Result = std::optional<AccessOrder>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<cuda_tile::LoadPtrTkoOp, cuda_tile::LoadViewTkoOp,
            cuda_tile::StorePtrTkoOp, cuda_tile::StoreViewTkoOp,
            cuda_tile::AtomicRMWTkoOp, cuda_tile::AtomicCASTkoOp,
            cuda_tile::AtomicRedViewTkoOp,
            cuda_tile::MultimemLoadReduceViewTkoOp,
            cuda_tile::MultimemReduceViewTkoOp,
            cuda_tile::MultimemStoreViewTkoOp>(
          [](auto access) -> Result { return orderInCudaTile(access); })
      .Case([](tileaa::AccessOpInterface access) -> Result {
        return orderInStage(access);
      })
      // Nothing orders it with writes of the kernel.
      .Case([](tileas::MachineCopyOpInterface) -> Result {
        return AccessOrder();
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

Token interp::joinTokens(ValueRange tokens, const Frame &frame) {
  auto joined = std::make_shared<History>();
  for (mlir::Value token : tokens)
    if (const auto &history = std::get<Token>(frame.get(token)).history)
      joined->joinWith(*history);
  return {std::move(joined)};
}

LogicalResult Access::checkAddressable() {
  if (isHalfByte(format))
    return frame.fail(op, "two elements of " + numerics::name(format) +
                              " share an address; only views tell them apart");
  return success();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

Access::Access(Operation *op, Frame &frame, Format format, Use use,
               int64_t elements)
    : op(op), frame(frame), format(format),
      bytes(numerics::storageBytes(format)), use(use) {
  AccessOrder order = *getAccessOrder(op);
  isWeak = order.isWeak;
  // Accesses know terms, even where memory has none or all is masked off.
  if (SymbolicRun *symbolic = frame.symbolic())
    ++symbolic->getTable().numMade;
  if (frame.machine.races)
    watch(order, elements);
}

void Access::watch(const AccessOrder &order, int64_t elements) {
  AccessKind kind;
  kind.op = op;
  kind.tileBlock = frame.getBlockNumber();
  kind.bytes = bytes;
  kind.isHalfByte = isHalfByte(format);
  kind.writes = use != Use::Load;
  kind.modifies = use == Use::Update;
  kind.isStrong = !isWeak;
  kind.acquires = order.acquires;
  kind.releases = order.releases;
  kind.isLocal = order.isLocal;
  kind.isLast = order.isLast;
  mlir::Value token = order.token;
  run.emplace(*frame.machine.races, kind,
              token ? std::get<Token>(frame.get(token)).history.get() : nullptr,
              elements);
}

Token Access::getToken() const {
  return run ? Token{run->getHistory()} : Token();
}

/// "load of 4 bytes at 0x1000".
static std::string describe(GlobalMemory::Use use, unsigned bytes,
                            uint64_t address) {
  StringRef verb = use == GlobalMemory::Use::Read ? "load" : "store";
  return (verb + " of " + Twine(bytes) + " bytes at 0x" +
          llvm::utohexstr(address, /*LowerCase=*/true))
      .str();
}

FailureOr<GlobalMemory::Range> Access::locate(const Run &element) {
  uint64_t address = element.first.address;
  frame.beforeAccess(op, address);
  auto violates = [&](LaunchFault kind, const Twine &message) {
    if (succeeded(frame.violates(&Checks::memory, op, message, element.index,
                                 element.shape)))
      return false;
    frame.setFaultKind(kind);
    return true;
  };
  // Messages are composed only when needed: most accesses are fine.
  if (address % bytes &&
      violates(LaunchFault::MisalignedAddress,
               "misaligned " + describe(memoryUse(), bytes, address) +
                   ", which is not a multiple of " + Twine(bytes)))
    return failure();
  GlobalMemory::Range range = frame.resolve(address, bytes, memoryUse());
  if (!range &&
      violates(LaunchFault::IllegalAddress,
               "out-of-bounds " + describe(memoryUse(), bytes, address) + ", " +
                   frame.describe(address)))
    return failure();
  return range;
}

LogicalResult Access::checkRaces(const Run &elements, Guard &guard) {
  if (!run)
    return success();
  guard = frame.machine.races->lock();
  const Place &first = elements.first;
  std::optional<RaceDetector::Race> race =
      isHalfByte(format) ? run->accessHalf(first.address, first.isHighHalf)
                         : run->access(first.address, bytesOf(elements));
  if (isWeak || race)
    guard.unlock();
  if (!race)
    return success();
  int64_t at = (race->address - first.address) / bytes;
  RaceReport report(
      *race, frame.describe(race->address),
      tileBlockName(race->earlier.tileBlock, frame.machine.config.grid));
  (void)frame.fail(op, report.error, elements.index + at, elements.shape);
  if (!report.note.empty())
    frame.addNote(race->earlier.op->getLoc(), report.note);
  return failure();
}

LogicalResult Access::check(const Run &elements, GlobalMemory::Range range,
                            Guard &guard) {
  if (failed(checkRaces(elements, guard)))
    return failure();
  uint64_t size = bytesOf(elements);
  if (use != Use::Store && frame.machine.config.checks.init) {
    uint64_t at = range.findUnwritten(size);
    if (at < size)
      return frame.fail(op,
                        "nobody has written what is read here: " +
                            frame.describe(elements.first.address + at) +
                            "; store there first, or launch with an array that "
                            "has contents",
                        elements.index + int64_t(at / bytes), elements.shape);
  }
  if (use != Use::Load)
    range.markWritten(size);
  return success();
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

/// A place, counted in half bytes.
static uint64_t placeOf(Place place) {
  return 2 * place.address + place.isHighHalf;
}

/// The term of an i1 in memory: whether the byte differs from 0.
static Term readTruth(TermTable &table, Term byte, uint64_t bits) {
  return table.apply(
      symbols::unequal(),
      {Element{byte, bits, Format::I8}, Element{concrete, 0, Format::I8}},
      {concrete, bits, Format::I1});
}

void Access::loadTerms(Tile &tile, int64_t index, int64_t count, Place first,
                       uint64_t stride) {
  TermMemory &memory = frame.symbolic()->getMemory();
  TermTable &table = memory.getTable();
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = tile.bitsAt(index + i);
    Term term = memory.load(placeOf(placeInRun(first, i, stride, format)),
                            countHalves(), bits);
    if (format == Format::I1)
      term = readTruth(table, term, bits);
    tile.setTerm(index + i, term, &table);
  }
}

void Access::storeTerms(const Tile &tile, int64_t index, int64_t count,
                        Place first, uint64_t stride) {
  TermMemory &memory = frame.symbolic()->getMemory();
  for (int64_t i = 0; i < count; ++i)
    memory.store(placeOf(placeInRun(first, i, stride, format)), countHalves(),
                 tile.elementAt(index + i).term, op, index + i);
}

Element interp::modify(cuda_tile::AtomicRMWMode mode, TermTable &table,
                       const Element &old, const Element &arg) {
  using Mode = cuda_tile::AtomicRMWMode;
  using Law = Symbol::Law;
  uint64_t bits = modify(mode, old.format, old.bits, arg.bits);
  Element result{concrete, bits, old.format};
  auto apply = [&](const Symbol &symbol) {
    // Others may update the element in between.
    table.openLaw(table.lawOf(symbol, old.format));
    result.term = table.apply(symbol, {old, arg}, result);
    return result;
  };
  switch (mode) {
  case Mode::And:
    return apply({"andi", Law::And});
  case Mode::Or:
    return apply({"ori", Law::Or});
  case Mode::Xor:
    return apply(symbols::xori());
  case Mode::Add:
    return apply(symbols::addi());
  case Mode::AddF:
    return apply(symbols::addf({}));
  case Mode::Max:
    return apply({"maxi", Law::Extremum, 1});
  case Mode::Min:
    return apply({"mini", Law::Extremum, 1});
  case Mode::UMax:
    return apply({"maxi", Law::Extremum, 0});
  case Mode::UMin:
    return apply({"mini", Law::Extremum, 0});
  case Mode::Xchg:
    return arg;
  }
  llvm_unreachable("unknown mode");
}

Element interp::compareAndSwap(TermTable &table, const Element &old,
                               const Element &compare, const Element &value) {
  bool isEqual = old.bits == compare.bits;
  Element result{concrete, isEqual ? value.bits : old.bits, old.format};
  Element holds{concrete, isEqual, Format::I1};
  holds.term =
      table.apply({"same bits", Symbol::Law::Commutes}, {old, compare}, holds);
  result.term =
      table.apply({"select", Symbol::Law::Select}, {holds, value, old}, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

/// An i1 is stored in a byte; any bit set in it means true.
static uint64_t fromStorage(Format format, uint64_t bits, bool isHighHalf) {
  if (isHalfByte(format))
    return bits >> 4 * isHighHalf & 0xF;
  return format == Format::I1 ? bits != 0 : bits;
}

/// True if the host can access the place in one step.
template <typename Word> static bool isAtomic(const uint8_t *host) {
  return reinterpret_cast<uintptr_t>(host) % sizeof(Word) == 0;
}

uint64_t Access::read(uint8_t *host) {
  return withWord(bytes, [&](auto word) -> uint64_t {
    using Word = decltype(word);
    if (!isWeak && isAtomic<Word>(host))
      return __atomic_load_n(reinterpret_cast<Word *>(host), __ATOMIC_SEQ_CST);
    std::memcpy(&word, host, sizeof word);
    return word;
  });
}

/// Replaces the bits by `change` of them, and returns the old bits.
uint64_t Access::replace(uint8_t *host,
                         function_ref<uint64_t(uint64_t)> change) {
  return withWord(bytes, [&](auto word) -> uint64_t {
    using Word = decltype(word);
    Word old, changed;
    if (isAtomic<Word>(host)) {
      auto *target = reinterpret_cast<Word *>(host);
      old = __atomic_load_n(target, __ATOMIC_SEQ_CST);
      do
        changed = static_cast<Word>(change(old));
      while (!__atomic_compare_exchange_n(target, &old, changed, /*weak=*/true,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    } else {
      std::memcpy(&old, host, sizeof old);
      changed = static_cast<Word>(change(old));
      std::memcpy(host, &changed, sizeof changed);
    }
    if (old != changed)
      frame.noteChange();
    return old;
  });
}

void Access::write(uint8_t *host, uint64_t bits) {
  if (!isWeak) {
    replace(host, [&](uint64_t) { return bits; });
    return;
  }
  withWord(bytes, [&](auto word) {
    word = static_cast<decltype(word)>(bits);
    if (std::memcmp(host, &word, sizeof word) == 0)
      return;
    std::memcpy(host, &word, sizeof word);
    frame.noteChange();
  });
}

LogicalResult Access::loadElement(Tile &tile, int64_t index, Place place) {
  Run element{tile.getShape(), index, 1, place};
  FailureOr<GlobalMemory::Range> range = locate(element);
  if (failed(range))
    return failure();
  if (!*range) {
    tile.set(index, frame.choices.unspecifiedBits(format));
    return success();
  }
  Guard guard;
  if (failed(check(element, *range, guard)))
    return failure();
  tile.set(index, fromStorage(format, read(range->data()), place.isHighHalf));
  return success();
}

LogicalResult Access::storeElement(const Tile &tile, int64_t index,
                                   Place place) {
  Run element{tile.getShape(), index, 1, place};
  FailureOr<GlobalMemory::Range> range = locate(element);
  if (failed(range) || !*range)
    return LogicalResult(range);
  Guard guard;
  if (failed(check(element, *range, guard)))
    return failure();
  if (isHalfByte(format)) {
    // In one step with the other half, which another element may write.
    unsigned shift = 4 * place.isHighHalf;
    replace(range->data(), [&](uint64_t both) {
      return (both & ~(uint64_t(0xF) << shift)) | tile.bitsAt(index) << shift;
    });
  } else {
    write(range->data(), tile.bitsAt(index));
  }
  return success();
}

FailureOr<Element> Access::update(Place place, ArrayRef<int64_t> shape,
                                  int64_t index,
                                  function_ref<uint64_t(uint64_t)> change,
                                  TermOf termOf) {
  auto bare = [&](uint64_t bits) { return Element{concrete, bits, format}; };
  Run element{shape, index, 1, place};
  FailureOr<GlobalMemory::Range> range = locate(element);
  if (failed(range))
    return failure();
  if (!*range)
    return bare(frame.choices.unspecifiedBits(format));
  Guard guard;
  if (failed(check(element, *range, guard)))
    return failure();
  if (SymbolicRun *symbolic = frame.symbolic()) {
    Element old = bare(replace(range->data(), change));
    TermMemory &terms = symbolic->getMemory();
    old.term = terms.load(placeOf(place), countHalves(), old.bits);
    terms.store(placeOf(place), countHalves(), termOf(old).term, op, index);
    return old;
  }
  AccessObserver *observer = frame.accessObserver;
  if (LLVM_LIKELY(!observer))
    return bare(replace(range->data(), change));
  std::unique_lock<std::mutex> lock = observer->lockUpdate();
  uint64_t old = replace(range->data(), change);
  observer->updated(index, place, old);
  return bare(old);
}

//===----------------------------------------------------------------------===//
// Runs of elements
//===----------------------------------------------------------------------===//

GlobalMemory::Range Access::locateAtOnce(const Run &elements, uint64_t stride) {
  uint64_t address = elements.first.address;
  if (!isWeak || elements.count < 2 || stride != 1 || address % bytes ||
      isHalfByte(format))
    return {};
  frame.beforeAccess(op, address);
  return frame.resolve(address, bytesOf(elements), memoryUse());
}

/// Calls `fn(i, place)` for the places of a run that is not copied at once.
template <typename Fn>
static LogicalResult forEachPlace(int64_t count, Place first, uint64_t stride,
                                  Format format, Fn fn) {
  for (int64_t i = 0; i < count; ++i)
    if (failed(fn(i, placeInRun(first, i, stride, format))))
      return failure();
  return success();
}

/// Reports the accesses to the observer, if there is one.
LogicalResult Access::observed(const Run &elements, uint64_t stride) {
  if (frame.accessObserver)
    frame.accessObserver->accessed(elements.index, elements.count,
                                   elements.first, stride);
  return success();
}

LogicalResult Access::load(Tile &tile, int64_t index, int64_t count,
                           Place first, uint64_t stride) {
  Run elements{tile.getShape(), index, count, first};
  if (GlobalMemory::Range range = locateAtOnce(elements, stride)) {
    Guard guard;
    if (failed(check(elements, range, guard)))
      return failure();
    uint8_t *target = tile.data() + index * bytes;
    std::memcpy(target, range.data(), bytesOf(elements));
    if (format == Format::I1)
      for (int64_t i = 0; i < count; ++i)
        target[i] = target[i] != 0;
    if (frame.symbolic())
      loadTerms(tile, index, count, first, stride);
    return observed(elements, stride);
  }
  if (failed(forEachPlace(count, first, stride, format,
                          [&](int64_t i, Place place) {
                            return loadElement(tile, index + i, place);
                          })))
    return failure();
  if (frame.symbolic())
    loadTerms(tile, index, count, first, stride);
  return observed(elements, stride);
}

LogicalResult Access::store(const Tile &tile, int64_t index, int64_t count,
                            Place first, uint64_t stride) {
  Run elements{tile.getShape(), index, count, first};
  if (GlobalMemory::Range range = locateAtOnce(elements, stride)) {
    Guard guard;
    if (failed(check(elements, range, guard)))
      return failure();
    const uint8_t *source = tile.data() + index * bytes;
    if (std::memcmp(range.data(), source, bytesOf(elements)) != 0) {
      std::memcpy(range.data(), source, bytesOf(elements));
      frame.noteChange();
    }
    if (frame.symbolic())
      storeTerms(tile, index, count, first, stride);
    return observed(elements, stride);
  }
  if (failed(forEachPlace(count, first, stride, format,
                          [&](int64_t i, Place place) {
                            return storeElement(tile, index + i, place);
                          })))
    return failure();
  if (frame.symbolic())
    storeTerms(tile, index, count, first, stride);
  return observed(elements, stride);
}

FailureOr<Tile> interp::updateEach(
    Access &access, Frame &frame, const Tile &pointers, const Tile *mask,
    const Tile &value, function_ref<uint64_t(uint64_t, int64_t)> change,
    function_ref<Element(TermTable &, const Element &, int64_t)> termOf,
    function_ref<uint64_t(int64_t)> otherwise) {
  Tile result(value.getShape(), value.getFormat());
  Order order = frame.choices.orderOf(value.size());
  for (int64_t k = 0; k < value.size(); ++k) {
    int64_t i = order[k];
    if (mask && !(*mask)[i]) {
      result.set(i, otherwise(i));
      continue;
    }
    FailureOr<Element> old = access.update(
        {pointers[i]}, value.getShape(), i,
        [&](uint64_t bits) { return change(bits, i); },
        [&](const Element &old) {
          return termOf(frame.symbolic()->getTable(), old, i);
        });
    if (failed(old))
      return failure();
    result.set(i, old->bits);
    if (frame.symbolic())
      result.setTerm(i, old->term, &frame.symbolic()->getTable());
  }
  return result;
}
