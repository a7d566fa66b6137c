//===- GeneratorTest.cpp - Programs of the smith --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Smith/Launch.h"
#include "tessera/Smith/Smith.h"

#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

/// The text of a program, made in a context of its own.
static std::string makeText(const Options &options) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  std::string text;
  llvm::raw_string_ostream os(text);
  generate(&context, options)->print(os);
  return text;
}

TEST(Generator, OptionsDecideTheProgram) {
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Options options;
    options.seed = seed;
    std::string text = makeText(options);
    EXPECT_EQ(text, makeText(options));
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), 40u);
}

TEST(Generator, StepsDecideTheSize) {
  auto lengthOf = [](unsigned steps) {
    size_t length = 0;
    for (uint64_t seed = 0; seed < 10; ++seed) {
      Options options;
      options.seed = seed;
      // The kernel of a large program is no step.
      options.size = Size::Small;
      options.steps = steps;
      length += makeText(options).size();
    }
    return length;
  };
  EXPECT_LT(2 * lengthOf(4), lengthOf(40));
}

namespace {
/// Features that occur in many programs.
struct Census {
  std::set<std::string> operations, elements;
  std::set<size_t> ranks;
  /// The letters of conversions of prints.
  std::set<char> conversions;
  /// The numbers of programs with locations in a source and with hints of the
  /// entry, of operations with hints, and of regions that carry pointers.
  unsigned places = 0, entryHints = 0, accessHints = 0, carriedPointers = 0;
  /// The number of programs with two entries.
  unsigned dependents = 0;
  unsigned invalid = 0;

  void count(Operation *module);
  void count(Type type);
};
} // namespace

void Census::count(Type type) {
  auto tile = dyn_cast<cuda_tile::TileType>(type);
  if (!tile)
    return;
  ranks.insert(tile.getShape().size());
  std::string name;
  llvm::raw_string_ostream os(name);
  Type element = tile.getElementType();
  if (isa<cuda_tile::PointerType>(element))
    os << "ptr";
  else
    os << numerics::name(*cuda_tile::getFormat(element));
  elements.insert(name);
}

void Census::count(Operation *module) {
  invalid += failed(verify(module));
  places += hasPlaces(module);
  dependents += getLaunch(module)->dependentGrid.has_value();
  module->walk([&](Operation *op) {
    operations.insert(op->getName().getStringRef().str());
    for (Type type : op->getResultTypes())
      count(type);
    if (auto print = dyn_cast<cuda_tile::PrintTkoOp>(op))
      for (StringRef piece : llvm::drop_begin(llvm::split(print.getStr(), '%')))
        conversions.insert(piece.rtrim("\n").split(' ').first.back());
    if (op->hasAttr("optimization_hints"))
      ++(isa<cuda_tile::EntryOpInterface>(op) ? entryHints : accessHints);
    if (op->getNumRegions() > 0)
      carriedPointers += llvm::any_of(op->getResultTypes(), [](Type type) {
        auto tile = dyn_cast<cuda_tile::TileType>(type);
        return tile && isa<cuda_tile::PointerType>(tile.getElementType());
      });
  });
}

static Census takeCensus(uint64_t numPrograms, Data data) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  Census census;
  for (uint64_t seed = 0; seed < numPrograms; ++seed) {
    Options options;
    options.seed = seed;
    options.data = data;
    census.count(*generate(&context, options));
  }
  return census;
}

/// Every operation that the definitions list, except for those that few GPUs
/// have: programs are for all GPUs.
static std::set<std::string> allOperations() {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  std::set<std::string> names;
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("cuda_tile"))
    names.insert(name.getStringRef().str());
  return names;
}

static std::set<std::string> allElements() {
  std::set<std::string> names{"ptr"};
  for (numerics::Format format : numerics::allFormats())
    names.insert(numerics::name(format).str());
  return names;
}

TEST(Generator, EveryOperationAndElementTypeOccurs) {
  for (Data data : {Data::Exact, Data::Arbitrary}) {
    Census census = takeCensus(1500, data);
    EXPECT_EQ(census.operations, allOperations());
    EXPECT_EQ(census.elements, allElements());
    EXPECT_EQ(census.ranks, (std::set<size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(std::string(census.conversions.begin(), census.conversions.end()),
              "adefgioux");
    EXPECT_EQ(census.invalid, 0u);
    for (unsigned number :
         {census.places, census.entryHints, census.accessHints,
          census.carriedPointers, census.dependents})
      EXPECT_GT(number, 100u);
  }
}

//===----------------------------------------------------------------------===//
// Large programs
//===----------------------------------------------------------------------===//

/// The elements of the largest tile.
static int64_t largestTile(Operation *module) {
  int64_t most = 0;
  module->walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<cuda_tile::TileType>(type))
        most = std::max(most, tile.getNumElements());
  });
  return most;
}

TEST(Generator, OneProgramInFiveIsLarge) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  // Without the option few tiles grow so large, step by step.
  unsigned large = 0, grown = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Options options;
    options.seed = seed;
    large += largestTile(*generate(&context, options)) >= 1024;
    options.size = Size::Small;
    grown += largestTile(*generate(&context, options)) >= 1024;
  }
  EXPECT_GT(large, 400u / 5);
  EXPECT_LT(large, 400u / 3);
  EXPECT_LT(grown, 400u / 50);
}

namespace {
/// The kinds of next values of loops, and the maximum number of elements that
/// the operations of a program process.
struct LoopCensus {
  std::set<std::string> indices, pointers;
  int64_t work = 0;

  void count(cuda_tile::ForOp loop);
  void countWork(Operation *module);
};
} // namespace

/// The kind of a next value; empty if it is none of those.
static std::string kindOfNext(cuda_tile::ForOp loop, BlockArgument carried,
                              Value next) {
  if (next == carried)
    return "itself";
  if (auto argument = dyn_cast<BlockArgument>(next);
      argument && argument.getOwner() == carried.getOwner())
    return argument.getArgNumber() == 0 ? "counter" : "another";
  Operation *op = next.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return "outside";
  return op->getName().stripDialect().str();
}

void LoopCensus::count(cuda_tile::ForOp loop) {
  Block &body = loop->getRegion(0).front();
  for (auto [carried, next] : llvm::zip(body.getArguments().drop_front(),
                                        body.getTerminator()->getOperands())) {
    auto tile = dyn_cast<cuda_tile::TileType>(carried.getType());
    if (!tile)
      continue;
    std::string kind = kindOfNext(loop, carried, next);
    if (isa<cuda_tile::PointerType>(tile.getElementType()) &&
        tile.getNumElements() >= 256)
      pointers.insert(kind);
    else if (tile.getShape().empty() && tile.getElementType().isInteger(32))
      indices.insert(kind);
  }
}

/// Each loop of a large program has up to seven iterations.
void LoopCensus::countWork(Operation *module) {
  uint64_t blocks = getLaunch(module)->numBlocks();
  int64_t elements = 0;
  module->walk([&](Operation *op) {
    int64_t times = blocks;
    for (Operation *at = op->getParentOp(); at; at = at->getParentOp())
      if (isa<cuda_tile::ForOp, cuda_tile::LoopOp>(at))
        times *= 7;
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<cuda_tile::TileType>(type))
        elements += times * tile.getNumElements();
  });
  work = std::max(work, elements);
}

TEST(Generator, LargeProgramsCarryValuesInEveryWay) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  LoopCensus census;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Options options;
    options.seed = seed;
    options.size = Size::Large;
    auto module = generate(&context, options);
    EXPECT_TRUE(succeeded(verify(*module))) << seed;
    (*module)->walk([&](cuda_tile::ForOp loop) { census.count(loop); });
    census.countWork(*module);
  }
  for (StringRef kind : {"constant", "outside", "counter", "another", "itself",
                         "addi", "if", "select"})
    EXPECT_TRUE(census.indices.count(kind.str())) << kind.str();
  // Pointers by the counter and by constants are offsets as well.
  for (StringRef kind :
       {"outside", "another", "itself", "offset", "if", "select"})
    EXPECT_TRUE(census.pointers.count(kind.str())) << kind.str();
  EXPECT_LT(census.work, int64_t(1) << 26);
}

/// True for an op that loads a tile of many elements.
static bool loadsLargeTile(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name != "load_view_tko" && name != "load_ptr_tko")
    return false;
  auto tile = cast<cuda_tile::TileType>(op->getResult(0).getType());
  return tile.getNumElements() >= 256;
}

TEST(Generator, LargeLoopsLoadUnderConditionsAndEndEarly) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  unsigned loads = 0, iterations = 0, exits = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Options options;
    options.seed = seed;
    options.size = Size::Large;
    auto module = generate(&context, options);
    (*module)->walk([&](cuda_tile::IfOp branch) {
      if (!isa<cuda_tile::ForOp, cuda_tile::LoopOp>(branch->getParentOp()))
        return;
      unsigned number = 0;
      branch->walk([&](Operation *op) { number += loadsLargeTile(op); });
      loads += number == 1;
      iterations += number > 1;
    });
    (*module)->walk([&](cuda_tile::LoopOp loop) {
      unsigned breaks = 0, tiles = 0;
      loop->walk([&](Operation *op) {
        breaks += isa<cuda_tile::BreakOp>(op);
        tiles += loadsLargeTile(op);
      });
      exits += breaks > 1 && tiles > 1;
    });
  }
  EXPECT_GE(loads, 60u);
  EXPECT_GE(iterations, 30u);
  EXPECT_GE(exits, 12u);
}

TEST(Generator, ScansKeepAnOrderAndSomeTilesAreHuge) {
  constexpr int64_t huge = int64_t(1) << 15;
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  unsigned recurrences = 0, hugeTiles = 0, multicast = 0, clusters = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Options options;
    options.seed = seed;
    options.size = Size::Large;
    options.version = bytecode::v13_5;
    auto module = generate(&context, options);
    bool hasHuge = false, hasMulticast = false;
    (*module)->walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      hasMulticast |= name.contains("multimem_");
      // Products of matrices, of which there is nothing else with four.
      recurrences += name.ends_with(".scan") && op->getNumOperands() == 4;
      for (Type type : op->getResultTypes())
        if (auto tile = dyn_cast<cuda_tile::TileType>(type))
          hasHuge |= tile.getNumElements() >= huge;
    });
    hugeTiles += hasHuge;
    multicast += hasMulticast;
    clusters += bool(getCluster(*module));
  }
  EXPECT_GE(recurrences, 1u);
  EXPECT_GE(hugeTiles, 10u);
  EXPECT_GE(multicast, 5u);
  EXPECT_GE(clusters, 10u);
}

namespace {
/// Products in nests of loops, and shapes of loops around them.
struct NestCensus {
  unsigned inBoth = 0, inLoops = 0, endsAtEnd = 0, branches = 0, clusters = 0;

  void count(Operation *module);
};
} // namespace

static bool isProduct(Operation *op) {
  return isa<cuda_tile::MmaFOp, cuda_tile::MmaIOp>(op);
}

/// True if a product stands in the region of `op`, in no other loop.
static bool multiplies(Operation *op) {
  bool found = false;
  op->walk([&](Operation *inner) {
    found |= isProduct(inner) && inner->getParentOp() == op;
  });
  return found;
}

void NestCensus::count(Operation *module) {
  bool hasBoth = false, hasLoop = false, hasDoWhile = false, hasBranch = false;
  auto isLoop = [](Operation *op) {
    return isa<cuda_tile::ForOp, cuda_tile::LoopOp>(op);
  };
  module->walk([&](Operation *op) {
    if (isa<cuda_tile::IfOp>(op))
      hasBranch |= multiplies(op);
    if (!isLoop(op) || !multiplies(op))
      return;
    hasLoop |= isa<cuda_tile::LoopOp>(op);
    for (Operation *around = op->getParentOp(); around;
         around = around->getParentOp())
      hasBoth |= isLoop(around) && multiplies(around);
    // A loop that multiplies before anything can end it.
    if (auto loop = dyn_cast<cuda_tile::LoopOp>(op))
      for (Operation &inner : loop.getRegion().front()) {
        hasDoWhile |= isProduct(&inner);
        if (isa<cuda_tile::IfOp>(inner) || isProduct(&inner))
          break;
      }
  });
  inBoth += hasBoth;
  inLoops += hasLoop;
  endsAtEnd += hasDoWhile;
  branches += hasBranch;
  module->walk([&](Operation *op) {
    Attribute attr = op->getAttr("optimization_hints");
    if (!attr || op->getName().stripDialect() != "entry")
      return;
    std::string hints;
    llvm::raw_string_ostream os(hints);
    attr.print(os);
    clusters += StringRef(hints).contains("num_cta_in_cga = 2") ||
                StringRef(hints).contains("num_cta_in_cga = 4");
  });
}

TEST(Generator, NestsMultiplyAnywhereInLoops) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  NestCensus census;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    Options options;
    options.seed = seed;
    options.size = Size::Nested;
    auto module = generate(&context, options);
    EXPECT_TRUE(succeeded(verify(*module))) << seed;
    census.count(*module);
  }
  EXPECT_GE(census.inBoth, 12u);
  EXPECT_GE(census.inLoops, 18u);
  EXPECT_GE(census.endsAtEnd, 6u);
  EXPECT_GE(census.branches, 3u);
  EXPECT_GE(census.clusters, 12u);
}

/// The kernels that have passes of their own are the whole program.
TEST(Generator, TunedProgramsAreOneKernel) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  unsigned norms = 0, doubles = 0, attention = 0, clusters = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Options options;
    options.seed = seed;
    options.size = Size::Tuned;
    auto module = generate(&context, options);
    EXPECT_TRUE(succeeded(verify(*module))) << seed;
    unsigned products = 0, loops = 0;
    bool isDouble = false, hasPowers = false;
    module->walk([&](Operation *op) {
      products += isProduct(op);
      loops += isa<cuda_tile::ForOp>(op);
      hasPowers |= isa<cuda_tile::Exp2Op>(op);
      auto product = dyn_cast<cuda_tile::MmaFOp>(op);
      isDouble |=
          product &&
          cast<cuda_tile::TileType>(product.getType()).getElementType().isF64();
    });
    norms += products == 0 && loops > 1;
    doubles += isDouble;
    attention += products == 2 && hasPowers;
    clusters += bool(getCluster(*module));
  }
  EXPECT_GE(norms, 8u);
  EXPECT_GE(doubles, 4u);
  EXPECT_GE(attention, 6u);
  EXPECT_GE(clusters, 3u);
}

TEST(Generator, EveryVersionIsDrawnAndKept) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  std::set<std::string> versions;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Options options;
    options.seed = seed;
    auto drawn = generate(&context, options);
    versions.insert(getLaunch(*drawn)->version.str());
    options.version = bytecode::v13_2;
    auto fixed = generate(&context, options);
    EXPECT_EQ(getLaunch(*fixed)->version.str(), "13.2");
  }
  EXPECT_EQ(versions,
            (std::set<std::string>{"13.1", "13.2", "13.3", "13.4", "13.5"}));
}
