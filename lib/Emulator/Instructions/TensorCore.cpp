//===- TensorCore.cpp - Tensor memory, and products in it -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "TensorCore 5th Generation Family Instructions": allocation,
// loads and stores, dense products of one block without block scales, commits
// and fences.
//
//===----------------------------------------------------------------------===//

#include "../Async/TensorMemory.h"
#include "../Async/WarpGroups.h"
#include "../Machine/Block.h"
#include "../Machine/Control.h"
#include "AsyncCopy.h"
#include "Matrix.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

/// The kinds of products, and how many words an address takes in the list.
enum class Kind : uint8_t { F16, Tf32, F8F6F4, I8 };
constexpr unsigned wordsOfAddress = 4;

TensorMemory &memoryOf(Warp &warp) {
  return warp.block.asyncUnit().tensorMemory();
}

/// A value that all lanes of a warp must have alike; nothing after a fault.
std::optional<uint32_t> uniform(Warp &warp, const uint32_t *lanes,
                                const char *what) {
  for (unsigned l = 1; l != warpSize; ++l)
    if (lanes[l] != lanes[0]) {
      warp.fault(l, llvm::Twine("the lanes of a warp have different ") + what);
      return std::nullopt;
    }
  return lanes[0];
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

void allocateLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  if (!isWholeWarp(warp, mask))
    return;
  auto columns =
      uniform(warp, warp.read<uint32_t>(inst.src[1]), "counts of columns");
  if (!columns)
    return;
  auto address = memoryOf(warp).allocate(warp, *columns);
  if (warp.hasFaulted())
    return;
  if (!address)
    return warp.keepWaiting(mask);
  LanePointers at;
  if (warp.memory.access(inst, 1, sizeof(uint32_t), Access::Store, at))
    std::memcpy(at[0], &*address, sizeof(uint32_t));
}

void deallocateLanes(Warp &warp, const Inst &inst, LaneMask) {
  auto address = uniform(warp, warp.read<uint32_t>(inst.src[0]), "addresses");
  auto columns =
      uniform(warp, warp.read<uint32_t>(inst.src[1]), "counts of columns");
  if (address && columns)
    memoryOf(warp).deallocate(warp, inst, *address, *columns);
}

void relinquishLanes(Warp &warp, const Inst &, LaneMask) {
  memoryOf(warp).relinquish();
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// PTX ISA, section "Data Movement Shape", its figures.
enum class Shape : uint8_t { Lanes32, Bits64, Bits128, Bits256, TwoHalves };

/// Registers of each thread that one repetition takes.
unsigned registersOf(Shape shape) {
  return shape == Shape::Bits128 ? 2 : shape == Shape::Bits256 ? 4 : 1;
}
/// Columns of one repetition.
unsigned columnsOf(Shape shape) {
  switch (shape) {
  case Shape::Lanes32:
  case Shape::TwoHalves:
    return 1;
  case Shape::Bits64:
    return 2;
  case Shape::Bits128:
    return 4;
  case Shape::Bits256:
    return 8;
  }
  return 0;
}

/// The lane and the column of register r of thread t; of two halves, threads
/// from 16 on have the second one.
std::pair<unsigned, unsigned> placeOf(Shape shape, unsigned t, unsigned r) {
  switch (shape) {
  case Shape::Lanes32:
    return {t, r};
  case Shape::TwoHalves:
    return {t % 16, r};
  case Shape::Bits64:
    return {t / 4 + 8 * (t % 2), 2 * r + t / 2 % 2};
  case Shape::Bits128:
    return {t / 4 + 8 * (r % 2), 4 * (r / 2) + t % 4};
  case Shape::Bits256:
    return {t / 4 + 8 * (r / 2 % 2), 8 * (r / 4) + 2 * (t % 4) + r % 2};
  }
  return {0, 0};
}

/// A load or store of a warp, resolved: `inst.count` is not wide enough for its
/// registers, which are behind the address in the list.
struct Movement {
  Shape shape;
  unsigned registers;
  bool isPacked;
  unsigned split; ///< columns from the first half to the second
  const Slot *slots;
  TensorAddress address{0};
  TensorRegion regions[2];
  unsigned regionCount = 1;

  bool resolve(Warp &warp, const Inst &inst, bool isWrite);
  /// Calls body(register, thread, lane, column), the first of two columns if
  /// the movement is packed.
  template <typename Body> void forElements(Body body) const {
    for (unsigned r = 0; r != registers; ++r)
      for (unsigned t = 0; t != warpSize; ++t) {
        auto [lane, column] = placeOf(shape, t, r);
        unsigned first = address.column + column * (isPacked ? 2 : 1) +
                         (shape == Shape::TwoHalves && t >= 16 ? split : 0);
        body(r, t, address.lane + lane, first);
      }
  }
};

bool Movement::resolve(Warp &warp, const Inst &inst, bool isWrite) {
  shape = static_cast<Shape>(inst.operation);
  registers = static_cast<unsigned>(inst.immediate);
  isPacked = inst.isNegated;
  split = inst.target;
  slots = warp.list(inst) + wordsOfAddress;
  uint32_t bits[warpSize];
  for (unsigned l = 0; l != warpSize; ++l)
    bits[l] = static_cast<uint32_t>(listedAddress(warp, inst, 0, l));
  auto value = uniform(warp, bits, "addresses of tensor memory");
  if (!value)
    return false;
  address = TensorAddress(*value);
  unsigned chunk = warp.number % 4 * warpSize;
  unsigned lanes = shape == Shape::Lanes32 ? 32 : 16;
  AsyncOrigin origin(warp, inst, 0);
  if (address.lane != chunk && (lanes == 32 || address.lane != chunk + 16)) {
    origin.fault(
        "warp " + llvm::Twine(warp.number) + " can access lanes from " +
        llvm::Twine(chunk) + " to " + llvm::Twine(chunk + 31) +
        " of tensor memory, by an address with the first of " +
        llvm::Twine(lanes) + " of them, not " + llvm::Twine(address.lane));
    return false;
  }
  TensorRegion region;
  for (unsigned l = 0; l != lanes; ++l)
    region.lanes.set(address.lane + l);
  region.first = address.column;
  region.count =
      registers / registersOf(shape) * columnsOf(shape) * (isPacked ? 2 : 1);
  regions[0] = regions[1] = region;
  regions[1].first += split;
  regionCount = shape == Shape::TwoHalves ? 2 : 1;
  TensorMemory &memory = memoryOf(warp);
  for (unsigned i = 0; i != regionCount; ++i)
    if (!memory.check(origin, regions[i]) ||
        !memory.checkFlight(origin, regions[i], isWrite, nullptr) ||
        (!isWrite && !memory.checkWritten(origin, regions[i])))
      return false;
  return true;
}

/// Registers have what they load at once: a true dependence on them is
/// respected, as the ISA says. What overtakes the load is reported.
void loadLanes(Warp &warp, const Inst &inst, LaneMask) {
  Movement movement;
  if (!movement.resolve(warp, inst, /*isWrite=*/false))
    return;
  TensorMemory &memory = memoryOf(warp);
  movement.forElements(
      [&](unsigned r, unsigned t, unsigned lane, unsigned column) {
        uint32_t value = memory.word(lane, column);
        if (movement.isPacked)
          value = (value & 0xFFFF) | memory.word(lane, column + 1) << 16;
        warp.write<uint32_t>(movement.slots[r])[t] = value;
      });
  for (unsigned i = 0; i != movement.regionCount; ++i)
    memory.noteLoad(AsyncOrigin(warp, inst, 0), movement.regions[i]);
}

void storeLanes(Warp &warp, const Inst &inst, LaneMask) {
  Movement movement;
  if (!movement.resolve(warp, inst, /*isWrite=*/true))
    return;
  TensorMemory &memory = memoryOf(warp);
  movement.forElements(
      [&](unsigned r, unsigned t, unsigned lane, unsigned column) {
        uint32_t value = warp.read<uint32_t>(movement.slots[r])[t];
        memory.word(lane, column) = movement.isPacked ? value & 0xFFFF : value;
        if (movement.isPacked)
          memory.word(lane, column + 1) = value >> 16;
      });
  for (unsigned i = 0; i != movement.regionCount; ++i)
    memory.noteStore(AsyncOrigin(warp, inst, 0), movement.regions[i]);
}

void waitLanes(Warp &warp, const Inst &inst, LaneMask) {
  memoryOf(warp).wait(warp, /*isForLoads=*/!inst.isNegated);
}

void noEffect(Warp &, const Inst &, LaneMask) {}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Types of D, A and B that an instruction descriptor names by kind.
struct KindTypes {
  Type d[3], factors[8];
  unsigned bits, k;
};
constexpr Type none = Type::None;
constexpr KindTypes kindTypes[] = {
    {{Type::F16, Type::F32, none},
     {Type::F16, Type::BF16, none, none, none, none, none, none},
     16,
     16},
    {{none, Type::F32, none},
     {none, none, Type::TF32, none, none, none, none, none},
     32,
     8},
    {{Type::F16, Type::F32, none},
     {Type::E4M3, Type::E5M2, none, Type::E2M3, Type::E3M2, Type::E2M1, none,
      none},
     8,
     32},
    {{none, none, Type::S32},
     {Type::U8, Type::S8, none, none, none, none, none, none},
     8,
     32},
};

/// PTX ISA, section "Instruction descriptor". What is wrong with one, or null.
const char *readDescriptor(uint32_t bits, Kind kind, TensorProduct &product) {
  const KindTypes &types = kindTypes[static_cast<unsigned>(kind)];
  auto field = [&](unsigned first, unsigned size) {
    return bits >> first & ((1u << size) - 1);
  };
  ProductKind &p = product.kind;
  product.descriptor = bits;
  unsigned ofD = field(4, 2), n = field(17, 6) * 8, m = field(24, 5) * 16;
  if (field(2, 1) || field(0, 2))
    return "asks for a sparse product, which is not supported";
  if (field(6, 1) || field(23, 1) || field(29, 1))
    return "has reserved bits that are not 0";
  p.d = p.c = ofD < 3 ? types.d[ofD] : none;
  p.a = types.factors[field(7, 3)];
  p.b = types.factors[field(10, 3)];
  bool isInteger = kind == Kind::I8;
  bool isMixed = kind == Kind::F16 && p.a != p.b;
  if (p.d == none || p.a == none || p.b == none || isMixed ||
      (p.d == Type::F16 && p.a == Type::BF16))
    return "names types that the kind of product has not";
  p.saturates = field(3, 1);
  product.negatesA = field(13, 1);
  product.negatesB = field(14, 1);
  if ((p.saturates && !isInteger) ||
      (isInteger && (product.negatesA || product.negatesB)))
    return "has a mode that the kind of product has not";
  bool hasColumns =
      n >= 8 && n <= 256 && (!isInteger || n <= 32 || n % 16 == 0);
  if ((m != 64 && m != 128) || !hasColumns)
    return "names a shape that the kind of product has not";
  bool transposesA = field(15, 1), transposesB = field(16, 1);
  if ((transposesA || transposesB) && types.bits == 32)
    return "transposes tf32, which is not supported";
  p.shape = {static_cast<uint16_t>(m), static_cast<uint16_t>(n),
             static_cast<uint16_t>(types.k)};
  p.model = SumModel::ofTensorMemory(p.d == Type::F16);
  product.a = {m, types.k, types.bits, transposesA};
  product.b = {n, types.k, types.bits, transposesB};
  return nullptr;
}

/// The cells that a descriptor names; false after a fault.
bool resolveCells(const AsyncOrigin &origin, const SharedMatrix &matrix,
                  uint64_t bits, const char *name,
                  std::vector<uint32_t> &cells) {
  const char *why = nullptr;
  auto descriptor = MatrixDescriptor::ofTensorCore(bits, why);
  if (descriptor && !matrix.fits(*descriptor))
    why = "has a swizzle of less bytes than a row has along k";
  if (!why)
    cells = matrix.places(*descriptor);
  uint64_t size = origin.warp->block.shared.size();
  for (uint32_t place : cells)
    if (!why && (place > size || size - place < 16))
      why = "names bytes beyond the shared memory of the block";
  if (!why)
    return true;
  origin.fault("the descriptor of " + llvm::Twine(name) + ", 0x" +
               llvm::utohexstr(bits, true) + ", " + why);
  return false;
}

/// Lanes and columns of D and of an A in tensor memory.
bool setRegions(const AsyncOrigin &origin, const Inst &inst,
                TensorProduct &product) {
  Warp &warp = *origin.warp;
  const ProductKind &kind = product.kind;
  product.dAddress =
      static_cast<uint32_t>(listedAddress(warp, inst, 0, origin.lane));
  TensorAddress d(product.dAddress);
  bool isHalf = kind.shape.m == 64;
  auto isAligned = [&](unsigned lane) {
    return lane == 0 || (isHalf && lane == 16);
  };
  if (!isAligned(d.lane)) {
    origin.fault("D must begin at lane 0" +
                 llvm::Twine(isHalf ? " or 16" : "") +
                 " of tensor memory, not at lane " + llvm::Twine(d.lane));
    return false;
  }
  for (unsigned row = 0; row != kind.shape.m; ++row)
    product.dRegion.lanes.set(product.laneOf(row));
  product.dRegion.first = d.column;
  product.dRegion.count = kind.shape.n;
  if (!product.isAInTensorMemory)
    return true;
  TensorAddress a(
      static_cast<uint32_t>(listedAddress(warp, inst, 1, origin.lane)));
  if (a.lane != d.lane) {
    origin.fault(
        "A and D must begin at the same lane of tensor memory, not at " +
        llvm::Twine(a.lane) + " and " + llvm::Twine(d.lane));
    return false;
  }
  if (bitWidth(kind.a) < 8) {
    origin.fault("numbers of less than 8 bits in tensor memory are not "
                 "supported");
    return false;
  }
  product.aRegion = product.dRegion;
  product.aRegion.first = a.column;
  product.aRegion.count = kind.shape.k * product.a.bits / 32;
  return true;
}

bool checkRegions(const AsyncOrigin &origin, TensorMemory &memory,
                  const TensorProduct &product) {
  if (!memory.check(origin, product.dRegion) ||
      !memory.checkFlight(origin, product.dRegion, true, &product) ||
      (product.accumulates && !memory.checkWritten(origin, product.dRegion)))
    return false;
  return !product.isAInTensorMemory ||
         (memory.check(origin, product.aRegion) &&
          memory.checkFlight(origin, product.aRegion, false, &product) &&
          memory.checkWritten(origin, product.aRegion));
}

void multiplyLane(Warp &warp, const Inst &inst, unsigned lane) {
  TensorMemory &memory = memoryOf(warp);
  AsyncOrigin origin(warp, inst, lane);
  auto product = std::make_shared<TensorProduct>(origin, memory);
  uint32_t descriptor = warp.read<uint32_t>(inst.src[2])[lane];
  product->isAInTensorMemory = inst.isUniform;
  if (const char *wrong = readDescriptor(
          descriptor, static_cast<Kind>(inst.operation), *product))
    return origin.fault("the instruction descriptor 0x" +
                        llvm::utohexstr(descriptor, true) + " " + wrong);
  product->accumulates =
      (warp.readPredicate(inst.src[3]) >> lane & 1) != inst.isNegated;
  product->scaleOfD = static_cast<unsigned>(inst.immediate);
  const Slot *masks = warp.list(inst) + wordsOfAddress * (1 + inst.isUniform);
  for (unsigned i = 0; i != inst.count; ++i)
    for (unsigned bit = 0; bit != 32; ++bit)
      product->disabled[32 * i + bit] =
          warp.read<uint32_t>(masks[i])[lane] >> bit & 1;
  if (!setRegions(origin, inst, *product) ||
      (!product->isAInTensorMemory &&
       !resolveCells(origin, product->a, warp.read<uint64_t>(inst.src[0])[lane],
                     "A", product->aCells)) ||
      !resolveCells(origin, product->b, warp.read<uint64_t>(inst.src[1])[lane],
                    "B", product->bCells) ||
      !checkRegions(origin, memory, *product))
    return;
  if (RaceChecker *races = warp.block.launch.races) {
    product->agent = races->beginAsync(warp, lane, Proxy::Async);
    std::vector<uint32_t> cells = product->aCells;
    cells.insert(cells.end(), product->bCells.begin(), product->bCells.end());
    tellCells(warp, lane, product->agent, std::move(cells));
  }
  memory.begin(std::move(product));
}

void multiplyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1)
    multiplyLane(warp, inst, firstLane(mask));
}

void commitLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    auto offset = ownMbarrier(origin, inst.space,
                              warp.memory.effectiveAddress(inst, origin.lane));
    if (Mbarrier *mbarrier = offset ? async.find(origin, *offset) : nullptr)
      async.tensorMemory().commit(origin, *mbarrier);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// One block; pairs of them are another matter.
static bool takeOneBlock(InstructionDecoder &d) {
  return d.take("cta_group::2")
             ? d.failUnsupported("pairs of blocks (.cta_group::2) are not "
                                 "supported")
             : !d.take("cta_group::1") &&
                   d.fail("this instruction needs .cta_group::1 or "
                          ".cta_group::2");
}

static bool decodeAllocation(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.control = Control::Wait;
  inst.execute = &allocateLanes;
  return takeOneBlock(d) || (d.takeSpace(inst.space), false) ||
         d.takeType() != Type::B32 || d.expectOperands(2) || d.address(0) ||
         d.source(1, Type::U32, 1);
}

static bool decodeDeallocation(InstructionDecoder &d) {
  d.inst.execute = &deallocateLanes;
  return takeOneBlock(d) || d.takeType() != Type::B32 || d.expectOperands(2) ||
         d.source(0, Type::B32, 0) || d.source(1, Type::U32, 1);
}

/// tcgen05.ld and tcgen05.st, of which .ld or .st is taken.
static bool decodeMovement(InstructionDecoder &d, bool isLoad) {
  Inst &inst = d.inst;
  if (d.take("red"))
    return d.failUnsupported("loads that reduce (.red) are not supported");
  static constexpr std::pair<const char *, Shape> shapes[] = {
      {"32x32b", Shape::Lanes32},
      {"16x64b", Shape::Bits64},
      {"16x128b", Shape::Bits128},
      {"16x256b", Shape::Bits256},
      {"16x32bx2", Shape::TwoHalves}};
  std::optional<Shape> shape;
  for (auto [name, value] : shapes)
    if (!shape && d.take(name))
      shape = value;
  unsigned times = 0;
  for (unsigned count = 1; count <= 128; count *= 2)
    if (!times && d.take("x" + std::to_string(count)))
      times = count;
  if (!shape || !times || times * registersOf(*shape) > 128)
    return d.fail("there is no such shape of tensor memory");
  inst.isNegated = d.take(isLoad ? "pack::16b" : "unpack::16b");
  inst.operation = static_cast<uint8_t>(*shape);
  bool hasSplit = *shape == Shape::TwoHalves;
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  unsigned registers = times * registersOf(*shape);
  size_t address = isLoad ? 1 : 0, data = isLoad ? 0 : 1 + hasSplit;
  int64_t split = 0;
  if (d.takeType() != Type::B32 || d.expectOperands(2 + hasSplit) ||
      listAddress(d, address, Space::Shared) ||
      (hasSplit && d.integerLiteral(address + 1, split)))
    return true;
  if (d.operand(data).kind != Operand::Kind::Vector)
    return d.fail("registers of tensor memory stand in braces");
  if (takeFragment(d, data, registers, 32, isLoad))
    return true;
  inst.target = static_cast<uint32_t>(split);
  inst.immediate = registers;
  inst.execute = isLoad ? &loadLanes : &storeLanes;
  return split < 0 && d.fail("the offset of the second half is not negative");
}

static bool takeTensorKind(InstructionDecoder &d, Kind &kind) {
  static constexpr std::pair<const char *, Kind> kinds[] = {
      {"kind::f16", Kind::F16},
      {"kind::tf32", Kind::Tf32},
      {"kind::f8f6f4", Kind::F8F6F4},
      {"kind::i8", Kind::I8}};
  for (auto [name, value] : kinds)
    if (d.take(name)) {
      kind = value;
      return false;
    }
  return d.failUnsupported("only .kind::f16, tf32, f8f6f4 and i8 are "
                           "supported");
}

/// tcgen05.mma, of which .mma is taken.
static bool decodeTensorProduct(InstructionDecoder &d) {
  Inst &inst = d.inst;
  Kind kind;
  for (const char *missing : {"sp", "ws", "ashift"})
    if (d.take(missing))
      return d.failUnsupported(llvm::Twine("products with .") + missing +
                               " are not supported");
  if (takeOneBlock(d) || takeTensorKind(d, kind))
    return true;
  if (kind == Kind::I8 && architectureOf(d) == 103)
    return d.fail("sm_103 has no products of integers in tensor memory");
  // Hints.
  for (const char *use : {"fill", "use", "lastuse", "discard"})
    if (d.take(std::string("collector::a::") + use))
      break;
  if (d.expectOperands(5, 7))
    return true;
  inst.operation = static_cast<uint8_t>(kind);
  inst.isUniform = d.operand(1).kind == Operand::Kind::Address;
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  if (listAddress(d, 0, Space::Shared) ||
      (inst.isUniform && listAddress(d, 1, Space::Shared)))
    return true;
  inst.src[0] = noSlot;
  inst.immediate = 0;
  size_t next = 4;
  inst.count = 0;
  if (d.operand(next).kind == Operand::Kind::Vector) {
    inst.count = 4;
    if (takeFragment(d, next++, inst.count, 32, false))
      return true;
  }
  bool hasScale = d.operandCount() == next + 2;
  if (d.expectOperands(next + 1 + hasScale) ||
      (!inst.isUniform && d.source(1, Type::B64, 0)) ||
      d.source(2, Type::B64, 1) || d.source(3, Type::B32, 2) ||
      d.predicateSource(next, 3))
    return true;
  inst.execute = &multiplyLanes;
  if (!hasScale)
    return false;
  if (architectureOf(d) >= 110)
    return d.fail("only sm_100 and sm_103 scale D");
  if (d.integerLiteral(next + 1, inst.immediate))
    return true;
  return (inst.immediate < 0 || inst.immediate > 15 || kind == Kind::I8 ||
          kind == Kind::F8F6F4) &&
         d.fail("D is scaled by 0 to 15, and only of .kind::f16 and tf32");
}

static bool decodeCommit(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &commitLanes;
  if (d.take("multicast::cluster"))
    return d.failUnsupported("commits to several blocks are not supported");
  return takeOneBlock(d) || !d.take("mbarrier::arrive::one") ||
         (d.takeSpace(inst.space), false) || d.takeType() != Type::B64 ||
         d.expectOperands(1) || d.address(0);
}

/// What is executed by a whole warp.
static bool decodeOfWarp(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.take("alloc"))
    return takeSyncAligned(d) || decodeAllocation(d);
  if (d.take("dealloc"))
    return takeSyncAligned(d) || decodeDeallocation(d);
  if (d.take("ld"))
    return takeSyncAligned(d) || decodeMovement(d, true);
  if (d.take("st"))
    return takeSyncAligned(d) || decodeMovement(d, false);
  if (d.take("relinquish_alloc_permit")) {
    inst.execute = &relinquishLanes;
    return takeSyncAligned(d) || takeOneBlock(d) || d.expectOperands(0);
  }
  inst.execute = &waitLanes;
  inst.isNegated = d.take("wait::st");
  return (!inst.isNegated && !d.take("wait::ld")) || takeSyncAligned(d) ||
         d.expectOperands(0);
}

static bool decodeTensorCore(InstructionDecoder &d) {
  if (d.needsVariant(100))
    return true;
  if (architectureOf(d) >= 120)
    return d.fail("the targets from sm_120 on have no tensor memory");
  if (d.take("mma"))
    return decodeTensorProduct(d);
  if (d.take("commit"))
    return decodeCommit(d);
  if (d.take("fence::before_thread_sync") ||
      d.take("fence::after_thread_sync")) {
    d.inst.execute = &noEffect;
    return d.expectOperands(0);
  }
  return decodeOfWarp(d);
}

void tessera::ptx::addTensorCoreInstructions(InstructionTable &table) {
  table["tcgen05"] = decodeTensorCore;
}
