//===- AliasingTest.cpp - Disjoint accesses, by brute force ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random kernels compute addresses in loops, access boxes and tiles of
// pointers, and are executed with random arguments. If two executions touch the
// same byte, the analysis must have reported that they may: for any two, for
// two in the same iterations, and for two in different iterations of a loop.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Writes kernels of i32 arithmetic on arguments, constants and counters.
class KernelWriter {
public:
  explicit KernelWriter(unsigned seed) : random(seed) {}

  std::string write() {
    os << "tileaa.entry @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %m0: i32, %n0: "
          "i32, "
          "%s: i64, %e: i64) {\n"
          "%m = tileaa.assume %m0 {lower = 0 : i64, upper = 40 : i64} : i32\n"
          "%n = tileaa.assume %n0 {div_by = 4 : i64} : i32\n";
    integers = {"%m", "%n"};
    for (int number : {0, 1, 3, 8}) {
      std::string constant = "%k" + std::to_string(number);
      os << constant << " = arith.constant " << number << " : i32\n%l" << number
         << " = arith.constant " << number << " : i64\n";
      integers.push_back(constant);
    }
    os << "%l16 = arith.constant 16 : i64\n%i = tileaa.iota : tensor<4xi32>\n";
    bases = {"%p", "%q"};
    block(0);
    os << "tileaa.return\n}\n";
    return text;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }
  template <typename T> const T &any(const std::vector<T> &from) {
    return from[pick(from.size())];
  }
  std::string name() { return "%v" + std::to_string(next++); }

  void arithmetic() {
    std::string result = name();
    const char *ops[] = {"addi", "subi", "muli"};
    os << result << " = arith." << ops[pick(3)] << " " << any(integers) << ", "
       << (pick(2) ? any(integers) : "%k" + std::to_string(pick(2) ? 3 : 8))
       << (pick(3) ? " overflow<nsw>" : "") << " : i32\n";
    integers.push_back(result);
  }

  std::string wide() {
    std::string result = name();
    os << result << " = arith." << (pick(2) ? "extsi " : "extui ")
       << any(integers) << " : i32 to i64\n";
    return result;
  }

  void moveBase() {
    std::string offset = wide(), result = name();
    os << result << " = tileaa.ptr_add " << any(bases) << ", " << offset
       << " : !tileaa.ptr, i64\n";
    bases.push_back(result);
  }

  /// A box of two dimensions, or of one.
  void box() {
    std::string first = wide(), second = wide();
    bool isPlane = pick(2);
    // Rows may be as long as the memory's, have gaps, or overlap.
    const char *strides[] = {"%l16", "%l8", "%s", "%l3", "%e"};
    std::string stride = strides[pick(5)], unit = pick(4) ? "%l1" : "%l3";
    std::string width = pick(2) ? "%l16" : "%e";
    os << name() << ", " << name() << " = tileaa.load " << any(bases);
    if (isPlane)
      os << "[" << first << ", " << second << "] extents [" << width << ", "
         << (pick(2) ? "%l8" : "%e") << "] strides [" << stride << ", " << unit
         << "] : !tileaa.ptr -> tensor<" << (pick(2) ? "2x4" : "4x2");
    else
      os << "[" << first << "] extents [" << width << "] strides ["
         << (pick(2) ? unit : "%s") << "] : !tileaa.ptr -> tensor<"
         << (pick(2) ? 4 : 8);
    os << (pick(3) ? "xi16>\n" : "xi8>\n");
  }

  void tile() {
    std::string splat = name(), sum = name(), wideSum = name(), base = name(),
                pointers = name();
    os << splat << " = tileaa.splat " << any(integers)
       << " : i32 -> tensor<4xi32>\n"
       << sum << " = arith.addi " << splat << ", %i"
       << (pick(2) ? " overflow<nsw>" : "") << " : tensor<4xi32>\n"
       << wideSum << " = arith.extsi " << sum
       << " : tensor<4xi32> to tensor<4xi64>\n"
       << base << " = tileaa.splat " << any(bases)
       << " : !tileaa.ptr -> tensor<4x!tileaa.ptr>\n"
       << pointers << " = tileaa.ptr_add " << base << ", " << wideSum
       << " : tensor<4x!tileaa.ptr>, tensor<4xi64>\n"
       << name() << ", " << name() << " = tileaa.load " << pointers
       << " : tensor<4x!tileaa.ptr> -> tensor<4xi8>\n";
  }

  void loop(unsigned depth) {
    size_t numIntegers = integers.size(), numBases = bases.size();
    std::string counter = name();
    os << "scf.for " << counter << " = %k" << (pick(2) ? "0" : "1") << " to "
       << (pick(2) ? "%m" : "%k8") << " step %k" << (pick(2) ? "3" : "8")
       << " : i32 {\n";
    // Counters are used more often than other values.
    integers.insert(integers.end(), 3, counter);
    block(depth + 1);
    os << "}\n";
    integers.resize(numIntegers);
    bases.resize(numBases);
  }

  void block(unsigned depth) {
    for (unsigned count = 3 + pick(5); count > 0; --count) {
      unsigned kind = pick(depth < 2 ? 10 : 8);
      if (kind < 3)
        arithmetic();
      else if (kind == 3)
        moveBase();
      else if (kind < 7)
        box();
      else if (kind == 7)
        tile();
      else
        loop(depth);
    }
  }

  std::mt19937 random;
  std::string text;
  llvm::raw_string_ostream os{text};
  std::vector<std::string> integers, bases;
  unsigned next = 0;
};

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// One execution of an access: the iterations of the loops around it, from the
/// outside, and the bytes that it touches.
struct Event {
  AccessOpInterface access;
  SmallVector<std::pair<Operation *, int64_t>> iterations;
  std::vector<uint64_t> bytes;
};

/// Executes a kernel; stops at undefined behaviour.
class Executor {
public:
  using Tile = std::vector<uint64_t>;

  bool run(Block &block) {
    for (Operation &op : block)
      if (!execute(&op))
        return false;
    return true;
  }

  llvm::DenseMap<Value, Tile> values;
  std::vector<Event> events;

private:
  static unsigned widthOf(Value value) {
    Type type = getElementTypeOrSelf(value.getType());
    return type.isInteger() ? type.getIntOrFloatBitWidth() : 64;
  }
  static int64_t extend(uint64_t bits, unsigned width) {
    return llvm::SignExtend64(bits, width);
  }

  bool execute(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return execute(loop);
    if (auto access = dyn_cast<AccessOpInterface>(op))
      return execute(access);
    if (op->getNumResults() != 1)
      return true;
    Tile &result = values[op->getResult(0)];
    result = compute(op);
    return !isUndefined;
  }

  bool execute(scf::ForOp loop) {
    auto number = [&](Value value) { return extend(values[value][0], 32); };
    int64_t step = number(loop.getStep());
    for (int64_t i = number(loop.getLowerBound());
         i < number(loop.getUpperBound()); i += step) {
      values[loop.getInductionVar()] = {uint64_t(i)};
      iterations.emplace_back(loop, i);
      bool isDefined = run(*loop.getBody());
      iterations.pop_back();
      if (!isDefined)
        return false;
    }
    return true;
  }

  bool execute(AccessOpInterface access) {
    Event event{access, iterations, {}};
    auto type = cast<RankedTensorType>(access.getAccessed().getType());
    unsigned bytes = type.getElementTypeBitWidth() / 8;
    auto touch = [&](uint64_t address) {
      for (unsigned i = 0; i < bytes; ++i)
        event.bytes.push_back(address + i);
    };
    if (access.getStarts().empty()) {
      llvm::for_each(values[access.getBase()], touch);
      events.push_back(event);
      return true;
    }
    for (int64_t element = 0; element < type.getNumElements(); ++element) {
      __int128 address = 0;
      bool exists = true;
      int64_t rest = element;
      for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
        uint64_t index = values[access.getStarts()[dim]][0] +
                         uint64_t(rest % type.getDimSize(dim));
        rest /= type.getDimSize(dim);
        exists &= index < values[access.getExtents()[dim]][0];
        address += __int128(index) * values[access.getStrides()[dim]][0];
      }
      if (exists)
        touch(values[access.getBase()][0] + uint64_t(address) * bytes);
    }
    events.push_back(event);
    return true;
  }

  Tile compute(Operation *op) {
    SmallVector<Tile> operands;
    for (Value operand : op->getOperands())
      operands.push_back(values[operand]);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return {uint64_t(cast<IntegerAttr>(constant.getValue()).getInt())};
    if (isa<AssumeOp>(op))
      return operands[0];
    if (isa<SplatOp>(op))
      return Tile(4, operands[0][0]);
    if (isa<IotaOp>(op))
      return {0, 1, 2, 3};
    Tile result;
    for (size_t i = 0; i < operands[0].size(); ++i) {
      uint64_t lhs = operands[0][i];
      uint64_t rhs = operands.size() > 1 ? operands[1][i] : 0;
      result.push_back(computeElement(op, lhs, rhs));
    }
    return result;
  }

  uint64_t computeElement(Operation *op, uint64_t lhs, uint64_t rhs) {
    int64_t l = extend(lhs, widthOf(op->getOperand(0)));
    int64_t r = extend(rhs, 32);
    auto checked = [&](int64_t exact) {
      auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
      isUndefined |= flags.hasNoSignedWrap() && exact != extend(exact, 32);
      return uint64_t(extend(exact, 32));
    };
    return llvm::TypeSwitch<Operation *, uint64_t>(op)
        .Case([&](arith::AddIOp) { return checked(l + r); })
        .Case([&](arith::SubIOp) { return checked(l - r); })
        .Case([&](arith::MulIOp) { return checked(l * r); })
        .Case([&](arith::ExtSIOp) { return uint64_t(l); })
        .Case([&](arith::ExtUIOp) { return uint64_t(uint32_t(lhs)); })
        .Case([&](PtrAddOp) { return lhs + rhs; });
  }

  bool isUndefined = false;
  SmallVector<std::pair<Operation *, int64_t>> iterations;
};

/// The outermost loop in which two executions are in different iterations; null
/// if they are in the same ones of all common loops.
Operation *findDifferent(const Event &lhs, const Event &rhs) {
  for (auto [l, r] : llvm::zip(lhs.iterations, rhs.iterations)) {
    if (l.first != r.first)
      return nullptr;
    if (l.second != r.second)
      return l.first;
  }
  return nullptr;
}

TEST(AliasingTest, RandomKernels) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, TileAADialect, scf::SCFDialect>();
  unsigned numApart = 0, numTogether = 0, numAcross = 0, numMet = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    std::string text = KernelWriter(seed).write();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto entry = *module->getOps<EntryOpInterface>().begin();
    Aliasing aliasing(entry);
    SmallVector<AccessOpInterface> accesses;
    entry.walk([&](AccessOpInterface access) { accesses.push_back(access); });
    for (AccessOpInterface lhs : accesses)
      for (AccessOpInterface rhs : accesses) {
        numApart += !aliasing.mayOverlap(lhs, rhs, Executions::any());
        numTogether += !aliasing.mayOverlap(lhs, rhs, Executions::together());
        if (auto loop = lhs->getParentOfType<scf::ForOp>())
          numAcross += !aliasing.mayOverlap(lhs, rhs, Executions::across(loop));
      }
    std::mt19937 random(seed);
    for (unsigned round = 0; round < 8; ++round) {
      Executor executor;
      ValueRange arguments = entry.getBody().getArguments();
      // The two pointers may be the same, or lead to one array.
      uint64_t p = 1 << 20, q = p + random() % 3 * 16;
      uint64_t values[] = {p,
                           q,
                           random() % 41,
                           random() % 2 ? random() % 16 * 4
                                        : uint64_t(int32_t(random() & ~3u)),
                           random() % 20,
                           random() % 20};
      for (auto [argument, value] : llvm::zip_equal(arguments, values))
        executor.values[argument] = {value};
      // Undefined behaviour ends the kernel; events until then count.
      executor.run(entry.getBody().front());
      if (executor.events.size() > 200)
        continue;
      for (const Event &lhs : executor.events)
        for (const Event &rhs : executor.events) {
          if (&lhs == &rhs)
            continue;
          llvm::DenseSet<uint64_t> bytes(lhs.bytes.begin(), lhs.bytes.end());
          if (llvm::none_of(rhs.bytes,
                            [&](uint64_t b) { return bytes.contains(b); }))
            continue;
          ++numMet;
          ASSERT_TRUE(
              aliasing.mayOverlap(lhs.access, rhs.access, Executions::any()));
          ASSERT_EQ(aliasing.getClass(lhs.access),
                    aliasing.getClass(rhs.access));
          Operation *loop = findDifferent(lhs, rhs);
          ASSERT_TRUE(aliasing.mayOverlap(lhs.access, rhs.access,
                                          loop ? Executions::across(loop)
                                               : Executions::together()));
        }
    }
  }
  EXPECT_GT(numApart, 100u);
  EXPECT_GT(numTogether, 1000u);
  EXPECT_GT(numAcross, 100u);
  EXPECT_GT(numMet, 100000u);
}

} // namespace
