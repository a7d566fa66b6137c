//===- Generator.cpp - From a seed to a program ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Places.h"
#include "Rules/AccessRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Grid.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Program.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

int64_t smith::numElements(ArrayRef<int64_t> shape) {
  return llvm::product_of(shape);
}

Format Operand::format() const {
  return *cuda_tile::getFormat(type().getElementType());
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type Generator::elementType(Format format) {
  switch (format) {
  case Format::I1:
  case Format::I4:
  case Format::I8:
  case Format::I16:
  case Format::I32:
  case Format::I64:
    return builder.getIntegerType(numerics::bitWidth(format));
  case Format::F4E2M1FN:
    return builder.getType<Float4E2M1FNType>();
  case Format::F8E4M3FN:
    return builder.getType<Float8E4M3FNType>();
  case Format::F8E5M2:
    return builder.getType<Float8E5M2Type>();
  case Format::F8E8M0FNU:
    return builder.getType<Float8E8M0FNUType>();
  case Format::F8E5M3FNU:
    return builder.getType<F8E5M3FNUType>();
  case Format::F16:
    return builder.getF16Type();
  case Format::BF16:
    return builder.getBF16Type();
  case Format::TF32:
    return builder.getTF32Type();
  case Format::F32:
    return builder.getF32Type();
  case Format::F64:
    return builder.getF64Type();
  }
  llvm_unreachable("unknown format");
}

TileType Generator::pointerType(Format format) {
  return TileType::get({}, PointerType::get(elementType(format)));
}

TileType Generator::slotType(const Slot &slot) {
  if (slot.isPointer)
    return TileType::get(slot.shape,
                         PointerType::get(elementType(slot.format)));
  return tileType(slot.format, slot.shape);
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

/// The first minor version with tiles of the format.
static unsigned sinceMinor(Format format) {
  switch (format) {
  case Format::F8E8M0FNU:
    return 2;
  case Format::F4E2M1FN:
  case Format::I4:
    return 3;
  case Format::F8E5M3FNU:
    return 4;
  default:
    return 1;
  }
}

/// Percentage of draws from few formats and shapes, so that values meet.
static constexpr unsigned favouritesPercent = 85;

static constexpr Format arithmeticInts[] = {Format::I1, Format::I8, Format::I16,
                                            Format::I32, Format::I64};
static constexpr Format arithmeticFloats[] = {Format::F16, Format::BF16,
                                              Format::F32, Format::F64};

Format Generator::anyInt() {
  if (rng.chance(favouritesPercent))
    return rng.pick(ArrayRef(intFormats));
  return rng.pick(ArrayRef(arithmeticInts));
}

Format Generator::anyFloat() {
  if (rng.chance(favouritesPercent))
    return rng.pick(ArrayRef(floatFormats));
  return rng.pick(ArrayRef(arithmeticFloats));
}

Format Generator::anyFormat() {
  unsigned kind = rng.below(10);
  if (kind < 5)
    return anyInt();
  return kind < 8 || otherFormats.empty() ? anyFloat()
                                          : rng.pick(ArrayRef(otherFormats));
}

Format Generator::indexFormat(int64_t most, bool isUnsigned) {
  Format format = rng.pick({Format::I32, Format::I32, Format::I32, Format::I64,
                            Format::I16, Format::I8, Format::I1});
  if (format == Format::I1)
    return isUnsigned && most <= 1 ? format : Format::I32;
  return most <= greatestOf(format) ? format : Format::I32;
}

/// Extents whose product is at most 2^`bits`.
static Shape drawShape(Random &rng, unsigned rank, unsigned bits) {
  Shape shape;
  for (unsigned i = 0; i < rank; ++i) {
    unsigned log = rng.below(std::min(bits, 4u) + 1);
    bits -= log;
    shape.push_back(int64_t(1) << log);
  }
  rng.shuffle(shape);
  return shape;
}

/// Extents whose product is 2^`bits`, each as large as it can be.
static Shape drawLargeShape(Random &rng, unsigned rank, unsigned bits) {
  Shape shape;
  for (unsigned i = 1; i < rank; ++i) {
    unsigned log = rng.below(std::min(bits, 8u) + 1);
    bits -= log;
    shape.push_back(int64_t(1) << log);
  }
  shape.push_back(int64_t(1) << bits);
  rng.shuffle(shape);
  return shape;
}

Shape Generator::anyShape() {
  if (mayBeLarge() && rng.chance(40))
    return rng.pick(ArrayRef(largeShapes));
  if (rng.chance(favouritesPercent))
    return rng.pick(ArrayRef(shapes));
  unsigned rank = rng.below(5);
  return drawShape(rng, rank, 6);
}

Shape Generator::anyShape(unsigned least) {
  Shape shape = anyShape();
  if (shape.size() >= least)
    return shape;
  unsigned rank = rng.between(least, 4);
  return drawShape(rng, rank, 6);
}

Fact Generator::dataFact(Format format) {
  if (numerics::isInteger(format)) {
    int64_t least = leastOf(format), greatest = greatestOf(format);
    switch (rng.below(4)) {
    case 0:
      return Fact::range(std::max<int64_t>(least, 0),
                         std::max<int64_t>(std::min<int64_t>(greatest, 15), 0));
    case 1:
      return Fact::range(std::max<int64_t>(least, -8),
                         std::min<int64_t>(greatest, 7));
    default:
      return Fact::any(format);
    }
  }
  if (format == Format::F8E8M0FNU)
    return Fact::range(1, 4);
  if (!isExact() && !rng.chance(30))
    return Fact::any(format);
  const numerics::FloatEncoding &encoding = numerics::encodingOf(format);
  int64_t most = std::min<int64_t>(int64_t(1) << precisionOf(format), 16);
  // f4E2M1FN has all integers only up to 4.
  int quantum = precisionOf(format) > 4 ? -int(rng.below(3)) : 0;
  Fact fact = Fact::range(encoding.hasSign ? -most : 0, most, quantum);
  fact.negZero = encoding.hasSign && rng.chance(30);
  return fact;
}

Fact Generator::slotFact(Format format) {
  // i4 has no operation that could bring an element into bounds.
  if (format == Format::I4)
    return Fact::any(format);
  if (numerics::isInteger(format))
    return rng.chance(70)
               ? Fact::any(format)
               : Fact::range(0, std::min<int64_t>(greatestOf(format), 31));
  if (format == Format::F8E8M0FNU)
    return Fact::range(1, 4);
  Fact any = Fact::any(format);
  if (numerics::hasArithmetic(format) && rng.chance(40))
    return any;
  Fact data = dataFact(format);
  if (!data.exact)
    return any;
  // The range is small, because loops add up, and only has integers, because
  // any operand can be made one.
  data.quantum = 0;
  return data;
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

unsigned Generator::takeSteps(unsigned most) {
  unsigned taken = rng.below(std::min(most, stepsLeft) + 1);
  stepsLeft -= taken;
  return taken;
}

RegionScope::RegionScope(Generator &g, ArrayRef<unsigned> open, int64_t repeats)
    : g(g), numValues(g.pool.size()), numPointers(g.pointers.size()),
      buffers(g.buffers), repeats(g.repeats), condition(g.condition),
      mayReturn(g.mayReturn) {
  g.repeats *= repeats;
  ++g.depth;
  for (auto [i, buffer] : llvm::enumerate(g.buffers))
    buffer.locked |= !llvm::is_contained(open, i);
}

RegionScope::~RegionScope() {
  g.pool.resize(numValues);
  g.pointers.resize(numPointers);
  g.buffers = std::move(buffers);
  g.repeats = repeats;
  g.condition = condition;
  g.mayReturn = mayReturn;
  --g.depth;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Draws a version, most often 13.4, which has nearly everything.
static BytecodeVersion drawVersion(Random &rng) {
  return {13, static_cast<uint8_t>(rng.pick({1, 2, 3, 4, 4, 5}))};
}

/// Few steps, since each may work on large tiles.
static constexpr unsigned mostStepsOfLarge = 10;

static bool drawIsLarge(Random &rng, Size size) {
  bool isLarge = rng.chance(22);
  return size == Size::Drawn ? isLarge : size != Size::Small;
}

/// Draws a number of steps, small ones more often than large.
static unsigned drawSteps(Random &rng) {
  unsigned most = rng.pick({4u, 8u, 8u, 16u, 16u, 24u, 48u});
  return 1 + rng.below(most);
}

template <typename T>
static std::vector<T> drawSome(Random &rng, ArrayRef<T> from, unsigned number) {
  std::vector<T> some;
  for (unsigned i = 0; i < number; ++i)
    some.push_back(rng.pick(from));
  return some;
}

Generator::Generator(MLIRContext *context, const Options &options)
    : rng(options.seed), options(options), builder(context),
      loc(builder.getUnknownLoc()) {
  version = drawVersion(rng);
  if (options.version)
    version = *options.version;
  stepsLeft = drawSteps(rng);
  isLarge = drawIsLarge(rng, options.size);
  if (isLarge)
    stepsLeft = std::min(stepsLeft, mostStepsOfLarge);
  if (options.steps)
    stepsLeft = *options.steps;
}

void Generator::begin(StringRef name) {
  intFormats = drawSome<Format>(rng, arithmeticInts, 2);
  intFormats.push_back(Format::I32);
  floatFormats = drawSome<Format>(rng, arithmeticFloats, 2);
  for (Format format : numerics::allFormats())
    if (numerics::isFloat(format) &&
        !llvm::is_contained(arithmeticFloats, format) &&
        has(sinceMinor(format)))
      otherFormats.push_back(format);
  unsigned rank = 1 + rng.below(2);
  shapes.push_back(drawShape(rng, rank, 5));
  for (unsigned i = 0; i < 2; ++i) {
    rank = rng.below(5);
    shapes.push_back(drawShape(rng, rank, 6));
  }
  for (unsigned i = 0; i < 2; ++i) {
    rank = 1 + rng.below(3);
    unsigned bits = rng.pick({10u, 10u, 10u, 11u, 11u, 12u, 12u, 13u, 14u});
    largeShapes.push_back(drawLargeShape(rng, rank, bits));
  }

  for (uint32_t &extent : launch.grid)
    extent = rng.chance(isLarge ? 90 : 70) ? 1 : 1 + rng.below(3);
  if (rng.chance(50))
    launch.grid[0] = 1 + rng.below(isLarge ? 2 : 4);
  numBlocks = int64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  launch.version = version;

  builder.setInsertionPointToEnd(&getModule().getBody().front());
  entry = make<EntryOp>(name, builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(&getEntry().getBody().front());

  auto id = make<GetTileBlockIdOp>();
  auto extents = make<GetNumTileBlocksOp>();
  Value plane = make<MulIOp>(id.getBlockIdZ(), extents.getGridSizeY());
  Value row = make<AddIOp>(plane, id.getBlockIdY());
  Value column = make<MulIOp>(row, extents.getGridSizeX());
  Value number = make<AddIOp>(column, id.getBlockIdX());
  blockNumber = {number, Fact::range(0, numBlocks - 1)};
  pool.push_back(blockNumber);
  for (auto [i, coordinate] : llvm::enumerate(id.getResults()))
    define(coordinate, Fact::range(0, launch.grid[i] - 1));
  for (auto [i, extent] : llvm::enumerate(extents.getResults()))
    define(extent, Fact::range(launch.grid[i], launch.grid[i]));
  Buffer printer;
  buffers.push_back(printer);
}

/// Makes the global of an input, whose size is known only now.
static void makeGlobal(Generator &g, const Input &input) {
  bool isConstant = g.has(3) && g.rng.chance(50);
  SymbolVisibility visibility = g.has(3) && g.rng.chance(50)
                                    ? SymbolVisibility::Private
                                    : SymbolVisibility::Public;
  uint64_t alignment = g.rng.pick({0, 16, 64, 256});
  ElementsAttr literal =
      g.drawLiteral(input.format, {input.elements}, input.fact);
  g.make<GlobalOp>(input.global, literal, alignment, isConstant, visibility);
}

/// Appends an element in the form of memory.
static void append(std::vector<uint8_t> &bytes, Format format, uint64_t bits) {
  for (unsigned byte = 0; byte < numerics::storageBytes(format); ++byte)
    bytes.push_back(bits >> 8 * byte);
}

std::vector<uint8_t> Generator::drawBytes(Format format, int64_t elements,
                                          const Fact &fact) {
  std::vector<uint8_t> bytes;
  for (int64_t i = 0; i < elements; ++i) {
    uint64_t bits = drawBits(format, fact);
    // The even one of two elements that share a byte is the low half.
    if (isHalfByte(format) && i % 2 == 1)
      bytes.back() |= bits << 4;
    else
      append(bytes, format, bits);
  }
  return bytes;
}

void Generator::finish() {
  SmallVector<Operand> unused;
  for (const Operand &operand : pool)
    if (operand.value.use_empty())
      unused.push_back(operand);
  for (const Operand &operand : unused)
    output(operand);
  make<ReturnOp>();
  if (OptimizationHintsAttr hints = anyEntryHints(*this))
    getEntry().setOptimizationHintsAttr(hints);
  if (rng.chance(40))
    drawPlaces(rng, getEntry());

  setInsertionPointForGlobals();
  Block &body = getEntry().getBody().front();
  for (Input &input : inputs) {
    input.elements = llvm::PowerOf2Ceil(input.elements);
    // Tiles of 4-bit elements have even extents, and memory whole words.
    if (isHalfByte(input.format))
      input.elements = std::max<int64_t>(input.elements, 8);
    if (!input.parameter) {
      makeGlobal(*this, input);
      continue;
    }
    unsigned number = cast<BlockArgument>(input.parameter).getArgNumber();
    StreamScope scope(*this, "elements");
    launch.arguments[number].bytes =
        drawBytes(input.format, input.elements, input.fact);
  }
  getEntry().setFunctionType(
      builder.getFunctionType(body.getArgumentTypes(), TypeRange()));
  // Memory of elements of 4 bits has whole words, as scratch memory does.
  for (Argument &argument : launch.arguments)
    if (argument.format == Format::F4E2M1FN)
      argument.bytes.resize(llvm::alignTo(argument.bytes.size(), 4));
}

void Generator::charge(Operation *op) {
  auto count = [](TypeRange types) {
    int64_t elements = 0;
    for (Type type : types)
      if (auto tile = dyn_cast<TileType>(type))
        elements += tile.getNumElements();
    return elements;
  };
  charge(count(op->getOperandTypes()) + count(op->getResultTypes()));
}

void Generator::emitSteps() {
  // The kernel of a large program comes at a random place among the steps.
  unsigned kernels = isLarge ? 1 + rng.chance(20) : 0;
  // Several CTAs share no tile block that does more than load, multiply and
  // store.
  if (options.size == Size::Nested && rng.chance(40)) {
    wantsCluster = true;
    stepsLeft = 0;
  }
  // Other steps add products, which some passes leave alone.
  if (options.size == Size::Tuned) {
    kernels = 1;
    stepsLeft = 0;
  }
  while (stepsLeft > 0 || kernels > 0) {
    if (kernels > 0 && rng.below(stepsLeft + 1) < kernels) {
      --kernels;
      emitKernel(*this);
      continue;
    }
    --stepsLeft;
    steps(1);
  }
}

/// The number of draws of the steps changes nothing of what comes behind them.
void Generator::emitBody() {
  {
    StreamScope scope(*this, "steps");
    emitSteps();
  }
  StreamScope scope(*this, "end");
  finish();
}

cuda_tile::ModuleOp Generator::getModule() const {
  return cast<cuda_tile::ModuleOp>(module);
}

EntryOp Generator::getEntry() const { return cast<EntryOp>(entry); }

OwningOpRef<Operation *> Generator::run() {
  OwningOpRef<Operation *> program =
      cuda_tile::ModuleOp::create(builder, loc, "kernels").getOperation();
  module = *program;
  bool hasDependent = has(4) && rng.chance(25);
  begin(entryName);
  if (hasDependent && rng.chance(60))
    make<GdcLaunchDependentsTkoOp>(Value());
  emitBody();
  if (hasDependent)
    addDependent();
  if (rng.chance(8))
    launch.cluster =
        rng.pick<Launch::Grid>({{2, 1, 1}, {1, 2, 1}, {2, 2, 1}, {4, 1, 1}});
  setLaunch(getModule(), launch);
  if (has(3) && rng.chance(30))
    getModule().setProducer("cuda-tile-smith");
  return program;
}

OwningOpRef<Operation *> smith::generate(MLIRContext *context,
                                         const Options &options) {
  return Generator(context, options).run();
}

//===----------------------------------------------------------------------===//
// Dependent launches
//===----------------------------------------------------------------------===//

/// Makes a second entry, which is launched behind this one. Both take the
/// arguments of both.
void Generator::addDependent() {
  Options again = options;
  again.seed = rng.next();
  again.version = version;
  Generator second(builder.getContext(), again);
  second.follow(*this);
  launch.arguments = second.launch.arguments;
  launch.dependentGrid = second.launch.grid;
  Block &body = getEntry().getBody().front();
  for (Type type : second.getEntry().getArgumentTypes().drop_front(
           getEntry().getNumArguments()))
    body.addArgument(type, loc);
  getEntry().setFunctionType(second.getEntry().getFunctionType());
}

void Generator::follow(const Generator &first) {
  module = first.module;
  prefix = "dependent_";
  launch.arguments = first.launch.arguments;
  begin(dependentName);
  cuda_tile::EntryOp before = first.getEntry();
  for (Type type : before.getArgumentTypes())
    getEntry().getBody().front().addArgument(type, loc);
  emitWait(*this);
  emitBody();
}

Legacy Generator::legacyOf(unsigned number) {
  const Argument &argument = launch.arguments[number];
  int64_t elements =
      argument.bytes.size() / numerics::storageBytes(argument.format);
  return {getEntry().getBody().front().getArgument(number), argument.format,
          elements};
}

void Generator::setInsertionPointForGlobals() {
  builder.setInsertionPoint(*getModule().getBody().getOps<EntryOp>().begin());
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Value Generator::inputPointer(Format format, int64_t elements, Fact &fact) {
  Input *input = nullptr;
  for (Input &candidate : inputs)
    if (candidate.format == format && (!input || rng.chance(50)))
      input = &candidate;
  if (!input || rng.chance(20)) {
    input = &inputs.emplace_back();
    input->format = format;
    input->fact = dataFact(format);
    if (rng.chance(40)) {
      input->global = globalName("input", inputs.size());
    } else {
      input->parameter = addMemory(format, {});
    }
  }
  input->elements = std::max(input->elements, elements);
  fact = input->fact;
  if (input->parameter)
    return input->parameter;
  return make<GetGlobalOp>(pointerType(format), input->global);
}

Value Generator::addMemory(TileType pointer, std::vector<uint8_t> bytes) {
  Type pointee = cast<PointerType>(pointer.getElementType()).getPointeeType();
  launch.arguments.push_back(
      {*cuda_tile::getFormat(pointee), /*isPointer=*/true, std::move(bytes)});
  return getEntry().getBody().front().addArgument(pointer, loc);
}

Value Generator::addMemory(Format format, std::vector<uint8_t> bytes) {
  return addMemory(pointerType(format), std::move(bytes));
}

Value Generator::addMemory(Format format, int64_t elements, const Fact &fact) {
  std::vector<uint8_t> bytes = drawBytes(format, elements, fact);
  return addMemory(format, std::move(bytes));
}

Value Generator::addNumber(Format format, const Fact &fact) {
  Argument argument{format, /*isPointer=*/false, {}};
  append(argument.bytes, format, drawBits(format, fact));
  launch.arguments.push_back(std::move(argument));
  return getEntry().getBody().front().addArgument(tileType(format, {}), loc);
}
