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

#include "tessera/Emulator/TensorMap.h"
#include "tessera/Runtime/Npy.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera::runtime {

/// An array in device memory that is no argument: one `--memory` or `--buffer`.
/// Arguments are views of it.
struct NamedMemory {
  std::string name;
  /// As the user wrote it.
  std::string text;
  NpyArray array;
  /// Nobody has written the array, which holds no data.
  bool isNew = false;
  /// The bytes of a file, whose elements are what its views say.
  bool isBytes = false;
};

/// Part of a named memory, in elements: `@NAME+OFFSET[M,N;S,T]`. Of bytes, the
/// offset counts bytes, and a type may follow it: `@NAME+64:f32[M,N;S,T]`.
struct MemoryView {
  std::string memory;
  uint64_t offset = 0;
  std::optional<Format> format;
  /// Those of the memory, where they are not given; strides alone: those of an
  /// array in C order.
  std::optional<std::vector<int64_t>> shape, strides;
};

/// One `--arg`.
struct Argument {
  enum class Kind { Pointer, Array, List, TensorMap, Structure, Scalar };

  Kind kind;
  /// As the user wrote it.
  std::string text;
  /// Where it points into named memory: one view, or those of a list.
  std::vector<MemoryView> views;
  /// Of other pointers and arrays: the array whose copy the kernel works on.
  /// Its format is set where the text or the file names one.
  NpyArray array;
  /// Nobody has written that array, which holds no data; it has a format and a
  /// shape.
  bool isNew = false;
  /// Of scalars.
  Format format = Format::I1;
  uint64_t bits = 0;
  /// Of tensor maps: what the text says beside the view, and whether it names
  /// the type of elements.
  ptx::TensorMap map;
  bool namesElement = false;
  /// Of structures: scalars, pointers into named memory, tensor maps and
  /// structures, and what the text asks of the alignment.
  std::vector<Argument> members;
  uint64_t alignment = 1;

  /// Whether it brings memory of its own.
  bool hasMemory() const {
    return kind != Kind::Scalar && kind != Kind::Structure && views.empty();
  }
};

/// Reads `ptr:FILE[:TYPE]`, `array:FILE[:TYPE]` or `TYPE:VALUE`, with the file.
/// TYPE names the element format of a file whose own header cannot (numpy saves
/// the types of ml_dtypes as raw bytes). In place of a file `new:TYPE[M,N]` is
/// an array that nobody has written, and a view one in named memory. A list
/// takes views alone, with commas between: `list:@a,@b+4[2,2]`. A tensor map
/// describes a view: `tensormap:@x[64,128]:box=8,64:swizzle=128`. A structure
/// has members: `struct:align=16,i32:5,{i8:1,ptr:@x}`.
llvm::Expected<Argument> parseArgument(llvm::StringRef text);

/// Reads `NAME=FILE[:TYPE]` or `NAME=new:TYPE[M,N]`, with the file.
llvm::Expected<NamedMemory> parseMemory(llvm::StringRef text);

/// Reads `NAME=FILE`: the bytes of any file; `NAME=new:BYTES`: as many that
/// nobody has written.
llvm::Expected<NamedMemory> parseBuffer(llvm::StringRef text);

/// A pointer inside of named memory: one `--link`, `NAME+8=OTHER+16`. The word
/// of `from` at a byte holds the address of a byte of `to`.
struct MemoryLink {
  /// As the user wrote it.
  std::string text;
  std::string from, to;
  uint64_t at = 0, offset = 0;
};

/// Reads `NAME+BYTES=OTHER+BYTES`, where no `+BYTES` is the beginning.
llvm::Expected<MemoryLink> parseLink(llvm::StringRef text);

/// Bytes of named memory that have been written, where not all have: one
/// `--written`, `NAME+64:32`.
struct WrittenRange {
  /// As the user wrote it.
  std::string text;
  std::string memory;
  uint64_t first = 0, count = 0;
};

/// Reads `NAME+BYTES:COUNT`, where no `+BYTES` is the beginning.
llvm::Expected<WrittenRange> parseWritten(llvm::StringRef text);

/// A variable of the module that lies in named memory: one `--variable`,
/// `NAME=MEMORY`.
struct PlacedVariable {
  /// As the user wrote it.
  std::string text;
  std::string name, memory;
};

/// Reads `NAME=MEMORY`.
llvm::Expected<PlacedVariable> parseVariable(llvm::StringRef text);

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

struct StructureValue;

/// What one parameter is given.
struct ParameterValue {
  /// The number, in Launch::buffers, of the memory that a pointer points to.
  std::optional<unsigned> buffer;
  /// The value of all that is no pointer.
  Format format = Format::I64;
  /// Of a pointer: how many bytes behind the beginning of the memory.
  uint64_t bits = 0;
  /// Of a tensor map, whose address is that of the buffer and `bits`.
  std::shared_ptr<const ptx::TensorMap> map = nullptr;
  /// Of a structure.
  std::shared_ptr<const StructureValue> structure = nullptr;

  /// The value, where the buffers begin at these addresses.
  uint64_t getBits(llvm::ArrayRef<uint64_t> addresses) const {
    return buffer ? addresses[*buffer] + bits : bits;
  }

  uint64_t getBytes() const;
  /// Writes the value as a kernel finds it, in as many of the bytes as it has.
  void writeTo(llvm::MutableArrayRef<uint8_t> bytes,
               llvm::ArrayRef<uint64_t> addresses) const;
  /// Whether it is a tensor map or has one.
  bool hasMap() const;
};

/// A structure as C lays it out.
struct StructureValue {
  uint64_t bytes = 0;
  /// Those that are no structures, with their places; the rest is zeros.
  std::vector<std::pair<uint64_t, ParameterValue>> members;
};

/// The memory behind one pointer.
struct Buffer {
  /// For reports.
  std::string name;
  uint64_t bytes = 0;
  /// What the kernel finds there; none where nobody has written it, which costs
  /// no memory of the host. After the run what the kernel left, if that is
  /// wanted.
  std::optional<Bytes> contents;
  bool wanted = true;
  /// Which bytes of the contents somebody has written, first and number; none:
  /// all of them.
  std::optional<std::vector<std::pair<uint64_t, uint64_t>>> written;
  /// Which of its words, counted in bytes, hold addresses: those of a list,
  /// and links.
  std::vector<std::pair<uint64_t, ParameterValue>> pointers;

  /// Room for what the kernel left.
  Bytes &makeContents() {
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
  /// Of PTX: blocks of a cluster; zeros where the entry says it.
  std::array<uint32_t, 3> cluster = {0, 0, 0};
  /// Of PTX: blocks of a cluster where there is room; zeros: no preference.
  std::array<uint32_t, 3> preferredCluster = {0, 0, 0};
  std::vector<ParameterValue> parameters;
  /// Device memory.
  std::vector<Buffer> buffers;
  /// Of PTX: variables of the module that lie in it, and in which buffer.
  std::vector<std::pair<std::string, unsigned>> variables;
};

/// Fills `launch.parameters` and the buffers (of each memory, then of each
/// argument with memory and of each list, in order). Gives arrays of raw bytes
/// the format that their parameter asks for. Fails, naming argument and
/// parameter, where number or types do not match, where a length or stride
/// exceeds its parameter, or where a view leaves its memory.
///
/// An array is its pointer, lengths and strides, each as wide as its parameter.
/// A list is a pointer to i64 and its number of arrays; of each array there
/// are, in words of 64 bits, the address, the lengths and the strides (cuTile
/// Python's lists of arrays).
llvm::Error bindArguments(llvm::MutableArrayRef<Argument> arguments,
                          llvm::ArrayRef<ParameterType> parameters,
                          Launch &launch,
                          llvm::MutableArrayRef<NamedMemory> memories = {});

/// The array behind each buffer of a launch that bindArguments has filled from
/// these; null for that of a list.
std::vector<NpyArray *>
arraysOfBuffers(llvm::MutableArrayRef<Argument> arguments,
                llvm::MutableArrayRef<NamedMemory> memories = {});

/// Puts links into the buffers of a launch that bindArguments has filled. Fails
/// where there is no such memory, or no such place in it.
llvm::Error addLinks(llvm::ArrayRef<MemoryLink> links,
                     llvm::ArrayRef<NamedMemory> memories, Launch &launch);

/// Lets only these bytes of memories that they name count as written. Fails
/// where there is no such memory, or no such bytes.
llvm::Error addWritten(llvm::ArrayRef<WrittenRange> ranges,
                       llvm::ArrayRef<NamedMemory> memories, Launch &launch);

/// Puts variables of the module into memories of a launch that bindArguments
/// has filled. Fails where there is no such memory.
llvm::Error addVariables(llvm::ArrayRef<PlacedVariable> variables,
                         llvm::ArrayRef<NamedMemory> memories, Launch &launch);

/// Makes the words that hold addresses zeros in what a run has left: addresses
/// are not the same on any two engines.
void clearLinks(Launch &launch);

/// Calls MARK(address, count) for the bytes of buffers that count as written
/// where not all do, which are there already.
void markRanges(const Launch &launch, llvm::ArrayRef<uint64_t> addresses,
                llvm::function_ref<void(uint64_t, uint64_t)> mark);

/// Writes into the device memory of lists the addresses that they hold, where
/// the buffers begin at ADDRESSES, until WRITE(address, bytes) fails.
llvm::Error writeLists(
    const Launch &launch, llvm::ArrayRef<uint64_t> addresses,
    llvm::function_ref<llvm::Error(uint64_t, llvm::ArrayRef<uint8_t>)> write);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_ARGUMENT_H
