//===- BodyReader.cpp - The ops of a function -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyReader.h"
#include "mlir/IR/Builders.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::StringRef;
using llvm::success;
using llvm::Twine;
using mlir::Operation;

mlir::Location Origins::inFile(mlir::MLIRContext *context, uint64_t offset,
                               const Twine &place) const {
  auto file = mlir::FileLineColLoc::get(context, fileName, /*line=*/0,
                                        /*column=*/0);
  return mlir::NameLoc::get(
      mlir::StringAttr::get(context,
                            "byte 0x" + llvm::utohexstr(offset, true) + place),
      file);
}

void Origins::mark(Operation *module) const {
  constexpr size_t numMarks = 256;
  size_t opsPerMark = llvm::divideCeil(offsets.size(), numMarks), index = 0;
  mlir::LocationAttr mark;
  module->walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
    if (index % opsPerMark == 0)
      mark = mlir::OpaqueLoc::get(offsets.data() + index, module->getContext());
    ++index;
    if (llvm::isa<mlir::UnknownLoc>(op->getLoc()))
      op->setLoc(mlir::Location(mark));
  });
}

/// The name of an op in messages; if it is neither the module, a global nor an
/// entry, it is op `number` of `entry`.
static std::string placeOf(Operation *op, StringRef entry, size_t number) {
  if (cuda_tile::isTileModule(op))
    return "";
  if (auto global = llvm::dyn_cast<cuda_tile::GlobalOp>(op))
    return ", in global '" + shortened(global.getSymName()) + "'";
  if (llvm::isa<cuda_tile::EntryOpInterface>(op))
    return ", in entry '" + shortened(entry) + "'";
  return (", " + placeOfOp(entry, number) + " (" +
          op->getName().stripDialect() + ")")
      .str();
}

std::vector<Operation *> Origins::locate(Operation *module,
                                         const Marks &marks) const {
  mlir::Location unknown = mlir::UnknownLoc::get(module->getContext());
  std::vector<Operation *> located;
  const uint64_t *offset = offsets.data(), *bodyOffset = offset;
  StringRef entry;
  module->walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = llvm::dyn_cast<cuda_tile::EntryOpInterface>(op)) {
      entry = function.getSymName();
      bodyOffset = offset + 1;
    }
    if (llvm::isa<mlir::OpaqueLoc>(op->getLoc())) {
      bool isWanted = marks.contains(mlir::LocationAttr(op->getLoc()));
      op->setLoc(isWanted ? inFile(module->getContext(), *offset,
                                   placeOf(op, entry, offset - bodyOffset))
                          : unknown);
      if (isWanted)
        located.push_back(op);
    }
    ++offset;
  });
  return located;
}

std::string placeOfOp(StringRef entry, size_t number) {
  return ("in entry '" + shortened(entry) + "', op #" + Twine(number)).str();
}

std::string shortened(StringRef name) {
  constexpr size_t limit = 64;
  return name.size() <= limit ? name.str()
                              : (name.take_front(limit) + "...").str();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult BodyReader::functionLocation(const FunctionRecord &function,
                                           mlir::LocationAttr &out) {
  hasLocations = function.location != 0;
  if (!hasLocations)
    return success();
  const DebugTable &debug = tables.container().debug();
  if (failed(debug.slots(function.location - 1, nextSlot, endSlot)))
    return failure();
  return debugInfo.location(debug.slot(nextSlot++), function.body, out);
}

LogicalResult BodyReader::read(const FunctionRecord &function,
                               mlir::Block &block) {
  functionName = function.name;
  values.append(block.args_begin(), block.args_end());
  Cursor cursor = function.body;
  while (!cursor.atEnd())
    if (failed(readOp(cursor, block, 0)))
      return failure();
  if (block.empty())
    return cursor.fail("in entry '" + shortened(functionName) +
                       "': there are no ops");
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult BodyReader::readOp(Cursor &cursor, mlir::Block &block,
                                 unsigned depth) {
  size_t number = numOps++;
  const OpEncoding *op = nullptr;
  mlir::LocationAttr location = unknownLocation;
  if (succeeded(readOp(cursor, block, depth, op, location)))
    return success();
  // The innermost op sets the place of the error; the ops around it leave it.
  if (!error.isPlaced) {
    std::string mnemonic = op ? (" (" + op->mnemonic() + ")").str() : "";
    error.isPlaced = true;
    origins.errorSource = location;
    error.message = (placeOfOp(functionName, number) + mnemonic + ": " +
                     llvm::StringRef(error.message))
                        .str();
  }
  return failure();
}

LogicalResult BodyReader::readOp(Cursor &cursor, mlir::Block &block,
                                 unsigned depth, const OpEncoding *&op,
                                 mlir::LocationAttr &location) {
  uint64_t start = cursor.fileOffset(), opcode;
  if (failed(cursor.readVarint(opcode, "an opcode")))
    return failure();
  op = lookupOpEncoding(opcode);
  if (!op && opcode >= kFirstPreviewOpcode)
    return cursor.failAt(start, "opcode 0x" + llvm::utohexstr(opcode, true) +
                                    " is one of a preview: " + kNeedsPreview);
  if (!op)
    return cursor.failAt(start,
                         "unknown opcode 0x" + llvm::utohexstr(opcode, true));
  if (failed(tables.requireVersion(op->since, cursor, start, "the op")))
    return failure();
  if (!op->encodedInBody)
    return cursor.failAt(start, "the op cannot stand in a function");

  if (failed(nextLocation(cursor, start, location)) ||
      failed(readFields(cursor, *op)) || failed(spendOn(cursor, *op)))
    return failure();
  origins.offsets.push_back(start);
  Operation *operation = createOp(*op, mlir::Location(location));
  block.push_back(operation);
  if (StringRef broken = ruleBrokenBy(operation, tables.version());
      !broken.empty())
    return cursor.failAt(start, broken);
  // requirementOf is not asked: readers apply the newest rules to all versions,
  // and cuTile writes a return in a loop into files of 13.1.
  if (failed(readRegions(cursor, *op, operation, depth)))
    return failure();
  addDefaults(*op, operation);
  numberResults(*op, operation);
  return success();
}

LogicalResult BodyReader::readFields(Cursor &cursor, const OpEncoding &op) {
  uint64_t flags = 0;
  return success(succeeded(readResultTypes(cursor, op)) &&
                 succeeded(readFlags(cursor, op, flags)) &&
                 succeeded(readAttributes(cursor, op, flags)) &&
                 succeeded(readOperands(cursor, op, flags)));
}

/// Takes the memory for the op, its place and its results off the budget.
LogicalResult BodyReader::spendOn(const Cursor &cursor, const OpEncoding &op) {
  constexpr uint64_t perOp = sizeof(Operation) + sizeof(uint64_t);
  constexpr uint64_t perResult =
      sizeof(mlir::detail::InlineOpResult) + sizeof(mlir::Value);
  return tables.spend(perOp + perResult * fields.types.size() +
                          sizeof(mlir::OpOperand) * fields.operands.size() +
                          sizeof(mlir::Attribute) * op.attributes.size() +
                          sizeof(mlir::Region) * op.numRegions,
                      cursor);
}

/// Creates the op with the fields that were read; its regions are still empty.
Operation *BodyReader::createOp(const OpEncoding &op, mlir::Location location) {
  std::optional<mlir::OperationName> &name =
      names[&op - allOpEncodings().data()];
  if (!name)
    name.emplace(op.name, tables.getContext());
  Operation *operation = Operation::create(
      location, *name, fields.types, fields.operands, noAttributes,
      /*properties=*/nullptr, /*successors=*/{}, op.numRegions);
  for (auto [encoding, attribute] :
       llvm::zip_equal(op.attributes, fields.attributes))
    if (attribute)
      encoding.set(operation, attribute);
  if (op.operandSegments)
    llvm::copy(fields.segments, op.operandSegments(operation).begin());
  return operation;
}

LogicalResult BodyReader::readResultTypes(Cursor &cursor,
                                          const OpEncoding &op) {
  uint64_t start = cursor.fileOffset();
  uint32_t fixed = 0, count;
  bool variadic = false;
  for (const ValueEncoding &result : op.results) {
    variadic |= result.arity != Arity::Required;
    fixed +=
        result.arity == Arity::Required && tables.version() >= result.since;
  }
  count = fixed;
  if (op.hasResultCount() && failed(cursor.readCount(count, 1, "results")))
    return failure();
  if (variadic ? count < fixed : count != fixed)
    return cursor.failAt(start,
                         "the op has " + Twine(variadic ? "at least " : "") +
                             Twine(fixed) + " results, not " + Twine(count));
  fields.types.resize(count);
  for (mlir::Type &type : fields.types)
    if (failed(tables.readType(cursor, type, "type of a result")))
      return failure();
  // Only tokens have ever been added as results of an existing op.
  for (const ValueEncoding &result : op.results)
    if (tables.version() < result.since)
      fields.types.push_back(cuda_tile::TokenType::get(tables.getContext()));
  return success();
}

LogicalResult BodyReader::readFlags(Cursor &cursor, const OpEncoding &op,
                                    uint64_t &flags) {
  if (!op.hasFlags(tables.version()))
    return success();
  uint64_t start = cursor.fileOffset();
  if (failed(cursor.readVarint(flags, "the flags word")))
    return failure();
  for (auto [bit, flag] : llvm::enumerate(op.flags))
    if ((flags >> bit & 1) &&
        failed(tables.requireVersion(flag.since, cursor, start,
                                     "'" + op.nameOf(flag) + "'")))
      return failure();
  if (flags >> op.flags.size())
    return cursor.failAt(start, "the flags word 0x" +
                                    llvm::utohexstr(flags, true) +
                                    " has bits that mean nothing");
  return success();
}

LogicalResult BodyReader::readAttributes(Cursor &cursor, const OpEncoding &op,
                                         uint64_t flags) {
  mlir::Type resultType = fields.types.empty() ? mlir::Type() : fields.types[0];
  fields.attributes.assign(op.attributes.size(), mlir::Attribute());
  for (auto [index, encoding] : llvm::enumerate(op.attributes)) {
    bool present = encoding.optional ? flags >> op.flagOf(false, index) & 1
                                     : tables.version() >= encoding.since;
    if (present && failed(tables.readAttribute(cursor, encoding, resultType,
                                               fields.attributes[index])))
      return failure();
  }
  return success();
}

LogicalResult BodyReader::readOperands(Cursor &cursor, const OpEncoding &op,
                                       uint64_t flags) {
  fields.operands.clear();
  fields.segments.clear();
  if (!op.operandSegments) {
    uint32_t count = op.operands.size();
    if (op.hasOperandCount() && failed(cursor.readCount(count, 1, "operands")))
      return failure();
    return readOperandList(cursor, count);
  }
  for (auto [index, group] : llvm::enumerate(op.operands)) {
    uint32_t count = 1;
    if (tables.version() < group.since)
      count = 0;
    else if (group.arity == Arity::Optional)
      count = flags >> op.flagOf(true, index) & 1;
    else if (group.arity == Arity::Variadic &&
             failed(cursor.readCount(count, 1, "operands")))
      return failure();
    if (failed(readOperandList(cursor, count)))
      return failure();
    fields.segments.push_back(int32_t(count));
  }
  return success();
}

LogicalResult BodyReader::readOperandList(Cursor &cursor, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t index;
    if (failed(cursor.readIndex(index, values.size(), "value")))
      return failure();
    fields.operands.push_back(values[index]);
  }
  return success();
}

/// Sets required attributes that the version does not have to the value that
/// their absence means.
void BodyReader::addDefaults(const OpEncoding &op, Operation *operation) {
  for (const AttributeEncoding &encoding : op.attributes)
    if (encoding.laterDefault && tables.version() < encoding.since)
      encoding.set(operation, encoding.laterDefault(operation));
}

void BodyReader::numberResults(const OpEncoding &op, Operation *operation) {
  llvm::append_range(values, operation->getResults().drop_back(
                                 op.countLaterResults(tables.version())));
}

/// Reads the next location of the debug section, if the function has any.
LogicalResult BodyReader::nextLocation(const Cursor &cursor, uint64_t offset,
                                       mlir::LocationAttr &out) {
  if (!hasLocations)
    return success();
  if (nextSlot == endSlot)
    return cursor.failAt(offset,
                         "the debug section has no location for this op");
  return debugInfo.location(tables.container().debug().slot(nextSlot++), cursor,
                            out);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult BodyReader::readRegions(Cursor &cursor, const OpEncoding &op,
                                      Operation *operation, unsigned depth) {
  if (op.numRegions == 0)
    return success();
  uint64_t start = cursor.fileOffset();
  uint32_t regions;
  if (failed(cursor.readCount(regions, 1, "regions")))
    return failure();
  if (regions != op.numRegions)
    return cursor.failAt(start, "the op has " + Twine(op.numRegions) +
                                    " regions, not " + Twine(regions));
  for (mlir::Region &region : operation->getRegions())
    if (failed(readRegion(cursor, region, depth + 1)))
      return failure();
  return success();
}

LogicalResult BodyReader::readRegion(Cursor &cursor, mlir::Region &region,
                                     unsigned depth) {
  if (depth > kMaxNesting)
    return cursor.fail("regions nest deeper than " + Twine(kMaxNesting));
  uint64_t start = cursor.fileOffset();
  uint32_t blocks;
  if (failed(cursor.readCount(blocks, 2, "blocks")))
    return failure();
  if (blocks > 1)
    return cursor.failAt(start, "a region has one block, not " + Twine(blocks));
  for (uint32_t i = 0; i < blocks; ++i)
    if (failed(readBlock(cursor, region.emplaceBlock(), depth)))
      return failure();
  return success();
}

LogicalResult BodyReader::readBlock(Cursor &cursor, mlir::Block &block,
                                    unsigned depth) {
  uint32_t arguments, ops;
  size_t outer = values.size();
  if (failed(cursor.readCount(arguments, 1, "block arguments")))
    return failure();
  for (uint32_t i = 0; i < arguments; ++i) {
    mlir::Type type;
    if (failed(tables.readType(cursor, type, "type of a block argument")) ||
        failed(tables.spend(TableReader::kMemoryOfArgument, cursor)))
      return failure();
    values.push_back(block.addArgument(type, mlir::Location(unknownLocation)));
  }
  uint64_t start = cursor.fileOffset();
  if (failed(cursor.readCount(ops, 1, "ops")))
    return failure();
  if (ops == 0)
    return cursor.failAt(start, "a block has no ops");
  for (uint32_t i = 0; i < ops; ++i)
    if (failed(readOp(cursor, block, depth)))
      return failure();
  // Values of the block go out of scope: the ops that follow reuse their
  // numbers.
  values.truncate(outer);
  return success();
}

} // namespace tessera::bytecode
