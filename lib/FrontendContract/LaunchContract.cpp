//===- LaunchContract.cpp - A front end's settings of a launch ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/FrontendContract/LaunchContract.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "tessera/Dialect/CudaTile/IR/FrontendInterface.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// The attributes
//===----------------------------------------------------------------------===//

namespace {

/// The operation that an attribute belongs on.
enum class Carrier { Module, Entry };

/// The kind of value of an attribute.
enum class Kind {
  /// An i32 from `min` to `max`.
  Number,
  /// The same, and a power of two.
  PowerOfTwo,
  /// Three powers of two, whose product is at most `max`.
  Shape,
  /// A string.
  Text,
  /// A unit attribute or a boolean.
  Flag,
  /// Ignored by all readers.
  Ignored,
};

struct Key {
  StringLiteral name;
  Carrier carrier;
  Kind kind;
  int64_t min = 0, max = 0;
};

} // namespace

static constexpr StringLiteral
    computeCapability("nv_tileaa.compute_capability");
static constexpr StringLiteral targetSpec("nv_tileaa.target_spec");
static constexpr StringLiteral numWarps("tt.num_warps");
static constexpr StringLiteral numCTAs("tt.num_ctas");
static constexpr StringLiteral clusterDim("tt.cluster_dim");
static constexpr StringLiteral clusterSize("tt.cluster_size");
static constexpr StringLiteral numStages("tt.num_stages");
static constexpr StringLiteral isPersistent("tt.is_persistent");
static constexpr StringLiteral maxnreg("nvvm.maxnreg");
static constexpr StringLiteral minctasm("nvvm.minctasm");
static constexpr StringLiteral maxclusterrank("nvvm.maxclusterrank");

/// `nvvm.blocksareclusters` has another name in memory, and so in the generic
/// form of text. The reason: the NVVM dialect verifies attributes with its
/// prefix on any operation, and accepts this one only beside others that are
/// not part of the contract.
static constexpr StringLiteral blocksAreClustersText("nvvm.blocksareclusters");
static constexpr StringLiteral
    blocksAreClustersName("cuda_tile.blocksareclusters");

static constexpr int64_t maxClusterCTAs = Capacities::maxOptInClusterSize;

/// The bounds for registers are those within which ptxas accepts a number
/// unchanged.
static constexpr Key keys[] = {
    {computeCapability, Carrier::Module, Kind::Number, 10, 9999},
    {targetSpec, Carrier::Module, Kind::Text},
    {numWarps, Carrier::Module, Kind::PowerOfTwo, 1,
     Capacities::maxWarpsPerBlock},
    {numCTAs, Carrier::Module, Kind::PowerOfTwo, 1, maxClusterCTAs},
    {clusterDim, Carrier::Module, Kind::Shape, 1, maxClusterCTAs},
    {clusterSize, Carrier::Module, Kind::Shape, 1, maxClusterCTAs},
    {numStages, Carrier::Module, Kind::Number, 1, 64},
    {isPersistent, Carrier::Module, Kind::Flag},
    {"tt.dump_intermediate", Carrier::Module, Kind::Ignored},
    {maxnreg, Carrier::Entry, Kind::Number, 24,
     Capacities::maxRegistersPerThread},
    {minctasm, Carrier::Entry, Kind::Number, 1, 32},
    {maxclusterrank, Carrier::Entry, Kind::Number, 1, maxClusterCTAs},
    {blocksAreClustersText, Carrier::Entry, Kind::Flag},
};

static const Key *findKey(StringRef name) {
  if (name == blocksAreClustersName)
    name = blocksAreClustersText;
  const Key *found =
      llvm::find_if(keys, [&](const Key &key) { return key.name == name; });
  return found == std::end(keys) ? nullptr : found;
}

/// The key that `name` was probably meant to be, or null. Names of dialects
/// outside the contract are not checked.
static const Key *findMisspelt(StringRef name) {
  constexpr unsigned maxDistance = 2;
  auto [dialect, rest] = name.split('.');
  if (dialect != "tt" && dialect != "nv_tileaa" && dialect != "nvvm")
    return nullptr;
  const Key *nearest = nullptr;
  unsigned best = maxDistance + 1;
  for (const Key &key : keys) {
    StringRef word = StringRef(key.name).split('.').second;
    unsigned distance =
        rest.edit_distance(word, /*AllowReplacements=*/true, maxDistance);
    if (distance < best) {
      best = distance;
      nearest = &key;
    }
  }
  return nearest;
}

bool tessera::isModuleContractAttribute(StringRef name) {
  const Key *key = findKey(name);
  return key && key->carrier == Carrier::Module;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getNumber(Attribute value) {
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  if (!number || !number.getType().isSignlessInteger(32))
    return std::nullopt;
  return number.getInt();
}

static bool isSet(Attribute flag) {
  auto boolean = dyn_cast_or_null<BoolAttr>(flag);
  return boolean ? boolean.getValue() : flag != nullptr;
}

/// Reads `array<i32: x, y, z>` or `[x, y, z]`.
static std::optional<std::array<int32_t, 3>> getShape(Attribute value) {
  SmallVector<int64_t, 3> extents;
  if (auto dense = dyn_cast_or_null<DenseI32ArrayAttr>(value)) {
    llvm::append_range(extents, dense.asArrayRef());
  } else if (auto array = dyn_cast_or_null<ArrayAttr>(value)) {
    for (Attribute element : array) {
      auto number = dyn_cast<IntegerAttr>(element);
      if (!number || !number.getType().isSignlessInteger() ||
          !number.getValue().isSignedIntN(32))
        return std::nullopt;
      extents.push_back(number.getInt());
    }
  }
  if (extents.size() != 3)
    return std::nullopt;
  return std::array<int32_t, 3>{static_cast<int32_t>(extents[0]),
                                static_cast<int32_t>(extents[1]),
                                static_cast<int32_t>(extents[2])};
}

static int64_t getProduct(const std::array<int32_t, 3> &shape) {
  return int64_t(1) * shape[0] * shape[1] * shape[2];
}

static std::string describe(const std::array<int32_t, 3> &shape) {
  return llvm::join(
      llvm::map_range(shape,
                      [](int32_t extent) { return std::to_string(extent); }),
      "x");
}

/// True if each extent is a power of two, and their product is at most `max`.
static bool isClusterShape(const std::array<int32_t, 3> &shape, int64_t max) {
  return llvm::all_of(shape,
                      [&](int32_t extent) {
                        return extent > 0 && extent <= max &&
                               llvm::isPowerOf2_32(extent);
                      }) &&
         getProduct(shape) <= max;
}

static bool isInRange(const Key &key, std::optional<int64_t> number) {
  return number && *number >= key.min && *number <= key.max;
}

static LogicalResult verifyValue(const Key &key, Attribute value,
                                 EmitError emitError) {
  auto refuse = [&](const Twine &wanted) {
    return emitError() << "attribute '" << key.name << "' must be " << wanted
                       << ", found " << value;
  };
  std::string range =
      std::to_string(key.min) + " to " + std::to_string(key.max);
  switch (key.kind) {
  case Kind::Number:
    if (!isInRange(key, getNumber(value)))
      return refuse("an i32 from " + range);
    return success();
  case Kind::PowerOfTwo:
    if (std::optional<int64_t> number = getNumber(value);
        !isInRange(key, number) || !llvm::isPowerOf2_64(*number))
      return refuse("an i32 that is a power of two from " + range);
    return success();
  case Kind::Shape:
    if (std::optional<std::array<int32_t, 3>> shape = getShape(value);
        !shape || !isClusterShape(*shape, key.max))
      return refuse("three powers of two whose product is at most " +
                    Twine(key.max) + ", such as array<i32: 2, 1, 1>");
    return success();
  case Kind::Text:
    if (!isa<StringAttr>(value))
      return refuse("the name of a GPU, such as \"sm_90\"");
    return success();
  case Kind::Flag:
    if (!isa<UnitAttr, BoolAttr>(value))
      return refuse("without a value, or true or false");
    return success();
  case Kind::Ignored:
    return success();
  }
  llvm_unreachable("unknown kind");
}

/// The name of the place that an attribute of `carrier` belongs in.
static StringRef getPlace(Carrier carrier) {
  return carrier == Carrier::Module
             ? "the builtin module around the cuda_tile.module"
             : "a cuda_tile.entry, after its body";
}

/// Checks one attribute of an op that serves as `carrier`, or as none.
static LogicalResult verifyAttribute(NamedAttribute attribute,
                                     std::optional<Carrier> carrier,
                                     EmitError emitError) {
  StringRef name = attribute.getName();
  if (const Key *key = findKey(name)) {
    if (key->carrier != carrier)
      return emitError() << "attribute '" << key->name << "' belongs on "
                         << getPlace(key->carrier);
    return verifyValue(*key, attribute.getValue(), emitError);
  }
  if (const Key *meant = findMisspelt(name))
    return emitError() << "attribute '" << name
                       << "' says nothing; did you mean '" << meant->name
                       << "'?";
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes of a module
//===----------------------------------------------------------------------===//

/// The GPU that an attribute of `module` names, which may be unknown.
static std::string getTarget(mlir::ModuleOp module) {
  if (auto spec = module->getAttrOfType<StringAttr>(targetSpec))
    return spec.str();
  if (std::optional<int64_t> number =
          getNumber(module->getAttr(computeCapability)))
    return "sm_" + std::to_string(*number);
  return "";
}

/// The shape of a cluster; a plain number of CTAs is the first dimension.
static std::optional<std::array<int32_t, 3>> getCluster(mlir::ModuleOp module) {
  for (StringRef name : {clusterDim, clusterSize})
    if (Attribute value = module->getAttr(name))
      return getShape(value);
  if (std::optional<int64_t> ctas = getNumber(module->getAttr(numCTAs)))
    return std::array<int32_t, 3>{static_cast<int32_t>(*ctas), 1, 1};
  return std::nullopt;
}

LaunchContract LaunchContract::get(mlir::ModuleOp module) {
  LaunchContract contract;
  contract.target = getTarget(module);
  contract.warps = getNumber(module->getAttr(numWarps));
  contract.cluster = getCluster(module);
  contract.stages = getNumber(module->getAttr(numStages));
  contract.persistent = isSet(module->getAttr(isPersistent));
  return contract;
}

/// Checks that the two ways to name a GPU name an existing one, and the same
/// one.
static LogicalResult verifyTarget(mlir::ModuleOp module) {
  std::string name = getTarget(module);
  if (name.empty() && !module->hasAttr(targetSpec))
    return success();
  llvm::Expected<const TargetInfo *> target = requireTarget(name);
  if (!target)
    return module->emitOpError("attribute '")
           << (module->hasAttr(targetSpec) ? targetSpec : computeCapability)
           << "' names an " << llvm::toString(target.takeError());
  std::optional<int64_t> number = getNumber(module->getAttr(computeCapability));
  if (number && *number != (*target)->getComputeCapability())
    return module->emitOpError("is for two GPUs: attribute '")
           << computeCapability << "' says " << *number << ", '" << targetSpec
           << "' says \"" << name << "\"; remove one of them";
  return success();
}

/// Checks that all attributes about the cluster agree.
static LogicalResult verifyCluster(mlir::ModuleOp module) {
  std::optional<std::array<int32_t, 3>> cluster = getCluster(module);
  if (!cluster)
    return success();
  Attribute size = module->getAttr(clusterSize);
  if (size && getShape(size) != cluster)
    return module->emitOpError("has two shapes for its clusters: attribute '")
           << clusterDim << "' says " << describe(*cluster) << ", '"
           << clusterSize << "' says " << describe(*getShape(size))
           << "; remove one of them";
  std::optional<int64_t> ctas = getNumber(module->getAttr(numCTAs));
  if (ctas && *ctas != getProduct(*cluster))
    return module->emitOpError("attribute '")
           << numCTAs << "' says that a cluster has " << *ctas << " CTAs, but '"
           << (module->hasAttr(clusterDim) ? clusterDim : clusterSize)
           << "' is " << describe(*cluster) << ", which makes "
           << getProduct(*cluster) << "; remove one of them";
  return success();
}

static LogicalResult verifyModuleContract(Operation *module) {
  for (NamedAttribute attribute : module->getDiscardableAttrs())
    if (failed(verifyAttribute(attribute, /*carrier=*/std::nullopt,
                               [&] { return module->emitOpError(); })))
      return failure();
  auto outer = dyn_cast_or_null<mlir::ModuleOp>(module->getParentOp());
  if (!outer)
    return success();
  for (NamedAttribute attribute : outer->getDiscardableAttrs())
    if (failed(verifyAttribute(attribute, Carrier::Module,
                               [&] { return outer->emitOpError(); })))
      return failure();
  return success(succeeded(verifyTarget(outer)) &&
                 succeeded(verifyCluster(outer)));
}

//===----------------------------------------------------------------------===//
// Attributes of an entry
//===----------------------------------------------------------------------===//

/// The builtin module around `entry`, or null.
static mlir::ModuleOp getOuterModule(EntryOpInterface entry) {
  return entry->getParentOfType<mlir::ModuleOp>();
}

LaunchContract LaunchContract::get(EntryOpInterface entry) {
  LaunchContract contract;
  if (mlir::ModuleOp module = getOuterModule(entry))
    contract = get(module);
  contract.maxRegisters = getNumber(entry->getAttr(maxnreg));
  contract.minCTAsPerSM = getNumber(entry->getAttr(minctasm));
  contract.maxClusterRank = getNumber(entry->getAttr(maxclusterrank));
  if (isSet(entry->getAttr(blocksAreClustersName)))
    contract.cluster = {1, 1, 1};
  return contract;
}

static LogicalResult verifyEntryContract(EntryOpInterface entry) {
  auto emitError = [&] { return entry->emitOpError(); };
  for (NamedAttribute attribute : entry->getDiscardableAttrs())
    if (failed(verifyAttribute(attribute, Carrier::Entry, emitError)))
      return failure();
  bool single = isSet(entry->getAttr(blocksAreClustersName));
  std::optional<int64_t> rank = getNumber(entry->getAttr(maxclusterrank));
  if (single && rank)
    return emitError() << "attribute '" << maxclusterrank
                       << "' leaves the shape of clusters to the launch, but '"
                       << blocksAreClustersText
                       << "' fixes it; remove one of them";
  mlir::ModuleOp module = getOuterModule(entry);
  std::optional<std::array<int32_t, 3>> cluster =
      module ? getCluster(module) : std::nullopt;
  if (!cluster)
    return success();
  if (single && getProduct(*cluster) != 1)
    return emitError() << "attribute '" << blocksAreClustersText
                       << "' makes every CTA a cluster of its own, but the "
                          "module asks for clusters of "
                       << describe(*cluster) << " CTAs; remove one of them";
  if (rank && getProduct(*cluster) > *rank)
    return emitError() << "attribute '" << maxclusterrank
                       << "' allows clusters of " << *rank
                       << " CTAs at most, but the module asks for "
                       << describe(*cluster) << "; remove one of them";
  return success();
}

//===----------------------------------------------------------------------===//
// The text of an entry
//===----------------------------------------------------------------------===//

/// The text to write in place of directives that are no part of the contract,
/// because others imply them.
static StringRef getReplacement(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("nvvm.kernel", "it is set on every entry")
      .Cases({"nvvm.reqntid", "nvvm.maxntid"},
             "ask for warps with 'tt.num_warps' on the builtin module")
      .Case("nvvm.cluster_dim",
            "ask for clusters with 'tt.cluster_dim' on the builtin module")
      .Case("nvvm.cluster_max_blocks", "write 'nvvm.maxclusterrank'")
      .Default("");
}

/// Checks the `nvvm.*` attributes of an entry under their names in text, and
/// gives them their names in memory.
static LogicalResult importEntryDirectives(NamedAttrList &attributes,
                                           EmitError emitError) {
  NamedAttrList imported;
  for (NamedAttribute attribute : attributes) {
    StringRef name = attribute.getName();
    if (!name.starts_with("nvvm.")) {
      imported.push_back(attribute);
      continue;
    }
    if (StringRef replacement = getReplacement(name); !replacement.empty())
      return emitError() << "attribute '" << name
                         << "' is not one that a front end gives: "
                         << replacement;
    if (failed(verifyAttribute(attribute, Carrier::Entry, emitError)))
      return failure();
    imported.append(
        name == blocksAreClustersText ? StringRef(blocksAreClustersName) : name,
        attribute.getValue());
  }
  attributes = std::move(imported);
  return success();
}

/// The attributes of an entry under their names in text.
static SmallVector<NamedAttribute>
exportEntryDirectives(ArrayRef<NamedAttribute> attributes) {
  return llvm::map_to_vector(attributes, [](NamedAttribute attribute) {
    if (attribute.getName() != blocksAreClustersName)
      return attribute;
    MLIRContext *context = attribute.getName().getContext();
    return NamedAttribute(StringAttr::get(context, blocksAreClustersText),
                          attribute.getValue());
  });
}

//===----------------------------------------------------------------------===//
// Attachment to cuda_tile
//===----------------------------------------------------------------------===//

namespace {

class FrontendContract : public FrontendInterface {
public:
  using FrontendInterface::FrontendInterface;

  LogicalResult verifyModule(Operation *module) const override {
    return verifyModuleContract(module);
  }
  LogicalResult verifyEntry(EntryOpInterface entry) const override {
    return verifyEntryContract(entry);
  }
  LogicalResult importEntryAttributes(NamedAttrList &attributes,
                                      EmitError emitError) const override {
    return importEntryDirectives(attributes, emitError);
  }
  SmallVector<NamedAttribute>
  exportEntryAttributes(ArrayRef<NamedAttribute> attributes) const override {
    return exportEntryDirectives(attributes);
  }
};

} // namespace

void tessera::registerFrontendContract(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, CudaTileDialect *dialect) {
    dialect->addInterfaces<FrontendContract>();
  });
}
