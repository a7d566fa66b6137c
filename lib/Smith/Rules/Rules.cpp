//===- Rules.cpp - Which rule is next -------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"

using namespace tessera;
using namespace tessera::smith;
using llvm::ArrayRef;

static const Rules &allRules() {
  static const Rules rules = [] {
    Rules all;
    addIntegerRules(all);
    addFloatRules(all);
    addElementaryRules(all);
    addConversionRules(all);
    addShapeRules(all);
    addMatrixRules(all);
    addReductionRules(all);
    addRecurrenceRules(all);
    addMemoryRules(all);
    addPointerRules(all);
    addViewRules(all);
    addAtomicRules(all);
    addMulticastRules(all);
    addSynchronizationRules(all);
    addControlRules(all);
    addMiscRules(all);
    addDependentRules(all);
    return all;
  }();
  return rules;
}

/// Each rule draws as many lots as it has weight, and the highest of all wins.
static const Rule &drawRule(Generator &g, ArrayRef<Rule> rules) {
  uint64_t round = g.rng.next(), highest = 0;
  const Rule *chosen = nullptr;
  for (const Rule &rule : rules) {
    if (!g.has(rule.since))
      continue;
    Random lots = Random(round).stream(rule.name);
    for (unsigned i = 0; i < rule.weight; ++i) {
      uint64_t lot = lots.next();
      if (chosen && lot <= highest)
        continue;
      highest = lot;
      chosen = &rule;
    }
  }
  return *chosen;
}

void smith::emitAny(Generator &g, ArrayRef<Rule> rules) {
  const Rule &rule = drawRule(g, rules);
  StreamScope scope(g, rule.name);
  rule.emit(g);
}

void Generator::steps(unsigned number) {
  for (unsigned i = 0; i < number; ++i)
    emitAny(*this, allRules());
}
