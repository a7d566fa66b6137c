//===- Kernel.cpp - A kernel file, whatever form it has -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Kernel.h"
#include "Entries.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Emulator/SourcePlace.h"
#include "tessera/FrontendContract/ParameterNames.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/ProgramForms.h"
#include "tessera/Support/Tool.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// True for a kernel at a stage behind cuda_tile.
static bool isStageEntry(mlir::Operation *op) {
  return llvm::isa<tileaa::EntryOpInterface, tileas::KernelOpInterface>(op);
}

bool Kernel::readTileIR(llvm::raw_ostream &errors) {
  context = createContext();
  PlainDiagnosticHandler handler(context.get(), errors);
  file = readModule(getBuffer(), context.get());
  if (!file)
    return false;
  program = cuda_tile::findTileModule(*file);
  if (program)
    return true;
  for (mlir::Operation &op : *file->getBody())
    if (isStageEntry(&op))
      program = *file;
  if (program)
    return true;
  errors << "error: " << buffer->getBufferIdentifier()
         << " holds no cuda_tile.module\n";
  return false;
}

bool Kernel::isTileIR() const { return cuda_tile::isTileModule(program); }

std::unique_ptr<Kernel> Kernel::load(StringRef file,
                                     llvm::raw_ostream &errors) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      readInputFile(file);
  if (!buffer) {
    errors << "error: " << llvm::toString(buffer.takeError()) << '\n';
    return nullptr;
  }
  return read(std::move(*buffer), errors);
}

std::unique_ptr<Kernel> Kernel::read(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                     llvm::raw_ostream &errors) {
  std::unique_ptr<Kernel> kernel(new Kernel());
  kernel->buffer = std::move(buffer);
  StringRef bytes = kernel->buffer->getBuffer();
  if (!looksLikePTX(bytes))
    return kernel->readTileIR(errors) ? std::move(kernel) : nullptr;
  llvm::Expected<ptx::Program> program =
      ptx::Program::parse(bytes, kernel->buffer->getBufferIdentifier());
  if (!program) {
    errors << "error: " << llvm::toString(program.takeError()) << '\n';
    return nullptr;
  }
  kernel->ptx = std::move(*program);
  return kernel;
}

//===----------------------------------------------------------------------===//
// Entries and their parameters
//===----------------------------------------------------------------------===//

llvm::SmallVector<mlir::FunctionOpInterface>
tessera::runtime::entriesOf(mlir::Operation *program) {
  llvm::SmallVector<mlir::FunctionOpInterface> entries;
  for (mlir::Operation &op : program->getRegion(0).front())
    if (llvm::isa<cuda_tile::EntryOpInterface>(op) || isStageEntry(&op))
      entries.push_back(llvm::cast<mlir::FunctionOpInterface>(op));
  return entries;
}

std::vector<std::string> Kernel::getEntries() const {
  std::vector<std::string> names;
  if (ptx) {
    for (const ptx::Entry &entry : ptx->entries())
      names.push_back(entry.name);
    return names;
  }
  for (mlir::FunctionOpInterface entry : entriesOf(program))
    names.push_back(entry.getName().str());
  return names;
}

/// The format of a number type of Tile IR.
static std::optional<Format> formatOf(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  StringRef inside = text;
  inside.consume_front("!cuda_tile.");
  return numerics::formatNamed(inside);
}

static ParameterType parameterOf(mlir::Type type) {
  ParameterType parameter;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  // The spelling inside a module, without the dialect's name.
  StringRef inside = text;
  inside.consume_front("!cuda_tile.");
  parameter.text = inside.str();
  // Pointer types of later stages have no pointee.
  if (llvm::isa<tileaa::PtrType>(type)) {
    parameter.isPointer = true;
    parameter.bytes = 8;
    return parameter;
  }
  mlir::Type element = type;
  if (auto tile = llvm::dyn_cast<cuda_tile::TileType>(type))
    element = tile.getElementType();
  auto pointer = llvm::dyn_cast<cuda_tile::PointerType>(element);
  parameter.isPointer = bool(pointer);
  parameter.format = formatOf(pointer ? pointer.getPointeeType() : element);
  parameter.bytes = pointer ? 8
                    : parameter.format
                        ? numerics::storageBytes(*parameter.format)
                        : 0;
  return parameter;
}

std::vector<ParameterType>
tessera::runtime::parametersOf(mlir::FunctionOpInterface entry) {
  std::vector<ParameterType> parameters;
  for (mlir::Type type : entry.getArgumentTypes())
    parameters.push_back(parameterOf(type));
  return parameters;
}

std::vector<ParameterType> Kernel::getParameters(StringRef name) const {
  std::vector<ParameterType> parameters;
  if (ptx) {
    for (const ptx::Parameter &parameter : ptx->findEntry(name)->parameters) {
      std::string text = (".param ." + ptx::typeName(parameter.type)).str();
      if (uint64_t one = ptx::byteWidth(parameter.type); one != parameter.size)
        text += "[" + std::to_string(parameter.size / one) + "]";
      parameters.push_back({std::move(text), unsigned(parameter.size),
                            std::nullopt, std::nullopt});
    }
    return parameters;
  }
  for (mlir::FunctionOpInterface entry : entriesOf(program))
    if (entry.getName() == name)
      return parametersOf(entry);
  return parameters;
}

std::vector<ParameterType> Kernel::getNamedParameters(StringRef name) const {
  std::vector<ParameterType> parameters = getParameters(name);
  if (ptx) {
    for (auto [parameter, found] :
         llvm::zip(parameters, ptx::findParameterComment(*ptx, name)))
      parameter.name = found.str();
    if (!parameters.empty() && !parameters.front().name.empty())
      return parameters;
    llvm::SmallVector<ParameterKind> kinds;
    for (const ptx::Parameter &each : ptx->findEntry(name)->parameters)
      kinds.push_back(each.size == 8 ? ParameterKind::Unknown
                                     : ParameterKind::Number);
    auto [file, line] = ptx::findSourceLine(*ptx, name);
    for (auto [parameter, found] :
         llvm::zip(parameters, findParameterNames(name, file, line, kinds)))
      parameter.name = std::move(found);
    return parameters;
  }
  for (mlir::FunctionOpInterface entry : entriesOf(program))
    if (entry.getName() == name)
      for (auto [parameter, found] :
           llvm::zip(parameters, findParameterNames(entry)))
        parameter.name = std::move(found);
  return parameters;
}
