//===- BodyWriter.cpp - The ops of a function -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyWriter.h"
#include "tessera/Dialect/CudaTile/IR/Boundary.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;
using mlir::Operation;

void BodyWriter::number(mlir::ValueRange newValues) {
  for (mlir::Value value : newValues)
    values[value] = nextValue++;
}

LogicalResult BodyWriter::write(ByteStream &out, mlir::Block &block) {
  number(block.getArguments());
  for (Operation &op : block)
    if (failed(writeOp(out, op)))
      return failure();
  return success();
}

LogicalResult BodyWriter::writeOp(ByteStream &out, Operation &op) {
  tables.setUser(&op);
  auto [it, isNew] = encodings.try_emplace(op.getName());
  if (isNew)
    it->second = lookupOpEncoding(op.getName().getStringRef());
  const OpEncoding *encoding = it->second;
  if (!encoding || !encoding->encodedInBody) {
    bool ours =
        llvm::isa_and_nonnull<cuda_tile::CudaTileDialect>(op.getDialect());
    if (!ours)
      return tables.error() << cuda_tile::foreignOperationMessage;
    return tables.error() << "cannot be stored in bytecode as part of an entry";
  }
  if (version < encoding->since)
    return tables.needs(encoding->since, "the op");
  if (Requirement needed = requirementOf(&op); version < needed.since)
    return tables.needs(needed.since, needed.what);
  if (llvm::StringRef broken = ruleBrokenBy(&op, version); !broken.empty())
    return tables.error() << broken;
  if (failed(debugInfo.addOp(&op)))
    return failure();
  out.varint(encoding->opcode);
  if (failed(checkDiscardable(op)) ||
      failed(writeResultTypes(out, *encoding, op)) ||
      failed(writeFlags(out, *encoding, op)) ||
      failed(writeAttributes(out, *encoding, op)) ||
      failed(writeOperands(out, *encoding, op)))
    return failure();
  if (encoding->numRegions)
    out.varint(encoding->numRegions);
  for (mlir::Region &region : op.getRegions())
    if (failed(writeRegion(out, region)))
      return failure();
  number(op.getResults().drop_back(encoding->countLaterResults(version)));
  return success();
}

/// Refuses attributes that are no part of the op's definition: they would be
/// lost.
LogicalResult BodyWriter::checkDiscardable(Operation &op) const {
  for (mlir::NamedAttribute attribute : op.getDiscardableAttrs())
    return tables.error() << "has an attribute '"
                          << attribute.getName().getValue()
                          << "', which bytecode cannot store";
  return success();
}

LogicalResult BodyWriter::writeResultTypes(ByteStream &out,
                                           const OpEncoding &encoding,
                                           Operation &op) {
  size_t count = op.getNumResults();
  // Results that later versions added are last and single.
  for (const ValueEncoding &result : encoding.results) {
    if (version >= result.since)
      continue;
    if (!op.getResult(--count).use_empty())
      return tables.needs(result.since,
                          "a use of result '" + result.name + "'");
  }
  if (encoding.hasResultCount())
    out.varint(count);
  for (mlir::Type type : op.getResults().take_front(count).getTypes())
    if (failed(tables.writeType(out, type)))
      return failure();
  return success();
}

/// The operands of one group.
static mlir::OperandRange operandGroup(const OpEncoding &encoding,
                                       Operation &op, unsigned group) {
  if (encoding.operandSegments) {
    llvm::ArrayRef<int32_t> sizes = encoding.operandSegments(&op);
    unsigned first = 0;
    for (int32_t size : sizes.take_front(group))
      first += size;
    return op.getOperands().slice(first, sizes[group]);
  }
  // Without segments at most one group has no fixed size: it gets the rest.
  unsigned rest = op.getNumOperands() - (encoding.operands.size() - 1);
  unsigned first = 0;
  for (unsigned i = 0; i < group; ++i)
    first += encoding.operands[i].arity == Arity::Required ? 1 : rest;
  return op.getOperands().slice(
      first, encoding.operands[group].arity == Arity::Required ? 1 : rest);
}

LogicalResult BodyWriter::writeFlags(ByteStream &out,
                                     const OpEncoding &encoding,
                                     Operation &op) {
  uint64_t flags = 0;
  for (auto [bit, flag] : llvm::enumerate(encoding.flags)) {
    bool present = flag.isOperand
                       ? !operandGroup(encoding, op, flag.index).empty()
                       : bool(encoding.attributes[flag.index].get(&op));
    if (!present)
      continue;
    if (version < flag.since)
      return tables.needs(flag.since, "'" + encoding.nameOf(flag) + "'");
    flags |= uint64_t(1) << bit;
  }
  if (encoding.hasFlags(version))
    out.varint(flags);
  return success();
}

LogicalResult BodyWriter::writeAttributes(ByteStream &out,
                                          const OpEncoding &encoding,
                                          Operation &op) {
  for (const AttributeEncoding &field : encoding.attributes) {
    mlir::Attribute attribute = field.get(&op);
    if (!attribute)
      continue;
    if (version < field.since) {
      if (field.laterDefault && attribute == field.laterDefault(&op))
        continue;
      return tables.needs(field.since, "'" + field.name + "'");
    }
    if (failed(tables.writeAttribute(out, field, attribute)))
      return failure();
  }
  return success();
}

LogicalResult BodyWriter::writeOperands(ByteStream &out,
                                        const OpEncoding &encoding,
                                        Operation &op) {
  if (encoding.hasOperandCount())
    out.varint(op.getNumOperands());
  for (auto [index, group] : llvm::enumerate(encoding.operands)) {
    mlir::OperandRange operands = operandGroup(encoding, op, index);
    if (encoding.operandSegments && group.arity == Arity::Variadic)
      out.varint(operands.size());
    for (mlir::Value operand : operands)
      out.varint(values.lookup(operand));
  }
  return success();
}

LogicalResult BodyWriter::writeRegion(ByteStream &out, mlir::Region &region) {
  // The writer keeps the readers' limit.
  if (depth == kMaxNesting)
    return tables.error() << "nests regions deeper than " << kMaxNesting
                          << ", which bytecode cannot hold: move inner loops "
                             "and branches out";
  ++depth;
  out.varint(region.getBlocks().size());
  for (mlir::Block &block : region) {
    uint64_t outer = nextValue;
    number(block.getArguments());
    out.varint(block.getNumArguments());
    for (mlir::Type type : block.getArgumentTypes())
      if (failed(tables.writeType(out, type)))
        return failure();
    out.varint(block.getOperations().size());
    for (Operation &op : block)
      if (failed(writeOp(out, op)))
        return failure();
    nextValue = outer;
  }
  --depth;
  return success();
}

} // namespace tessera::bytecode
