//===- ValidatorTest.cpp - Proofs, and planted faults that break them -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table below has faults of the kinds that passes have had. Each is planted
// by a pass of its own behind those of a stage, and has to be found there and
// named. The data are such that the results of most are the same bits: only the
// terms tell.
//
//===----------------------------------------------------------------------===//

#include "SymbolicKernel.h"

#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SetVector.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::runtime;

namespace {

bool isNamed(Operation *op, StringRef name) {
  return op->getName().stripDialect() == name;
}

void swap(Operation *op, unsigned first, unsigned second) {
  Value operand = op->getOperand(first);
  op->setOperand(first, op->getOperand(second));
  op->setOperand(second, operand);
}

/// Replaces an operation by another of its operands and type.
void rename(Operation *op, StringRef name) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name, op->getOperands(),
                       op->getResultTypes());
  for (NamedAttribute attr : op->getAttrs())
    state.addAttribute(attr.getName(), attr.getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *made = builder.create(state);
  op->replaceAllUsesWith(made->getResults());
  op->erase();
}

/// Replaces the uses of a result by one of the operands.
void bypass(Operation *op, unsigned operand) {
  op->getResult(0).replaceAllUsesWith(op->getOperand(operand));
}

void moveConstant(Operation *op, int64_t from, int64_t to) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto value = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  if (value && value.getInt() == from)
    constant.setValueAttr(IntegerAttr::get(value.getType(), to));
}

/// A fault in words, the stage behind which it is planted, and what it does to
/// each operation.
struct Fault {
  const char *words;
  Stage stage;
  std::function<void(Operation *)> plant;
};

std::function<void(Operation *)> on(StringRef name,
                                    std::function<void(Operation *)> plant) {
  return [=](Operation *op) {
    if (isNamed(op, name))
      plant(op);
  };
}

/// The faults that make sense behind tileaa and behind tileas.
std::vector<Fault> makeFaults(Stage stage) {
  auto setAttr = [](StringRef name, auto make) {
    return [=](Operation *op) {
      Builder builder(op);
      op->setAttr(name, make(builder));
    };
  };
  auto flush = setAttr("ftz", [](Builder &b) { return b.getUnitAttr(); });
  std::vector<Fault> faults = {
      {"the operands of a difference change places", stage,
       on("subf", [](Operation *op) { swap(op, 0, 1); })},
      {"a difference becomes a sum", stage,
       on("subf", [](Operation *op) { rename(op, "tileaa.addf"); })},
      {"a difference is left out", stage,
       on("subf", [](Operation *op) { bypass(op, 0); })},
      {"a difference flushes", stage, on("subf", flush)},
      {"a product of elements becomes a sum", stage,
       on("mulf", [](Operation *op) { rename(op, "tileaa.addf"); })},
      {"a product is a square", stage,
       on("mulf", [](Operation *op) { op->setOperand(1, op->getOperand(0)); })},
      {"a product flushes", stage, on("mulf", flush)},
      {"dividend and divisor change places", stage,
       on("divf", [](Operation *op) { swap(op, 0, 1); })},
      {"a quotient becomes a product", stage,
       on("divf", [](Operation *op) { rename(op, "tileaa.mulf"); })},
      {"a quotient is left out", stage,
       on("divf", [](Operation *op) { bypass(op, 0); })},
      {"a maximum becomes a minimum", stage,
       on("maxf", [](Operation *op) { rename(op, "tileaa.minf"); })},
      {"a maximum keeps NaN", stage,
       on("maxf", setAttr("propagate_nan",
                          [](Builder &b) { return b.getUnitAttr(); }))},
      {"a maximum takes the later element", stage,
       on("maxf", [](Operation *op) { bypass(op, 1); })},
      {"a maximum begins with zero", stage,
       [](Operation *op) {
         Builder b(op);
         if (isNamed(op, "reduce") && op->hasAttr("identities"))
           op->setAttr("identities", b.getArrayAttr(b.getF32FloatAttr(0)));
       }},
      {"a comparison changes its operands", stage,
       on("cmpf", [](Operation *op) { swap(op, 0, 1); })},
      {"a comparison holds for equals", stage,
       on("cmpf",
          [](Operation *op) {
            cast<arith::CmpFOp>(op).setPredicate(arith::CmpFPredicate::OLE);
          })},
      {"a comparison holds for NaN", stage,
       on("cmpf",
          [](Operation *op) {
            cast<arith::CmpFOp>(op).setPredicate(arith::CmpFPredicate::ULT);
          })},
      {"a choice takes the other value", stage,
       on("select", [](Operation *op) { swap(op, 1, 2); })},
      {"a choice is always the first", stage,
       on("select", [](Operation *op) { bypass(op, 1); })},
      {"a loop lacks its first iteration", stage,
       on("for",
          [](Operation *op) {
            auto loop = cast<scf::ForOp>(op);
            loop.setLowerBound(loop.getStep());
          })},
      {"a store is left out", stage,
       on("store",
          [](Operation *op) {
            if (op->use_empty())
              op->erase();
          })},
      {"an accumulator forgets the products before", stage,
       on("mma",
          [](Operation *op) {
            if (auto loop = op->getParentOfType<scf::ForOp>())
              op->setOperand(2, loop.getInitArgs().front());
          })},
      {"a product multiplies a factor by itself", stage,
       on("mma", [](Operation *op) { op->setOperand(1, op->getOperand(0)); })},
      {"a stride is one too large", stage,
       [](Operation *op) { moveConstant(op, 32, 33); }},
      {"a bound of an array is one too small", stage,
       [](Operation *op) { moveConstant(op, 60, 59); }},
  };
  return faults;
}

/// Changes each operation by a function; reports use its name.
class Seeded : public PassWrapper<Seeded, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Seeded)
  Seeded(std::function<void(Operation *)> change, bool &isPlanted)
      : change(std::move(change)), isPlanted(isPlanted) {}
  StringRef getArgument() const override { return "seeded"; }
  void runOnOperation() override {
    OperationFingerPrint before(getOperation());
    getOperation()->walk(change);
    isPlanted |= OperationFingerPrint(getOperation()) != before;
  }

private:
  std::function<void(Operation *)> change;
  bool &isPlanted;
};

class ValidatorTest : public ::testing::Test {
protected:
  ValidatorTest() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    module = readModule(llvm::MemoryBufferRef(symbolicKernel, "kernel.mlir"),
                        &context);
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  /// Validates the compilation, with `plant` applied behind a stage. None if
  /// that changed nothing.
  std::optional<ValidationReport>
  validate(Stage stage, unsigned level,
           std::function<void(Operation *)> plant) {
    std::string errors;
    llvm::raw_string_ostream os(errors);
    Validator validator(makeZeros(), {});
    ValidationReport report;
    if (!validator.begin(&module->getBody()->front(), os)) {
      ADD_FAILURE() << errors;
      return report;
    }
    bool isPlanted = !plant;
    unsigned managers = 0, wanted = stage == Stage::TileAA ? 0 : 1;
    CompileOptions options;
    options.gpuName = "sm_90";
    options.optLevel = level;
    options.configure = [&](PassManager &passes) {
      if (plant && managers++ == wanted)
        passes.addPass(std::make_unique<Seeded>(plant, isPlanted));
    };
    verifyEachPass(
        *module, options,
        [&](Operation *program) { return validator.judge(program, report); },
        report.passes);
    if (!isPlanted)
      return std::nullopt;
    return report;
  }

  MLIRContext context;
  OwningOpRef<mlir::ModuleOp> module;
};

TEST_F(ValidatorTest, EveryPassIsProved) {
  for (unsigned level : {0, 1, 2, 3}) {
    std::optional<ValidationReport> report =
        validate(Stage::TileAA, level, nullptr);
    EXPECT_FALSE(report->passes.blame) << report->passes.describeBlame();
    EXPECT_TRUE(report->undecided.empty()) << report->describe();
    EXPECT_EQ(report->proved, report->passes.changes);
    EXPECT_GE(report->proved, 8u);
  }
}

/// The pass that is named first, as refuted or as not proved.
std::string namedBy(const ValidationReport &report) {
  if (!report.undecided.empty())
    return report.undecided.front().pass;
  return report.passes.blame ? report.passes.blame->pass : "";
}

TEST_F(ValidatorTest, EveryFaultIsNamed) {
  unsigned planted = 0;
  for (Stage stage : {Stage::TileAA, Stage::TileAS})
    for (const Fault &fault : makeFaults(stage)) {
      std::optional<ValidationReport> report = validate(stage, 3, fault.plant);
      if (!report)
        continue;
      ++planted;
      EXPECT_EQ(namedBy(*report), "seeded")
          << fault.words << ", behind " << stageName(stage).str() << ": "
          << report->describe();
    }
  EXPECT_GE(planted, 30u);
}

/// Notes each pass that no other runs within itself, and plants a fault behind
/// one of them. Pass managers call the last instrumentation first.
class SeededBehind : public PassInstrumentation {
public:
  SeededBehind(SetVector<StringRef> &passes, StringRef wanted)
      : passes(passes), wanted(wanted) {}

  void runBeforePass(Pass *pass, Operation *) override {
    depth += !pass->getArgument().empty();
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    const StringRef name = pass->getArgument();
    if (name.empty() || --depth || !passes.insert(name) || name != wanted)
      return;
    op->walk(on("subf", [](Operation *each) { swap(each, 0, 1); }));
  }

private:
  SetVector<StringRef> &passes;
  const StringRef wanted;
  unsigned depth = 0;
};

/// The passes of a compilation; behind the wanted one a difference has its operands
/// the other way round.
SetVector<StringRef> compileWithFaultBehind(StringRef wanted, ModuleOp module,
                                            Validator &validator,
                                            ValidationReport &report) {
  SetVector<StringRef> passes;
  const ProgramJudge judge = [&](Operation *program) {
    return validator.judge(program, report);
  };
  CompileOptions options;
  options.gpuName = "sm_90";
  options.emit = Stage::TileAS;
  options.configure = [&](PassManager &manager) {
    addPassVerifier(manager, judge, report.passes);
    manager.addInstrumentation(std::make_unique<SeededBehind>(passes, wanted));
  };
  OwningOpRef<ModuleOp> copy = module.clone();
  EXPECT_TRUE(compile(*copy, options)) << wanted.str();
  return passes;
}

TEST_F(ValidatorTest, BeginsWithinALimitOfTerms) {
  auto begins = [&](uint64_t limit) {
    return Validator(makeZeros(), {})
        .begin(&module->getBody()->front(), llvm::nulls(), limit);
  };
  EXPECT_FALSE(begins(1));
  EXPECT_TRUE(begins(uint64_t(1) << 40));
  EXPECT_TRUE(begins(0));
}

TEST_F(ValidatorTest, TheFaultOfEachPassIsItsOwn) {
  context.disableMultithreading();
  auto compileFor = [&](StringRef wanted, ValidationReport &report) {
    Validator validator(makeZeros(), {});
    EXPECT_TRUE(validator.begin(&module->getBody()->front(), llvm::nulls()));
    return compileWithFaultBehind(wanted, *module, validator, report);
  };
  ValidationReport right;
  const SetVector<StringRef> passes = compileFor("", right);
  EXPECT_GE(passes.size(), 30u);
  EXPECT_EQ(namedBy(right), "");
  for (StringRef each : passes) {
    ValidationReport report;
    compileFor(each, report);
    EXPECT_EQ(namedBy(report), each.str()) << report.describe();
  }
}

} // namespace
