//===- ProductPanels.cpp - Finds products to compute together -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductPanels.h"
#include "../../Matrix/Forms.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

namespace {

/// The registers of a product.
struct Registers {
  Registers(const Code &code, const Inst &inst) {
    const MatrixOperation &op = *code.matrices[inst.target];
    const Slot *slots = code.slots.data() + inst.list;
    for (auto [part, count] :
         {std::pair(&d, op.dRegisters), std::pair(&a, op.aRegisters),
          std::pair(&b, op.bRegisters), std::pair(&c, op.cRegisters)}) {
      *part = {slots, count};
      slots += count;
    }
  }
  llvm::ArrayRef<Slot> d, a, b, c;
};

/// True if two products differ in their registers alone.
bool isSameKind(const MatrixOperation &x, const MatrixOperation &y) {
  const ProductKind &a = x.kind, &b = y.kind;
  return a.shape == b.shape && a.a == b.a && a.b == b.b && a.c == b.c &&
         a.d == b.d && a.model.blockLength == b.model.blockLength &&
         a.model.isHalf == b.model.isHalf && a.saturates == b.saturates &&
         x.batches == y.batches && x.elementBits == y.elementBits &&
         x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
}

/// Different fragments in the order in which they come, each with a number.
class Fragments {
public:
  unsigned numberOf(llvm::ArrayRef<Slot> registers) {
    auto at = llvm::find(fragments, registers);
    if (at == fragments.end())
      at = fragments.insert(at, registers);
    return static_cast<unsigned>(at - fragments.begin());
  }
  size_t size() const { return fragments.size(); }
  bool has(llvm::ArrayRef<Slot> registers) const {
    return llvm::is_contained(fragments, registers);
  }

private:
  llvm::SmallVector<llvm::ArrayRef<Slot>, 8> fragments;
};

/// Instructions between two products of a panel.
constexpr uint32_t mostBetween = 64;

/// True for a product that a panel may have.
bool isOfPanels(const Code &code, const Inst &inst) {
  return isVectorProduct(inst.execute) && inst.guard == noSlot &&
         code.matrices[inst.target]->batches == 1;
}

/// Products that may be left to the last of them, up to the limits of a panel.
class Candidates {
public:
  Candidates(const Code &code, uint32_t first)
      : code(code), operation(*code.matrices[code.instructions[first].target]) {
    const MatrixShape &shape = operation.kind.shape;
    mostRows = std::min(mostPanelRows, mostMultiplicands / shape.m / shape.k);
    mostColumns =
        std::min(mostPanelColumns, mostMultiplicands / shape.n / shape.k);
    add(first);
  }

  /// Adds the product if it may be computed together with the others.
  bool tryToAdd(uint32_t pc) {
    const Inst &inst = code.instructions[pc];
    const Registers registers(code, inst);
    if (!isSameKind(*code.matrices[inst.target], operation) ||
        rows.size() + !rows.has(registers.a) > mostRows ||
        columns.size() + !columns.has(registers.b) > mostColumns)
      return false;
    for (const auto &part :
         {registers.d, registers.a, registers.b, registers.c})
      if (llvm::any_of(part, [&](Slot slot) { return written.count(slot); }))
        return false;
    add(pc);
    return true;
  }

  /// True if an instruction that is no product may stand before the last one.
  bool canPass(const Inst &inst, const Instruction &syntax) const {
    return (inst.control == Control::None ||
            inst.control == Control::Aligned) &&
           llvm::none_of(syntax.operands,
                         [&](const Operand &each) { return isUsed(each); });
  }

  /// The longest panel from the first product on, as the numbers of its
  /// fragments.
  struct Shape {
    size_t members = 0, rows = 0, columns = 0;
  };
  Shape longestPanel() const {
    Fragments ofA, ofB;
    llvm::DenseSet<std::pair<unsigned, unsigned>> places;
    Shape longest;
    for (auto [i, pc] : llvm::enumerate(members)) {
      const Registers registers(code, code.instructions[pc]);
      if (!places.insert({ofA.numberOf(registers.a), ofB.numberOf(registers.b)})
               .second)
        break;
      if (i + 1 == ofA.size() * ofB.size())
        longest = {i + 1, ofA.size(), ofB.size()};
    }
    return longest;
  }

  llvm::ArrayRef<uint32_t> getMembers() const { return members; }

private:
  void add(uint32_t pc) {
    const Registers registers(code, code.instructions[pc]);
    rows.numberOf(registers.a);
    columns.numberOf(registers.b);
    written.insert(registers.d.begin(), registers.d.end());
    for (const auto &part : {registers.a, registers.b, registers.c})
      read.insert(part.begin(), part.end());
    members.push_back(pc);
  }
  bool isUsed(const Operand &operand) const {
    if (operand.kind == Operand::Kind::Register) {
      const Slot slot = code.registerSlots[operand.index];
      return written.count(slot) || read.count(slot);
    }
    return llvm::any_of(operand.elements,
                        [&](const Operand &part) { return isUsed(part); });
  }

  const Code &code;
  const MatrixOperation &operation;
  size_t mostRows, mostColumns;
  Fragments rows, columns;
  llvm::SmallVector<uint32_t, 32> members;
  llvm::DenseSet<Slot> written, read;
};

/// Appends the registers of the larger product to Code::slots: pairs of rows of
/// all fragments of A take turns, as those of one fragment do.
void listRegisters(Code &code, const ProductPanel &panel) {
  const MatrixOperation op =
      *code.matrices[code.instructions[panel.members.front()].target];
  const MatrixShape shape = op.kind.shape;
  const unsigned rowGroups = shape.m / 8;
  // wmma has copies behind them.
  const unsigned registersOfB = shape.n / 8 * shape.k * op.elementBits / 128;
  Fragments ofA, ofB;
  std::vector<Slot> d, a, b, c;
  std::vector<uint32_t> grid(panel.members.size());
  for (uint32_t pc : panel.members) {
    const Registers each(code, code.instructions[pc]);
    const unsigned row = ofA.numberOf(each.a);
    grid[ofB.numberOf(each.b) * panel.rows + row] = pc;
  }
  auto add = [&](std::vector<Slot> &list, llvm::ArrayRef<uint32_t> row,
                 llvm::ArrayRef<Slot> Registers::*part, unsigned turn) {
    const size_t count =
        (Registers(code, code.instructions[row[0]]).*part).size();
    for (size_t first = 0; first < count; first += turn)
      for (uint32_t pc : row)
        llvm::append_range(
            list,
            (Registers(code, code.instructions[pc]).*part).slice(first, turn));
  };
  const llvm::ArrayRef<uint32_t> all = grid;
  add(a, all.take_front(panel.rows), &Registers::a, rowGroups);
  for (size_t first = 0; first != all.size(); first += panel.rows) {
    const auto row = all.slice(first, panel.rows);
    llvm::append_range(
        b,
        Registers(code, code.instructions[row[0]]).b.take_front(registersOfB));
    add(c, row, &Registers::c, rowGroups * (op.kind.c == Type::F16 ? 1 : 2));
    add(d, row, &Registers::d, rowGroups * (op.kind.d == Type::F16 ? 1 : 2));
  }
  for (const auto &list : {d, a, b, c})
    llvm::append_range(code.slots, list);
}

/// The products from one on that may be computed together.
Candidates findCandidates(const Code &code, uint32_t first) {
  Candidates found(code, first);
  const auto &syntax = code.syntax->instructions;
  for (uint32_t pc = first + 1;
       pc < syntax.size() && pc - found.getMembers().back() <= mostBetween;
       ++pc) {
    const Inst &inst = code.instructions[pc];
    if (isOfPanels(code, inst) ? !found.tryToAdd(pc)
                               : !found.canPass(inst, syntax[pc]))
      break;
  }
  return found;
}

} // namespace

void tessera::ptx::findProductPanels(Code &code) {
  for (uint32_t pc = 0; pc != code.instructions.size(); ++pc) {
    const Inst &inst = code.instructions[pc];
    if (!isOfPanels(code, inst) || inst.panel != noPanel)
      continue;
    const Candidates found = findCandidates(code, pc);
    const Candidates::Shape shape = found.longestPanel();
    if (shape.members == 1)
      continue;
    ProductPanel panel;
    llvm::append_range(panel.members,
                       found.getMembers().take_front(shape.members));
    panel.rows = static_cast<uint8_t>(shape.rows);
    panel.columns = static_cast<uint8_t>(shape.columns);
    panel.list = static_cast<uint32_t>(code.slots.size());
    listRegisters(code, panel);
    for (uint32_t member : panel.members)
      code.instructions[member].panel =
          static_cast<uint32_t>(code.panels.size());
    code.panels.push_back(std::move(panel));
  }
}
