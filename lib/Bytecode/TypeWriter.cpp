//===- TypeWriter.cpp - Strings and types of a file -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableWriter.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;
using llvm::Twine;
using mlir::Type;

void EntryList::writeOffsets(ByteStream &out, unsigned offsetWidth) const {
  out.varint(entries.size());
  out.align(offsetWidth);
  uint64_t offset = 0;
  for (const Entry &entry : entries) {
    offsetWidth == 8 ? out.fixed(offset) : out.fixed(uint32_t(offset));
    offset += entry.bytes.size() + entry.rest.size();
  }
}

LogicalResult TableWriter::needs(BytecodeVersion since,
                                 const Twine &what) const {
  return error() << what << " needs bytecode version " << since.str()
                 << " or later, but version " << version.str()
                 << " is to be written";
}

void TableWriter::writeString(ByteStream &out, llvm::StringRef string) {
  auto [it, isNew] = stringIndex.try_emplace(string, 0);
  if (isNew)
    it->second = stringList.add(string.str());
  out.varint(it->second);
}

LogicalResult TableWriter::writeType(ByteStream &out, Type type) {
  auto it = typeIndex.find(type);
  if (it == typeIndex.end()) {
    // Types that this one refers to get their numbers first.
    ByteStream entry;
    if (failed(encodeType(entry, type)))
      return failure();
    it = typeIndex.try_emplace(type, typeList.add(std::move(entry).take()))
             .first;
  }
  out.varint(it->second);
  return success();
}

/// The tag of a number type; none for other types.
static std::optional<TypeTag> numberTag(Type type) {
  return llvm::TypeSwitch<Type, std::optional<TypeTag>>(type)
      .Case<mlir::IntegerType>(
          [](mlir::IntegerType integer) -> std::optional<TypeTag> {
            for (TypeTag tag : {TypeTag::I1, TypeTag::I4, TypeTag::I8,
                                TypeTag::I16, TypeTag::I32, TypeTag::I64})
              if (integer.isSignless() &&
                  infoOf(tag).width == integer.getWidth())
                return tag;
            return std::nullopt;
          })
      .Case<mlir::Float16Type>([](Type) { return TypeTag::F16; })
      .Case<mlir::BFloat16Type>([](Type) { return TypeTag::BF16; })
      .Case<mlir::Float32Type>([](Type) { return TypeTag::F32; })
      .Case<mlir::FloatTF32Type>([](Type) { return TypeTag::TF32; })
      .Case<mlir::Float64Type>([](Type) { return TypeTag::F64; })
      .Case<mlir::Float8E4M3FNType>([](Type) { return TypeTag::F8E4M3FN; })
      .Case<mlir::Float8E5M2Type>([](Type) { return TypeTag::F8E5M2; })
      .Case<mlir::Float8E8M0FNUType>([](Type) { return TypeTag::F8E8M0FNU; })
      .Case<mlir::Float4E2M1FNType>([](Type) { return TypeTag::F4E2M1FN; })
      .Case<cuda_tile::F8E5M3FNUType>([](Type) { return TypeTag::F8E5M3FNU; })
      .Default([](Type) { return std::nullopt; });
}

LogicalResult TableWriter::startType(ByteStream &out, TypeTag tag) {
  const TypeTagInfo &info = infoOf(tag);
  if (version < info.since)
    return needs(info.since, "type " + info.name);
  out.varint(uint64_t(tag));
  return success();
}

LogicalResult TableWriter::encodeType(ByteStream &out, Type type) {
  if (std::optional<TypeTag> tag = numberTag(type))
    return startType(out, *tag);
  return llvm::TypeSwitch<Type, LogicalResult>(type)
      .Case([&](cuda_tile::PointerType t) { return encodePointer(out, t); })
      .Case([&](cuda_tile::TileType t) {
        if (llvm::StringRef broken = ruleBrokenBy(t, version); !broken.empty())
          return LogicalResult(error() << broken);
        if (failed(startType(out, TypeTag::Tile)) ||
            failed(writeType(out, t.getElementType())))
          return failure();
        out.fixedArray(t.getShape());
        return success();
      })
      .Case(
          [&](cuda_tile::TensorViewType t) { return encodeTensorView(out, t); })
      .Case([&](cuda_tile::PartitionViewType t) {
        return encodePartitionView(out, t);
      })
      .Case([&](cuda_tile::StridedViewType t) {
        return encodeStridedView(out, t);
      })
      .Case([&](cuda_tile::GatherScatterViewType t) {
        return encodeGatherScatterView(out, t);
      })
      .Case([&](mlir::FunctionType t) { return encodeFunction(out, t); })
      .Case(
          [&](cuda_tile::TokenType) { return startType(out, TypeTag::Token); })
      .Default([&](Type) {
        return error() << "uses type " << type
                       << ", which bytecode cannot store";
      });
}

/// From 13.4 on, a flags word of a pointer says if its attribute follows at the
/// end.
LogicalResult TableWriter::encodePtrAttr(ByteStream &flags, ByteStream &tail,
                                         cuda_tile::PtrAttrAttr attribute) {
  if (version >= v13_4)
    flags.varint(attribute ? 1 : 0);
  return attribute ? writeEnum(tail, kPtrAttrEncoding, "ptr_attr", attribute)
                   : success();
}

LogicalResult TableWriter::encodePointer(ByteStream &out,
                                         cuda_tile::PointerType type) {
  ByteStream tail;
  if (failed(startType(out, TypeTag::Pointer)) ||
      failed(encodePtrAttr(out, tail, type.getPtrAttr())) ||
      failed(writeType(out, type.getPointeeType())))
    return failure();
  out.raw(tail.str());
  return success();
}

LogicalResult TableWriter::encodeTensorView(ByteStream &out,
                                            cuda_tile::TensorViewType type) {
  ByteStream tail;
  if (failed(startType(out, TypeTag::TensorView)) ||
      failed(encodePtrAttr(out, tail, type.getPtrAttr())) ||
      failed(writeType(out, type.getElementType())))
    return failure();
  out.fixedArray(type.getShape());
  out.fixedArray(type.getStrides());
  out.raw(tail.str());
  return success();
}

LogicalResult
TableWriter::encodePartitionView(ByteStream &out,
                                 cuda_tile::PartitionViewType type) {
  cuda_tile::PaddingValueAttr padding = type.getPaddingValue();
  if (failed(startType(out, TypeTag::PartitionView)))
    return failure();
  if (version >= v13_3)
    out.varint(padding ? 1 : 0);
  out.fixedArray(type.getTileShape());
  if (failed(writeType(out, type.getTensorView())))
    return failure();
  out.fixedArray(type.getDimMap());
  if (version < v13_3)
    out.byte(padding ? 1 : 0);
  return encodePadding(out, padding);
}

LogicalResult TableWriter::encodePadding(ByteStream &out,
                                         cuda_tile::PaddingValueAttr padding) {
  return padding
             ? writeEnum(out, kPaddingValueEncoding, "padding_value", padding)
             : success();
}

LogicalResult TableWriter::encodeStridedView(ByteStream &out,
                                             cuda_tile::StridedViewType type) {
  if (failed(startType(out, TypeTag::StridedView)))
    return failure();
  out.varint(type.getPaddingValue() ? 1 : 0);
  out.fixedArray(type.getTileShape());
  out.fixedArray(type.getTraversalStrides());
  if (failed(writeType(out, type.getTensorView())))
    return failure();
  out.fixedArray(type.getDimMap());
  return encodePadding(out, type.getPaddingValue());
}

LogicalResult
TableWriter::encodeGatherScatterView(ByteStream &out,
                                     cuda_tile::GatherScatterViewType type) {
  if (failed(startType(out, TypeTag::GatherScatterView)))
    return failure();
  out.varint(type.getPaddingValue() ? 1 : 0);
  out.fixedArray(type.getTileShape());
  if (failed(writeType(out, type.getTensorView())))
    return failure();
  out.varint(type.getSparseDim());
  return encodePadding(out, type.getPaddingValue());
}

LogicalResult TableWriter::encodeFunction(ByteStream &out,
                                          mlir::FunctionType type) {
  if (failed(startType(out, TypeTag::Function)))
    return failure();
  for (llvm::ArrayRef<Type> list : {type.getInputs(), type.getResults()}) {
    out.varint(list.size());
    for (Type element : list)
      if (failed(writeType(out, element)))
        return failure();
  }
  return success();
}

} // namespace tessera::bytecode
