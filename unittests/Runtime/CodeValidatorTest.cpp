//===- CodeValidatorTest.cpp - Faults behind tileas, and who names them ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The faults are of the kinds that a lowering has: registers in the place of one
// another, a swizzle that is left out, a contribution that is lost, a mask that
// is another one. Each is planted in what the conversion to NVVM has made. All
// arrays hold zeros, so that most leave the same bits.
//
//===----------------------------------------------------------------------===//

#include "SymbolicKernel.h"

#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::runtime;

namespace {

/// A fault, which says if it could be planted.
struct Fault {
  const char *words;
  std::function<bool(Operation *)> plant;
};

/// Ops in order for which a condition holds.
SmallVector<Operation *> collectOps(Operation *root,
                                    function_ref<bool(Operation *)> holds) {
  SmallVector<Operation *> found;
  root->walk([&](Operation *op) {
    if (holds(op))
      found.push_back(op);
  });
  return found;
}

/// Inline PTX with this instruction.
SmallVector<Operation *> findPtx(Operation *root, StringRef instruction) {
  return collectOps(root, [&](Operation *op) {
    auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
    return assembly && assembly.getAsmString().contains(instruction);
  });
}

/// Calls of an intrinsic whose name has this part.
SmallVector<Operation *> findCalls(Operation *root, StringRef name) {
  return collectOps(root, [&](Operation *op) {
    auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
    return call && call.getIntrin().contains(name);
  });
}

/// Two ops get each the operand of the other.
bool swapOperands(ArrayRef<Operation *> ops, unsigned first, unsigned second,
                  unsigned number) {
  if (ops.size() <= std::max(first, second))
    return false;
  Value value = ops[first]->getOperand(number);
  ops[first]->setOperand(number, ops[second]->getOperand(number));
  ops[second]->setOperand(number, value);
  return true;
}

/// An op's result becomes one of its operands.
bool skip(ArrayRef<Operation *> ops, unsigned number, unsigned operand) {
  if (ops.size() <= number)
    return false;
  ops[number]->getResult(0).replaceAllUsesWith(
      ops[number]->getOperand(operand));
  return true;
}

const Fault faults[] = {
    {"two registers of a store change places",
     [](Operation *root) {
       return swapOperands(findPtx(root, "st.global"), 0, 1, 1);
     }},
    {"two stores have each the address of the other",
     [](Operation *root) {
       SmallVector<Operation *> stores = findPtx(root, "st.global");
       if (stores.size() < 2)
         return false;
       auto first = cast<LLVM::InlineAsmOp>(stores[0]);
       auto second = cast<LLVM::InlineAsmOp>(stores[1]);
       StringAttr text = first.getAsmStringAttr();
       first.setAsmStringAttr(second.getAsmStringAttr());
       second.setAsmStringAttr(text);
       return true;
     }},
    {"a swizzle is left out",
     [](Operation *root) {
       return skip(
           collectOps(root, [](Operation *op) { return isa<LLVM::XOrOp>(op); }),
           0, 0);
     }},
    {"an element of a reduction is lost",
     [](Operation *root) { return skip(findCalls(root, "fmax"), 0, 0); }},
    {"the last element of a reduction is lost",
     [](Operation *root) {
       SmallVector<Operation *> calls = findCalls(root, "fmax");
       return skip(calls, calls.size() - 1, 0);
     }},
    {"two fragments of a product's factor change places",
     [](Operation *root) {
       SmallVector<Operation *> products = findCalls(root, "mma");
       if (products.empty())
         return false;
       Value value = products[0]->getOperand(0);
       products[0]->setOperand(0, products[0]->getOperand(1));
       products[0]->setOperand(1, value);
       return true;
     }},
    {"two products add to the sums of one another",
     [](Operation *root) {
       SmallVector<Operation *> products = findCalls(root, "mma");
       return products.size() > 1 &&
              swapOperands(products, 0, 1, products[0]->getNumOperands() - 1);
     }},
    {"a store has another mask",
     [](Operation *root) {
       SmallVector<Operation *> stores = findPtx(root, "st.global");
       if (stores.empty())
         return false;
       OpBuilder builder(stores[0]);
       stores[0]->setOperand(
           2, LLVM::ConstantOp::create(builder, stores[0]->getLoc(),
                                       builder.getI1Type(),
                                       builder.getBoolAttr(false)));
       return true;
     }},
    {"a mask at a ragged edge begins one element too late",
     [](Operation *root) {
       for (Operation *load : findPtx(root, "ld.global")) {
         auto isInside = load->getOperand(1).getDefiningOp<LLVM::ICmpOp>();
         if (!isInside || isInside.getPredicate() != LLVM::ICmpPredicate::slt)
           continue;
         isInside.setPredicate(LLVM::ICmpPredicate::sle);
         return true;
       }
       return false;
     }},
};

/// Plants a fault in front of the conversion to LLVM.
class Seeded : public PassWrapper<Seeded, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Seeded)

  Seeded(const Fault &fault, bool &isPlanted)
      : fault(fault), isPlanted(isPlanted) {}

  void runOnOperation() override { isPlanted |= fault.plant(getOperation()); }

private:
  const Fault &fault;
  bool &isPlanted;
};

class CodeValidatorTest : public ::testing::TestWithParam<const char *> {
protected:
  CodeValidatorTest()
      : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    module = readModule(llvm::MemoryBufferRef(symbolicKernel, "kernel.mlir"),
                        &context);
    options.gpuName = GetParam();
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  /// The text of the PTX, with a fault where there is one; none if it cannot be
  /// planted.
  std::optional<std::string> compileToText(const Fault *fault) {
    bool isPlanted = !fault;
    // The conversion to LLVM's dialect has the last of the pass managers.
    unsigned managers = 0;
    CompileOptions each = options;
    each.emit = Stage::PTX;
    each.configure = [&](PassManager &passes) {
      if (fault && managers++ == 3)
        passes.addPass(std::make_unique<Seeded>(*fault, isPlanted));
    };
    OwningOpRef<ModuleOp> copy = module->clone();
    CompileResult result = compile(*copy, each);
    if (!result || !isPlanted)
      return std::nullopt;
    return result.ptx;
  }

  /// The same as a program.
  std::optional<ptx::Program> compileWith(const Fault *fault) {
    std::optional<std::string> text = compileToText(fault);
    if (!text)
      return std::nullopt;
    return parse(*text);
  }

  static std::optional<ptx::Program> parse(const std::string &text) {
    llvm::Expected<ptx::Program> parsed =
        ptx::Program::parse(text, "compiled.ptx");
    if (parsed)
      return std::move(*parsed);
    ADD_FAILURE() << llvm::toString(parsed.takeError());
    return std::nullopt;
  }

  /// Runs the compilation down to tileas, whose end the PTX is compared with.
  void begin(Validator &validator, ValidationReport &report) {
    std::string errors;
    llvm::raw_string_ostream os(errors);
    ASSERT_TRUE(validator.begin(&module->getBody()->front(), os)) << errors;
    verifyEachPass(
        *module, options,
        [&](Operation *program) { return validator.judge(program, report); },
        report.passes);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  CompileOptions options;
};

TEST_P(CodeValidatorTest, RightCodeIsProved) {
  for (unsigned level : {0, 1, 3}) {
    options.optLevel = level;
    Validator validator(makeZeros(), {});
    ValidationReport report;
    begin(validator, report);
    std::optional<ptx::Program> code = compileWith(nullptr);
    ASSERT_TRUE(code);
    std::optional<std::string> wrong = validator.judgeCode(*code, report);
    EXPECT_FALSE(wrong) << *wrong;
    EXPECT_EQ(report.code.proved, 1u) << report.describe();
    EXPECT_EQ(report.code.elements, 32u * 32);
  }
}

TEST_P(CodeValidatorTest, EveryFaultIsNamed) {
  Validator validator(makeZeros(), {});
  ValidationReport report;
  begin(validator, report);
  unsigned planted = 0;
  for (const Fault &fault : faults) {
    std::optional<ptx::Program> code = compileWith(&fault);
    if (!code)
      continue;
    ++planted;
    std::optional<std::string> wrong = validator.judgeCode(*code, report);
    EXPECT_TRUE(wrong) << fault.words << ": " << report.describe();
  }
  EXPECT_GE(planted, 5u);
}

/// A body on %x and %y from memory, which leaves %r.
struct RightBody {
  const char *words;
  const char *body;
  /// True if the PTX keeps all sources that the program has, which is a proof.
  bool isProved;
};

const RightBody rightBodies[] = {
    {"a source that is absorbed",
     "%o = ori %x, %y : tile<128xi32> %r = andi %o, %y : tile<128xi32>", false},
    {"a bit that is always zero",
     "%o = muli %x, %two : tile<128xi32> %p = andi %o, %one : tile<128xi32> "
     "%r = addi %p, %y : tile<128xi32>",
     false},
    {"an amount from memory",
     "%s = andi %y, %seven : tile<128xi32> %r = shli %x, %s : tile<128xi32>",
     true},
    {"a scan",
     "%r = scan %x dim=0 reverse=false identities=[0 : i32] : tile<128xi32> -> "
     "tile<128xi32> (%e: tile<i32>, %f: tile<i32>) { %q = addi %e, %f : "
     "tile<i32> yield %q : tile<i32> }",
     true},
};

TEST_P(CodeValidatorTest, SourcesThatChangeNothingAreNoFault) {
  Launch launch = makeArrays(128 * 4);
  for (const RightBody &each : rightBodies) {
    std::string text = makeKernel(each.body);
    module = readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
    ASSERT_TRUE(module) << each.words;
    Validator validator(launch, {});
    ValidationReport report;
    begin(validator, report);
    std::optional<ptx::Program> code = compileWith(nullptr);
    ASSERT_TRUE(code);
    std::optional<std::string> wrong = validator.judgeCode(*code, report);
    EXPECT_FALSE(wrong) << each.words << ": " << *wrong;
    EXPECT_GE(report.code.proved, unsigned(each.isProved)) << report.describe();
  }
}

constexpr const char *productKernel = R"(
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %av = make_tensor_view %a, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf16, strides=[32,1]>
    %at = make_partition_view %av : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>
    %bv = make_tensor_view %b, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf16, strides=[32,1]>
    %bt = make_partition_view %bv : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>
    %x, %t0 = load_view_tko weak %at[%zero, %zero] : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
    %y, %t1 = load_view_tko weak %bt[%zero, %zero] : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
    %nothing = constant <f32: 0.0> : tile<32x32xf32>
    %sum = mmaf %x, %y, %nothing : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
    %cv = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %ct = make_partition_view %cv : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %t2 = store_view_tko weak %sum, %ct[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
)";

/// Puts another op in the place of each of this kind.
template <typename Op>
bool exchange(Operation *root,
              function_ref<Operation *(OpBuilder &, Op)> make) {
  SmallVector<Operation *> ops =
      collectOps(root, [](Operation *op) { return isa<Op>(op); });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    op->replaceAllUsesWith(make(builder, cast<Op>(op)));
    op->erase();
  }
  return !ops.empty();
}

/// A fault in a kernel, or in a body on %x and %y, that leaves all sources.
struct NumberFault {
  const char *body; ///< null: the product
  Fault fault;
};

const NumberFault numberFaults[] = {
    {nullptr,
     {"columns of one factor change places",
      [](Operation *root) {
        SmallVector<Operation *> products = findCalls(root, "mma");
        if (products.empty())
          return false;
        // PTX ISA, m16n8k16: registers 0 and 2 have the same rows.
        Value value = products[0]->getOperand(0);
        products[0]->setOperand(0, products[0]->getOperand(2));
        products[0]->setOperand(2, value);
        return true;
      }}},
    {"%r = subi %x, %y : tile<128xi32>",
     {"the operands of a difference change places",
      [](Operation *root) {
        SmallVector<Operation *> ops = collectOps(
            root, [](Operation *op) { return isa<LLVM::SubOp>(op); });
        if (ops.empty())
          return false;
        Value value = ops[0]->getOperand(0);
        ops[0]->setOperand(0, ops[0]->getOperand(1));
        ops[0]->setOperand(1, value);
        return true;
      }}},
    {"%s = addi %x, %y : tile<128xi32> %r = addi %s, %x : tile<128xi32>",
     {"a summand that comes in twice is left out once",
      [](Operation *root) {
        SmallVector<Operation *> ops = collectOps(root, [](Operation *op) {
          return isa<LLVM::AddOp>(op) && isa_and_nonnull<LLVM::AddOp>(
                                             op->getOperand(0).getDefiningOp());
        });
        return skip(ops, 0, 0);
      }}},
    {"%n = trunci %x : tile<128xi32> -> tile<128xi8> "
     "%e = exti %n signed : tile<128xi8> -> tile<128xi32> "
     "%r = addi %e, %y : tile<128xi32>",
     {"a number is extended without its sign",
      [](Operation *root) {
        return exchange<LLVM::SExtOp>(root, [](OpBuilder &b, LLVM::SExtOp op) {
          return LLVM::ZExtOp::create(b, op.getLoc(), op.getType(),
                                      op.getArg());
        });
      }}},
    {"%s = andi %y, %seven : tile<128xi32> %t = addi %s, %one : tile<128xi32> "
     "%r = divi %x, %t signed : tile<128xi32>",
     {"a division has no signs",
      [](Operation *root) {
        return exchange<LLVM::SDivOp>(root, [](OpBuilder &b, LLVM::SDivOp op) {
          return LLVM::UDivOp::create(b, op.getLoc(), op.getLhs(), op.getRhs());
        });
      }}},
};

/// None of them changes what comes from where.
TEST_P(CodeValidatorTest, NumbersShowWhatSourcesDoNot) {
  for (const NumberFault &each : numberFaults) {
    std::string text = each.body ? makeKernel(each.body) : productKernel;
    module = readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
    ASSERT_TRUE(module) << each.fault.words;
    Validator validator(makeArrays(32 * 32 * (each.body ? 1 : 4)), {});
    ValidationReport report;
    begin(validator, report);
    for (const Fault *fault : {(const Fault *)nullptr, &each.fault}) {
      std::optional<ptx::Program> code = compileWith(fault);
      ASSERT_TRUE(code) << each.fault.words;
      std::optional<std::string> wrong = validator.judgeCode(*code, report);
      EXPECT_EQ(wrong.has_value(), fault != nullptr)
          << each.fault.words << ": " << wrong.value_or(report.describe());
      if (wrong)
        EXPECT_TRUE(StringRef(*wrong).contains("numbers")) << *wrong;
    }
    EXPECT_EQ(report.code.proved, 1u) << report.describe();
    EXPECT_EQ(report.code.onNumbers, 1u) << report.describe();
  }
}

constexpr const char *atomicKernel = R"(
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<i32>>
    %av = make_tensor_view %aa, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xi32, strides=[32,1]>
    %at = make_partition_view %av : partition_view<tile=(32x32), tensor_view<32x32xi32, strides=[32,1]>>
    %x, %t0 = load_view_tko weak %at[%zero, %zero] : partition_view<tile=(32x32), tensor_view<32x32xi32, strides=[32,1]>>, tile<i32> -> tile<32x32xi32>, token
    %y = permute %x [1, 0] : tile<32x32xi32> -> tile<32x32xi32>
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %b2 = broadcast %b1 : tile<1x1xptr<i32>> -> tile<32x32xptr<i32>>
    %r, %t1 = atomic_rmw_tko relaxed OPERATION %y : tile<32x32xptr<i32>>, tile<32x32xi32> -> tile<32x32xi32>, token
    %cv = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xi32, strides=[32,1]>
    %ct = make_partition_view %cv : partition_view<tile=(32x32), tensor_view<32x32xi32, strides=[32,1]>>
    %t2 = store_view_tko weak RESULT, %ct[%zero, %zero] : tile<32x32xi32>, partition_view<tile=(32x32), tensor_view<32x32xi32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
)";

/// Which element of a tile comes first is open in any scope, and the order of
/// threads is another one than that of elements.
TEST_P(CodeValidatorTest, SourcesByAnOpenOrderAreUndecided) {
  struct Case {
    const char *operation, *result;
    bool isOpen;
  };
  for (auto [operation, result, isOpen] : {Case{"tl_blk %b2, add,", "%r", true},
                                           {"device %b2, add,", "%r", true},
                                           {"device %b2, xchg,", "%r", true},
                                           {"device %b2, xchg,", "%x", true},
                                           {"device %b2, add,", "%x", false}}) {
    std::string words = std::string(operation) + result;
    std::string text = atomicKernel;
    for (auto [name, value] :
         {std::pair("OPERATION", operation), {"RESULT", result}})
      text.replace(text.find(name), StringRef(name).size(), value);
    module = readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
    ASSERT_TRUE(module) << words;
    Validator validator(makeArrays(32 * 32 * 4), {});
    ValidationReport report;
    begin(validator, report);
    std::optional<ptx::Program> code = compileWith(nullptr);
    ASSERT_TRUE(code) << words;
    std::optional<std::string> wrong = validator.judgeCode(*code, report);
    EXPECT_FALSE(wrong) << words << ": " << *wrong;
    EXPECT_EQ(report.code.proved, unsigned(!isOpen)) << report.describe();
    if (isOpen)
      EXPECT_TRUE(StringRef(report.describe()).contains("order")) << words;
  }
}

/// A body on %x and %y that leaves %r.
struct NumberCase {
  const char *body;
  bool isOpen;
};

const NumberCase numberCases[] = {
    {"%r, %t3 = atomic_rmw_tko relaxed device %b3, add, %x token=%t1 : "
     "tile<128xptr<i32>>, tile<128xi32> -> tile<128xi32>, token",
     true},
    {"%p = ptr_to_int %a3 : tile<128xptr<i32>> -> tile<128xi64> "
     "%r = trunci %p : tile<128xi64> -> tile<128xi32>",
     true},
    {"%m = andi %x, %one : tile<128xi32> "
     "%v, %j = reduce %m, %io dim=0 identities=[0 : i32, 0 : i32] : "
     "tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> "
     "(%e: tile<i32>, %f: tile<i32>, %ei: tile<i32>, %fi: tile<i32>) { "
     "%q = cmpi greater_than %e, %f, signed : tile<i32> -> tile<i1> "
     "%k = select %q, %e, %f : tile<i1>, tile<i32> "
     "%ki = select %q, %ei, %fi : tile<i1>, tile<i32> "
     "yield %k, %ki : tile<i32>, tile<i32> } "
     "%j1 = reshape %j : tile<i32> -> tile<1xi32> "
     "%r = broadcast %j1 : tile<1xi32> -> tile<128xi32>",
     true},
    {"%j = reduce %x dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32> "
     "(%e: tile<i32>, %f: tile<i32>) { %k = addi %e, %f : tile<i32> "
     "yield %k : tile<i32> } "
     "%j1 = reshape %j : tile<i32> -> tile<1xi32> "
     "%r = broadcast %j1 : tile<1xi32> -> tile<128xi32>",
     false},
};

/// By ties, addresses and the order of tile blocks right code leaves others.
TEST_P(CodeValidatorTest, OpenNumbersRefuteNothing) {
  for (auto [body, isOpen] : numberCases) {
    std::string text = makeKernel(body);
    module = readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
    ASSERT_TRUE(module) << body;
    EXPECT_EQ(interp::SymbolicRun::hasOpenNumbers(*module), isOpen) << body;
    Validator validator(makeArrays(128 * 4), {});
    ValidationReport report;
    begin(validator, report);
    std::optional<ptx::Program> code = compileWith(nullptr);
    ASSERT_TRUE(code) << body;
    std::optional<std::string> wrong = validator.judgeCode(*code, report);
    EXPECT_FALSE(wrong) << body << ": " << *wrong;
  }
}

/// A body beside that or of its result, and if two values that change places
/// are found, and a store that is lost.
struct BesideCase {
  const char *words, *body;
  bool isExchangeFound, isLossFound;
};

const BesideCase besideCases[] = {
    {"one element is the place, and the others are not",
     "%q1 = cmpi less_than %io, %one, signed : tile<128xi32> -> tile<128xi1> "
     "%r = select %q1, %j2, %y : tile<128xi1>, tile<128xi32>",
     true, true},
    {"each is made of the place", "%r = addi %j2, %y : tile<128xi32>", false,
     true},
    {"each is read where the place was stored",
     "%t4 = store_ptr_tko weak %a3, %j2 token=%t0 : tile<128xptr<i32>>, "
     "tile<128xi32> -> token "
     "%z, %t5 = load_ptr_tko weak %a3 token=%t4 : tile<128xptr<i32>> -> "
     "tile<128xi32>, token "
     "%r = addi %z, %y : tile<128xi32>",
     false, true},
    {"the place decides a branch that only computes",
     "%eight = constant <i32: 8> : tile<i32> "
     "%q1 = cmpi less_than %j, %eight, signed : tile<i32> -> tile<i1> "
     "%s = if %q1 -> (tile<128xi32>) { yield %y : tile<128xi32> } else { "
     "%s1 = addi %y, %seven : tile<128xi32> yield %s1 : tile<128xi32> } "
     "%q2 = cmpi less_than %io, %one, signed : tile<128xi32> -> tile<128xi1> "
     "%r = select %q2, %s, %y : tile<128xi1>, tile<128xi32>",
     true, true},
    {"each is made of what such a branch has given",
     "%eight = constant <i32: 8> : tile<i32> "
     "%q1 = cmpi less_than %j, %eight, signed : tile<i32> -> tile<i1> "
     "%r = if %q1 -> (tile<128xi32>) { yield %y : tile<128xi32> } else { "
     "%s = addi %y, %seven : tile<128xi32> yield %s : tile<128xi32> }",
     false, true},
    {"something else decides a branch that stores",
     "%eight = constant <i32: 8> : tile<i32> "
     "%b0, %t3 = load_ptr_tko weak %b : tile<ptr<i32>> -> tile<i32>, token "
     "%q1 = cmpi less_than %b0, %eight, signed : tile<i32> -> tile<i1> "
     "if %q1 { %t4 = store_ptr_tko weak %a3, %y token=%t0 : "
     "tile<128xptr<i32>>, tile<128xi32> -> token } "
     "%q2 = cmpi less_than %io, %one, signed : tile<128xi32> -> tile<128xi1> "
     "%r = select %q2, %j2, %y : tile<128xi1>, tile<128xi32>",
     true, true},
    {"the place decides a branch that stores",
     "%eight = constant <i32: 8> : tile<i32> "
     "%q1 = cmpi less_than %j, %eight, signed : tile<i32> -> tile<i1> "
     "if %q1 { %t4 = store_ptr_tko weak %a3, %y token=%t0 : "
     "tile<128xptr<i32>>, tile<128xi32> -> token } "
     "%r = addi %y, %seven : tile<128xi32>",
     false, false},
    {"the place is an address",
     "%b4 = offset %b2, %j2 : tile<128xptr<i32>>, tile<128xi32> -> "
     "tile<128xptr<i32>> "
     "%z, %t4 = load_ptr_tko weak %b4 : tile<128xptr<i32>> -> "
     "tile<128xi32>, token "
     "%r = addi %z, %y : tile<128xi32>",
     false, false},
};

/// An open order of elements excuses what it may change, and nothing else.
TEST_P(CodeValidatorTest, FaultsBesideAnOpenOrderAreFound) {
  auto findStores = [](Operation *root) {
    return collectOps(root,
                      [](Operation *op) { return isa<LLVM::StoreOp>(op); });
  };
  const Fault exchange = {
      "the last two stores have each the value of the other",
      [&](Operation *root) {
        SmallVector<Operation *> stores = findStores(root);
        return stores.size() > 1 &&
               swapOperands(stores, stores.size() - 2, stores.size() - 1, 0);
      }};
  const Fault loss = {"the last store is lost", [&](Operation *root) {
                        findStores(root).back()->erase();
                        return true;
                      }};
  for (auto [words, body, isExchangeFound, isLossFound] : besideCases) {
    std::string text = makeKernel(std::string(openPlace) + body);
    module = readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
    ASSERT_TRUE(module) << words;
    Validator validator(makeArrays(128 * 4), {});
    ValidationReport report;
    begin(validator, report);
    for (auto [fault, isFound] : {std::pair((const Fault *)nullptr, false),
                                  {&exchange, isExchangeFound},
                                  {&loss, isLossFound}}) {
      std::optional<ptx::Program> code = compileWith(fault);
      ASSERT_TRUE(code) << words;
      std::optional<std::string> wrong = validator.judgeCode(*code, report);
      EXPECT_EQ(wrong.has_value(), isFound)
          << words << ", " << (fault ? fault->words : "right") << ": "
          << wrong.value_or(report.describe());
    }
    // Right code may take another order, too.
    EXPECT_GE(report.code.undecided.size(),
              unsigned(!isExchangeFound + !isLossFound))
        << words << ": " << report.describe();
  }
}

/// Branches on the number V in front of its store, which is 0 in the launch as
/// it is.
struct BranchCase {
  const char *code;
  bool isRight;
};

const BranchCase branchCases[] = {
    // Behind a branch that is not taken, and in the arm of one that is.
    {"setp.gt.s32 %q1, V, 0; @%q1 bra BEHIND; setp.gt.s32 %q2, V, 5; "
     "@%q2 bra BEHIND; xor.b32 V, V, 0; BEHIND:",
     true},
    {"setp.le.s32 %q1, V, 0; @%q1 bra BEHIND; setp.le.s32 %q2, V, 5; "
     "@%q2 bra BEHIND; setp.le.s32 %q3, V, 9; @%q3 bra BEHIND; "
     "xor.b32 V, V, 0; BEHIND:",
     true},
    // A fault of the innermost arm alone is seen, though no number leads there.
    {"setp.le.s32 %q1, V, 0; @%q1 bra BEHIND; setp.ne.s32 %q2, V, 77777777; "
     "@%q2 bra BEHIND; mov.b32 V, 0; BEHIND:",
     false},
    {"setp.gt.s32 %q1, V, 0; @%q1 bra BEHIND; setp.ne.s32 %q2, V, 0xF77777FF; "
     "@%q2 bra BEHIND; mov.b32 V, 0; BEHIND:",
     false},
    // Each launch brings other threads to the inner branch, all on one way.
    {".reg .b32 %s<3>; mov.u32 %s1, %tid.x; "
     "setp.eq.s32 %q1, V, 77777777; selp.b32 %s2, 1, 0, %q1; "
     "add.s32 %s2, %s2, %s1; "
     "setp.ge.s32 %q1, %s2, 16; @%q1 bra BEHIND; "
     "setp.ne.s32 %q2, V, 77777777; setp.lt.and.s32 %q2, %s1, 16, %q2; "
     "@%q2 bra BEHIND; mov.b32 V, 0; BEHIND:",
     false},
};

TEST_P(CodeValidatorTest, NestedBranchesGoBothWays) {
  const std::string text = makeKernel("%r = addi %x, %y : tile<128xi32>");
  module = readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
  ASSERT_TRUE(module);
  Validator validator(makeArrays(128 * 4), {});
  ValidationReport report;
  begin(validator, report);
  const std::optional<std::string> right = compileToText(nullptr);
  ASSERT_TRUE(right);
  const size_t store = right->find("st.global");
  const size_t line = right->rfind('\n', store) + 1;
  const size_t name = right->find("%r", right->find(']', store));
  const std::string number = right->substr(
      name, right->find_first_not_of("0123456789", name + 2) - name);
  for (const BranchCase &each : branchCases) {
    std::string code = each.code;
    for (size_t at; (at = code.find('V')) != std::string::npos;)
      code.replace(at, 1, number);
    std::string changed = *right;
    changed.insert(line, ".reg .pred %q<4>; " + code + "\n");
    std::optional<ptx::Program> program = parse(changed);
    ASSERT_TRUE(program) << changed;
    ValidationReport found;
    std::optional<std::string> wrong = validator.judgeCode(*program, found);
    EXPECT_FALSE(wrong) << code << ": " << *wrong;
    EXPECT_EQ(found.code.proved, unsigned(each.isRight))
        << code << ": " << found.describe();
  }
}

INSTANTIATE_TEST_SUITE_P(GPUs, CodeValidatorTest,
                         ::testing::Values("sm_80", "sm_90", "sm_100",
                                           "sm_120"));

} // namespace
