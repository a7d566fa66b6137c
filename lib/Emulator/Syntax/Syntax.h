//===- Syntax.h - The syntax tree of a PTX module -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are resolved by the parser: an operand refers to its register,
// variable, function or label directly. Text references point into the source,
// which the module owns.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_SYNTAX_H
#define TESSERA_LIB_EMULATOR_SYNTAX_SYNTAX_H

#include "Lexer.h"
#include "tessera/Emulator/Types.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::ptx {

struct Function;
struct Variable;

/// One element that an initialiser sets: a number or the address of a symbol.
struct Initializer {
  enum class Kind : uint8_t { Number, Float32, Float64, Address };
  Kind kind = Kind::Number;
  uint64_t index = 0; ///< of the element; those without an initialiser are zero
  uint64_t value = 0; ///< bits, or the offset added to an address
  llvm::StringRef symbol;
  const Variable *variable = nullptr; ///< of an address: one of these two
  const Function *function = nullptr;
  bool isGeneric = false; ///< generic(symbol)
  unsigned maskShift = 0; ///< 0xFF00(symbol) picks byte 1, and so on
  bool isMasked = false;
  SourceLocation location;
};

struct Variable {
  std::string name;
  Space space = Space::Global;
  Type type = Type::None;
  uint64_t alignment = 1;
  uint64_t size = 0;        ///< bytes; 0 for an .extern array without bound
  uint64_t elementSize = 0; ///< bytes of an element of an array
  bool isExtern = false;
  bool isEntryParameter = false;
  /// The last parameter of a variadic function: as many bytes as the call
  /// passes, at the end of the frame.
  bool isVariadic = false;
  /// A parameter or result that the function keeps in a register of this name.
  bool isInRegister = false;
  SourceLocation location;
  unsigned number = 0; ///< index among the module's variables
  uint64_t frameOffset =
      0; ///< .local and .param of functions; entry parameters
  std::vector<Initializer> initializers; ///< by index
};

struct Register {
  llvm::StringRef name;
  Type type;
};

/// Special registers with one constant value for each thread come first, in the
/// order of the ISA.
enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  LaneId,
  WarpId,
  NWarpId,
  CtaIdX,
  CtaIdY,
  CtaIdZ,
  NCtaIdX,
  NCtaIdY,
  NCtaIdZ,
  SmId,
  NSmId,
  GridId,
  ClusterIdX,
  ClusterIdY,
  ClusterIdZ,
  NClusterIdX,
  NClusterIdY,
  NClusterIdZ,
  ClusterCtaIdX,
  ClusterCtaIdY,
  ClusterCtaIdZ,
  ClusterNCtaIdX,
  ClusterNCtaIdY,
  ClusterNCtaIdZ,
  ClusterCtaRank,
  ClusterNCtaRank,
  IsExplicitCluster,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  TotalSharedSize,
  DynamicSharedSize,
  AggregateSharedSize,
  ReservedShared0,   ///< %reserved_smem_offset_begin, _0
  ReservedShared1,   ///< %reserved_smem_offset_1
  ReservedSharedEnd, ///< %reserved_smem_offset_end, _cap
  EnvReg1,           ///< high half of the address of the grid's workspace
  EnvReg2,           ///< low half
  Zero,              ///< %tid.w and its like
  Zero64,            ///< %pm0_64 and its like
  Clock,
  ClockHi,
  Clock64,
  GlobalTimer,
  GlobalTimerLo,
  GlobalTimerHi,
};
inline bool changesWhileRunning(Special s) { return s >= Special::Clock; }
/// Width of the register in bits: 32 or 64.
unsigned specialWidth(Special special);
/// The special register of this name ("%tid.x"), if there is one.
std::optional<Special> parseSpecial(llvm::StringRef name);

struct Operand {
  enum class Kind : uint8_t {
    Register, ///< index: of the function's register
    Special,  ///< index: enumerator
    Integer,  ///< value
    Float32,  ///< value: bits
    Float64,  ///< value: bits
    Variable, ///< variable, value: offset
    Function, ///< function
    Label,    ///< index: of the instruction, after resolution
    Address, ///< elements[0] is the base; value: offset; further elements: rest
    Vector,  ///< elements
    Pair,    ///< d|p: two elements
    Sink,    ///< _
  };
  Kind kind = Kind::Sink;
  bool isNegated = false; ///< !p
  bool isMinus = false;   ///< -r, of video instructions
  llvm::StringRef part;   ///< b0 of r.b0, of video instructions
  SourceLocation location;
  uint32_t index = 0;
  uint64_t value = 0;
  const ptx::Variable *variable = nullptr;
  const ptx::Function *function = nullptr;
  std::vector<Operand> elements;
};

/// A place in the source, as .loc names it.
struct SourcePlace {
  uint32_t file = 0; ///< 0: none
  uint32_t line = 0;
  uint32_t column = 0;
  /// The place at which the function of this one was inlined, as an index into
  /// the module's callers; -1 if it was not.
  int32_t caller = -1;
};

struct Instruction {
  SourceLocation location;
  SourcePlace source;
  int32_t guard = -1; ///< register of @p
  bool isGuardNegated = false;
  llvm::StringRef opcode;
  llvm::SmallVector<llvm::StringRef, 6> modifiers;
  llvm::StringRef mnemonic;      ///< opcode and modifiers as the text has them;
                                 ///< empty if it has none
  std::vector<Operand> operands; ///< of a call: the callee alone
  /// For a call: .param variables for results and arguments.
  std::vector<const Variable *> results, arguments;
  uint32_t target = 0; ///< bra: the instruction; brx: index in Function::tables
  llvm::StringRef text;
};

struct Function {
  std::string name;
  bool isEntry = false;
  bool isDefined = false;
  unsigned number = 0;
  SourceLocation location;
  std::vector<Variable *> parameters, results;
  std::deque<Variable> variables; ///< parameters, results, .local and .param
  std::vector<Register> registers;
  std::vector<Instruction> instructions;
  /// Lists of .branchtargets, as instructions.
  std::vector<std::vector<uint32_t>> tables;
  /// True if it returns nothing, but another module declares that it does: its
  /// callers read what nobody has written.
  bool lacksResults = false;
  /// The function that .alias makes this another name of.
  const Function *aliasee = nullptr;
  std::array<uint32_t, 3> requiredBlock = {0, 0, 0};
  std::array<uint32_t, 3> maximumBlock = {0, 0, 0};
  std::array<uint32_t, 3> clusterShape = {0, 0, 0};
  bool blocksAreClusters = false;
  bool needsCluster = false;      ///< .explicitcluster
  uint64_t mostClusterBlocks = 0; ///< .maxclusterrank; 0: none
  uint64_t maximumRegisters = 0;  ///< .maxnreg; 0: none
  /// .minnctapersm, only the first of which counts; 0: none.
  std::array<uint32_t, 3> minimumResident = {0, 0, 0};
  uint64_t localBytes = 0; ///< of one thread's frame
};

struct Module {
  std::string text;
  std::string filename;
  std::string target;
  unsigned version = 0; ///< ten times that of PTX: 90 for 9.0
  unsigned addressBytes = 8;
  std::deque<Variable> variables;
  std::deque<Function> functions;
  std::map<uint32_t, std::string> sourceFiles;
  /// For linked modules: the number added to those of .file.
  uint32_t firstFile = 0;
  std::vector<SourcePlace> callers;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_SYNTAX_H
