//===- MachineAddress.cpp - Tells addresses of machine code apart ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineAddress.h"
#include "MachineWork.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::bound;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Reads "R4", "UR16.reuse"; nothing for others, RZ among them.
static std::optional<MachineRegister> readRegister(StringRef operand) {
  operand = operand.trim().split('.').first;
  bool isUniform = operand.consume_front("U");
  unsigned number = 0;
  if (!operand.consume_front("R") || operand.getAsInteger(10, number))
    return std::nullopt;
  return MachineRegister(isUniform, number);
}

/// True for "P0", "!UPT", "PR".
static bool isPredicate(StringRef operand) {
  operand = operand.trim().ltrim('!');
  operand.consume_front("U");
  return operand.starts_with("P");
}

llvm::SmallVector<StringRef>
bound::listOperands(const MachineInstruction &instruction) {
  llvm::SmallVector<StringRef> operands;
  StringRef(instruction.operands).split(operands, ',');
  for (StringRef &each : operands)
    each = each.trim();
  llvm::erase_if(operands, isPredicate);
  return operands;
}

/// Registers that a result of this opcode has; a shift of two has one.
static unsigned countRegisters(StringRef opcode) {
  if (opcode.starts_with("LDTM")) {
    unsigned times = 1;
    (void)opcode.split(".x").second.split('.').first.getAsInteger(10, times);
    return times * (opcode.contains("256")   ? 4
                    : opcode.contains("128") ? 2
                                             : 1);
  }
  if (opcode.contains("128") || opcode.contains("MMA") ||
      opcode.starts_with("LDSM"))
    return 4;
  if (opcode.contains("SHF"))
    return 1;
  bool isPair = opcode.contains("64") || opcode.contains("WIDE") ||
                (opcode.starts_with("CS2R") && !opcode.contains("32"));
  return isPair ? 2 : 1;
}

AddressReader::Definition
AddressReader::findDefinition(const MachineInstruction &instruction) {
  StringRef opcode = instruction.opcode;
  for (StringRef without :
       {"BRA", "BRX", "BAR", "EXIT", "WARPSYNC", "R2P", "NANOSLEEP", "SETP"})
    if (opcode.contains(without))
      return {};
  llvm::SmallVector<StringRef> operands = listOperands(instruction);
  auto reg = operands.empty() ? std::nullopt : readRegister(operands.front());
  if (!reg)
    return {};
  return {*reg, countRegisters(opcode)};
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void AddressReader::Sum::add(const Sum &other) {
  llvm::append_range(terms, other.terms);
  llvm::sort(terms);
  offset += other.offset;
}

std::string AddressReader::Sum::getName() const {
  return llvm::join(terms, "+") + "+0x" + llvm::utohexstr(offset);
}

AddressReader::AddressReader(const MachineKernel &kernel)
    : kernel(kernel), nest(findLoops(kernel)), blockOf(kernel.code.size()) {
  for (const MachineInstruction &each : kernel.code)
    definitions.push_back(findDefinition(each));
  for (auto [number, block] : llvm::enumerate(nest.getBlocks()))
    std::fill(blockOf.begin() + block.begin, blockOf.begin() + block.end,
              unsigned(number));
}

/// The blocks to which edges lead that go forward, but for those through a block.
llvm::BitVector AddressReader::findReached(unsigned from,
                                           unsigned without) const {
  llvm::BitVector reached(unsigned(nest.getBlocks().size()));
  reached.set(from);
  for (unsigned block : nest.getOrder())
    if (reached.test(block) && block != without)
      for (unsigned next : nest.getBlocks()[block].successors)
        if (!nest.isBackEdge(block, next))
          reached.set(next);
  return reached;
}

void AddressReader::leaveOut(uint32_t other, uint32_t own) {
  unsigned from = blockOf[other], to = blockOf[own],
           entry = nest.getOrder().front();
  llvm::BitVector behind = findReached(from, unsigned(-1));
  if (!behind.test(to))
    return;
  // The first block that all ways to the own loop have in common.
  for (unsigned block : nest.getOrder())
    if (behind.test(block) && block != from &&
        (block == to || !findReached(entry, block).test(to))) {
      joins.push_back({block, behind});
      return;
    }
}

bool AddressReader::isLeftOut(unsigned from, unsigned to) const {
  return !nest.isBackEdge(from, to) &&
         llvm::any_of(joins, [&](const auto &join) {
           return join.first == to && join.second.test(from);
         });
}

std::vector<uint32_t> AddressReader::findReaching(MachineRegister reg,
                                                  uint32_t at) const {
  const std::string &guard = kernel.code[at].guard;
  std::vector<uint32_t> found;
  llvm::BitVector isSeen(unsigned(nest.getBlocks().size()));
  llvm::SmallVector<std::pair<unsigned, uint32_t>> ends = {{blockOf[at], at}};
  while (!ends.empty()) {
    auto [block, end] = ends.pop_back_val();
    bool goesOn = true;
    for (uint32_t each = end;
         goesOn && each-- != nest.getBlocks()[block].begin;) {
      if (!definitions[each].has(reg))
        continue;
      found.push_back(each);
      const std::string &under = kernel.code[each].guard;
      goesOn = !under.empty() && under != guard;
    }
    if (!goesOn)
      continue;
    for (unsigned before : nest.getBlocks()[block].predecessors)
      if (!isSeen.test(before) && !isLeftOut(before, block)) {
        isSeen.set(before);
        ends.push_back({before, nest.getBlocks()[before].end});
      }
  }
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  return found;
}

static std::string nameRegister(MachineRegister reg) {
  return (reg.first ? "UR" : "R") + std::to_string(reg.second);
}

AddressReader::Sum AddressReader::read(StringRef operand, uint32_t at) {
  operand = operand.trim();
  if (operand == "RZ" || operand == "URZ" || operand.empty())
    return {};
  StringRef digits = operand;
  bool isNegative = digits.consume_front("-");
  uint32_t number = 0;
  if (digits.consume_front("0x") && !digits.getAsInteger(16, number))
    return {{}, isNegative ? -number : number};
  bool isOfKernel = operand.starts_with("SR_") || operand.starts_with("c[");
  if (isOfKernel && !operand.contains("[R") && !operand.contains("[UR"))
    return {{operand.str()}, 0};
  std::optional<MachineRegister> reg = readRegister(operand);
  if (!reg)
    return {{(operand + "@" + llvm::Twine(at)).str()}, 0};
  std::vector<uint32_t> reaching = findReaching(*reg, at);
  std::optional<Sum> same;
  std::string name = nameRegister(*reg) + "@";
  bool differs = reaching.empty();
  for (uint32_t each : reaching) {
    Sum sum = readDefined(*reg, each);
    differs |= same && !(*same == sum);
    same = sum;
    name += std::to_string(each) + " ";
  }
  return differs ? Sum{{name}, 0} : *same;
}

AddressReader::Sum AddressReader::readDefined(MachineRegister reg,
                                              uint32_t definition) {
  Sum itself{{nameRegister(reg) + "@" + std::to_string(definition)}, 0};
  auto [entry, isNew] = known.insert({{reg, definition}, itself});
  if (!isNew)
    return entry->second;
  Sum sum = readResult(reg, definition).value_or(itself);
  known[{reg, definition}] = sum;
  return sum;
}

/// Knows moves, sums, shifts into sums, and what a kernel never changes; nullopt of
/// other results.
std::optional<AddressReader::Sum>
AddressReader::readResult(MachineRegister reg, uint32_t definition) {
  const MachineInstruction &code = kernel.code[definition];
  StringRef opcode = code.opcode, mnemonic = opcode.split('.').first;
  llvm::SmallVector<StringRef> operands = listOperands(code);
  if (reg != definitions[definition].first || operands.size() < 2)
    return std::nullopt;
  StringRef last = operands.back();
  if (auto number = readMovedConstant(opcode, code.operands))
    return Sum{{}, *number};
  for (StringRef move : {"MOV", "UMOV", "IMAD.MOV", "R2UR", "S2R", "S2UR",
                         "LDC", "ULDC", "LDCU"})
    if (mnemonic == move || opcode.starts_with((move + ".").str()))
      return read(last, definition);
  bool isPart = opcode.contains(".X") || opcode.contains(".HI");
  Sum sum;
  if (!isPart && (mnemonic.ends_with("IADD3") || mnemonic.ends_with("IADD"))) {
    for (StringRef each : llvm::drop_begin(operands))
      sum.add(read(each, definition));
    return sum;
  }
  if (!isPart && mnemonic.ends_with("LEA") && operands.size() == 4) {
    std::string shifted = read(operands[1], definition).getName();
    sum.terms.push_back("(" + shifted + ")<<" + last.str());
    sum.add(read(operands[2], definition));
    return sum;
  }
  return std::nullopt;
}

std::string AddressReader::readAddress(uint32_t at) {
  StringRef address = StringRef(kernel.code[at].operands).split('[').second;
  llvm::SmallVector<StringRef> parts;
  address.split(']').first.split(parts, '+');
  Sum sum;
  for (StringRef each : parts)
    sum.add(read(each, at));
  return sum.getName();
}

std::string AddressReader::readFirst(uint32_t at) {
  return read(StringRef(kernel.code[at].operands).split(',').first, at)
      .getName();
}
