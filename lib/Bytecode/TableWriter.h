//===- TableWriter.h - Strings, types and constants of a file -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the writer of the tables: it numbers strings, types and
// constants in the order of their first use, and encodes them and the
// attributes that refer to them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_TABLEWRITER_H
#define TESSERA_LIB_BYTECODE_TABLEWRITER_H

#include "ByteStream.h"
#include "OpEncoding.h"
#include "tessera/Bytecode/Container/Tags.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::bytecode {

/// Entries of a table under construction.
class EntryList {
public:
  /// Adds an entry and returns its number. `rest` follows `bytes` and must
  /// outlive the list: large constants are not copied.
  size_t add(std::string bytes, llvm::StringRef rest = {}) {
    dataSize += bytes.size() + rest.size();
    entries.push_back({std::move(bytes), rest});
    return entries.size() - 1;
  }
  bool empty() const { return entries.empty(); }
  /// The number of bytes that the entries take.
  uint64_t getDataSize() const { return dataSize; }
  /// Writes the part before the entries: `varint n; pad; uN offset[n]`.
  void writeOffsets(ByteStream &out, unsigned offsetWidth) const;
  /// Passes the bytes of the entries to `write`, in order.
  void writeData(llvm::function_ref<void(llvm::StringRef)> write) const {
    for (const Entry &entry : entries) {
      write(entry.bytes);
      write(entry.rest);
    }
  }
  /// Writes the offsets, then the entries.
  void write(ByteStream &out, unsigned offsetWidth) const {
    writeOffsets(out, offsetWidth);
    writeData([&](llvm::StringRef bytes) { out.raw(bytes); });
  }

private:
  struct Entry {
    std::string bytes;
    llvm::StringRef rest;
  };
  std::vector<Entry> entries;
  uint64_t dataSize = 0;
};

/// The hints that a file of this version can hold. The readers of 13.1 and 13.2
/// refuse some keys, which are therefore left out: hints change no result.
cuda_tile::OptimizationHintsAttr
hintsFor(BytecodeVersion version, cuda_tile::OptimizationHintsAttr hints);

class TableWriter {
public:
  using LogicalResult = llvm::LogicalResult;

  explicit TableWriter(BytecodeVersion version) : version(version) {}

  BytecodeVersion getVersion() const { return version; }

  /// Sets the op that is being written, at which errors are reported.
  void setUser(mlir::Operation *op) { user = op; }
  mlir::InFlightDiagnostic error() const { return user->emitOpError(); }
  /// An error that names the version in which something was added.
  LogicalResult needs(BytecodeVersion since, const llvm::Twine &what) const;

  void writeString(ByteStream &out, llvm::StringRef string);
  LogicalResult writeType(ByteStream &out, mlir::Type type);
  /// Writes the payload of an attribute whose kind the op's definition gives.
  LogicalResult writeAttribute(ByteStream &out,
                               const AttributeEncoding &encoding,
                               mlir::Attribute attribute);
  /// Writes an attribute with its tag in front.
  LogicalResult writeTagged(ByteStream &out, mlir::Attribute attribute);

  void writeConstant(ByteStream &out, mlir::ElementsAttr literal);

  const EntryList &strings() const { return stringList; }
  const EntryList &types() const { return typeList; }
  const EntryList &constants() const { return constantList; }

private:
  LogicalResult encodeType(ByteStream &out, mlir::Type type);
  LogicalResult encodePointer(ByteStream &out, cuda_tile::PointerType type);
  LogicalResult encodeTensorView(ByteStream &out,
                                 cuda_tile::TensorViewType type);
  LogicalResult encodePartitionView(ByteStream &out,
                                    cuda_tile::PartitionViewType type);
  LogicalResult encodeStridedView(ByteStream &out,
                                  cuda_tile::StridedViewType type);
  LogicalResult encodeGatherScatterView(ByteStream &out,
                                        cuda_tile::GatherScatterViewType type);
  LogicalResult encodePadding(ByteStream &out,
                              cuda_tile::PaddingValueAttr padding);
  LogicalResult encodeFunction(ByteStream &out, mlir::FunctionType type);
  LogicalResult encodePtrAttr(ByteStream &flags, ByteStream &tail,
                              cuda_tile::PtrAttrAttr attribute);
  LogicalResult startType(ByteStream &out, TypeTag tag);

  LogicalResult writeEnum(ByteStream &out, const EnumEncoding &encoding,
                          llvm::StringRef field, mlir::Attribute attribute);
  LogicalResult writeDictionary(ByteStream &out,
                                mlir::DictionaryAttr dictionary);
  LogicalResult writeArray(ByteStream &out, mlir::ArrayAttr array);
  LogicalResult writeInteger(ByteStream &out, mlir::IntegerAttr integer);
  LogicalResult writeFloat(ByteStream &out, mlir::FloatAttr number);
  LogicalResult cannotStore(mlir::Attribute attribute) const;
  size_t addConstant(mlir::DenseIntOrFPElementsAttr elements);

  BytecodeVersion version;
  mlir::Operation *user = nullptr;
  EntryList stringList, typeList, constantList;
  llvm::StringMap<size_t> stringIndex;
  llvm::DenseMap<mlir::Type, size_t> typeIndex;
  llvm::DenseMap<mlir::Attribute, size_t> constantIndex;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_TABLEWRITER_H
