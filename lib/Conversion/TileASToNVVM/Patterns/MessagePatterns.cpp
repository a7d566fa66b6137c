//===- MessagePatterns.cpp - Prints and assertions ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/PrintFormat.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The type that C promotes a variadic argument to.
static Value promote(OpBuilder &builder, Location loc, Value value,
                     bool isUnsigned) {
  Type type = value.getType();
  if (isa<FloatType>(type))
    return type.isF64() ? value
                        : LLVM::FPExtOp::create(builder, loc,
                                                builder.getF64Type(), value)
                              .getResult();
  if (!type.isInteger() || type.getIntOrFloatBitWidth() >= 32)
    return value;
  Type i32 = builder.getI32Type();
  if (isUnsigned || type.isInteger(1)) // true prints as 1
    return LLVM::ZExtOp::create(builder, loc, i32, value);
  return LLVM::SExtOp::create(builder, loc, i32, value);
}

/// Gives a conversion the length of a promoted value, and the letter that the
/// interpreter takes where its own does not suit the value: a %s of an integer
/// would read memory of that address.
static std::string suitConversion(const FormatPiece &piece, Type type) {
  StringRef field = piece.field;
  char letter = piece.letter;
  auto isOneOf = [&](StringRef letters) { return letters.contains(letter); };
  if (isa<FloatType>(type))
    return (field + Twine(isOneOf("eEfFgGaA") ? letter : 'f')).str();
  if (isa<LLVM::LLVMPointerType>(type) && !isOneOf("diuoxX"))
    return (field + "p").str();
  if (!isOneOf("diuoxXc"))
    letter = 'd';
  bool isLong = !type.isInteger(32) && letter != 'c';
  return (field + (isLong ? "ll" : "") + Twine(letter)).str();
}

namespace {

//===----------------------------------------------------------------------===//
// Prints
//===----------------------------------------------------------------------===//

/// Collects text and scalars into calls of printf. A tile becomes a call for
/// each element, in loops.
class Printer {
public:
  Printer(OpBuilder &builder, Location loc, DeviceRuntime &runtime)
      : builder(builder), loc(loc), runtime(runtime) {}

  /// A zero would end the format, and is printed as a character.
  void addText(StringRef text) {
    while (true) {
      auto [plain, rest] = text.split('\0');
      format += plain;
      if (plain.size() == text.size())
        return;
      addScalar({/*text=*/"", /*field=*/"%", 'c'}, constant(0));
      text = rest;
    }
  }

  void addScalar(const FormatPiece &piece, Value value) {
    if (arguments.size() == DeviceRuntime::kMaxPrintfArguments)
      flush();
    value = promote(builder, loc, value, piece.isUnsigned());
    format += suitConversion(piece, value.getType());
    if (piece.letter == 'c' && value.getType().isInteger(64))
      value = LLVM::TruncOp::create(builder, loc, builder.getI32Type(), value);
    arguments.push_back(value);
  }

  /// Leaves out the brackets of the first `inner` dimensions.
  void addTile(const FormatPiece &piece, BufferType type, Value start,
               size_t inner) {
    flush();
    Value zero = constant(0);
    printDimensions(piece, type, start, zero, 0, inner);
  }

  void flush() {
    if (!format.empty())
      runtime.printf(builder, loc, format, arguments);
    format.clear();
    arguments.clear();
  }

private:
  /// Prints a part of a tile: its first `dim` coordinates are fixed, at the
  /// row-major position `prefix`.
  void printDimensions(const FormatPiece &piece, BufferType type, Value start,
                       Value prefix, size_t dim, size_t inner) {
    if (dim == type.getShape().size()) {
      Type element = type.getElementType();
      Type stored = ptxops::getStoredType(element);
      Value address =
          LLVM::GEPOp::create(builder, loc, start.getType(), stored, start,
                              ArrayRef<LLVM::GEPArg>{prefix});
      Value value =
          ptxops::load(builder, loc, stored, address, Value(), Value());
      if (stored != element)
        value = LLVM::TruncOp::create(builder, loc, element, value);
      addScalar(piece, value);
      flush();
      return;
    }
    if (dim >= inner)
      addText("[");
    flush();
    Value extent = constant(type.getShape()[dim]);
    Value first = constant(0);
    Value step = constant(1);
    auto loop = scf::ForOp::create(builder, loc, first, extent, step);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(loop.getBody()->getTerminator());
      Value index = loop.getInductionVar();
      Value isLater = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ne, index, constant(0));
      auto separate = scf::IfOp::create(builder, loc, isLater,
                                        /*withElseRegion=*/false);
      {
        OpBuilder::InsertionGuard inner(builder);
        builder.setInsertionPoint(separate.thenBlock()->getTerminator());
        addText(", ");
        flush();
      }
      Value row = arith::MulIOp::create(builder, loc, prefix, extent);
      printDimensions(piece, type, start,
                      arith::AddIOp::create(builder, loc, row, index), dim + 1,
                      inner);
    }
    if (dim >= inner)
      addText("]");
    flush();
  }

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }

  OpBuilder &builder;
  Location loc;
  DeviceRuntime &runtime;
  std::string format;
  SmallVector<Value> arguments;
};

class PrintPattern : public KernelPattern<PrintOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PrintOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AgentContext &agent = kernel.getAgent(op);
    Value isFirst = agent.getOwnerPredicate(rewriter.getI32Type());
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), isFirst,
                                    /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(branch.thenBlock()->getTerminator());
      Printer printer(rewriter, op.getLoc(), kernel.getRuntime());
      size_t next = 0;
      for (const FormatPiece &piece :
           llvm::cantFail(splitFormat(op.getFormat()))) {
        printer.addText(piece.text);
        if (!piece.hasConversion())
          continue;
        Type type = op.getArgs()[next].getType();
        Value value = adaptor.getArgs()[next++].front();
        if (auto buffer = dyn_cast<BufferType>(type))
          printer.addTile(piece, buffer, value, op.getInner());
        else
          printer.addScalar(piece, value);
      }
      printer.flush();
    }
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

class AssertPattern : public KernelPattern<AssertOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AssertOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Value owner = agent.getOwnerPredicate(op.getCondition().getType());
    Value yes =
        arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(true));
    SmallVector<Value> failures;
    Value any;
    for (Value condition : adaptor.getCondition()) {
      Value fails = arith::XOrIOp::create(rewriter, loc, condition, yes);
      if (owner)
        fails = arith::AndIOp::create(rewriter, loc, fails, owner);
      failures.push_back(fails);
      any = any ? arith::OrIOp::create(rewriter, loc, any, fails) : fails;
    }
    auto branch =
        scf::IfOp::create(rewriter, loc, any, /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(branch.thenBlock()->getTerminator());
      if (auto tile = dyn_cast<RankedTensorType>(op.getCondition().getType()))
        printIndices(rewriter, op, tile, failures);
      auto [file, line] = getPosition(loc);
      kernel.getRuntime().assertFail(rewriter, loc, op.getMessage(), file, line,
                                     kernel.getName());
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Prints the index of each element that fails, before the launch ends.
  void printIndices(OpBuilder &builder, AssertOp op, RankedTensorType tile,
                    ArrayRef<Value> failures) const {
    Location loc = op.getLoc();
    ThreadMap registers(kernel.getAgent(op), getLinearLayout(tile));
    std::string format = op.getMessage().str();
    // The message is no format, so '%' is escaped.
    for (size_t at = 0; (at = format.find('%', at)) != std::string::npos;
         at += 2)
      format.insert(at, "%");
    format += " at [%d";
    for (int64_t dim = 1; dim < tile.getRank(); ++dim)
      format += ", %d";
    format += "]\n";
    for (auto [reg, fails] : llvm::enumerate(failures)) {
      auto branch =
          scf::IfOp::create(builder, loc, fails, /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(branch.thenBlock()->getTerminator());
      SmallVector<Value> coordinates;
      for (int64_t dim = 0; dim < tile.getRank(); ++dim)
        coordinates.push_back(addStart(builder, loc,
                                       registers.get(builder, loc, reg, dim),
                                       op.getStarts(), dim));
      kernel.getRuntime().printf(builder, loc, format, coordinates);
    }
  }

  /// The coordinate in the whole tile of an element of a slice.
  static Value addStart(OpBuilder &builder, Location loc, Value coordinate,
                        ValueRange starts, int64_t dim) {
    if (starts.empty())
      return coordinate;
    Value start = arith::TruncIOp::create(builder, loc, coordinate.getType(),
                                          starts[dim]);
    return arith::AddIOp::create(builder, loc, coordinate, start);
  }

  static std::pair<std::string, unsigned> getPosition(Location loc) {
    if (FileLineColLoc file = findFileLocation(loc))
      return {file.getFilename().str(), file.getLine()};
    return {"unknown", 0};
  }
};

} // namespace

void tileas::populateMessagePatterns(RewritePatternSet &patterns,
                                     const RegisterTypeConverter &converter,
                                     KernelContext &kernel) {
  patterns.add<PrintPattern, AssertPattern>(converter, kernel);
}
