//===- PtxText.h - Modules of PTX made of any text --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_PTXTEXT_H
#define TESSERA_FUZZ_PTXTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera::fuzz {

/// Declares the names to which ptx_seeds.py renames registers.
inline constexpr llvm::StringLiteral kHead =
    ".version 9.0 .target sm_90a .address_size 64\n"
    ".shared .align 16 .b8 s[64]; .global .align 16 .b8 g[64];\n"
    ".const .f32 c[4] = {1.0, 0f40000000}; .extern .shared .b8 x[];\n"
    ".func (.param .b32 o) f(.param .b32 i) { ret; }\n"
    ".entry e(.param .u64 q) { .reg .pred p<4>; .reg .b16 h<8>; .reg .b32 "
    "r<16>;"
    " .reg .b64 d<8>; .reg .b128 w<2>; .reg .f32 v<4>; .local .b8 l[32];"
    " .param .b32 a; .param .b32 b;\n";

/// A text that begins with .version unchanged; any other text as the body of an
/// entry with declared registers, behind `first`.
inline std::string moduleOf(const uint8_t *data, size_t size,
                            llvm::StringRef first = "") {
  std::string text(reinterpret_cast<const char *>(data), size);
  if (llvm::StringRef(text).ltrim().starts_with(".version"))
    return text;
  return kHead.str() + first.str() + text + "\n}\n";
}

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_PTXTEXT_H
