//===- Version.h - Versions of the Tile IR bytecode -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the version number of a bytecode file and the list of
// versions that can be read and written.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_VERSION_H
#define TESSERA_BYTECODE_VERSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace tessera {

/// `major.minor`, as in the header of a file and the option of a tool. The
/// header's third number, the tag, distinguishes no encoding and is 0.
struct BytecodeVersion {
  uint8_t major = 13;
  uint8_t minor = 1;

  /// Reads a version such as "13.1": two decimal numbers below 256 with a dot
  /// between.
  static std::optional<BytecodeVersion> parse(llvm::StringRef text);
  std::string str() const;

  /// True for a version that can be read and written.
  bool isSupported() const;

  friend constexpr bool operator==(BytecodeVersion a, BytecodeVersion b) {
    return a.major == b.major && a.minor == b.minor;
  }
  friend constexpr bool operator!=(BytecodeVersion a, BytecodeVersion b) {
    return !(a == b);
  }
  friend constexpr bool operator<(BytecodeVersion a, BytecodeVersion b) {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
  friend constexpr bool operator>=(BytecodeVersion a, BytecodeVersion b) {
    return !(a < b);
  }
};

namespace bytecode {
inline constexpr BytecodeVersion v13_1{13, 1};
inline constexpr BytecodeVersion v13_2{13, 2};
inline constexpr BytecodeVersion v13_3{13, 3};
inline constexpr BytecodeVersion v13_4{13, 4};
inline constexpr BytecodeVersion v13_5{13, 5};
} // namespace bytecode

/// All versions that can be read and written, oldest first.
llvm::ArrayRef<BytecodeVersion> supportedBytecodeVersions();

/// The supported versions as a sentence lists them: "13.1, 13.2, 13.3, 13.4,
/// 13.5".
std::string listOfSupportedBytecodeVersions();

/// The supported version that `text` names; an error that lists all of them if
/// it names none.
llvm::Expected<BytecodeVersion> requireBytecodeVersion(llvm::StringRef text);

} // namespace tessera

#endif // TESSERA_BYTECODE_VERSION_H
