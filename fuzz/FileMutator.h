//===- FileMutator.h - Changing a bytecode file part by part --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the form in which the fuzz targets change a file. Bytes
// changed blindly hardly ever get past the lengths and offsets of the outer
// form; so the file is split, one part is changed, and the lengths and offsets
// around it are recomputed. The splitting is lenient, and shares no code with
// the reader under test.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_FILEMUTATOR_H
#define TESSERA_FUZZ_FILEMUTATOR_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace tessera::fuzz {

using Bytes = std::vector<uint8_t>;
using Random = std::minstd_rand;

/// One section: its number and its contents.
struct SectionPart {
  uint8_t id;
  uint64_t alignment; ///< 1 for none.
  Bytes payload;
};

/// A file split into its sections.
struct FileParts {
  Bytes header;
  std::vector<SectionPart> sections;

  /// None if the sections do not follow one another to the end.
  static std::optional<FileParts> split(const uint8_t *data, size_t size);
  Bytes join() const;
};

/// A table of offsets and entries, split.
struct TableParts {
  std::vector<Bytes> entries;

  /// Offsets are `width` bytes wide.
  static std::optional<TableParts> split(const Bytes &payload, unsigned width);
  Bytes join(unsigned width) const;
};

/// The function section, split: for each function the part before the length of
/// the body, and the body.
struct FunctionParts {
  struct Function {
    Bytes head, body;
  };
  std::vector<Function> functions;

  /// None also if a function has hints, whose end only the reader can find.
  static std::optional<FunctionParts> split(const Bytes &payload);
  Bytes join() const;
};

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_FILEMUTATOR_H
