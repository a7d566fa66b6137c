//===- RandomFactsTest.cpp - Facts hold wherever a program runs -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of loops and branches are run on concrete numbers, and every
// value that a run computes must be one that the facts admit. This finds faults
// in the flow of facts around back edges: a missing join or visit, or a range
// that is widened too little.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "llvm/ADT/TypeSwitch.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

/// Writes the text of a program of i8 values with structured control flow.
class Writer {
public:
  explicit Writer(unsigned seed) : random(seed) {}

  std::string write() {
    os << "tileaa.entry @k(%a: i8, %b: i8) {\n";
    values = {"%a", "%b"};
    for (int number : {0, 1, 2, 7, 16, -4, -128, 100})
      define("arith.constant " + std::to_string(number) + " : i8");
    block(0);
    os << "tileaa.return\n}\n";
    return text;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }
  std::string any() { return values[pick(values.size())]; }
  std::string name() { return "%v" + std::to_string(next++); }

  void define(const std::string &op) {
    std::string result = name();
    os << result << " = " << op << '\n';
    values.push_back(result);
  }

  std::string condition() {
    const char *predicates[] = {"eq", "slt", "ult", "sge", "ule"};
    std::string result = name();
    os << result << " = arith.cmpi " << predicates[pick(5)] << ", " << any()
       << ", " << any() << " : i8\n";
    return result;
  }

  void arithmetic() {
    const char *ops[] = {"addi",  "subi",  "muli",  "andi",  "ori",
                         "maxsi", "minui", "minsi", "maxui", "xori"};
    define(std::string("arith.") + ops[pick(10)] + ' ' + any() + ", " + any() +
           " : i8");
  }

  void promiseFree(const std::string &condition) {
    define("arith.select " + condition + ", " + any() + ", " + any() + " : i8");
  }

  /// The body of a region that yields one value.
  void body(unsigned depth, const std::string &yield) {
    size_t scope = values.size();
    block(depth + 1);
    os << yield << ' ' << any() << " : i8\n";
    values.resize(scope);
  }

  void branch(unsigned depth) {
    std::string test = condition(), result = name();
    os << result << " = scf.if " << test << " -> (i8) {\n";
    body(depth, "scf.yield");
    os << "} else {\n";
    body(depth, "scf.yield");
    os << "}\n";
    values.push_back(result);
  }

  void countedLoop(unsigned depth) {
    std::string lower = name(), upper = name(), step = name();
    os << lower << " = arith.constant " << int(pick(20)) - 10 << " : i8\n"
       << upper << " = arith.constant " << int(pick(30)) - 10 << " : i8\n"
       << step << " = arith.constant " << 1 + pick(9) << " : i8\n";
    std::string result = name(), index = name(), carried = name();
    os << result << " = scf.for " << index << " = " << lower << " to " << upper
       << " step " << step << " iter_args(" << carried << " = " << any()
       << ") -> (i8) : i8 {\n";
    values.push_back(index);
    values.push_back(carried);
    body(depth, "scf.yield");
    values.resize(values.size() - 2);
    os << "}\n";
    values.push_back(result);
  }

  /// A loop that runs until a random test fails; the runner stops long runs.
  void openLoop(unsigned depth) {
    std::string result = name(), before = name(), after = name();
    os << result << " = scf.while (" << before << " = " << any()
       << ") : (i8) -> i8 {\n";
    size_t scope = values.size();
    values.push_back(before);
    arithmetic();
    std::string test = condition();
    os << "scf.condition(" << test << ") " << values.back() << " : i8\n} do {\n"
       << "^bb0(" << after << ": i8):\n";
    values.resize(scope);
    values.push_back(after);
    body(depth, "scf.yield");
    values.resize(scope);
    os << "}\n";
    values.push_back(result);
  }

  void block(unsigned depth) {
    for (unsigned count = 2 + pick(4); count > 0; --count) {
      unsigned kind = pick(depth < 3 ? 10 : 7);
      if (kind < 6)
        arithmetic();
      else if (kind == 6)
        promiseFree(condition());
      else if (kind == 7)
        branch(depth);
      else if (kind == 8)
        countedLoop(depth);
      else
        openLoop(depth);
    }
  }

  std::mt19937 random;
  std::string text;
  llvm::raw_string_ostream os{text};
  std::vector<std::string> values;
  unsigned next = 0;
};

/// Runs a program and checks every value against its facts.
class Runner {
public:
  explicit Runner(const ValueFactsAnalysis &analysis) : analysis(analysis) {}

  void run(EntryOpInterface entry, ArrayRef<APInt> arguments) {
    for (auto [argument, number] :
         llvm::zip_equal(entry.getBody().getArguments(), arguments))
      set(argument, number);
    runBlock(entry.getBody().front());
  }

  unsigned numChecked = 0;

private:
  static constexpr unsigned maxSteps = 20000;

  void set(Value value, const APInt &number) {
    numbers[value] = number;
    auto [it, isNew] =
        facts.try_emplace(value, ValueFacts::unknown(value.getType()));
    if (isNew)
      it->second = analysis.getFacts(value);
    ++numChecked;
    if (it->second.admits(number))
      return;
    std::string text;
    llvm::raw_string_ostream os(text);
    os << value << " is " << number << " but " << it->second << " in\n"
       << *value.getParentRegion()->getParentOfType<ModuleOp>();
    ADD_FAILURE() << text;
    steps = maxSteps;
  }
  APInt get(Value value) { return numbers.at(value); }
  SmallVector<APInt> getAll(ValueRange values) {
    return llvm::map_to_vector(values, [&](Value v) { return get(v); });
  }

  /// False if the run is over.
  bool runBlock(Block &block) {
    for (Operation &op : block.without_terminator())
      if (++steps >= maxSteps || !runOp(&op))
        return false;
    return true;
  }

  bool runOp(Operation *op) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return runBranch(branch);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return runLoop(loop);
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return runLoop(loop);
    set(op->getResult(0), evaluate(op));
    return true;
  }

  bool runBranch(scf::IfOp branch) {
    Block &block = get(branch.getCondition()).isZero() ? *branch.elseBlock()
                                                       : *branch.thenBlock();
    if (!runBlock(block))
      return false;
    set(branch.getResult(0), get(block.getTerminator()->getOperand(0)));
    return true;
  }

  bool runLoop(scf::ForOp loop) {
    APInt carried = get(loop.getInitArgs()[0]);
    int end = get(loop.getUpperBound()).getSExtValue();
    int step = get(loop.getStep()).getSExtValue();
    for (int i = get(loop.getLowerBound()).getSExtValue(); i < end; i += step) {
      set(loop.getInductionVar(), APInt(8, i, /*isSigned=*/true));
      set(loop.getRegionIterArgs()[0], carried);
      if (!runBlock(*loop.getBody()))
        return false;
      carried = get(loop.getBody()->getTerminator()->getOperand(0));
    }
    set(loop.getResult(0), carried);
    return true;
  }

  bool runLoop(scf::WhileOp loop) {
    APInt carried = get(loop.getInits()[0]);
    while (true) {
      set(loop.getBeforeArguments()[0], carried);
      if (!runBlock(*loop.getBeforeBody()))
        return false;
      APInt passed = get(loop.getConditionOp().getArgs()[0]);
      if (get(loop.getConditionOp().getCondition()).isZero()) {
        set(loop.getResult(0), passed);
        return true;
      }
      set(loop.getAfterArguments()[0], passed);
      if (!runBlock(*loop.getAfterBody()))
        return false;
      carried = get(loop.getYieldOp().getOperand(0));
    }
  }

  APInt evaluate(Operation *op) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return cast<IntegerAttr>(constant.getValue()).getValue();
    SmallVector<APInt> in = getAll(op->getOperands());
    return llvm::TypeSwitch<Operation *, APInt>(op)
        .Case([&](arith::AddIOp) { return in[0] + in[1]; })
        .Case([&](arith::SubIOp) { return in[0] - in[1]; })
        .Case([&](arith::MulIOp) { return in[0] * in[1]; })
        .Case([&](arith::AndIOp) { return in[0] & in[1]; })
        .Case([&](arith::OrIOp) { return in[0] | in[1]; })
        .Case([&](arith::XOrIOp) { return in[0] ^ in[1]; })
        .Case([&](arith::MaxSIOp) { return in[in[0].slt(in[1])]; })
        .Case([&](arith::MinSIOp) { return in[in[1].slt(in[0])]; })
        .Case([&](arith::MaxUIOp) { return in[in[0].ult(in[1])]; })
        .Case([&](arith::MinUIOp) { return in[in[1].ult(in[0])]; })
        .Case([&](arith::SelectOp) { return in[0].isZero() ? in[2] : in[1]; })
        .Case([&](arith::CmpIOp op) {
          return APInt(
              1, arith::applyCmpPredicate(op.getPredicate(), in[0], in[1]));
        });
  }

  const ValueFactsAnalysis &analysis;
  llvm::DenseMap<Value, APInt> numbers;
  llvm::DenseMap<Value, ValueFacts> facts;
  unsigned steps = 0;
};

TEST(RandomFactsTest, EveryRunIsAdmitted) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, TileAADialect, scf::SCFDialect>();
  std::mt19937 random(2);
  unsigned numChecked = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(Writer(seed).write(), &context);
    ASSERT_TRUE(module) << Writer(seed).write();
    auto entry = *module->getOps<EntryOpInterface>().begin();
    ValueFactsAnalysis analysis(entry);
    for (int run = 0; run < 6; ++run) {
      Runner runner(analysis);
      runner.run(entry, {APInt(8, random() % 256), APInt(8, random() % 256)});
      numChecked += runner.numChecked;
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(numChecked, 100000u);
}

} // namespace
