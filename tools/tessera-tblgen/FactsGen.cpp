//===- FactsGen.cpp - A digest of the ops, as JSON ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints each op's record as JSON, in the form of the digest of the language
// with which a unit test compares the dialect.
//
//===----------------------------------------------------------------------===//

#include "OpRecord.h"
#include "mlir/TableGen/GenInfo.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::tblgen;
using llvm::json::OStream;

static llvm::StringRef kindName(const AttributeRecord &attribute) {
  switch (attribute.kind) {
  case AttributeKind::Array:
    return "array";
  case AttributeKind::Bool:
    return "bool";
  case AttributeKind::BoolArray:
    return "bool_array";
  case AttributeKind::DenseElements:
    return "dense_elements";
  case AttributeKind::Enum:
    return "enum";
  case AttributeKind::Hints:
    return "optimization_hints";
  case AttributeKind::Int32Array:
    return "i32_array";
  case AttributeKind::Integer:
    return attribute.width == 64 ? "i64" : "i32";
  case AttributeKind::String:
    return "string";
  case AttributeKind::Symbol:
    return "symbol_ref";
  case AttributeKind::Tagged:
    return "assume_predicate";
  case AttributeKind::Type:
    return "type";
  case AttributeKind::Unit:
    return "unit";
  }
  return "";
}

static void emitValues(OStream &json, llvm::StringRef key,
                       llvm::ArrayRef<ValueRecord> values) {
  json.attributeArray(key, [&] {
    for (const ValueRecord &value : values)
      json.object([&] {
        json.attribute("name", value.name);
        json.attribute("type", value.digest);
        if (value.arity == Arity::Variadic)
          json.attribute("variadic", true);
        if (value.arity == Arity::Optional)
          json.attribute("optional", true);
        json.attribute("since", str(value.since));
      });
  });
}

static void emitAttributes(OStream &json, const OpRecord &op) {
  json.attributeArray("attributes", [&] {
    for (const AttributeRecord &attribute : op.attributes)
      json.object([&] {
        json.attribute("name", attribute.name);
        json.attribute("kind", kindName(attribute));
        if (attribute.enumeration)
          json.attribute("enum", attribute.enumeration->getEnumClassName());
        if (attribute.optional)
          json.attribute("optional", true);
        json.attribute("since", str(attribute.since));
        if (!attribute.defaultText.empty())
          json.attribute("default", attribute.defaultText);
      });
  });
}

static void emitFlags(OStream &json, const OpRecord &op) {
  json.attributeArray("flags", [&] {
    for (size_t bit = 0; bit < op.flags.size(); ++bit)
      json.object([&] {
        const FlagRecord &flag = op.flags[bit];
        json.attribute("bit", int64_t(bit));
        json.attribute("field", flag.isOperand
                                    ? op.operands[flag.index].name
                                    : op.attributes[flag.index].name);
        json.attribute("since", str(flag.since));
      });
  });
}

static bool emitFacts(const llvm::RecordKeeper &records,
                      llvm::raw_ostream &os) {
  OStream json(os, /*IndentSize=*/1);
  json.array([&] {
    for (const OpRecord &op : readOps(records))
      json.object([&] {
        json.attribute("mnemonic", op.mnemonic());
        json.attribute("opcode", llvm::formatv("{0:X+}", op.opcode()).str());
        json.attribute("since", str(op.since()));
        json.attribute("category", op.category());
        json.attribute("encoded_in_body", op.encodedInBody());
        emitValues(json, "operands", op.operands);
        emitAttributes(json, op);
        emitValues(json, "results", op.results);
        json.attribute("regions", int64_t(op.op().getNumRegions()));
        emitFlags(json, op);
        json.attribute("operand_segments", op.hasOperandSegments());
      });
  });
  os << "\n";
  return false;
}

static mlir::GenRegistration
    genFacts("gen-op-facts", "Generate a digest of the ops as JSON", emitFacts);
