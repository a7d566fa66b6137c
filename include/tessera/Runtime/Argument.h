//===- Argument.h - What a kernel is launched with ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the arguments of cuda-tile-run: how they are written, the
// memory that stands behind them, and how they become the parameters of an
// entry. One argument becomes one parameter, or for `array:` one pointer, then
// the lengths and then the strides of its dimensions: the order in which
// cuTile's kernels take an array.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_ARGUMENT_H
#define TESSERA_RUNTIME_ARGUMENT_H

#include "tessera/Runtime/Npy.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera::runtime {

/// One `--arg`.
struct Argument {
  enum class Kind { Pointer, Array, Scalar };

  Kind kind;
  /// As the user wrote it.
  std::string text;
  /// Of pointers and arrays: the array whose copy the kernel works on. Its
  /// format is set where the text or the file names one.
  NpyArray array;
  /// Of pointers and arrays: nobody has written the array, which holds no data;
  /// it has a format and a shape.
  bool isNew = false;
  /// Of scalars.
  Format format = Format::I1;
  uint64_t bits = 0;

  bool hasMemory() const { return kind != Kind::Scalar; }
};

/// Reads `ptr:FILE[:TYPE]`, `array:FILE[:TYPE]` or `TYPE:VALUE`, with the file.
/// TYPE names the element format of a file whose own header cannot (numpy saves
/// the types of ml_dtypes as raw bytes). In place of a file `new:TYPE[M,N]` is
/// an array that nobody has written.
llvm::Expected<Argument> parseArgument(llvm::StringRef text);

/// What an entry asks of one of its parameters.
struct ParameterType {
  /// As the kernel writes it: "tile<ptr<f32>>", ".param .b64".
  std::string text;
  /// Bytes in the parameter buffer.
  unsigned bytes = 0;
  /// Whether it is a pointer; none where the kernel does not say (PTX).
  std::optional<bool> isPointer;
  /// The format of the value, or of what the pointer points to; none where the
  /// kernel does not say (PTX).
  std::optional<Format> format;
};

/// What one parameter is given.
struct ParameterValue {
  /// The number, in Launch::buffers, of the memory that a pointer points to.
  std::optional<unsigned> buffer;
  /// The value of all that is no pointer.
  Format format = Format::I64;
  uint64_t bits = 0;

  unsigned getBytes() const {
    return buffer ? 8 : numerics::storageBytes(format);
  }
};

/// The memory behind one pointer.
struct Buffer {
  /// For reports.
  std::string name;
  uint64_t bytes = 0;
  /// What the kernel finds there; none where nobody has written it, which costs
  /// no memory of the host. After the run what the kernel left, if that is
  /// wanted.
  std::optional<std::vector<uint8_t>> contents;
  bool wanted = true;

  /// Room for what the kernel left.
  std::vector<uint8_t> &makeContents() {
    if (!contents)
      contents.emplace(bytes);
    return *contents;
  }
};

/// One run of a kernel, for any engine.
struct Launch {
  std::string entry;
  /// Tile blocks in x, y and z.
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// Of PTX whose entry does not fix it: threads of a block, and bytes of
  /// shared memory beyond the static ones.
  std::array<uint32_t, 3> block = {0, 0, 0};
  uint64_t dynamicSharedBytes = 0;
  std::vector<ParameterValue> parameters;
  /// Device memory.
  std::vector<Buffer> buffers;
};

/// Fills `launch.parameters` and the buffers (one for each argument with
/// memory, in order) from the arguments. Gives arrays of raw bytes the format
/// that their parameter asks for. Fails, naming argument and parameter, where
/// number or types do not match, or where a length or stride exceeds an i32.
llvm::Error bindArguments(llvm::MutableArrayRef<Argument> arguments,
                          llvm::ArrayRef<ParameterType> parameters,
                          Launch &launch);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_ARGUMENT_H
