//===- Container.h - The sections of a bytecode file ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the decoder of the outer form of Tile IR bytecode: header,
// sections and their tables. It knows nothing of MLIR, reads the caller's
// memory without copying it, and returns a container or an error for any bytes.
//
// A file is a header (`\x7FTileIR\0`, major, minor, tag) and sections in any
// order, closed by a zero byte. Entries of the string, type, constant and debug
// tables are checked when they are used: an error in an entry that nothing
// refers to does not matter.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_CONTAINER_CONTAINER_H
#define TESSERA_BYTECODE_CONTAINER_CONTAINER_H

#include "tessera/Bytecode/Container/Cursor.h"
#include "tessera/Bytecode/Container/Tags.h"
#include <memory>

namespace tessera::bytecode {

/// Numbers of the sections on the wire.
enum class Section : uint8_t {
  End = 0,
  String = 1,
  Function = 2,
  Debug = 3,
  Constant = 4,
  Type = 5,
  Global = 6,
  Producer = 7,
};
inline constexpr unsigned kNumSections = 8;

/// "the string section" and so on, for messages.
llvm::StringRef nameOf(Section section);

/// The eight bytes that open a file.
inline constexpr llvm::StringLiteral kMagic =
    llvm::StringLiteral::withInnerNUL("\x7FTileIR\0");

/// `varint n; pad; uN offset[n]; data`: entry i extends from offset[i] to
/// offset[i + 1], the last one to the end of the data.
class EntryTable {
public:
  EntryTable() = default;

  /// Reads the table at the beginning of `payload`, whose offsets are `width`
  /// bytes wide and aligned to it. `noun` names an entry: "string", "type".
  llvm::LogicalResult parse(Cursor payload, unsigned width,
                            llvm::StringRef noun);

  size_t size() const { return offsets.size() / width; }
  /// The bytes of entry `index`, which must be below size().
  llvm::LogicalResult entry(size_t index, Cursor &out) const;

private:
  uint64_t offset(size_t index) const;

  llvm::ArrayRef<uint8_t> offsets;
  Cursor data;
  unsigned width = 4;
  llvm::StringRef noun;
};

/// The bit of the header's tag that says that the file holds preview content.
inline constexpr uint16_t kPreviewTag = 0x01;

/// The reason, in messages, why a function or an op of a preview is refused.
inline constexpr llvm::StringLiteral kNeedsPreview =
    "it needs the preview feature 'preview=simt', which is not supported";

/// Bits of the flags byte of a function. From 13.5 on hints are always present,
/// and two bits give the form of the function.
enum FunctionFlags : uint8_t {
  kPrivateFunction = 0x01,
  kKernelEntry = 0x02,
  kHasHints = 0x04,
  kKnownFunctionFlags = 0x07,
  kFunctionForm = 0x0C,
  kKnownFunctionFlagsFrom13_5 = 0x0F,
};

/// One record of the function table.
struct FunctionRecord {
  uint32_t nameIndex = 0; ///< In the string table.
  llvm::StringRef name;
  uint32_t signature = 0; ///< Index of its function type.
  uint32_t location = 0;  ///< 0: none; k: function k - 1 of the debug section.
  Cursor hints;           ///< A tagged attribute; at its end if there is none.
  Cursor argumentAttributes; ///< The same, from 13.5 on.
  Cursor body;               ///< Its ops.
  uint64_t fileOffset = 0;
};

/// One record of the global table.
struct GlobalRecord {
  uint32_t nameIndex = 0; ///< In the string table.
  llvm::StringRef name;
  uint32_t type = 0;
  uint32_t constant = 0;
  uint64_t alignment = 0;
  bool isPrivate = false;
  bool isConstant = false;
  Cursor start; ///< The position of the record.
};

/// The debug section: for each function a run of slots, the first for the
/// function itself, the others for its ops in the order of the stream. A slot
/// holds 0 (unknown) or k for entry k - 1.
class DebugTable {
public:
  llvm::LogicalResult parse(Cursor payload);

  size_t numFunctions() const { return starts.size() / 4; }
  /// The slots of `function`, which must be below numFunctions().
  llvm::LogicalResult slots(size_t function, size_t &first, size_t &last) const;
  uint64_t slot(size_t index) const;
  const EntryTable &entries() const { return table; }

private:
  llvm::ArrayRef<uint8_t> starts, indices;
  EntryTable table;
  Cursor payload;
};

/// A decoded file. Must not outlive the bytes it was made from.
class Container {
public:
  /// Decodes `bytes`; null if they are no valid file, with the reason in
  /// `error`, which must outlive the container: later reads put their errors
  /// there.
  static std::unique_ptr<Container> parse(llvm::ArrayRef<uint8_t> bytes,
                                          FormatError &error);

  BytecodeVersion version() const { return fileVersion; }
  llvm::ArrayRef<FunctionRecord> functions() const { return functionTable; }
  llvm::ArrayRef<GlobalRecord> globals() const { return globalTable; }
  const EntryTable &types() const { return typeTable; }
  const EntryTable &constants() const { return constantTable; }
  const DebugTable &debug() const { return debugTable; }
  size_t numStrings() const { return stringTable.size(); }
  /// The program that wrote the file; empty if it does not say.
  llvm::StringRef producer() const { return producerName; }

  /// The size of the file in bytes.
  size_t size() const { return fileSize; }

  /// Reads a varint string index.
  llvm::LogicalResult readStringIndex(Cursor &cursor, uint32_t &out,
                                      const llvm::Twine &what) const;
  llvm::LogicalResult string(uint32_t index, llvm::StringRef &out) const;
  /// Reads a varint string index and looks the string up.
  llvm::LogicalResult readString(Cursor &cursor, llvm::StringRef &out,
                                 const llvm::Twine &what) const;
  /// Reads the `varint size; bytes` of constant `index`.
  llvm::LogicalResult constant(uint32_t index,
                               llvm::ArrayRef<uint8_t> &out) const;

private:
  Container() = default;

  llvm::LogicalResult parseHeader(Cursor &cursor);
  llvm::LogicalResult checkTag(Cursor &cursor, uint16_t tag) const;
  llvm::LogicalResult parseSections(Cursor &cursor);
  llvm::LogicalResult parseTables();
  llvm::LogicalResult parseFunctions(Cursor cursor);
  llvm::LogicalResult parseFunction(Cursor &cursor, FunctionRecord &function);
  llvm::LogicalResult checkFunctionFlags(Cursor &cursor, uint64_t offset,
                                         uint8_t flags,
                                         llvm::StringRef name) const;
  llvm::LogicalResult splitAttribute(Cursor &cursor, Cursor &out,
                                     const llvm::Twine &what) const;
  llvm::LogicalResult parseGlobals(Cursor cursor);
  llvm::LogicalResult skipAttribute(Cursor &cursor, unsigned depth) const;
  llvm::LogicalResult skipDictionary(Cursor &cursor, unsigned depth) const;
  llvm::LogicalResult skipNumber(Cursor &cursor, uint64_t tag) const;
  Cursor section(Section id) const { return payloads[unsigned(id)]; }
  bool has(Section id) const { return present[unsigned(id)]; }

  BytecodeVersion fileVersion;
  size_t fileSize = 0;
  Cursor payloads[kNumSections];
  bool present[kNumSections] = {};
  EntryTable stringTable, typeTable, constantTable;
  DebugTable debugTable;
  llvm::SmallVector<FunctionRecord, 1> functionTable;
  llvm::SmallVector<GlobalRecord, 0> globalTable;
  llvm::StringRef producerName;
};

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_CONTAINER_CONTAINER_H
