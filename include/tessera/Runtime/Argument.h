//===- Argument.h - Arguments of a kernel -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the arguments of cuda-tile-run: their syntax, the memory
// behind them, and their conversion to parameters of an entry. One argument
// becomes one parameter. Only `array:` becomes several: a pointer, then the
// lengths and then the strides of its dimensions, in the order in which
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
  /// The user's spelling.
  std::string text;
  NpyArray array;
  /// True if nobody has written the array, which then holds no data.
  bool isNew = false;
  /// True for the bytes of a file: each view says the type of its elements.
  bool isBytes = false;
  /// For a multicast object: the indices of the memories of its participants.
  std::vector<unsigned> participants;
};

/// Part of a named memory, counted in elements: `@NAME+OFFSET[M,N;S,T]`. In
/// memory of bytes the offset counts bytes, and a type may follow it:
/// `@NAME+64:f32[M,N;S,T]`.
struct MemoryView {
  std::string memory;
  uint64_t offset = 0;
  std::optional<Format> format;
  /// None for the shape and strides of the memory. If only the strides are
  /// none, they are those of an array in C order.
  std::optional<std::vector<int64_t>> shape, strides;
};

/// One `--arg`.
struct Argument {
  enum class Kind { Pointer, Array, List, TensorMap, Structure, Scalar };

  Kind kind;
  /// The user's spelling.
  std::string text;
  /// Views into named memory: one, or those of a list.
  std::vector<MemoryView> views;
  /// For other pointers and arrays: the array whose copy the kernel works on.
  /// Its format is set if the text or the file names one.
  NpyArray array;
  /// True if nobody has written that array. It holds no data, but has a format
  /// and a shape.
  bool isNew = false;
  /// The value of a scalar.
  Format format = Format::I1;
  uint64_t bits = 0;
  /// For tensor maps: the options in the text behind the view, and whether they
  /// name the type of elements.
  ptx::TensorMap map;
  bool namesElement = false;
  /// For structures: their members (scalars, pointers into named memory, tensor
  /// maps and structures), and the alignment that the text asks for.
  std::vector<Argument> members;
  uint64_t alignment = 1;
  /// The name of the parameter, or of the first one, that it becomes; empty if
  /// it is not known. bindArguments finds it.
  std::string parameter = {};

  /// True if the argument has memory of its own.
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

/// Reads `NAME=FILE`, the bytes of any file, or `NAME=new:BYTES`, that number
/// of bytes that nobody has written.
llvm::Expected<NamedMemory> parseBuffer(llvm::StringRef text);

/// Reads `NAME=MEMORY,MEMORY`: a multicast object over memories of `memories`,
/// which have one size. Its elements are those of the first one.
llvm::Expected<NamedMemory>
parseMulticast(llvm::StringRef text, llvm::ArrayRef<NamedMemory> memories);

/// A pointer inside of named memory, from one `--link`. `NAME+8=OTHER+16`: the
/// word at byte 8 of NAME holds the address of byte 16 of OTHER.
struct MemoryLink {
  /// The user's spelling.
  std::string text;
  std::string from, to;
  uint64_t at = 0, offset = 0;
};

/// Reads `NAME+BYTES=OTHER+BYTES`; without `+BYTES` it is the beginning.
llvm::Expected<MemoryLink> parseLink(llvm::StringRef text);

/// Bytes of named memory that have been written, if only some have: one
/// `--written`, `NAME+64:32`.
struct WrittenRange {
  /// The user's spelling.
  std::string text;
  std::string memory;
  uint64_t first = 0, count = 0;
};

/// Reads `NAME+BYTES:COUNT`; without `+BYTES` it is the beginning.
llvm::Expected<WrittenRange> parseWritten(llvm::StringRef text);

/// A variable of the module that lies in named memory: one `--variable`,
/// `NAME=MEMORY`.
struct PlacedVariable {
  /// The user's spelling.
  std::string text;
  std::string name, memory;
};

/// Reads `NAME=MEMORY`.
llvm::Expected<PlacedVariable> parseVariable(llvm::StringRef text);

/// The type of one parameter of an entry.
struct ParameterType {
  /// As the kernel writes it: "tile<ptr<f32>>", ".param .b64".
  std::string text;
  /// Bytes in the parameter buffer.
  unsigned bytes = 0;
  /// True for a pointer; none if the kernel does not say (PTX).
  std::optional<bool> isPointer;
  /// The format of the value, or of the pointee; none if the kernel does not
  /// say (PTX).
  std::optional<Format> format;
  /// Its name in the source, for messages; empty if it is not known.
  std::string name = {};
};

struct StructureValue;

/// The value of one parameter.
struct ParameterValue {
  /// The index in Launch::buffers of the memory that a pointer points to.
  std::optional<unsigned> buffer;
  /// The format of a value that is not a pointer.
  Format format = Format::I64;
  /// The value or, for a pointer, the offset in bytes from the beginning of the
  /// memory.
  uint64_t bits = 0;
  /// The contents, for a tensor map; its address is that of the buffer plus
  /// `bits`.
  std::shared_ptr<const ptx::TensorMap> map = nullptr;
  /// The members, for a structure.
  std::shared_ptr<const StructureValue> structure = nullptr;

  /// The value, if the buffers begin at these addresses.
  uint64_t getBits(llvm::ArrayRef<uint64_t> addresses) const {
    return buffer ? addresses[*buffer] + bits : bits;
  }

  uint64_t getBytes() const;
  /// Writes the value to the front of `bytes`, as a kernel finds it. A scalar
  /// is cut off at the end of `bytes`.
  void writeTo(llvm::MutableArrayRef<uint8_t> bytes,
               llvm::ArrayRef<uint64_t> addresses) const;
  /// True for a tensor map, and for a structure that has one.
  bool hasMap() const;
};

/// A structure as C lays it out.
struct StructureValue {
  uint64_t bytes = 0;
  /// The members that are no structures themselves, with their offsets. All
  /// other bytes are zeros.
  std::vector<std::pair<uint64_t, ParameterValue>> members;
};

/// The memory behind one pointer.
struct Buffer {
  /// The name in reports.
  std::string name;
  uint64_t bytes = 0;
  /// Bytes of each of its elements, which count as one source (Validator.h).
  unsigned elementBytes = 1;
  /// Before the run: the contents that the kernel finds; none if nobody has
  /// written the memory, which then takes no memory of the host. After the run:
  /// the contents that the kernel left, if `wanted`.
  std::optional<Bytes> contents;
  bool wanted = true;
  /// The ranges of bytes that have been written, each as first byte and count;
  /// none if all have.
  std::optional<std::vector<std::pair<uint64_t, uint64_t>>> written;
  /// The words that hold addresses, by their offset in bytes: those of a list,
  /// and links.
  std::vector<std::pair<uint64_t, ParameterValue>> pointers;
  /// For a multicast object, which has no contents: the buffers of its
  /// participants, which come before it.
  std::vector<unsigned> participants;

  /// Memory for the contents after the run.
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
  /// For PTX whose entry does not fix the block: its threads, and the bytes of
  /// shared memory beyond the static ones.
  std::array<uint32_t, 3> block = {0, 0, 0};
  uint64_t dynamicSharedBytes = 0;
  /// For PTX: the blocks of a cluster; zeros if the entry says it.
  std::array<uint32_t, 3> cluster = {0, 0, 0};
  /// For PTX: the blocks of a cluster if there is room; zeros if there is no
  /// preference.
  std::array<uint32_t, 3> preferredCluster = {0, 0, 0};
  std::vector<ParameterValue> parameters;
  /// Device memory.
  std::vector<Buffer> buffers;
  /// Replaces the seed of the engine's options.
  std::optional<uint64_t> seed;
  /// For PTX: variables of the module, each with the buffer that it lies in.
  std::vector<std::pair<std::string, unsigned>> variables;
  /// On a GPU: how many more launches follow, over the same memory, each of
  /// which is timed.
  unsigned timedLaunches = 0;
  /// After the run: their times in microseconds, in order.
  std::vector<float> microseconds;
};

/// Fills `launch.parameters` and the buffers (those of each memory, then of
/// each argument with memory and of each list, in order). Gives arrays of raw
/// bytes the format that their parameter requires. Fails, naming argument and
/// parameter, if the number or the types do not match, if a length or stride
/// exceeds its parameter, or if a view leaves its memory.
///
/// An array becomes its pointer, lengths and strides, each as wide as its
/// parameter. A list becomes a pointer to i64 and its number of arrays. The
/// memory behind that pointer holds for each array, in words of 64 bits, the
/// address, the lengths and the strides (cuTile Python's lists of arrays).
llvm::Error bindArguments(llvm::MutableArrayRef<Argument> arguments,
                          llvm::ArrayRef<ParameterType> parameters,
                          Launch &launch,
                          llvm::MutableArrayRef<NamedMemory> memories = {});

/// The array behind each buffer of a launch that bindArguments has filled; null
/// for the buffer of a list and for a multicast object.
std::vector<NpyArray *>
arraysOfBuffers(llvm::MutableArrayRef<Argument> arguments,
                llvm::MutableArrayRef<NamedMemory> memories = {});

/// Puts links into the buffers of a launch that bindArguments has filled. Fails
/// if the memory does not exist, or is too small.
llvm::Error addLinks(llvm::ArrayRef<MemoryLink> links,
                     llvm::ArrayRef<NamedMemory> memories, Launch &launch);

/// Marks only these bytes of the memories that they name as written. Fails if
/// the memory does not exist, or is too small.
llvm::Error addWritten(llvm::ArrayRef<WrittenRange> ranges,
                       llvm::ArrayRef<NamedMemory> memories, Launch &launch);

/// Puts variables of the module into memories of a launch that bindArguments
/// has filled. Fails if the memory does not exist.
llvm::Error addVariables(llvm::ArrayRef<PlacedVariable> variables,
                         llvm::ArrayRef<NamedMemory> memories, Launch &launch);

/// Zeroes the words that hold addresses in the memory after a run, because no
/// two engines have the same addresses.
void clearLinks(Launch &launch);

/// Calls MARK(address, count) for the bytes that count as written of buffers
/// that are partly written. Their contents are in place already.
void markRanges(const Launch &launch, llvm::ArrayRef<uint64_t> addresses,
                llvm::function_ref<void(uint64_t, uint64_t)> mark);

/// Writes the addresses that lists hold into their device memory, if the
/// buffers begin at `addresses`. Stops when WRITE(address, bytes) fails.
llvm::Error writeLists(
    const Launch &launch, llvm::ArrayRef<uint64_t> addresses,
    llvm::function_ref<llvm::Error(uint64_t, llvm::ArrayRef<uint8_t>)> write);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_ARGUMENT_H
