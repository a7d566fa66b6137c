//===- MachineThreads.cpp - Threads that load the same --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineThreads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace tessera;
using namespace tessera::bound;
using llvm::StringRef;

/// The registers that a text names, "[R2.64+UR4]", with the upper halves of pairs.
static llvm::SmallVector<MachineRegister> findRegisters(StringRef text) {
  llvm::SmallVector<MachineRegister> found;
  for (size_t at = text.find('R'); at != StringRef::npos;
       at = text.find('R', at + 1)) {
    bool isUniform = at > 0 && text[at - 1] == 'U';
    size_t begin = at - isUniform;
    StringRef rest = text.drop_front(at + 1);
    unsigned number = 0;
    if ((begin > 0 &&
         (llvm::isAlnum(text[begin - 1]) || text[begin - 1] == '_')) ||
        rest.consumeInteger(10, number))
      continue;
    found.push_back({isUniform, number});
    if (rest.starts_with(".64"))
      found.push_back({isUniform, number + 1});
  }
  return found;
}

static std::optional<uint32_t> readNumber(StringRef operand) {
  uint32_t number = 0;
  operand = operand.trim();
  if (operand == "RZ" || operand == "URZ")
    return 0;
  if (!operand.consume_front("0x") || operand.getAsInteger(16, number))
    return std::nullopt;
  return number;
}

/// Bits moved up by so many places, or down by as many below 0.
static uint32_t moveUp(uint32_t bits, int places) {
  constexpr int width = 32;
  if (places <= -width || places >= width)
    return 0;
  return places >= 0 ? bits << places : bits >> -places;
}

ThreadReader::Bits ThreadReader::read(StringRef text, uint32_t at,
                                      bool isPair) {
  llvm::SmallVector<MachineRegister> registers = findRegisters(text);
  if (isPair && registers.size() == 1)
    registers.push_back({registers[0].first, registers[0].second + 1});
  Bits bits;
  size_t numRead = 0;
  for (MachineRegister reg : registers) {
    std::vector<uint32_t> definitions = reader.findReaching(reg, at);
    if (definitions.empty())
      return {allBits, std::nullopt};
    for (uint32_t each : definitions) {
      Bits other = readDefinition(each);
      bits = {bits.mask | other.mask, other.shift};
    }
    numRead += definitions.size();
  }
  if (numRead > 1)
    bits.shift.reset();
  return bits;
}

ThreadReader::Bits ThreadReader::readDefinition(uint32_t definition) {
  unsigned &last = lastRound[definition];
  if (last == round)
    return known[definition];
  last = round;
  Bits bits = readResult(definition);
  Bits &before = known[definition];
  bits.mask |= before.mask;
  hasChanged |= !(bits == before);
  return before = bits;
}

/// LOP3 has a table with a bit for each value of its operands: 0xc0 is "a & b". An
/// operand counts where a constant one leaves it a say.
ThreadReader::Bits ThreadReader::readLogic(llvm::ArrayRef<StringRef> operands,
                                           uint32_t at) {
  std::optional<uint32_t> table = readNumber(operands[4]);
  if (!table)
    return {allBits, std::nullopt};
  Bits bits;
  unsigned numRead = 0;
  for (unsigned each = 0; each != 3; ++each) {
    if (readNumber(operands[1 + each]))
      continue;
    uint32_t matters = 0;
    for (unsigned row = 0; row != 8; ++row) {
      uint32_t places = ~0u;
      for (unsigned other = 0; other != 3; ++other)
        if (auto number = readNumber(operands[1 + other]);
            number && other != each)
          places &= (row >> (2 - other) & 1) ? *number : ~*number;
      if ((*table >> row & 1) != (*table >> (row ^ (4 >> each)) & 1))
        matters |= places;
    }
    Bits operand = read(operands[1 + each], at);
    if (operand.shift)
      operand.mask &= moveUp(matters, *operand.shift);
    bits = {bits.mask | (matters ? operand.mask : 0), operand.shift};
    ++numRead;
  }
  constexpr uint32_t both = 0xc0;
  if (numRead != 1 || *table != both)
    bits.shift.reset();
  return bits;
}

/// Knows the thread's number, moves, shifts and masks; all else depends on what its
/// operands do.
ThreadReader::Bits ThreadReader::readResult(uint32_t definition) {
  const MachineInstruction &code = kernel.code[definition];
  StringRef opcode = code.opcode, mnemonic = opcode.split('.').first;
  llvm::SmallVector<StringRef> operands = listOperands(code);
  StringRef last = operands.back();
  constexpr Bits all{allBits, std::nullopt};
  for (StringRef each : {"SHFL", "ATOM", "VOTE", "MATCH", "REDUX", "P2R", "SEL",
                         "LDSM", "LDTM", "MMA", "MNMX", "LDL", "POPC"})
    if (mnemonic.contains(each))
      return all;
  if (!code.guard.empty())
    return all;
  if (last.starts_with("SR_")) {
    if (last == "SR_TID.X")
      return {allBits, 0};
    return last.starts_with("SR_CTAID") || last == "SR_CgaCtaId" ? Bits() : all;
  }
  if (mnemonic.ends_with("LOP3") && operands.size() >= 5)
    return readLogic(operands, definition);
  bool isMove = mnemonic == "MOV" || mnemonic == "UMOV" || mnemonic == "R2UR" ||
                (mnemonic == "IMAD" && operands.size() == 4 &&
                 operands[1] == "RZ" && operands[2] == "RZ");
  if (isMove)
    return read(last, definition);
  auto narrow = [&](StringRef operand, auto change) {
    Bits bits = read(operand, definition);
    if (bits.shift)
      change(bits);
    return bits;
  };
  auto number = operands.size() > 2 ? readNumber(operands[2]) : std::nullopt;
  if (number && *number < 32 && operands.size() == 4 &&
      (opcode.contains("SHF.R.U32") || opcode.contains("SHF.R.S32")))
    return narrow(last, [&](Bits &bits) {
      *bits.shift += int(*number);
      if (*bits.shift > 0)
        bits.mask &= moveUp(~0u, *bits.shift);
    });
  if (number && llvm::has_single_bit(*number) && opcode.contains("IMAD.SHL"))
    return narrow(operands[1], [&](Bits &bits) {
      *bits.shift -= llvm::countr_zero(*number);
    });
  if (number && *number < 32 && opcode.contains("SGXT"))
    return narrow(operands[1], [&](Bits &bits) {
      uint32_t kept = (1u << *number) - 1;
      bits.mask &= moveUp(kept, *bits.shift);
      if (!opcode.contains("U32"))
        bits.shift.reset();
    });
  Bits bits;
  for (StringRef each : llvm::drop_begin(operands))
    bits.mask |= read(each, definition,
                      opcode.contains("WIDE") && each.data() == last.data())
                     .mask;
  return bits;
}

double ThreadReader::findShare(uint32_t at, unsigned warps) {
  constexpr unsigned lanesBits = 5;
  StringRef address = StringRef(kernel.code[at].operands);
  // A copy has its place in shared memory first.
  if (StringRef(kernel.code[at].opcode).starts_with("LDGSTS"))
    address = address.split(',').second;
  address = address.drop_front(std::min(address.find('['), address.size()));
  Bits bits;
  do {
    ++round;
    hasChanged = false;
    bits = read(address, at);
  } while (hasChanged);
  uint32_t ofLanes = bits.mask & 31, ofWarps = bits.mask >> lanesBits;
  ofWarps &= llvm::bit_ceil(warps) - 1;
  double lanes = 1u << llvm::popcount(ofLanes);
  double others = std::min<double>(warps, 1u << llvm::popcount(ofWarps));
  return lanes / 32 * others / warps;
}
