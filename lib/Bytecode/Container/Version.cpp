//===- Version.cpp - Versions of the Tile IR bytecode ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

std::optional<BytecodeVersion> BytecodeVersion::parse(llvm::StringRef text) {
  auto [major, minor] = text.split('.');
  BytecodeVersion version;
  if (major.getAsInteger(10, version.major) ||
      minor.getAsInteger(10, version.minor))
    return std::nullopt;
  return version;
}

std::string BytecodeVersion::str() const {
  return llvm::utostr(major) + "." + llvm::utostr(minor);
}

llvm::ArrayRef<BytecodeVersion> supportedBytecodeVersions() {
  static constexpr BytecodeVersion versions[] = {
      bytecode::v13_1, bytecode::v13_2, bytecode::v13_3, bytecode::v13_4,
      bytecode::v13_5};
  return versions;
}

bool BytecodeVersion::isSupported() const {
  return llvm::is_contained(supportedBytecodeVersions(), *this);
}

std::string listOfSupportedBytecodeVersions() {
  return llvm::join(llvm::map_range(supportedBytecodeVersions(),
                                    [](BytecodeVersion v) { return v.str(); }),
                    ", ");
}

llvm::Expected<BytecodeVersion> requireBytecodeVersion(llvm::StringRef text) {
  std::optional<BytecodeVersion> version = BytecodeVersion::parse(text);
  if (version && version->isSupported())
    return *version;
  return llvm::createStringError("there is no bytecode version '" + text +
                                 "', only " +
                                 listOfSupportedBytecodeVersions());
}

} // namespace tessera
