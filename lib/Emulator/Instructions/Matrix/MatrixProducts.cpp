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
#include "ProductRuns.h"
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
  RegistersOf() = default;
  RegistersOf(const Warp &warp, const Slot *slots, unsigned count) {
    add(warp, slots, count);
  }
  void add(const Warp &warp, const Slot *slots, unsigned count) {
    const size_t size = lanes.size();
    lanes.resize_for_overwrite(size + count);
    for (unsigned i = 0; i != count; ++i) {
      if constexpr (std::is_const_v<Word>)
        lanes[size + i] = warp.read<uint32_t>(slots[i]);
      else
        lanes[size + i] = warp.write<uint32_t>(slots[i]);
    }
  }
  unsigned size() const { return static_cast<unsigned>(lanes.size()); }
  operator Word *const *() const { return lanes.data(); }

private:
  llvm::SmallVector<Word *, 64> lanes;
};
using RegisterList = RegistersOf<const uint32_t>;

/// Multiplicands of the last products, decoded, by their first register. A tile's
/// products take each fragment of A, and the fragments of B of a run, several
/// times, in turn.
class DecodedFragments {
public:
  using Gather = void (*)(MatrixShape, Packing, ConstRegisters, uint32_t *);
  struct Form {
    Type type = Type::None;
    MatrixShape shape = {0, 0, 0};
    Packing packing = {0, 0, 0};
    bool convertsToHalf = false;
    unsigned elements = 0, registers = 0; ///< of a fragment

    bool operator==(const Form &o) const {
      return type == o.type && shape == o.shape &&
             packing.stride == o.packing.stride &&
             packing.shift == o.packing.shift &&
             packing.width == o.packing.width &&
             convertsToHalf == o.convertsToHalf && elements == o.elements &&
             registers == o.registers;
    }
  };

  /// The factors of the fragments that have some registers, one fragment behind
  /// the other. `first` is the slot of the first register.
  FloatFactors find(const Form &form, const SumModel &model, Slot first,
                    const RegisterList &registers, Gather gather) {
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
    unsigned elements = 0;
    for (unsigned i = 0; i != registers.size(); i += form.registers) {
      gather(form.shape, form.packing, lanes + i, matrix + elements);
      elements += form.elements;
    }
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

/// The most products in a run, whose columns of B are as many multiplicands as
/// the largest matrix has.
constexpr unsigned mostProducts = 8;

/// The fragments of A and of B, with the places of the transposed product.
struct Decoded {
  DecodedFragments a, b;

  /// The host thread's own. Contents are compared with the registers, whichever
  /// warp's they are.
  static Decoded &ofThread() {
    static thread_local auto decoded = std::make_unique<Decoded>();
    return *decoded;
  }
};

/// Stores D, a column of D' after the other, in the registers of products with
/// one A from one on.
void scatterVectors(const Warp &warp, const Inst *first, unsigned count,
                    const uint32_t *d) {
  const MatrixOperation &op = Product(warp, *first).operation;
  RegistersOf<uint32_t> lanes;
  for (const Inst &inst : llvm::ArrayRef(first, count))
    lanes.add(warp, Product(op, warp, inst).d, op.dRegisters);
  MatrixShape shape = op.kind.shape;
  shape.n = static_cast<uint16_t>(shape.n * count);
  scatterD(shape, op.kind.d == Type::F16, d, lanes);
}

/// The fast way for a run of products from one on, if it is exact; else false,
/// with nothing done.
bool multiplyVectors(const Warp &warp, const Inst *first, unsigned count) {
  const Product product(warp, *first);
  const MatrixOperation &op = product.operation;
  if (op.batches != 1)
    return false;
  ProductKind kind = op.kind;
  const MatrixShape shape = kind.shape;
  RegisterList ofB, ofC;
  for (unsigned i = 0; i != count; ++i) {
    const Product each(op, warp, first[i]);
    ofB.add(warp, each.b, op.bRegisters);
    ofC.add(warp, each.c, op.cRegisters);
  }
  Decoded &decoded = Decoded::ofThread();
  auto formOf = [&](Type type, unsigned lines, unsigned registers) {
    return DecodedFragments::Form{type,
                                  shape,
                                  packingOf(type, op.elementBits),
                                  kind.model.convertsToHalf,
                                  lines * shape.k,
                                  registers};
  };
  const FloatFactors right = decoded.a.find(
      formOf(kind.a, shape.m, op.aRegisters), kind.model, product.a[0],
      RegisterList(warp, product.a, op.aRegisters), gatherA);
  const FloatFactors left =
      decoded.b.find(formOf(kind.b, shape.n, op.bRegisters), kind.model,
                     product.b[0], ofB, gatherB);
  alignas(64) uint32_t c[mostProducts * mostAccumulators];
  alignas(64) uint32_t d[mostProducts * mostAccumulators];
  // Their columns lie side by side, as those of one larger product.
  const auto columns = static_cast<uint16_t>(count * shape.n);
  gatherC({shape.m, columns, shape.k}, kind.c == Type::F16, ofC, c);
  kind.shape = {columns, shape.m, shape.k};
  if (isSmallInteger(kind.a))
    multiplyIntegers(kind, left.values, right.values, c, d);
  else if (!multiplyInFloats(kind, left, right, c, d))
    return false;
  scatterVectors(warp, first, count, d);
  return true;
}

/// The fast way, by which a product computes the ones that follow it, too; false
/// if it is not exact, with nothing done.
bool multiplyRun(Warp &warp, const Inst &inst) {
  if (warp.productsAhead) {
    --warp.productsAhead;
    return true;
  }
  // Shadows and trackers of sources run each instruction several times.
  const bool isAlone = warp.getShadow() || warp.sources;
  for (unsigned count : {unsigned(inst.productRun), 1u})
    if ((count == 1 || !isAlone) && multiplyVectors(warp, &inst, count)) {
      warp.productsAhead = count - 1;
      return true;
    }
  return false;
}

void multiplyIntegerLanes(Warp &warp, const Inst &inst, LaneMask) {
  multiplyRun(warp, inst);
}

void multiplyFloatLanes(Warp &warp, const Inst &inst, LaneMask) {
  if (multiplyRun(warp, inst))
    return;
  const Product p(warp, inst);
  const MatrixOperation &op = p.operation;
  const ProductKind &kind = op.kind;
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

/// True if two products differ in their registers alone.
bool isSameKind(const MatrixOperation &x, const MatrixOperation &y) {
  const ProductKind &a = x.kind, &b = y.kind;
  return a.shape == b.shape && a.a == b.a && a.b == b.b && a.c == b.c &&
         a.d == b.d && a.model.blockLength == b.model.blockLength &&
         a.model.isHalf == b.model.isHalf && a.saturates == b.saturates &&
         x.batches == y.batches && x.elementBits == y.elementBits &&
         x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
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

void tessera::ptx::findProductRuns(Code &code) {
  auto operationOf = [&](const Inst &inst) -> const MatrixOperation & {
    return *code.matrices[inst.target];
  };
  auto isOfRuns = [](const Inst &inst) {
    return (inst.execute == &multiplyFloatLanes ||
            inst.execute == &multiplyIntegerLanes) &&
           inst.guard == noSlot;
  };
  // Its registers: those of D, of A, and of B and C.
  auto registersOf = [&](const Inst &inst) {
    const MatrixOperation &op = operationOf(inst);
    return llvm::ArrayRef(code.slots.data() + inst.list,
                          op.dRegisters + op.aRegisters + op.bRegisters +
                              op.cRegisters);
  };
  auto canFollow = [&](const Inst &inst, const Inst &first,
                       llvm::ArrayRef<Slot> written) {
    const MatrixOperation &op = operationOf(first);
    if (!isOfRuns(inst) || !isSameKind(operationOf(inst), op))
      return false;
    const auto read = registersOf(inst).drop_front(op.dRegisters);
    return read.take_front(op.aRegisters) ==
               registersOf(first).slice(op.dRegisters, op.aRegisters) &&
           llvm::none_of(read, [&](Slot slot) {
             return llvm::is_contained(written, slot);
           });
  };
  for (auto [pc, inst] : llvm::enumerate(code.instructions)) {
    if (!isOfRuns(inst))
      continue;
    const MatrixOperation &op = operationOf(inst);
    const unsigned most = std::min(
        mostProducts, mostMultiplicands / op.kind.shape.n / op.kind.shape.k);
    llvm::SmallVector<Slot, 64> written;
    size_t count = 0;
    do
      llvm::append_range(written, registersOf(code.instructions[pc + count++])
                                      .take_front(op.dRegisters));
    while (count < most && pc + count != code.instructions.size() &&
           canFollow(code.instructions[pc + count], inst, written));
    inst.productRun = static_cast<uint8_t>(count);
  }
}
