//===- BytecodeGen.cpp - The encoding of the ops, as tables ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the tables that lib/Bytecode/OpEncoding.h describes. They are data, so
// that one reader and one writer serve all ops; only enums and default values,
// which need C++ classes, are small functions.
//
//===----------------------------------------------------------------------===//

#include "OpRecord.h"
#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

using namespace tessera::tblgen;
using llvm::raw_ostream;

static std::string braces(VersionNumber v) {
  return "{" + std::to_string(v.first) + ", " + std::to_string(v.second) + "}";
}

static void emitEnum(const llvm::Record &def, raw_ostream &os) {
  mlir::tblgen::EnumInfo info(def.getValueAsDef("enum"));
  std::string attr = mlir::tblgen::Attribute(&def).getStorageType().str();
  llvm::StringRef name = info.getEnumClassName();
  os << "static constexpr EnumCaseEncoding k" << name << "Cases[] = {\n";
  for (const mlir::tblgen::EnumCase &enumCase : info.getAllCases())
    os << "    {\"" << enumCase.getStr() << "\", "
       << uint32_t(enumCase.getValue()) << ", "
       << braces(sinceOf(enumCase.getDef())) << "},\n";
  os << "};\n"
     << "const EnumEncoding k" << name << "Encoding = {\n"
     << "    \"" << info.getSummary() << "\", "
     << braces(sinceOf(info.getDef())) << ",\n"
     << "    [](mlir::MLIRContext *context, uint32_t value) -> "
        "mlir::Attribute {\n"
     << "      if (auto symbol = " << info.getCppNamespace()
     << "::" << info.getUnderlyingToSymbolFnName() << "(value))\n"
     << "        return " << attr << "::get(context, *symbol);\n"
     << "      return {};\n    },\n"
     << "    [](mlir::Attribute attribute) {\n"
     << "      return uint32_t(llvm::cast<" << attr
     << ">(attribute).getValue());\n    },\n"
     << "    k" << name << "Cases};\n\n";
}

/// The C++ expression for the properties of an operation `op` of the class.
static std::string properties(const OpRecord &op) {
  return "op->getPropertiesStorage().as<" + op.op().getQualCppClassName() +
         "::Properties *>()";
}

/// The functions that get and set an attribute in the properties of the op.
static void emitAccessors(const OpRecord &op, const AttributeRecord &attribute,
                          raw_ostream &os) {
  std::string field = properties(op) + "->" + attribute.name;
  os << "     [](mlir::Operation *op) -> mlir::Attribute {\n"
     << "       return " << field << ";\n     },\n"
     << "     [](mlir::Operation *op, mlir::Attribute value) {\n"
     << "       setProperty(" << field << ", value);\n     }},\n";
}

/// The function that returns the sizes of an op's groups of operands, if the op
/// has them.
static std::string segments(const OpRecord &op) {
  if (!op.hasOperandSegments())
    return "nullptr";
  return "[](mlir::Operation *op) -> llvm::MutableArrayRef<int32_t> {\n"
         "       return " +
         properties(op) + "->operandSegmentSizes;\n     }";
}

static void emitAttributes(const OpRecord &op, llvm::StringRef id,
                           raw_ostream &os) {
  if (op.attributes.empty())
    return;
  os << "static constexpr AttributeEncoding k" << id << "Attributes[] = {\n";
  for (const AttributeRecord &a : op.attributes) {
    os << "    {\"" << a.name << "\", AttributeKind::" << nameOf(a.kind) << ", "
       << a.width << ", " << (a.optional ? "true" : "false") << ", "
       << braces(a.since) << ", ";
    if (a.enumeration)
      os << "&k" << a.enumeration->getEnumClassName() << "Encoding, ";
    else
      os << "nullptr, ";
    if (a.laterDefault.empty())
      os << "nullptr,\n";
    else
      os << "[](mlir::Operation *op) -> mlir::Attribute {\n"
         << "       [[maybe_unused]] mlir::Builder builder(op->getContext());\n"
         << "       return " << a.laterDefault << ";\n     },\n";
    emitAccessors(op, a, os);
  }
  os << "};\n";
}

static void emitValues(llvm::ArrayRef<ValueRecord> values, llvm::StringRef id,
                       llvm::StringRef what, raw_ostream &os) {
  if (values.empty())
    return;
  os << "static constexpr ValueEncoding k" << id << what << "[] = {\n";
  for (const ValueRecord &value : values)
    os << "    {\"" << value.name << "\", Arity::" << nameOf(value.arity)
       << ", " << braces(value.since) << "},\n";
  os << "};\n";
}

static void emitFlags(const OpRecord &op, llvm::StringRef id, raw_ostream &os) {
  if (op.flags.empty())
    return;
  os << "static constexpr FlagEncoding k" << id << "Flags[] = {\n";
  for (const FlagRecord &flag : op.flags)
    os << "    {" << (flag.isOperand ? "true" : "false") << ", " << flag.index
       << ", " << braces(flag.since) << "},\n";
  os << "};\n";
}

/// The name of a table, or an empty list.
static std::string table(bool empty, llvm::StringRef id, llvm::StringRef what) {
  return empty ? "{}" : ("k" + id + what).str();
}

static bool emitBytecode(const llvm::RecordKeeper &records, raw_ostream &os) {
  os << "// The encoding of each op, made by tessera-tblgen from the records "
        "of the dialect.\n\n";
  for (const llvm::Record *def : records.getAllDerivedDefinitions("EnumAttr"))
    emitEnum(*def, os);

  std::vector<OpRecord> ops = readOps(records);
  for (const OpRecord &op : ops) {
    llvm::StringRef id = op.op().getCppClassName();
    emitAttributes(op, id, os);
    emitValues(op.operands, id, "Operands", os);
    emitValues(op.results, id, "Results", os);
    emitFlags(op, id, os);
  }
  os << "\nstatic constexpr OpEncoding kOpEncodings[] = {\n";
  for (const OpRecord &op : ops) {
    llvm::StringRef id = op.op().getCppClassName();
    os << "    {\"" << op.op().getOperationName() << "\", " << op.opcode()
       << ", " << braces(op.since()) << ", "
       << (op.encodedInBody() ? "true" : "false") << ", " << segments(op)
       << ", " << op.op().getNumRegions() << ",\n     "
       << table(op.attributes.empty(), id, "Attributes") << ", "
       << table(op.operands.empty(), id, "Operands") << ", "
       << table(op.results.empty(), id, "Results") << ", "
       << table(op.flags.empty(), id, "Flags") << "},\n";
  }
  os << "};\n";
  return false;
}

static bool emitTags(const llvm::RecordKeeper &records, raw_ostream &os) {
  os << "// The tags that the records of the dialect state, for the test that "
        "compares them\n// with the tables of the container.\n\n";
  for (const llvm::Record *def :
       records.getAllDerivedDefinitions("CudaTile_TaggedType"))
    os << "TYPE_TAG(\"" << def->getValueAsString("text") << "\", "
       << def->getValueAsInt("bytecodeTag") << ", \"" << str(sinceOf(*def))
       << "\")\n";
  for (const llvm::Record *def :
       records.getAllDerivedDefinitions("CudaTile_Type"))
    os << "TYPE_TAG(\"" << def->getValueAsString("mnemonic") << "\", "
       << def->getValueAsInt("bytecodeTag") << ", \"" << str(sinceOf(*def))
       << "\")\n";
  for (const llvm::Record *def :
       records.getAllDerivedDefinitions("CudaTile_Attr"))
    os << "ATTRIBUTE_TAG(" << def->getValueAsString("cppClassName").drop_back(4)
       << ", " << def->getValueAsInt("bytecodeTag") << ")\n";
  return false;
}

static mlir::GenRegistration
    genBytecode("gen-bytecode", "Generate the tables of the bytecode encoding",
                emitBytecode);
static mlir::GenRegistration genTags("gen-bytecode-tags",
                                     "Generate the list of tags for a test",
                                     emitTags);
