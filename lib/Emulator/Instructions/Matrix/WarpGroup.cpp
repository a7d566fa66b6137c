//===- WarpGroup.cpp - Products of warp groups, pools of registers --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on wgmma.mma_async, wgmma.fence, wgmma.commit_group,
// wgmma.wait_group and setmaxnreg.
//
//===----------------------------------------------------------------------===//

#include "../../Async/WarpGroups.h"
#include "../../Grid/Block.h"
#include "../../Machine/Control.h"
#include "../../Machine/RegisterWatch.h"
#include "Matrix.h"

using namespace tessera::ptx;

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {

WarpGroup &groupOf(Warp &warp) { return warp.block.asyncUnit().groupOf(warp); }

void multiplyLanes(Warp &warp, const Inst &inst, LaneMask) {
  warp.memory.noteAccessOutside();
  WarpGroup &group = groupOf(warp);
  if (group.isWhole(warp) && group.step(warp, inst))
    group.multiply(warp, inst, *warp.code().groupProducts[inst.target]);
}

void fenceLanes(Warp &warp, const Inst &inst, LaneMask) {
  WarpGroup &group = groupOf(warp);
  if (group.isWhole(warp) && group.step(warp, inst))
    if (RegisterWatch *watch = warp.watchRegisters())
      watch->fence();
}

void commitLanes(Warp &warp, const Inst &inst, LaneMask) {
  WarpGroup &group = groupOf(warp);
  if (group.isWhole(warp) && group.step(warp, inst))
    group.commit(warp);
}

void waitLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  if (isWholeWarp(warp, mask) &&
      !groupOf(warp).wait(warp, inst, static_cast<uint64_t>(inst.immediate)))
    warp.keepWaiting(mask);
}

/// setmaxnreg. If no directive says with how many registers the kernel was
/// launched, it has no effect (C7508 of ptxas), or has if ptxas happens to know
/// the number: a misuse, for which `sync` looks. A .maxnreg that ptxas ignores,
/// as Triton writes 256 for 256 threads, is enough for ptxas to keep it, with a
/// number that nobody else knows. In the ISA, all warps of a group execute one
/// such instruction; Triton gives each of its agents an instruction of its own,
/// with the same count, and several agents share a group.
void changeRegisters(Warp &warp, const Inst &inst, LaneMask mask) {
  if (!isWholeWarp(warp, mask))
    return;
  Block &block = warp.block;
  auto count = static_cast<unsigned>(inst.immediate);
  RegisterPool *pool = block.registerPool();
  bool isWaiting = pool && pool->waiting[warp.number];
  if (!isWaiting && !groupOf(warp).step(warp, inst, /*isOfOnePlace=*/false))
    return;
  if (!pool) {
    if (block.launch.config.checks.sync &&
        !block.launch.entry->syntax->maximumRegisters)
      warp.fault(0, "this may have no effect, since no directive says with how "
                    "many registers the kernel begins: the entry needs "
                    ".maxnreg, or .minnctapersm and the threads of a block");
    return;
  }
  unsigned &owned = pool->owned[warp.number];
  bool isIncrease = !inst.isNegated;
  if (isIncrease ? count < owned : count > owned)
    return warp.fault(0, llvm::Twine("the warp has ") + llvm::Twine(owned) +
                             " registers for each thread, " +
                             (isIncrease ? "more" : "fewer") + " than the " +
                             llvm::Twine(count) + " that it is to " +
                             (isIncrease ? "get" : "keep"));
  pool->waiting[warp.number] = isIncrease && count - owned > pool->free;
  if (pool->waiting[warp.number])
    return warp.keepWaiting(mask);
  pool->free += owned;
  pool->free -= count;
  owned = count;
  block.noteProgress();
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Takes .mNnNkN among the modifiers.
static bool takeGroupShape(InstructionDecoder &d, unsigned &n, unsigned &k) {
  for (llvm::StringRef modifier : d.syntax.modifiers) {
    llvm::StringRef rest = modifier;
    if (rest.consume_front("m64n") && !rest.consumeInteger(10, n) &&
        rest.consume_front("k") && !rest.getAsInteger(10, k) &&
        d.take(modifier))
      return false;
  }
  return d.fail("the shape of the product is needed: .m64nNkK");
}

/// Takes types of D, A and B that go together; sets the bits of an element of
/// A.
static bool takeGroupTypes(InstructionDecoder &d, ProductKind &kind,
                           unsigned &bits) {
  kind.d = d.takeType();
  kind.a = d.takeType();
  kind.b = d.takeType();
  kind.c = kind.d;
  std::optional<MatrixFamily> family = familyOf(kind.a);
  bool isSame = kind.a == kind.b;
  bool isFloat = kind.d == Type::F32, isHalf = kind.d == Type::F16;
  bool fits = false;
  bits = 8;
  if (family == MatrixFamily::Half || family == MatrixFamily::Bfloat) {
    bits = 16;
    fits = isSame && (isFloat || (isHalf && family == MatrixFamily::Half));
  } else if (family == MatrixFamily::Tf32) {
    bits = 32;
    fits = isSame && isFloat;
  } else if (family == MatrixFamily::Fp8) {
    fits = familyOf(kind.b) == family && (isFloat || isHalf);
  } else if (family == MatrixFamily::Byte) {
    fits = familyOf(kind.b) == family && kind.d == Type::S32;
    kind.saturates = fits && d.take("satfinite");
  } else if (family == MatrixFamily::Bit) {
    bits = 32;
    kind.isAnd = true;
    fits = isSame && kind.d == Type::S32 && d.take("and") && d.take("popc");
  }
  return !fits && d.fail("there is no such product: types do not fit");
}

/// Takes a number that must be `first` or `second`.
static bool takeChoice(InstructionDecoder &d, size_t &operand, int64_t first,
                       int64_t second, bool &isSecond) {
  int64_t value = 0;
  if (d.integerLiteral(operand, value))
    return true;
  isSecond = value == second;
  ++operand;
  return value != first && value != second &&
         d.fail("operand " + llvm::Twine(operand) + " must be " +
                llvm::Twine(first) + " or " + llvm::Twine(second));
}

/// The operands behind the matrices: metadata, scale-d, signs, transpositions.
static bool takeGroupModes(InstructionDecoder &d, GroupOperation &operation) {
  ProductKind &kind = operation.kind;
  bool isInteger = kind.d == Type::S32;
  bool canTranspose = kind.a == Type::F16 || kind.a == Type::BF16;
  size_t last = 3 + (operation.isSparse ? 2 : 0) + (isInteger ? 0 : 2) +
                (canTranspose ? 2 - operation.isAInRegisters : 0);
  if (d.expectOperands(last + 1))
    return true;
  size_t next = 3;
  if (operation.isSparse) {
    int64_t selector = 0;
    int64_t most = operation.a.bits == 8 ? 0 : 1;
    if (d.source(3, Type::B32, 3) || d.integerLiteral(4, selector))
      return true;
    if (selector < 0 || selector > most)
      return d.fail("the sparsity selector must be " +
                    llvm::Twine(most ? "0 or 1" : "0"));
    operation.selector = static_cast<unsigned>(selector);
    next = 5;
  }
  const Operand &scale = d.operand(next);
  if (scale.kind == Operand::Kind::Integer && scale.value > 1)
    return d.fail("scale-d must be 0, 1 or a predicate");
  if (d.predicateSource(next++, 2))
    return true;
  return (!isInteger && (takeChoice(d, next, 1, -1, operation.negatesA) ||
                         takeChoice(d, next, 1, -1, operation.negatesB))) ||
         (canTranspose && !operation.isAInRegisters &&
          takeChoice(d, next, 0, 1, operation.a.isOuterMajor)) ||
         (canTranspose && takeChoice(d, next, 0, 1, operation.b.isOuterMajor));
}

/// The numbers of the registers in a list of them.
static std::vector<uint32_t> numbersOf(const Operand &registers) {
  std::vector<uint32_t> numbers;
  for (const Operand &element : registers.elements)
    if (element.kind == Operand::Kind::Register)
      numbers.push_back(element.index);
  return numbers;
}

/// Takes D, A if it is in registers, and the descriptors.
static bool takeGroupMatrices(InstructionDecoder &d,
                              GroupOperation &operation) {
  const ProductKind &kind = operation.kind;
  auto n = static_cast<uint16_t>(kind.shape.n);
  operation.dRegisters = n / (kind.d == Type::F16 ? 4 : 2);
  if (d.operandCount() < 4)
    return d.expectOperands(4);
  d.inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  if (takeFragment(d, 0, operation.dRegisters, 32, true))
    return true;
  operation.accumulators = numbersOf(d.operand(0));
  const Operand &a = d.operand(1);
  operation.isAInRegisters = a.kind == Operand::Kind::Vector;
  if (!operation.isAInRegisters)
    return d.source(1, Type::B64, 0) || d.source(2, Type::B64, 1);
  operation.aRegisters = 4;
  operation.multiplicands = numbersOf(a);
  for (const Operand &element : a.elements)
    if (element.kind == Operand::Kind::Register &&
        d.function.function.registers[element.index].type == Type::F32)
      return d.fail("a fragment of A must be made of registers of bits");
  return takeFragment(d, 1, operation.aRegisters, 32, false) ||
         d.source(2, Type::B64, 1);
}

static bool decodeGroupProduct(InstructionDecoder &d) {
  GroupOperation operation;
  ProductKind &kind = operation.kind;
  operation.isSparse = d.take("sp");
  unsigned n = 0, k = 0, bits = 0;
  if (takeGroupShape(d, n, k) || takeGroupTypes(d, kind, bits))
    return true;
  // k has the same bytes for all types; a single bit is a part of a word.
  bool isBit = kind.a == Type::B1, isInteger = kind.d == Type::S32;
  unsigned deep = isBit ? 256 : 256 / bits;
  bool hasColumns = n % 8 == 0 && n >= 8 && n <= 256 &&
                    (!isInteger || n <= 32 || n % 16 == 0);
  if (!hasColumns || k != deep * (operation.isSparse ? 2 : 1) ||
      (isBit && operation.isSparse))
    return d.fail("there is no such product: shape and types do not fit");
  unsigned elements = isBit ? 8 : deep;
  kind.shape = {rowsOfGroup, static_cast<uint16_t>(n),
                static_cast<uint16_t>(elements)};
  kind.model = SumModel::ofWarpGroups(kind.a, kind.d == Type::F16);
  operation.a = {rowsOfGroup, elements, bits, false};
  operation.b = {n, elements * (operation.isSparse ? 2 : 1), bits, false};
  if (takeGroupMatrices(d, operation) || takeGroupModes(d, operation))
    return true;
  Code &code = d.function.code;
  d.inst.target = static_cast<uint32_t>(code.groupProducts.size());
  d.inst.execute = &multiplyLanes;
  code.groupProducts.push_back(
      std::make_shared<const GroupOperation>(std::move(operation)));
  return false;
}

static bool decodeWarpGroup(InstructionDecoder &d) {
  if (d.function.module.target != "sm_90a")
    return d.fail("this instruction needs .target sm_90a, not " +
                  d.function.module.target);
  Inst &inst = d.inst;
  if (takeSyncAligned(d))
    return true;
  if (d.take("mma_async"))
    return decodeGroupProduct(d);
  if (d.take("fence")) {
    inst.execute = &fenceLanes;
    return d.expectOperands(0);
  }
  if (d.take("commit_group")) {
    inst.execute = &commitLanes;
    return d.expectOperands(0);
  }
  if (!d.take("wait_group"))
    return true;
  inst.control = Control::Wait;
  inst.execute = &waitLanes;
  int64_t count = 0;
  if (d.expectOperands(1) || d.integerLiteral(0, count))
    return true;
  inst.immediate = count;
  return count < 0 && d.fail("a number of groups is not negative");
}

static bool decodeRegisterCount(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &changeRegisters;
  inst.control = Control::Wait;
  inst.isAligned = true;
  inst.isNegated = d.take("dec");
  int64_t count = 0;
  if ((!inst.isNegated && !d.take("inc")) || !d.take("sync") ||
      !d.take("aligned") || d.takeType() != Type::U32 || d.needsVariant(90) ||
      d.expectOperands(1) || d.integerLiteral(0, count))
    return true;
  inst.immediate = count;
  return (count < 24 || count > 256 || count % 8 != 0) &&
         d.fail("the count of registers is a multiple of 8 from 24 to 256");
}

void tessera::ptx::addWarpGroupInstructions(InstructionTable &table) {
  table["wgmma"] = decodeWarpGroup;
  table["setmaxnreg"] = decodeRegisterCount;
}
