//===- Case.cpp - A program as a self-checking test -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Smith/Launch.h"

#include "tessera/Runtime/Scalar.h"

using namespace tessera;
using namespace tessera::smith;
using numerics::Format;

/// The elements as words with blanks between; a run of equal ones is one word.
static std::string printElements(Format format, llvm::ArrayRef<uint8_t> bytes) {
  size_t size = numerics::storageBytes(format);
  std::string text;
  llvm::raw_string_ostream os(text);
  while (!bytes.empty()) {
    llvm::ArrayRef<uint8_t> element = bytes.take_front(size);
    size_t count = 0;
    while (bytes.take_front(size) == element) {
      bytes = bytes.drop_front(size);
      ++count;
    }
    os << (text.empty() ? "" : " ")
       << runtime::printScalar(format,
                               runtime::loadScalar(format, element.data()));
    if (count > 1)
      os << '*' << count;
  }
  return text;
}

std::string smith::printCase(const Launch &launch, const Outcome &outcome) {
  // Arrays on the command line have elements of whole bytes.
  auto isHalfByte = [](const Argument &argument) {
    return numerics::bitWidth(argument.format) == 4;
  };
  std::string text;
  if (launch.dependentGrid || llvm::any_of(launch.arguments, isHalfByte))
    return text;
  llvm::raw_string_ostream os(text);
  auto [x, y, z] = launch.grid;
  os << "//% - entry: smith\n//%   grid: [" << x << ", " << y << ", " << z
     << "]\n";
  if (!launch.arguments.empty())
    os << "//%   args:\n";
  size_t memory = 0;
  for (const Argument &argument : launch.arguments) {
    llvm::StringRef type = numerics::name(argument.format);
    std::string before = printElements(argument.format, argument.bytes);
    if (!argument.isPointer) {
      os << "//%     - " << type << ':' << before << '\n';
      continue;
    }
    size_t elements =
        argument.bytes.size() / numerics::storageBytes(argument.format);
    os << "//%     - ptr: " << type << '[' << elements << "]\n"
       << "//%       in: " << before << '\n';
    // Without `out` the run must leave the memory unchanged.
    const std::vector<uint8_t> &left = outcome.memory[memory++];
    if (left != argument.bytes)
      os << "//%       out: " << printElements(argument.format, left) << '\n';
  }
  return text;
}
