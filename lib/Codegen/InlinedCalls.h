//===- InlinedCalls.h - Where a function was inlined ------------*- C++ -*-===//
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
// LLVM's generator says only `.loc 2 21 1`. Neither the streamer nor the
// handler of debug information that write it can be replaced from outside, and
// what the text says is not enough to find the call again. So the lines of a
// module are replaced by numbers before PTX is generated, which are looked up
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
  /// Replaces the lines of the module's instructions by numbers of their own,
  /// if any of them was inlined.
  explicit InlinedCalls(llvm::Module &module);

  /// Returns PTX that was generated of the module, with the lines again, and
  /// with the calls.
  std::string restore(llvm::StringRef ptx) const;

private:
  /// A number is an index here; those that are no place are null.
  std::vector<const llvm::DILocation *> places;
};

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_INLINEDCALLS_H
