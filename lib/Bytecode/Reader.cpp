//===- Reader.cpp - From bytecode to a module -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyReader.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"

using namespace tessera;
using namespace tessera::bytecode;
using llvm::failure;
using llvm::LogicalResult;
using llvm::StringRef;
using llvm::success;
using llvm::Twine;

namespace {

class Reader {
public:
  Reader(const Container &file, FormatError &error, Origins &origins,
         mlir::MLIRContext *context)
      : file(file), error(error), tables(file, context), debugInfo(tables),
        origins(origins), context(context) {}

  mlir::OwningOpRef<mlir::Operation *> read();

private:
  mlir::OwningOpRef<mlir::Operation *> makeModule();
  bool isSilentlyValid(mlir::Operation *op, bool recursively);
  LogicalResult report(mlir::Operation *module);
  LogicalResult readGlobal(const GlobalRecord &global, mlir::Block &body);
  LogicalResult readEntry(const FunctionRecord &function, mlir::Block &body);
  LogicalResult readHints(const FunctionRecord &function,
                          mlir::OperationState &state);
  LogicalResult readArgumentAttributes(const FunctionRecord &function,
                                       mlir::FunctionType type,
                                       mlir::OperationState &state);

  const Container &file;
  FormatError &error;
  TableReader tables;
  DebugInfoReader debugInfo;
  Origins &origins;
  mlir::MLIRContext *context;
};

} // namespace

mlir::OwningOpRef<mlir::Operation *> Reader::makeModule() {
  mlir::Builder builder(context);
  mlir::OperationState state(mlir::UnknownLoc::get(context),
                             cuda_tile::ModuleOp::getOperationName());
  state.addAttribute("sym_name", builder.getStringAttr("kernels"));
  if (!file.producer().empty())
    state.addAttribute("producer", builder.getStringAttr(file.producer()));
  state.addRegion()->emplaceBlock();
  return mlir::Operation::create(state);
}

mlir::OwningOpRef<mlir::Operation *> Reader::read() {
  mlir::OwningOpRef<mlir::Operation *> module = makeModule();
  origins.offsets.push_back(0);
  // An op printed in a message may be as long as the whole module.
  llvm::scope_exit restore([this, old = context->shouldPrintOpOnDiagnostic()] {
    context->printOpOnDiagnostic(old);
  });
  context->printOpOnDiagnostic(false);
  mlir::Block &body = (*module)->getRegion(0).front();
  for (const GlobalRecord &global : file.globals())
    if (failed(readGlobal(global, body)))
      return nullptr;
  // Each entry is verified right after reading, while it is in the caches.
  bool isClean = true;
  for (const FunctionRecord &function : file.functions()) {
    if (failed(readEntry(function, body)))
      return nullptr;
    isClean = isClean && isSilentlyValid(&body.back(), /*recursively=*/true);
  }
  for (cuda_tile::GlobalOp global : body.getOps<cuda_tile::GlobalOp>())
    isClean = isClean && isSilentlyValid(global, /*recursively=*/true);
  isClean = isClean && isSilentlyValid(*module, /*recursively=*/false);
  if (!isClean && failed(report(*module)))
    return nullptr;
  return module;
}

/// True if the verifier reports nothing about an op, not even a warning.
bool Reader::isSilentlyValid(mlir::Operation *op, bool recursively) {
  bool isSilent = true;
  mlir::ScopedDiagnosticHandler listener(context, [&](mlir::Diagnostic &) {
    isSilent = false;
    return success();
  });
  return succeeded(mlir::verify(op, recursively)) && isSilent;
}

/// Runs the verifier and reports its errors at the locations of the ops, or at
/// their places in the file.
LogicalResult Reader::report(mlir::Operation *module) {
  origins.mark(module);
  Origins::Marks marks;
  {
    mlir::ScopedDiagnosticHandler listener(
        context, [&](mlir::Diagnostic &diagnostic) {
          marks.insert(mlir::LocationAttr(diagnostic.getLocation()));
          for (mlir::Diagnostic &note : diagnostic.getNotes())
            marks.insert(mlir::LocationAttr(note.getLocation()));
          return success();
        });
    (void)mlir::verify(module);
  }
  std::vector<mlir::Operation *> located = origins.locate(module, marks);
  LogicalResult verified = mlir::verify(module);
  for (mlir::Operation *op : located)
    op->setLoc(mlir::UnknownLoc::get(context));
  return verified;
}

LogicalResult Reader::readGlobal(const GlobalRecord &global,
                                 mlir::Block &body) {
  mlir::Builder builder(context);
  mlir::Attribute value;
  mlir::StringAttr name;
  if (failed(tables.string(global.nameIndex, global.start, name)) ||
      failed(tables.globalValue(global, value)))
    return failure();
  if (!llvm::isUInt<63>(global.alignment))
    return global.start.fail("the alignment of global '" +
                             shortened(global.name) + "' is " +
                             Twine(global.alignment));
  origins.offsets.push_back(global.start.fileOffset());
  mlir::OperationState state(mlir::UnknownLoc::get(context),
                             cuda_tile::GlobalOp::getOperationName());
  state.addAttribute("sym_name", name);
  state.addAttribute("value", value);
  state.addAttribute("alignment", builder.getI64IntegerAttr(global.alignment));
  if (global.isConstant)
    state.addAttribute("constant", builder.getUnitAttr());
  if (global.isPrivate)
    state.addAttribute("symbol_visibility",
                       cuda_tile::SymbolVisibilityAttr::get(
                           context, cuda_tile::SymbolVisibility::Private));
  body.push_back(mlir::Operation::create(state));
  return success();
}

LogicalResult Reader::readEntry(const FunctionRecord &function,
                                mlir::Block &body) {
  BodyReader bodyReader(tables, debugInfo, error, origins);
  mlir::FunctionType type;
  mlir::LocationAttr location = mlir::UnknownLoc::get(context);
  origins.offsets.push_back(function.fileOffset);
  mlir::OperationState state(mlir::UnknownLoc::get(context),
                             cuda_tile::EntryOpInterface::getOperationName());
  mlir::StringAttr name;
  if (failed(tables.string(function.nameIndex, function.body, name)) ||
      failed(tables.functionType(function, type)) ||
      failed(bodyReader.functionLocation(function, location)) ||
      failed(readHints(function, state)) ||
      failed(readArgumentAttributes(function, type, state)))
    return failure();
  if (!type.getResults().empty())
    return function.body.failAt(function.fileOffset,
                                "entry '" + shortened(function.name) +
                                    "' has results");
  state.addAttribute("sym_name", name);
  state.addAttribute("function_type", mlir::TypeAttr::get(type));
  state.location = location;
  mlir::Block &block = state.addRegion()->emplaceBlock();
  for (mlir::Type input : type.getInputs())
    block.addArgument(input, mlir::UnknownLoc::get(context));
  if (failed(bodyReader.read(function, block)))
    return failure();
  body.push_back(mlir::Operation::create(state));
  return success();
}

LogicalResult Reader::readHints(const FunctionRecord &function,
                                mlir::OperationState &state) {
  Cursor cursor = function.hints;
  if (cursor.atEnd())
    return success();
  mlir::Attribute attribute;
  if (failed(tables.readTagged(cursor, attribute)))
    return failure();
  auto hints = llvm::dyn_cast<cuda_tile::OptimizationHintsAttr>(attribute);
  if (!hints)
    return function.hints.fail("the hints of entry '" +
                               shortened(function.name) +
                               "' are no optimization hints");
  // In text, empty hints of an entry are the same as none.
  if (!hints.getValue().empty())
    state.addAttribute("optimization_hints", hints);
  return success();
}

/// Reads an empty array, or a dictionary for each argument. The verifier checks
/// the keys.
LogicalResult Reader::readArgumentAttributes(const FunctionRecord &function,
                                             mlir::FunctionType type,
                                             mlir::OperationState &state) {
  Cursor cursor = function.argumentAttributes;
  if (cursor.atEnd())
    return success();
  mlir::Attribute attribute;
  if (failed(tables.readTagged(cursor, attribute)))
    return failure();
  auto list = llvm::dyn_cast<mlir::ArrayAttr>(attribute);
  if (!list || !llvm::all_of(list, llvm::IsaPred<mlir::DictionaryAttr>) ||
      (!list.empty() && list.size() != type.getNumInputs()))
    return function.argumentAttributes.fail(
        "the attributes of the arguments of entry '" +
        shortened(function.name) + "' are no dictionary for each argument");
  // In text, empty dictionaries are the same as none.
  if (!llvm::all_of(list, [](mlir::Attribute each) {
        return llvm::cast<mlir::DictionaryAttr>(each).empty();
      }))
    state.addAttribute("arg_attrs", list);
  return success();
}

//===----------------------------------------------------------------------===//
// The public interface
//===----------------------------------------------------------------------===//

bool tessera::isTileIRBytecode(StringRef bytes) {
  return bytes.starts_with(kMagic);
}

bool tessera::looksLikeMLIRBytecode(StringRef bytes) {
  return bytes.starts_with("ML\xEFR");
}

mlir::OwningOpRef<mlir::Operation *>
tessera::readBytecode(llvm::MemoryBufferRef buffer,
                      mlir::MLIRContext *context) {
  context->getOrLoadDialect<cuda_tile::CudaTileDialect>();
  llvm::ArrayRef<uint8_t> bytes(
      reinterpret_cast<const uint8_t *>(buffer.getBufferStart()),
      buffer.getBufferSize());
  FormatError error;
  Origins origins;
  origins.fileName = buffer.getBufferIdentifier();
  mlir::OwningOpRef<mlir::Operation *> module;
  if (std::unique_ptr<Container> file = Container::parse(bytes, error))
    module = Reader(*file, error, origins, context).read();
  if (error) {
    mlir::InFlightDiagnostic diagnostic =
        mlir::emitError(origins.inFile(context, error.offset, ""))
        << error.message;
    // The program's author knows it by its source.
    if (origins.errorSource && findFileLocation(origins.errorSource))
      diagnostic.attachNote(origins.errorSource) << "the op comes from here";
    return nullptr;
  }
  return module;
}
