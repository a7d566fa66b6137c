//===- ProgramForms.cpp - Forms that compiled programs have --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/ProgramForms.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

StringRef tessera::findPTX(StringRef file) {
  while (true) {
    file = file.ltrim();
    if (file.consume_front("//"))
      file = file.drop_until([](char c) { return c == '\n'; });
    else if (file.consume_front("/*"))
      file = file.split("*/").second;
    else
      return file.size() > 1 && file[0] == '.' && llvm::isAlpha(file[1])
                 ? file
                 : StringRef();
  }
}
