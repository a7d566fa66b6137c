//===- AttributeWriter.cpp - Attributes and constants of a file -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableWriter.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::bytecode {
using llvm::cast;
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;
using mlir::Attribute;

LogicalResult TableWriter::writeAttribute(ByteStream &out,
                                          const AttributeEncoding &encoding,
                                          Attribute attribute) {
  switch (encoding.kind) {
  case AttributeKind::Array:
    return writeArray(out, cast<mlir::ArrayAttr>(attribute));
  case AttributeKind::Bool:
    out.byte(cast<mlir::BoolAttr>(attribute).getValue());
    return success();
  case AttributeKind::BoolArray: {
    llvm::ArrayRef<bool> values =
        cast<mlir::DenseBoolArrayAttr>(attribute).asArrayRef();
    out.varint(values.size());
    for (bool value : values)
      out.byte(value);
    return success();
  }
  case AttributeKind::DenseElements:
    writeConstant(out, cast<mlir::ElementsAttr>(attribute));
    return success();
  case AttributeKind::Enum:
    return writeEnum(out, *encoding.enumeration, encoding.name, attribute);
  case AttributeKind::Hints:
    return writeDictionary(
        out,
        hintsFor(version, cast<cuda_tile::OptimizationHintsAttr>(attribute))
            .getValue());
  case AttributeKind::Int32Array:
    out.fixedArray(cast<mlir::DenseI32ArrayAttr>(attribute).asArrayRef());
    return success();
  case AttributeKind::Integer:
    out.varint(cast<mlir::IntegerAttr>(attribute).getValue().getZExtValue());
    return success();
  case AttributeKind::String:
    writeString(out, cast<mlir::StringAttr>(attribute).getValue());
    return success();
  case AttributeKind::Symbol:
    writeString(out, cast<mlir::FlatSymbolRefAttr>(attribute).getValue());
    return success();
  case AttributeKind::Tagged:
    return writeTagged(out, attribute);
  case AttributeKind::Type:
    return writeType(out, cast<mlir::TypeAttr>(attribute).getValue());
  case AttributeKind::Unit:
    return success();
  }
  return failure();
}

LogicalResult TableWriter::writeEnum(ByteStream &out,
                                     const EnumEncoding &encoding,
                                     llvm::StringRef field,
                                     Attribute attribute) {
  const EnumCaseEncoding &enumCase = encoding.caseOf(attribute);
  BytecodeVersion since = std::max(encoding.since, enumCase.since);
  if (version < since)
    return needs(since, field + " = " + enumCase.keyword);
  out.varint(enumCase.value);
  return success();
}

LogicalResult TableWriter::writeArray(ByteStream &out, mlir::ArrayAttr array) {
  out.varint(array.size());
  for (Attribute element : array)
    if (failed(writeTagged(out, element)))
      return failure();
  return success();
}

LogicalResult TableWriter::writeDictionary(ByteStream &out,
                                           mlir::DictionaryAttr dictionary) {
  out.varint(dictionary.size());
  for (mlir::NamedAttribute entry : dictionary) {
    writeString(out, entry.getName());
    if (failed(writeTagged(out, entry.getValue())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes that carry their kind
//===----------------------------------------------------------------------===//

/// The readers of 13.1 and 13.2 refuse `default` and
/// `num_worker_warps_per_cta`.
cuda_tile::OptimizationHintsAttr
hintsFor(BytecodeVersion version, cuda_tile::OptimizationHintsAttr hints) {
  if (version >= v13_3)
    return hints;
  mlir::MLIRContext *context = hints.getContext();
  llvm::SmallVector<mlir::NamedAttribute> targets;
  for (mlir::NamedAttribute target : hints.getValue()) {
    auto keys = llvm::dyn_cast<mlir::DictionaryAttr>(target.getValue());
    if (target.getName() == "default" || !keys)
      continue;
    llvm::SmallVector<mlir::NamedAttribute> kept;
    for (mlir::NamedAttribute key : keys)
      if (key.getName() != "num_worker_warps_per_cta")
        kept.push_back(key);
    targets.emplace_back(target.getName(),
                         mlir::DictionaryAttr::get(context, kept));
  }
  return cuda_tile::OptimizationHintsAttr::get(
      context, mlir::DictionaryAttr::get(context, targets));
}

/// Writes two optional numbers behind a word that says which of them there are.
static void writeTwoOptional(ByteStream &out, std::optional<int64_t> first,
                             std::optional<int64_t> second) {
  out.varint((first ? 1 : 0) | (second ? 2 : 0));
  for (std::optional<int64_t> number : {first, second})
    if (number)
      out.signedVarint(*number);
}

LogicalResult TableWriter::cannotStore(Attribute attribute) const {
  return error() << "holds " << attribute << ", which bytecode cannot store";
}

LogicalResult TableWriter::writeInteger(ByteStream &out,
                                        mlir::IntegerAttr integer) {
  if (!integer.getType().isSignlessInteger() ||
      failed(writeType(out, integer.getType())))
    return cannotStore(integer);
  uint64_t bits = integer.getValue().getZExtValue();
  if (integer.getType().isInteger(1))
    out.byte(bits);
  else
    out.varint(bits);
  return success();
}

/// Writes the bits of a float as a byte, or as the zigzag form of their number.
LogicalResult TableWriter::writeFloat(ByteStream &out, mlir::FloatAttr number) {
  if (failed(writeType(out, number.getType())))
    return failure();
  llvm::APInt bits = number.getValue().bitcastToAPInt();
  if (bits.getBitWidth() <= 8)
    out.byte(bits.getZExtValue());
  else
    out.signedVarint(int64_t(bits.getZExtValue()));
  return success();
}

LogicalResult TableWriter::writeTagged(ByteStream &out, Attribute attribute) {
  auto tag = [&](AttributeTag tag) { out.varint(uint64_t(tag)); };
  return llvm::TypeSwitch<Attribute, LogicalResult>(attribute)
      .Case([&](mlir::IntegerAttr integer) {
        tag(AttributeTag::Integer);
        return writeInteger(out, integer);
      })
      .Case([&](mlir::FloatAttr number) {
        tag(AttributeTag::Float);
        return writeFloat(out, number);
      })
      .Case([&](mlir::TypeAttr type) {
        tag(AttributeTag::Type);
        return writeType(out, type.getValue());
      })
      .Case([&](mlir::StringAttr string) {
        tag(AttributeTag::String);
        writeString(out, string.getValue());
        return success();
      })
      .Case([&](mlir::ArrayAttr array) {
        tag(AttributeTag::Array);
        return writeArray(out, array);
      })
      .Case([&](mlir::DictionaryAttr dictionary) {
        tag(AttributeTag::Dictionary);
        return writeDictionary(out, dictionary);
      })
      .Case([&](cuda_tile::OptimizationHintsAttr hints) {
        tag(AttributeTag::OptimizationHints);
        return writeDictionary(out, hintsFor(version, hints).getValue());
      })
      .Case([&](cuda_tile::DivByAttr divBy) {
        tag(AttributeTag::DivBy);
        out.varint(divBy.getDivisor());
        writeTwoOptional(out, divBy.getEvery(), divBy.getAlong());
        return success();
      })
      .Case([&](cuda_tile::SameElementsAttr same) {
        tag(AttributeTag::SameElements);
        out.fixedArray(same.getValues());
        return success();
      })
      .Case([&](cuda_tile::BoundedAttr bounded) {
        tag(AttributeTag::Bounded);
        writeTwoOptional(out, bounded.getLb(), bounded.getUb());
        return success();
      })
      .Case([&](cuda_tile::MultimemReductionKindAttr kind) {
        tag(AttributeTag::MultimemReduction);
        return writeEnum(out, kMultimemReductionKindEncoding, "reduction",
                         kind);
      })
      .Default([&](Attribute) { return cannotStore(attribute); });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

void TableWriter::writeConstant(ByteStream &out, mlir::ElementsAttr literal) {
  auto [it, isNew] = constantIndex.try_emplace(literal, 0);
  if (isNew)
    it->second = addConstant(cuda_tile::getDenseElements(literal));
  out.varint(it->second);
}

/// Booleans are packed, lowest bit first, as in memory. Only equal ones have a
/// form of their own.
static std::string encodeEqualBools(bool value, uint64_t count,
                                    BytecodeVersion version) {
  if (version < v13_4)
    return std::string(1, value ? '\xFF' : '\0');
  std::string packed(llvm::divideCeil(count, 8), value ? '\xFF' : '\0');
  if (value && count % 8)
    packed.back() = char((1 << (count % 8)) - 1);
  return packed;
}

/// Values with the same form in the file and in memory are not copied.
size_t TableWriter::addConstant(mlir::DenseIntOrFPElementsAttr elements) {
  ByteStream entry;
  if (elements.isSplat() && elements.getElementType().isInteger(1)) {
    std::string bytes = encodeEqualBools(elements.getSplatValue<bool>(),
                                         elements.getNumElements(), version);
    entry.varint(bytes.size());
    entry.raw(bytes);
    return constantList.add(std::move(entry).take());
  }
  llvm::ArrayRef<char> data = elements.getRawData();
  entry.varint(data.size());
  return constantList.add(std::move(entry).take(), {data.data(), data.size()});
}

} // namespace tessera::bytecode
