//===- Matrix.cpp - Products of matrices ----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on mma and wmma.mma. A warp's registers are gathered into
// matrices (Layout.h), multiplied (Product.h), and scattered again.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {

/// Spreads the elements of 32-bit registers, each `bits` wide, over a matrix;
/// Convert gets an element in the low bits of its argument.
template <typename T, typename Convert>
void gather(const Warp &warp, const Slot *registers,
            const FragmentLayout &layout, unsigned bits, T *matrix,
            Convert convert) {
  unsigned perRegister = 32 / bits;
  for (unsigned i = 0; i != layout.elements(); ++i) {
    const uint32_t *lanes = warp.read<uint32_t>(registers[i / perRegister]);
    const uint16_t *places = layout.element(i);
    unsigned shift = i % perRegister * bits;
    for (unsigned l = 0; l != warpSize; ++l)
      matrix[places[l]] = convert(lanes[l] >> shift);
  }
}

template <typename T>
void gatherBits(const Warp &warp, const Slot *registers,
                const FragmentLayout &layout, unsigned bits, T *matrix) {
  uint32_t mask = ~uint32_t(0) >> (32 - bits);
  gather(warp, registers, layout, bits, matrix,
         [=](uint32_t value) { return static_cast<T>(value & mask); });
}

/// Puts the elements of a matrix back into registers.
void scatter(const Warp &warp, const Slot *registers,
             const FragmentLayout &layout, bool isHalf,
             const uint32_t *matrix) {
  for (unsigned i = 0; i != layout.elements(); ++i) {
    const uint16_t *places = layout.element(i);
    uint32_t *lanes = warp.write<uint32_t>(registers[isHalf ? i / 2 : i]);
    if (!isHalf)
      for (unsigned l = 0; l != warpSize; ++l)
        lanes[l] = matrix[places[l]];
    else if (i % 2 == 0)
      for (unsigned l = 0; l != warpSize; ++l)
        lanes[l] = matrix[places[l]];
    else
      for (unsigned l = 0; l != warpSize; ++l)
        lanes[l] |= matrix[places[l]] << 16;
  }
}

/// The operation and its registers.
struct Product {
  Product(const Warp &warp, const Inst &inst)
      : operation(*warp.frame->code->matrices[inst.target]), d(warp.list(inst)),
        a(d + operation.dRegisters), b(a + operation.aRegisters),
        c(b + operation.bRegisters) {}

  const MatrixOperation &operation;
  const Slot *d, *a, *b, *c;
};

void multiplyFloatLanes(Warp &warp, const Inst &inst, LaneMask) {
  Product p(warp, inst);
  const MatrixOperation &op = p.operation;
  const ProductKind &kind = op.kind;
  alignas(64) uint32_t a[mostMultiplicands], b[mostMultiplicands];
  alignas(64) uint32_t c[mostAccumulators];
  if (kind.a == Type::TF32) { // the low bits of the registers do not count
    auto top = [](uint32_t value) { return value >> 13; };
    gather(warp, p.a, *op.a, 32, a, top);
    gather(warp, p.b, *op.b, 32, b, top);
  } else {
    gatherBits(warp, p.a, *op.a, op.elementBits, a);
    gatherBits(warp, p.b, *op.b, op.elementBits, b);
  }
  gatherBits(warp, p.c, *op.c, bitWidth(kind.c), c);
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  for (unsigned i = 0; i != op.batches; ++i)
    multiplyFloats(kind, a + i * m * k, b + i * k * n, c + i * m * n);
  scatter(warp, p.d, *op.d, kind.d == Type::F16, c);
}

void multiplyDoubleLanes(Warp &warp, const Inst &inst, LaneMask) {
  Product p(warp, inst);
  const MatrixOperation &op = p.operation;
  uint64_t a[mostMultiplicands], b[mostMultiplicands], c[mostAccumulators];
  auto load = [&](const Slot *registers, const FragmentLayout &layout,
                  uint64_t *matrix) {
    for (unsigned i = 0; i != layout.elements(); ++i) {
      const uint64_t *lanes = warp.read<uint64_t>(registers[i]);
      for (unsigned l = 0; l != warpSize; ++l)
        matrix[layout.element(i)[l]] = lanes[l];
    }
  };
  load(p.a, *op.a, a);
  load(p.b, *op.b, b);
  load(p.c, *op.c, c);
  multiplyDoubles(op.kind, a, b, c);
  for (unsigned i = 0; i != op.d->elements(); ++i) {
    uint64_t *lanes = warp.write<uint64_t>(p.d[i]);
    for (unsigned l = 0; l != warpSize; ++l)
      lanes[l] = c[op.d->element(i)[l]];
  }
}

void gatherIntegers(const Warp &warp, const Slot *registers,
                    const FragmentLayout &layout, unsigned bits, bool isSigned,
                    int16_t *matrix) {
  uint32_t sign = isSigned ? 1u << (bits - 1) : 0;
  uint32_t mask = (1u << bits) - 1;
  gather(warp, registers, layout, bits, matrix, [=](uint32_t value) {
    return static_cast<int16_t>(((value & mask) ^ sign) - sign);
  });
}

void multiplyIntegerLanes(Warp &warp, const Inst &inst, LaneMask) {
  Product p(warp, inst);
  const MatrixOperation &op = p.operation;
  const ProductKind &kind = op.kind;
  alignas(64) int16_t a[mostMultiplicands], b[mostMultiplicands];
  uint32_t c[mostAccumulators];
  auto isSigned = [](Type type) {
    return type == Type::S8 || type == Type::S4;
  };
  gatherIntegers(warp, p.a, *op.a, op.elementBits, isSigned(kind.a), a);
  gatherIntegers(warp, p.b, *op.b, op.elementBits, isSigned(kind.b), b);
  gatherBits(warp, p.c, *op.c, 32, c);
  multiplyIntegers(kind, a, b, c);
  scatter(warp, p.d, *op.d, /*isHalf=*/false, c);
}

void multiplyBitLanes(Warp &warp, const Inst &inst, LaneMask) {
  Product p(warp, inst);
  const MatrixOperation &op = p.operation;
  uint32_t a[mostMultiplicands], b[mostMultiplicands], c[mostAccumulators];
  gatherBits(warp, p.a, *op.a, 32, a);
  gatherBits(warp, p.b, *op.b, 32, b);
  gatherBits(warp, p.c, *op.c, 32, c);
  multiplyBits(op.kind, a, b, c);
  scatter(warp, p.d, *op.d, /*isHalf=*/false, c);
}

Handler handlerOf(MatrixFamily family) {
  switch (family) {
  case MatrixFamily::Half:
  case MatrixFamily::Bfloat:
  case MatrixFamily::Tf32:
  case MatrixFamily::Fp8:
    return &multiplyFloatLanes;
  case MatrixFamily::Double:
    return &multiplyDoubleLanes;
  case MatrixFamily::Byte:
  case MatrixFamily::Nibble:
    return &multiplyIntegerLanes;
  case MatrixFamily::Bit:
    return &multiplyBitLanes;
  }
  return nullptr;
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

bool tessera::ptx::takeSyncAligned(InstructionDecoder &d) {
  d.inst.control = Control::Aligned;
  d.inst.isAligned = true;
  d.take("aligned");
  return !d.take("sync") && d.fail("this instruction needs .sync");
}

unsigned tessera::ptx::architectureOf(const InstructionDecoder &d) {
  llvm::StringRef target = d.function.module.target;
  unsigned number = 0;
  if (target.consume_front("sm_"))
    target.consumeInteger(10, number);
  return number;
}

llvm::StringRef tessera::ptx::takeShape(InstructionDecoder &d) {
  for (llvm::StringRef modifier : d.syntax.modifiers)
    if (isMatrixShape(modifier) && d.take(modifier))
      return modifier;
  return "";
}

bool tessera::ptx::takeFragment(InstructionDecoder &d, size_t operand,
                                unsigned count, unsigned width,
                                bool isWritten) {
  const Operand &fragment = d.operand(operand);
  bool isVector = fragment.kind == Operand::Kind::Vector;
  size_t actual = isVector ? fragment.elements.size() : 1;
  if (actual != count)
    return d.fail("operand " + llvm::Twine(operand + 1) + " needs " +
                  llvm::Twine(count) +
                  (count == 1 ? " register" : " registers") + ", not " +
                  llvm::Twine(actual));
  for (unsigned i = 0; i != count; ++i) {
    const Operand &element = isVector ? fragment.elements[i] : fragment;
    if (isWritten && element.kind != Operand::Kind::Register)
      return d.fail("operand " + llvm::Twine(operand + 1) +
                    " must be made of registers");
    Slot slot = noSlot;
    if (d.anySource(element, width == 64 ? Type::B64 : Type::B32, slot))
      return true;
    d.function.code.slots.push_back(slot);
  }
  return false;
}

/// Fails for what belongs to later GPUs than the emulator has.
static bool refuseLaterKinds(InstructionDecoder &d) {
  for (llvm::StringRef modifier : d.syntax.modifiers) {
    if (modifier == "sp" || modifier.starts_with("sp::"))
      return d.fail("products of sparse matrices are not supported");
    if (modifier.starts_with("kind::") || modifier == "block_scale")
      return d.fail("products of matrices with ." + modifier +
                    " are not supported");
    if (modifier == "e3m2" || modifier == "e2m3" || modifier == "e2m1")
      return d.fail("matrices of ." + modifier + " are not supported");
  }
  return false;
}

/// The orders of A and B, from .row and .col in their order.
static bool takeOrders(InstructionDecoder &d, MatrixOrder (&orders)[2]) {
  unsigned count = 0;
  for (llvm::StringRef modifier : d.syntax.modifiers)
    if ((modifier == "row" || modifier == "col") && d.take(modifier)) {
      if (count < 2)
        orders[count] =
            modifier == "row" ? MatrixOrder::Row : MatrixOrder::Column;
      ++count;
    }
  return count != 2 && d.fail("the orders of A and B are needed: .row or .col");
}

/// The types of D, A, B and C. wmma leaves out A and B where they are f16.
static bool takeTypes(InstructionDecoder &d, bool isWmma, ProductKind &kind) {
  llvm::SmallVector<Type, 4> types;
  for (Type type = d.takeType(); type != Type::None; type = d.takeType())
    types.push_back(type);
  if (isWmma && types.size() == 2)
    types = {types[0], Type::F16, Type::F16, types[1]};
  if (types.size() != 4)
    return d.fail("the types of D, A, B and C are needed");
  kind.d = types[0];
  kind.a = types[1];
  kind.b = types[2];
  kind.c = types[3];
  return false;
}

/// Whether the ISA has these types together.
static bool areTypesAllowed(const MatrixForm &form, const ProductKind &kind) {
  bool isFloat = kind.c == Type::F32 && kind.d == Type::F32;
  bool isSame = kind.a == kind.b;
  auto isAccumulator = [](Type type) {
    return type == Type::F16 || type == Type::F32;
  };
  switch (form.family) {
  case MatrixFamily::Half:
    if (!isSame || !isAccumulator(kind.c) || !isAccumulator(kind.d))
      return false;
    if (form.isWmma)
      return true;
    return kind.c == kind.d || (form.hasQuadPairs() && kind.c == Type::F16);
  case MatrixFamily::Bfloat:
  case MatrixFamily::Tf32:
    return isSame && isFloat;
  case MatrixFamily::Fp8:
    return familyOf(kind.b) == MatrixFamily::Fp8 && isAccumulator(kind.c) &&
           kind.c == kind.d;
  case MatrixFamily::Double:
    return isSame && kind.c == Type::F64 && kind.d == Type::F64;
  case MatrixFamily::Byte:
  case MatrixFamily::Nibble:
  case MatrixFamily::Bit:
    return familyOf(kind.b) == form.family && (isSame || !form.isWmma) &&
           kind.c == Type::S32 && kind.d == Type::S32;
  }
  return false;
}

/// The modes of a family: .satfinite, rounding, operations of bits.
static bool takeModes(InstructionDecoder &d, MatrixFamily family,
                      ProductKind &kind) {
  if (family == MatrixFamily::Byte || family == MatrixFamily::Nibble)
    kind.saturates = d.take("satfinite");
  if (family == MatrixFamily::Double && d.takeRounding())
    kind.rounding = d.inst.rounding;
  if (family != MatrixFamily::Bit)
    return false;
  kind.isAnd = d.take("and");
  if (!kind.isAnd && !d.take("xor"))
    return d.fail("single bits need .and or .xor");
  if (!d.take("popc"))
    return d.fail("single bits need .popc");
  return kind.isAnd && d.needsTarget(80);
}

static void chooseLayouts(const MatrixForm &form,
                          const MatrixOrder (&orders)[2],
                          MatrixOperation &operation) {
  const ProductKind &kind = operation.kind;
  operation.a = &form.layout(MatrixRole::A);
  operation.b = &form.layout(MatrixRole::B);
  operation.c = operation.d = &form.layout(MatrixRole::C);
  if (!form.hasQuadPairs())
    return;
  operation.batches = 4;
  operation.a = &quadPairLayout(MatrixRole::A, orders[0], kind.a);
  operation.b = &quadPairLayout(MatrixRole::B, orders[1], kind.b);
  operation.c = &quadPairLayout(MatrixRole::C, MatrixOrder::Row, kind.c);
  operation.d = &quadPairLayout(MatrixRole::C, MatrixOrder::Row, kind.d);
}

static bool takeFragments(InstructionDecoder &d, const MatrixForm &form,
                          MatrixOperation &operation) {
  const ProductKind &kind = operation.kind;
  unsigned width = form.family == MatrixFamily::Double ? 64 : 32;
  operation.dRegisters = form.registersOf(MatrixRole::C, kind.d);
  operation.aRegisters = form.registersOf(MatrixRole::A, kind.a);
  operation.bRegisters = form.registersOf(MatrixRole::B, kind.b);
  operation.cRegisters = form.registersOf(MatrixRole::C, kind.c);
  d.inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  return d.expectOperands(4) ||
         takeFragment(d, 0, operation.dRegisters, width, true) ||
         takeFragment(d, 1, operation.aRegisters, width, false) ||
         takeFragment(d, 2, operation.bRegisters, width, false) ||
         takeFragment(d, 3, operation.cRegisters, width, false);
}

static bool decodeProduct(InstructionDecoder &d, bool isWmma) {
  MatrixOrder orders[2];
  MatrixOperation operation;
  ProductKind &kind = operation.kind;
  if (refuseLaterKinds(d) || takeSyncAligned(d) || takeOrders(d, orders))
    return true;
  llvm::StringRef shape = takeShape(d);
  if (takeTypes(d, isWmma, kind))
    return true;
  std::optional<MatrixFamily> family = familyOf(kind.a);
  const MatrixForm *form = family ? findForm(isWmma, shape, *family) : nullptr;
  if (!form || !areTypesAllowed(*form, kind))
    return d.fail("there is no such product: shape and types do not fit");
  // Memory may hold a fragment of wmma in either order but for narrow elements.
  bool isRowColumn =
      orders[0] == MatrixOrder::Row && orders[1] == MatrixOrder::Column;
  bool isNarrow =
      *family == MatrixFamily::Nibble || *family == MatrixFamily::Bit;
  if (!isRowColumn && (isWmma ? isNarrow : !form->hasQuadPairs()))
    return d.fail("A must be .row here and B .col");
  if (d.needsTarget(form->architecture) || takeModes(d, *family, kind))
    return true;
  kind.shape = form->layoutShape();
  bool isHalf = kind.c == Type::F16 && kind.d == Type::F16;
  kind.model = SumModel::of(architectureOf(d), kind.a, isHalf);
  operation.elementBits = form->elementBits();
  chooseLayouts(*form, orders, operation);
  if (takeFragments(d, *form, operation))
    return true;
  Code &code = d.function.code;
  d.inst.target = static_cast<uint32_t>(code.matrices.size());
  d.inst.execute = handlerOf(*family);
  code.matrices.push_back(
      std::make_shared<const MatrixOperation>(std::move(operation)));
  return false;
}

static bool decodeMma(InstructionDecoder &d) { return decodeProduct(d, false); }

static bool decodeWmma(InstructionDecoder &d) {
  if (d.take("mma"))
    return decodeProduct(d, true);
  if (d.take("load"))
    return decodeWmmaLoad(d);
  return !d.take("store") || decodeWmmaStore(d);
}

void tessera::ptx::addMatrixInstructions(InstructionTable &table) {
  table["mma"] = decodeMma;
  table["wmma"] = decodeWmma;
}
