//===- Code.h - The decoded form of a PTX module --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding resolves every operand to a slot and every instruction to one
// handler, so that running costs one indirect call and a loop over 32 lanes.
// handler, so that running costs one indirect call and a loop over 32 lanes.
// Instruction i of a function's code is instruction i of its syntax tree, where
// reports find its text and location.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_CODE_H
#define TESSERA_LIB_EMULATOR_CODE_H

#include "Numerics/Numerics.h"
#include "Syntax/Syntax.h"
#include "tessera/Emulator/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::ptx {

class Warp;
struct FragmentTransfer;
struct GroupOperation;
struct Inst;
struct MatrixOperation;

constexpr unsigned warpSize = 32;
using LaneMask = uint32_t;
constexpr LaneMask allLanes = 0xFFFFFFFFu;

/// The place of an operand's 32 lanes: a byte offset into the registers of the
/// frame or, with the top bit set, into the constants of the function. A lane
/// takes 2, 4 or 8 bytes; a predicate is one LaneMask.
using Slot = uint32_t;
constexpr Slot noSlot = ~Slot(0);
constexpr Slot constantBit = Slot(1) << 31;

/// The bytes of one lane, for values of so many bits.
constexpr unsigned laneBytes(unsigned width) {
  return width <= 16 ? 2 : width == 32 ? 4 : width == 64 ? 8 : 16;
}
/// The bytes of a slot, which start at multiples of 64 bytes, as vector loads like
/// it.
constexpr unsigned slotBytes(unsigned width) {
  return width == 1 ? 64 : laneBytes(width) * warpSize;
}

/// Executes one instruction for the lanes of a mask that is not empty.
using Handler = void (*)(Warp &, const Inst &, LaneMask);

/// The action that the warp's scheduler takes for an instruction.
enum class Control : uint8_t {
  None,   ///< run the handler, go on
  Branch, ///< to Inst::target
  BranchIndexed,
  Call,
  Return,
  Exit,
  Barrier,     ///< of the block; may wait
  Collective,  ///< lanes of a member mask (src[0]) run it together
  WarpBarrier, ///< lanes of a member mask wait, wherever they are
  Aligned,     ///< run the handler once for the whole warp, when all its lanes
               ///< have arrived
  Wait,        ///< run the handler, which may hold lanes (Warp::keepWaiting)
  Yield,       ///< run the handler, let others run
};

enum class Comparison : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Num, Nan };
enum class Boolean : uint8_t { None, And, Or, Xor };
enum class AtomicOp : uint8_t {
  Add,
  Min,
  Max,
  And,
  Or,
  Xor,
  Inc,
  Dec,
  Exchange,
  CompareSwap,
};
enum class MemoryOrder : uint8_t {
  Weak,
  Relaxed,
  Acquire,
  Release,
  AcqRel,
  SeqCst, ///< of fences alone
};
/// PTX ISA, section "Scope".
enum class Scope : uint8_t { Cta, Cluster, Gpu, Sys };
enum class BarrierOp : uint8_t { Sync, Arrive, Popc, And, Or };
enum class ShuffleMode : uint8_t { Up, Down, Butterfly, Index };
enum class VoteMode : uint8_t { All, Any, Uniform, Ballot };

constexpr uint8_t allElements = 0xFF; ///< see Inst::idleElements

/// The reach of the effects of an instruction beyond registers (Effects.cpp).
enum class Effect : uint8_t {
  None,   ///< reads and writes registers alone; the first operand is the result
  Memory, ///< also loads or stores, by MemoryUnit::access or in tensor memory
  Other,  ///< has another effect, so that it must run exactly once
};

constexpr uint32_t noPanel = ~uint32_t(0); ///< see Inst::panel

struct Inst {
  Handler execute = nullptr;
  Slot dst = noSlot;
  Slot dst2 = noSlot; ///< p of d|p
  std::array<Slot, 4> src = {noSlot, noSlot, noSlot, noSlot};
  Slot guard = noSlot;
  bool isGuardNegated = false;
  Control control = Control::None;
  Type type = Type::None;       ///< of the operation
  Type sourceType = Type::None; ///< of its source, if that differs
  Space space = Space::Generic;
  Rounding rounding = Rounding::Nearest;
  uint8_t operation = 0; ///< one of the enumerations above
  Comparison comparison = Comparison::Eq;
  bool isUnordered = false; ///< comparison is true for a NaN
  Boolean boolean = Boolean::None;
  MemoryOrder order = MemoryOrder::Weak;
  Scope scope = Scope::Cta;     ///< where order is not weak
  bool flushes = false;         ///< .ftz
  bool keepsSubnormals = false; ///< .noftz
  bool saturates = false;       ///< .sat
  bool propagatesNan = false;   ///< .NaN
  bool isRelu = false;
  bool isFiniteSaturated = false; ///< .satfinite
  bool isXorSign = false;         ///< .xorsign
  bool returnsVector = false;     ///< atom of a vector has results
  bool isAbsolute = false;        ///< .abs of min, max and redux
  bool roundsToInteger = false;   ///< .rni and its like
  bool isNegated = false;         ///< !c, or a mode of the instruction
  bool isFrameRelative = false;   ///< the address is an offset in the frame
  bool isAligned = false;         ///< .aligned
  bool isUniform = false;         ///< .uni
  bool isWide = false;            ///< the base address is 64 bits wide
  bool writesPredicate = false;   ///< vote: dst is a predicate
  bool isOfReadOnly = false;      ///< a load of what the launch does not write
  Effect effect = Effect::Other;
  /// For a load: a bit for each element whose destination register is dead;
  /// allElements if the whole result is dead.
  uint8_t idleElements = 0;
  uint8_t count = 1;         ///< elements of a vector, or operands in a list
  uint8_t registerWidth = 0; ///< bits of the data registers of ld, st, shfl …
  uint32_t list = 0;         ///< first of `count` in Code::slots
  uint32_t target = 0;       ///< branch; callee's number; of matrices
  uint32_t panel = noPanel;  ///< of a product: the one of Code::panels
  int64_t immediate = 0;     ///< address offset or a literal operand
};

/// A constant whose value is known only once a launch has placed the symbol.
struct Relocation {
  uint32_t offset = 0; ///< in Code::constants
  unsigned width = 64; ///< bits of a lane
  const Variable *variable = nullptr;
  const Function *function = nullptr;
  uint64_t addend = 0;
};

/// Moves one argument or result between the frames of a call.
struct ParameterCopy {
  uint64_t callerOffset, calleeOffset, size;
};

enum class Builtin : uint8_t { None, Printf, AssertFail, Malloc, Free };

/// Products that are computed together, as a larger one; see ProductPanels.h.
struct ProductPanel {
  std::vector<uint32_t> members; ///< instructions in their order
  uint8_t rows = 1, columns = 1; ///< fragments of A, and of B
  uint32_t list = 0; ///< of its registers of D, A, B and C in Code::slots
};

/// The decoded body of a function.
struct Code {
  const Function *syntax = nullptr;
  Builtin builtin = Builtin::None;
  std::vector<Inst> instructions; ///< one more than the syntax: a final return
  std::vector<Slot> slots;        ///< operand lists
  std::vector<std::vector<uint32_t>> branchTables; ///< of brx.idx
  uint32_t frameBytes = 0;
  /// The pieces of a frame, by offset and size, that something may read before the
  /// lane has written there.
  std::vector<std::pair<uint32_t, uint32_t>> readFirst;
  std::vector<uint8_t> constants;
  std::vector<Relocation> relocations;
  std::vector<std::pair<Special, Slot>> specials;
  std::vector<const Variable *> sharedVariables;
  std::vector<const Function *> callees; ///< called or whose address is taken
  std::vector<Slot> registerSlots;       ///< of the syntax' registers
  /// Instructions that the emulator does not know, by index, with the message
  /// for a launch that reaches one.
  std::map<uint32_t, std::string> unknown;
  std::vector<std::shared_ptr<const MatrixOperation>> matrices; ///< products
  std::vector<ProductPanel> panels;
  std::vector<std::shared_ptr<const FragmentTransfer>> fragments;   ///< of wmma
  std::vector<std::shared_ptr<const GroupOperation>> groupProducts; ///< wgmma
  /// With `groupProducts` only, for RegisterWatch: `usedRegisters` lists, one
  /// instruction after another, the registers of products that each instruction
  /// but wgmma uses; `registerUses[i]` is the index where those of instruction i
  /// begin.
  std::vector<uint32_t> usedRegisters, registerUses;
};

/// Everything that Program keeps.
struct Image {
  std::unique_ptr<Module> module;
  std::vector<Code> codes; ///< by Function::number
  std::vector<Entry> entries;
  std::vector<unsigned> entryFunctions; ///< Function::number of each entry
};

/// Addresses in the generic space. Global memory lies between the windows.
constexpr uint64_t sharedWindow = uint64_t(1) << 56;
constexpr uint64_t localWindow = uint64_t(2) << 56;
constexpr uint64_t paramWindow = uint64_t(3) << 56;
constexpr uint64_t windowMask = uint64_t(0xFF) << 56;
constexpr uint64_t functionBase = uint64_t(4) << 56;
constexpr uint64_t functionStride = 16;

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_CODE_H
