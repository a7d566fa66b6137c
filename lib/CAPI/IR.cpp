//===- IR.cpp - Programs in Tile IR, for C -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera-c/IR.h"

#include "Common.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Program.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::capi;
using cuda_tile::EntryOp;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

MlirModule tesseraModuleRead(MlirContext context, MlirStringRef input,
                             MlirStringRef name) {
  if (mlirContextIsNull(context))
    return {};
  return callInContext(unwrap(context), [&] {
    const std::string file = text(name).str();
    return wrap(
        readModule(llvm::MemoryBufferRef(text(input), file), unwrap(context))
            .release());
  });
}

MlirModule tesseraModuleCreate(MlirLocation location, MlirStringRef name) {
  if (mlirLocationIsNull(location))
    return {};
  Location loc = unwrap(location);
  return callInContext(loc.getContext(), [&] {
    ModuleOp module = ModuleOp::create(loc);
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    cuda_tile::ModuleOp::create(builder, loc, text(name));
    return wrap(module);
  });
}

MlirBlock tesseraModuleGetTileBlock(MlirModule module) {
  if (mlirModuleIsNull(module))
    return {};
  for (auto tiles : unwrap(module).getOps<cuda_tile::ModuleOp>())
    if (!tiles.getBody().empty())
      return wrap(&tiles.getBody().front());
  return {};
}

MlirLogicalResult tesseraModuleVerify(MlirModule module) {
  if (mlirModuleIsNull(module))
    return wrap(failure());
  return callInContext(unwrap(module).getContext(),
                       [&] { return wrap(verify(unwrap(module))); });
}

MlirLogicalResult tesseraModuleWriteBytecode(MlirModule module,
                                             MlirStringRef version,
                                             MlirStringCallback callback,
                                             void *userData) {
  if (mlirModuleIsNull(module) || !callback)
    return wrap(failure());
  Operation *op = unwrap(module);
  return callInContext(op->getContext(), [&] {
    llvm::Expected<BytecodeVersion> chosen =
        requireBytecodeVersion(text(version));
    if (!chosen)
      return wrap(emitError(op->getLoc())
                  << llvm::toString(chosen.takeError()));
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    LogicalResult result = writeBytecode(op, os, *chosen);
    if (succeeded(result))
      callback(wrap(StringRef(bytes)), userData);
    return wrap(result);
  });
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Converts a list to C++; false, after an error, if an element is null or of
/// another context.
template <typename CppT, typename CT>
static bool takeList(Location loc, StringRef what, intptr_t count,
                     const CT *first, SmallVectorImpl<CppT> &list) {
  if (!isList(count, first)) {
    emitError(loc) << "there are no " << count << ' ' << what << "s";
    return false;
  }
  for (intptr_t i = 0; i < count; ++i) {
    CppT each = unwrap(first[i]);
    if (!each || each.getContext() != loc.getContext()) {
      emitError(loc) << what << ' ' << i
                     << (each ? " is of another context" : " is null");
      return false;
    }
    list.push_back(each);
  }
  return true;
}

/// True if an operation of this place may stand in the block; an error if the place is
/// of another context.
static bool isOfOneContext(Block &block, Location loc) {
  Operation *parent = block.getParentOp();
  if (!parent || parent->getContext() == loc.getContext())
    return true;
  emitError(loc) << "the location is of another context than the block";
  return false;
}

MlirOperation tesseraEntryCreate(MlirBlock block, MlirLocation location,
                                 MlirStringRef name, intptr_t numParameters,
                                 const MlirType *parameters) {
  if (mlirBlockIsNull(block) || mlirLocationIsNull(location))
    return {};
  Location loc = unwrap(location);
  return callInContext(loc.getContext(), [&]() -> MlirOperation {
    SmallVector<Type> types;
    if (!isOfOneContext(*unwrap(block), loc) ||
        !takeList(loc, "parameter type", numParameters, parameters, types))
      return {};
    // A block that is in no operation yet has no context.
    OpBuilder builder(loc.getContext());
    builder.setInsertionPointToEnd(unwrap(block));
    return wrap(EntryOp::create(builder, loc, text(name),
                                builder.getFunctionType(types, {}))
                    .getOperation());
  });
}

MlirBlock tesseraEntryGetBody(MlirOperation entry) {
  if (mlirOperationIsNull(entry))
    return {};
  auto op = dyn_cast<EntryOp>(unwrap(entry));
  return op && !op.getBody().empty() ? wrap(&op.getBody().front())
                                     : MlirBlock{};
}

/// Reads the dictionary of attributes of an operation; none after an error.
static std::optional<NamedAttrList>
parseAttributes(Location loc, OperationName name, StringRef attributes) {
  NamedAttrList list;
  if (attributes.trim().empty())
    return list;
  if (std::optional<TextHazard> hazard = findTextHazard(attributes)) {
    emitError(loc) << hazard->message;
    return std::nullopt;
  }
  Attribute parsed = parseAttribute(attributes, loc.getContext());
  if (!parsed)
    return std::nullopt;
  auto dictionary = dyn_cast<DictionaryAttr>(parsed);
  if (!dictionary) {
    emitError(loc) << "the attributes of '" << name << "' are no dictionary: "
                   << "write {name = value, …}";
    return std::nullopt;
  }
  list.append(dictionary.begin(), dictionary.end());
  auto error = [&] { return emitError(loc) << "'" << name << "': "; };
  if (failed(name.getRegisteredInfo()->verifyInherentAttrs(list, error)))
    return std::nullopt;
  return list;
}

/// Adds the attributes, written as text, and makes the operation.
static Operation *buildOperation(Block &block, OperationState &state,
                                 StringRef attributes) {
  Location loc = state.location;
  if (!state.name.isRegistered()) {
    emitError(loc) << "there is no operation '" << state.name << "'";
    return nullptr;
  }
  if (!state.name.hasTrait<OpTrait::ZeroRegions>()) {
    emitError(loc) << "'" << state.name
                   << "' has regions, and is made by mlirOperationCreate";
    return nullptr;
  }
  std::optional<NamedAttrList> list =
      parseAttributes(loc, state.name, attributes);
  if (!list)
    return nullptr;
  state.attributes = std::move(*list);
  Operation *op = Operation::create(state);
  block.push_back(op);
  return op;
}

MlirOperation tesseraOperationBuild(MlirBlock block, MlirLocation location,
                                    MlirStringRef name, intptr_t numOperands,
                                    const MlirValue *operands,
                                    intptr_t numResults,
                                    const MlirType *resultTypes,
                                    MlirStringRef attributes) {
  if (mlirBlockIsNull(block) || mlirLocationIsNull(location))
    return {};
  Location loc = unwrap(location);
  return callInContext(loc.getContext(), [&]() -> MlirOperation {
    SmallVector<Value> values;
    SmallVector<Type> types;
    if (!isOfOneContext(*unwrap(block), loc) ||
        !takeList(loc, "operand", numOperands, operands, values) ||
        !takeList(loc, "result type", numResults, resultTypes, types))
      return {};
    OperationState state(loc, text(name), values, types);
    return wrap(buildOperation(*unwrap(block), state, text(attributes)));
  });
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Calls `T::getChecked`, with errors at an unknown location.
template <typename T, typename... Args>
static MlirType getChecked(MLIRContext *context, Args... args) {
  return callInContext(context, [&] {
    auto error = [&] { return emitError(UnknownLoc::get(context)); };
    return wrap(Type(T::getChecked(error, context, args...)));
  });
}

template <typename T> static T cast(MlirType type) {
  return dyn_cast_or_null<T>(unwrap(type));
}

MlirType tesseraTileTypeGet(intptr_t rank, const int64_t *shape,
                            MlirType elementType) {
  if (mlirTypeIsNull(elementType) || !isList(rank, shape))
    return {};
  Type element = unwrap(elementType);
  return getChecked<cuda_tile::TileType>(
      element.getContext(), ArrayRef<int64_t>(shape, rank), element);
}

bool tesseraTypeIsATile(MlirType type) {
  return bool(cast<cuda_tile::TileType>(type));
}

intptr_t tesseraTileTypeGetRank(MlirType type) {
  auto tile = cast<cuda_tile::TileType>(type);
  return tile ? intptr_t(tile.getShape().size()) : -1;
}

int64_t tesseraTileTypeGetDimSize(MlirType type, intptr_t dimension) {
  if (dimension < 0 || dimension >= tesseraTileTypeGetRank(type))
    return -1;
  return cast<cuda_tile::TileType>(type).getShape()[dimension];
}

MlirType tesseraTileTypeGetElementType(MlirType type) {
  auto tile = cast<cuda_tile::TileType>(type);
  return tile ? wrap(tile.getElementType()) : MlirType{};
}

MlirType tesseraPointerTypeGet(MlirType pointee) {
  if (mlirTypeIsNull(pointee))
    return {};
  return getChecked<cuda_tile::PointerType>(
      unwrap(pointee).getContext(), unwrap(pointee), cuda_tile::PtrAttrAttr());
}

bool tesseraTypeIsAPointer(MlirType type) {
  return bool(cast<cuda_tile::PointerType>(type));
}

MlirType tesseraPointerTypeGetPointee(MlirType type) {
  auto pointer = cast<cuda_tile::PointerType>(type);
  return pointer ? wrap(pointer.getPointeeType()) : MlirType{};
}

int64_t tesseraGetDynamicSize(void) {
  return cuda_tile::TensorViewType::kDynamic;
}

MlirType tesseraTensorViewTypeGet(MlirType elementType, intptr_t rank,
                                  const int64_t *shape,
                                  const int64_t *strides) {
  if (mlirTypeIsNull(elementType) || !isList(rank, shape) ||
      !isList(rank, strides))
    return {};
  Type element = unwrap(elementType);
  return getChecked<cuda_tile::TensorViewType>(
      element.getContext(), element, ArrayRef<int64_t>(shape, rank),
      ArrayRef<int64_t>(strides, rank), cuda_tile::PtrAttrAttr());
}

bool tesseraTypeIsATensorView(MlirType type) {
  return bool(cast<cuda_tile::TensorViewType>(type));
}

MlirType tesseraPartitionViewTypeGet(intptr_t rank, const int32_t *tileShape,
                                     MlirType tensorView) {
  auto tensor = cast<cuda_tile::TensorViewType>(tensorView);
  if (!tensor || !isList(rank, tileShape))
    return {};
  return callInContext(tensor.getContext(), [&] {
    auto map = llvm::to_vector(llvm::seq<int32_t>(0, rank));
    return getChecked<cuda_tile::PartitionViewType>(
        tensor.getContext(), ArrayRef<int32_t>(tileShape, rank), tensor,
        ArrayRef<int32_t>(map), cuda_tile::PaddingValueAttr());
  });
}

bool tesseraTypeIsAPartitionView(MlirType type) {
  return bool(cast<cuda_tile::PartitionViewType>(type));
}

MlirType tesseraTokenTypeGet(MlirContext context) {
  if (mlirContextIsNull(context))
    return {};
  return callInContext(unwrap(context), [&] {
    return wrap(Type(cuda_tile::TokenType::get(unwrap(context))));
  });
}

bool tesseraTypeIsAToken(MlirType type) {
  return bool(cast<cuda_tile::TokenType>(type));
}
