//===- RegisterDemand.cpp - Registers that PTX asks for -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/RegisterDemand.h"
#include "CodeFlow.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tessera::ptx;

namespace {

/// The live registers of a function, by the usual equations from back to front.
class LiveRegisters {
public:
  explicit LiveRegisters(const Code &code);

  /// The largest number of 32-bit registers that are live at once.
  unsigned countMost();

private:
  void use(llvm::BitVector &live, const Operand &operand) const;
  void define(llvm::BitVector &live, const Operand &operand) const;
  /// Turns what is live behind an instruction into what is live before it.
  void step(llvm::BitVector &live, const Instruction &syntax) const;
  llvm::BitVector liveBehind(unsigned block) const;
  unsigned weigh(const llvm::BitVector &live) const;

  const Function &function;
  LoopNest nest;
  std::vector<llvm::BitVector> liveBefore; ///< by block
};

} // namespace

LiveRegisters::LiveRegisters(const Code &code)
    : function(*code.syntax), nest(findLoops(code)),
      liveBefore(nest.getBlocks().size(),
                 llvm::BitVector(unsigned(function.registers.size()))) {}

void LiveRegisters::use(llvm::BitVector &live, const Operand &operand) const {
  if (operand.kind == Operand::Kind::Register)
    live.set(operand.index);
  for (const Operand &element : operand.elements)
    use(live, element);
}

void LiveRegisters::define(llvm::BitVector &live,
                           const Operand &operand) const {
  if (operand.kind == Operand::Kind::Register)
    live.reset(operand.index);
  for (const Operand &element : operand.elements)
    define(live, element);
}

/// True if the first operand is a result alone. Where instructions have none,
/// the first operand is an address, a label or a number, or one of these few.
static bool hasResult(const Instruction &syntax) {
  if (syntax.operands.empty())
    return false;
  const Operand::Kind kind = syntax.operands.front().kind;
  if (kind != Operand::Kind::Register && kind != Operand::Kind::Vector &&
      kind != Operand::Kind::Pair)
    return false;
  if (syntax.opcode == "bar" || syntax.opcode == "barrier")
    return llvm::is_contained(syntax.modifiers, "red");
  if (syntax.opcode == "tcgen05")
    return !llvm::is_contained(syntax.modifiers, "dealloc");
  return syntax.opcode != "stackrestore" && syntax.opcode != "wgmma" &&
         syntax.opcode != "nanosleep" && syntax.opcode != "brx" &&
         syntax.opcode != "call";
}

void LiveRegisters::step(llvm::BitVector &live,
                         const Instruction &syntax) const {
  const size_t results = hasResult(syntax);
  // Under a guard, the value from before may stay.
  if (results && syntax.guard < 0)
    define(live, syntax.operands.front());
  if (syntax.guard >= 0)
    live.set(unsigned(syntax.guard));
  for (const Operand &operand : llvm::drop_begin(syntax.operands, results))
    use(live, operand);
}

llvm::BitVector LiveRegisters::liveBehind(unsigned block) const {
  llvm::BitVector live(unsigned(function.registers.size()));
  for (unsigned successor : nest.getBlocks()[block].successors)
    live |= liveBefore[successor];
  return live;
}

/// Predicates have registers of their own.
unsigned LiveRegisters::weigh(const llvm::BitVector &live) const {
  unsigned halves = 0;
  for (unsigned number : live.set_bits()) {
    const unsigned bits = bitWidth(function.registers[number].type);
    halves += bits == 1 ? 0 : unsigned(llvm::divideCeil(bits, 16));
  }
  return unsigned(llvm::divideCeil(halves, 2));
}

unsigned LiveRegisters::countMost() {
  const auto &instructions = function.instructions;
  auto walk = [&](unsigned block, auto visit) {
    llvm::BitVector live = liveBehind(block);
    const BasicBlock &part = nest.getBlocks()[block];
    for (uint32_t pc = part.end; pc-- != part.begin;) {
      if (pc < instructions.size()) // not the return at the end
        step(live, instructions[pc]);
      visit(live);
    }
    return live;
  };
  for (bool isNews = true; isNews;) {
    isNews = false;
    for (unsigned block : llvm::reverse(nest.getOrder())) {
      llvm::BitVector live = walk(block, [](const llvm::BitVector &) {});
      isNews |= live != liveBefore[block];
      liveBefore[block] = std::move(live);
    }
  }
  unsigned most = 0;
  for (unsigned block : nest.getOrder())
    walk(block, [&](const llvm::BitVector &live) {
      most = std::max(most, weigh(live));
    });
  return most;
}

/// The registers of a thread that its block, or .maxnreg, leaves it at most.
static unsigned limitOf(const Entry &entry) {
  constexpr unsigned most = 255, ofBlock = 65536, ofWarpStep = 8;
  unsigned limit = most;
  if (entry.maximumRegisters)
    limit = unsigned(std::min<uint64_t>(limit, entry.maximumRegisters));
  const auto &shape =
      entry.requiredBlock[0] ? entry.requiredBlock : entry.maximumBlock;
  if (const unsigned threads = shape[0] * shape[1] * shape[2])
    limit = std::min(
        limit, unsigned(llvm::alignDown(
                   ofBlock / llvm::alignTo(threads, warpSize), ofWarpStep)));
  return limit;
}

unsigned tessera::ptx::estimateRegisters(const Program &program,
                                         const Entry &entry) {
  const Image &image = program.image();
  const size_t index = size_t(&entry - program.entries().data());
  llvm::DenseSet<unsigned> seen = {image.entryFunctions[index]};
  std::vector<unsigned> work = {image.entryFunctions[index]};
  unsigned most = 0; // 32-bit registers of live values
  while (!work.empty()) {
    const Code &code = image.codes[work.back()];
    work.pop_back();
    if (!code.syntax->isDefined)
      continue;
    most = std::max(most, LiveRegisters(code).countMost());
    for (const Function *callee : code.callees)
      if (seen.insert(callee->number).second)
        work.push_back(callee->number);
  }
  // Machine code holds addresses, stack and temporary values beside them.
  constexpr unsigned beside = 4, least = 8;
  return std::min(std::max(most + beside, least), limitOf(entry));
}
