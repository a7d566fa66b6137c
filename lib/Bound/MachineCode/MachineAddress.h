//===- MachineAddress.h - Tells addresses of machine code apart -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to TesseraBound. Two warps that meet at an mbarrier often have its address in
// registers of different names. Where both come from the same sums of the same
// constants, addresses are the same.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINEADDRESS_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINEADDRESS_H

#include "MachineFlow.h"
#include "llvm/ADT/BitVector.h"
#include <map>

namespace tessera::bound {

/// A general or uniform register; registers of both files have numbers of their own.
using MachineRegister = std::pair<bool, unsigned>;

/// The operands without predicates that stand in front of the result, or behind it.
llvm::SmallVector<llvm::StringRef>
listOperands(const MachineInstruction &instruction);

class AddressReader {
public:
  explicit AddressReader(const MachineKernel &kernel);

  /// Leaves out what is defined on ways through the loop of `other` to that of `own`,
  /// instructions at which they begin. Code of one warp often follows that of others,
  /// who branch over it:
  ///
  ///   @P5 BRA `(.L_others); ... their loop ... .L_others: @!P5 BRA `(.L_end); ...
  void leaveOut(uint32_t other, uint32_t own);

  /// The name of the address in the first brackets of an instruction. Addresses with
  /// the same name are the same. A register that a loop changes, or whose value is not
  /// known, is named by where it is defined.
  std::string readAddress(uint32_t at);
  /// The definitions of a register that an instruction may see. One under a predicate
  /// counts alone where the instruction has the same.
  std::vector<uint32_t> findReaching(MachineRegister reg, uint32_t at) const;
  /// The name of the first operand of an instruction: "0x1" of a barrier.
  std::string readFirst(uint32_t at);

private:
  /// Terms in their order, and what is added to them.
  struct Sum {
    std::vector<std::string> terms;
    uint32_t offset = 0;

    void add(const Sum &other);
    std::string getName() const;
    bool operator==(const Sum &other) const {
      return terms == other.terms && offset == other.offset;
    }
  };
  /// The registers that an instruction defines, from the first on.
  struct Definition {
    MachineRegister first;
    unsigned count = 0;

    bool has(MachineRegister reg) const {
      return reg.first == first.first && reg.second >= first.second &&
             reg.second < first.second + count;
    }
  };
  static Definition findDefinition(const MachineInstruction &instruction);
  llvm::BitVector findReached(unsigned from, unsigned without) const;
  bool isLeftOut(unsigned from, unsigned to) const;
  Sum read(llvm::StringRef operand, uint32_t at);
  Sum readDefined(MachineRegister reg, uint32_t definition);
  std::optional<Sum> readResult(MachineRegister reg, uint32_t definition);

  const MachineKernel &kernel;
  ptx::LoopNest nest;
  std::vector<Definition> definitions;
  std::vector<unsigned> blockOf;
  /// Blocks at which ways of others join, and those that they come from.
  std::vector<std::pair<unsigned, llvm::BitVector>> joins;
  /// By register and definition: what it is; its own name while that is looked for.
  std::map<std::pair<MachineRegister, uint32_t>, Sum> known;
};

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINEADDRESS_H
