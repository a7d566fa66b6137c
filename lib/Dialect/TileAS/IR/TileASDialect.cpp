//===- TileASDialect.cpp - The tileas dialect and its types ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

#include "tessera/Dialect/TileAS/IR/Dialect.cpp.inc"
#include "tessera/Dialect/TileAS/IR/Enums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/Types.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/Attributes.cpp.inc"

namespace tessera::tileas {
// Each function is defined beside its ops.
#define OP_GROUP(group) void add##group##Ops(Dialect &dialect);
#include "tessera/Dialect/TileAS/IR/Ops/Groups.inc"
} // namespace tessera::tileas

namespace {
/// A constant tile in an agent has a layout for the agent's threads, and so
/// must not be moved out of it.
struct KeepConstantsInAgents : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;
  bool shouldMaterializeInto(Region *region) const final {
    return isa<AgentsOp>(region->getParentOp());
  }
};

/// Has long attributes and types stand once, at the head of the text, under a
/// short name: a layout takes a hundred characters, and each tile of a type
/// repeats it; a slot of a schedule stands on all ops that begin in its cycle.
struct NameLongParts : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attribute, raw_ostream &os) const final {
    if (isa<KernelSpecAttr>(attribute))
      os << "spec";
    else if (isa<SlotAttr>(attribute))
      os << "slot";
    else if (auto layout = dyn_cast<LayoutAttr>(attribute))
      os << (layout.getMap().hasInDim(kOffset) ? "shared" : "layout");
    else
      return AliasResult::NoAlias;
    return AliasResult::OverridableAlias;
  }

  AliasResult getAlias(Type type, raw_ostream &os) const final {
    auto tile = dyn_cast<RankedTensorType>(type);
    auto buffer = dyn_cast<BufferType>(type);
    auto ring = dyn_cast<RingType>(type);
    if (tile && isa_and_nonnull<LayoutAttr>(tile.getEncoding()))
      os << "tile";
    else if (buffer && buffer.getLayout())
      os << (buffer.getStages() > 1 ? "stages" : "buffer");
    else if (ring && ring.getBuffer().getLayout())
      os << "ring";
    else
      return AliasResult::NoAlias;
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void TileASDialect::initialize() {
  addInterfaces<KeepConstantsInAgents, NameLongParts>();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/TileAS/IR/Types.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/TileAS/IR/Attributes.cpp.inc"
      >();
#define OP_GROUP(group) add##group##Ops(*this);
#include "tessera/Dialect/TileAS/IR/Ops/Groups.inc"
}

//===----------------------------------------------------------------------===//
// BufferType
//===----------------------------------------------------------------------===//

/// No GPU has as much shared memory, and sizes in bytes remain within 32 bits.
static constexpr int64_t kMaxElements = int64_t(1) << 24;

ShapedType BufferType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                                 Type elementType) const {
  return BufferType::get(getContext(), shape.value_or(getShape()), elementType);
}

int64_t tessera::tileas::getElementBytes(Type element) {
  if (isa<tileaa::PtrType, MBarrierType>(element))
    return 8;
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

int64_t BufferType::getElementBytes() const {
  return tileas::getElementBytes(getElementType());
}

BufferType BufferType::getOfPointer(MLIRContext *context) {
  return get(context, ArrayRef<int64_t>(), tileaa::PtrType::get(context));
}

BufferType BufferType::withStages(int64_t stages) const {
  return BufferType::get(getContext(), getShape(), getElementType(),
                         getLayout(), getSpace(), stages, getCtas());
}

BufferType BufferType::permuted(ArrayRef<int32_t> permutation) const {
  SmallVector<int32_t> sorted(permutation);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int32_t>(getShape().size())))
    return *this;
  SmallVector<int64_t> shape;
  for (int32_t dim : permutation)
    shape.push_back(getShape()[dim]);
  LinearLayout map =
      getOffsets().invert().compose(permuteMap(getShape(), permutation));
  return BufferType::get(getContext(), shape, getElementType(),
                         LayoutAttr::get(getContext(), map), getSpace(),
                         getStages(), getCtas());
}

/// Which element lies at each offset, with the half of the last dimension that it is of as
/// the last bit: bytes that had both halves in turn have one behind the other. As it is where
/// that is no bit of its own.
static LinearLayout putHalvesApart(const LinearLayout &map) {
  std::vector<LinearLayout::Basis> bases = map.getBases(kOffset).vec();
  SmallVector<LinearLayout::OutDim> dims;
  for (Dim dim : map.getOutDimNames())
    dims.emplace_back(dim, map.getOutDimSizeLog2(dim));
  int32_t ofHalf = (int32_t(1) << dims.back().second) / 2;
  auto hasHalf = [&](const LinearLayout::Basis &basis) {
    return (basis.back() & ofHalf) != 0;
  };
  if (llvm::count_if(bases, hasHalf) != 1)
    return map;
  auto bit = llvm::find_if(bases, hasHalf);
  std::rotate(bit, bit + 1, bases.end());
  return llvm::cantFail(LinearLayout::fromBases({{kOffset, bases}}, dims));
}

BufferType BufferType::withCTAs(unsigned ctas) const {
  LayoutAttr layout = getLayout();
  if (ctas == 2 && layout)
    layout = LayoutAttr::get(getContext(), putHalvesApart(layout.getMap()));
  return BufferType::get(getContext(), getShape(), getElementType(), layout,
                         getSpace(), getStages(), ctas);
}

//===----------------------------------------------------------------------===//
// PendingType
//===----------------------------------------------------------------------===//

int64_t PendingType::countFactorWords() const {
  if (!getFactor())
    return 0;
  auto layout = cast<LayoutAttr>(getFactor().getEncoding());
  constexpr int64_t kWordBytes = 4;
  return layout.getNumRegisters() *
         tileas::getElementBytes(getFactor().getElementType()) / kWordBytes;
}

LinearLayout BufferType::getOffsets() const {
  if (LayoutAttr layout = getLayout())
    return layout.getMap().invert();
  return rowMajorMap(getShape());
}

static LogicalResult
verifyBufferLayout(function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<int64_t> shape, const LinearLayout &map) {
  if (map.getInDimNames() != ArrayRef<Dim>{kOffset})
    return emitError() << "layout of a buffer has bases for '"
                       << kOffset.getName() << "' alone";
  auto fits = [&] {
    return llvm::all_of(llvm::zip_equal(map.getOutDims(), shape), [](auto dim) {
      auto [out, extent] = dim;
      return extent == int64_t(1) << out.second;
    });
  };
  if (map.getNumOutDims() != shape.size() || !fits())
    return emitError() << "layout does not fit the shape of the buffer";
  if (!map.isInvertible())
    return emitError() << "layout of a buffer has one offset for each element";
  return success();
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type element,
                                 LayoutAttr layout, MemorySpace space,
                                 int64_t stages, unsigned ctas) {
  if (!element.isIntOrFloat() && !isa<tileaa::PtrType, MBarrierType>(element))
    return emitError() << "a buffer holds integers, floats or pointers, not "
                       << element;
  if (isa<MBarrierType>(element) &&
      (!shape.empty() || layout || space != MemorySpace::Shared))
    return emitError() << "mbarriers lie one by one in shared memory";
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent <= 0 || extent > kMaxElements / elements)
      return emitError() << "a buffer has from 1 to " << kMaxElements
                         << " elements";
    // The places of elements are a linear map, which counts in bits.
    if (!llvm::isPowerOf2_64(extent))
      return emitError() << "the extents of a buffer are powers of two, not "
                         << extent;
    elements *= extent;
  }
  if (stages < 1 || stages > kMaxElements / elements)
    return emitError() << "a buffer of " << elements << " elements has from 1 "
                       << "to " << kMaxElements / elements << " stages, not "
                       << stages;
  if (ctas != 1 && (ctas != 2 || elements % ctas))
    return emitError() << "one CTA or two hold a buffer, not " << ctas << " of "
                       << elements << " elements";
  if (layout)
    return verifyBufferLayout(emitError, shape, layout.getMap());
  return success();
}

/// Parses the name of a space, `stages = N`, `ctas = N`, or a layout.
static ParseResult parseBufferParameter(AsmParser &parser, LayoutAttr &layout,
                                        MemorySpace &space, int64_t &stages,
                                        unsigned &ctas) {
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(
          &keyword,
          {stringifyMemorySpace(MemorySpace::Shared),
           stringifyMemorySpace(MemorySpace::Tensor), "stages", "ctas"})))
    return parser.parseAttribute(layout);
  if (keyword == "stages")
    return failure(parser.parseEqual() || parser.parseInteger(stages));
  if (keyword == "ctas")
    return failure(parser.parseEqual() || parser.parseInteger(ctas));
  space = *symbolizeMemorySpace(keyword);
  return success();
}

Type BufferType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type element;
  LayoutAttr layout;
  auto space = MemorySpace::Shared;
  int64_t stages = 1;
  unsigned ctas = 1;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseBufferParameter(parser, layout, space, stages, ctas))
      return {};
  if (parser.parseGreater())
    return {};
  return BufferType::getChecked([&] { return parser.emitError(loc); },
                                parser.getContext(), shape, element, layout,
                                space, stages, ctas);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape())
    printer << extent << "x";
  printer << getElementType();
  if (getLayout())
    printer << ", " << getLayout();
  if (getSpace() != MemorySpace::Shared)
    printer << ", " << stringifyMemorySpace(getSpace());
  if (getStages() != 1)
    printer << ", stages = " << getStages();
  if (getCtas() != 1)
    printer << ", ctas = " << getCtas();
  printer << ">";
}
