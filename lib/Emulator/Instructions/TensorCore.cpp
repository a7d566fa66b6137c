//===- TensorCore.cpp - Tensor memory, and products in it -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "TensorCore 5th Generation Family Instructions": allocation,
// dense products of one block without block scales, commits, waits and fences.
//
//===----------------------------------------------------------------------===//

#include "TensorCore.h"
#include "../Async/WarpGroups.h"
#include "../Machine/Block.h"
#include "../Machine/Control.h"
#include "AsyncCopy.h"
#include "Matrix.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

/// The kinds of products.
enum class Kind : uint8_t { F16, Tf32, F8F6F4, I8 };

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

void allocateLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  if (!isWholeWarp(warp, mask))
    return;
  auto columns =
      uniformValue(warp, warp.read<uint32_t>(inst.src[1]), "counts of columns");
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
  auto address =
      uniformValue(warp, warp.read<uint32_t>(inst.src[0]), "addresses");
  auto columns =
      uniformValue(warp, warp.read<uint32_t>(inst.src[1]), "counts of columns");
  if (address && columns)
    memoryOf(warp).deallocate(warp, inst, *address, *columns);
}

void relinquishLanes(Warp &warp, const Inst &, LaneMask) {
  memoryOf(warp).relinquish();
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

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
    if (Mbarrier *mbarrier = findOwnMbarrier(origin, inst))
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
    return takeSyncAligned(d) || decodeTensorMovement(d, true);
  if (d.take("st"))
    return takeSyncAligned(d) || decodeTensorMovement(d, false);
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
