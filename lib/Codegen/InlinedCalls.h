//===- InlinedCalls.h - Places of inlined calls in PTX ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX can say of a place that it was inlined, and where (PTX ISA, "Debugging
// Directives: .loc", since 7.2):
//
//     .loc 1 8 4
//     .loc 2 21 1, function_name $L__inlined0, inlined_at 1 8 4
//
// LLVM's generator says only `.loc 2 21 1`. Its streamer and its handler of
// debug information cannot be replaced from outside, and the call cannot be
// found from the text alone. So the lines of a module are replaced by unique
// numbers before PTX is generated, and the numbers in the PTX are looked up
// afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_INLINEDCALLS_H
#define TESSERA_LIB_CODEGEN_INLINEDCALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace tessera {

class InlinedCalls {
public:
  /// Replaces the lines of the module's instructions by unique numbers, if any
  /// of the instructions was inlined.
  explicit InlinedCalls(llvm::Module &module);

  /// Returns the generated PTX with the original lines, and with the calls.
  std::string restore(llvm::StringRef ptx) const;

private:
  /// The place of each number; null for numbers that stand for no place.
  std::vector<const llvm::DILocation *> places;
};

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_INLINEDCALLS_H
