//===- MatrixProducts.cpp - Execution of mma and wmma.mma -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp's registers are gathered into matrices (Layout.h), multiplied
// (Product.h), and scattered again. Most products take a faster way, in vectors
// of the host (FragmentVectors.h).
//
//===----------------------------------------------------------------------===//

#include "../../Matrix/FloatSums.h"
#include "../../Matrix/FragmentVectors.h"
#include "../../Matrix/VectorUnit.h"
#include "Matrix.h"
#include "ProductPanels.h"
#include <memory>

using namespace tessera::ptx;

namespace {

/// Spreads the elements of 32-bit registers, each `bits` wide, over a matrix;
/// Convert is called with an element in the low bits.
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

/// Operands for the scale factors of a matrix: a register, the number of a
/// byte, and that of threads.
constexpr unsigned scaleOperands = 3;

/// The operation and its registers.
struct Product {
  Product(const Warp &warp, const Inst &inst)
      : Product(*warp.frame()->code->matrices[inst.target], warp, inst) {}
  Product(const MatrixOperation &operation, const Warp &warp, const Inst &inst)
      : operation(operation), d(warp.list(inst)), a(d + operation.dRegisters),
        b(a + operation.aRegisters), c(b + operation.bRegisters) {}

  const MatrixOperation &operation;
  const Slot *d, *a, *b, *c;
};

/// The way registers hold floats of a type; other bits do not count. `bits` is
/// the width of an element in the layout.
Packing packingOf(Type type, unsigned bits) {
  if (type == Type::TF32) // in the upper bits
    return {bits, bits - tf32Format.width(), tf32Format.width()};
  if (type == Type::E2M1 && bits == 8) // in the middle bits
    return {bits, 2, bitWidth(type)};
  return {bits, 0, bitWidth(type)};
}

/// Gathers floats, each in the low bits of its word.
void gatherFloats(const Warp &warp, const Slot *registers,
                  const FragmentLayout &layout, unsigned bits, Type type,
                  uint32_t *matrix) {
  const Packing packing = packingOf(type, bits);
  gather(warp, registers, layout, bits, matrix,
         [shift = packing.shift, mask = packing.mask()](uint32_t value) {
           return value >> shift & mask;
         });
}

/// The lanes of some registers.
template <typename Word> class RegistersOf {
public:
  RegistersOf(const Warp &warp, const Slot *slots, unsigned count)
      : count(count) {
    for (unsigned i = 0; i != count; ++i) {
      if constexpr (std::is_const_v<Word>)
        lanes[i] = warp.read<uint32_t>(slots[i]);
      else
        lanes[i] = warp.write<uint32_t>(slots[i]);
    }
  }
  unsigned size() const { return count; }
  operator Word *const *() const { return lanes; }

private:
  // A panel has no more registers of accumulators.
  static constexpr unsigned most =
      mostPanelRows * mostPanelColumns * mostAccumulators / warpSize;
  Word *lanes[most];
  const unsigned count;
};
using RegisterList = RegistersOf<const uint32_t>;

/// Multiplicands of the last panels, decoded, by their first register. Warps of a
/// block take the same ones in turn, and so do panels of a large tile.
class DecodedFragments {
public:
  using Gather = void (*)(MatrixShape, Packing, ConstRegisters, uint32_t *);
  struct Form {
    Type type = Type::None;
    MatrixShape shape = {0, 0, 0};
    Packing packing = {0, 0, 0};
    bool convertsToHalf = false;

    bool operator==(const Form &o) const {
      return type == o.type && shape == o.shape &&
             packing.stride == o.packing.stride &&
             packing.shift == o.packing.shift &&
             packing.width == o.packing.width &&
             convertsToHalf == o.convertsToHalf;
    }
  };

  /// The factors that some registers have, so many of them. `first` is the slot
  /// of the first register.
  FloatFactors find(const Form &form, const SumModel &model, Slot first,
                    const RegisterList &registers, unsigned elements,
                    Gather gather) {
    constexpr unsigned bytesOfRegister = sizeof(Lanes);
    Entry &entry = entries[first / bytesOfRegister * 0x9E3779B1u >> 28];
    FloatFactors factors = {entry.values, entry.powers, entry.range};
    if (entry.form == form && isOf(entry, registers))
      return factors;
    entry.form = form;
    entry.bits.resize(registers.size());
    const ConstRegisters lanes = registers;
    for (unsigned i = 0; i != registers.size(); ++i)
      std::memcpy(entry.bits[i].data(), lanes[i], sizeof(Lanes));
    alignas(64) uint32_t matrix[mostMultiplicands];
    gather(form.shape, form.packing, lanes, matrix);
    factors.decode(model, form.type, matrix, elements);
    entry.range = factors.range;
    return factors;
  }

private:
  using Lanes = std::array<uint32_t, warpSize>;
  struct Entry {
    alignas(64) float values[mostMultiplicands];
    alignas(64) float powers[mostMultiplicands];
    std::vector<Lanes> bits;
    Form form;
    FloatRange range;
  };

  static bool isOf(const Entry &entry, const RegisterList &registers) {
    if (entry.bits.size() != registers.size())
      return false;
    const ConstRegisters lanes = registers;
    const Lanes *bits = entry.bits.data();
    const unsigned count = registers.size();
    uint32_t isOther = 0;
    runLoop([=, &isOther]() __attribute__((always_inline)) {
      typedef uint32_t Vector __attribute__((vector_size(sizeof(Lanes))));
      Vector differ = {};
      for (unsigned i = 0; i != count; ++i) {
        Vector known, now;
        std::memcpy(&known, &bits[i], sizeof known);
        std::memcpy(&now, lanes[i], sizeof now);
        differ |= known ^ now;
      }
      for (unsigned l = 0; l != warpSize; ++l)
        isOther |= differ[l];
    });
    return !isOther;
  }

  std::array<Entry, 16> entries;
};

/// The fragments of A and of B, with the places of the transposed product.
struct Decoded {
  DecodedFragments a, b;
  static constexpr unsigned mostSums =
      mostPanelRows * mostPanelColumns * mostAccumulators;
  alignas(64) uint32_t c[mostSums], d[mostSums];

  /// The host thread's own. Contents are compared with the registers, whichever
  /// warp's they are.
  static Decoded &ofThread() {
    static thread_local auto decoded = std::make_unique<Decoded>();
    return *decoded;
  }
};

/// The fast way for products of each of some fragments of A with each of some of
/// B, whose registers are in the order of one larger product; false if it is not
/// exact, with nothing done.
bool multiplyVectors(const Warp &warp, const MatrixOperation &op, unsigned rows,
                     unsigned columns, const Slot *slots) {
  if (op.batches != 1)
    return false;
  ProductKind kind = op.kind;
  const MatrixShape shape = {static_cast<uint16_t>(kind.shape.m * rows),
                             static_cast<uint16_t>(kind.shape.n * columns),
                             kind.shape.k};
  const unsigned products = rows * columns;
  const Slot *const ofD = slots, *const ofA = ofD + op.dRegisters * products;
  const Slot *const ofB = ofA + op.aRegisters * rows;
  const unsigned registersOfB = shape.n / 8 * shape.k * op.elementBits / 128;
  const Slot *const ofC = ofB + (products == 1 ? op.bRegisters : registersOfB);
  Decoded &decoded = Decoded::ofThread();
  auto formOf = [&](Type type) {
    return DecodedFragments::Form{type, shape, packingOf(type, op.elementBits),
                                  kind.model.convertsToHalf};
  };
  const FloatFactors right =
      decoded.a.find(formOf(kind.a), kind.model, *ofA,
                     RegisterList(warp, ofA, op.aRegisters * rows),
                     shape.m * shape.k, gatherA);
  const FloatFactors left = decoded.b.find(
      formOf(kind.b), kind.model, *ofB, RegisterList(warp, ofB, registersOfB),
      shape.n * shape.k, gatherB);
  gatherC(shape, kind.c == Type::F16,
          RegisterList(warp, ofC, op.cRegisters * products), decoded.c);
  // The longer side of most shapes is that of the host's vectors.
  kind.shape = {shape.n, shape.m, shape.k};
  if (isSmallInteger(kind.a))
    multiplyIntegers(kind, left.values, right.values, decoded.c, decoded.d);
  else if (!multiplyInFloats(kind, left, right, decoded.c, decoded.d))
    return false;
  scatterD(shape, kind.d == Type::F16, decoded.d,
           RegistersOf<uint32_t>(warp, ofD, op.dRegisters * products));
  return true;
}

/// A product by itself.
void multiplyAlone(const Warp &warp, const Inst &inst) {
  const Product p(warp, inst);
  const MatrixOperation &op = p.operation;
  const ProductKind &kind = op.kind;
  if (multiplyVectors(warp, op, 1, 1, p.d))
    return;
  alignas(64) uint32_t a[mostMultiplicands], b[mostMultiplicands];
  alignas(64) uint32_t c[mostAccumulators];
  gatherFloats(warp, p.a, *op.a, op.elementBits, kind.a, a);
  gatherFloats(warp, p.b, *op.b, op.elementBits, kind.b, b);
  gatherBits(warp, p.c, *op.c, bitWidth(kind.c), c);
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  for (unsigned i = 0; i != op.batches; ++i)
    multiplyFloats(kind, a + i * m * k, b + i * k * n, c + i * m * n);
  scatter(warp, p.d, *op.d, kind.d == Type::F16, c);
}

/// Products that have a fast way: alone or, without anybody who runs each
/// instruction several times, as a part of a panel.
void multiplyVectorLanes(Warp &warp, const Inst &inst, LaneMask) {
  if (inst.panel == noPanel || warp.getShadow() || warp.sources)
    return multiplyAlone(warp, inst);
  const Code &code = *warp.frame()->code;
  const ProductPanel &panel = code.panels[inst.panel];
  ++warp.productsPending;
  warp.lastPending = &inst;
  if (&inst != &code.instructions[panel.members.back()])
    return;
  if (warp.productsPending == panel.members.size() &&
      multiplyVectors(warp, *code.matrices[inst.target], panel.rows,
                      panel.columns, code.slots.data() + panel.list))
    warp.productsPending = 0;
  multiplyPending(warp);
}

/// PTX ISA, section "Block Scaling for mma.sync": the scale factors of a row of
/// A are neighbouring bytes of a register. The ones of row g are in lane 4g +
/// 2t, those of row g + 8 in the next lane, where t is the number of the pair
/// of threads. The ones of column g of B are in lane 4g + t.
bool gatherScales(Warp &warp, const Slot *operands, MatrixRole role,
                  unsigned outer, unsigned count, uint8_t *scales) {
  const uint32_t *data = warp.read<uint32_t>(operands[0]);
  const uint16_t *bytes = warp.read<uint16_t>(operands[1]);
  const uint16_t *threads = warp.read<uint16_t>(operands[2]);
  const char *matrix = role == MatrixRole::A ? "A" : "B";
  for (unsigned l = 0; l != warpSize; ++l) {
    if (bytes[l] != bytes[0] || threads[l] != threads[0]) {
      warp.fault(l, llvm::Twine("the lanes of a warp must agree where the "
                                "scale factors of ") +
                        matrix + " are, but this lane differs from lane 0");
      return false;
    }
  }
  unsigned mostThreads = role == MatrixRole::A ? 2 : 4;
  if (bytes[0] % count || bytes[0] >= 4 || threads[0] >= mostThreads) {
    warp.fault(0, "byte " + llvm::Twine(bytes[0]) + " of thread " +
                      llvm::Twine(threads[0]) + " cannot hold the first of " +
                      llvm::Twine(count) +
                      " scale factors; the byte must be a multiple of that "
                      "below 4, and the thread of " +
                      matrix + " below " + llvm::Twine(mostThreads));
    return false;
  }
  for (unsigned i = 0; i != outer; ++i) {
    unsigned lane = role == MatrixRole::A ? 4 * (i % 8) + 2 * threads[0] + i / 8
                                          : 4 * i + threads[0];
    for (unsigned j = 0; j != count; ++j)
      scales[i * count + j] =
          static_cast<uint8_t>(data[lane] >> (8 * (bytes[0] + j)));
  }
  return true;
}

void multiplyScaledLanes(Warp &warp, const Inst &inst, LaneMask) {
  Product p(warp, inst);
  const MatrixOperation &op = p.operation;
  const ProductKind &kind = op.kind;
  alignas(64) uint32_t a[mostMultiplicands], b[mostMultiplicands];
  alignas(64) uint32_t c[mostAccumulators];
  uint8_t aScales[mostScales], bScales[mostScales];
  const Slot *scales = p.c + op.cRegisters;
  unsigned count = kind.shape.k / kind.scaleVector;
  if (!gatherScales(warp, scales, MatrixRole::A, kind.shape.m, count,
                    aScales) ||
      !gatherScales(warp, scales + scaleOperands, MatrixRole::B, kind.shape.n,
                    count, bScales))
    return;
  gatherFloats(warp, p.a, *op.a, op.elementBits, kind.a, a);
  gatherFloats(warp, p.b, *op.b, op.elementBits, kind.b, b);
  gatherBits(warp, p.c, *op.c, 32, c);
  multiplyScaled(kind, a, b, aScales, bScales, c);
  scatter(warp, p.d, *op.d, /*isHalf=*/false, c);
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

} // namespace

Handler tessera::ptx::handlerOfProduct(MatrixFamily family, bool isScaled) {
  if (isScaled)
    return &multiplyScaledLanes;
  switch (family) {
  case MatrixFamily::Half:
  case MatrixFamily::Bfloat:
  case MatrixFamily::Tf32:
  case MatrixFamily::Fp8:
  case MatrixFamily::F8F6F4:
  case MatrixFamily::Fp4:
  case MatrixFamily::Byte:
  case MatrixFamily::Nibble:
    return &multiplyVectorLanes;
  case MatrixFamily::Double:
    return &multiplyDoubleLanes;
  case MatrixFamily::Bit:
    return &multiplyBitLanes;
  }
  return nullptr;
}

bool tessera::ptx::isVectorProduct(Handler handler) {
  return handler == &multiplyVectorLanes;
}

void tessera::ptx::multiplyPending(Warp &warp) {
  if (!warp.productsPending)
    return;
  const Code &code = *warp.frame()->code;
  const auto &members = code.panels[warp.lastPending->panel].members;
  const auto last =
      static_cast<uint32_t>(warp.lastPending - code.instructions.data());
  const auto end = llvm::find(members, last) + 1;
  for (auto at = end - std::exchange(warp.productsPending, 0); at != end; ++at)
    multiplyAlone(warp, code.instructions[*at]);
}
