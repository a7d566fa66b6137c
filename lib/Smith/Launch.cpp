//===- Launch.cpp - The launch of a generated program ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Smith/Launch.h"

#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Runtime/Compare.h"
#include "tessera/Runtime/Scalar.h"
#include "tessera/Smith/Smith.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;
using numerics::Format;

static constexpr StringLiteral gridName("smith.grid");
static constexpr StringLiteral dependentGridName("smith.dependent_grid");
static constexpr StringLiteral clusterName("smith.cluster");
static constexpr StringLiteral argumentsName("smith.arguments");
static constexpr StringLiteral versionName("smith.version");

//===----------------------------------------------------------------------===//
// As attributes
//===----------------------------------------------------------------------===//

/// The builtin type for writing elements: that of the format if people can read
/// its values, else the integer of the same size.
static Type writtenType(Builder &builder, Format format) {
  switch (format) {
  case Format::F16:
    return builder.getF16Type();
  case Format::BF16:
    return builder.getBF16Type();
  case Format::F32:
    return builder.getF32Type();
  case Format::F64:
    return builder.getF64Type();
  default:
    return builder.getIntegerType(8 * numerics::storageBytes(format));
  }
}

static Attribute writeArgument(Builder &builder, const Argument &argument) {
  Type type = writtenType(builder, argument.format);
  size_t size = numerics::storageBytes(argument.format);
  ArrayRef<uint8_t> bytes = argument.bytes;
  int64_t elements = bytes.size() / size;
  // Memory of equal elements is written as one element.
  bool isSplat =
      elements > 0 && bytes.drop_back(size) == bytes.drop_front(size);
  if (isSplat)
    bytes = bytes.take_front(size);
  SmallVector<int64_t> shape;
  if (argument.isPointer)
    shape.push_back(elements);
  return DenseElementsAttr::getFromRawBuffer(
      RankedTensorType::get(shape, type),
      ArrayRef(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
}

static Attribute writeGrid(Builder &builder, const Launch::Grid &grid) {
  return builder.getDenseI32ArrayAttr(
      SmallVector<int32_t>(grid.begin(), grid.end()));
}

void smith::setLaunch(Operation *module, const Launch &launch) {
  Builder builder(module->getContext());
  SmallVector<Attribute> arguments;
  for (const Argument &argument : launch.arguments)
    arguments.push_back(writeArgument(builder, argument));
  module->setAttr(gridName, writeGrid(builder, launch.grid));
  if (launch.dependentGrid)
    module->setAttr(dependentGridName,
                    writeGrid(builder, *launch.dependentGrid));
  if (launch.cluster)
    module->setAttr(clusterName, writeGrid(builder, *launch.cluster));
  module->setAttr(argumentsName, builder.getArrayAttr(arguments));
  module->setAttr(versionName, builder.getStringAttr(launch.version.str()));
}

Attribute smith::getCluster(Operation *module) {
  return module->getAttr(clusterName);
}

/// The element format of a parameter, and whether it is a pointer to such.
static std::pair<Format, bool> formatOf(Type parameter) {
  Type element = cast<cuda_tile::TileType>(parameter).getElementType();
  auto pointer = dyn_cast<cuda_tile::PointerType>(element);
  if (pointer)
    element = pointer.getPointeeType();
  return {*cuda_tile::getFormat(element), bool(pointer)};
}

/// Reads an argument; none if the attribute does not fit the parameter.
static std::optional<Argument> readArgument(Type parameter, Attribute written) {
  Argument argument;
  std::tie(argument.format, argument.isPointer) = formatOf(parameter);
  Builder builder(parameter.getContext());
  auto elements = dyn_cast<DenseElementsAttr>(written);
  if (!elements ||
      elements.getElementType() != writtenType(builder, argument.format) ||
      elements.getType().getRank() != argument.isPointer)
    return std::nullopt;
  ArrayRef<char> raw = elements.getRawData();
  int64_t copies = elements.isSplat() ? elements.getNumElements() : 1;
  for (int64_t i = 0; i < copies; ++i)
    argument.bytes.insert(argument.bytes.end(), raw.begin(), raw.end());
  return argument;
}

/// Reads a grid from an attribute; none if it is malformed.
static std::optional<Launch::Grid> readGrid(Operation *module, StringRef name) {
  auto written = module->getAttrOfType<DenseI32ArrayAttr>(name);
  if (!written || written.size() != 3 ||
      llvm::any_of(written.asArrayRef(), [](int32_t n) { return n < 1; }))
    return std::nullopt;
  Launch::Grid grid;
  llvm::copy(written.asArrayRef(), grid.begin());
  return grid;
}

FailureOr<Launch> smith::getLaunch(Operation *module) {
  SmallVector<cuda_tile::EntryOpInterface> entries(
      module->getRegion(0).getOps<cuda_tile::EntryOpInterface>());
  bool hasDependent = module->hasAttr(dependentGridName);
  if (entries.size() != 1u + hasDependent)
    return module->emitError("must have one entry, which is run, and another "
                             "one if there is a smith.dependent_grid");
  cuda_tile::EntryOpInterface entry = entries.front();
  if (entries.back().getFunctionType() != entry.getFunctionType())
    return module->emitError("must have entries with the same parameters");
  std::optional<Launch::Grid> grid = readGrid(module, gridName);
  std::optional<Launch::Grid> dependentGrid =
      readGrid(module, dependentGridName);
  auto arguments = module->getAttrOfType<ArrayAttr>(argumentsName);
  auto version = module->getAttrOfType<StringAttr>(versionName);
  std::optional<BytecodeVersion> parsed =
      version ? BytecodeVersion::parse(version) : std::nullopt;
  if (!grid || hasDependent != dependentGrid.has_value() || !arguments ||
      !parsed)
    return module->emitError(
        "does not say how to launch it: the attributes "
        "smith.grid, smith.arguments and smith.version are "
        "missing or malformed");
  if (arguments.size() != entry.getArgumentTypes().size())
    return module->emitError()
           << "has " << arguments.size() << " smith.arguments for "
           << entry.getArgumentTypes().size() << " parameters";
  Launch launch;
  launch.grid = *grid;
  launch.dependentGrid = dependentGrid;
  launch.cluster = readGrid(module, clusterName);
  launch.version = *parsed;
  for (auto [type, written] : llvm::zip(entry.getArgumentTypes(), arguments)) {
    std::optional<Argument> argument = readArgument(type, written);
    if (!argument)
      return module->emitError()
             << "has an element of smith.arguments that does "
             << "not fit its parameter of type " << type;
    launch.arguments.push_back(std::move(*argument));
  }
  for (auto global : module->getRegion(0).getOps<cuda_tile::GlobalOp>())
    if (global.getSymbolVisibility() == cuda_tile::SymbolVisibility::Public)
      launch.globals.push_back(
          *cuda_tile::getFormat(global.getValue().getElementType()));
  return launch;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void smith::canonicalizeNaNs(Format format, MutableArrayRef<uint8_t> bytes) {
  if (!numerics::isFloat(format) || numerics::bitWidth(format) < 8)
    return;
  size_t size = numerics::storageBytes(format);
  for (size_t i = 0; i + size <= bytes.size(); i += size) {
    uint64_t bits = 0;
    for (size_t byte = 0; byte < size; ++byte)
      bits |= uint64_t(bytes[i + byte]) << 8 * byte;
    if (!numerics::isNaN(format, bits))
      continue;
    bits = numerics::canonicalNaN(format);
    for (size_t byte = 0; byte < size; ++byte)
      bytes[i + byte] = bits >> 8 * byte;
  }
}

namespace {
/// The interpreter's memory, with the arguments in it.
struct Machine {
  interp::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  std::vector<interp::Argument> arguments;

  bool fill(const Launch &launch);
};

/// An array that is part of the result.
struct Place {
  Format format;
  uint64_t address;
  size_t size;
};
} // namespace

bool Machine::fill(const Launch &launch) {
  for (auto [i, argument] : llvm::enumerate(launch.arguments)) {
    if (!argument.isPointer) {
      uint64_t bits = 0;
      for (auto [byte, value] : llvm::enumerate(argument.bytes))
        bits |= uint64_t(value) << 8 * byte;
      addresses.push_back(0);
      arguments.push_back(interp::Argument::scalar(argument.format, bits));
      continue;
    }
    uint64_t address =
        memory.allocate(argument.bytes.size(), "argument " + std::to_string(i));
    if (!address || !memory.write(address, argument.bytes))
      return false;
    addresses.push_back(address);
    arguments.push_back(interp::Argument::pointer(address));
  }
  return true;
}

/// The memory behind pointers, then the public globals.
static std::vector<Place> placesOf(const Launch &launch, const Machine &machine,
                                   const interp::LoadedModule &loaded) {
  std::vector<Place> places;
  for (auto [argument, address] :
       llvm::zip(launch.arguments, machine.addresses))
    if (argument.isPointer)
      places.push_back({argument.format, address, argument.bytes.size()});
  for (auto [i, global] : llvm::enumerate(loaded.getPublicGlobals()))
    places.push_back(
        {launch.globals.empty() ? global.format : launch.globals[i],
         global.address, global.bytes});
  return places;
}

/// The entries in order; the stages behind cuda_tile keep the order.
static SmallVector<FunctionOpInterface> entriesOf(Operation *program) {
  return SmallVector<FunctionOpInterface>(
      program->getRegion(0).getOps<FunctionOpInterface>());
}

/// Launches the program and reads the results in `places`.
static LogicalResult execute(Operation *module, const Launch &launch,
                             interp::LaunchConfig config, Outcome &outcome,
                             std::vector<Place> &places) {
  Machine machine;
  if (!machine.fill(launch))
    return module->emitError("there is not enough memory for the arguments");
  FailureOr<interp::LoadedModule> loaded =
      interp::LoadedModule::load(module, machine.memory);
  if (failed(loaded))
    return failure();
  llvm::raw_string_ostream printed(outcome.printed);
  config.printSink = &printed;
  // Running one after the other is a valid order of overlapping launches.
  for (auto [grid, entry] : llvm::zip(launch.grids(), entriesOf(module))) {
    config.grid = grid;
    if (failed(loaded->launch(entry.getName(), machine.arguments, config)))
      return failure();
  }
  places = placesOf(launch, machine, *loaded);
  for (const Place &place : places) {
    std::vector<uint8_t> &bytes = outcome.memory.emplace_back(place.size);
    if (!machine.memory.read(place.address, bytes))
      return module->emitError("the results cannot be read");
    canonicalizeNaNs(place.format, bytes);
  }
  return success();
}

FailureOr<Outcome> smith::run(Operation *module, const Launch &launch,
                              const RunOptions &options) {
  interp::LaunchConfig config;
  config.hostThreads = options.hostThreads;
  config.seed = options.seed;
  Outcome outcome;
  std::vector<Place> places;
  if (failed(execute(module, launch, config, outcome, places)))
    return failure();
  return outcome;
}

//===----------------------------------------------------------------------===//
// Error bounds
//===----------------------------------------------------------------------===//

/// The allowed values of an array that holds `bytes`. Elements of 4 bits are
/// compared by bytes.
static Allowed::Array findAllowed(const interp::ErrorBounds &bounds,
                                  const Place &place, ArrayRef<uint8_t> bytes) {
  Format format =
      numerics::bitWidth(place.format) == 4 ? Format::I8 : place.format;
  Allowed::Array array{format, {}};
  size_t size = numerics::storageBytes(format);
  for (size_t byte = 0; byte < bytes.size(); byte += size) {
    uint64_t bits = runtime::loadScalar(format, bytes.data() + byte);
    array.elements.push_back(bounds.find(place.address + byte, format)
                                 .value_or(interp::exactly(bits)));
  }
  return array;
}

FailureOr<Allowed> smith::runWithBounds(Operation *module, const Launch &launch,
                                        interp::BoundsMode mode) {
  interp::ErrorBounds bounds(mode);
  interp::LaunchConfig config;
  config.hostThreads = 1;
  config.bounds = &bounds;
  Allowed allowed;
  std::vector<Place> places;
  SmallVector<Diagnostic> errors;
  {
    ScopedDiagnosticHandler keep(module->getContext(), [&](Diagnostic &error) {
      errors.push_back(std::move(error));
    });
    allowed.isDecidable =
        succeeded(execute(module, launch, config, allowed.outcome, places));
  }
  if (!allowed.isDecidable && !bounds.isNotDecidable()) {
    for (Diagnostic &error : errors)
      module->getContext()->getDiagEngine().emit(std::move(error));
    return failure();
  }
  if (allowed.isDecidable)
    for (auto [place, bytes] : llvm::zip(places, allowed.outcome.memory))
      allowed.memory.push_back(findAllowed(bounds, place, bytes));
  return allowed;
}

std::optional<std::string> smith::findForbidden(const Allowed &allowed,
                                                const Outcome &found) {
  for (auto [i, bytes] : llvm::enumerate(found.memory)) {
    const Allowed::Array &array = allowed.memory[i];
    runtime::NpyArray compared;
    compared.format = array.format;
    compared.elementBytes = numerics::storageBytes(array.format);
    compared.shape = {int64_t(array.elements.size())};
    auto allowedAt = [&elements = array.elements](int64_t offset) {
      return elements[offset];
    };
    runtime::Difference difference = runtime::compareArrays(
        compared, allowed.outcome.memory[i], bytes, allowedAt);
    if (difference.getVerdict() == runtime::Verdict::Differ)
      return "array " + std::to_string(i) + ": " +
             runtime::describeDifference(compared, difference, "expected",
                                         "found");
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Describing
//===----------------------------------------------------------------------===//

std::string smith::describeDifference(const Outcome &expected,
                                      const Outcome &found) {
  if (expected.printed != found.printed)
    return "printed \"" + found.printed + "\" instead of \"" +
           expected.printed + "\"";
  if (expected.memory.size() != found.memory.size())
    return "left " + std::to_string(found.memory.size()) +
           " arrays instead of " + std::to_string(expected.memory.size());
  for (size_t i = 0; i < expected.memory.size(); ++i) {
    ArrayRef<uint8_t> left = expected.memory[i], right = found.memory[i];
    if (left == right)
      continue;
    size_t byte = 0;
    while (byte < left.size() && left[byte] == right[byte])
      ++byte;
    return ("left 0x" + llvm::utohexstr(right[byte]) + " instead of 0x" +
            llvm::utohexstr(left[byte]) + " in byte " + Twine(byte) +
            " of array " + Twine(i))
        .str();
  }
  return "left the same";
}
