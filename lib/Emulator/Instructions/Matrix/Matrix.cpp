//===- Matrix.cpp - The forms of mma and wmma.mma -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on mma and wmma.mma: the decoding of products.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

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

/// Takes .kind::…, the packing of small floats in registers; with scale factors
/// also .block_scale and their number for a row of A.
static bool takeKind(InstructionDecoder &d, MatrixKind &kind,
                     unsigned &scaleCount) {
  for (llvm::StringRef modifier : d.syntax.modifiers)
    if (modifier == "sp" || modifier.starts_with("sp::"))
      return d.fail("products of sparse matrices are not supported");
  static constexpr std::pair<const char *, MatrixKind> kinds[] = {
      {"kind::f8f6f4", MatrixKind::F8F6F4},
      {"kind::mxf8f6f4", MatrixKind::MxF8F6F4},
      {"kind::mxf4", MatrixKind::MxF4},
      {"kind::mxf4nvf4", MatrixKind::MxF4NvF4}};
  kind = MatrixKind::None;
  for (auto [name, value] : kinds)
    if (kind == MatrixKind::None && d.take(name))
      kind = value;
  if (!isBlockScaled(kind))
    return false;
  if (!d.take("block_scale"))
    return d.fail("this kind of product needs .block_scale");
  scaleCount = d.take("scale_vec::1X")   ? 1
               : d.take("scale_vec::2X") ? 2
               : d.take("scale_vec::4X") ? 4
                                         : 0;
  if (!scaleCount && kind == MatrixKind::MxF4NvF4)
    return d.fail(
        "this kind of product needs .scale_vec::2X or .scale_vec::4X");
  if (!scaleCount)
    scaleCount = kind == MatrixKind::MxF4 ? 2 : 1;
  return false;
}

/// PTX ISA, section "Block Scaling for mma.sync", the table of combinations.
static bool isScaleAllowed(MatrixKind kind, Type type, unsigned count) {
  switch (kind) {
  case MatrixKind::MxF8F6F4:
    return type == Type::UE8M0 && count == 1;
  case MatrixKind::MxF4:
    return type == Type::UE8M0 && count == 2;
  case MatrixKind::MxF4NvF4:
    return (type == Type::UE8M0 && count != 1) ||
           (type == Type::UE4M3 && count == 4);
  case MatrixKind::None:
  case MatrixKind::F8F6F4:
    return false;
  }
  return false;
}

/// Refuses scale factors that a kind of product does not have, or not yet.
static bool checkScales(InstructionDecoder &d, MatrixKind kind, Type type,
                        unsigned count) {
  if (!isScaleAllowed(kind, type, count))
    return d.fail("this kind of product has not these scale factors: " +
                  llvm::Twine(count) + " of ." + typeName(type));
  return type == Type::UE8M0 && count == 4 && d.needsVersion(91);
}

/// Takes the orders of A and B: .row and .col.
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

/// Takes the types of D, A, B and C, and that of scale factors. wmma leaves out
/// A and B if they are f16.
static bool takeTypes(InstructionDecoder &d, bool isWmma, ProductKind &kind) {
  llvm::SmallVector<Type, 4> types;
  for (Type type = d.takeType(); type != Type::None; type = d.takeType())
    types.push_back(type);
  if (isWmma && types.size() == 2)
    types = {types[0], Type::F16, Type::F16, types[1]};
  if (types.size() == 5)
    kind.scale = types.pop_back_val();
  if (types.size() != 4)
    return d.fail("the types of D, A, B and C are needed");
  kind.d = types[0];
  kind.a = types[1];
  kind.b = types[2];
  kind.c = types[3];
  return false;
}

/// True if the ISA allows these types together.
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
  case MatrixFamily::F8F6F4: {
    bool isFp8 = familyOf(kind.a) == MatrixFamily::Fp8 &&
                 familyOf(kind.b) == MatrixFamily::Fp8;
    return isSmallFloat(kind.b) && isAccumulator(kind.c) && kind.c == kind.d &&
           (isFp8 || form.shape.k == 32);
  }
  case MatrixFamily::Fp4:
    return isSame && isFloat;
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

/// Takes the modes of a family: .satfinite, rounding, operations on bits.
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

/// scale-data, {byte-id, thread-id}
static bool takeScales(InstructionDecoder &d, size_t operand, unsigned count,
                       bool isOfA) {
  const Operand &data = d.operand(operand), &place = d.operand(operand + 1);
  const Operand &only =
      data.kind == Operand::Kind::Vector && data.elements.size() == 1
          ? data.elements.front()
          : data;
  if (only.kind != Operand::Kind::Register)
    return d.fail("scale factors must be in a register");
  if (place.kind != Operand::Kind::Vector || place.elements.size() != 2)
    return d.fail("where the scale factors are needs the number of a byte and "
                  "that of threads: {byte-id, thread-id}");
  const Operand &byte = place.elements[0], &thread = place.elements[1];
  if (byte.kind == Operand::Kind::Integer &&
      (byte.value >= 4 || byte.value % count))
    return d.fail("byte-id must be a multiple of " + llvm::Twine(count) +
                  " below 4");
  if (thread.kind == Operand::Kind::Integer &&
      thread.value >= (isOfA ? 2u : 4u))
    return d.fail(isOfA ? "thread-id of A must be 0 or 1"
                        : "thread-id of B must be below 4");
  for (auto [source, type] : {std::pair(&only, Type::B32),
                              {&byte, Type::U16},
                              {&thread, Type::U16}}) {
    Slot slot = noSlot;
    if (d.anySource(*source, type, slot))
      return true;
    d.function.code.slots.push_back(slot);
  }
  return false;
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
  bool isScaled = kind.scale != Type::None;
  if (d.expectOperands(isScaled ? 8 : 4) ||
      takeFragment(d, 0, operation.dRegisters, width, true) ||
      takeFragment(d, 1, operation.aRegisters, width, false) ||
      takeFragment(d, 2, operation.bRegisters, width, false) ||
      takeFragment(d, 3, operation.cRegisters, width, false))
    return true;
  unsigned count = isScaled ? kind.shape.k / kind.scaleVector : 0;
  return isScaled && (takeScales(d, 4, count, /*isOfA=*/true) ||
                      takeScales(d, 6, count, /*isOfA=*/false));
}

/// Checks the target of .kind: floats of 8 bits need a variant of any
/// Blackwell.
static bool needsTargetOf(InstructionDecoder &d, MatrixKind kind,
                          const MatrixForm &form, const ProductKind &product) {
  if (kind == MatrixKind::None)
    return d.needsTarget(form.architecture);
  bool isFp8 = familyOf(product.a) == MatrixFamily::Fp8 &&
               familyOf(product.b) == MatrixFamily::Fp8;
  return d.needsVariant(kind == MatrixKind::F8F6F4 && isFp8 ? 100 : 120);
}

static bool decodeProduct(InstructionDecoder &d, bool isWmma) {
  MatrixOrder orders[2];
  MatrixOperation operation;
  ProductKind &kind = operation.kind;
  MatrixKind matrixKind;
  unsigned scaleCount = 0;
  if (takeKind(d, matrixKind, scaleCount) || takeSyncAligned(d) ||
      takeOrders(d, orders))
    return true;
  llvm::StringRef shape = takeShape(d);
  if (takeTypes(d, isWmma, kind))
    return true;
  std::optional<MatrixFamily> family = familyOf(matrixKind, kind.a);
  const MatrixForm *form = family ? findForm(isWmma, shape, *family) : nullptr;
  bool isScaled = isBlockScaled(matrixKind);
  if (!form || !areTypesAllowed(*form, kind) ||
      (isScaled && (kind.c != Type::F32 || form->shape.k == 16)) ||
      isScaled != (kind.scale != Type::None))
    return d.fail("there is no such product: shape and types do not fit");
  if (isScaled && checkScales(d, matrixKind, kind.scale, scaleCount))
    return true;
  // Memory may hold a fragment of wmma in either order, except for narrow
  // elements.
  bool isRowColumn =
      orders[0] == MatrixOrder::Row && orders[1] == MatrixOrder::Column;
  bool isNarrow =
      *family == MatrixFamily::Nibble || *family == MatrixFamily::Bit;
  if (!isRowColumn && (isWmma ? isNarrow : !form->hasQuadPairs()))
    return d.fail("A must be .row here and B .col");
  if (needsTargetOf(d, matrixKind, *form, kind) || takeModes(d, *family, kind))
    return true;
  kind.shape = form->layoutShape();
  if (isScaled)
    kind.scaleVector = kind.shape.k / scaleCount;
  bool isHalf = kind.c == Type::F16 && kind.d == Type::F16;
  kind.model = *family == MatrixFamily::Fp4
                   ? SumModel::ofGroups()
                   : SumModel::of(architectureOf(d), kind.a, isHalf, isWmma);
  operation.elementBits = form->elementBits();
  chooseLayouts(*form, orders, operation);
  if (takeFragments(d, *form, operation))
    return true;
  Code &code = d.function.code;
  d.inst.target = static_cast<uint32_t>(code.matrices.size());
  d.inst.execute = handlerOfProduct(*family, isScaled);
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
