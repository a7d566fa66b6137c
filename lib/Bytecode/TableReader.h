//===- TableReader.h - Strings, types and attributes of a file ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the reader that turns entries of the tables of a file into
// strings, types and attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_TABLEREADER_H
#define TESSERA_LIB_BYTECODE_TABLEREADER_H

#include "OpEncoding.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "tessera/Bytecode/Container/Container.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

namespace tessera::bytecode {

class TableReader {
public:
  using LogicalResult = llvm::LogicalResult;

  TableReader(const Container &file, mlir::MLIRContext *context)
      : file(file), context(context),
        budget(kMemoryPerByte * file.size() + kMemoryOfAnyFile),
        strings(file.numStrings()), types(file.types().size()),
        typeSizes(file.types().size()), typesInProgress(file.types().size()) {}

  mlir::MLIRContext *getContext() const { return context; }
  BytecodeVersion version() const { return file.version(); }
  const Container &container() const { return file; }

  /// Takes `bytes` of memory off the budget; an error at `user` if too little
  /// is left. To be called before anything is made whose size the bytes of the
  /// file do not bound.
  LogicalResult spend(uint64_t bytes, const Cursor &user);
  /// The least memory of such objects, beside their parts.
  static constexpr uint64_t kMemoryOfEntry = 384, kMemoryOfArgument = 64,
                            kMemoryOfType = 96;

  /// Fails at byte `start` if `what` was added to the format in `since`, after
  /// the version of the file.
  LogicalResult requireVersion(BytecodeVersion since, const Cursor &cursor,
                               uint64_t start, const llvm::Twine &what) const {
    return version() < since ? isTooNew(since, cursor, start, what)
                             : llvm::success();
  }

  /// \name Strings
  /// @{
  LogicalResult string(uint32_t index, const Cursor &user,
                       mlir::StringAttr &out);
  /// Reads a string index and looks the string up.
  LogicalResult readString(Cursor &cursor, mlir::StringAttr &out,
                           const llvm::Twine &what);
  /// @}

  /// \name Types
  /// @{

  /// Reads a type index and returns the type, which is decoded at its first
  /// use.
  LogicalResult readType(Cursor &cursor, mlir::Type &out,
                         const llvm::Twine &what);
  /// The same for a type of class T; `kind` names the class: "a tile".
  template <typename T>
  LogicalResult readTypeOf(Cursor &cursor, T &out, const llvm::Twine &what,
                           llvm::StringRef kind) {
    uint64_t start = cursor.fileOffset();
    mlir::Type type;
    if (failed(readType(cursor, type, what)))
      return llvm::failure();
    out = llvm::dyn_cast<T>(type);
    return out ? llvm::success()
               : cursor.failAt(start, what + " is not " + kind);
  }
  LogicalResult functionType(const FunctionRecord &function,
                             mlir::FunctionType &out);
  /// @}

  /// \name Attributes
  /// @{

  /// Reads the payload of an op's attribute. `resultType` is the type of the
  /// op's first result, or null.
  LogicalResult readAttribute(Cursor &cursor, const AttributeEncoding &encoding,
                              mlir::Type resultType, mlir::Attribute &out);
  LogicalResult globalValue(const GlobalRecord &global, mlir::Attribute &out);
  LogicalResult readTagged(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readEnum(Cursor &cursor, const EnumEncoding &encoding,
                         mlir::Attribute &out);
  /// @}

private:
  LogicalResult isTooNew(BytecodeVersion since, const Cursor &cursor,
                         uint64_t start, const llvm::Twine &what) const;

  LogicalResult type(uint32_t index, mlir::Type &out);
  LogicalResult decodeType(Cursor cursor, mlir::Type &out);
  LogicalResult decodePointer(Cursor &cursor, mlir::Type &out);
  LogicalResult decodeTile(Cursor &cursor, mlir::Type &out);
  LogicalResult decodeTensorView(Cursor &cursor, mlir::Type &out);
  LogicalResult decodePartitionView(Cursor &cursor, mlir::Type &out);
  LogicalResult decodeStridedView(Cursor &cursor, mlir::Type &out);
  LogicalResult decodeGatherScatterView(Cursor &cursor, mlir::Type &out);
  LogicalResult decodeFunction(Cursor &cursor, mlir::Type &out);
  LogicalResult readTypeFlags(Cursor &cursor, BytecodeVersion since,
                              bool &present);

  LogicalResult readTagged(Cursor &cursor, mlir::Attribute &out,
                           unsigned depth);
  LogicalResult decodeEnumCase(const Cursor &cursor, uint64_t start,
                               const EnumEncoding &encoding, uint32_t value,
                               mlir::Attribute &out);
  LogicalResult readInteger(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readFloat(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readArray(Cursor &cursor, mlir::Attribute &out, unsigned depth);
  LogicalResult readDictionary(Cursor &cursor, mlir::DictionaryAttr &out,
                               unsigned depth);
  LogicalResult readHints(Cursor &cursor, mlir::Attribute &out, unsigned depth);
  LogicalResult readInt32Array(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readBoolArray(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readDivBy(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readSameElements(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readBounded(Cursor &cursor, mlir::Attribute &out);
  LogicalResult readElements(Cursor &cursor, mlir::Type type,
                             mlir::Attribute &out);
  LogicalResult elements(uint32_t constant, mlir::Type type, const Cursor &user,
                         mlir::Attribute &out);
  LogicalResult decodeElements(uint32_t constant, cuda_tile::TileType tile,
                               const Cursor &user, mlir::Attribute &out);
  LogicalResult decodeBools(const Cursor &user, llvm::ArrayRef<uint8_t> bytes,
                            mlir::ShapedType type, mlir::Attribute &out);

  /// Builds a type or attribute with its own checks; their message becomes the
  /// error at `start`.
  template <typename T, typename Out, typename... Args>
  LogicalResult getChecked(const Cursor &cursor, uint64_t start, Out &out,
                           Args &&...args);

  const Container &file;
  mlir::MLIRContext *context;
  /// Memory that may still be spent. Without it, overlapping entries, one
  /// constant under ever new types, or one signature for thousands of functions
  /// could take any amount of time and memory. The reader promises 64 bytes of
  /// memory for each byte of the file; the rest above kMemoryPerByte is for
  /// things that are not counted, such as growing lists and the work of the
  /// verifier. kMemoryOfAnyFile suffices for 4095 arguments without uses, which
  /// fill the parameters of a launch.
  static constexpr uint64_t kMemoryPerByte = 48, kMemoryOfAnyFile = 1 << 17;
  uint64_t budget;
  std::vector<mlir::StringAttr> strings;
  llvm::DenseMap<std::pair<uint32_t, mlir::Type>, mlir::Attribute> constants;
  llvm::DenseMap<std::pair<const EnumEncoding *, uint32_t>, mlir::Attribute>
      enumCases;
  std::vector<mlir::Type> types;
  /// The size of each type with all types in it, as its text unfolds them.
  std::vector<uint64_t> typeSizes;
  uint64_t unfolded = 0;
  std::vector<bool> typesInProgress;
  unsigned typeDepth = 0;
};

template <typename T, typename Out, typename... Args>
llvm::LogicalResult TableReader::getChecked(const Cursor &cursor,
                                            uint64_t start, Out &out,
                                            Args &&...args) {
  std::string complaint;
  mlir::ScopedDiagnosticHandler capture(context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          complaint = diagnostic.str();
                                          return llvm::success();
                                        });
  T result = T::getChecked(
      [&] { return mlir::emitError(mlir::UnknownLoc::get(context)); }, context,
      std::forward<Args>(args)...);
  if (!result)
    return cursor.failAt(start, complaint);
  out = result;
  return llvm::success();
}

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_TABLEREADER_H
