//===- TypeReader.cpp - Types of a file -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableReader.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;
using llvm::Twine;
using mlir::Type;

LogicalResult TableReader::readType(Cursor &cursor, Type &out,
                                    const Twine &what) {
  uint32_t index;
  if (failed(cursor.readIndex(index, types.size(), what)))
    return failure();
  return type(index, out);
}

LogicalResult TableReader::functionType(const FunctionRecord &function,
                                        mlir::FunctionType &out) {
  Type signature;
  if (failed(type(function.signature, signature)))
    return failure();
  out = llvm::dyn_cast<mlir::FunctionType>(signature);
  if (!out)
    return function.body.failAt(function.fileOffset,
                                "the signature is not a function type");
  // Functions share their signature, but each has its own arguments.
  return spend(kMemoryOfEntry + kMemoryOfArgument * out.getNumInputs(),
               function.body);
}

/// Entries may refer forward and back, but not in a circle.
LogicalResult TableReader::type(uint32_t index, Type &out) {
  if (!types[index]) {
    Cursor entry;
    if (failed(file.types().entry(index, entry)))
      return failure();
    if (typesInProgress[index])
      return entry.fail("type " + Twine(index) + " contains itself");
    if (typeDepth > kMaxNesting)
      return entry.fail("types nest deeper than " + Twine(kMaxNesting));
    // An element of a signature is one byte in the file and a pointer here.
    if (failed(spend(kMemoryOfType + sizeof(Type) * entry.left(), entry)))
      return failure();
    typesInProgress[index] = true;
    ++typeDepth;
    uint64_t outer = std::exchange(unfolded, entry.left());
    LogicalResult decoded = decodeType(entry, types[index]);
    typeSizes[index] = std::exchange(unfolded, outer);
    --typeDepth;
    typesInProgress[index] = false;
    if (failed(decoded))
      return failure();
  }
  out = types[index];
  unfolded += typeSizes[index];
  return success();
}

/// The number type for a tag, which must be one of a number.
static Type numberType(mlir::MLIRContext *context, TypeTag tag) {
  switch (tag) {
  case TypeTag::I1:
  case TypeTag::I4:
  case TypeTag::I8:
  case TypeTag::I16:
  case TypeTag::I32:
  case TypeTag::I64:
    return mlir::IntegerType::get(context, infoOf(tag).width);
  case TypeTag::F16:
    return mlir::Float16Type::get(context);
  case TypeTag::BF16:
    return mlir::BFloat16Type::get(context);
  case TypeTag::F32:
    return mlir::Float32Type::get(context);
  case TypeTag::TF32:
    return mlir::FloatTF32Type::get(context);
  case TypeTag::F64:
    return mlir::Float64Type::get(context);
  case TypeTag::F8E4M3FN:
    return mlir::Float8E4M3FNType::get(context);
  case TypeTag::F8E5M2:
    return mlir::Float8E5M2Type::get(context);
  case TypeTag::F8E8M0FNU:
    return mlir::Float8E8M0FNUType::get(context);
  case TypeTag::F4E2M1FN:
    return mlir::Float4E2M1FNType::get(context);
  case TypeTag::F8E5M3FNU:
    return cuda_tile::F8E5M3FNUType::get(context);
  default:
    llvm_unreachable("not the tag of a number type");
  }
}

LogicalResult TableReader::decodeType(Cursor cursor, Type &out) {
  uint64_t start = cursor.fileOffset(), tag;
  if (failed(cursor.readVarint(tag, "a type tag")))
    return failure();
  const TypeTagInfo *info = lookupTypeTag(tag);
  if (!info)
    return cursor.failAt(start, "unknown type tag " + Twine(tag));
  if (failed(requireVersion(info->since, cursor, start, "type " + info->name)))
    return failure();
  switch (info->tag) {
  case TypeTag::Pointer:
    return decodePointer(cursor, out);
  case TypeTag::Tile:
    return decodeTile(cursor, out);
  case TypeTag::TensorView:
    return decodeTensorView(cursor, out);
  case TypeTag::PartitionView:
    return decodePartitionView(cursor, out);
  case TypeTag::StridedView:
    return decodeStridedView(cursor, out);
  case TypeTag::GatherScatterView:
    return decodeGatherScatterView(cursor, out);
  case TypeTag::Function:
    return decodeFunction(cursor, out);
  case TypeTag::Token:
    out = cuda_tile::TokenType::get(context);
    return success();
  default:
    out = numberType(context, info->tag);
    return success();
  }
}

/// Reads the word of presence bits of a type with one optional parameter, in
/// versions that have it.
LogicalResult TableReader::readTypeFlags(Cursor &cursor, BytecodeVersion since,
                                         bool &present) {
  uint64_t start = cursor.fileOffset(), flags = 0;
  if (version() >= since && failed(cursor.readVarint(flags, "a type's flags")))
    return failure();
  if (flags > 1)
    return cursor.failAt(start, "unknown flags " + Twine(flags) + " of a type");
  present = flags == 1;
  return success();
}

LogicalResult TableReader::decodePointer(Cursor &cursor, Type &out) {
  uint64_t start = cursor.fileOffset();
  bool hasPtrAttr = false;
  Type pointee;
  mlir::Attribute ptrAttr;
  if (failed(readTypeFlags(cursor, v13_4, hasPtrAttr)) ||
      failed(readType(cursor, pointee, "the pointee type")) ||
      (hasPtrAttr && failed(readEnum(cursor, kPtrAttrEncoding, ptrAttr))))
    return failure();
  return getChecked<cuda_tile::PointerType>(
      cursor, start, out, pointee,
      llvm::cast_or_null<cuda_tile::PtrAttrAttr>(ptrAttr));
}

LogicalResult TableReader::decodeTile(Cursor &cursor, Type &out) {
  uint64_t start = cursor.fileOffset();
  Type element;
  llvm::SmallVector<int64_t> shape;
  if (failed(readType(cursor, element, "the element type")) ||
      failed(cursor.readInts(shape, "the shape")))
    return failure();
  if (failed(getChecked<cuda_tile::TileType>(cursor, start, out,
                                             llvm::ArrayRef(shape), element)))
    return failure();
  llvm::StringRef broken = ruleBrokenBy(out, version());
  return broken.empty() ? success() : cursor.failAt(start, broken);
}

LogicalResult TableReader::decodeTensorView(Cursor &cursor, Type &out) {
  uint64_t start = cursor.fileOffset();
  bool hasPtrAttr = false;
  Type element;
  llvm::SmallVector<int64_t> shape, strides;
  mlir::Attribute ptrAttr;
  if (failed(readTypeFlags(cursor, v13_4, hasPtrAttr)) ||
      failed(readType(cursor, element, "the element type")) ||
      failed(cursor.readInts(shape, "the shape")) ||
      failed(cursor.readInts(strides, "the strides")) ||
      (hasPtrAttr && failed(readEnum(cursor, kPtrAttrEncoding, ptrAttr))))
    return failure();
  return getChecked<cuda_tile::TensorViewType>(
      cursor, start, out, element, llvm::ArrayRef(shape),
      llvm::ArrayRef(strides),
      llvm::cast_or_null<cuda_tile::PtrAttrAttr>(ptrAttr));
}

LogicalResult TableReader::decodePartitionView(Cursor &cursor, Type &out) {
  uint64_t start = cursor.fileOffset();
  bool hasPadding = false;
  llvm::SmallVector<int32_t> tileShape, dimMap;
  cuda_tile::TensorViewType tensorView;
  mlir::Attribute padding;
  if (failed(readTypeFlags(cursor, v13_3, hasPadding)) ||
      failed(cursor.readInts(tileShape, "the tile shape")) ||
      failed(
          readTypeOf(cursor, tensorView, "the viewed type", "a tensor_view")) ||
      failed(cursor.readInts(dimMap, "the dim_map")))
    return failure();
  // Before 13.3 a byte in front of the value took the place of the flags.
  if (version() < v13_3) {
    uint8_t present;
    if (failed(cursor.readByte(present, "the presence of a padding value")))
      return failure();
    hasPadding = present != 0;
  }
  if (hasPadding && failed(readEnum(cursor, kPaddingValueEncoding, padding)))
    return failure();
  return getChecked<cuda_tile::PartitionViewType>(
      cursor, start, out, llvm::ArrayRef(tileShape), tensorView,
      llvm::ArrayRef(dimMap),
      llvm::cast_or_null<cuda_tile::PaddingValueAttr>(padding));
}

LogicalResult TableReader::decodeStridedView(Cursor &cursor, Type &out) {
  uint64_t start = cursor.fileOffset();
  bool hasPadding = false;
  llvm::SmallVector<int32_t> tileShape, traversalStrides, dimMap;
  cuda_tile::TensorViewType tensorView;
  mlir::Attribute padding;
  if (failed(readTypeFlags(cursor, v13_3, hasPadding)) ||
      failed(cursor.readInts(tileShape, "the tile shape")) ||
      failed(cursor.readInts(traversalStrides, "the traversal strides")) ||
      failed(
          readTypeOf(cursor, tensorView, "the viewed type", "a tensor_view")) ||
      failed(cursor.readInts(dimMap, "the dim_map")) ||
      (hasPadding && failed(readEnum(cursor, kPaddingValueEncoding, padding))))
    return failure();
  return getChecked<cuda_tile::StridedViewType>(
      cursor, start, out, llvm::ArrayRef(tileShape),
      llvm::ArrayRef(traversalStrides), tensorView, llvm::ArrayRef(dimMap),
      llvm::cast_or_null<cuda_tile::PaddingValueAttr>(padding));
}

LogicalResult TableReader::decodeGatherScatterView(Cursor &cursor, Type &out) {
  uint64_t start = cursor.fileOffset(), sparseDim;
  bool hasPadding = false;
  llvm::SmallVector<int32_t> tileShape;
  cuda_tile::TensorViewType tensorView;
  mlir::Attribute padding;
  if (failed(readTypeFlags(cursor, v13_3, hasPadding)) ||
      failed(cursor.readInts(tileShape, "the tile shape")) ||
      failed(
          readTypeOf(cursor, tensorView, "the viewed type", "a tensor_view")) ||
      failed(cursor.readVarint(sparseDim, "the sparse_dim")) ||
      (hasPadding && failed(readEnum(cursor, kPaddingValueEncoding, padding))))
    return failure();
  if (!llvm::isUInt<32>(sparseDim))
    return cursor.failAt(start, "sparse_dim " + Twine(sparseDim) +
                                    " is no dimension of a tile");
  return getChecked<cuda_tile::GatherScatterViewType>(
      cursor, start, out, llvm::ArrayRef(tileShape), tensorView,
      uint32_t(sparseDim),
      llvm::cast_or_null<cuda_tile::PaddingValueAttr>(padding));
}

LogicalResult TableReader::decodeFunction(Cursor &cursor, Type &out) {
  llvm::SmallVector<Type> lists[2];
  for (llvm::SmallVector<Type> &list : lists) {
    uint32_t count;
    if (failed(cursor.readCount(count, 1, "types of a signature")))
      return failure();
    for (uint32_t i = 0; i < count; ++i) {
      uint64_t start = cursor.fileOffset();
      if (failed(readType(cursor, list.emplace_back(), "the signature's type")))
        return failure();
      // If signatures could contain signatures, each could be twice as long as
      // the one before.
      if (llvm::isa<mlir::FunctionType>(list.back()))
        return cursor.failAt(start, "a signature holds another signature");
    }
  }
  out = mlir::FunctionType::get(context, lists[0], lists[1]);
  return success();
}

} // namespace tessera::bytecode
