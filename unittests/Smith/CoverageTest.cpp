//===- CoverageTest.cpp - Coverage of types by the smith ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares many programs with the records of the dialect: each operand and
// result of each operation must occur with every element type that it can have.
// The exceptions are listed here with their reasons.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Smith/Smith.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

using Names = std::set<std::string>;

namespace {
/// An operand or result of an operation in the records.
struct Part {
  std::string name;
  /// The element types that it can have; empty if it is no tile.
  Names elements;
  bool isLoose = false;
};
struct Record {
  std::vector<Part> operands, results;
};
using Records = std::map<std::string, Record>;
} // namespace

static Names allElements() {
  Names names{"ptr"};
  for (numerics::Format format : numerics::allFormats())
    names.insert(numerics::name(format).str());
  return names;
}

/// Converts "tile<f32|f16 (13.4: f64)>" to its types.
static Names readElements(StringRef type) {
  type.consume_front("scalar_");
  if (!type.consume_front("tile<"))
    return {};
  Names names;
  SmallVector<StringRef> words;
  llvm::SplitString(type, words, "|<>() :");
  for (StringRef word : words)
    if (llvm::isAlpha(word.front()))
      names.insert(word.str());
  return names == Names{"any"} ? allElements() : names;
}

static std::vector<Part> readParts(const llvm::json::Array &array) {
  std::vector<Part> parts;
  for (const llvm::json::Value &value : array) {
    const llvm::json::Object &part = *value.getAsObject();
    parts.push_back({part.getString("name")->str(),
                     readElements(*part.getString("type")),
                     part.get("optional") || part.get("variadic")});
  }
  return parts;
}

static Records readRecords() {
  auto buffer =
      llvm::MemoryBuffer::getFile(TESSERA_CUDATILE_FACTS_DIR "/ops.json");
  auto value = llvm::cantFail(llvm::json::parse((*buffer)->getBuffer()));
  Records records;
  for (const llvm::json::Value &each : *value.getAsArray()) {
    const llvm::json::Object &op = *each.getAsObject();
    records["cuda_tile." + op.getString("mnemonic")->str()] = {
        readParts(*op.getArray("operands")),
        readParts(*op.getArray("results"))};
  }
  return records;
}

/// A name such as "cuda_tile.addi lhs i32".
static std::string describe(StringRef op, const Part &part, StringRef element) {
  return (op.drop_front(strlen("cuda_tile.")) + " " + part.name + " " + element)
      .str();
}

static std::string elementOf(Type type) {
  auto tile = dyn_cast<cuda_tile::TileType>(type);
  if (!tile)
    return "";
  Type element = tile.getElementType();
  return isa<cuda_tile::PointerType>(element)
             ? "ptr"
             : numerics::name(*cuda_tile::getFormat(element)).str();
}

/// Counts the values of each part. `segments` has their numbers; without it,
/// the one loose part has the remaining values.
static void countValues(StringRef op, ArrayRef<Part> parts,
                        ArrayRef<int32_t> segments, TypeRange types,
                        Names &seen) {
  size_t next = 0;
  for (auto [i, part] : llvm::enumerate(parts)) {
    size_t size = 1;
    if (!segments.empty())
      size = segments[i];
    else if (part.isLoose)
      size = types.size() - (parts.size() - 1);
    for (size_t end = next + size; next < end; ++next)
      seen.insert(describe(op, part, elementOf(types[next])));
  }
}

static Names countSeen(const Records &records, unsigned numPrograms) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  Names seen;
  for (uint64_t seed = 0; seed < numPrograms; ++seed) {
    Options options;
    options.seed = seed;
    // Large programs, because a narrow type is rare in the operand of a rare
    // operation.
    options.steps = 60;
    options.version = bytecode::v13_4;
    auto module = generate(&context, options);
    (*module)->walk([&](Operation *op) {
      auto record = records.find(op->getName().getStringRef().str());
      if (record == records.end())
        return;
      auto segments =
          op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
      countValues(record->first, record->second.operands,
                  segments ? segments.asArrayRef() : ArrayRef<int32_t>(),
                  op->getOperandTypes(), seen);
      countValues(record->first, record->second.results, {},
                  op->getResultTypes(), seen);
    });
  }
  return seen;
}

/// True for combinations that the records allow, but no program has.
static bool isLeftOut(StringRef op, StringRef part, StringRef element) {
  static const Names bytes{"i8", "f8E4M3FN", "f8E5M2", "f8E8M0FNU",
                           "f8E5M3FNU"};
  auto is = [&](std::initializer_list<StringRef> names) {
    return llvm::is_contained(names, element);
  };
  bool isHalf = is({"i4", "f4E2M1FN"}), isPointer = element == "ptr";
  // The verifiers refuse these combinations.
  if (op == "pack" || op == "unpack")
    return isPointer || bytes.count(element.str());
  if (op == "select")
    return element == "f4E2M1FN";
  if (op == "itof")
    return element == "f8E8M0FNU";
  if (op == "exti")
    return element == (part == "from" ? "i64" : "i1");
  if (op == "trunci")
    return element == (part == "from" ? "i1" : "i64");
  if (op == "reduce" || op == "scan")
    return isHalf || isPointer || element == "f8E5M3FNU";
  // Steps are signed, so no i1 is a positive one.
  if (op == "for")
    return element == "i1";
  // Addresses differ between engines.
  if (op == "print_tko")
    return isPointer;
  // An element of half a byte has no address of its own, and memory holds
  // pointers only as integers.
  if (op == "load_ptr_tko" || op == "store_ptr_tko")
    return isHalf || isPointer;
  if (op == "load_view_tko" || op == "store_view_tko")
    return element == "i4" || isPointer;
  if (part != "index" &&
      (op == "atomic_rmw_tko" || op == "atomic_red_view_tko"))
    return !is({"i32", "i64", "f16", "bf16", "f32", "f64"});
  // These are of a newer version than the programs here.
  if (op.starts_with("multimem_"))
    return true;
  if (op == "atomic_cas_tko")
    return !is({"i32", "i64", "f32", "f64"});
  return false;
}

TEST(Coverage, EveryElementTypeOfEveryOperand) {
  Records records = readRecords();
  Names seen = countSeen(records, 1500);
  std::string missing, wrong;
  for (const auto &[op, record] : records)
    for (const auto *parts : {&record.operands, &record.results})
      for (const Part &part : *parts)
        for (const std::string &element : part.elements) {
          std::string name = describe(op, part, element);
          StringRef mnemonic = StringRef(op).drop_front(strlen("cuda_tile."));
          bool isPointers = part.elements == Names{"ptr"};
          bool isOut = !isPointers && part.elements.size() > 1 &&
                       isLeftOut(mnemonic, part.name, element);
          if (!isOut && !seen.count(name))
            missing += name + "\n";
          if (isOut && seen.count(name))
            wrong += name + "\n";
        }
  EXPECT_EQ(missing, "") << "never made";
  EXPECT_EQ(wrong, "") << "said to be left out, but made";
}
