//===- RandomControlFlowTest.cpp - Passes on random control flow ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of nested branches and loops with early exits print the
// values that they compute. Canonicalisation, CSE, hoisting and MLIR's analyses
// must not change a word of it.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"

#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

namespace {

/// Writes the body of an entry with the arguments %a and %b, of type i32.
class Generator {
public:
  explicit Generator(unsigned seed) : engine(seed) {}

  std::string generate() {
    for (int i = -2; i < 4; ++i)
      line("%k" + std::to_string(i + 2) +
           " = constant <i32: " + std::to_string(i) + "> : tile<i32>");
    line("%true = constant <i1: true> : tile<i1>");
    line("%false = constant <i1: false> : tile<i1>");
    std::vector<std::string> values{"%a",  "%b",  "%k0", "%k1",
                                    "%k2", "%k3", "%k4", "%k5"};
    block(values, 3, {});
    return text;
  }

private:
  /// The loop around a block: the number of values that its ends take.
  struct Loop {
    bool exists = false, isFor = false;
    size_t numCarried = 0, numResults = 0;
    bool mayReturn = true, mayContinue = true;
  };
  using Values = std::vector<std::string>;

  size_t below(size_t n) { return engine() % n; }
  const std::string &pick(const Values &values) {
    // Later values more often, as the program has computed them.
    size_t i = below(values.size()), j = below(values.size());
    return values[std::max(i, j)];
  }
  std::string fresh() { return "%v" + std::to_string(counter++); }
  void line(const std::string &content) { text += content + "\n"; }
  static std::string types(size_t n) {
    Values list(n, "tile<i32>");
    return llvm::join(list, ", ");
  }
  /// "op %x, %y : types", or the op alone.
  std::string end(const std::string &op, size_t n, const Values &values) {
    Values operands;
    for (size_t i = 0; i < n; ++i)
      operands.push_back(pick(values));
    return n == 0 ? op
                  : op + " " + llvm::join(operands, ", ") + " : " + types(n);
  }

  std::string condition(const Values &values) {
    if (below(6) == 0)
      return below(2) ? "%true" : "%false";
    if (!conditions.empty() && below(3) == 0)
      return pick(conditions);
    std::string name = fresh(), x = pick(values), y = pick(values);
    line(name + " = cmpi " + (below(2) ? "less_than " : "equal ") + x + ", " +
         y + ", signed : tile<i32> -> tile<i1>");
    conditions.push_back(name);
    return name;
  }

  /// Ends a branch: with its values, or with a jump.
  void branchEnd(size_t numResults, const Values &values, const Loop &loop) {
    size_t choice = below(5);
    if (choice == 0 && loop.exists && loop.mayContinue)
      line(end("continue", loop.numCarried, values));
    else if (choice == 1 && loop.exists && !loop.isFor)
      line(end("break", loop.numResults, values));
    else if (choice == 2 && loop.mayReturn && below(3) == 0)
      line("return");
    else
      line(end("yield", numResults, values));
  }

  void addResults(Values &values, const std::string &name, size_t n) {
    for (size_t i = 0; i < n; ++i)
      values.push_back(n == 1 ? name : name + "#" + std::to_string(i));
  }
  static std::string resultList(const std::string &name, size_t n) {
    if (n == 0)
      return "";
    return name + (n == 1 ? "" : ":" + std::to_string(n)) + " = ";
  }

  void branch(Values &values, int depth, const Loop &loop) {
    std::string cond = condition(values), name = fresh();
    size_t n = below(3);
    line(resultList(name, n) + "if " + cond +
         (n ? " -> (" + types(n) + ")" : "") + " {");
    for (int part = 0; part < 2; ++part) {
      Values inner = values;
      block(inner, depth - 1, loop);
      branchEnd(n, inner, loop);
      if (part == 0 && n == 0 && below(2))
        break;
      if (part == 0)
        line("} else {");
    }
    line("}");
    addResults(values, name, n);
  }

  /// `iter_values(%x = %init, ...)`, and the values in `inner`.
  std::string carried(size_t n, const Values &values, Values &inner) {
    Values list;
    for (size_t i = 0; i < n; ++i) {
      std::string argument = fresh();
      list.push_back(argument + " = " + pick(values));
      inner.push_back(argument);
    }
    return n ? " iter_values(" + llvm::join(list, ", ") + ")" : "";
  }

  void forLoop(Values &values, int depth) {
    std::string name = fresh(), counter = fresh();
    Values inner = values;
    Loop loop{/*exists=*/true, /*isFor=*/true, below(3), 0,
              /*mayReturn=*/false};
    // Bounds between -2 and 3, or %a; steps of 1 to 3.
    auto bound = [&] { return "%k" + std::to_string(below(6)); };
    std::string lower = bound(), upper = below(4) ? bound() : "%a";
    std::string step = "%k" + std::to_string(3 + below(3));
    std::string init = carried(loop.numCarried, values, inner);
    line(resultList(name, loop.numCarried) + "for " + counter + " in (" +
         lower + " to " + upper + ", step " + step + ") : tile<i32>" + init +
         (loop.numCarried ? " -> (" + types(loop.numCarried) + ")" : "") +
         " {");
    inner.push_back(counter);
    block(inner, depth - 1, loop);
    line(end("continue", loop.numCarried, inner));
    line("}");
    addResults(values, name, loop.numCarried);
  }

  /// Its first value counts down to the exit.
  void endlessLoop(Values &values, int depth, const Loop &outer) {
    std::string name = fresh(), left = fresh(), less = fresh(), done = fresh();
    Loop loop{/*exists=*/true, /*isFor=*/false, 1, below(3), outer.mayReturn};
    Values inner = values;
    line(resultList(name, loop.numResults) + "loop iter_values(" + left +
         " = %k" + std::to_string(below(6)) + ") : tile<i32>" +
         (loop.numResults ? " -> " + types(loop.numResults) : "") + " {");
    line(less + " = subi " + left + ", %k3 : tile<i32>");
    line(done + " = cmpi less_than " + less +
         ", %k2, signed : tile<i32> -> tile<i1>");
    line("if " + done + " {\n" + end("break", loop.numResults, values) + "\n}");
    // Only the `continue` at the end may go on with another count.
    loop.mayContinue = false;
    inner.push_back(left);
    block(inner, depth - 1, loop);
    if (below(4) == 0)
      line(end("break", loop.numResults, inner));
    else
      line("continue " + less + " : tile<i32>");
    line("}");
    addResults(values, name, loop.numResults);
  }

  void block(Values &values, int depth, const Loop &loop) {
    size_t numConditions = conditions.size();
    for (size_t i = 0, n = below(5); i < n; ++i) {
      size_t choice = below(depth > 0 ? 8 : 4);
      if (choice < 2) {
        const char *ops[] = {"addi", "subi", "muli", "xori"};
        std::string name = fresh(), x = pick(values), y = pick(values);
        line(name + " = " + ops[below(4)] + " " + x + ", " + y +
             " : tile<i32>");
        values.push_back(name);
      } else if (choice < 4) {
        line(fresh() + " = print_tko \"" + std::to_string(counter) +
             ":%d\\n\", " + pick(values) + " : tile<i32> -> token");
      } else if (choice < 6) {
        branch(values, depth, loop);
      } else if (choice == 6) {
        forLoop(values, depth);
      } else {
        endlessLoop(values, depth, loop);
      }
    }
    conditions.resize(numConditions);
  }

  std::mt19937 engine;
  std::string text;
  /// Conditions of the surrounding blocks.
  Values conditions;
  size_t counter = 0;
};

/// The output of the program for some arguments, after `passes`.
std::string runProgram(const std::string &body,
                       llvm::function_ref<void(OpPassManager &)> addPasses) {
  Harness h;
  h.config.stepLimit = 200000;
  if (!h.parseKernel("%a: tile<i32>, %b: tile<i32>", body)) {
    ADD_FAILURE() << h.errors << body;
    return "";
  }
  PassManager passes(h.getModule()->getName());
  addPasses(passes);
  EXPECT_TRUE(succeeded(passes.run(h.getModule()))) << h.errors << body;
  std::string trace;
  for (int a : {-1, 2, 5}) {
    EXPECT_TRUE(h.launch({Harness::i32(a), Harness::i32(3)}))
        << h.errors << body;
    trace += "a = " + std::to_string(a) + "\n" + h.printed;
  }
  return trace;
}

TEST(RandomControlFlow, PassesKeepTheTrace) {
  size_t numLines = 0;
  for (unsigned seed = 0; seed < 800; ++seed) {
    std::string body = Generator(seed).generate();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + body);
    std::string plain = runProgram(body, [](OpPassManager &) {});
    numLines += llvm::count(plain, '\n');
    ASSERT_EQ(plain, runProgram(body, [](OpPassManager &passes) {
                passes.addPass(createCanonicalizerPass());
              }));
    ASSERT_EQ(plain, runProgram(body, [](OpPassManager &passes) {
                passes.addPass(createSCCPPass());
                passes.addPass(createRemoveDeadValuesPass());
                passes.addPass(createLoopInvariantCodeMotionPass());
                passes.addPass(createCudaTileLICM());
                passes.addPass(createCSEPass());
                passes.addPass(createCanonicalizerPass());
              }));
    if (HasFailure())
      return;
  }
  // The programs must print something.
  EXPECT_GT(numLines, 4000u);
}

} // namespace
