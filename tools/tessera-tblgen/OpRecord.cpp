//===- OpRecord.cpp - The record of an op, as the generators see it -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpRecord.h"
#include "mlir/TableGen/Format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include <tuple>

namespace tessera::tblgen {
using llvm::PrintFatalError;
using llvm::Record;
using llvm::StringRef;

StringRef nameOf(AttributeKind kind) {
  static constexpr llvm::StringLiteral names[] = {
      "Array",  "Bool",       "BoolArray", "DenseElements", "Enum",
      "Hints",  "Int32Array", "Integer",   "String",        "Symbol",
      "Tagged", "Type",       "Unit"};
  return names[unsigned(kind)];
}

StringRef nameOf(Arity arity) {
  static constexpr llvm::StringLiteral names[] = {"Required", "Optional",
                                                  "Variadic"};
  return names[unsigned(arity)];
}

static VersionNumber parseVersion(const Record &def, StringRef text) {
  VersionNumber version;
  auto [major, minor] = text.split('.');
  if (major.getAsInteger(10, version.first) ||
      minor.getAsInteger(10, version.second))
    PrintFatalError(def.getLoc(), "'" + text + "' is not a version");
  return version;
}

VersionNumber sinceOf(const Record &def) {
  std::optional<StringRef> text = def.getValueAsOptionalString("sinceVersion");
  return text ? parseVersion(def, *text) : VersionNumber(13, 1);
}

std::string str(VersionNumber version) {
  return llvm::utostr(version.first) + "." + llvm::utostr(version.second);
}

OpRecord::OpRecord(const Record &def)
    : def(def), ods(def), sinceVersion(sinceOf(def)) {
  for (const auto &operand : ods.getOperands())
    operands.push_back(readValue(operand));
  for (const auto &result : ods.getResults())
    results.push_back(readValue(result));
  for (const auto &attribute : ods.getAttributes())
    if (!attribute.attr.isDerivedAttr())
      attributes.push_back(readAttribute(attribute));
  collectFlags();

  for (const Record *later : def.getValueAsListOfDefs("laterFields")) {
    StringRef name = later->getValueAsString("fieldName");
    auto named = [&](const auto &field) { return field.name == name; };
    if (llvm::none_of(operands, named) && llvm::none_of(results, named) &&
        llvm::none_of(attributes, named))
      PrintFatalError(def.getLoc(), "laterFields names '" + name +
                                        "', which is no field of the op");
  }
}

std::string OpRecord::mnemonic() const {
  return StringRef(ods.getOperationName()).split('.').second.str();
}

bool OpRecord::hasOperandSegments() const {
  return ods.getTrait("::mlir::OpTrait::AttrSizedOperandSegments") != nullptr;
}

OpRecord::Later OpRecord::laterField(StringRef name) const {
  for (const Record *later : def.getValueAsListOfDefs("laterFields"))
    if (later->getValueAsString("fieldName") == name)
      return {sinceOf(*later), later->getValueAsString("defaultValue").str()};
  return {sinceVersion, ""};
}

ValueRecord
OpRecord::readValue(const mlir::tblgen::NamedTypeConstraint &value) const {
  ValueRecord record;
  record.name = value.name.str();
  record.arity = value.isVariadic()   ? Arity::Variadic
                 : value.isOptional() ? Arity::Optional
                                      : Arity::Required;
  record.since = laterField(value.name).since;
  record.summary = value.constraint.getSummary().str();
  // Variadic<T> and Optional<T> keep T in `baseType`.
  const Record *constraint = &value.constraint.getDef();
  if (constraint->getValue("baseType"))
    constraint = constraint->getValueAsDef("baseType");
  record.digest =
      constraint->getValueAsOptionalString("digest").value_or("").str();
  return record;
}

/// The encoding for the C++ class of the attribute.
static AttributeKind kindOf(const mlir::tblgen::Attribute &base) {
  StringRef storage = base.getStorageType();
  storage.consume_front("::");
  return llvm::StringSwitch<AttributeKind>(storage)
      .Case("mlir::UnitAttr", AttributeKind::Unit)
      .Case("mlir::BoolAttr", AttributeKind::Bool)
      .Case("mlir::IntegerAttr", AttributeKind::Integer)
      .Case("mlir::StringAttr", AttributeKind::String)
      .Case("mlir::TypeAttr", AttributeKind::Type)
      .Case("mlir::FlatSymbolRefAttr", AttributeKind::Symbol)
      .Case("mlir::ArrayAttr", AttributeKind::Array)
      .Case("mlir::DenseI32ArrayAttr", AttributeKind::Int32Array)
      .Case("mlir::DenseBoolArrayAttr", AttributeKind::BoolArray)
      .Cases({"mlir::ElementsAttr", "mlir::DenseElementsAttr",
              "mlir::DenseIntElementsAttr", "mlir::DenseIntOrFPElementsAttr"},
             AttributeKind::DenseElements)
      .Case("tessera::cuda_tile::OptimizationHintsAttr", AttributeKind::Hints)
      .Default(AttributeKind::Tagged);
}

AttributeRecord
OpRecord::readAttribute(const mlir::tblgen::NamedAttribute &attribute) const {
  mlir::tblgen::Attribute base = attribute.attr.getBaseAttr();
  AttributeRecord record;
  record.name = attribute.name.str();
  record.optional = attribute.attr.isOptional();
  record.summary = base.getSummary().str();
  record.kind = kindOf(base);
  if (base.getDef().isSubClassOf("EnumAttr")) {
    record.kind = AttributeKind::Enum;
    record.enumeration.emplace(base.getDef().getValueAsDef("enum"));
  }
  if (record.kind == AttributeKind::Integer) {
    std::optional<mlir::tblgen::Type> type = base.getValueType();
    if (!type || !type->getDef().getValue("bitwidth"))
      PrintFatalError(def.getLoc(),
                      "the integer '" + record.name + "' has no width");
    record.width = type->getDef().getValueAsInt("bitwidth");
  }
  Later later = laterField(attribute.name);
  record.since = later.since;
  if (attribute.attr.hasDefaultValue())
    record.defaultText = attribute.attr.getDefaultValue().str();
  if (record.since == sinceVersion || record.optional)
    return record;
  mlir::tblgen::FmtContext context;
  context.withBuilder("builder").addSubst("_op", "op");
  if (attribute.attr.hasDefaultValue())
    record.laterDefault = mlir::tblgen::tgfmt(base.getConstBuilderTemplate(),
                                              &context, record.defaultText)
                              .str();
  else if (!later.defaultValue.empty())
    record.laterDefault =
        mlir::tblgen::tgfmt(later.defaultValue, &context).str();
  else
    PrintFatalError(def.getLoc(), "'" + record.name +
                                      "' joined later, is not optional and "
                                      "has no default value");
  return record;
}

void OpRecord::collectFlags() {
  for (auto [index, attribute] : llvm::enumerate(attributes))
    if (attribute.optional)
      flags.push_back({false, unsigned(index), attribute.since});
  if (hasOperandSegments())
    for (auto [index, operand] : llvm::enumerate(operands))
      if (operand.arity == Arity::Optional)
        flags.push_back({true, unsigned(index), operand.since});
  llvm::sort(flags, [](const FlagRecord &a, const FlagRecord &b) {
    return std::tie(a.since, a.isOperand, a.index) <
           std::tie(b.since, b.isOperand, b.index);
  });
}

std::vector<OpRecord> readOps(const llvm::RecordKeeper &records) {
  std::vector<const Record *> defs(
      records.getAllDerivedDefinitions("CudaTile_Op"));
  llvm::sort(defs, [](const Record *a, const Record *b) {
    return a->getValueAsInt("bytecodeOpcode") <
           b->getValueAsInt("bytecodeOpcode");
  });
  std::vector<OpRecord> ops;
  ops.reserve(defs.size());
  for (const Record *def : defs) {
    ops.emplace_back(*def);
    if (ops.size() > 1 && ops[ops.size() - 2].opcode() == ops.back().opcode())
      PrintFatalError(def->getLoc(), "two ops have opcode " +
                                         llvm::utostr(ops.back().opcode()));
  }
  return ops;
}

} // namespace tessera::tblgen
