//===- DebugInfoToLLVM.cpp - Debug information of the LLVM dialect --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All stages carry the locations of cuda_tile unchanged. This file turns them
// into the form of the translation to LLVM IR: places fused with a scope of
// LLVM.
//
// LLVM wants more of scopes than cuda_tile does: a subprogram belongs to one
// function, each operation lies in that of its function or is inlined into it,
// and a place has no file but that of its scope. An op whose scope breaks these
// rules keeps its place only.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/Passes.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

namespace tessera {
#define GEN_PASS_DEF_CONVERTDEBUGINFOTOLLVM
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;

/// Removes the scopes from the locations of `op` and the ops in it, and keeps
/// their places.
static void dropScopes(Operation *op) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](cuda_tile::DILocAttr loc) {
    return std::make_pair(Attribute(loc.getSourceLoc()), WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(op, /*replaceAttrs=*/false,
                                        /*replaceLocs=*/true);
}

namespace {

class DebugInfoConverter {
public:
  DebugInfoConverter(mlir::ModuleOp module, LLVM::DIEmissionKind emissionKind)
      : module(module), context(module.getContext()),
        emissionKind(emissionKind) {
    places.addReplacement([this](cuda_tile::DILocAttr loc) {
      return std::make_pair(convertPlace(loc), WalkResult::skip());
    });
  }

  void convert(LLVM::LLVMFuncOp function);

private:
  Location convert(Location loc, cuda_tile::DISubprogramAttr subprogram);
  Attribute convertPlace(cuda_tile::DILocAttr loc);
  LLVM::DIFileAttr convert(cuda_tile::DIFileAttr file);
  LLVM::DICompileUnitAttr convert(cuda_tile::DICompileUnitAttr unit);
  LLVM::DISubprogramAttr convert(cuda_tile::DISubprogramAttr subprogram);
  LLVM::DILocalScopeAttr convert(cuda_tile::DILocalScopeAttr scope);
  void describeArguments(LLVM::LLVMFuncOp function,
                         LLVM::DISubprogramAttr subprogram);
  DistinctAttr makeId() { return DistinctAttr::create(UnitAttr::get(context)); }
  bool isOptimized() const {
    return emissionKind != LLVM::DIEmissionKind::Full;
  }

  mlir::ModuleOp module;
  MLIRContext *context;
  LLVM::DIEmissionKind emissionKind;
  LLVM::DICompileUnitAttr compileUnit;
  DenseMap<cuda_tile::DISubprogramAttr, LLVM::DISubprogramAttr> subprograms;
  /// Replaces scopes of cuda_tile by LLVM's within a location.
  AttrTypeReplacer places;
};

struct ConvertDebugInfoToLLVM
    : public tessera::impl::ConvertDebugInfoToLLVMBase<ConvertDebugInfoToLLVM> {
  using ConvertDebugInfoToLLVMBase::ConvertDebugInfoToLLVMBase;

  void runOnOperation() override {
    if (emissionKind == LLVM::DIEmissionKind::None)
      return dropScopes(getOperation());
    DebugInfoConverter converter(getOperation(), emissionKind);
    for (Operation &op : *getOperation().getBody()) {
      auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
      if (!function || function.isExternal())
        dropScopes(&op);
      else if (!function.getLoc()
                    ->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>())
        converter.convert(function);
    }
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

/// Strings of debug info end at the first zero.
static StringAttr untilZero(StringAttr text) {
  return StringAttr::get(text.getContext(),
                         text.getValue().take_until([](char c) { return !c; }));
}

/// Makes a path printable in PTX, whose strings end at the first quotation mark
/// and have no escapes: "a \"b\".py" becomes "a 'b'.py".
static StringAttr quotable(StringAttr path) {
  std::string text = untilZero(path).str();
  llvm::replace(text, '"', '\'');
  return StringAttr::get(path.getContext(), text);
}

/// A file without a name is called as in messages, since LLVM refuses it.
static LLVM::DIFileAttr makeFile(StringAttr name, StringAttr directory) {
  name = quotable(name);
  if (name.empty())
    name = StringAttr::get(name.getContext(), "-");
  return LLVM::DIFileAttr::get(name.getContext(), name, quotable(directory));
}

LLVM::DIFileAttr DebugInfoConverter::convert(cuda_tile::DIFileAttr file) {
  return makeFile(file.getName(), file.getDirectory());
}

LLVM::DICompileUnitAttr
DebugInfoConverter::convert(cuda_tile::DICompileUnitAttr unit) {
  if (!compileUnit)
    compileUnit = LLVM::DICompileUnitAttr::get(
        makeId(), llvm::dwarf::DW_LANG_C, convert(unit.getFile()),
        StringAttr::get(context, "Tessera"), isOptimized(), emissionKind);
  return compileUnit;
}

LLVM::DISubprogramAttr
DebugInfoConverter::convert(cuda_tile::DISubprogramAttr subprogram) {
  LLVM::DISubprogramAttr &result = subprograms[subprogram];
  if (result)
    return result;
  auto flags = LLVM::DISubprogramFlags::Definition;
  if (isOptimized())
    flags = flags | LLVM::DISubprogramFlags::Optimized;
  LLVM::DIFileAttr file = convert(subprogram.getFile());
  LLVM::DICompileUnitAttr unit = convert(subprogram.getCompileUnit());
  result = LLVM::DISubprogramAttr::get(
      context, makeId(), unit, file, untilZero(subprogram.getName()),
      untilZero(subprogram.getLinkageName()), file, subprogram.getLine(),
      subprogram.getScopeLine(), flags,
      LLVM::DISubroutineTypeAttr::get(context, {}), /*retainedNodes=*/{},
      /*annotations=*/{});
  return result;
}

LLVM::DILocalScopeAttr
DebugInfoConverter::convert(cuda_tile::DILocalScopeAttr scope) {
  if (auto subprogram = dyn_cast<cuda_tile::DISubprogramAttr>(scope))
    return convert(subprogram);
  auto block = cast<cuda_tile::DILexicalBlockAttr>(scope);
  LLVM::DILocalScopeAttr parent = convert(block.getScope());
  // LLVM has no column in a line that is not known, and 16 bits for one.
  bool hasColumn = block.getLine() != 0 && llvm::isUInt<16>(block.getColumn());
  return LLVM::DILexicalBlockAttr::get(parent, convert(block.getFile()),
                                       block.getLine(),
                                       hasColumn ? block.getColumn() : 0);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// The type by which a debugger shows a value. The pointee of a pointer is not
/// known here.
static LLVM::DITypeAttr describeType(Type type) {
  MLIRContext *context = type.getContext();
  constexpr uint64_t byteBits = 8, pointerBits = 64;
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::DIDerivedTypeAttr::get(
        context, llvm::dwarf::DW_TAG_pointer_type, /*name=*/nullptr,
        /*baseType=*/nullptr, pointerBits, /*alignInBits=*/0,
        /*offsetInBits=*/0, /*dwarfAddressSpace=*/std::nullopt,
        /*extraData=*/nullptr);
  unsigned encoding = isa<FloatType>(type) ? llvm::dwarf::DW_ATE_float
                      : type.isInteger(1)  ? llvm::dwarf::DW_ATE_boolean
                                           : llvm::dwarf::DW_ATE_signed;
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return LLVM::DIBasicTypeAttr::get(
      context, llvm::dwarf::DW_TAG_base_type, name,
      llvm::alignTo(type.getIntOrFloatBitWidth(), byteBits), encoding);
}

/// In text a location may name an argument; bytecode has no place for a name.
static std::string nameArgument(BlockArgument argument) {
  if (auto named = argument.getLoc()->findInstanceOf<NameLoc>())
    return untilZero(named.getName()).str();
  return ("arg" + Twine(argument.getArgNumber())).str();
}

/// Describes the arguments of a function as variables of the source. Each gets
/// a place in memory for the whole function, since a register holds an argument
/// only from its first to its last use.
void DebugInfoConverter::describeArguments(LLVM::LLVMFuncOp function,
                                           LLVM::DISubprogramAttr subprogram) {
  Location loc = function.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Value one = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), 1);
  for (BlockArgument argument : function.getArguments()) {
    Type type = argument.getType();
    if (!type.isIntOrFloat() && !isa<LLVM::LLVMPointerType>(type))
      continue;
    auto variable = LLVM::DILocalVariableAttr::get(
        subprogram, nameArgument(argument), subprogram.getFile(),
        subprogram.getLine(), /*arg=*/argument.getArgNumber() + 1,
        /*alignInBits=*/0, describeType(type), LLVM::DIFlags::Zero);
    Value place = LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(context), type, one);
    LLVM::StoreOp::create(builder, loc, argument, place);
    LLVM::DbgDeclareOp::create(builder, loc, place, variable);
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool isSameFile(cuda_tile::DIFileAttr file, StringRef path) {
  SmallString<128> joined(file.getDirectory().getValue());
  llvm::sys::path::append(joined, file.getName().getValue());
  return path == joined || path == file.getName().getValue();
}

/// A place in a scope, in the form that the translation to LLVM IR expects.
static Location fuse(FileLineColLoc place, LLVM::DILocalScopeAttr scope) {
  return FusedLoc::get({Location(place)}, scope, place.getContext());
}

Attribute DebugInfoConverter::convertPlace(cuda_tile::DILocAttr loc) {
  cuda_tile::DILocalScopeAttr scope = loc.getScope();
  auto block = dyn_cast<cuda_tile::DILexicalBlockAttr>(scope);
  cuda_tile::DIFileAttr scopeFile =
      block ? block.getFile() : scope.getSubprogram().getFile();
  LLVM::DILocalScopeAttr converted = convert(scope);
  StringRef path = loc.getSourceLoc().getFilename();
  if (!isSameFile(scopeFile, path))
    converted = LLVM::DILexicalBlockFileAttr::get(
        converted,
        makeFile(StringAttr::get(context, llvm::sys::path::filename(path)),
                 StringAttr::get(context, llvm::sys::path::parent_path(path))),
        /*discriminator=*/0);
  return LocationAttr(fuse(loc.getSourceLoc(), converted));
}

/// Converts a location within the function of `subprogram`.
Location DebugInfoConverter::convert(Location loc,
                                     cuda_tile::DISubprogramAttr subprogram) {
  LocationAttr place = cuda_tile::unwrapLocation(loc);
  cuda_tile::DILocalScopeAttr scope = cuda_tile::getDebugScope(loc);
  if (!scope || scope.getSubprogram() != subprogram) {
    FileLineColLoc file = findFileLocation(loc);
    if (!file)
      return UnknownLoc::get(context);
    place = cuda_tile::DILocAttr::get(file, subprogram);
  }
  return cast<LocationAttr>(places.replace(place));
}

void DebugInfoConverter::convert(LLVM::LLVMFuncOp function) {
  cuda_tile::DILocalScopeAttr scope =
      cuda_tile::getDebugScope(function.getLoc());
  // A function that the compiler made beside a kernel has the kernel's scope.
  if (!scope ||
      scope.getSubprogram().getLinkageName() != function.getSymName()) {
    dropScopes(function);
    cuda_tile::addDebugScope(function, module.getLoc());
    scope = cuda_tile::getDebugScope(function.getLoc());
  }
  cuda_tile::DISubprogramAttr subprogram = scope.getSubprogram();
  if (emissionKind == LLVM::DIEmissionKind::Full)
    describeArguments(function, convert(subprogram));
  function.getBody().walk([&](Block *block) {
    for (BlockArgument argument : block->getArguments())
      argument.setLoc(convert(argument.getLoc(), subprogram));
    for (Operation &op : *block)
      op.setLoc(convert(op.getLoc(), subprogram));
  });
  function->setLoc(
      fuse(findFileLocation(function.getLoc()), convert(subprogram)));
}
