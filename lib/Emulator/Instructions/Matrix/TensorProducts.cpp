//===- TensorProducts.cpp - Products in tensor memory ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "tcgen05.mma" and "Instruction descriptor": products of one
// block and of pairs, dense and sparse, with block scales and without,
// activation and weight stationary.
//
//===----------------------------------------------------------------------===//

#include "../../Async/TensorProduct.h"
#include "../../Counters/Counters.h"
#include "../../Machine/Control.h"
#include "../Memory/AsyncCopy.h"
#include "Matrix.h"
#include "TensorCore.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

enum class Kind : uint8_t { F16, Tf32, F8F6F4, I8, MxF8F6F4, MxF4, MxF4NvF4 };

bool isScaled(Kind kind) { return kind >= Kind::MxF8F6F4; }
bool hasPackedNibbles(Kind kind) { return kind >= Kind::MxF4; }

/// The modifiers of a product, stored in Inst::target.
struct ProductForm {
  Kind kind = Kind::F16;
  bool isPair = false;       ///< .cta_group::2
  bool isStationary = false; ///< .ws
  bool isSparse = false;     ///< .sp
  bool shiftsA = false;      ///< .ashift
  unsigned scaleVector = 0;  ///< elements that share a factor

  uint32_t encode() const {
    return static_cast<uint32_t>(kind) | uint32_t(isPair) << 8 |
           uint32_t(isStationary) << 9 | uint32_t(shiftsA) << 10 |
           uint32_t(isSparse) << 11 | scaleVector << 16;
  }
  static ProductForm of(const Inst &inst) {
    ProductForm form;
    form.kind = static_cast<Kind>(inst.target & 0xFF);
    form.isPair = inst.target >> 8 & 1;
    form.isStationary = inst.target >> 9 & 1;
    form.shiftsA = inst.target >> 10 & 1;
    form.isSparse = inst.target >> 11 & 1;
    form.scaleVector = inst.target >> 16;
    return form;
  }
};

//===----------------------------------------------------------------------===//
// Instruction descriptors
//===----------------------------------------------------------------------===//

/// The types of D, A and B that an instruction descriptor may name, by kind.
struct KindTypes {
  Type d[3], factors[8];
  unsigned bits, k; ///< bits of an element in shared memory
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
    {{none, none, none},
     {Type::E4M3, Type::E5M2, none, Type::E2M3, Type::E3M2, Type::E2M1, none,
      none},
     8,
     32},
    {{none, none, none},
     {none, Type::E2M1, none, none, none, none, none, none},
     4,
     64},
    {{none, none, none},
     {none, Type::E2M1, none, none, none, none, none, none},
     4,
     64},
};

/// PTX ISA, table "Various combinations of .kind and shapes".
bool hasShape(const ProductForm &form, unsigned m, unsigned n, Type b,
              bool transposesB) {
  bool isInteger = form.kind == Kind::I8;
  if (form.isStationary)
    return (m == 32 || m == 64 || m == 128) &&
           (n == 64 || n == 128 || (n == 256 && !form.isSparse));
  unsigned blocks = form.isPair ? 2 : 1;
  bool hasHalf = !isScaled(form.kind) || (form.isPair && !form.isSparse);
  bool hasRows = m == 128 * blocks || (m == 64 * blocks && hasHalf);
  unsigned step = 8 * blocks;
  if (isInteger && n > 32)
    step = 16 * blocks;
  if (isInteger && form.isPair)
    step = 32;
  // Table "Various combinations of N shape for 8bit transpose B".
  if (transposesB && bitWidth(b) == 8)
    step = std::max(step, 16 * blocks);
  return hasRows && n >= step && n <= 256 && n % step == 0;
}

/// The fields of a descriptor: common ones, and those of one kind.
class InstructionDescriptor {
public:
  InstructionDescriptor(uint32_t bits, const ProductForm &form)
      : bits(bits), form(form), types(kindTypes[unsigned(form.kind)]) {}

  /// Sets the types and shape of the product. Returns an error, or null.
  const char *read(TensorProduct &product) const;

  /// Limit on the columns by which a mask may shift B.
  unsigned getMostShift() const {
    static constexpr unsigned shifts[] = {0, 8, 16, 32};
    return shifts[field(30, 2)];
  }

private:
  unsigned field(unsigned first, unsigned size) const {
    return bits >> first & ((1u << size) - 1);
  }
  const char *readPlain(TensorProduct &product, unsigned &m) const;
  const char *readScaled(TensorProduct &product, unsigned &m) const;

  const uint32_t bits;
  const ProductForm &form;
  const KindTypes &types;
};

const char *InstructionDescriptor::readPlain(TensorProduct &product,
                                             unsigned &m) const {
  ProductKind &p = product.kind;
  bool hasSelector = form.kind == Kind::F16 || form.kind == Kind::Tf32;
  if (field(0, 2) > (form.isSparse && hasSelector ? 1u : 0u))
    return "selects metadata that the kind of product has not";
  product.metadataAddress += field(0, 2);
  if (field(6, 1) || field(23, 1) || field(29, 1))
    return "has reserved bits that are not 0";
  p.d = field(4, 2) < 3 ? types.d[field(4, 2)] : none;
  p.a = types.factors[field(7, 3)];
  p.b = types.factors[field(10, 3)];
  bool isInteger = form.kind == Kind::I8;
  bool isMixed = form.kind == Kind::F16 && p.a != p.b;
  if (p.d == none || p.a == none || p.b == none || isMixed ||
      (p.d == Type::F16 && p.a == Type::BF16))
    return "names types that the kind of product has not";
  p.saturates = field(3, 1);
  if ((p.saturates && !isInteger) ||
      (isInteger && (field(13, 1) || field(14, 1))))
    return "has a mode that the kind of product has not";
  m = field(24, 5) * 16;
  p.model = SumModel::ofTensorMemory(p.d == Type::F16);
  return nullptr;
}

const char *InstructionDescriptor::readScaled(TensorProduct &product,
                                              unsigned &m) const {
  ProductKind &p = product.kind;
  bool isNarrow = hasPackedNibbles(form.kind);
  if (field(0, 2) || field(3, 1) || field(6, 1) || field(24, 3) ||
      (isNarrow && field(12, 1)) || (!isNarrow && field(31, 1)))
    return "has reserved bits that are not 0";
  if (isNarrow && field(31, 1))
    return "asks for a depth of 96, which is not supported";
  p.d = Type::F32;
  p.a = types.factors[field(7, 3)];
  p.b = types.factors[field(10, isNarrow ? 2 : 3)];
  if (p.a == none || p.b == none)
    return "names types that the kind of product has not";
  p.scale = field(23, 1) ? Type::UE8M0 : Type::UE4M3;
  p.scaleVector = form.scaleVector;
  bool mayBeFloat = form.kind == Kind::MxF4NvF4 && form.scaleVector == 16;
  if (p.scale == Type::UE4M3 && !mayBeFloat)
    return "names a type of scale factors that the kind of product has not";
  if (isNarrow && (field(15, 1) || field(16, 1)))
    return "has a mode that the kind of product has not";
  product.bScaleByte = field(4, 2);
  product.aScaleByte = field(29, 2);
  unsigned factors = types.k / form.scaleVector;
  if (product.aScaleByte % factors || product.bScaleByte % factors)
    return "selects bytes of scale factors that do not begin there";
  m = field(27, 2) * 128;
  p.model = isNarrow ? SumModel::ofGroups()
                     : SumModel::ofTensorMemory(/*isHalf=*/false);
  return nullptr;
}

const char *InstructionDescriptor::read(TensorProduct &product) const {
  ProductKind &p = product.kind;
  if (field(2, 1) != form.isSparse)
    return form.isSparse ? "asks for a dense product"
                         : "asks for a sparse product";
  product.isSparse = form.isSparse;
  unsigned m = 0, n = field(17, 6) * 8;
  const char *wrong =
      isScaled(form.kind) ? readScaled(product, m) : readPlain(product, m);
  if (wrong)
    return wrong;
  p.c = p.d;
  product.negatesA = field(13, 1);
  product.negatesB = field(14, 1);
  bool transposesA = field(15, 1), transposesB = field(16, 1);
  if (!hasShape(form, m, n, p.b, transposesB))
    return "names a shape that the kind of product has not";
  if (form.shiftsA && m < 128)
    return "names a shape that a product with .ashift has not";
  p.shape = {static_cast<uint16_t>(m), static_cast<uint16_t>(n),
             static_cast<uint16_t>(types.k)};
  unsigned parts = form.isPair ? 2 : 1;
  // Pairs of 4-bit elements count as bytes.
  unsigned bitsOfCell = std::max(types.bits, 8u);
  unsigned depth = types.k * types.bits / bitsOfCell;
  product.a = {m / parts, depth, bitsOfCell, transposesA};
  product.b = {n / parts, form.isSparse ? 2 * depth : depth, bitsOfCell,
               transposesB};
  if (form.isSparse && form.isStationary && m != 128)
    return "asks for a sparse product of less than 128 rows with .ws, whose "
           "layout in tensor memory the PTX ISA does not give";
  bool isHalf = m == 64 * parts;
  bool isInTwo = form.isStationary || (form.isPair && !form.isSparse);
  product.layout = m == 32             ? TensorLayout::OneByFour
                   : isHalf && isInTwo ? TensorLayout::TwoByTwo
                   : isHalf            ? TensorLayout::HalfRows
                                       : TensorLayout::Rows;
  return nullptr;
}

/// PTX ISA, section "Zero-Column Mask Descriptor", whose examples use the skip
/// span for the columns of zeros. Sets the columns that B counts for. Returns
/// an error, or null.
const char *readZeroColumns(uint64_t bits, unsigned mostShift,
                            TensorProduct &product) {
  auto field = [&](unsigned first, unsigned size) {
    return static_cast<unsigned>(bits >> first & ((1u << size) - 1));
  };
  const unsigned m = product.kind.shape.m, n = product.kind.shape.n;
  const unsigned shift = field(56, 6);
  if (field(36, 3) || field(62, 2))
    return "has reserved bits that are not 0";
  if (shift > (m == 32 ? 16u : 32u) || shift > mostShift)
    return "shifts columns farther than the instruction descriptor or the "
           "rows of A allow";
  product.columnShift = shift;
  product.b.outer = static_cast<unsigned>(llvm::alignTo(n + shift, 16));
  if (!field(39, 1))
    return nullptr;
  const unsigned zeros = field(40, 8) + 1, others = field(48, 8) + 1;
  const unsigned parts = 128 / m, columns = n / parts;
  for (unsigned part = 0; part != parts; ++part) {
    bool startsWithZeros = field(32 + part, 1);
    for (unsigned i = 0; i != columns; ++i) {
      unsigned at = (field(8 * part, 8) + i) % (zeros + others);
      bool isInFirst = at < (startsWithZeros ? zeros : others);
      product.zeroColumns[part * columns + i] = isInFirst == startsWithZeros;
    }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Sets the addresses of D and of an A in tensor memory; false after a fault.
bool setAddresses(const AsyncOrigin &origin, const Inst &inst,
                  const ProductForm &form, TensorProduct &product) {
  Warp &warp = *origin.warp;
  auto address = [&](unsigned position) {
    return static_cast<uint32_t>(
        listedAddress(warp, inst, position, origin.lane));
  };
  unsigned next = 1;
  product.dAddress = address(0);
  if (product.isAInTensorMemory)
    product.aAddress = address(next++);
  TensorAddress d(product.dAddress), a(product.aAddress);
  bool isHalf = product.layout == TensorLayout::HalfRows;
  if (d.lane != 0 && !(isHalf && d.lane == 16)) {
    origin.fault("D must begin at lane 0" +
                 llvm::Twine(isHalf ? " or 16" : "") +
                 " of tensor memory, not at lane " + llvm::Twine(d.lane));
    return false;
  }
  if (product.isAInTensorMemory && a.lane != d.lane) {
    origin.fault(
        "A and D must begin at the same lane of tensor memory, not at " +
        llvm::Twine(a.lane) + " and " + llvm::Twine(d.lane));
    return false;
  }
  if (product.isAInTensorMemory && form.isStationary &&
      product.layout != TensorLayout::Rows) {
    origin.fault("an A of less than 128 rows in tensor memory is not supported "
                 "in a product with .ws");
    return false;
  }
  if (form.isSparse) {
    product.metadataAddress += address(next++);
    TensorAddress metadata(product.metadataAddress);
    if (metadata.lane != d.lane) {
      origin.fault("metadata must begin at lane " + llvm::Twine(d.lane) +
                   " of tensor memory, as D does, not at lane " +
                   llvm::Twine(metadata.lane));
      return false;
    }
  }
  if (!isScaled(form.kind))
    return true;
  // CUTLASS puts the byte of a word, which the instruction descriptor has as
  // well, into the two upper bits.
  constexpr uint32_t places = 0x3FFFFFFF;
  product.aScaleAddress = address(next++) & places;
  product.bScaleAddress = address(next) & places;
  for (uint32_t scales : {product.aScaleAddress, product.bScaleAddress})
    if (TensorAddress(scales).lane) {
      origin.fault("scale factors must begin at lane 0 of tensor memory, not "
                   "at lane " +
                   llvm::Twine(TensorAddress(scales).lane));
      return false;
    }
  return true;
}

/// The operands listed behind the addresses: masks of lanes, or the one of
/// columns.
const Slot *masksOf(const Warp &warp, const Inst &inst,
                    const ProductForm &form) {
  unsigned addresses =
      1 + inst.isUniform + form.isSparse + 2 * isScaled(form.kind);
  return warp.list(inst) + wordsOfAddress * addresses;
}

void setParts(const AsyncOrigin &origin, const Inst &inst,
              const ProductForm &form, llvm::ArrayRef<TensorMemory *> memories,
              TensorProduct &product) {
  Warp &warp = *origin.warp;
  const Slot *masks = masksOf(warp, inst, form);
  constexpr unsigned words = tensorLanes / 32;
  for (TensorMemory *memory : memories)
    product.parts.push_back({memory, {}, {}, {}});
  if (form.isStationary)
    return;
  for (unsigned i = 0; i != inst.count; ++i)
    for (unsigned bit = 0; bit != 32; ++bit)
      product.parts[i / words].disabled[32 * (i % words) + bit] =
          warp.read<uint32_t>(masks[i])[origin.lane] >> bit & 1;
}

void count(const TensorProduct &product, Kind kind) {
  const AsyncOrigin &origin = product.origin;
  Counters *counters = origin.warp->counters;
  if (!counters)
    return;
  static constexpr Counter ofKinds[] = {
      Counter::TensorF16,     Counter::TensorTf32,     Counter::TensorF8F6F4,
      Counter::TensorI8,      Counter::TensorMxF8F6F4, Counter::TensorMxF4,
      Counter::TensorMxF4NvF4};
  // Zeros of a sparse A count as operations, as for other products.
  uint64_t operations = uint64_t(2) * product.kind.shape.m *
                        product.kind.shape.n * product.kind.shape.k *
                        (product.isSparse ? 2 : 1);
  for (Counter counter :
       {ofKinds[unsigned(kind)],
        kind == Kind::I8 ? Counter::MatrixIops : Counter::MatrixFlops})
    counters->count(*origin.code, origin.pc, counter, operations);
  if (product.aCells)
    countCells(origin, product.a, *product.aCells, product.parts.size());
  countCells(origin, product.b, *product.bCells, product.parts.size());
}

void multiplyLane(Warp &warp, const Inst &inst, unsigned lane) {
  ProductForm form = ProductForm::of(inst);
  AsyncOrigin origin(warp, inst, lane);
  auto memories = memoriesOf(origin, form.isPair);
  if (memories.empty())
    return;
  auto product = std::make_shared<TensorProduct>(origin, memoryOf(warp));
  uint32_t descriptor = warp.read<uint32_t>(inst.src[2])[lane];
  product->isAInTensorMemory = inst.isUniform;
  product->shiftsA = form.shiftsA;
  InstructionDescriptor described(descriptor, form);
  if (const char *wrong = described.read(*product))
    return origin.fault("the instruction descriptor 0x" +
                        llvm::utohexstr(descriptor, true) + " " + wrong);
  if (form.isStationary && inst.count) {
    uint64_t mask = warp.read<uint64_t>(*masksOf(warp, inst, form))[lane];
    if (const char *wrong =
            readZeroColumns(mask, described.getMostShift(), *product))
      return origin.fault("the mask of zero columns 0x" +
                          llvm::utohexstr(mask, true) + " " + wrong);
  }
  product->accumulates =
      (warp.readPredicate(inst.src[3]) >> lane & 1) != inst.isNegated;
  product->scaleOfD = static_cast<unsigned>(inst.immediate);
  setParts(origin, inst, form, memories, *product);
  if (!setAddresses(origin, inst, form, *product) ||
      (!product->isAInTensorMemory &&
       !resolveCells(origin, product->a, warp.read<uint64_t>(inst.src[0])[lane],
                     "A", product->aCells)) ||
      !resolveCells(origin, product->b, warp.read<uint64_t>(inst.src[1])[lane],
                    "B", product->bCells))
    return;
  product->listUses();
  if (!memoryOf(warp).checkUses(*product, product->accumulates))
    return;
  count(*product, form.kind);
  tellWork(*product, memories, {product->aCells.get(), product->bCells.get()});
  memoryOf(warp).begin(std::move(product));
}

void multiplyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1)
    multiplyLane(warp, inst, firstLane(mask));
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static bool takeTensorKind(InstructionDecoder &d, Kind &kind) {
  static constexpr std::pair<const char *, Kind> kinds[] = {
      {"kind::f16", Kind::F16},           {"kind::tf32", Kind::Tf32},
      {"kind::f8f6f4", Kind::F8F6F4},     {"kind::i8", Kind::I8},
      {"kind::mxf8f6f4", Kind::MxF8F6F4}, {"kind::mxf4", Kind::MxF4},
      {"kind::mxf4nvf4", Kind::MxF4NvF4}};
  for (auto [name, value] : kinds)
    if (d.take(name)) {
      kind = value;
      return kind == Kind::I8 && architectureOf(d) == 103 &&
             d.fail("sm_103 has no products of integers in tensor memory");
    }
  return d.fail("the kind of product is needed: .kind::f16 and its like");
}

/// .block_scale and the size of blocks, PTX ISA, table "Valid combinations of
/// scale_vectorsize with types and MMA-Kind".
static bool takeScaleVector(InstructionDecoder &d, ProductForm &form) {
  if (!isScaled(form.kind))
    return false;
  if (!d.take("block_scale"))
    return d.fail("this kind of product needs .block_scale");
  static constexpr std::tuple<const char *, bool, unsigned> sizes[] = {
      {"scale_vec::1X", true, 1},
      {"scale_vec::2X", true, 2},
      {"scale_vec::4X", true, 4},
      {"block16", false, 16},
      {"block32", false, 32}};
  unsigned k = kindTypes[unsigned(form.kind)].k;
  form.scaleVector = form.kind == Kind::MxF4NvF4 ? 0 : 32;
  bool fits = form.scaleVector != 0;
  for (auto [name, isCount, value] : sizes)
    if (d.take(name)) {
      form.scaleVector = isCount ? k / value : value;
      fits = form.scaleVector == 32 ||
             (form.scaleVector == 16 && form.kind == Kind::MxF4NvF4);
      if (isCount && d.needsExactVariant(100))
        return true;
    }
  return !fits && d.fail("the size of blocks does not fit the kind of product");
}

/// Hints: `form` decides which buffers there are, one for A, or four for B in a
/// product with .ws.
static bool takeCollector(InstructionDecoder &d, const ProductForm &form) {
  static constexpr const char *uses[] = {"fill", "use", "lastuse", "discard"};
  static constexpr const char *buffers[] = {"b0", "b1", "b2", "b3"};
  for (const char *use : uses) {
    bool keepsA = use == uses[0] || use == uses[1];
    if (!form.isStationary && d.take(std::string("collector::a::") + use))
      return form.shiftsA && keepsA &&
             d.fail("a product with .ashift cannot fill or use the collector");
    for (const char *buffer : buffers)
      if (form.isStationary &&
          d.take(std::string("collector::") + buffer + "::" + use))
        return false;
  }
  return false;
}

static bool takeProductForm(InstructionDecoder &d, ProductForm &form) {
  form.isSparse = d.take("sp");
  form.isStationary = d.take("ws");
  form.shiftsA = d.take("ashift");
  if (takeBlockGroup(d, form.isPair) || takeTensorKind(d, form.kind) ||
      takeScaleVector(d, form) || takeCollector(d, form))
    return true;
  if (form.isStationary && (form.isPair || isScaled(form.kind) || form.shiftsA))
    return d.fail("there is no such product with .ws");
  if (form.isSparse && hasPackedNibbles(form.kind) && d.needsExactVariant(100))
    return true;
  return form.shiftsA && isScaled(form.kind) &&
         d.fail("a product of scaled blocks has no .ashift");
}

/// Takes the operand behind the predicate: the power of two by which D is
/// divided, or with .ws the mask of zero columns.
static bool takeLast(InstructionDecoder &d, const ProductForm &form,
                     size_t operand) {
  if (form.isStationary) {
    Slot slot = noSlot;
    d.inst.count = 1;
    if (d.anySource(d.operand(operand), Type::B64, slot))
      return true;
    d.function.code.slots.push_back(slot);
    return false;
  }
  if (architectureOf(d) >= 110)
    return d.fail("only sm_100 and sm_103 scale D");
  if (d.integerLiteral(operand, d.inst.immediate))
    return true;
  return (d.inst.immediate < 0 || d.inst.immediate > 15 ||
          (form.kind != Kind::F16 && form.kind != Kind::Tf32)) &&
         d.fail("D is scaled by 0 to 15, and only of .kind::f16 and tf32");
}

bool tessera::ptx::decodeTensorProduct(InstructionDecoder &d) {
  Inst &inst = d.inst;
  ProductForm form;
  if (takeProductForm(d, form) ||
      d.expectOperands(5 + form.isSparse, 7 + form.isSparse))
    return true;
  inst.target = form.encode();
  inst.isUniform = d.operand(1).kind == Operand::Kind::Address;
  if (form.shiftsA && !inst.isUniform)
    return d.fail("a product with .ashift has its A in tensor memory");
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  size_t next = 4 + form.isSparse, descriptor = next - 1;
  if (listAddress(d, 0, Space::Shared) ||
      (inst.isUniform && listAddress(d, 1, Space::Shared)) ||
      (form.isSparse && listAddress(d, 3, Space::Shared)))
    return true;
  if (isScaled(form.kind) && (d.expectOperands(7 + form.isSparse) ||
                              listAddress(d, next++, Space::Shared) ||
                              listAddress(d, next++, Space::Shared)))
    return true;
  inst.src[0] = noSlot;
  inst.immediate = 0;
  inst.count = 0;
  if (d.operand(next).kind == Operand::Kind::Vector && !form.isStationary &&
      !isScaled(form.kind)) {
    inst.count = form.isPair ? 8 : 4;
    if (takeFragment(d, next++, inst.count, 32, false))
      return true;
  }
  if (d.operandCount() <= next)
    return d.fail("the predicate is missing");
  bool hasMore = d.operandCount() == next + 2;
  if (d.expectOperands(next + 1 + hasMore) ||
      (!inst.isUniform && d.source(1, Type::B64, 0)) ||
      d.source(2, Type::B64, 1) || d.source(descriptor, Type::B32, 2) ||
      d.predicateSource(next, 3))
    return true;
  inst.execute = &multiplyLanes;
  return hasMore && takeLast(d, form, next + 1);
}
