//===- TermWords.cpp - The expressions of terms, as text ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::interp;

void TermTable::keep(Term term, StringRef name, ArrayRef<Element> operands) {
  // A sum with zero is its operand, and no expression of its own.
  bool isOperand = any_of(
      operands, [&](const Element &operand) { return operand.term == term; });
  // Without operands, whoever makes the term knows its sources.
  if (sets && term && !operands.empty()) {
    SourceSets::Set all = 0;
    for (const Element &operand : operands)
      collect(all, operand);
    setSources(term, all);
  }
  if (keepsTerms && !isOperand)
    nodes.try_emplace(term,
                      Node{name.str(), SmallVector<Element, 3>(operands)});
}

std::string TermTable::describe(Term term, unsigned depth) const {
  auto found = nodes.find(term);
  if (found == nodes.end())
    return "?";
  const Node &node = found->second;
  if (node.operands.empty())
    return node.name;
  if (!depth)
    return node.name + "(...)";
  std::string text = node.name + "(";
  ListSeparator comma;
  for (const Element &operand : node.operands) {
    text += StringRef(comma);
    text += operand.term ? describe(operand.term, depth - 1)
                         : "0x" + utohexstr(operand.bits);
  }
  return text + ")";
}

std::pair<Term, Term> TermTable::findDifference(Term x, Term y) const {
  // Sums that cancel lead back to where they began.
  DenseSet<Term> seen;
  while (true) {
    if (!seen.insert(x).second)
      return {x, y};
    auto left = nodes.find(x), right = nodes.find(y);
    if (left == nodes.end() || right == nodes.end() ||
        left->second.name != right->second.name)
      return {x, y};
    ArrayRef<Element> a = left->second.operands, b = right->second.operands;
    // Operands that only changed places are no difference.
    SmallVector<Term> onlyLeft, onlyRight;
    auto isIn = [](ArrayRef<Element> list, const Element &element) {
      return any_of(list, [&](const Element &other) {
        return hashOf(other) == hashOf(element);
      });
    };
    for (const Element &element : a)
      if (!isIn(b, element))
        onlyLeft.push_back(element.term);
    for (const Element &element : b)
      if (!isIn(a, element))
        onlyRight.push_back(element.term);
    if (onlyLeft.size() != 1 || onlyRight.size() != 1 || !onlyLeft[0] ||
        !onlyRight[0])
      return {x, y};
    x = onlyLeft[0];
    y = onlyRight[0];
  }
}
