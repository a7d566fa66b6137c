//===- MatrixMemory.cpp - Matrices between memory and registers -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on ldmatrix, stmatrix, movmatrix, wmma.load and wmma.store.
//
//===----------------------------------------------------------------------===//

#include "../../Matrix/FragmentVectors.h"
#include "Matrix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

//===----------------------------------------------------------------------===//
// ldmatrix, stmatrix, movmatrix
//===----------------------------------------------------------------------===//

// Each register of a lane holds a part of eight rows of 16 bytes, whatever the
// shape; in memory the rows of .s8.s4 have 8 bytes.
//
// Matrices of 8 x 8 elements of 16 bits. Lane l holds elements 2(l % 4) and 2(l
// % 4) + 1 of row l / 4, or of that column if transposed.

namespace {

constexpr unsigned side = 8;
constexpr unsigned rowBytes = 16;
using Matrix = uint16_t[side][side];
/// Inst::operation on sm_75, where the addresses of all lanes have to be valid.
constexpr uint8_t allAddresses = 1;

/// Element `half` of a lane, in the matrix as it is stored.
uint16_t &elementOf(Matrix &matrix, unsigned lane, unsigned half,
                    bool isTransposed) {
  unsigned along = lane % 4 * 2 + half, across = lane / 4;
  return isTransposed ? matrix[along][across] : matrix[across][along];
}

/// Lanes that provide the row addresses of `count` matrices.
LaneMask addressLanes(unsigned count) {
  return llvm::maskTrailingOnes<LaneMask>(side * count);
}

/// A generic address has to lie in shared memory.
bool resolveRows(Warp &warp, const Inst &inst, Access kind, LanePointers &at,
                 unsigned bytes = rowBytes, AccessDetails details = {}) {
  LaneMask lanes = addressLanes(inst.count);
  if (inst.space == Space::Generic)
    for (unsigned l = 0; l != side * inst.count; ++l) {
      uint64_t address = warp.memory.effectiveAddress(inst, l);
      if ((address & windowMask) != sharedWindow) {
        warp.fault(l, "the row at address 0x" +
                          llvm::utohexstr(address, /*LowerCase=*/true) +
                          " does not lie in shared memory");
        return false;
      }
    }
  for (unsigned l = side * inst.count;
       inst.operation == allAddresses && l != warpSize; ++l)
    if (!warp.memory.resolve(inst.space, warp.memory.effectiveAddress(inst, l),
                             bytes, l, kind))
      return false;
  return warp.memory.access(inst, lanes, bytes, kind, at, details);
}

void loadMatrices(Warp &warp, const Inst &inst, LaneMask) {
  LanePointers at;
  if (!resolveRows(warp, inst, Access::Load, at))
    return;
  const Slot *list = warp.list(inst);
  for (unsigned i = 0; i != inst.count; ++i)
    loadHalves(at.data() + size_t(side) * i, inst.isNegated,
               warp.write<uint32_t>(list[i]));
}

/// Stores consecutive rows at the addresses of the lanes.
void storeRows(Warp &warp, const Inst &inst, const void *rows) {
  std::array<const uint8_t *, warpSize> stored;
  for (unsigned l = 0; l != warpSize; ++l)
    stored[l] = static_cast<const uint8_t *>(rows) + size_t(l) * rowBytes;
  LanePointers at;
  if (resolveRows(warp, inst, Access::Store, at, rowBytes,
                  {Proxy::Generic, stored.data()}))
    for (unsigned row = 0; row != side * inst.count; ++row)
      std::memcpy(at[row], stored[row], rowBytes);
}

void storeMatrices(Warp &warp, const Inst &inst, LaneMask) {
  const Slot *list = warp.list(inst);
  Matrix matrices[warpSize / side];
  for (unsigned i = 0; i != inst.count; ++i) {
    const uint32_t *a = warp.read<uint32_t>(list[i]);
    for (unsigned l = 0; l != warpSize; ++l)
      for (unsigned half : {0u, 1u})
        elementOf(matrices[i], l, half, inst.isNegated) =
            static_cast<uint16_t>(a[l] >> (16 * half));
  }
  storeRows(warp, inst, matrices);
}

// Matrices of bytes. The ISA has only figures; the order of bytes in registers
// is the one for which CUTLASS exchanges bytes after the load
// (SM100_U8x8_LDSM_T), and by which Triton assigns addresses to lanes.

/// A row in which each element takes a byte.
using ByteRow = uint8_t[rowBytes];

/// Spreads 16 elements of `bits` bits, at the start of a row, over its bytes,
/// sign-extended if they are signed.
template <unsigned bits, bool isSigned>
void unpackRow(const uint8_t *packed, ByteRow &row) {
  constexpr unsigned mask = (1u << bits) - 1;
  constexpr unsigned sign = isSigned ? 1u << (bits - 1) : 0;
  for (unsigned i = 0; i != rowBytes; ++i) {
    unsigned position = i * bits;
    unsigned word = packed[position / 8];
    if (position % 8 + bits > 8)
      word |= unsigned(packed[position / 8 + 1]) << 8;
    row[i] =
        static_cast<uint8_t>(((word >> position % 8 & mask) ^ sign) - sign);
  }
}

/// The row, and the byte in it, of byte `i` in register `r` of a lane.
struct BytePlace {
  unsigned row, byte;
};

/// .m8n16: a lane has four neighbours in one row.
BytePlace placeInRow(unsigned r, unsigned lane, unsigned i) {
  return {side * r + lane / 4, lane % 4 * 4 + i};
}

/// .m16n16.trans: two registers hold columns l / 4 and l / 4 + 8, a byte from
/// each of four of 16 rows.
BytePlace placeInColumn(unsigned r, unsigned lane, unsigned i) {
  return {r / 2 * 2 * side + lane % 4 * 4 + i, lane / 4 + r % 2 * side};
}

/// .m16n8.trans: a register holds two such columns of two of eight rows.
BytePlace placeInPair(unsigned r, unsigned lane, unsigned i) {
  return {side * r + lane % 4 * 2 + i % 2, lane / 4 + i / 2 * side};
}

/// Rows of packed elements are padded to 16 bytes; rows of signed ones (.s8.s4)
/// are not.
template <unsigned bits, BytePlace place(unsigned, unsigned, unsigned),
          bool isSigned = false>
void loadBytes(Warp &warp, const Inst &inst, LaneMask) {
  constexpr unsigned bytes = isSigned ? rowBytes * bits / 8 : rowBytes;
  LanePointers at;
  if (!resolveRows(warp, inst, Access::Load, at, bytes))
    return;
  ByteRow rows[warpSize];
  for (unsigned row = 0; row != side * inst.count; ++row)
    unpackRow<bits, isSigned>(at[row], rows[row]);
  const Slot *list = warp.list(inst);
  for (unsigned r = 0; r != inst.count; ++r) {
    uint32_t *d = warp.write<uint32_t>(list[r]);
    for (unsigned l = 0; l != warpSize; ++l) {
      d[l] = 0;
      for (unsigned i = 0; i != 4; ++i) {
        BytePlace from = place(r, l, i);
        d[l] |= uint32_t(rows[from.row][from.byte]) << (8 * i);
      }
    }
  }
}

void storeBytes(Warp &warp, const Inst &inst, LaneMask) {
  const Slot *list = warp.list(inst);
  ByteRow rows[warpSize];
  for (unsigned r = 0; r != inst.count; ++r) {
    const uint32_t *a = warp.read<uint32_t>(list[r]);
    for (unsigned l = 0; l != warpSize; ++l)
      for (unsigned i = 0; i != 4; ++i) {
        BytePlace to = placeInPair(r, l, i);
        rows[to.row][to.byte] = static_cast<uint8_t>(a[l] >> (8 * i));
      }
  }
  storeRows(warp, inst, rows);
}

void transposeMatrix(Warp &warp, const Inst &inst, LaneMask) {
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  Matrix matrix;
  for (unsigned l = 0; l != warpSize; ++l)
    for (unsigned half : {0u, 1u})
      elementOf(matrix, l, half, /*isTransposed=*/false) =
          static_cast<uint16_t>(a[l] >> (16 * half));
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  for (unsigned l = 0; l != warpSize; ++l)
    d[l] = elementOf(matrix, l, 0, /*isTransposed=*/true) |
           uint32_t(elementOf(matrix, l, 1, /*isTransposed=*/true)) << 16;
}

} // namespace

static bool takeSquareShape(InstructionDecoder &d) {
  if (!d.take("m8n8") || !d.take("b16"))
    return d.fail("only matrices of .m8n8 and .b16 are supported");
  return false;
}

/// Bits of the elements that a load widens to bytes: 8 for .b8, fewer for
/// packed ones; 0 if there are none.
static unsigned takePackedBits(InstructionDecoder &d) {
  if (d.take("b8"))
    return 8;
  if (!d.take("b8x16"))
    return 0;
  return d.take("b6x16_p32") ? 6 : d.take("b4x16_p64") ? 4 : 0;
}

template <BytePlace place(unsigned, unsigned, unsigned)>
static decltype(Inst::execute) byteLoadOf(unsigned bits) {
  return bits == 8   ? &loadBytes<8, place>
         : bits == 6 ? &loadBytes<6, place>
                     : &loadBytes<4, place>;
}

/// The shapes of bytes, for variants of Blackwell; `registers` is set to the
/// number for one matrix.
static bool takeByteShape(InstructionDecoder &d, bool isLoad,
                          unsigned &registers) {
  Inst &inst = d.inst;
  bool isWide = isLoad && d.take("m8n16");
  bool isSquare = isLoad && !isWide && d.take("m16n16");
  if (!isWide && !isSquare && (isLoad || !d.take("m16n8")))
    return d.fail(isLoad ? "the shape is needed: .m8n8, .m8n16 or .m16n16"
                         : "the shape is needed: .m8n8 or .m16n8");
  if (isWide && llvm::is_contained(d.syntax.modifiers, "s8")) {
    inst.execute = &loadBytes<4, placeInRow, /*isSigned=*/true>;
    return d.takeType() != Type::S8 || d.takeType() != Type::S4 ||
           d.needsVariant(90) || d.needsVersion(94);
  }
  unsigned bits = takePackedBits(d);
  if (!bits || (isWide && bits == 8) || (!isLoad && bits != 8))
    return d.fail("shape and type do not fit");
  if (!isWide && !d.take("trans"))
    return d.fail("this shape needs .trans");
  registers = isSquare ? 2 : 1;
  inst.execute = !isLoad    ? &storeBytes
                 : isSquare ? byteLoadOf<placeInColumn>(bits)
                            : byteLoadOf<placeInRow>(bits);
  return d.needsVariant(100);
}

/// .m8n8 of .b16.
static bool takeHalfShape(InstructionDecoder &d, bool isLoad) {
  if (!d.take("b16"))
    return d.fail("shape and type do not fit: .m8n8 is of .b16");
  d.inst.isNegated = d.take("trans");
  d.inst.operation = architectureOf(d) <= 75 ? allAddresses : 0;
  d.inst.execute = isLoad ? &loadMatrices : &storeMatrices;
  return d.needsTarget(isLoad ? 75 : 90);
}

static bool decodeRows(InstructionDecoder &d, bool isLoad) {
  Inst &inst = d.inst;
  unsigned registers = 1; // of one matrix
  if (takeSyncAligned(d) ||
      (d.take("m8n8") ? takeHalfShape(d, isLoad)
                      : takeByteShape(d, isLoad, registers)))
    return true;
  unsigned matrices = d.take("x1")   ? 1
                      : d.take("x2") ? 2
                      : d.take("x4") ? 4
                                     : 0;
  if (!matrices || matrices * registers > 4)
    return d.fail(registers == 1
                      ? "the number of matrices is needed: .x1, .x2 or .x4"
                      : "the number of matrices is needed: .x1 or .x2");
  inst.count = static_cast<uint8_t>(matrices * registers);
  d.takeSpace(inst.space);
  if (inst.space != Space::Shared && inst.space != Space::Generic)
    return d.fail("the matrices must lie in shared memory");
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  return d.expectOperands(2) || d.address(isLoad ? 1 : 0) ||
         takeFragment(d, isLoad ? 0 : 1, inst.count, 32, isLoad);
}

static bool decodeLoadMatrix(InstructionDecoder &d) {
  return decodeRows(d, true);
}
static bool decodeStoreMatrix(InstructionDecoder &d) {
  return decodeRows(d, false);
}

static bool decodeMoveMatrix(InstructionDecoder &d) {
  if (takeSyncAligned(d) || takeSquareShape(d))
    return true;
  if (!d.take("trans"))
    return d.fail("movmatrix needs .trans");
  d.inst.execute = &transposeMatrix;
  return d.needsTarget(75) || d.expectOperands(2) || d.destination(0, 32) ||
         d.source(1, Type::B32, 0);
}

//===----------------------------------------------------------------------===//
// wmma.load and wmma.store
//===----------------------------------------------------------------------===//

namespace {

const FragmentTransfer &transferOf(const Warp &warp, const Inst &inst) {
  return *warp.frame()->code->fragments[inst.target];
}

/// Checks the alignment of the rows and the matrix. PTX ISA, section "Matrix
/// Storage for WMMA", demands the size of a fragment. For the distance of rows,
/// the CUDA C++ Programming Guide demands 16 bytes only, and programs rely on
/// it.
bool checkPlace(Warp &warp, const Inst &inst, const FragmentTransfer &fragment,
                uint64_t base, uint64_t strideBits) {
  for (unsigned l = 1; l != warpSize; ++l)
    if (warp.memory.effectiveAddress(inst, l) != base ||
        (inst.src[1] != noSlot && warp.read<uint32_t>(inst.src[1])[l] !=
                                      warp.read<uint32_t>(inst.src[1])[0])) {
      warp.fault(l, "the lanes of a warp must give one address and one stride "
                    "for a matrix, but this lane's differ from lane 0's");
      return false;
    }
  uint64_t fragmentBytes = fragment.bytes();
  if (base % fragmentBytes) {
    warp.fault(LaunchFault::MisalignedAddress, 0,
               "the matrix at address 0x" +
                   llvm::utohexstr(base, /*LowerCase=*/true) +
                   " is misaligned; the address must be a multiple of " +
                   llvm::Twine(fragmentBytes));
    return false;
  }
  uint64_t step = std::min<uint64_t>(fragmentBytes, 16);
  uint64_t least = uint64_t(fragment.leading()) * fragment.bits;
  if (strideBits < least || strideBits % (8 * step)) {
    warp.fault(0, "a stride of " + llvm::Twine(strideBits / 8) +
                      " bytes does not fit the matrix; it must be a multiple "
                      "of " +
                      llvm::Twine(step) + ", at least " +
                      llvm::Twine(least / 8));
    return false;
  }
  return true;
}

/// Visits the elements of a fragment in the pieces in which lanes access them:
/// `prepare(first element)` returns the bytes that lanes will store, or null,
/// and `body(first element, host addresses)` accesses the memory.
template <typename Prepare, typename Body>
void forPieces(Warp &warp, const Inst &inst, Access kind, Prepare prepare,
               Body body) {
  const FragmentTransfer &fragment = transferOf(warp, inst);
  const FragmentLayout &layout = *fragment.layout;
  uint64_t base = warp.memory.effectiveAddress(inst, 0);
  uint64_t strideBits = uint64_t(fragment.leading()) * fragment.bits;
  if (inst.src[1] != noSlot)
    strideBits =
        uint64_t(warp.read<uint32_t>(inst.src[1])[0]) * fragment.strideUnit;
  if (!checkPlace(warp, inst, fragment, base, strideBits))
    return;
  for (unsigned i = 0; i != layout.elements(); i += fragment.piece) {
    uint64_t addresses[warpSize];
    for (unsigned l = 0; l != warpSize; ++l) {
      unsigned row = layout.element(i)[l] / layout.columns();
      unsigned column = layout.element(i)[l] % layout.columns();
      unsigned line = fragment.isColumnMajor ? column : row;
      unsigned within = fragment.isColumnMajor ? row : column;
      addresses[l] =
          base + (line * strideBits + uint64_t(within) * fragment.bits) / 8;
    }
    LanePointers at;
    if (!warp.memory.accessAt(inst, inst.space, addresses, allLanes,
                              fragment.piece * fragment.bits / 8, kind, at,
                              {Proxy::Generic, prepare(i)}))
      return;
    body(i, at);
  }
}

/// Copies the fragment to the registers behind it, which repeat it.
void copyFragment(Warp &warp, const Inst &inst) {
  const FragmentTransfer &fragment = transferOf(warp, inst);
  const Slot *registers = warp.list(inst);
  unsigned own = fragment.layout->elements() * fragment.bits / 32;
  for (unsigned r = own; fragment.bits == 16 && r < fragment.registers; ++r)
    std::memcpy(warp.write<uint32_t>(registers[r]),
                warp.read<uint32_t>(registers[r % own]),
                warpSize * sizeof(uint32_t));
}

/// Elements of 64 bits have a register each; smaller ones share 32 bits.
void loadFragment(Warp &warp, const Inst &inst, LaneMask) {
  const FragmentTransfer &fragment = transferOf(warp, inst);
  const Slot *registers = warp.list(inst);
  unsigned bits = fragment.bits, count = fragment.piece;
  uint64_t mask = bits == 64 ? 0 : (uint64_t(1) << bits) - 1;
  auto storeNothing = [](unsigned) { return nullptr; };
  forPieces(warp, inst, Access::Load, storeNothing,
            [&](unsigned first, const LanePointers &at) {
              if (bits == 64) {
                uint64_t *lanes = warp.write<uint64_t>(registers[first]);
                for (unsigned l = 0; l != warpSize; ++l)
                  std::memcpy(&lanes[l], at[l], sizeof(uint64_t));
                return;
              }
              for (unsigned l = 0; l != warpSize; ++l) {
                uint64_t bytes = 0;
                std::memcpy(&bytes, at[l], count * bits / 8);
                for (unsigned e = 0; e != count; ++e) {
                  unsigned position = (first + e) * bits;
                  auto &lane =
                      warp.write<uint32_t>(registers[position / 32])[l];
                  uint64_t element = bytes >> (e * bits) & mask;
                  lane &= static_cast<uint32_t>(~(mask << position % 32));
                  lane |= static_cast<uint32_t>(element << position % 32);
                }
              }
            });
  if (!warp.hasFaulted())
    copyFragment(warp, inst);
}

void storeFragment(Warp &warp, const Inst &inst, LaneMask) {
  const FragmentTransfer &fragment = transferOf(warp, inst);
  const Slot *registers = warp.list(inst);
  unsigned bits = fragment.bits, count = fragment.piece;
  uint64_t pieces[warpSize]; // two elements of 32 bits at most
  std::array<const uint8_t *, warpSize> stored;
  for (unsigned l = 0; l != warpSize; ++l)
    stored[l] = reinterpret_cast<const uint8_t *>(&pieces[l]);
  auto prepare = [&](unsigned first) {
    for (unsigned l = 0; l != warpSize; ++l) {
      pieces[l] = 0;
      for (unsigned e = 0; e != count; ++e) {
        unsigned position = (first + e) * bits;
        uint64_t mask = ~uint64_t(0) >> (64 - bits);
        uint64_t value =
            bits == 64 ? warp.read<uint64_t>(registers[first])[l]
                       : warp.read<uint32_t>(registers[position / 32])[l] >>
                             position % 32;
        pieces[l] |= (value & mask) << (e * bits);
      }
    }
    return stored.data();
  };
  forPieces(warp, inst, Access::Store, prepare,
            [&](unsigned, const LanePointers &at) {
              for (unsigned l = 0; l != warpSize; ++l)
                std::memcpy(at[l], &pieces[l], count * bits / 8);
            });
}

} // namespace

/// The role of a load and its form, from its type.
static const MatrixForm *takeLoadedForm(InstructionDecoder &d,
                                        llvm::StringRef shape, Type type,
                                        MatrixRole &role) {
  if (d.take("c")) {
    role = MatrixRole::C;
    return findAccumulatorForm(shape, type);
  }
  role = d.take("a") ? MatrixRole::A : MatrixRole::B;
  if (role == MatrixRole::B && !d.take("b"))
    return nullptr;
  std::optional<MatrixFamily> family = familyOf(type);
  return family ? findForm(/*isWmma=*/true, shape, *family) : nullptr;
}

/// Number of elements that a lane accesses at once: those of a register that
/// are neighbours in memory, or a pair of accumulators.
static unsigned pieceOf(const MatrixForm &form, MatrixRole role,
                        bool isColumnMajor) {
  bool isSideBySide = (role == MatrixRole::B) == isColumnMajor;
  if (!isSideBySide)
    return 1;
  if (form.family == MatrixFamily::Double)
    return 1;
  return role == MatrixRole::C ? 2 : form.perRegister();
}

static bool decodeTransfer(InstructionDecoder &d, const MatrixForm *form,
                           MatrixRole role, bool isLoad) {
  Inst &inst = d.inst;
  bool isColumnMajor = d.take("col");
  if (!isColumnMajor && !d.take("row"))
    return d.fail("the order of the matrix is needed: .row or .col");
  if (!form)
    return d.fail("there is no such fragment: shape and type do not fit");
  bool isNarrow =
      form->family == MatrixFamily::Nibble || form->family == MatrixFamily::Bit;
  if (role != MatrixRole::C && isNarrow &&
      isColumnMajor != (role == MatrixRole::B))
    return d.fail("A must be .row here and B .col");
  d.takeSpace(inst.space);
  if (inst.space != Space::Shared && inst.space != Space::Global &&
      inst.space != Space::Generic)
    return d.fail("the matrix must lie in global or shared memory");
  FragmentTransfer fragment;
  fragment.layout = &form->layout(role);
  fragment.registers = form->registersOf(role, inst.type);
  fragment.bits =
      role == MatrixRole::C ? bitWidth(inst.type) : form->elementBits();
  fragment.strideUnit = bitWidth(inst.type);
  fragment.piece = pieceOf(*form, role, isColumnMajor);
  fragment.isColumnMajor = isColumnMajor;
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  unsigned width = form->family == MatrixFamily::Double ? 64 : 32;
  if (d.needsTarget(form->architecture) || d.expectOperands(2, 3) ||
      d.address(isLoad ? 1 : 0) ||
      takeFragment(d, isLoad ? 0 : 1, fragment.registers, width, isLoad) ||
      (d.operandCount() == 3 && d.source(2, Type::B32, 1)))
    return true;
  Code &code = d.function.code;
  inst.target = static_cast<uint32_t>(code.fragments.size());
  code.fragments.push_back(std::make_shared<const FragmentTransfer>(fragment));
  inst.execute = isLoad ? &loadFragment : &storeFragment;
  return false;
}

bool tessera::ptx::decodeWmmaLoad(InstructionDecoder &d) {
  llvm::StringRef shape = takeShape(d);
  if (takeSyncAligned(d))
    return true;
  d.inst.type = d.takeType();
  MatrixRole role;
  const MatrixForm *form = takeLoadedForm(d, shape, d.inst.type, role);
  return decodeTransfer(d, form, role, /*isLoad=*/true);
}

bool tessera::ptx::decodeWmmaStore(InstructionDecoder &d) {
  llvm::StringRef shape = takeShape(d);
  if (takeSyncAligned(d))
    return true;
  d.inst.type = d.takeType();
  if (!d.take("d"))
    return d.fail("only the fragment of .d can be stored");
  const MatrixForm *form = findAccumulatorForm(shape, d.inst.type);
  return decodeTransfer(d, form, MatrixRole::C, /*isLoad=*/false);
}

void tessera::ptx::addMatrixMemoryInstructions(InstructionTable &table) {
  table["ldmatrix"] = decodeLoadMatrix;
  table["stmatrix"] = decodeStoreMatrix;
  table["movmatrix"] = decodeMoveMatrix;
}
