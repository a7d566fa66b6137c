//===- DocGen.cpp - The reference pages of the dialect --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one page of Markdown: the dialect, its types and attributes, and its
// ops by chapter, each with its fields, versions and opcode. And prints what is
// said of each op, of any dialect, as C++, for the language server.
//
//===----------------------------------------------------------------------===//

#include "OpRecord.h"
#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/TableGen/Record.h"

using namespace tessera::tblgen;
using llvm::raw_ostream;
using llvm::StringRef;

/// Prints prose from a record without the indentation of its first line, which
/// examples that classes add do not have.
static void emitProse(StringRef text, raw_ostream &os) {
  text = text.rtrim(" ").ltrim("\n");
  size_t margin = text.find_first_not_of(' ');
  if (margin == StringRef::npos)
    return;
  for (StringRef line : llvm::split(text.rtrim("\n"), '\n'))
    os << line.drop_front(std::min(margin, line.find_first_not_of(' ')))
       << '\n';
  os << '\n';
}

/// Escapes the character that ends a cell of a table.
static std::string cell(StringRef text) {
  std::string out;
  for (char c : text)
    out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

static void emitRow(raw_ostream &os, StringRef role, StringRef name,
                    StringRef type, StringRef presence, VersionNumber since) {
  os << "| " << role << " | `" << name << "` | " << cell(type) << " | "
     << presence << " | " << str(since) << " |\n";
}

static StringRef presence(Arity arity) {
  return arity == Arity::Variadic   ? "any number"
         : arity == Arity::Optional ? "optional"
                                    : "";
}

/// A default value in the spelling of text: the keyword of an enum instead of
/// its C++ name.
static std::string defaultText(const AttributeRecord &attribute) {
  StringRef symbol = StringRef(attribute.defaultText).rsplit("::").second;
  if (attribute.enumeration)
    for (const mlir::tblgen::EnumCase &enumCase :
         attribute.enumeration->getAllCases())
      if (enumCase.getSymbol() == symbol)
        return enumCase.getStr().str();
  return attribute.defaultText;
}

static std::string presence(const AttributeRecord &attribute) {
  if (attribute.optional)
    return "optional";
  if (!attribute.defaultText.empty())
    return "default `" + defaultText(attribute) + "`";
  return "";
}

static void emitFields(const OpRecord &op, raw_ostream &os) {
  if (op.attributes.empty() && op.operands.empty() && op.results.empty())
    return;
  os << "| | Name | Kind | Presence | Since |\n|---|---|---|---|---|\n";
  for (const AttributeRecord &attribute : op.attributes)
    emitRow(os, "attribute", attribute.name, attribute.summary,
            presence(attribute), attribute.since);
  for (const ValueRecord &operand : op.operands)
    emitRow(os, "operand", operand.name, operand.summary,
            presence(operand.arity), operand.since);
  for (const ValueRecord &result : op.results)
    emitRow(os, "result", result.name, result.summary, presence(result.arity),
            result.since);
  os << "\n";
}

static void emitOpProse(const mlir::tblgen::Operator &op, raw_ostream &os) {
  if (op.hasSummary())
    os << "_" << op.getSummary().trim() << "_\n\n";
  if (op.hasDescription())
    emitProse(op.getDescription(), os);
}

static void emitOpText(const OpRecord &op, raw_ostream &os) {
  emitOpProse(op.op(), os);
  emitFields(op, os);
  os << "Since " << str(op.since()) << ", opcode "
     << llvm::format_hex(op.opcode(), 4) << ".\n\n";
}

static void emitOp(const OpRecord &op, raw_ostream &os) {
  os << "### " << op.op().getOperationName() << "\n\n";
  emitOpText(op, os);
}

static void emitDefinitions(const llvm::RecordKeeper &records,
                            StringRef className, StringRef title,
                            raw_ostream &os) {
  os << "## " << title << "\n\n";
  for (const llvm::Record *def : records.getAllDerivedDefinitions(className)) {
    os << "### " << def->getValueAsString("mnemonic") << "\n\n_"
       << def->getValueAsString("summary") << "_\n\n";
    emitProse(def->getValueAsString("description"), os);
    os << "Since " << str(sinceOf(*def)) << ", tag "
       << def->getValueAsInt("bytecodeTag") << ".\n\n";
  }
}

static void emitEnums(const llvm::RecordKeeper &records, raw_ostream &os) {
  os << "## Enums\n\n";
  for (const llvm::Record *def : records.getAllDerivedDefinitions("EnumAttr")) {
    mlir::tblgen::EnumInfo info(def->getValueAsDef("enum"));
    os << "### " << info.getEnumClassName() << "\n\n_" << info.getSummary()
       << "_\n\n| Keyword | Value | Since |\n|---|---|---|\n";
    for (const mlir::tblgen::EnumCase &enumCase : info.getAllCases())
      os << "| `" << enumCase.getStr() << "` | " << enumCase.getValue() << " | "
         << str(sinceOf(enumCase.getDef())) << " |\n";
    os << "\n";
  }
}

static bool emitDocs(const llvm::RecordKeeper &records, raw_ostream &os) {
  for (const llvm::Record *dialect :
       records.getAllDerivedDefinitions("Dialect")) {
    if (dialect->getValueAsString("name") != "cuda_tile")
      continue;
    os << "# The cuda_tile dialect\n\n"
       << "_" << dialect->getValueAsString("summary")
       << "_\n\nThis page is made from the records of the dialect; change "
          "those.\n\n";
    emitProse(dialect->getValueAsString("description"), os);
  }
  emitDefinitions(records, "CudaTile_Type", "Types", os);
  emitDefinitions(records, "CudaTile_Attr", "Attributes", os);
  emitDefinitions(records, "CudaTile_DebugEntry", "Debug information", os);
  emitEnums(records, os);

  std::vector<OpRecord> ops = readOps(records);
  llvm::MapVector<StringRef, std::vector<const OpRecord *>> chapters;
  for (const OpRecord &op : ops)
    chapters[op.category()].push_back(&op);
  for (const auto &[category, members] : chapters) {
    os << "## Operations: " << category << "\n\n";
    for (const OpRecord *op : members)
      emitOp(*op, os);
  }
  return false;
}

static mlir::GenRegistration
    genDocs("gen-op-docs", "Generate the reference pages of the dialect",
            emitDocs);

//===----------------------------------------------------------------------===//
// Help
//===----------------------------------------------------------------------===//

/// Prints initializers of a struct with the name of an op, its summary and its
/// text.
static bool emitHelp(const llvm::RecordKeeper &records, raw_ostream &os) {
  for (const llvm::Record *def : records.getAllDerivedDefinitions("Op")) {
    mlir::tblgen::Operator op(def);
    std::string text;
    llvm::raw_string_ostream textOs(text);
    if (op.getDialectName() == "cuda_tile")
      emitOpText(OpRecord(*def), textOs);
    else
      emitOpProse(op, textOs);
    os << "{\"" << op.getOperationName() << "\", R\"help("
       << op.getSummary().trim() << ")help\", R\"help("
       << StringRef(text).trim() << ")help\"},\n";
  }
  return false;
}

static mlir::GenRegistration
    genHelp("gen-op-help", "Generate the text on each op as C++", emitHelp);
