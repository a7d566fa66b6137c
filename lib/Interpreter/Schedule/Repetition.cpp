//===- Repetition.cpp - Loops that can only repeat themselves -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repetition.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

/// True if two values are equal in everything that decides what a program does;
/// tokens do not.
static bool isSame(const interp::Value &a, const interp::Value &b) {
  const Tile *x = std::get_if<Tile>(&a), *y = std::get_if<Tile>(&b);
  return !x || x->data() == y->data() ||
         std::equal(x->data(), x->data() + x->size() * x->elementBytes(),
                    y->data());
}

LogicalResult Repetition::next() {
  if (!(frame.getProgress() == progress) ||
      !llvm::equal(frame.handedOver, carried, isSame)) {
    start();
    return success();
  }
  // Open choices are repeated, so that nothing else differs, either.
  frame.choices = choices;
  if (frame.countAccesses() == accesses) {
    (void)frame.fail(loop, "the loop never ends: its iterations are all "
                           "alike, and read no memory");
    frame.setFaultKind(LaunchFault::Timeout);
    return failure();
  }
  LogicalResult changed = frame.waitForChange(loop, version, step);
  start();
  return changed;
}

void Repetition::start() {
  version = frame.machine.schedule.getVersion();
  carried = frame.handedOver;
  progress = frame.getProgress();
  accesses = frame.countAccesses();
  step = frame.countSteps();
  choices = frame.choices;
}
