//===- Scalar.h - Element formats and values as users write them ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the names of element formats on the command line (`i32:5`,
// `ptr:x.npy:bfloat16`), and the conversion of values from and to text. As in
// Numerics, a value is the bits of its storage form in the low end of 64.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_SCALAR_H
#define TESSERA_RUNTIME_SCALAR_H

#include "tessera/Numerics/Format.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera::runtime {

using numerics::Format;

/// The format with this name: ours ("i32", "f8E4M3FN") or that of numpy or
/// ml_dtypes ("int32", "uint32", "float8_e4m3fn"). None for the formats of four
/// bits: neither a parameter nor a .npy file holds one as the GPU does.
std::optional<Format> findFormat(llvm::StringRef name);

/// All names of ours that findFormat takes, for messages.
std::string listFormats();

/// The bits of TEXT as a value of FORMAT: a decimal or hexadecimal integer in
/// its signed or unsigned reading, `true` or `false` for i1, a decimal or C
/// hexadecimal float rounded to nearest even, `inf`, `nan`, or for floats `0x`
/// and all digits of the bit pattern. Fails where the value does not fit.
llvm::Expected<uint64_t> parseScalar(Format format, llvm::StringRef text);

/// The element in the bytes at MEMORY, little endian.
uint64_t loadScalar(Format format, const uint8_t *memory);
void storeScalar(Format format, uint64_t bits, uint8_t *memory);

/// True if the values have the same bits, or both are NaNs.
bool isSameScalar(Format format, uint64_t a, uint64_t b);

/// The shortest text that reads back as the same value.
std::string printScalar(Format format, uint64_t bits);

/// The same text, then the bits: "1.5 (0x3fc0)".
std::string describeScalar(Format format, uint64_t bits);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_SCALAR_H
