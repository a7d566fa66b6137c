//===- Writer.cpp - From a module to bytecode -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Bytecode/Container/Container.h"
#include "tessera/Dialect/CudaTile/IR/FrontendInterface.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h"
#include "tessera/FrontendContract/LaunchContract.h"

using namespace tessera;
using namespace tessera::bytecode;
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;

namespace {

/// Writes the file section by section.
class FileStream {
public:
  FileStream(llvm::raw_ostream &os, BytecodeVersion version) : os(os) {
    ByteStream head;
    head.raw(kMagic);
    head.byte(version.major);
    head.byte(version.minor);
    head.fixed(uint16_t(0));
    raw(head.str());
  }

  void section(Section id, llvm::StringRef payload, unsigned alignment) {
    beginSection(id, payload.size(), alignment);
    raw(payload);
  }
  /// A table has the alignment of its offsets.
  void section(Section id, const EntryList &table, unsigned offsetWidth) {
    ByteStream offsets;
    table.writeOffsets(offsets, offsetWidth);
    beginSection(id, offsets.size() + table.getDataSize(), offsetWidth);
    raw(offsets.str());
    table.writeData([this](llvm::StringRef bytes) { raw(bytes); });
  }
  void end() { os << char(Section::End); }

private:
  void raw(llvm::StringRef bytes) {
    os << bytes;
    size += bytes.size();
  }
  void beginSection(Section id, uint64_t payloadSize, unsigned alignment) {
    ByteStream head;
    head.byte(uint8_t(id) | (alignment > 1 ? 0x80 : 0));
    head.varint(payloadSize);
    if (alignment > 1) {
      head.varint(alignment);
      head.align(alignment, size);
    }
    raw(head.str());
  }

  llvm::raw_ostream &os;
  uint64_t size = 0;
};

class Writer {
public:
  explicit Writer(BytecodeVersion version)
      : version(version), tables(version), debugInfo(tables) {}

  LogicalResult write(cuda_tile::ModuleOp module, llvm::raw_ostream &os);

private:
  LogicalResult collect(cuda_tile::ModuleOp module);
  LogicalResult writeSignatures();
  LogicalResult writeGlobals(ByteStream &out);
  LogicalResult writeGlobal(ByteStream &out, cuda_tile::GlobalOp global);
  LogicalResult writeFunctions(ByteStream &out);
  LogicalResult writeFunction(ByteStream &out,
                              cuda_tile::EntryOpInterface entry,
                              llvm::StringRef signature);
  LogicalResult writeArgumentAttributes(ByteStream &out,
                                        cuda_tile::EntryOpInterface entry);
  void writeProducer(ByteStream &out, cuda_tile::ModuleOp module);

  BytecodeVersion version;
  TableWriter tables;
  DebugInfoWriter debugInfo;
  llvm::SmallVector<cuda_tile::EntryOpInterface> entries;
  llvm::SmallVector<cuda_tile::GlobalOp> globals;
  /// The type index of each entry's signature, as bytes.
  llvm::SmallVector<ByteStream> signatures;
};

} // namespace

LogicalResult Writer::collect(cuda_tile::ModuleOp module) {
  for (mlir::Operation &op : module->getRegion(0).front()) {
    for (mlir::NamedAttribute attribute : cuda_tile::getTextAttributes(
             op.getContext(), llvm::to_vector(op.getDiscardableAttrs())))
      return op.emitOpError("has an attribute '")
             << attribute.getName().getValue()
             << "', which bytecode cannot store";
    if (auto entry = llvm::dyn_cast<cuda_tile::EntryOpInterface>(op))
      entries.push_back(entry);
    else if (auto global = llvm::dyn_cast<cuda_tile::GlobalOp>(op))
      globals.push_back(global);
    else
      return op.emitOpError("cannot be stored in bytecode: a module holds "
                            "entries and globals only");
  }
  return success();
}

LogicalResult Writer::write(cuda_tile::ModuleOp module, llvm::raw_ostream &os) {
  ByteStream globalTable, functions, locations, producer;
  if (failed(mlir::verify(module, /*verifyRecursively=*/false)) ||
      failed(collect(module)) || failed(writeSignatures()) ||
      failed(writeGlobals(globalTable)) || failed(writeFunctions(functions)))
    return failure();
  writeProducer(producer, module);

  // From here on nothing can fail.
  FileStream file(os, version);
  if (!globals.empty())
    file.section(Section::Global, globalTable.str(), 1);
  file.section(Section::Function, functions.str(), 8);
  if (!tables.constants().empty())
    file.section(Section::Constant, tables.constants(), 8);
  if (!debugInfo.empty()) {
    debugInfo.write(locations);
    file.section(Section::Debug, locations.str(), 8);
  }
  if (!tables.types().empty())
    file.section(Section::Type, tables.types(), 4);
  if (!producer.empty())
    file.section(Section::Producer, producer.str(), 1);
  // The string section must be present even if it is empty.
  file.section(Section::String, tables.strings(), 4);
  file.end();
  return success();
}

/// Gives the signatures the first numbers of the type table.
LogicalResult Writer::writeSignatures() {
  for (cuda_tile::EntryOpInterface entry : entries) {
    tables.setUser(entry);
    if (failed(tables.writeType(signatures.emplace_back(),
                                entry.getFunctionType())))
      return failure();
  }
  return success();
}

LogicalResult Writer::writeGlobals(ByteStream &out) {
  out.varint(globals.size());
  for (cuda_tile::GlobalOp global : globals)
    if (failed(writeGlobal(out, global)))
      return failure();
  return success();
}

LogicalResult Writer::writeGlobal(ByteStream &out, cuda_tile::GlobalOp global) {
  if (failed(mlir::verify(global)))
    return failure();
  tables.setUser(global);
  bool isPrivate =
      global.getSymbolVisibility() == cuda_tile::SymbolVisibility::Private;
  if (version < v13_3 && isPrivate)
    return tables.needs(v13_3, "a private global");
  if (version < v13_3 && global.getConstant())
    return tables.needs(v13_3, "a constant global");
  tables.writeString(out, global.getSymName());
  if (failed(tables.writeType(out, global.getValue().getType())))
    return failure();
  tables.writeConstant(out, global.getValue());
  out.varint(global.getAlignment());
  if (version >= v13_3) {
    out.varint(isPrivate);
    out.varint(global.getConstant());
  }
  return success();
}

LogicalResult Writer::writeFunctions(ByteStream &out) {
  out.varint(entries.size());
  for (auto [entry, signature] : llvm::zip_equal(entries, signatures))
    if (failed(writeFunction(out, entry, signature.str())))
      return failure();
  out.align(8);
  return success();
}

LogicalResult Writer::writeFunction(ByteStream &out,
                                    cuda_tile::EntryOpInterface entry,
                                    llvm::StringRef signature) {
  // Verified here, so that it is in the caches when it is written.
  if (failed(mlir::verify(entry)))
    return failure();
  tables.setUser(entry);
  auto hints = entry->getAttrOfType<cuda_tile::OptimizationHintsAttr>(
      "optimization_hints");
  bool isFrom13_5 = version >= v13_5;
  if (isFrom13_5 && !hints)
    hints = cuda_tile::OptimizationHintsAttr::get(
        entry.getContext(), mlir::DictionaryAttr::get(entry.getContext()));
  bool hasHints =
      isFrom13_5 || (hints && !hintsFor(version, hints).getValue().empty());
  tables.writeString(out, entry.getSymName());
  out.raw(signature);
  out.byte(kKernelEntry | (hasHints && !isFrom13_5 ? kHasHints : 0));
  ByteStream attributes, body;
  if ((hasHints && failed(tables.writeTagged(attributes, hints))) ||
      failed(writeArgumentAttributes(attributes, entry)))
    return failure();
  // Only the body shows if there are locations, so it is written first.
  BodyWriter writer(tables, debugInfo, version);
  if (failed(debugInfo.beginFunction(entry)) ||
      failed(writer.write(body, entry->getRegion(0).front())))
    return failure();
  out.varint(debugInfo.endFunction());
  out.raw(attributes.str());
  out.varint(body.size());
  out.raw(body.str());
  return success();
}

/// From 13.5 on, an array follows the hints: empty, or with a dictionary for
/// each argument.
LogicalResult
Writer::writeArgumentAttributes(ByteStream &out,
                                cuda_tile::EntryOpInterface entry) {
  mlir::ArrayAttr attributes =
      llvm::cast<mlir::FunctionOpInterface>(entry.getOperation())
          .getArgAttrsAttr();
  auto isEmpty = [](mlir::Attribute each) {
    return llvm::cast<mlir::DictionaryAttr>(each).empty();
  };
  if (!attributes || llvm::all_of(attributes, isEmpty))
    attributes = mlir::ArrayAttr::get(entry.getContext(), {});
  if (version >= v13_5)
    return tables.writeTagged(out, attributes);
  return attributes.empty() ? success()
                            : tables.needs(v13_5, "an argument's attribute");
}

/// The producer is no part of the program: a version that cannot store it
/// leaves it out.
void Writer::writeProducer(ByteStream &out, cuda_tile::ModuleOp module) {
  if (std::optional<llvm::StringRef> producer = module.getProducer();
      producer && version >= v13_3)
    tables.writeString(out, *producer);
}

/// The module to write: `op` itself, or the only one inside an outer module.
static cuda_tile::ModuleOp findModule(mlir::Operation *op) {
  if (auto module = llvm::dyn_cast<cuda_tile::ModuleOp>(op))
    return module;
  auto outer = llvm::dyn_cast<mlir::ModuleOp>(op);
  if (!outer || !llvm::hasSingleElement(*outer.getBody()))
    return nullptr;
  return llvm::dyn_cast<cuda_tile::ModuleOp>(outer.getBody()->front());
}

/// Refuses attributes of an outer module about the launch: bytecode cannot
/// store them, and the kernel without them is another one.
static LogicalResult refuseContract(mlir::Operation *op) {
  for (mlir::NamedAttribute attribute : op->getDiscardableAttrs())
    if (isModuleContractAttribute(attribute.getName()))
      return op->emitOpError("has the attribute '")
             << attribute.getName().getValue()
             << "', which bytecode cannot store: compile the text, or remove "
                "it and say --gpu-name to the compiler and optimization_hints "
                "on the entries instead";
  return success();
}

LogicalResult tessera::writeBytecode(mlir::Operation *op, llvm::raw_ostream &os,
                                     BytecodeVersion version) {
  if (!version.isSupported())
    return op->emitError("bytecode version ")
           << version.str() << " is not supported; known versions are "
           << listOfSupportedBytecodeVersions();
  cuda_tile::ModuleOp module = findModule(op);
  if (!module)
    return op->emitError("bytecode holds exactly one cuda_tile.module, and "
                         "nothing beside it");
  if (failed(refuseContract(op)))
    return failure();
  return Writer(version).write(module, os);
}
