//===- Symbols.h - Symbols that several operations share --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_TERMS_SYMBOLS_H
#define TESSERA_LIB_INTERPRETER_TERMS_SYMBOLS_H

#include "TermTable.h"
#include "tessera/Numerics/Float.h"

namespace tessera::interp::symbols {

inline uint64_t howOf(numerics::FloatMode mode) {
  return uint64_t(mode.rounding) << 1 | mode.flushToZero;
}
inline Symbol addf(numerics::FloatMode mode) {
  return {"addf", Symbol::Law::Commutes, howOf(mode)};
}
inline Symbol subf(numerics::FloatMode mode) {
  return {"subf", Symbol::Law::None, howOf(mode)};
}
inline Symbol mulf(numerics::FloatMode mode) {
  return {"mulf", Symbol::Law::Commutes, howOf(mode)};
}
inline Symbol divf(numerics::FloatMode mode) {
  return {"divf", Symbol::Law::None, howOf(mode)};
}
inline Symbol fma(numerics::FloatMode mode) {
  return {"fma", Symbol::Law::Commutes, howOf(mode)};
}
inline Symbol sqrt(numerics::FloatMode mode) {
  return {"sqrt", Symbol::Law::None, howOf(mode)};
}
/// Equal operands may be NaN, of which it makes the canonical one.
inline Symbol extremum(const char *name, numerics::NaNRule rule,
                       bool flushToZero) {
  return {name, Symbol::Law::Commutes, uint64_t(rule) << 1 | flushToZero};
}
inline Symbol unequal() { return {"unequal", Symbol::Law::Unequal}; }
inline Symbol addi() { return {"addi", Symbol::Law::Sum}; }
inline Symbol xori() { return {"xori", Symbol::Law::Xor}; }

} // namespace tessera::interp::symbols

#endif // TESSERA_LIB_INTERPRETER_TERMS_SYMBOLS_H
