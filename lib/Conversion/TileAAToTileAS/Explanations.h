//===- Explanations.h - Remarks on an entry -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what says of hints that nobody follows and of loops how
// they run.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_EXPLANATIONS_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_EXPLANATIONS_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera {

/// Says of everything that front end and hints ask of an entry or an access and
/// that changes nothing. `launch` is what the front end asks for.
void explainIgnored(tileaa::EntryOpInterface entry, tileaa::LaunchAttr launch);

/// Says of each loop of the program how often it runs, if that is known, and
/// how many loads it has. tileas-make-asynchronous says which of them overlap
/// with other iterations.
void explainLoops(tileaa::EntryOpInterface entry);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_EXPLANATIONS_H
