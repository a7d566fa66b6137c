//===- Printf.h - C's printf on tiles --------------------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_PRINTF_H
#define TESSERA_LIB_INTERPRETER_PRINTF_H

#include "Tile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::interp {

struct PrintfArgument {
  const Tile *tile;
  /// The elements are addresses.
  bool isPointer;
  /// Dimensions, from the first on, that print without brackets.
  size_t inner = 0;
};

/// Prints `format`, of those in Support/PrintFormat.h, with its n-th conversion
/// applied to the n-th argument.
///
/// A scalar prints as one number, a tile of rank 1 as [a, b, ...], and each
/// further dimension nests: [[a, b], [c, d]]. d, i and c read an integer as
/// signed, except i1, whose true is 1; u, o, x and X as unsigned; p prints 0x
/// and hexadecimal digits. A letter that does not suit the element leaves the
/// output undefined; here, a float then prints as by %f, an integer as by %d
/// and a pointer as by %p.
///
/// Fails for a conversion that C does not have, has no argument or wants a
/// field larger than 4096 characters.
llvm::Error formatTiles(llvm::StringRef format,
                        llvm::ArrayRef<PrintfArgument> arguments,
                        llvm::raw_ostream &os);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_PRINTF_H
